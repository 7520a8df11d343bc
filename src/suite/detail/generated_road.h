// The roads of generated suites: one road each, made of straight and bent stretches, and where a place on it is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::suite::detail {

struct Stretch {
  double length = 0.0;
  double curvature = 0.0;  // positive: to the left
};

struct GeneratedRoad {
  std::string_view name;
  std::string_view type;     // OpenDRIVE's: "town", "rural", "motorway"
  double speed_limit = 0.0;  // m/s
  int lanes_each_way = 2;
  double lane_width = 3.5;
  std::vector<Stretch> stretches;

  double curvature_at(double s) const;
};

struct RoadPoint {
  double x = 0.0, y = 0.0, heading = 0.0;
};
// `t` to the left of the middle.
RoadPoint point_at(const GeneratedRoad& road, double s, double t);

std::string to_xodr(const GeneratedRoad& road);

std::span<const GeneratedRoad> generated_roads();

}  // namespace scrutineer::suite::detail
