// Where a point is relative to one lane, even a little beside it: for actors that are known to follow that lane.
//
//   if (auto at = project_on_lane(map, centre, lane, {.beside = 0.5})) use(at->s, at->offset);
#pragma once

#include <optional>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map {

// How far outside of the lane a point may be, in metres.
struct LaneReach {
  double beside = 0.0;  // its borders
  double beyond = 0.0;  // the ends of its road; s is then that of the end
};

// The place of the point along the lane and its continuation in the other sections of its road. The position's lane is
// the one of that section, its t and offset are the point's own. Where the road passes the point several times: the
// place around strip `hint` (RoadPosition::strip of a moment ago), else that nearest to the lane's centre.
std::optional<RoadPosition> project_on_lane(const RoadNetwork& map, const Point& point, LaneId lane, LaneReach reach,
                                            std::uint32_t hint = kNoStrip);

// The lane that continues this one in the first or last section of its road; invalid if it ends or forks before.
LaneId continued_to(const RoadNetwork& map, LaneId lane, ContactPoint end);

}  // namespace scrutineer::map
