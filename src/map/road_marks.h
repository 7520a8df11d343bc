// The lines painted along lanes, for drawings: no check needs them, so the road network does not hold them.
//
//   for (const RoadMark& mark : read_road_marks(network, xodr_text))
//     draw(outer_border(network, mark.road, mark.lane_number, mark.s_begin, mark.s_end, 0.05));   // outline.h
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map {

enum class MarkLine : std::uint8_t { solid, broken };  // double lines are drawn as the one that must not be crossed
enum class MarkColour : std::uint8_t { white, yellow };

struct RoadMark {
  RoadId road;
  int lane_number = 0;  // along its border away from the reference line; 0: the line between left and right
  double s_begin = 0.0, s_end = 0.0;
  MarkLine line = MarkLine::solid;
  MarkColour colour = MarkColour::white;
  double width = 0.12;  // metres
};

// `text` is the file that `map` was made from, packed or not. In the order of the file; marks of type none, and what
// is no line, are left out. A text that is no map has none.
std::vector<RoadMark> read_road_marks(const RoadNetwork& map, std::string text);

}  // namespace scrutineer::map
