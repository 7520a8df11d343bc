// The union of polygons.
#pragma once

#include <span>
#include <vector>

#include "map/junctions.h"

namespace scrutineer::map::detail {

struct UnionOfRings {
  std::vector<Ring>
      outer;  // of the union with its holes filled: apart from each other, counter-clockwise, largest first
  std::vector<Ring> filled;  // the holes that were filled
};

// Vertices move by up to kUnionGrid: on a grid that coarse, nearly coincident borders (neighbouring lanes, roads that
// leave the same place) become coincident instead of leaving needles, and the union cannot fail on them.
// Rings that cross themselves count for what they enclose; those with a coordinate that is no number or further than
// kFarthest from the others are left out.
inline constexpr double kUnionGrid = 0.001;  // metres
inline constexpr double kFarthest = 1e6;     // metres
UnionOfRings union_of(std::span<const Ring> rings);

// Twice the area is the sum of cross products; positive if counter-clockwise.
double signed_area(const Ring& ring);

}  // namespace scrutineer::map::detail
