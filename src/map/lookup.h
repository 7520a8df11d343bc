// Points to road positions and back.
//
//   for (const RoadPosition& p : locate(map, {12.0, 3.5}))  // every lane that contains the point, nearest first
//   auto p = follow(map, {12.5, 3.5}, last);                // the same actor a frame later
//   const RoadPoint q = point_at(map, road, s, t);             // and back
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map {

struct Point {
  double x = 0.0, y = 0.0;
  bool operator==(const Point&) const = default;
};

// A place on a lane. Left is positive in the sense of the road's s, whichever way traffic runs.
struct RoadPosition {
  RoadId road;
  LaneId lane;
  double s = 0.0, t = 0.0;
  double offset = 0.0;                      // from the lane's centre line
  double width = 0.0;                       // of the lane here
  double height = 0.0;                      // z of the road surface here
  double tangent_x = 1.0, tangent_y = 0.0;  // unit vector along the reference line
  std::uint32_t strip = 0;                  // where the lookup found it: lets follow() start there

  double heading() const { return std::atan2(tangent_y, tangent_x); }  // of the reference line, (-pi, pi]
};

// Surfaces further above or below than this are another level (a bridge), not this place.
inline constexpr double kLevelHeight = 3.0;  // metres

// Every lane (of any type) that contains the point, nearest lane centre first, ties by road. A point on a border shared
// by two lanes of a road is in one of them. With z only those whose surface is within kLevelHeight.
std::vector<RoadPosition> locate(const RoadNetwork& map, Point point, std::optional<double> z = std::nullopt);
// The same without an allocation: `found` is cleared and filled.
void locate(const RoadNetwork& map, Point point, std::optional<double> z, std::vector<RoadPosition>& found);

// The position of an actor that was at `last` a moment ago: on the same road or one linked to its lane. Nothing if it
// is on neither; ask locate() then.
std::optional<RoadPosition> follow(const RoadNetwork& map, const Point& point, const RoadPosition& last);

// The part of follow() that nearly always does: still on the same road. Then `position` is brought up to the point;
// else it stays as it is.
bool follow_on_road(const RoadNetwork& map, const Point& point, RoadPosition& position);

// The position on this road only (all of its lanes), nearest to the reference line if there are several.
std::optional<RoadPosition> locate_on_road(const RoadNetwork& map, Point point, RoadId road);

// The lane nearest to the point within `radius`, 0 away if one contains it: `distance` is to its surface.
struct NearLane {
  RoadPosition position;  // s and t are the point's own, so t may lie beyond the borders; beyond an end, s is the end's
  double distance = 0.0;
};
std::optional<NearLane> nearest_lane(const RoadNetwork& map, Point point, double radius,
                                     std::optional<double> z = std::nullopt);

struct RoadPoint {
  double x = 0.0, y = 0.0, z = 0.0;
  double heading = 0.0;    // of the line at constant t (or of the lane's centre line moved by offset), along s
  double curvature = 0.0;  // of that line, left is positive
};

// s is clamped to the road; t may lie outside of all lanes.
RoadPoint point_at(const RoadNetwork& map, RoadId road, double s, double t);
// `offset` from the lane's centre line, left along s; s is clamped to the lane's section.
RoadPoint point_at(const RoadNetwork& map, LaneId lane, double s, double offset);
// Its curvature alone, on the centre line. With the probable strip, none is searched for.
inline constexpr std::uint32_t kNoStrip = 0xFFFFFFFF;
double centre_curvature(const RoadNetwork& map, LaneId lane, double s, std::uint32_t probable_strip = kNoStrip);
// From the direction of the reference line to that in which the lane runs at this place, left along s is positive: lanes
// run aside where widths or the offset of all lanes change.
double lane_turn(const RoadNetwork& map, const RoadPosition& at);

// The t of the lane's borders and centre at s (clamped to its section).
struct LaneSpan {
  double right = 0.0, left = 0.0;
  double centre() const { return 0.5 * (right + left); }
  double width() const { return left - right; }
};
LaneSpan lane_span(const RoadNetwork& map, LaneId lane, double s);
// The t of the outermost borders at s.
LaneSpan road_span(const RoadNetwork& map, RoadId road, double s);

}  // namespace scrutineer::map
