// How the lanes that vehicles use hang together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map::rules {

// Sizes of parts in lanes, the largest first.
using PartSizes = std::vector<std::size_t>;

// By links and lane changes, whichever way these are travelled: without a way from one part to the other.
PartSizes parts_of_lanes(const RoadNetwork& map);
// By links and lane changes in the direction of travel: within a part every lane can be reached from every other one
// (Tarjan's strongly connected components). A road that ends at the edge of the map is a part of its own, and a lane
// that is travelled both ways counts once in each direction.
PartSizes strong_parts_of_lanes(const RoadNetwork& map);

// "120, 3, 10 x 1"; the smallest are left out where there are many sizes.
std::string to_text(const PartSizes& sizes);

}  // namespace scrutineer::map::rules
