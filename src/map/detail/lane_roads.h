// One road from lanes side by side: reference line, widths, heights.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "map/detail/fitted_line.h"
#include "map/detail/lane_groups.h"
#include "map/model.h"

namespace scrutineer::map::detail {

// A road that was made, without its links; and what it takes to find places on it.
struct MadeRoad {
  RoadRecord record;  // without geometries: they are the line's
  FittedLine line;
  std::size_t lane_count = 0;

  // The number of the lane at a position of its group, counted from the left.
  int number_of(std::size_t position) const {
    const auto left = static_cast<int>(centre), at = static_cast<int>(position);
    return at < left ? left - at : left - at - 1;
  }
  std::size_t centre = 0;
};

// Nothing: none of its borders has a length, or a lane is wider than a road network may be.
std::optional<MadeRoad> make_road(const LaneMap& map, TrafficRule rule, const LaneGroup& group);

}  // namespace scrutineer::map::detail
