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

#include "map/detail/four_floats.h"
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
    std::uint32_t slot;
    float in_x, in_y;
    if (!find_cell(x, y, slot, in_x, in_y)) return;
    const EntryRange listed = range(slot);
    const CellBoxes boxes(*this, listed);
    if (boxes.count <= kFewBoxes) {
      for (std::uint32_t i = 0; i < boxes.count; ++i)
        if (boxes.hold(in_x, in_y, i)) visit(entries_[listed.first + i]);
      return;
    }
    // Whether a box holds the point is hard to predict, so hits are gathered without a branch, a batch at a time.
    std::array<std::uint8_t, kBatch> hits;
    for (std::uint32_t begin = 0; begin < boxes.count; begin += kBatch) {
      const std::uint32_t count = boxes.gather(in_x, in_y, begin, hits);
      for (std::uint32_t i = 0; i < count; ++i) visit(entries_[listed.first + begin + hits[i]]);
    }
  }

  // Calls visit(strip id) for every strip listed in a cell that touches the box; a strip may come more than once.
  template <class Visit>
  void visit_box(double x_min, double y_min, double x_max, double y_max, Visit visit) const {
    if (tiles_.empty() || !(x_min <= x_max && y_min <= y_max)) return;  // negated so that NaN visits nothing
    const double left = (x_min - x_min_) * cells_per_metre_, right = (x_max - x_min_) * cells_per_metre_;
    const double low = (y_min - y_min_) * cells_per_metre_, high = (y_max - y_min_) * cells_per_metre_;
    if (right < -1.0 || high < -1.0 || left > columns_ + 1.0 || low > rows_ + 1.0) return;
    const std::uint32_t c0 = clamped(left, columns_), c1 = clamped(right, columns_);
    const std::uint32_t r0 = clamped(low, rows_), r1 = clamped(high, rows_);
    for (std::uint32_t row = r0; row <= r1; ++row) {
      // The cells of a tile's row lie one after the other, and so do their entries.
      for (std::uint32_t column = c0; column <= c1; column = (column | kTileMask) + 1) {
        const std::uint32_t tile = tiles_[(row >> kTileBits) * tile_columns_ + (column >> kTileBits)];
        if (tile == kEmptyTile) continue;
        const std::uint32_t first = starts_[slot_in(tile, column, row)];
        const std::uint32_t last = starts_[slot_in(tile, std::min(c1, column | kTileMask), row) + 1];
        for (std::uint32_t i = first; i < last; ++i) visit(entries_[i]);
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
  static constexpr std::uint32_t kFewBoxes = 3;  // of a cell, which are held against a point one by one

  // A box as two pairs of parallel lines, in coordinates from the corner of the tile it is listed in: cos, sin, u_min,
  // u_max, v_min, v_max.
  static constexpr std::uint32_t kSlabNumbers = 6;
  using Slabs = std::array<float, kSlabNumbers>;
  static Slabs slabs_of(const BoxCorners& box, double x, double y);
  std::uint32_t lay_out(std::span<const BoxCorners> boxes);

  struct EntryRange {
    std::uint32_t first, last;
  };
  EntryRange range(std::uint32_t slot) const { return {starts_[slot], starts_[slot + 1]}; }
  EntryRange range(std::uint32_t column, std::uint32_t row) const {
    const std::uint32_t tile = tiles_[(row >> kTileBits) * tile_columns_ + (column >> kTileBits)];
    return tile == kEmptyTile ? EntryRange{0, 0} : range(slot_in(tile, column, row));
  }
  static std::uint32_t slot_in(std::uint32_t tile, std::uint32_t column, std::uint32_t row) {
    return (tile << (2 * kTileBits)) + ((row & kTileMask) << kTileBits) + (column & kTileMask);
  }

  // The row or column, of so many, that is nearest to this one.
  static std::uint32_t clamped(double place, double count) {
    return static_cast<std::uint32_t>(std::clamp(place, 0.0, count - 1.0));
  }

  // The cell of a point, and the point seen from the tile's corner, where floats are exact enough. False: no strip is near.
  [[gnu::always_inline]] bool find_cell(double x, double y, std::uint32_t& slot, float& in_x, float& in_y) const {
    const double from_x = x - x_min_, from_y = y - y_min_;
    const double column = from_x * cells_per_metre_, row = from_y * cells_per_metre_;
    // Negated so that NaN is outside too.
    if (!(column >= 0.0 && row >= 0.0 && column < columns_ && row < rows_)) return false;
    const auto c = static_cast<std::uint32_t>(column), r = static_cast<std::uint32_t>(row);
    const std::uint32_t tile = tiles_[(r >> kTileBits) * tile_columns_ + (c >> kTileBits)];
    if (tile == kEmptyTile) return false;
    slot = slot_in(tile, c, r);
    in_x = static_cast<float>(from_x - static_cast<std::int32_t>(c & ~kTileMask) * cell_size_);
    in_y = static_cast<float>(from_y - static_cast<std::int32_t>(r & ~kTileMask) * cell_size_);
    return true;
  }
  // The boxes of a cell.
  struct CellBoxes {
    CellBoxes(const GridIndex& index, EntryRange listed)
        : slabs(index.slabs_.data() + std::size_t{kSlabNumbers} * listed.first), count(listed.last - listed.first) {}

    bool hold(float x, float y, std::uint32_t i) const {
      const float* box = slabs + i;
      const float cos = box[0], sin = box[count];
      const float u = cos * x + sin * y, v = cos * y - sin * x;
      return (u >= box[2 * count]) & (u <= box[3 * count]) & (v >= box[4 * count]) & (v <= box[5 * count]);
    }
    // Which of the next kBatch from `begin` on hold the point, counted from there: how many these are.
    std::uint32_t gather(float x, float y, std::uint32_t begin, std::array<std::uint8_t, kBatch>& hits) const {
      const std::uint32_t end = std::min(static_cast<std::uint32_t>(count) - begin, kBatch);
      const float* box = slabs + begin;
      std::uint32_t found = 0;
      for (std::uint32_t i = 0; i < end; i += 4, box += 4) {
        const FourFloats cos = four_at(box), sin = four_at(box + count);
        const FourFloats u = cos * x + sin * y, v = cos * y - sin * x;
        const std::uint32_t bits = bits_of((u >= four_at(box + 2 * count)) & (u <= four_at(box + 3 * count)) &
                                           (v >= four_at(box + 4 * count)) & (v <= four_at(box + 5 * count)));
        const std::uint32_t in_cell = end - i < 4 ? (1U << (end - i)) - 1U : 15U;  // behind the last come other numbers
        found += put_set_bits(bits & in_cell, i, hits.data() + found);
      }
      return found;
    }

    const float* slabs;
    std::size_t count;
  };

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
  // Their boxes, cell by cell: of all in a cell the first number, then of all the second ... So a lookup reads one run of
  // memory instead of every strip that it rejects.
  std::vector<float> slabs_;
};

BoxCorners corners_of(const Strip& strip);

}  // namespace scrutineer::map::detail
