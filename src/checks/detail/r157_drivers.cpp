#include "checks/detail/r157_drivers.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::checks {
namespace {

constexpr double kHardest = 0.774 * 9.81;  // m/s^2

// Of the fuzzy model: reaction in s, deceleration that is comfortable and that is possible, of the leader, margins.
constexpr double kReaction = 0.75, kComfortable = 4.0, kPossible = 6.0, kLeader = 7.0, kMargin = 2.0, kJerk = 12.65;

double between(double gap, double unsafe, double safe) {
  if (gap > safe) return 0.0;
  return gap < unsafe ? 1.0 : (gap - safe) / (unsafe - safe);
}

}  // namespace

bool is_cut_in_preventable(double gap, double closing_speed) {
  if (closing_speed <= 0.0) return true;
  constexpr double kBraking = 6.0, kDelay = 0.35;
  return gap / closing_speed > closing_speed / (2.0 * kBraking) + kDelay;
}

double least_following_distance(double speed) {
  constexpr double kTenKmh = 10.0 / 3.6, kLeast = 2.0;
  double seconds = 1.0;
  if (speed <= kLeast)
    seconds = 1.0;
  else if (speed <= kTenKmh)
    seconds = 1.0 + 0.1 * (speed - kLeast) / (kTenKmh - kLeast);
  else
    seconds = std::min(2.0, 1.1 + 0.1 * (speed - kTenKmh) / kTenKmh);
  return std::max(kLeast, speed * seconds);
}

double proactive_danger(double gap, double rear_speed, double front_speed) {
  const double base = rear_speed * kReaction - front_speed * front_speed / (2.0 * kLeader);
  const double square = rear_speed * rear_speed;
  return between(gap - kMargin, base + square / (2.0 * kPossible), base + square / (2.0 * kComfortable) + kMargin);
}

double critical_danger(double gap, double rear_speed, double front_speed, double rear_acceleration) {
  if (rear_speed <= front_speed) return 0.0;
  const double acceleration = std::max(rear_acceleration, -kComfortable);
  const double then = rear_speed + kReaction * acceleration;
  if (then < front_speed) {
    const double closing = rear_speed - front_speed;
    return gap < closing * closing / (2.0 * std::abs(rear_acceleration)) ? 1.0 : 0.0;
  }
  const double base = (rear_speed + 0.5 * acceleration * kReaction - front_speed) * kReaction;
  const double square = (then - front_speed) * (then - front_speed);
  return between(gap, base + square / (2.0 * kPossible), base + square / (2.0 * kComfortable));
}

// Looks for 0.4 s; once it sees the danger it waits for 0.75 s, then brakes harder and harder for 0.6 s.
double VirtualDriver::careful(const SeenByDriver& seen) {
  constexpr double kEvaluation = 0.4, kDelay = 0.75, kRise = 0.6, kCritical = 2.0;  // seconds
  const double closing = speed_ - seen.speed;
  const bool is_near = closing > 0.0 && seen.gap <= kCritical * closing;
  const bool follows = start_.manoeuvre != Manoeuvre::cut_in;
  const bool is_close = follows && speed_ > 0.0 && seen.gap <= kCritical * speed_;
  if (alarmed_at_ < 0.0 && time_ >= kEvaluation && (is_near || is_close)) alarmed_at_ = time_;
  if (alarmed_at_ < 0.0 || time_ < alarmed_at_ + kDelay) return 0.0;
  return kHardest * std::clamp((time_ - alarmed_at_ - kDelay) / kRise, 0.0, 1.0);
}

double VirtualDriver::fuzzy(double seconds, const SeenByDriver& seen) {
  const double closing = speed_ - seen.speed;
  const bool is_past = seen.gap < -0.5 * (seen.length + start_.length);
  const bool is_beside = seen.side_gap > 0.0;
  bool is_harmless = is_past || closing <= 0.0 || (is_beside && seen.side_speed >= 0.0);
  if (!is_harmless && is_beside) {
    const double in_line = seen.side_gap / -seen.side_speed;
    is_harmless = in_line > (seen.gap + seen.length + start_.length) / closing + 0.1;
  }
  const double proactive = is_harmless ? 0.0 : proactive_danger(seen.gap, speed_, seen.speed);
  const double critical = is_harmless ? 0.0 : critical_danger(seen.gap, speed_, seen.speed, -deceleration_);
  if (proactive + critical <= 0.0) return 0.0;
  if (reaction_left_ > 0.0) {
    reaction_left_ -= seconds;
    return 0.0;
  }
  const double wanted =
      critical > 0.0 ? critical * (kPossible - kComfortable) + kComfortable : proactive * kComfortable;
  return std::min({deceleration_ + kJerk * seconds, kHardest, wanted});
}

void VirtualDriver::brake(double seconds, double deceleration) {
  const double lasts = deceleration > 0.0 ? std::min(seconds, speed_ / deceleration) : seconds;
  driven_ += speed_ * lasts - 0.5 * deceleration * lasts * lasts;
  speed_ = std::max(0.0, speed_ - deceleration * lasts);
  deceleration_ = deceleration;
}

void VirtualDriver::look(const SeenByDriver& seen) {
  seen_ = seen;
  const bool is_abreast = seen.gap < 0.0 && seen.gap > -(seen.length + start_.length);
  has_collided_ = has_collided_ || (is_abreast && seen.side_gap < 0.0);
}

void VirtualDriver::drive(double seconds) {
  constexpr double kStep = 0.1;  // seconds at most
  SeenByDriver now = seen_;
  for (double left = seconds; left > 1e-9;) {
    const double step = std::min(left, kStep), before = driven_;
    brake(step, model_ == DriverModel::cc ? careful(now) : fuzzy(step, now));
    time_ += step;
    left -= step;
    now.gap += now.speed * step - (driven_ - before);
    now.side_gap += now.side_speed * step;
  }
}

}  // namespace scrutineer::checks
