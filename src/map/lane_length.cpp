#include "map/lane_length.h"

#include <cmath>

#include "map/lookup.h"

namespace scrutineer::map {

// Chords over half a metre of s, each made as long as the arc of the mean curvature above it.
double centre_length(const RoadNetwork& map, LaneId lane, double from, double to, double enough) {
  constexpr double kStep = 0.5;
  const double sense = from < to ? 1.0 : -1.0;
  double length = 0.0;
  RoadPoint last = point_at(map, lane, from, 0.0);
  for (double left = std::abs(to - from); left > 0.0 && length <= enough; left -= kStep) {
    const RoadPoint next = point_at(map, lane, left > kStep ? to - sense * (left - kStep) : to, 0.0);
    const double chord = std::hypot(next.x - last.x, next.y - last.y);
    const double turn = 0.5 * (last.curvature + next.curvature) * chord;
    length += chord * (1.0 + turn * turn / 24.0);
    last = next;
  }
  return length;
}

}  // namespace scrutineer::map
