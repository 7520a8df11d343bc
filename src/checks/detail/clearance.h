// What stands nearest to a vehicle.
#pragma once

#include <limits>

#include "scene/boxes.h"
#include "watch/context.h"

namespace scrutineer::checks {

struct Clearance {
  double distance = std::numeric_limits<double>::infinity();
  scene::Slot other;                      // a whole; invalid: nothing stands so near
  scene::Side side = scene::Side::front;  // of the vehicle, where the other's nearest corner is, or its own one
};
// The nearest object, or vulnerable road user who stands, no further in the plane from any of the vehicle's bodies than
// `reach`, at its height.
Clearance nearest_standing(const watch::View& at, double reach);

}  // namespace scrutineer::checks
