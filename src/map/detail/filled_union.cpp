#include "map/detail/filled_union.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "map/detail/polygon_union.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kSmallestCell = 0.5;     // metres
constexpr double kMostCells = 32'768.0;   // for one junction, however large
constexpr double kLongestSide = 2'000.0;  // in cells
// An edge is taken to touch cells that are so near, as nothing is computed exactly.
constexpr double kTouch = 1e-6;  // metres

// Twice the area of the triangle: positive if c is to the left of the way from a to b.
double side_of(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// Do two lines touch, ends included?
bool meet(Point a, Point b, Point c, Point d) {
  const auto same_side = [](double one, double other) {
    return (one > 0.0 && other > 0.0) || (one < 0.0 && other < 0.0);
  };
  return !same_side(side_of(a, b, c), side_of(a, b, d)) && !same_side(side_of(c, d, a), side_of(c, d, b));
}

// Where the line is at that height.
double x_at(Point a, Point b, double y) { return a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y); }

// How often the edge goes around a point at (x, y), by a level ray to the right. Half open in y, so that a corner between
// two edges counts once.
int turns_around(Point a, Point b, double x, double y) {
  if ((a.y <= y) == (b.y <= y)) return 0;
  if (!(x < x_at(a, b, y))) return 0;
  return a.y <= y ? 1 : -1;
}

}  // namespace

FilledUnion::FilledUnion(std::span<const Ring> rings) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double x_max = -kInfinity, y_max = -kInfinity;
  x_min_ = y_min_ = kInfinity;
  std::vector<Edge> edges;
  for (const Ring& ring : rings) {
    const bool is_clockwise = signed_area(ring) < 0.0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      Edge edge{ring[i], ring[(i + 1) % ring.size()]};
      if (!std::isfinite(edge.a.x) || !std::isfinite(edge.a.y)) beyond_ = Place::unsure;
      if (is_clockwise) std::swap(edge.a, edge.b);
      x_min_ = std::min(x_min_, edge.a.x);
      y_min_ = std::min(y_min_, edge.a.y);
      x_max = std::max(x_max, edge.a.x);
      y_max = std::max(y_max, edge.a.y);
      edges.push_back(edge);
    }
  }
  if (edges.empty() || beyond_ == Place::unsure) return;
  const double size = std::max(kSmallestCell, std::sqrt((x_max - x_min_) * (y_max - y_min_) / kMostCells));
  if (!(std::max(x_max - x_min_, y_max - y_min_) < kLongestSide * size)) {
    beyond_ = Place::unsure;
    return;
  }
  cells_per_metre_ = 1.0 / size;
  x_min_ -= 1.5 * size;  // so that a cell or more all around touches no ring
  y_min_ -= 1.5 * size;
  columns_ = static_cast<std::uint32_t>((x_max - x_min_) * cells_per_metre_) + 3;
  rows_ = static_cast<std::uint32_t>((y_max - y_min_) * cells_per_metre_) + 3;
  cells_.assign(std::size_t{columns_} * rows_, Cell::bay);
  list_edges(edges);
  std::vector<Crossing> crossings;
  for (std::uint32_t row = 0; row < rows_; ++row) {
    mark_edges(row);
    find_insides(row, crossings);
  }
  flood_outside();
}

void FilledUnion::list_edges(std::span<const Edge> edges) {
  const auto row_of = [&](double y) { return static_cast<std::uint32_t>((y - y_min_) * cells_per_metre_); };
  const auto each_row = [&](const Edge& edge, const auto& visit) {
    const auto [low, high] = std::minmax(edge.a.y, edge.b.y);
    for (std::uint32_t row = row_of(low - kTouch); row <= row_of(high + kTouch); ++row) visit(row);
  };
  starts_.assign(rows_ + 1, 0);
  for (const Edge& edge : edges) each_row(edge, [&](std::uint32_t row) { ++starts_[row + 1]; });
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  edges_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const Edge& edge : edges) each_row(edge, [&](std::uint32_t row) { edges_[next[row]++] = edge; });
}

// The cells of the row that an edge touches.
void FilledUnion::mark_edges(std::uint32_t row) {
  const double low = y_min_ + row / cells_per_metre_ - kTouch, high = y_min_ + (row + 1) / cells_per_metre_ + kTouch;
  for (const Edge& edge : edges_of(row)) {
    double from = edge.a.x, to = edge.b.x;
    if (edge.a.y != edge.b.y) {  // the part of it in this row
      const double bottom = std::min(edge.a.y, edge.b.y), top = std::max(edge.a.y, edge.b.y);
      from = x_at(edge.a, edge.b, std::clamp(low, bottom, top));
      to = x_at(edge.a, edge.b, std::clamp(high, bottom, top));
    }
    const auto first = static_cast<std::size_t>((std::min(from, to) - kTouch - x_min_) * cells_per_metre_);
    const auto last = static_cast<std::size_t>((std::max(from, to) + kTouch - x_min_) * cells_per_metre_);
    for (std::size_t column = first; column <= last; ++column)
      cells_[std::size_t{row} * columns_ + column] = Cell::edges;
  }
}

// Which of the row's other cells are in a ring: going along the middle of the row, over the edges that cross it.
void FilledUnion::find_insides(std::uint32_t row, std::vector<Crossing>& crossings) {
  const double y = y_min_ + (row + 0.5) / cells_per_metre_;
  crossings.clear();
  for (const Edge& edge : edges_of(row))
    if (const int turns = turns_around(edge.a, edge.b, -std::numeric_limits<double>::infinity(), y); turns != 0)
      crossings.emplace_back(x_at(edge.a, edge.b, y), turns);
  std::ranges::sort(crossings);
  const auto middle_of = [&](std::uint32_t column) { return x_min_ + (column + 0.5) / cells_per_metre_; };
  Cell* const cells = &cells_[std::size_t{row} * columns_];
  std::uint32_t column = 0;
  int depth = 0;  // in how many rings
  for (const auto& [x, turns] : crossings) {
    const std::uint32_t from = column;  // to the first whose middle is not before the crossing
    column = std::max(from, static_cast<std::uint32_t>((x - x_min_) * cells_per_metre_ - 0.5));
    while (column > from && middle_of(column - 1) >= x) --column;
    while (column < columns_ && middle_of(column) < x) ++column;
    if (depth != 0) std::replace(cells + from, cells + column, Cell::bay, Cell::in_ring);
    depth -= turns;
  }
}

void FilledUnion::flood_outside() {
  std::vector<std::size_t> open{0};
  cells_[0] = Cell::outside;
  while (!open.empty()) {
    const std::size_t cell = open.back();
    open.pop_back();
    const std::size_t column = cell % columns_, row = cell / columns_;
    const auto reach = [&](std::size_t neighbour) {
      if (cells_[neighbour] != Cell::bay) return;
      cells_[neighbour] = Cell::outside;
      open.push_back(neighbour);
    };
    if (column > 0) reach(cell - 1);
    if (column + 1 < columns_) reach(cell + 1);
    if (row > 0) reach(cell - columns_);
    if (row + 1 < rows_) reach(cell + columns_);
  }
}

Point FilledUnion::centre_of(std::size_t cell) const {
  const std::size_t column = cell % columns_, row = cell / columns_;
  return {x_min_ + (static_cast<double>(column) + 0.5) / cells_per_metre_,
          y_min_ + (static_cast<double>(row) + 0.5) / cells_per_metre_};
}

FilledUnion::Place FilledUnion::among_edges(std::size_t cell, Point point) const {
  int turns = 0;
  for (const Edge& edge : edges_of(cell / columns_)) turns += turns_around(edge.a, edge.b, point.x, point.y);
  if (turns != 0) return Place::in_ring;
  return sees_outside(cell, point) ? Place::outside : Place::unsure;
}

// Cells next to this one first.
bool FilledUnion::sees_outside(std::size_t cell, Point point) const {
  constexpr std::array<std::array<int, 2>, 24> kAround = {
      {{-1, 0},  {1, 0},  {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {-2, 0},  {2, 0},  {0, -2}, {0, 2},
       {-2, -1}, {-2, 1}, {2, -1}, {2, 1}, {-1, -2}, {1, -2}, {-1, 2}, {1, 2}, {-2, -2}, {2, -2}, {-2, 2}, {2, 2}}};
  const auto column = static_cast<int>(cell % columns_), row = static_cast<int>(cell / columns_);
  return std::ranges::any_of(kAround, [&](const std::array<int, 2>& step) {
    const int to_column = column + step[0], to_row = row + step[1];
    if (to_column < 0 || to_row < 0 || to_column >= static_cast<int>(columns_) || to_row >= static_cast<int>(rows_))
      return false;
    const std::size_t to = static_cast<std::size_t>(to_row) * columns_ + static_cast<std::size_t>(to_column);
    if (cells_[to] != Cell::outside) return false;
    const Point goal = centre_of(to);
    for (int between = std::min(row, to_row); between <= std::max(row, to_row); ++between)
      for (const Edge& edge : edges_of(static_cast<std::size_t>(between)))
        if (meet(point, goal, edge.a, edge.b)) return false;
    return true;
  });
}

}  // namespace scrutineer::map::detail
