// The map checks, each defined in the file of its name.
#pragma once

#include "map/check.h"

namespace scrutineer::map::checks {

MapCheck connected_lanes();
MapCheck lane_connectivity();
MapCheck zig_zag();
MapCheck sub_sections_sum();

}  // namespace scrutineer::map::checks
