// The areas of junctions, and which of them contain a point.
//
//   const Area& area = junction_area(map, junction);
//   for (const JunctionId id : junctions_containing(map, {x, y}, z)) ...
//
// An area is what the file's <boundary> encloses, if the junction has one; else the surface of its connecting roads
// (all lanes but those of type `none`), with everything that this encloses. Its rings are within kAreaError of that.
//
// Areas are made when first asked for; asking from several threads is safe.
#pragma once

#include <optional>
#include <vector>

#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map {

inline constexpr double kAreaError = 0.01;  // metres

using Ring = std::vector<Point>;  // closed: the first point is not repeated

struct Area {
  std::vector<Ring> rings;  // apart from each other, without holes, counter-clockwise; the largest first
  Extent extent;            // of all rings; meaningless if there are none

  bool empty() const { return rings.empty(); }
  double size() const;  // in square metres
};

// Empty if the junction has neither a boundary nor a road of its own, as direct junctions.
const Area& junction_area(const RoadNetwork& map, JunctionId junction);

// The junctions whose area contains the point, ascending. With z only those that have a surface within kLevelHeight of
// it: where the point is on a connecting road, that road's; else that of the nearest one. So a bridge over a junction
// is not in it.
std::vector<JunctionId> junctions_containing(const RoadNetwork& map, Point point,
                                             std::optional<double> z = std::nullopt);
// The same without an allocation: `found` is cleared and filled.
void junctions_containing(const RoadNetwork& map, Point point, std::optional<double> z, std::vector<JunctionId>& found);
bool is_in_junction(const RoadNetwork& map, Point point, std::optional<double> z = std::nullopt);

// True only if no junction's area is within `reach` metres of the point, but not always then: it looks at boxes.
bool is_clear_of_junctions(const RoadNetwork& map, Point point, double reach);

// From the point to the area in the plane, 0 inside; infinite for an empty area.
double distance_to_area(const Area& area, Point point);

}  // namespace scrutineer::map
