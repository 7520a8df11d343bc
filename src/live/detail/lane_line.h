// A lane's centre line by the distance driven along it, in the sense of travel.
//
//   const LaneLine line(map, as_travelled(map, lane));
//   const RoadPoint at = line.at(12.5);       // 12.5 m after its begin; heading is that of travel
#pragma once

#include <vector>

#include "map/lane_graph.h"
#include "map/lookup.h"

namespace scrutineer::live::teleport {

class LaneLine {
 public:
  LaneLine(const map::RoadNetwork& map, map::DirectedLane lane);

  double length() const { return stations_.back(); }
  // `station` is clamped to the lane.
  map::RoadPoint at(double station) const;

 private:
  const map::RoadNetwork& map_;
  map::DirectedLane lane_;
  std::vector<double> stations_;  // metres along the centre line, at even steps of s in the sense of travel
};

// Only the length.
double centre_line_length(const map::RoadNetwork& map, map::LaneId lane);

}  // namespace scrutineer::live::teleport
