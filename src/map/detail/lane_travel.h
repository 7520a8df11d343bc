// Lanes as traffic uses them: which way, and what comes next.
#pragma once

#include <vector>

#include "map/road_network.h"

namespace scrutineer::map::detail {

// Lanes that cars and trucks drive on.
bool carries_vehicles(LaneType type);

// Traffic may run both ways on it.
bool is_two_way(const Lane& lane);

// A lane and the way it is driven.
struct Travel {
  LaneId lane;
  bool along = true;  // with the road's s
  bool operator==(const Travel&) const = default;
};

// One, or two for a lane that is driven both ways.
std::vector<Travel> travels(const RoadNetwork& map, LaneId lane);
// Where traffic enters and leaves the lane, as road s.
double begin_of(const RoadNetwork& map, const Travel& travel);
double end_of(const RoadNetwork& map, const Travel& travel);
// The lanes that it leads to or comes from, each in the way that continues this one; a lane that is linked but runs the
// other way is none.
std::vector<Travel> next_of(const RoadNetwork& map, const Travel& travel);
std::vector<Travel> previous_of(const RoadNetwork& map, const Travel& travel);

}  // namespace scrutineer::map::detail
