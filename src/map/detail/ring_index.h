// Is a point inside of some rings? A few comparisons, even where they have thousands of edges.
//
// The rings' height is cut into slabs, each with the edges that reach into it: a level ray from the point crosses only
// edges of its slab.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "map/junctions.h"

namespace scrutineer::map::detail {

class RingIndex {
 public:
  RingIndex() = default;  // of no rings: contains nothing
  // Rings of which none crosses another; a point inside of two nested ones is outside.
  explicit RingIndex(std::span<const Ring> rings);

  bool contains(double x, double y) const {
    const double slab = (y - y_min_) * slabs_per_metre_;
    if (!(slab >= 0.0 && slab < slab_count_ && x >= x_min_ && x <= x_max_)) return false;
    const auto place = static_cast<std::size_t>(slab);
    bool inside = false;
    for (std::uint32_t i = starts_[place]; i < starts_[place + 1]; ++i) {
      const Edge& edge = edges_[i];
      // Half open in y, so that a corner between two edges counts once.
      if ((edge.y_low <= y) && (y < edge.y_high) && x < edge.x_low + (y - edge.y_low) * edge.slope) inside = !inside;
    }
    return inside;
  }

 private:
  struct Edge {
    double y_low, y_high, x_low, slope;  // slope: x by y
  };

  double x_min_ = 0.0, x_max_ = 0.0, y_min_ = 0.0;
  double slabs_per_metre_ = 1.0, slab_count_ = 0.0;
  std::vector<std::uint32_t> starts_;  // per slab
  std::vector<Edge> edges_;            // by slab; an edge is in every slab it reaches into
};

}  // namespace scrutineer::map::detail
