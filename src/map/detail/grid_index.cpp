#include "map/detail/grid_index.h"

#include <cmath>
#include <limits>

namespace scrutineer::map::detail {
namespace {

constexpr double kCellSize = 4.0;  // metres: about a lane's width, so a cell lists few strips
// Bound the time and memory that absurd lane widths in a bad file can ask for; motorways of many kilometres need a tenth.
constexpr double kMaxEntries = 1e6, kMaxEntriesPerBox = 64.0;
constexpr double kMaxTiles = 4e6;

struct RowSpan {
  double x_min = std::numeric_limits<double>::infinity(), x_max = -x_min;
};

// The x range of a convex quadrilateral inside the band y_low .. y_high.
RowSpan span_in_band(const BoxCorners& box, double y_low, double y_high) {
  RowSpan span;
  const auto take = [&span](double x) {
    span.x_min = std::min(span.x_min, x);
    span.x_max = std::max(span.x_max, x);
  };
  for (int i = 0; i < 4; ++i) {
    const int j = (i + 1) % 4;
    const double xa = box.x[i], ya = box.y[i], xb = box.x[j], yb = box.y[j];
    if (ya >= y_low && ya <= y_high) take(xa);
    for (const double y : {y_low, y_high}) {
      if ((ya < y) != (yb < y)) take(xa + (y - ya) / (yb - ya) * (xb - xa));
    }
  }
  return span;
}

std::vector<BoxCorners> corners_of_all(std::span<const Strip> strips) {
  std::vector<BoxCorners> boxes;
  boxes.reserve(strips.size());
  for (const Strip& strip : strips) boxes.push_back(corners_of(strip));
  return boxes;
}

}  // namespace

BoxCorners corners_of(const Strip& strip) {
  BoxCorners box{};
  const double u[4] = {strip.u_min, strip.u_max, strip.u_max, strip.u_min};
  const double v[4] = {strip.v_min, strip.v_min, strip.v_max, strip.v_max};
  for (int i = 0; i < 4; ++i) {
    box.x[i] = strip.origin_x + strip.cos * u[i] - strip.sin * v[i];
    box.y[i] = strip.origin_y + strip.sin * u[i] + strip.cos * v[i];
  }
  return box;
}

GridIndex::GridIndex(std::span<const Strip> strips) : GridIndex(std::span<const BoxCorners>(corners_of_all(strips))) {}

// Cells so large that neither they nor what lies in them take too much memory. How many rows of tiles there are.
std::uint32_t GridIndex::lay_out(std::span<const BoxCorners> boxes) {
  double x_max = -std::numeric_limits<double>::infinity(), y_max = x_max, entries = 0.0;
  x_min_ = y_min_ = -x_max;
  for (const BoxCorners& box : boxes) {
    for (int i = 0; i < 4; ++i) {
      x_min_ = std::min(x_min_, box.x[i]);
      x_max = std::max(x_max, box.x[i]);
      y_min_ = std::min(y_min_, box.y[i]);
      y_max = std::max(y_max, box.y[i]);
    }
    const auto edge = [&](int a, int b) {
      const double dx = box.x[b] - box.x[a], dy = box.y[b] - box.y[a];
      return std::sqrt(dx * dx + dy * dy);
    };
    const double u = std::max(edge(0, 1), edge(2, 3)), v = std::max(edge(1, 2), edge(3, 0));
    entries += (u / kCellSize + 2.0) * (v / kCellSize + 2.0);
  }
  const double most = kMaxEntries + kMaxEntriesPerBox * static_cast<double>(boxes.size());
  double size = kCellSize * std::max(1.0, std::sqrt(entries / most));
  const auto tile_count = [&](double cell) {
    const double side = cell * (1 << kTileBits);
    return std::ceil((x_max - x_min_) / side + 1.0) * std::ceil((y_max - y_min_) / side + 1.0);
  };
  while (tile_count(size) > kMaxTiles) size *= 1.5;
  cell_size_ = size;
  cells_per_metre_ = 1.0 / size;
  tile_columns_ = static_cast<std::uint32_t>((x_max - x_min_) / size) / (1U << kTileBits) + 1;
  const std::uint32_t tile_rows = static_cast<std::uint32_t>((y_max - y_min_) / size) / (1U << kTileBits) + 1;
  columns_ = static_cast<double>(tile_columns_ << kTileBits);
  rows_ = static_cast<double>(tile_rows << kTileBits);
  return tile_rows;
}

GridIndex::GridIndex(std::span<const BoxCorners> boxes) {
  if (boxes.empty()) return;
  const std::uint32_t tile_rows = lay_out(boxes);
  const double size = cell_size_;
  // Every (cell, strip) pair, then a counting sort by cell: strips come in ascending order in each cell.
  struct Pair {
    std::uint32_t slot, strip, tile;  // tile: its place in the plane
  };
  std::vector<Pair> pairs;
  pairs.reserve(boxes.size() * 8);
  tiles_.assign(static_cast<std::size_t>(tile_columns_) * tile_rows, kEmptyTile);
  std::uint32_t occupied = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const BoxCorners& box = boxes[i];
    const double y_low = *std::min_element(box.y, box.y + 4), y_high = *std::max_element(box.y, box.y + 4);
    const std::uint32_t first_row = clamped((y_low - y_min_) * cells_per_metre_, rows_);
    const std::uint32_t last_row = clamped((y_high - y_min_) * cells_per_metre_, rows_);
    for (std::uint32_t row = first_row; row <= last_row; ++row) {
      const RowSpan span = span_in_band(box, y_min_ + row * size, y_min_ + (row + 1) * size);
      if (span.x_min > span.x_max) continue;
      const std::uint32_t last_column = clamped((span.x_max - x_min_) * cells_per_metre_ + 1e-9, columns_);
      std::uint32_t column = clamped((span.x_min - x_min_) * cells_per_metre_ - 1e-9, columns_);
      for (; column <= last_column; ++column) {
        const std::uint32_t place = (row >> kTileBits) * tile_columns_ + (column >> kTileBits);
        std::uint32_t& tile = tiles_[place];
        if (tile == kEmptyTile) tile = occupied++;
        pairs.push_back({slot_in(tile, column, row), static_cast<std::uint32_t>(i), place});
      }
    }
  }
  starts_.assign((static_cast<std::size_t>(occupied) << (2 * kTileBits)) + 1, 0);
  for (const Pair& pair : pairs) ++starts_[pair.slot + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  entries_.resize(pairs.size());
  slabs_.resize(kSlabNumbers * pairs.size() + kFourReadAhead);
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  const double tile_side = size * (1 << kTileBits);
  // Pairs come strip by strip and mostly tile by tile, so that a box is turned into slabs once per tile.
  const Pair* last = nullptr;
  Slabs slabs{};
  for (const Pair& pair : pairs) {
    if (last == nullptr || last->strip != pair.strip || last->tile != pair.tile) {
      const std::uint32_t tile_column = pair.tile % tile_columns_, tile_row = pair.tile / tile_columns_;
      slabs = slabs_of(boxes[pair.strip], x_min_ + tile_column * tile_side, y_min_ + tile_row * tile_side);
      last = &pair;
    }
    const std::uint32_t place = next[pair.slot]++;
    entries_[place] = pair.strip;
    const std::uint32_t first = starts_[pair.slot], count = starts_[pair.slot + 1] - first;
    for (std::uint32_t i = 0; i < kSlabNumbers; ++i)
      slabs_[std::size_t{kSlabNumbers} * first + i * count + (place - first)] = slabs[i];
  }
}

GridIndex::Slabs GridIndex::slabs_of(const BoxCorners& box, double x, double y) {
  const double along_x = box.x[1] - box.x[0], along_y = box.y[1] - box.y[0];
  const double length = std::hypot(along_x, along_y);
  const auto cos = static_cast<float>(length > 0.0 ? along_x / length : 1.0);
  const auto sin = static_cast<float>(length > 0.0 ? along_y / length : 0.0);
  double low[2], high[2];
  for (int i = 0; i < 4; ++i) {
    const double px = box.x[i] - x, py = box.y[i] - y;
    const double at[2] = {cos * px + sin * py, cos * py - sin * px};
    for (int axis = 0; axis < 2; ++axis) {
      low[axis] = i == 0 ? at[axis] : std::min(low[axis], at[axis]);
      high[axis] = i == 0 ? at[axis] : std::max(high[axis], at[axis]);
    }
  }
  // Wider by what floats may lose, here and in the point: a few parts in ten million of what they hold.
  const double reach = std::max({std::abs(low[0]), std::abs(high[0]), std::abs(low[1]), std::abs(high[1]), 1000.0});
  const double margin = 1e-6 * reach;
  return {cos,
          sin,
          static_cast<float>(low[0] - margin),
          static_cast<float>(high[0] + margin),
          static_cast<float>(low[1] - margin),
          static_cast<float>(high[1] + margin)};
}

std::size_t GridIndex::bytes() const {
  return (tiles_.capacity() + starts_.capacity() + entries_.capacity()) * sizeof(std::uint32_t) +
         slabs_.capacity() * sizeof(float);
}

}  // namespace scrutineer::map::detail
