#include "map/detail/ring_index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrutineer::map::detail {

RingIndex::RingIndex(std::span<const Ring> rings) {
  std::vector<Edge> all;
  x_min_ = y_min_ = std::numeric_limits<double>::infinity();
  double y_max = -y_min_;
  x_max_ = -x_min_;
  for (const Ring& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      Point a = ring[i], b = ring[(i + 1) % ring.size()];
      x_min_ = std::min(x_min_, a.x);
      x_max_ = std::max(x_max_, a.x);
      y_min_ = std::min(y_min_, a.y);
      y_max = std::max(y_max, a.y);
      if (a.y == b.y) continue;  // never crossed by a level ray
      if (a.y > b.y) std::swap(a, b);
      all.push_back({a.y, b.y, a.x, (b.x - a.x) / (b.y - a.y)});
    }
  }
  if (all.empty()) return;
  // As many slabs as edges: each then lists the two or so edges that any level line meets, and little more.
  const std::size_t count = all.size();
  slab_count_ = static_cast<double>(count);
  slabs_per_metre_ = slab_count_ / (y_max - y_min_);
  const auto slab_of = [&](double y) {
    return static_cast<std::size_t>(std::clamp((y - y_min_) * slabs_per_metre_, 0.0, slab_count_ - 1.0));
  };
  starts_.assign(count + 1, 0);
  for (const Edge& edge : all) {
    for (std::size_t slab = slab_of(edge.y_low); slab <= slab_of(edge.y_high); ++slab) ++starts_[slab + 1];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  edges_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const Edge& edge : all) {
    for (std::size_t slab = slab_of(edge.y_low); slab <= slab_of(edge.y_high); ++slab) edges_[next[slab]++] = edge;
  }
}

}  // namespace scrutineer::map::detail
