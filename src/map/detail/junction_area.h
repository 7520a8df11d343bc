// The area of one junction, made ready for queries, and the boxes of all of them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "map/detail/filled_union.h"
#include "map/detail/grid_index.h"
#include "map/detail/patch.h"
#include "map/detail/ring_index.h"
#include "map/junctions.h"

namespace scrutineer::map::detail {

struct JunctionArea {
  Area area;
  RingIndex index;           // of the area's rings
  bool by_boundary = false;  // the rings come from the file's <boundary>, exact to a millimetre

  // What the area has beyond the surface of the roads: holes that were filled; all of it where it is by_boundary.
  RingIndex enclosed;
};

// The surface of the junction's roads, as far as it is known without making the area.
struct JunctionGround {
  std::vector<Ring> rings;
  std::optional<FilledUnion>
      filled;  // of them; nothing where it cannot decide: a boundary, rings that cross themselves
  double z_min = 0.0, z_max = 0.0;
  std::vector<Spot> heights;  // at places a metre or so apart
};

// Made on first use.
const JunctionGround& ground_of(const RoadNetwork& map, JunctionId junction);

// Made on first use. Whether a point is inside is better asked below, which seldom needs it.
const JunctionArea& area_of(const RoadNetwork& map, JunctionId junction);

// In the area of the junction?
bool area_contains(const RoadNetwork& map, JunctionId junction, Point point);
// In what the area has beyond the surface of the roads?
bool area_encloses(const RoadNetwork& map, JunctionId junction, Point point);

// Is the area there, because somebody needed it? And would area_encloses() have to make it?
bool is_area_made(const RoadNetwork& map, JunctionId junction);
bool needs_area(const RoadNetwork& map, JunctionId junction, Point point);

// Which areas may contain a point, without making them: boxes that hold each one's roads.
class JunctionBoxes {
 public:
  explicit JunctionBoxes(const RoadNetwork& map);

  // Calls visit(JunctionId) for those whose box touches the cell of the point, ascending ...
  template <typename Visit>
  void visit_at(double x, double y, Visit visit) const {
    for (const std::uint32_t place : grid_->at(x, y)) visit(junctions_[place]);
  }
  // ... and for those whose box touches a cell of that box; one may come more than once.
  template <typename Visit>
  void visit_box(double x_min, double y_min, double x_max, double y_max, Visit visit) const {
    grid_->visit_box(x_min, y_min, x_max, y_max, [&](std::uint32_t place) { visit(junctions_[place]); });
  }

 private:
  std::vector<JunctionId> junctions_;  // those that have a box, in the grid's order
  std::unique_ptr<const GridIndex> grid_;
};

const JunctionBoxes& junction_boxes(const RoadNetwork& map);

// Has the junction a surface within kLevelHeight of z at (or, where no road of it is, near) a point of its area?
bool is_level(const RoadNetwork& map, JunctionId junction, Point point, double z);

}  // namespace scrutineer::map::detail
