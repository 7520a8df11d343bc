#include "map/detail/junction_boundary.h"

#include <algorithm>
#include <cmath>

#include "map/detail/side_line.h"
#include "map/outline.h"

namespace scrutineer::map::detail {
namespace {

Ring plan_of(const Polyline& line) {
  Ring points;
  points.reserve(line.size());
  for (const Vertex& vertex : line) points.push_back({vertex.x, vertex.y});
  return points;
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Ring along_lane(const RoadNetwork& map, RoadId road, const JunctionBoundarySegment& segment, double max_error) {
  const double length = map.road(road).length;
  const double s_start = segment.s_start.value_or(segment.s_start_is_end ? length : 0.0);
  const double s_end = segment.s_end.value_or(segment.s_end_is_begin ? 0.0 : length);
  return plan_of(outer_border(map, road, segment.boundary_lane, s_start, s_end, max_error));
}

// The cross-section of the road's end from the start lane to the end lane, both included; of the whole road where they
// are not given. `before` is where the boundary came to: it decides the sense where the file does not.
Ring across_end(const RoadNetwork& map, RoadId road, const JunctionBoundarySegment& segment,
                const std::optional<Point>& before) {
  const auto strips = map.strips_of(road);
  const bool at_start = segment.contact == ContactPoint::start;
  const Strip& strip = at_start ? strips.front() : strips.back();
  const LaneSection& section = map.section(SectionId(strip.section));
  const auto lanes = map.lanes().subspan(section.first_lane, section.lane_count);
  const int outermost_right = lanes.empty() ? 0 : std::min(lanes.front().number, 0);
  const int outermost_left = lanes.empty() ? 0 : std::max(lanes.back().number, 0);
  const int from = segment.joint_lane_start.value_or(outermost_right);
  const int to = segment.joint_lane_end.value_or(outermost_left);
  // A lane left of the line counts from its right border on, which is the outer one of the lane before.
  const int low = std::min(from, to), high = std::max(from, to);
  const std::size_t right = outer_border_place(map, section, low > 0 ? low - 1 : low);
  const std::size_t left = outer_border_place(map, section, high < 0 ? high + 1 : high);
  const double ds = at_start ? 0.0 : strip.length;
  Ring points;
  for (const std::size_t place : {right, left}) {
    const Local p = SideLine(map, strip, map.borders_of(strip)[place]).at(ds);
    points.push_back({to_world_x(strip, p), to_world_y(strip, p)});
  }
  const bool stated = segment.joint_lane_start && segment.joint_lane_end && from != to;
  const bool leftward = stated ? from < to : !before || distance(*before, points[0]) <= distance(*before, points[1]);
  if (!leftward) std::swap(points[0], points[1]);
  return points;
}

}  // namespace

std::optional<Ring> boundary_ring(const RoadNetwork& map, const Junction& junction, double max_error) {
  Ring ring;
  for (const JunctionBoundarySegment& segment : junction.boundary) {
    const RoadId road = map.find_road(segment.road);
    if (!road.valid() || map.strips_of(road).empty()) return std::nullopt;
    const auto before = ring.empty() ? std::nullopt : std::optional(ring.back());
    const Ring points = segment.kind == JunctionBoundarySegment::Kind::lane ? along_lane(map, road, segment, max_error)
                                                                            : across_end(map, road, segment, before);
    if (points.empty()) return std::nullopt;
    for (const Point& point : points) {
      if (ring.empty() || distance(ring.back(), point) > kCurveError) ring.push_back(point);
    }
  }
  while (ring.size() > 1 && distance(ring.front(), ring.back()) <= kCurveError) ring.pop_back();
  if (ring.size() < 3) return std::nullopt;
  return ring;
}

}  // namespace scrutineer::map::detail
