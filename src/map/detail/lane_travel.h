// Lanes as traffic uses them.
#pragma once

#include <vector>

#include "map/lane_graph.h"

namespace scrutineer::map::detail {

// The ways in which traffic uses the lane: one, or two.
inline std::vector<DirectedLane> ways_of(const RoadNetwork& map, LaneId lane) {
  const DirectedLane way = as_travelled(map, lane);
  if (!is_two_way(map.lane(lane))) return {way};
  return {way, {lane, !way.along_s}};
}

// Where traffic enters and leaves the lane, as road s.
inline double entry_s(const RoadNetwork& map, DirectedLane lane) {
  return lane.along_s ? map.lane(lane.lane).s_begin : map.lane(lane.lane).s_end;
}
inline double exit_s(const RoadNetwork& map, DirectedLane lane) {
  return lane.along_s ? map.lane(lane.lane).s_end : map.lane(lane.lane).s_begin;
}

}  // namespace scrutineer::map::detail
