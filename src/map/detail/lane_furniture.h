// Signals and stop lines of a map of lanes, put onto its roads.
#pragma once

#include <span>

#include "map/detail/lane_roads.h"

namespace scrutineer::map::detail {

void place_signals(const LaneMap& map, const LaneIndex& index, std::span<const GroupPlace> places,
                   std::span<MadeRoad> roads, std::vector<std::string>& warnings);
void place_stop_lines(const LaneMap& map, const LaneIndex& index, std::span<const GroupPlace> places,
                      std::span<MadeRoad> roads, std::vector<std::string>& warnings);

}  // namespace scrutineer::map::detail
