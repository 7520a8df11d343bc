// Which strips may contain a point: a two-level grid over the plane.
//
// The plane is cut into square tiles of 16 x 16 cells; only tiles that some strip touches have cells. A cell lists
// every strip whose box (Strip::u_min ... v_max) touches it, ascending.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map::detail {

// The corners of a box in the world, counter-clockwise.
struct BoxCorners {
  double x[4], y[4];
};

class GridIndex {
 public:
  explicit GridIndex(std::span<const Strip> strips);
  // Of any boxes: strip ids are then their places in the list.
  explicit GridIndex(std::span<const BoxCorners> boxes);

  // The strips listed in the cell that holds the point.
  std::span<const std::uint32_t> at(double x, double y) const {
    const double column = (x - x_min_) * cells_per_metre_, row = (y - y_min_) * cells_per_metre_;
    // Negated so that NaN is outside too.
    if (!(column >= 0.0 && row >= 0.0 && column < columns_ && row < rows_)) return {};
    return cell(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
  }

  // Calls visit(strip id), ascending, for every strip whose box holds the point (and may, by rounding, hold it not).
  template <class Visit>
  void visit_point(double x, double y, Visit visit) const {
    const double column = (x - x_min_) * cells_per_metre_, row = (y - y_min_) * cells_per_metre_;
    if (!(column >= 0.0 && row >= 0.0 && column < columns_ && row < rows_)) return;
    const EntryRange listed = range(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
    // Seen from the tile's corner, floats are exact enough.
    constexpr std::uint32_t kCellsOfOtherTiles = ~kTileMask;
    const auto tile_x = static_cast<double>(static_cast<std::uint32_t>(column) & kCellsOfOtherTiles);
    const auto tile_y = static_cast<double>(static_cast<std::uint32_t>(row) & kCellsOfOtherTiles);
    const auto px = static_cast<float>(x - x_min_ - tile_x * cell_size_);
    const auto py = static_cast<float>(y - y_min_ - tile_y * cell_size_);
    // Whether a box holds the point is hard to predict, so hits are gathered without a branch, a batch at a time.
    std::array<std::uint32_t, kBatch> hits;
    for (std::uint32_t begin = listed.first; begin < listed.last; begin += kBatch) {
      const std::uint32_t end = std::min(listed.last, begin + kBatch);
      std::uint32_t count = 0;
      for (std::uint32_t i = begin; i < end; ++i) {
        const Slabs& box = slabs_[i];
        const float u = box.cos * px + box.sin * py, v = box.cos * py - box.sin * px;
        hits[count] = entries_[i];
        count += static_cast<std::uint32_t>((u >= box.u_min) & (u <= box.u_max) & (v >= box.v_min) & (v <= box.v_max));
      }
      for (std::uint32_t i = 0; i < count; ++i) visit(hits[i]);
    }
  }

  // Calls visit(strip id) for every strip listed in a cell that touches the box; a strip may come more than once.
  template <class Visit>
  void visit_box(double x_min, double y_min, double x_max, double y_max, Visit visit) const {
    if (tiles_.empty() || !(x_min <= x_max && y_min <= y_max)) return;  // negated so that NaN visits nothing
    const double last_column = columns_ - 1.0, last_row = rows_ - 1.0;
    const double c0 = std::clamp((x_min - x_min_) * cells_per_metre_, 0.0, last_column);
    const double c1 = std::clamp((x_max - x_min_) * cells_per_metre_, 0.0, last_column);
    const double r0 = std::clamp((y_min - y_min_) * cells_per_metre_, 0.0, last_row);
    const double r1 = std::clamp((y_max - y_min_) * cells_per_metre_, 0.0, last_row);
    for (auto row = static_cast<std::uint32_t>(r0); row <= static_cast<std::uint32_t>(r1); ++row) {
      for (auto column = static_cast<std::uint32_t>(c0); column <= static_cast<std::uint32_t>(c1); ++column) {
        for (const std::uint32_t strip : cell(column, row)) visit(strip);
      }
    }
  }

  double cell_size() const { return cell_size_; }
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t kBatch = 32;
  static constexpr std::uint32_t kTileBits = 4;  // 16 cells along a tile's side
  static constexpr std::uint32_t kTileMask = (1U << kTileBits) - 1;
  static constexpr std::uint32_t kEmptyTile = 0xFFFFFFFF;

  // A box as two pairs of parallel lines, in coordinates from the corner of the tile it is listed in. Beside the
  // entries, so that a lookup reads one run of memory instead of every strip it rejects.
  struct Slabs {
    float cos, sin, u_min, u_max, v_min, v_max;
  };
  static Slabs slabs_of(const BoxCorners& box, double x, double y);
  std::uint32_t lay_out(std::span<const BoxCorners> boxes);

  struct EntryRange {
    std::uint32_t first, last;
  };
  EntryRange range(std::uint32_t column, std::uint32_t row) const {
    const std::uint32_t tile = tiles_[(row >> kTileBits) * tile_columns_ + (column >> kTileBits)];
    if (tile == kEmptyTile) return {0, 0};
    const std::uint32_t slot = (tile << (2 * kTileBits)) + ((row & kTileMask) << kTileBits) + (column & kTileMask);
    return {starts_[slot], starts_[slot + 1]};
  }
  std::span<const std::uint32_t> cell(std::uint32_t column, std::uint32_t row) const {
    const auto [first, last] = range(column, row);
    return {entries_.data() + first, entries_.data() + last};
  }

  double x_min_ = 0.0, y_min_ = 0.0, cell_size_ = 1.0, cells_per_metre_ = 1.0;
  double columns_ = 0.0, rows_ = 0.0;  // cells, as doubles: compared with coordinates
  std::uint32_t tile_columns_ = 0;
  std::vector<std::uint32_t> tiles_;    // per tile: position among the occupied ones
  std::vector<std::uint32_t> starts_;   // per cell of an occupied tile: where its entries begin
  std::vector<std::uint32_t> entries_;  // strip ids
  std::vector<Slabs> slabs_;            // their boxes, in the same order
};

BoxCorners corners_of(const Strip& strip);

}  // namespace scrutineer::map::detail
