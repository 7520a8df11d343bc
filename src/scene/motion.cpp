#include "scene/motion.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/angle.h"

namespace scrutineer::scene {
namespace {

using trace::ActorState;
using trace::Field;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Vector heading_of(const ActorState& state) { return {std::cos(state.yaw), std::sin(state.yaw)}; }
double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y; }
Local turned(Vector vector, Vector heading) {
  return {dot(vector, heading), heading.x * vector.y - heading.y * vector.x};
}
Vector rate(Vector now, Vector before, double seconds) {
  return {(now.x - before.x) / seconds, (now.y - before.y) / seconds};
}
bool reports_speed(trace::Fields fields) { return fields.has(Field::velocity) || fields.has(Field::speed); }
bool reports_only_speed(trace::Fields fields) { return fields.has(Field::speed) && !fields.has(Field::velocity); }

// Only vehicles have a backwards: a person may well walk sideways. Where the heading is that of the movement, nothing
// tells it.
double signed_speed(const trace::ActorInfo& info, const ActorState& state, Vector velocity, Vector heading) {
  // Exactly sideways is not backwards. Numbers are rounded, so the sign would flip from frame to frame there.
  constexpr double kSideways = 0.01;  // the sine of half a degree
  const double length = std::sqrt(dot(velocity, velocity));
  const bool has_backwards = info.type == trace::ActorType::vehicle && !state.yaw_is_course;
  const bool backwards = has_backwards && dot(velocity, heading) < -kSideways * length;
  return backwards ? -length : length;
}

}  // namespace

int Motion::speed_differences(Slot slot) const { return reports_speed(actors_.state(slot).fields) ? 0 : 1; }
int Motion::acceleration_differences(Slot slot) const {
  return actors_.state(slot).fields.has(Field::acceleration) ? 0 : 1 + speed_differences(slot);
}
int Motion::yaw_rate_differences(Slot slot) const {
  if (is_yaw_rate_reported(slot)) return 0;
  const ActorState& state = actors_.state(slot);
  // A heading that comes from the movement is one difference, at least, already.
  return state.yaw_is_course ? 2 + speed_differences(slot) : 1;
}

Vector Motion::velocity_back(Slot slot, int back, int allowed) const {
  if (back >= actors_.age(slot)) return {kNone, kNone};
  const ActorState& state = actors_.state(slot, back);
  if (state.fields.has(Field::velocity)) return {state.vx, state.vy};
  if (state.fields.has(Field::speed)) {
    const Vector heading = heading_of(state);
    return {state.speed * heading.x, state.speed * heading.y};
  }
  if (allowed < 1 || back + 1 >= actors_.age(slot)) return {kNone, kNone};
  const ActorState& before = actors_.state(slot, back + 1);
  return rate({state.x, state.y}, {before.x, before.y}, actors_.step_seconds_back(back));
}

double Motion::speed_back(Slot slot, int back, int allowed) const {
  if (back >= actors_.age(slot)) return kNone;
  const ActorState& state = actors_.state(slot, back);
  if (reports_only_speed(state.fields)) return state.speed;
  return signed_speed(actors_.info(slot), state, velocity_back(slot, back, allowed), heading_of(state));
}

Vector Motion::acceleration_back(Slot slot, int back, int allowed) const {
  if (back >= actors_.age(slot)) return {kNone, kNone};
  const ActorState& state = actors_.state(slot, back);
  if (state.fields.has(Field::acceleration)) return {state.ax, state.ay};
  if (allowed < 1) return {kNone, kNone};
  return rate(velocity_back(slot, back, allowed - 1), velocity_back(slot, back + 1, allowed - 1),
              actors_.step_seconds_back(back));
}

void Motion::compute(Slot slot, MotionFacts& facts) const {
  const ActorState& state = actors_.state(slot);
  // `facts` still holds what was computed last for this slot: with luck the frame before of the same actor.
  facts.continues = facts.computed + 1 == actors_.epoch() && actors_.age(slot) > 1;
  facts.computed = actors_.epoch();
  facts.before = facts.local_speed;
  const double speed_before = facts.speed;
  // Bit by bit: the sign of a zero is that of its sine.
  if (std::bit_cast<std::uint64_t>(facts.yaw) != std::bit_cast<std::uint64_t>(state.yaw)) {
    facts.heading = heading_of(state);
    facts.yaw = state.yaw;
  }
  const bool reports_velocity = state.fields.has(Field::velocity),
             reports_change = state.fields.has(Field::acceleration);
  const bool is_speed_all = reports_only_speed(state.fields);
  if (reports_velocity) {
    facts.velocity = {state.vx, state.vy};
  } else if (is_speed_all) {  // as velocity_back says, of a heading that is at hand
    facts.velocity = {state.speed * facts.heading.x, state.speed * facts.heading.y};
  } else {
    facts.velocity = velocity_back(slot, 0, differences_);
  }
  facts.speed = is_speed_all ? state.speed : signed_speed(actors_.info(slot), state, facts.velocity, facts.heading);
  facts.acceleration = reports_change ? Vector{state.ax, state.ay} : acceleration_back(slot, 0, differences_);
  facts.local_speed = turned(facts.velocity, facts.heading);
  facts.local_acceleration = turned(facts.acceleration, facts.heading);
  if (reports_change) {
    facts.speed_change = facts.local_acceleration.lon;
  } else if (differences_ < acceleration_differences(slot)) {
    facts.speed_change = kNone;
  } else {
    const bool is_kept = facts.continues && reports_speed(actors_.state(slot, 1).fields);
    const double before = is_kept ? speed_before : speed_back(slot, 1, differences_ - 1);
    facts.speed_change = (facts.speed - before) / actors_.step_seconds();
  }
  if (state.fields.has(Field::yaw_rate)) {
    facts.yaw_rate = state.yaw_rate;
  } else if (differences_ < yaw_rate_differences(slot) || actors_.age(slot) < 2) {
    facts.yaw_rate = kNone;
  } else {
    facts.yaw_rate = wrapped_angle(state.yaw - actors_.state(slot, 1).yaw) / actors_.step_seconds();
  }
}

void Motion::find_of_everybody() {
  found_all_ = actors_.epoch();
  facts_.make_room(actors_.slot_count());
  for (const Slot slot : actors_.present())
    if (facts_.known(slot, found_all_) == nullptr) compute(slot, facts_.set(slot, found_all_));
}

void Motion::compute_jerk(Slot slot, Vector heading, Local& jerk) const {
  if (differences_ < 1) {
    jerk = {kNone, kNone};
    return;
  }
  const Vector now = acceleration_back(slot, 0, differences_ - 1);
  const Vector before = acceleration_back(slot, 1, differences_ - 1);
  jerk = turned(rate(now, before, actors_.step_seconds()), heading);
}

Local Motion::compute_previous_local_speed(Slot slot) const {
  if (actors_.age(slot) < 2) return {kNone, kNone};
  return turned(velocity_back(slot, 1, differences_), heading_of(actors_.state(slot, 1)));
}

}  // namespace scrutineer::scene
