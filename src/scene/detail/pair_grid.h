// Which rectangles overlap, without looking at all pairs: each lies in the cells of a grid that it touches, and only
// those that share a cell are compared.
//
//   PairGrid grid(2.0);
//   grid.each_pair(rects, [&](std::uint32_t i, std::uint32_t j) { ... });         // each pair once, i > j
//
//   grid.fill(rects);
//   grid.each_near(rect, [&](std::uint32_t i) { ... });                            // each rectangle once
//   grid.each_pair([&](std::uint32_t i, std::uint32_t j) { ... });                 // as above
//
// Cells are as large as their rectangles want them, so that a rectangle touches a few of them, and lie in a hash table,
// so that memory grows with the rectangles and not with the area. A rectangle that touches too many cells all the same
// is compared with every other one.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace scrutineer::scene::detail {

// One that is not a number anywhere, or ends before it begins, is nowhere.
struct Rect {
  double x_min = 0.0, y_min = 0.0, x_max = 0.0, y_max = 0.0;

  bool exists() const { return x_min <= x_max && y_min <= y_max; }
  bool overlaps(const Rect& other) const {
    return x_min <= other.x_max && other.x_min <= x_max && y_min <= other.y_max && other.y_min <= y_max;
  }
};

class PairGrid {
 public:
  // A cell's edge is `cell_size` times the mean longer edge of the rectangles.
  explicit PairGrid(double cell_size) : cell_size_(cell_size) {}

  // The pairs that overlap. `rects` must outlive what is asked of the grid.
  template <typename Use>
  void each_pair(std::span<const Rect> rects, Use&& use) {
    fill(rects);
    each_pair(use);
  }

  void fill(std::span<const Rect> rects);
  template <typename Use>
  void each_pair(Use&& use) const;
  // Those that overlap the rectangle.
  template <typename Use>
  void each_near(const Rect& rect, Use&& use) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr double kSmallestCell = 4.0;         // metres
  static constexpr double kLongestEdgeCounted = 4096;  // metres: a few absurd rectangles shall not make all cells huge
  static constexpr std::uint64_t kMostCells = 1024;    // that one rectangle may touch

  struct Cell {
    std::int32_t x, y;
    bool operator==(const Cell&) const = default;
  };
  struct Cells {
    Cell low, high;
    std::uint64_t count() const {
      return static_cast<std::uint64_t>(high.x - low.x + 1) * static_cast<std::uint64_t>(high.y - low.y + 1);
    }
  };
  // With its rectangle, so that looking through a cell reads one run of memory.
  struct Entry {
    Rect rect;
    Cell cell;
    std::uint32_t index;
  };

  // Far beyond any map all is one cell: slow there, but right.
  static std::int32_t cell_number(double cells) {
    constexpr double kLimit = 1 << 29;
    const double clamped = std::clamp(cells, -kLimit, kLimit);
    const auto towards_zero = static_cast<std::int32_t>(clamped);
    return towards_zero - (clamped < static_cast<double>(towards_zero) ? 1 : 0);
  }
  Cell cell_at(double x, double y) const { return {cell_number(x * per_metre_), cell_number(y * per_metre_)}; }
  Cells cells_of(const Rect& rect) const { return {cell_at(rect.x_min, rect.y_min), cell_at(rect.x_max, rect.y_max)}; }
  std::size_t bucket(Cell cell) const {
    const auto x = static_cast<std::uint32_t>(cell.x), y = static_cast<std::uint32_t>(cell.y);
    return ((x * 0x9E3779B1U) ^ (y * 0x85EBCA77U)) >> shift_;
  }
  // Two rectangles may share many cells; the one with the low corner of what they share speaks for the pair.
  bool speaks_for(Cell cell, const Rect& a, const Rect& b) const {
    return cell == cell_at(std::max(a.x_min, b.x_min), std::max(a.y_min, b.y_min));
  }

  void lay_out(std::span<const Rect> rects);
  template <typename Use>
  static void each_cell(const Cells& cells, Use&& use) {
    for (std::int32_t y = cells.low.y; y <= cells.high.y; ++y)
      for (std::int32_t x = cells.low.x; x <= cells.high.x; ++x) use(Cell{x, y});
  }

  double cell_size_, per_metre_ = 1.0;
  int shift_ = 31;
  std::span<const Rect> rects_;
  std::vector<Cells> cells_;           // by rectangle
  std::vector<std::uint32_t> begins_;  // by bucket, and one more: where its entries begin
  std::vector<Entry> entries_;         // by bucket, then by rectangle
  std::vector<std::uint32_t> larges_;  // rectangles that touch too many cells
};

template <typename Use>
void PairGrid::each_pair(Use&& use) const {
  for (std::size_t bucket = 0; bucket + 1 < begins_.size(); ++bucket) {
    for (std::uint32_t e = begins_[bucket] + 1; e < begins_[bucket + 1]; ++e) {
      const Entry& entry = entries_[e];
      for (std::uint32_t f = begins_[bucket]; f < e; ++f) {
        const Entry& other = entries_[f];
        if (other.cell == entry.cell && entry.rect.overlaps(other.rect) &&
            speaks_for(entry.cell, entry.rect, other.rect))
          use(entry.index, other.index);
      }
    }
  }
  for (std::size_t k = 0; k < larges_.size(); ++k) {
    const std::uint32_t large = larges_[k];
    for (std::uint32_t i = 0; i < rects_.size(); ++i) {
      if (!rects_[i].exists() || !rects_[i].overlaps(rects_[large])) continue;
      // Two large ones meet when the first of them has its turn.
      if (std::find(larges_.begin(), larges_.begin() + static_cast<std::ptrdiff_t>(k) + 1, i) ==
          larges_.begin() + static_cast<std::ptrdiff_t>(k) + 1)
        use(std::max(i, large), std::min(i, large));
    }
  }
}

template <typename Use>
void PairGrid::each_near(const Rect& rect, Use&& use) const {
  if (!rect.exists()) return;
  const Cells cells = cells_of(rect);
  if (cells.count() > kMostCells) {
    for (std::uint32_t i = 0; i < rects_.size(); ++i)
      if (rects_[i].exists() && rects_[i].overlaps(rect)) use(i);
    return;
  }
  each_cell(cells, [&](Cell cell) {
    const std::size_t place = bucket(cell);
    for (std::uint32_t e = begins_[place]; e < begins_[place + 1]; ++e) {
      const Entry& other = entries_[e];
      if (other.cell == cell && rect.overlaps(other.rect) && speaks_for(cell, rect, other.rect)) use(other.index);
    }
  });
  for (const std::uint32_t large : larges_)
    if (rects_[large].overlaps(rect)) use(large);
}

}  // namespace scrutineer::scene::detail
