// Which circles overlap, where they are nearly in the same order as they were when it was last asked: as those around
// bodies from frame to frame. They are kept sorted along the axis on which they lie further apart, and each is compared
// with those that begin before it ends.
//
//   PairSweep sweep;
//   sweep.each_pair(circles, [&](std::uint32_t i, std::uint32_t j) { ... });       // each pair once, i > j
//
// In contrast to PairGrid nothing is hashed and little is written, which is a fraction of the work; but many that all
// lie beside each other on both axes are compared with many.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace scrutineer::scene::detail {

struct Circle {
  double x = 0.0, y = 0.0, radius = 0.0;
};

class PairSweep {
 public:
  // All must be somewhere. Two that only touch count, as far as rounding lets it be told.
  template <typename Use>
  void each_pair(std::span<const Circle> circles, Use&& use) {
    sort(circles);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Entry& one = entries_[i];
      for (std::size_t k = i + 1; k < entries_.size() && entries_[k].begin <= one.end; ++k) {
        const Entry& other = entries_[k];
        const double across = other.across - one.across, reach = other.radius + one.radius;
        if (std::abs(across) > reach) continue;
        const double along = (other.begin + other.radius) - (one.begin + one.radius);
        if (along * along + across * across <= reach * reach)
          use(std::max(one.index, other.index), std::min(one.index, other.index));
      }
    }
  }

 private:
  struct Entry {
    double begin, end;  // along the axis
    double across;      // it
    double radius;
    std::uint32_t index;
  };

  void sort(std::span<const Circle> circles);
  // Where few have overtaken others since: each moves past those alone. False: too many have.
  bool sort_few();

  std::vector<Entry> entries_;
  bool is_along_second_ = false;  // of the two axes
};

}  // namespace scrutineer::scene::detail
