#include "scene/detail/approaches.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace scrutineer::scene::detail {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Of so many the swept rectangles are kept in order along one axis for less than a grid costs; of more too many lie beside
// each other on it.
constexpr std::size_t kFewBodies = 200;

bool exists(Velocity velocity) { return std::isfinite(velocity.x + velocity.y); }

Sweep sweep_of(const Body& body, Velocity velocity, std::size_t index) {
  return {body.x, body.y, body.radius, velocity, static_cast<std::uint32_t>(index)};
}

Rect swept(const Sweep& sweep, double horizon) {
  const double dx = horizon * sweep.velocity.x, dy = horizon * sweep.velocity.y;
  return {sweep.x - sweep.radius + std::min(dx, 0.0), sweep.y - sweep.radius + std::min(dy, 0.0),
          sweep.x + sweep.radius + std::max(dx, 0.0), sweep.y + sweep.radius + std::max(dy, 0.0)};
}

// Do the circles around two bodies touch within the horizon? A few multiplications that spare most pairs the exact
// question.
bool circles_meet(const Sweep& a, const Sweep& b, double horizon) {
  const double dx = b.x - a.x, dy = b.y - a.y, reach = a.radius + b.radius;
  if (dx * dx + dy * dy <= reach * reach) return true;
  const double wx = b.velocity.x - a.velocity.x, wy = b.velocity.y - a.velocity.y;
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

void Approaches::sweep_all(double horizon) {
  if (epoch_ == actors_.epoch() && horizon <= swept_horizon_) {
    asked_ = std::max(asked_, horizon);
    return;
  }
  // As far as was asked for in the last frame: it will be again.
  swept_horizon_ = std::max(horizon, asked_);
  asked_ = horizon;
  epoch_ = actors_.epoch();
  is_grid_filled_ = false;
  rects_.clear();
  sweeps_.clear();
  constexpr Rect kNowhere{kNever, kNever, -kNever, -kNever};
  for (const Body& body : bodies_.all()) {
    sweeps_.push_back(sweep_of(body, velocity(body.whole), sweeps_.size()));
    rects_.push_back(exists(sweeps_.back().velocity) ? swept(sweeps_.back(), swept_horizon_) : kNowhere);
  }
}

void Approaches::fill_grid() {
  if (!is_grid_filled_) grid_.fill(rects_);
  is_grid_filled_ = true;
}

double Approaches::meet(const Sweep& a, const Sweep& b, double horizon) {
  if (!circles_meet(a, b, horizon)) return kNever;
  const Body &body_a = bodies_.all()[a.body], &body_b = bodies_.all()[b.body];
  if (!may_meet(body_a, body_b)) [[unlikely]]
    return may_ever_meet(body_a, body_b) ? meet_on_slope(a, b, horizon) : kNever;
  return time_to_collision(bodies_.flat(body_a), a.velocity, bodies_.flat(body_b), b.velocity, horizon);
}

double Approaches::meet_on_slope(const Sweep& a, const Sweep& b, double horizon) {
  const Body &body_a = bodies_.all()[a.body], &body_b = bodies_.all()[b.body];
  const double seconds = time_to_collision(bodies_.flat(body_a), a.velocity, bodies_.flat(body_b), b.velocity, horizon);
  if (seconds == kNever) return kNever;
  const double rise = seconds * (bodies_.climb(body_b.part) - bodies_.climb(body_a.part));
  return body_a.z_low < body_b.z_high + rise && body_b.z_low + rise < body_a.z_high ? seconds : kNever;
}

TimeToCollision Approaches::compute(Slot slot, double horizon) {
  if (!exists(velocity(slot))) return {kNone, {}};
  sweep_all(horizon);
  fill_grid();
  const std::span<const Body> bodies = bodies_.all();
  TimeToCollision first{kNever, {}};
  int first_uid = 0;
  double until = horizon;
  for (const Slot part : actors_.parts(slot)) {
    const std::uint32_t own = bodies_.index_of(part);
    if (own == Bodies::kNone) continue;
    grid_.each_near(swept(sweeps_[own], horizon), [&](std::uint32_t i) {
      const double seconds = meet(sweeps_[own], sweeps_[i], until);
      if (seconds > until) return;
      // Of several at the same time always the same one, whatever the order of the grid.
      if (first.other.valid() && seconds == until && first_uid <= bodies[i].uid) return;
      first = {seconds, bodies[i].whole};
      first_uid = bodies[i].uid;
      until = seconds;
    });
  }
  return first;
}

void Approaches::take(Slot whole, Slot other, double seconds) {
  TimeToCollision& found = answers_[whole.index()].found;
  const bool is_first =
      seconds < found.seconds || (seconds == found.seconds && actors_.uid(other) < actors_.uid(found.other));
  if (is_first) found = {seconds, other};
}

void Approaches::compute_all(double horizon) {
  sweep_all(horizon);
  for (const Slot slot : actors_.present()) {
    Answer& answer = answers_[slot.index()];
    answer.epoch = actors_.epoch();
    answer.horizon = swept_horizon_;
    answer.found = {exists(velocity(slot)) ? kNever : kNone, {}};
  }
  const std::span<const Body> bodies = bodies_.all();
  const auto take_both = [&](std::uint32_t i, std::uint32_t j) {
    const double seconds = meet(sweeps_[i], sweeps_[j], swept_horizon_);
    if (seconds == kNever) return;
    take(bodies[i].whole, bodies[j].whole, seconds);
    take(bodies[j].whole, bodies[i].whole, seconds);
  };
  if (rects_.size() <= kFewBodies) {
    pairs_.each_pair(rects_, take_both);
  } else {
    fill_grid();
    grid_.each_pair(take_both);
  }
}

TimeToCollision Approaches::first(Slot slot, double horizon) {
  slot = actors_.whole(slot);
  horizon = std::min(horizon, kMaxHorizon);
  if (!(horizon >= 0.0)) return {kNever, {}};
  const Epoch now = actors_.epoch();
  if (answers_.size() < actors_.slot_count()) answers_.resize(actors_.slot_count());
  if (asked_epoch_ != now) {
    asked_epoch_ = now;
    asked_before_ = std::exchange(asked_now_, 0);
    if (will_most_be_asked_about()) compute_all(horizon);
  }
  Answer& answer = answers_[slot.index()];
  if (answer.asked != now) ++asked_now_;
  answer.asked = now;
  const bool looked_too_short = answer.horizon < horizon && answer.found.seconds == kNever;
  if (answer.epoch != now || looked_too_short) {
    answer.epoch = now;
    answer.horizon = horizon;
    answer.found = compute(slot, horizon);
  }
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
      first = std::min(first, meet(sweep_of(bodies[i], velocity_a, i), sweep_of(bodies[j], velocity_b, j), horizon));
    }
  }
  return first;
}

}  // namespace scrutineer::scene::detail
