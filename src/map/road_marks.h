// The lines painted along lanes.
//
//   for (const RoadMark& mark : road_marks(network))
//     draw(outer_border(network, mark.road, mark.lane_number, mark.s_begin, mark.s_end, 0.05));   // outline.h
//   if (const LaneMarkRecord* mark = mark_beside(network, way, s, DriversSide::left)) ...
#pragma once

#include <string_view>
#include <vector>

#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::map {

struct RoadMark {
  RoadId road;
  int lane_number = 0;  // along its border away from the reference line; 0: the line between left and right
  double s_begin = 0.0, s_end = 0.0;
  MarkType type = MarkType::none;
  MarkColour colour = MarkColour::standard;
  double width = 0.12;  // metres
};

// By road and section, lane 0 first and then by lane number; marks of type none are left out.
std::vector<RoadMark> road_marks(const RoadNetwork& map);

// A line that is painted, not a curb or grass; and one with at least one unbroken line.
bool is_line(MarkType type);
bool is_solid(MarkType type);

enum class DriversSide : std::uint8_t { left, right };
// What is painted between a lane and what is beside it, as its drivers see it; null: the map says nothing.
const LaneMarkRecord* mark_beside(const RoadNetwork& map, DirectedLane way, double s, DriversSide side);

std::string_view to_string(MarkType type);
std::string_view to_string(MarkColour colour);

}  // namespace scrutineer::map
