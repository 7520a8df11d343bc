#include "map/outline.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "map/detail/side_line.h"

namespace scrutineer::map {
namespace {

// Ends of strips that are this close are one vertex.
constexpr double kSamePoint = kCurveError;
// Steps per strip; more only follows from a curvature or width that is absurd, and bounds what those can cost.
constexpr double kMaxSteps = 4096.0;

// Into how many equal steps a chord's error |B''| h^2 / 8 demands to cut a line of that length.
int steps_for(double length, double bend, double max_error) {
  const double steps = std::ceil(length * std::sqrt(bend / (8.0 * max_error)));
  return static_cast<int>(steps < kMaxSteps ? std::max(steps, 1.0) : kMaxSteps);  // also for NaN
}

void append_vertex(Polyline& line, const Vertex& vertex) {
  if (!line.empty()) {
    const Vertex& last = line.back();
    if (std::hypot(vertex.x - last.x, vertex.y - last.y, vertex.z - last.z) < kSamePoint) return;
  }
  line.push_back(vertex);
}

// Where a line runs: its t, and the t at which the rolled cross-section has its height.
struct Course {
  Cubic t, height_t;
};

// The part ds_begin .. ds_end of a line.
void append_line(const RoadNetwork& map, const Strip& strip, const Course& course, double ds_begin, double ds_end,
                 double max_error, Polyline& line) {
  const detail::SideLine side_line(map, strip, course.t, course.height_t);
  const double bend = std::hypot(detail::bend_bound(map, strip, detail::bend_of(strip), course.t),
                                 detail::rise_bound(map, strip, course.height_t));
  const int steps = steps_for(ds_end - ds_begin, bend, max_error);
  for (int i = 0; i <= steps; ++i) {
    const double ds = i == steps ? ds_end : ds_begin + (ds_end - ds_begin) * i / steps;
    const detail::Local p = side_line.at(ds);
    append_vertex(line, {to_world_x(strip, p), to_world_y(strip, p), side_line.height(ds), strip.s_begin + ds});
  }
}

std::span<const Strip> strips_of(const RoadNetwork& map, const LaneSection& section) {
  return map.strips().subspan(section.first_strip, section.strip_count);
}

// The line that course_of(strip) gives over some strips, cut to s_begin .. s_end.
template <typename CourseOf>
Polyline line_over(const RoadNetwork& map, std::span<const Strip> strips, double s_begin, double s_end,
                   double max_error, CourseOf course_of) {
  Polyline line;
  for (const Strip& strip : strips) {
    const double ds_begin = std::max(s_begin - strip.s_begin, 0.0);
    const double ds_end = std::min(s_end - strip.s_begin, strip.length);
    if (ds_begin > ds_end || (ds_begin == ds_end && !line.empty())) continue;
    append_line(map, strip, course_of(strip), ds_begin, ds_end, max_error, line);
  }
  return line;
}

// The line through a lane: `left` parts of the left border and the rest of the right one. A level lane is as high
// everywhere as its inner border.
Course course_in_lane(const RoadNetwork& map, LaneId id, const Strip& strip, double left) {
  const Lane& lane = map.lane(id);
  const std::size_t place = id.index() - map.section(lane.section).first_lane;
  const Cubic& from = map.borders_of(strip)[place];
  const Cubic& to = map.borders_of(strip)[place + 1];
  const double right = 1.0 - left;
  const Cubic t{right * from.a + left * to.a, right * from.b + left * to.b, right * from.c + left * to.c,
                right * from.d + left * to.d};
  return {t, !lane.level ? t : lane.number < 0 ? to : from};
}

// Right border there, left border back.
Polyline ring_of(Polyline right, const Polyline& left) {
  std::for_each(left.rbegin(), left.rend(), [&right](const Vertex& vertex) { append_vertex(right, vertex); });
  while (right.size() > 1 &&
         std::hypot(right.front().x - right.back().x, right.front().y - right.back().y) < kSamePoint) {
    right.pop_back();
  }
  if (right.size() < 3) right.clear();
  return right;
}

}  // namespace

Polyline border(const RoadNetwork& map, LaneId id, Side side, double s_begin, double s_end, double max_error) {
  Polyline line = line_over(
      map, strips_of(map, map.section(map.lane(id).section)), std::min(s_begin, s_end), std::max(s_begin, s_end),
      max_error, [&](const Strip& strip) { return course_in_lane(map, id, strip, side == Side::left ? 1.0 : 0.0); });
  if (s_begin > s_end) std::reverse(line.begin(), line.end());
  return line;
}

Polyline border(const RoadNetwork& map, LaneId id, Side side, double max_error) {
  const Lane& lane = map.lane(id);
  return border(map, id, side, lane.s_begin, lane.s_end, max_error);
}

Polyline outer_border(const RoadNetwork& map, RoadId road, int lane_number, double s_begin, double s_end,
                      double max_error) {
  Polyline line = line_over(
      map, map.strips_of(road), std::min(s_begin, s_end), std::max(s_begin, s_end), max_error, [&](const Strip& strip) {
        const LaneSection& section = map.section(SectionId(strip.section));
        const Cubic& t = map.borders_of(strip)[detail::outer_border_place(map, section, lane_number)];
        return Course{t, t};
      });
  if (s_begin > s_end) std::reverse(line.begin(), line.end());
  return line;
}

Polyline centre_line(const RoadNetwork& map, LaneId id, double max_error) {
  const Lane& lane = map.lane(id);
  return line_over(map, strips_of(map, map.section(lane.section)), lane.s_begin, lane.s_end, max_error,
                   [&](const Strip& strip) { return course_in_lane(map, id, strip, 0.5); });
}

Polyline reference_line(const RoadNetwork& map, RoadId road, double max_error) {
  return line_over(map, map.strips_of(road), 0.0, map.road(road).length, max_error,
                   [](const Strip&) { return Course{}; });
}

Polyline lane_polygon(const RoadNetwork& map, LaneId lane, double max_error) {
  return ring_of(border(map, lane, Side::right, max_error), border(map, lane, Side::left, max_error));
}

}  // namespace scrutineer::map
