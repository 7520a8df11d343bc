// What a road is like at a place, as its drivers see it.
//
//   const DirectedLane way = as_travelled(map, at.lane);
//   if (std::abs(curvature(map, way, at.s)) > 1.0 / 100.0) ...
#pragma once

#include <cstdint>
#include <string_view>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map {

// Of the lane's centre line, per metre; left is positive. With the probable strip, none is searched for.
double curvature(const RoadNetwork& map, DirectedLane way, double s, std::uint32_t probable_strip = kNoStrip);
// Rise over run along the reference line; uphill is positive.
double grade(const RoadNetwork& map, DirectedLane way, double s, std::uint32_t probable_strip = kNoStrip);

// The lanes of its section that carry vehicles this way.
int lanes_this_way(const RoadNetwork& map, DirectedLane way);
// Is nobody oncoming in the lane next to the outermost one of this way: a one-way road, or something that nobody drives on
// in between?
bool is_divided(const RoadNetwork& map, DirectedLane way);

// ---- junctions ------------------------------------------------------------------------------------------------------

enum class JunctionKind : unsigned char {
  tee,         // three roads meet
  crossing,    // four roads or more meet
  roundabout,  // it is a part of a ring that traffic goes round one way
  merge,       // roads join or part without a turn: ramps
  other,       // anything else
};
std::string_view to_string(JunctionKind kind);
// Not cheap: it follows roads. Ask once.
JunctionKind junction_kind(const RoadNetwork& map, JunctionId junction);

}  // namespace scrutineer::map
