// How wide the lanes of one side of a section are where <border> says where they end.
#pragma once

#include <span>
#include <vector>

#include "map/model.h"

namespace scrutineer::map::detail {

struct BorderedWidth {
  int lane = 0;
  double reach = 0.0;                          // metres: how far lane 0 is from its outer border, in the mean
  double narrowest = 0.0, narrowest_at = 0.0;  // metres, and the s of it
};

// The lanes of one side, innermost first, whether by <width> or by <border>.
using LaneSide = std::vector<LaneRecord*>;
LaneSide lanes_of_side(LaneSectionRecord& section, int side);  // +1: left, -1: right

// From s_begin to s_end. Widths are below 0 where a border lies on the wrong side of the lane within, reaches where it
// is on the other side of the road. With `turned` borders are
// taken with the other sign: as distances, which some programs write for both sides.
std::vector<BorderedWidth> bordered_widths(const LaneSide& lanes, std::span<const CubicRecord> lane_offsets,
                                           double s_begin, double s_end, bool turned);

}  // namespace scrutineer::map::detail
