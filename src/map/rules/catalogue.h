// The rules by group, each group defined in the file of its name.
#pragma once

#include <vector>

#include "map/check.h"

namespace scrutineer::map::rules {

std::vector<MapRule> catalogue();  // all of them, in the order of lists and pages

std::vector<MapRule> basic_rules();
std::vector<MapRule> lane_rules();
std::vector<MapRule> lane_width_rules();
std::vector<MapRule> geometry_rules();
std::vector<MapRule> redundancy_rules();
std::vector<MapRule> smoothness_rules();
std::vector<MapRule> linkage_rules();
std::vector<MapRule> junction_rules();
std::vector<MapRule> junction_reference_rules();
std::vector<MapRule> object_rules();
std::vector<MapRule> object_structure_rules();
std::vector<MapRule> signal_rules();
std::vector<MapRule> border_rules();

// Rules of more than a screen have a file of their own.
MapRule connected_lanes();
MapRule lane_connectivity();
MapRule lane_directions();
MapRule lane_references();
MapRule roads_overlap();
MapRule sub_sections_sum();
MapRule valid_schema();
MapRule zig_zag();

}  // namespace scrutineer::map::rules
