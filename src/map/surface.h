// How far a point is from the road.
//
//   distance_to_surface(map, {x, y}, z, 20.0)          // metres; 0 on the road
//   SurfaceHint hint;                                  // best one per moving point; also one for points near each
//   other distance_to_surface(map, corner, z, 20.0, hint);   // the same answer, faster
//
// Road surface is
//   - every lane of any type but `none`;
//   - the areas of junctions, with all they enclose (map/junctions.h);
//   - gaps of up to half a metre between pieces of a road, and between roads of which a lane leads to a lane of the
//   other;
//   - 10 m straight on beyond an end of a road that leads nowhere: leaving the map is not leaving the road.
// With z, only surface within kLevelHeight of it counts.
//
// Distances are in the plane and exact to a millimetre. (Where the height limit cuts through a road that is rolled, the
// cut is followed in steps of kCutStep.)
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map {

inline constexpr double kCutStep = 0.25;  // metres

// Where a point was found last. It only makes the next answer faster, not different (beyond the millimetre above).
struct SurfaceHint {
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  std::uint32_t strip = kNowhere;
};

// The distance, or max_distance if it is larger than that. 0 inside; of a point that is not a number: max_distance.
double distance_to_surface(const RoadNetwork& map, Point point, std::optional<double> z, double max_distance);
double distance_to_surface(const RoadNetwork& map, Point point, std::optional<double> z, double max_distance,
                           SurfaceHint& hint);

// The same, without making the area of a junction, which takes milliseconds and seldom matters to a caller that only asks
// whether it is less than some distance. Where one would be needed, it says at least as much, and the hint stays.
struct SurfaceDistance {
  double metres = 0.0;
  bool is_exact = true;
};
SurfaceDistance quick_distance_to_surface(const RoadNetwork& map, Point point, std::optional<double> z,
                                          double max_distance, SurfaceHint& hint);

// A rectangle, turned somehow.
struct TurnedBox {
  Point centre;
  Point ahead, left;  // from the centre to the middles of two edges

  std::array<Point, 4> corners() const {  // from the front left clockwise
    return {Point{centre.x + ahead.x + left.x, centre.y + ahead.y + left.y},
            Point{centre.x + ahead.x - left.x, centre.y + ahead.y - left.y},
            Point{centre.x - ahead.x - left.x, centre.y - ahead.y - left.y},
            Point{centre.x - ahead.x + left.x, centre.y - ahead.y + left.y}};
  }
  // Its corners and the middles of its edges, from the front left clockwise.
  static constexpr std::size_t kOutlinePoints = 8;
  std::array<Point, kOutlinePoints> outline() const {
    const std::array<Point, 4> corner = corners();
    std::array<Point, kOutlinePoints> points;
    for (std::size_t i = 0; i < corner.size(); ++i) {
      const Point &here = corner[i], &next = corner[(i + 1) % corner.size()];
      points[2 * i] = here;
      points[2 * i + 1] = {0.5 * (here.x + next.x), 0.5 * (here.y + next.y)};
    }
    return points;
  }
};

// How far every point of the rectangle may at least move, up and down too, and all of it is still surface. Below 0: it may
// not all be surface, but may be: only the hinted strip is looked at. A few nanoseconds.
double room_on_surface(const RoadNetwork& map, const TurnedBox& box, std::optional<double> z, SurfaceHint hint);
// Which points of its outline are surely surface of the hinted strip: bit i stands for TurnedBox::outline()[i].
using OutlinePoints = std::uint32_t;
OutlinePoints surely_on_surface(const RoadNetwork& map, const TurnedBox& box, std::optional<double> z,
                                SurfaceHint hint);

bool is_on_surface(const RoadNetwork& map, Point point, std::optional<double> z = std::nullopt);

// All surface lies between these heights (metres); both are 0 without roads.
struct SurfaceHeights {
  double low = 0.0, high = 0.0;
};
SurfaceHeights surface_heights(const RoadNetwork& map);

}  // namespace scrutineer::map
