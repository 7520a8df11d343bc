#include "scene/detail/pair_grid.h"

namespace scrutineer::scene::detail {

void PairGrid::lay_out(std::span<const Rect> rects) {
  rects_ = rects;
  double sum = 0.0;
  std::size_t existing = 0;
  for (const Rect& rect : rects) {
    if (!rect.exists()) continue;
    sum += std::min(std::max(rect.x_max - rect.x_min, rect.y_max - rect.y_min), kLongestEdgeCounted);
    ++existing;
  }
  const double mean = existing == 0 ? 0.0 : sum / static_cast<double>(existing);
  per_metre_ = 1.0 / std::max(cell_size_ * mean, kSmallestCell);

  larges_.clear();
  cells_.clear();
  std::uint64_t entries = 0;
  constexpr Cells kNowhere{{0, 0}, {-1, -1}};
  for (std::uint32_t i = 0; i < rects.size(); ++i) {
    const Cells cells = rects[i].exists() ? cells_of(rects[i]) : kNowhere;
    if (cells.count() > kMostCells) {
      larges_.push_back(i);
      cells_.push_back(kNowhere);
    } else {
      entries += cells.count();
      cells_.push_back(cells);
    }
  }

  const std::size_t buckets = std::bit_ceil(std::max<std::uint64_t>(2 * entries, 16));
  shift_ = 32 - static_cast<int>(std::bit_width(buckets - 1));
  first_.assign(buckets, kNone);
  entries_.clear();
  entries_.reserve(entries);
}

}  // namespace scrutineer::scene::detail
