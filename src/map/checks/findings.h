// What the map checks share: how a finding at a lane is made, and the words for places.
#pragma once

#include <string>

#include "map/check.h"
#include "map/detail/lane_ends.h"
#include "map/road_network.h"

namespace scrutineer::map::checks {

// "road 12, lane -1"
std::string name_of(const RoadNetwork& map, LaneId lane);

// An anomaly at the end of a lane, with everything but measured value, threshold, unit and message.
Anomaly anomaly_at(const RoadNetwork& map, LaneId lane, const detail::LaneEndSection& place);
// The same for the whole road: at this s of its reference line.
Anomaly anomaly_at(const RoadNetwork& map, RoadId road, double s);

std::optional<std::string> skipped_without_roads(const RoadNetwork& map);

}  // namespace scrutineer::map::checks
