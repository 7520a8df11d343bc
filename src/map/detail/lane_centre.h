// A lane's centre line on one strip, with its derivative: what checks need that look at both sides of a joint.
#pragma once

#include <cmath>

#include "map/detail/side_line.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

struct CentrePoint {
  double x = 0.0, y = 0.0, z = 0.0;
  double dx = 1.0, dy = 0.0;  // of the centre line, by s; shrinks on the inside of a curve and may even point back
  double normal_x = 0.0, normal_y = 1.0;  // unit vector along t, to the left
  double width = 0.0;                     // in the plane
  double bend = 0.0;                      // of the reference line: r' x r'', positive to the left
};

inline CentrePoint centre_at(const RoadNetwork& map, const Strip& strip, LaneId lane, double ds) {
  const std::size_t place = lane.index() - strip.first_lane;
  const auto borders = map.borders_of(strip);
  const Cubic &right = borders[place], &left = borders[place + 1];
  const Cubic sum = right + left;
  const Cubic centre{0.5 * sum.a, 0.5 * sum.b, 0.5 * sum.c, 0.5 * sum.d};
  const SideLine line(map, strip, centre);
  const SideLine::Jet jet = line.jet(ds);
  const CurveAt curve = strip.straight ? CurveAt{.u = ds, .du = 1.0} : curve_at(strip, ds);
  const double speed = strip.straight ? 1.0 : std::hypot(curve.du, curve.dv);
  const double normal_u = -curve.dv / speed, normal_v = curve.du / speed;
  return {.x = to_world_x(strip, {jet.u, jet.v}),
          .y = to_world_y(strip, {jet.u, jet.v}),
          .z = line.height(ds),
          .dx = strip.cos * jet.du - strip.sin * jet.dv,
          .dy = strip.sin * jet.du + strip.cos * jet.dv,
          .normal_x = strip.cos * normal_u - strip.sin * normal_v,
          .normal_y = strip.sin * normal_u + strip.cos * normal_v,
          .width = (left.at(ds) - right.at(ds)) * std::cos(roll_at(map, strip, ds)),
          .bend = curve.du * curve.ddv - curve.dv * curve.ddu};
}

}  // namespace scrutineer::map::detail
