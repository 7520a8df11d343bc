// The ring that a junction's <boundary> describes.
#pragma once

#include <optional>

#include "map/junctions.h"

namespace scrutineer::map::detail {

// Nothing if the junction has no boundary, or one that cannot be followed: a road or lane that does not exist, fewer
// than three different points.
std::optional<Ring> boundary_ring(const RoadNetwork& map, const Junction& junction, double max_error);

}  // namespace scrutineer::map::detail
