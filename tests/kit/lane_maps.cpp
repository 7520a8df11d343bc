#include "kit/lane_maps.h"

#include <fmt/format.h>

#include "map/lane_graph.h"
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
