// By how much the way turns that begins with a lane: what tells which of several ways is the straightest.
//
//   if (turn_ahead(map, {left, true}) < turn_ahead(map, {right, true})) ...
//
// It does not matter how the file cuts roads and lane sections.
#pragma once

#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::map {

inline constexpr double kTurnSeen = 50.0;  // metres: outside of junctions

// Radians, 0 to pi: between the direction in which the lane is entered and that in which the way leaves the junction that
// the lane is in; elsewhere that which it has kTurnSeen further on. Where it forks again, one branch is taken.
double turn_ahead(const RoadNetwork& map, DirectedLane lane);

}  // namespace scrutineer::map
