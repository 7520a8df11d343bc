// Tells when the ego passes the midpoint after a teleport.
//
//   watch.begin(now, teleporter.plan().midpoint_at, row.choice.distance_to_midpoint);
//   if (auto seconds = watch.advance(now, ego_centre)) ...     // every frame; once per begin()
#pragma once

#include <optional>

#include "base/time.h"
#include "live/teleporter.h"
#include "map/lookup.h"

namespace scrutineer::live {

class ArrivalWatch {
 public:
  // To be called when the ego stands at its destination, `distance` metres from the midpoint along its way.
  void begin(Time now, const map::RoadPoint& midpoint, double distance);
  // Seconds from begin() until the ego's centre passed the midpoint; nothing: it has not yet, or that was told already.
  std::optional<double> advance(Time now, const teleport::Centre& centre);

 private:
  bool is_waiting_ = false;
  map::RoadPoint midpoint_;
  double distance_ = 0.0;
  Time start_{}, seen_{};
  std::optional<double> before_;  // metres along the lane to the midpoint, negative, in the frame before
};

}  // namespace scrutineer::live
