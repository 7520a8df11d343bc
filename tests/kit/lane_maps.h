// Maps of lanes for tests: made from a road network, as a simulator would export its lanes.
#pragma once

#include "map/lane_map.h"
#include "map/road_network.h"

namespace scrutineer::kit {

// Every lane with an area, its borders within `max_error` of the network's. A lane's id is its number in
// RoadNetwork::lanes(). Points run along the road's s, whichever way traffic does.
map::LaneMap lanes_of(const map::RoadNetwork& network, double max_error = 0.02);

}  // namespace scrutineer::kit
