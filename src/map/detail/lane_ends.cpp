#include "map/detail/lane_ends.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "map/detail/lane_centre.h"

namespace scrutineer::map::detail {
namespace {

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double part = squared > 0.0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - (a.x + part * dx), p.y - (a.y + part * dy));
}

// Does the line through a and b have c and d on different sides?
bool separates(Point a, Point b, Point c, Point d) {
  const auto side = [&](Point p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); };
  const double first = side(c), second = side(d);
  return (first > 0.0 && second < 0.0) || (first < 0.0 && second > 0.0);
}

bool goes_both_ways(const Lane& lane) {
  return lane.direction == LaneDirection::both || lane.type == LaneType::bidirectional ||
         lane.type == LaneType::sidewalk || lane.type == LaneType::walking || lane.type == LaneType::shared;
}

const std::vector<LaneId>& links(const Lane& lane, ContactPoint end) {
  return end == ContactPoint::start ? lane.predecessors : lane.successors;
}

// Does this end of a lane that `at`, the end of a road, is linked to lie there? A road may touch another one, or itself,
// with both ends: only the lane's own lists tell which lane is meant.
bool meets_back(const RoadNetwork& map, LaneEnd at, LaneEnd other) {
  return std::ranges::binary_search(links(map.lane(other.lane), other.end), at.lane) && is_road_end(map, other) &&
         roads_meet(map, map.lane(at.lane).road, at.end, map.lane(other.lane).road, other.end);
}

}  // namespace

std::optional<LaneEndSection> cross_section(const RoadNetwork& map, LaneEnd at) {
  const Lane& lane = map.lane(at.lane);
  const LaneSection& section = map.section(lane.section);
  if (section.strip_count == 0) return std::nullopt;
  const bool begin = at.end == ContactPoint::start;
  const Strip& strip = map.strip(begin ? section.first_strip : section.first_strip + section.strip_count - 1);
  const double ds = begin ? 0.0 : strip.length;
  const CentrePoint point = centre_at(map, strip, at.lane, ds);
  LaneEndSection result;
  result.centre = {point.x, point.y};
  result.left = {point.x + 0.5 * point.width * point.normal_x, point.y + 0.5 * point.width * point.normal_y};
  result.right = {point.x - 0.5 * point.width * point.normal_x, point.y - 0.5 * point.width * point.normal_y};
  result.z = point.z;
  result.s = strip.s_begin + ds;
  result.width = point.width;
  result.outward = begin ? std::atan2(-point.dy, -point.dx) : std::atan2(point.dy, point.dx);
  return result;
}

double distance(const LaneEndSection& a, const LaneEndSection& b) {
  if (separates(a.left, a.right, b.left, b.right) && separates(b.left, b.right, a.left, a.right)) return 0.0;
  return std::min(
      std::min(distance_to_segment(a.left, b.left, b.right), distance_to_segment(a.right, b.left, b.right)),
      std::min(distance_to_segment(b.left, a.left, a.right), distance_to_segment(b.right, a.left, a.right)));
}

std::vector<LaneEnd> linked_ends(const RoadNetwork& map, LaneEnd at) {
  std::vector<LaneEnd> found;
  const bool within_road = !is_road_end(map, at);
  for (const LaneId other : links(map.lane(at.lane), at.end)) {
    if (within_road) {
      found.push_back({other, at.end == ContactPoint::start ? ContactPoint::end : ContactPoint::start});
      continue;
    }
    for (const ContactPoint end : kBothEnds)
      if (meets_back(map, at, {other, end})) found.push_back({other, end});
  }
  return found;
}

bool are_linked(const RoadNetwork& map, LaneEnd at, LaneEnd other) {
  if (!std::ranges::binary_search(links(map.lane(at.lane), at.end), other.lane)) return false;
  return is_road_end(map, at) ? meets_back(map, at, other) : other.end != at.end;
}

bool roads_meet(const RoadNetwork& map, RoadId a, ContactPoint a_end, RoadId b, ContactPoint b_end) {
  const auto names = [&](RoadId from, ContactPoint from_end, RoadId to, ContactPoint to_end) {
    const RoadEnd& end = road_end(map.road(from), from_end);
    return end.road == to && end.contact == to_end;
  };
  if (names(a, a_end, b, b_end) || names(b, b_end, a, a_end)) return true;
  const auto connects = [&](RoadId incoming, ContactPoint incoming_end, RoadId connecting, ContactPoint contact) {
    const JunctionId junction = road_end(map.road(incoming), incoming_end).junction;
    if (!junction.valid()) return false;
    return has_connection(map.junction(junction), incoming, connecting, contact);
  };
  return connects(a, a_end, b, b_end) || connects(b, b_end, a, a_end);
}

bool has_connection(const Junction& junction, RoadId incoming, RoadId connecting, ContactPoint contact) {
  return std::ranges::binary_search(
      junction.connections, std::tuple(incoming, connecting, contact), {},
      [](const Connection& one) { return std::tuple(one.incoming, one.connecting, one.contact); });
}

const RoadEnd& road_end(const Road& road, ContactPoint end) {
  return end == ContactPoint::start ? road.predecessor : road.successor;
}

bool is_first_section(const RoadNetwork& map, const Lane& lane) {
  return lane.section.index() == map.road(lane.road).first_section;
}

bool is_last_section(const RoadNetwork& map, const Lane& lane) {
  const Road& road = map.road(lane.road);
  return lane.section.index() + 1 == std::size_t{road.first_section} + road.section_count;
}

bool is_road_end(const RoadNetwork& map, LaneEnd at) {
  const Lane& lane = map.lane(at.lane);
  return at.end == ContactPoint::start ? is_first_section(map, lane) : is_last_section(map, lane);
}

bool leads_out(const RoadNetwork& map, LaneEnd at) {
  return goes_both_ways(map.lane(at.lane)) || drives_along_s(map, at.lane) == (at.end == ContactPoint::end);
}

bool leads_in(const RoadNetwork& map, LaneEnd at) {
  return goes_both_ways(map.lane(at.lane)) || drives_along_s(map, at.lane) == (at.end == ContactPoint::start);
}

}  // namespace scrutineer::map::detail
