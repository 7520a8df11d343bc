// Why a vehicle may drive slowly or stand: somebody before it, a junction, a light or sign, a curve, a lower limit, a
// vulnerable road user.
//
//   const std::string_view excuse = excuse_of(at, {.vehicle_time = 3.0, .control_distance = 50.0});
//   if (!excuse.empty()) ...                              // "vehicle_ahead", "junction", "light", "sign" ...
//
// A bound of 0 turns that excuse off. Distances are from the vehicle's front.
#pragma once

#include <string>
#include <string_view>

#include "watch/context.h"

namespace scrutineer::checks {

struct ExcuseBounds {
  double vehicle_time = 0.0;      // seconds to the vehicle ahead of it, at the own speed ...
  double vehicle_distance = 0.0;  // ... or metres
  double control_distance = 0.0;  // metres to a junction, a traffic light, a stop or yield sign
  double stopping_light = 0.0;    // metres to a light that is not green, or of which that is not known
  double lateral_acceleration =
      0.0;                      // with which curves are comfortable, m/s^2; they count within the stopping distance
  double slow = 0.0;            // m/s: a curve counts if no more is comfortable there
  double limit_distance = 0.0;  // metres to a lower limit
  double vru_distance = 0.0;    // metres to the centre of a vulnerable road user
};

// What excuses it, in the order above; empty: nothing does.
std::string_view excuse_of(const watch::View& at, const ExcuseBounds& bounds);

// The nearest of what would be an excuse if it were nearer: "junction at 34.2 m"; empty: nothing is within 100 m.
std::string nearest_excuse(const watch::View& at);

}  // namespace scrutineer::checks
