// Cuts a road into strips: stretches with one quintic for the reference line and one cubic for every lane border.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "map/detail/build_warning.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

struct StripLists {
  std::vector<Strip> strips;
  std::vector<Cubic> borders;
  std::vector<Cubic> superelevations;
};

// Appends the strips of a road; sets first_strip and strip_count of its sections. `first_section` is the network-wide
// number of sections[0]. What the plan view says of itself that is not so goes to `warnings`. Returns the summed true
// length of the road's curves.
double append_strips(const RoadRecord& record, std::uint32_t road, std::span<LaneSection> sections,
                     std::uint32_t first_section, StripLists& lists, std::vector<BuildWarning>& warnings);

}  // namespace scrutineer::map::detail
