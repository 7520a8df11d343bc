// The union of polygons. The library that makes it, GEOS, takes longer to be linked than many a command runs, and few
// points need a union: it is in a plugin of its own, which is loaded for the first one.
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
// Throws if the plugin is missing: it comes with the program.
UnionOfRings union_of(std::span<const Ring> rings);

// Twice the area is the sum of cross products; positive if counter-clockwise.
inline double signed_area(const Ring& ring) {
  double doubled = 0.0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    doubled +=
        (ring[i].x - ring[0].x) * (ring[i + 1].y - ring[0].y) - (ring[i].y - ring[0].y) * (ring[i + 1].x - ring[0].x);
  }
  return 0.5 * doubled;
}

}  // namespace scrutineer::map::detail

// What GEOS does: a union, its rings in any order. In the plugin scrutineer_geos, and in the libraries for other programs, which
// start once; the program itself is linked without it.
extern "C" [[gnu::weak]] void scrutineer_union_of(std::span<const scrutineer::map::Ring> rings,
                                                  scrutineer::map::detail::UnionOfRings& result);
