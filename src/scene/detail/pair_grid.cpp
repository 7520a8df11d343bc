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

  const std::size_t buckets = std::bit_ceil(std::max<std::uint64_t>(entries, 16));
  shift_ = 32 - static_cast<int>(std::bit_width(buckets - 1));
  begins_.assign(buckets + 1, 0);
  entries_.resize(entries);
}

// Counts what comes into each bucket, so that each gets as much room as it needs.
void PairGrid::fill(std::span<const Rect> rects) {
  lay_out(rects);
  for (const Cells& cells : cells_) each_cell(cells, [&](Cell cell) { ++begins_[bucket(cell)]; });
  std::uint32_t end = 0;
  for (std::uint32_t& begin : begins_) begin = end += begin;
  // From behind, so that in the end each bucket's number is where it begins.
  for (std::size_t i = rects.size(); i-- > 0;) {
    each_cell(cells_[i],
              [&](Cell cell) { entries_[--begins_[bucket(cell)]] = {rects[i], cell, static_cast<std::uint32_t>(i)}; });
  }
}

}  // namespace scrutineer::scene::detail
