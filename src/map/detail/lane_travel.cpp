#include "map/detail/lane_travel.h"

#include <algorithm>

namespace scrutineer::map::detail {
namespace {

bool contains(const std::vector<LaneId>& lanes, LaneId lane) {
  return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
}

// The lanes that touch this one at the end of its section (`at_end`) or at its begin.
const std::vector<LaneId>& touching(const Lane& lane, bool at_end) {
  return at_end ? lane.successors : lane.predecessors;
}

// The travels that continue this one where traffic leaves the lane, or that bring traffic to where it enters. Two lanes
// may touch with the ends that traffic leaves by: neither leads to the other then.
std::vector<Travel> linked(const RoadNetwork& map, const Travel& travel, bool leaving) {
  std::vector<Travel> found;
  const bool at_end = travel.along == leaving;
  for (const LaneId other : touching(map.lane(travel.lane), at_end)) {
    for (const Travel& way : travels(map, other)) {
      const bool touches_at_end = way.along != leaving;  // the end of the other's section that we must touch
      if (contains(touching(map.lane(other), touches_at_end), travel.lane)) found.push_back(way);
    }
  }
  return found;
}

}  // namespace

bool carries_vehicles(LaneType type) {
  switch (type) {
    case LaneType::driving:
    case LaneType::bidirectional:
    case LaneType::exit:
    case LaneType::entry:
    case LaneType::on_ramp:
    case LaneType::off_ramp:
    case LaneType::connecting_ramp:
    case LaneType::slip_lane:
    case LaneType::bus:
    case LaneType::taxi:
    case LaneType::hov:
    case LaneType::mway_entry:
    case LaneType::mway_exit:
    case LaneType::road_works:
    case LaneType::shared:
      return true;
    default:
      return false;
  }
}

bool is_two_way(const Lane& lane) {
  return lane.type == LaneType::bidirectional || lane.direction == LaneDirection::both;
}

std::vector<Travel> travels(const RoadNetwork& map, LaneId lane) {
  if (is_two_way(map.lane(lane))) return {{lane, true}, {lane, false}};
  return {{lane, drives_along_s(map, lane)}};
}

double begin_of(const RoadNetwork& map, const Travel& travel) {
  const Lane& lane = map.lane(travel.lane);
  return travel.along ? lane.s_begin : lane.s_end;
}

double end_of(const RoadNetwork& map, const Travel& travel) {
  const Lane& lane = map.lane(travel.lane);
  return travel.along ? lane.s_end : lane.s_begin;
}

std::vector<Travel> next_of(const RoadNetwork& map, const Travel& travel) { return linked(map, travel, true); }
std::vector<Travel> previous_of(const RoadNetwork& map, const Travel& travel) { return linked(map, travel, false); }

}  // namespace scrutineer::map::detail
