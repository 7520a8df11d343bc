// How long lanes are, along their centre lines.
#pragma once

#include <limits>

#include "map/road_network.h"

namespace scrutineer::map {

// Between two road s of the lane. Once it is above `enough` it does not matter how long it is.
double centre_length(const RoadNetwork& map, LaneId lane, double from, double to,
                     double enough = std::numeric_limits<double>::infinity());

}  // namespace scrutineer::map
