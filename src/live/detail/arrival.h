// How long a drive takes that begins at rest: even acceleration, then cruising.
#pragma once

#include <cmath>

namespace scrutineer::live::teleport {

struct Arrival {
  double seconds = 0.0;
  bool reached_cruise = false;
};

// `distance` in metres, `cruise` in m/s, `acceleration` in m/s^2.
inline Arrival estimate_arrival(double distance, double cruise, double acceleration) {
  const double until_cruise = cruise * cruise / (2.0 * acceleration);
  if (distance <= until_cruise) return {std::sqrt(2.0 * distance / acceleration), false};
  return {cruise / acceleration + (distance - until_cruise) / cruise, true};
}

}  // namespace scrutineer::live::teleport
