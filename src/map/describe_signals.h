// The signals of a map and what they control, as text for a person.
#pragma once

#include <string>

#include "map/road_network.h"

namespace scrutineer::map {

// How many signals of each kind there are; then for every junction each incoming lane and each way from it: what
// controls it and where its reference line is.
std::string describe_controls(const RoadNetwork& map);

}  // namespace scrutineer::map
