// Is a point inside of the union of rings, with the holes of the union filled? Answered without making the union, which
// takes milliseconds for the roads of one junction, wherever a look at the rings decides.
//
// A grid of cells is laid over the rings. A cell that no edge touches is in a ring or in none as a whole; those in none
// that are joined to the border of the grid are outside. In a cell with edges, a point in no ring is outside if a straight
// line leads from it, over no edge, into a cell nearby that is. All else may be a hole, or a bay with a narrow mouth: only the
// union knows.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "map/junctions.h"

namespace scrutineer::map::detail {

class FilledUnion {
 public:
  enum class Place : std::uint8_t { outside, in_ring, unsure };

  FilledUnion() = default;  // of no rings: all is outside
  // Rings that do not cross themselves, in either direction. With coordinates that are no numbers or absurdly far apart,
  // nothing is sure.
  explicit FilledUnion(std::span<const Ring> rings);

  Place at(double x, double y) const {
    const double column = (x - x_min_) * cells_per_metre_, row = (y - y_min_) * cells_per_metre_;
    if (!(column >= 0.0 && column < columns_ && row >= 0.0 && row < rows_)) return beyond_;
    const auto cell = static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column);
    switch (cells_[cell]) {
      case Cell::outside:
        return Place::outside;
      case Cell::in_ring:
        return Place::in_ring;
      case Cell::bay:
        return Place::unsure;
      case Cell::edges:
        break;
    }
    return among_edges(cell, {x, y});
  }

 private:
  enum class Cell : std::uint8_t { bay, outside, in_ring, edges };  // bay: in no ring, and not known to be outside
  struct Edge {
    Point a, b;
  };

  void list_edges(std::span<const Edge> edges);
  void mark_edges(std::uint32_t row);
  using Crossing = std::pair<double, int>;  // where an edge crosses a row, and which way
  void find_insides(std::uint32_t row, std::vector<Crossing>& crossings);
  void flood_outside();
  std::span<const Edge> edges_of(std::size_t row) const {
    return {edges_.data() + starts_[row], edges_.data() + starts_[row + 1]};
  }
  Point centre_of(std::size_t cell) const;
  Place among_edges(std::size_t cell, Point point) const;
  bool sees_outside(std::size_t cell, Point point) const;  // in cells nearby, over no edge

  Place beyond_ = Place::outside;
  double x_min_ = 0.0, y_min_ = 0.0, cells_per_metre_ = 1.0;
  std::uint32_t columns_ = 0, rows_ = 0;
  std::vector<Cell> cells_;            // by row; those along the border of the grid touch no ring
  std::vector<std::uint32_t> starts_;  // per row
  std::vector<Edge> edges_;            // by row, each with a ring on its left; one is in every row that it touches
};

}  // namespace scrutineer::map::detail
