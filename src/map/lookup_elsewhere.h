// Points to road positions on roads that are not known yet: for several points of one body.
//
//   locate_elsewhere(map, corner, z, known, found);
//   for (const RoadPosition& at : found) known.push_back(strips_of(map.road(at.road)));
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "map/lookup.h"

namespace scrutineer::map {

// The strips of a road, by which it is known.
struct StripRange {
  std::uint32_t first = 0, count = 0;

  bool holds(std::uint32_t strip) const { return strip - first < count; }
};
inline StripRange strips_of(const Road& road) { return {road.first_strip, road.strip_count}; }

// What locate() finds on all other roads. What is known costs nearly nothing.
void locate_elsewhere(const RoadNetwork& map, Point point, std::optional<double> z, std::span<const StripRange> known,
                      std::vector<RoadPosition>& found);

}  // namespace scrutineer::map
