#include "trace/detail/courses.h"

#include <gtest/gtest.h>

#include <numbers>
#include <optional>

namespace scrutineer::trace {
namespace {

constexpr double kRight = std::numbers::pi / 2.0;

struct Moment {
  double seconds, x, y;
  std::optional<Corner> velocity = {};
  std::uint64_t number = 0;  // of the frame; 0: the next
};

TEST(Courses, FollowTheMovement) {
  struct Case {
    const char* name;
    std::vector<Moment> moments;
    double yaw;  // at the last
  };
  const Case cases[] = {
      {"not moved yet", {{0, 5, 5}}, 0.0},
      {"along its velocity", {{0, 5, 5, Corner{0, 3}}}, kRight},
      {"its velocity, not its way", {{0, 5, 5, Corner{0, 3}}, {1, 9, 5, Corner{0, 3}}}, kRight},
      {"held while it stands", {{0, 5, 5, Corner{0, 3}}, {1, 5, 8, Corner{0.05, 0}}}, kRight},
      {"by its way", {{0, 5, 5}, {1, 5, 8}}, kRight},
      {"held while it trembles", {{0, 5, 5}, {1, 5, 8}, {2, 5.05, 7.95}, {3, 4.95, 8.02}}, kRight},
      {"a slow way adds up", {{0, 5, 5}, {1, 5, 5.08}, {2, 5, 5.16}, {3, 5, 5.24}}, kRight},
      {"backwards it turns round", {{0, 5, 5}, {1, 5, 8}, {2, 5, 5}}, -kRight},
      {"a jump is no direction", {{0, 5, 5}, {1, 5, 8}, {1.1, 500, 8}}, kRight},
      {"and goes on from there", {{0, 5, 5}, {1, 5, 8}, {1.1, 500, 8}, {2, 500, 4}}, -kRight},
      {"away in between, it begins anew", {{0, 5, 5}, {1, 5, 8}, {9, 50, 8, {}, 9}}, kRight},
  };
  for (const Case& c : cases) {
    Courses courses;
    double yaw = 99.0;
    std::uint64_t number = 0;
    for (const Moment& moment : c.moments) {
      ActorState state{.actor = ActorId(3), .yaw_is_course = true, .x = moment.x, .y = moment.y};
      if (moment.velocity) {
        state.vx = moment.velocity->x;
        state.vy = moment.velocity->y;
        state.fields.set(Field::velocity);
      }
      if (moment.number != 0) number = moment.number;
      courses.set(state, number++, Time(Duration(static_cast<std::int64_t>(moment.seconds * 1e9))));
      yaw = state.yaw;
    }
    EXPECT_NEAR(yaw, c.yaw, 1e-12) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
