#include "trace/detail/courses.h"

#include <cmath>

namespace scrutineer::trace {
namespace {

constexpr double kStandingSpeed = 0.1;  // m/s, as everywhere
constexpr double kShortestWay = 0.2;    // metres: positions tremble by less
constexpr double kFastest = 100.0;      // m/s: beyond it was put elsewhere, which is no direction

}  // namespace

void Courses::set(ActorState& state, std::uint64_t number, Time time) {
  if (state.actor.index() >= courses_.size()) courses_.resize(state.actor.index() + 1);
  Course& course = courses_[state.actor.index()];
  const bool goes_on = course.last_number != kNever && course.last_number + 1 == number;
  if (!goes_on) course = {.yaw = course.yaw, .x = state.x, .y = state.y, .time = time};
  course.last_number = number;
  if (state.fields.has(Field::velocity)) {
    if (std::hypot(state.vx, state.vy) > kStandingSpeed) course.yaw = std::atan2(state.vy, state.vx);
  } else {
    const double dx = state.x - course.x, dy = state.y - course.y, way = std::hypot(dx, dy);
    if (way >= kShortestWay) {
      if (way <= kFastest * to_seconds(time - course.time)) course.yaw = std::atan2(dy, dx);
      course.x = state.x;
      course.y = state.y;
      course.time = time;
    }
  }
  state.yaw = course.yaw;
}

}  // namespace scrutineer::trace
