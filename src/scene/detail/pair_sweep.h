// Which rectangles overlap, where they are nearly in the same order as they were when it was last asked: as bodies from
// frame to frame. They are kept sorted along the axis on which they lie further apart, and each is compared with those
// that begin before it ends.
//
//   PairSweep sweep;
//   sweep.each_pair(rects, [&](std::uint32_t i, std::uint32_t j) { ... });         // each pair once, i > j
//
// In contrast to PairGrid nothing is hashed and little is written, which is a fraction of the work; but many that all
// lie beside each other on both axes are compared with many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "scene/detail/pair_grid.h"

namespace scrutineer::scene::detail {

class PairSweep {
 public:
  // What is nowhere begins at infinity and ends at minus infinity, on both axes.
  template <typename Use>
  void each_pair(std::span<const Rect> rects, Use&& use) {
    sort(rects);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Entry& one = entries_[i];
      for (std::size_t k = i + 1; k < entries_.size() && entries_[k].begin <= one.end; ++k) {
        const Entry& other = entries_[k];
        if (one.low <= other.high && other.low <= one.high)
          use(std::max(one.index, other.index), std::min(one.index, other.index));
      }
    }
  }

 private:
  struct Entry {
    double begin, end;  // along the axis
    double low, high;   // across it
    std::uint32_t index;
  };

  void sort(std::span<const Rect> rects);
  // Where few have overtaken others since: each moves past those alone. False: too many have.
  bool sort_few();

  std::vector<Entry> entries_;
  bool is_along_y_ = false;
};

}  // namespace scrutineer::scene::detail
