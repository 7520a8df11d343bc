// Maps of lanes as OSI has them: lanes with centre lines, boundaries and pairings.
#pragma once

#include <string>

#include "map/lane_map.h"

namespace scrutineer::kit {

// A GroundTruth message. Ids must be numbers, and points run along s (kit/lane_maps.h makes them so). Neighbours share
// their boundary.
std::string osi_ground_truth(const map::LaneMap& map);
// The same as a file of one message.
std::string osi_file(const map::LaneMap& map);

}  // namespace scrutineer::kit
