// How long lanes are, along their centre lines.
#pragma once

#include <limits>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map {

// Between two road s of the lane. Once it is above `enough` it does not matter how long it is.
double centre_length(const RoadNetwork& map, LaneId lane, double from, double to,
                     double enough = std::numeric_limits<double>::infinity());

// The same for who asks of one lane again and again: it is measured once in short pieces, and a question measures a part
// of one. The map must outlive it.
//
//   const LaneRuler ruler(map, lane);
//   const double length = ruler.at(to) - ruler.at(from);
class LaneRuler {
 public:
  LaneRuler(const RoadNetwork& map, LaneId lane);

  // From the lane's s_begin to this road s of it.
  double at(double s) const;

 private:
  struct Piece {
    std::uint32_t strip = 0;  // of the map
    double speed = 0.0;       // metres for a metre of s; 0: it varies
    double s = 0.0;           // where it begins, and ...
    double length = 0.0;      // ... what lies before it
  };

  const RoadNetwork* map_;
  LaneId lane_;
  double s_begin_, s_end_;
  std::vector<Piece> pieces_;  // empty: the lane is too short to have a surface
};

}  // namespace scrutineer::map
