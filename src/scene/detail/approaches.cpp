#include "scene/detail/approaches.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::scene::detail {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool exists(Velocity velocity) { return std::isfinite(velocity.x + velocity.y); }

// Do two circles that move with these velocities touch within the horizon? A few multiplications that spare most pairs
// the exact question.
bool circles_meet(const Body& a, Velocity velocity_a, const Body& b, Velocity velocity_b, double horizon) {
  const double dx = b.x - a.x, dy = b.y - a.y, reach = a.radius + b.radius;
  if (dx * dx + dy * dy <= reach * reach) return true;
  const double wx = velocity_b.x - velocity_a.x, wy = velocity_b.y - velocity_a.y;
  const double closing = -(dx * wx + dy * wy), square = wx * wx + wy * wy;
  if (closing <= 0.0) return false;
  if (closing < horizon * square) {  // nearest before the horizon
    const double beside = dx * wy - dy * wx;
    return beside * beside <= reach * reach * square;
  }
  const double x = dx + horizon * wx, y = dy + horizon * wy;
  return x * x + y * y <= reach * reach;
}

}  // namespace

Velocity Approaches::velocity(Slot whole) {
  if (actors_.info(whole).is_static) return {0.0, 0.0};
  const Vector velocity = motion_.velocity(whole);
  return {velocity.x, velocity.y};
}

Rect Approaches::swept(const Body& body, Velocity velocity, double horizon) const {
  const double dx = horizon * velocity.x, dy = horizon * velocity.y;
  return {body.x - body.radius + std::min(dx, 0.0), body.y - body.radius + std::min(dy, 0.0),
          body.x + body.radius + std::max(dx, 0.0), body.y + body.radius + std::max(dy, 0.0)};
}

void Approaches::fill_grid(double horizon) {
  if (epoch_ == actors_.epoch() && horizon <= grid_horizon_) {
    asked_ = std::max(asked_, horizon);
    return;
  }
  // As far as was asked for in the last frame: it will be again.
  grid_horizon_ = std::max(horizon, asked_);
  asked_ = horizon;
  epoch_ = actors_.epoch();
  rects_.clear();
  velocities_.clear();
  constexpr Rect kNowhere{0.0, 0.0, -1.0, -1.0};
  for (const Body& body : bodies_.all()) {
    const Velocity moves = velocity(body.whole);
    velocities_.push_back(moves);
    rects_.push_back(exists(moves) ? swept(body, moves, grid_horizon_) : kNowhere);
  }
  grid_.fill(rects_);
}

double Approaches::meet(const Body& a, Velocity velocity_a, const Body& b, Velocity velocity_b, double horizon) {
  if (!may_meet(a, b) || !circles_meet(a, velocity_a, b, velocity_b, horizon)) return kNever;
  return time_to_collision(bodies_.flat(a), velocity_a, bodies_.flat(b), velocity_b, horizon);
}

TimeToCollision Approaches::compute(Slot slot, double horizon) {
  const Velocity moves = velocity(slot);
  if (!exists(moves)) return {kNone, {}};
  fill_grid(horizon);
  const std::span<const Body> bodies = bodies_.all();
  TimeToCollision first{kNever, {}};
  int first_uid = 0;
  double until = horizon;
  for (const Slot part : actors_.parts(slot)) {
    const std::uint32_t own = bodies_.index_of(part);
    if (own == Bodies::kNone) continue;
    grid_.each_near(swept(bodies[own], moves, horizon), [&](std::uint32_t i) {
      const double seconds = meet(bodies[own], moves, bodies[i], velocities_[i], until);
      // Of several at the same time always the same one, whatever the order of the grid.
      if (seconds > until || (first.other.valid() && seconds == until && first_uid <= bodies[i].uid)) return;
      first = {seconds, bodies[i].whole};
      first_uid = bodies[i].uid;
      until = seconds;
    });
  }
  return first;
}

TimeToCollision Approaches::first(Slot slot, double horizon) {
  slot = actors_.whole(slot);
  horizon = std::min(horizon, kMaxHorizon);
  if (!(horizon >= 0.0)) return {kNever, {}};
  if (slot.index() >= answers_.size()) answers_.resize(actors_.slot_count());
  Answer& answer = answers_[slot.index()];
  const bool looked_too_short = answer.horizon < horizon && answer.found.seconds == kNever;
  if (answer.epoch != actors_.epoch() || looked_too_short)
    answer = {.epoch = actors_.epoch(), .horizon = horizon, .found = compute(slot, horizon)};
  return answer.found.seconds > horizon ? TimeToCollision{kNever, {}} : answer.found;
}

double Approaches::between(Slot a, Slot b, double horizon) {
  a = actors_.whole(a);
  b = actors_.whole(b);
  const Velocity velocity_a = velocity(a), velocity_b = velocity(b);
  if (!exists(velocity_a) || !exists(velocity_b)) return kNone;
  const std::span<const Body> bodies = bodies_.all();
  double first = kNever;
  for (const Slot part_a : actors_.parts(a)) {
    for (const Slot part_b : actors_.parts(b)) {
      const std::uint32_t i = bodies_.index_of(part_a), j = bodies_.index_of(part_b);
      if (i == Bodies::kNone || j == Bodies::kNone) continue;
      first = std::min(first, meet(bodies[i], velocity_a, bodies[j], velocity_b, std::min(horizon, kMaxHorizon)));
    }
  }
  return first;
}

}  // namespace scrutineer::scene::detail
