// The line that a made actor drives along: a lane and those it leads to, or a free line or arc.
//
// Places on it are told by their distance from the start, negative behind it. On a lane this distance counts along the
// roads' reference lines; `stretch` says how much longer the lane's own centre line is there.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "kit/curve.h"
#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::kit {

struct PathPoint {
  double x = 0.0, y = 0.0, z = 0.0;
  double heading = 0.0;    // of the centre line, as driven
  double curvature = 0.0;  // of it, left is positive
  double stretch = 1.0;    // metres of the centre line for one of distance
  double grade = 0.0;      // rise for one of distance
  double bend = 0.0;       // rate of the grade
  double bank = 0.0;       // rise for one metre to the left
};

class DrivePath {
 public:
  virtual ~DrivePath() = default;
  // Throws std::runtime_error where the path ends before `distance`. z, grade, bend and bank are those `left` of the
  // centre line.
  virtual PathPoint at(double distance, double left) = 0;
};

// A straight line, or an arc, at height 0.
std::unique_ptr<DrivePath> free_path(const Pose& start, double curvature);

struct LaneStart {
  std::string road;
  int lane = 0;
  double s = 0.0;
  bool against_traffic = false;
  std::vector<std::string> via;  // roads to come along, in this order; between them the fewest lanes, no lane changes
};
// Follows the lane; where it leads to several, to the next road of `via`, else the way that turns least.
std::unique_ptr<DrivePath> lane_path(const map::RoadNetwork& map, const LaneStart& start);

}  // namespace scrutineer::kit
