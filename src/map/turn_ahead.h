// By how much the way turns that begins with a lane: what tells which of several ways is the straightest.
//
//   const std::size_t i = straightest(map, ways.size(), [&](std::size_t k) { return ways[k]; }, 1e-6);
//
// It does not matter how the file cuts roads and lane sections, nor in which order it has them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::map {

inline constexpr double kTurnSeen = 50.0;  // metres: outside of junctions

// Radians, from -pi to pi, left is positive: from the direction in which the lane is entered to that in which the way leaves
// the junction that the lane is in; elsewhere to that which it has kTurnSeen further on. Where it forks again, one branch
// is taken.
double turn_ahead(const RoadNetwork& map, DirectedLane lane);

// Is that clearly to the right where traffic keeps to the right, or to the left where it keeps to the left?
bool is_to_the_near_side(const RoadNetwork& map, DirectedLane lane, double turn);

// Which of `count` ways, at least one, turns least. Of those that turn alike, within `same` radians, one that turns to the
// near side, else the first: at the foot of a T nobody can drive straight on.
template <typename WayAt>
std::size_t straightest(const RoadNetwork& map, std::size_t count, WayAt&& way_at, double same) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) least = std::min(least, std::abs(turn_ahead(map, way_at(i))));
  std::size_t first = count;
  for (std::size_t i = 0; i < count; ++i) {
    const double turn = turn_ahead(map, way_at(i));
    if (std::abs(turn) > least + same) continue;
    if (is_to_the_near_side(map, way_at(i), turn)) return i;
    first = std::min(first, i);
  }
  return first;
}

}  // namespace scrutineer::map
