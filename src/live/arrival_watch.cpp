#include "live/arrival_watch.h"

#include <cmath>

namespace scrutineer::live {

namespace {

// When the ego's centre passes the midpoint's line, no further beside the lane's centre than this.
constexpr double kBesideMidpoint = 3.0;  // metres
// Nearer than this it is there already: simulators put it down to the centimetre.
constexpr double kAtMidpoint = 0.05;  // metres

}  // namespace

void ArrivalWatch::begin(Time now, const map::RoadPoint& midpoint, double distance) {
  is_waiting_ = true;
  midpoint_ = midpoint;
  distance_ = distance;
  start_ = now;
  before_.reset();
}

std::optional<double> ArrivalWatch::advance(Time now, const teleport::Centre& centre) {
  if (!is_waiting_) return std::nullopt;
  const double cos = std::cos(midpoint_.heading), sin = std::sin(midpoint_.heading);
  const double x = centre.x - midpoint_.x, y = centre.y - midpoint_.y;
  const double along = x * cos + y * sin, beside = y * cos - x * sin;
  std::optional<double> arrival;
  if (before_ && *before_ < 0.0 && along >= 0.0 && std::abs(beside) < kBesideMidpoint) {
    // Between the two frames, evenly.
    const double share = *before_ / (*before_ - along);
    arrival = to_seconds(seen_) + share * to_seconds(now - seen_) - to_seconds(start_);
  } else if (!before_ && distance_ < kAtMidpoint) {
    arrival = 0.0;  // it was put there
  }
  before_ = along;
  seen_ = now;
  is_waiting_ = !arrival;
  return arrival;
}

}  // namespace scrutineer::live
