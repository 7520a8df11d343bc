// A lane as it is driven along, and all that follow it: made when somebody first asks for the lane, and kept by the map.
//
//   const LanesFollowing& following = lanes_following(map, way);
//   for (const LanesFollowing::Next& next : following.lanes) look_along(next.stretch, rest + next.distance);
#pragma once

#include <limits>
#include <vector>

#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::map {

inline constexpr double kFollowingKept = 130.0;  // metres: lanes that begin further beyond the end are left out

// A lane as it is driven along, with what is asked of it again and again.
struct LaneStretch {
  DirectedLane lane;
  RoadId road;
  double s_begin = 0.0, s_end = 0.0;
  double centre = 0.0;  // t of the lane's centre, if it is the same all along
  bool has_fixed_centre = false;
  bool is_in_junction = false;
};

struct LanesFollowing {
  LanesFollowing(const RoadNetwork& map, DirectedLane way);

  // How far its begin is from the end of the lane that it follows.
  struct Next {
    LaneStretch stretch;
    double distance = 0.0;
  };

  LaneStretch own;
  std::vector<Next> lanes;                                    // nearest first; each once
  double junction = std::numeric_limits<double>::infinity();  // distance of the first that is in one
};
const LanesFollowing& lanes_following(const RoadNetwork& map, DirectedLane way);

}  // namespace scrutineer::map
