// Lane centre lines as headings over arc length, sampled as finely as they turn.
#pragma once

#include <span>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map::detail {

struct CentreSample {
  double along = 0.0;  // arc length from the run's begin
  double heading =
      0.0;  // radians, without jumps of a whole turn; two samples at the same place where the line has a kink
  double s = 0.0, x = 0.0, y = 0.0, z = 0.0;
  LaneId lane;
};

// A stretch of a centre line. Between two samples the heading is linear in the arc length to within 0.02 degrees.
using CentreRun = std::vector<CentreSample>;

struct CentreRunOptions {
  double min_width = 0.0;  // runs end where the lane is narrower
  // Where the centre line of a lane jumps by more than this, within a section, the jump is a straight piece of it.
  // Smaller ones only change the heading; so does any where a section begins, because there it is another lane.
  double min_jump = 0.0;
};

// The centre line of a lane and of the lanes that it goes on as in the next sections of the same road.
std::vector<CentreRun> centre_runs(const RoadNetwork& map, std::span<const LaneId> lanes,
                                   const CentreRunOptions& options);

// Every lane in use, each followed through the sections of its road as long as it is linked; each lane in one list.
std::vector<std::vector<LaneId>> lanes_along_roads(const RoadNetwork& map);

}  // namespace scrutineer::map::detail
