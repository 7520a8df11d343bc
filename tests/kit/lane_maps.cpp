#include "kit/lane_maps.h"

#include <fmt/format.h>

#include <algorithm>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/outline.h"

namespace scrutineer::kit {
namespace {

using namespace map;

LaneLine line_of(const Polyline& polyline) {
  LaneLine line;
  for (const Vertex& vertex : polyline) line.push_back({vertex.x, vertex.y, vertex.z});
  return line;
}

std::string id_of(LaneId lane) { return fmt::format("{}", lane.index()); }

Travel travel_of(const RoadNetwork& network, LaneId lane) {
  if (is_two_way(network.lane(lane))) return Travel::both;
  return drives_along_s(network, lane) ? Travel::along : Travel::against;
}

// The records of the border on that side: its own ones or those of the next lane inward.
const std::vector<LaneMarkRecord>& mark_records(const RoadNetwork& network, LaneId id, Side side, int& of_lane) {
  const Lane& lane = network.lane(id);
  const LaneSection& section = network.section(lane.section);
  const bool is_outer = (side == Side::left) == (lane.number > 0);
  of_lane = is_outer ? lane.number : lane.number > 0 ? lane.number - 1 : lane.number + 1;
  if (is_outer) return lane.marks;
  if (of_lane == 0) return section.centre_marks;
  return network.lane(LaneId(id.index() + (lane.number > 0 ? -1 : 1))).marks;
}

std::vector<MapMark> marks_of(const RoadNetwork& network, LaneId id, Side side) {
  const Lane& lane = network.lane(id);
  int of_lane = 0;
  std::vector<MapMark> marks;
  for (const LaneMarkRecord& record : mark_records(network, id, side, of_lane)) {
    if (record.s > lane.s_end - 0.1) continue;
    const Polyline line = outer_border(network, lane.road, of_lane, std::max(record.s, lane.s_begin), lane.s_end, 0.5);
    const Vertex begin = line.empty() ? Vertex{} : line.front();
    marks.push_back({{begin.x, begin.y, begin.z}, record.type, record.colour, record.width});
  }
  return marks;
}

// Along the section that the lane is in.
LaneLine reference_of(const RoadNetwork& network, const Lane& lane, double max_error) {
  LaneLine line;
  const auto add_end = [&](double s) {
    const RoadPoint end = point_at(network, lane.road, s, 0.0);
    line.push_back({end.x, end.y, end.z});
  };
  add_end(lane.s_begin);
  for (const Vertex& vertex : reference_line(network, lane.road, max_error))
    if (vertex.s > lane.s_begin + 1e-3 && vertex.s < lane.s_end - 1e-3) line.push_back({vertex.x, vertex.y, vertex.z});
  add_end(lane.s_end);
  return line;
}

}  // namespace

LaneMap lanes_of(const RoadNetwork& network, double max_error) {
  LaneMap map{.file = network.file(), .origin = "lanes of the kit"};
  for (const LaneSection& section : network.sections()) {
    for (std::size_t i = 0; i < section.lane_count; ++i) {
      const LaneId id(section.first_lane + i);
      const Lane& from = network.lane(id);
      MapLane lane{.id = id_of(id), .type = from.type, .travel = travel_of(network, id)};
      lane.left = line_of(border(network, id, Side::left, max_error));
      lane.right = line_of(border(network, id, Side::right, max_error));
      lane.centre = line_of(centre_line(network, id, max_error));
      if (lane.left.size() < 2 || lane.right.size() < 2) continue;
      lane.reference = reference_of(network, from, max_error);
      lane.left_marks = marks_of(network, id, Side::left);
      lane.right_marks = marks_of(network, id, Side::right);
      for (const LaneId other : from.predecessors) lane.predecessors.push_back(id_of(other));
      for (const LaneId other : from.successors) lane.successors.push_back(id_of(other));
      if (i > 0) lane.right_neighbours.push_back(id_of(LaneId(section.first_lane + i - 1)));
      if (i + 1 < section.lane_count) lane.left_neighbours.push_back(id_of(LaneId(section.first_lane + i + 1)));
      if (const JunctionId junction = network.road(from.road).junction; junction.valid()) {
        lane.in_junction = true;
        lane.junction = network.junction(junction).id;
      }
      if (!from.speeds.empty()) lane.speed = from.speeds.front().speed;
      map.lanes.push_back(std::move(lane));
    }
  }
  return map;
}

}  // namespace scrutineer::kit
