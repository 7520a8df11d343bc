// Where a point is relative to one lane, even a little beside it: for actors that are known to follow that lane.
//
//   if (auto at = project_on_lane(map, centre, lane, 0.5)) use(at->s, at->offset);
#pragma once

#include <optional>

#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map {

// The place of the point along the lane and its continuation in the other sections of its road, if the point lies in it
// or at most `tolerance` metres beside its borders. The position's lane is the one of that section, its t and offset
// are the point's own, its height is that of the reference line's cross-section.
std::optional<RoadPosition> project_on_lane(const RoadNetwork& map, Point point, LaneId lane, double tolerance);

}  // namespace scrutineer::map
