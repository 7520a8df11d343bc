// What leads where, in the sense of travel.
//
//   for (const LaneId next : next_lanes(map, lane)) ...         // where traffic on the lane goes on
//   const LaneId passing = neighbour_left(map, lane);           // invalid: there is none
//
// Lane::predecessors and ::successors follow the road's s; here everything follows traffic, whichever way s runs.
#pragma once

#include <vector>

#include "map/road_network.h"

namespace scrutineer::map {

// Lanes that any motor vehicle drives on: driving, entry, exit (and their old names mwayEntry, mwayExit), onRamp,
// offRamp, connectingRamp, slipLane, bidirectional.
bool is_driving(LaneType type);
// The same, and bus, taxi and HOV lanes: some motor vehicles drive there. What links, routes and road distances follow.
bool carries_vehicles(LaneType type);

// May traffic on the lane go either way?
bool is_two_way(const Lane& lane);

// A lane and the way it is travelled.
struct DirectedLane {
  LaneId lane;
  bool along_s = true;

  ContactPoint entry() const { return along_s ? ContactPoint::start : ContactPoint::end; }
  ContactPoint exit() const { return along_s ? ContactPoint::end : ContactPoint::start; }
  bool operator==(const DirectedLane&) const = default;
};
// Its place in arrays that have two for each lane.
inline std::size_t index_of(DirectedLane way) { return 2 * way.lane.index() + (way.along_s ? 1 : 0); }

// The lane as its traffic travels it; two-way lanes along s.
DirectedLane as_travelled(const RoadNetwork& map, LaneId lane);
// Does traffic on the lane go this way?
bool allows(const RoadNetwork& map, DirectedLane lane);

// The lanes that one end of the lane touches, by id.
const std::vector<LaneId>& links_at(const Lane& lane, ContactPoint end);
// `other` is one of links_at(map.lane(lane), end): the end of `other` that touches.
ContactPoint touching_end(const RoadNetwork& map, LaneId lane, ContactPoint end, LaneId other);

// The linked lanes where traffic goes on (where it comes from), by id; a link to a lane whose traffic runs the other
// way is none.
std::vector<DirectedLane> next_lanes(const RoadNetwork& map, DirectedLane lane);
std::vector<DirectedLane> previous_lanes(const RoadNetwork& map, DirectedLane lane);
// The same for a lane as its traffic travels it.
std::vector<LaneId> next_lanes(const RoadNetwork& map, LaneId lane);
std::vector<LaneId> previous_lanes(const RoadNetwork& map, LaneId lane);

// The lane beside this one as seen by its traffic, of whatever type, if its traffic may go the same way; else invalid.
LaneId neighbour_left(const RoadNetwork& map, DirectedLane lane);
LaneId neighbour_right(const RoadNetwork& map, DirectedLane lane);
LaneId neighbour_left(const RoadNetwork& map, LaneId lane);
LaneId neighbour_right(const RoadNetwork& map, LaneId lane);

// The nearest lane across the centre that carries vehicles the other way; invalid on a one-way road.
LaneId opposite(const RoadNetwork& map, LaneId lane);

}  // namespace scrutineer::map
