// What a lane leads to, measured along its own centre line: made when somebody first asks for the lane, and kept by the
// map for later questions, in this run or in another one.
//
//   const LaneAhead& ahead = lane_ahead(map, way);
//   const double here = ahead.ruler.at(s);
//   for (const AheadMark& mark : ahead.marks)
//     if (const double distance = ahead.distance(mark.place, s, here); distance < 50.0) use(mark.kind, distance);
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "map/lane_length.h"
#include "map/road_ahead.h"

namespace scrutineer::map {

inline constexpr double kAheadKept = 130.0;  // metres beyond the lane's end

// Where something is: on the lane or after its end.
struct AheadPlace {
  double s = 0.0;      // of its road
  double along = 0.0;  // of what is on the lane: by its ruler; of what comes after: from the lane's end
  bool is_on_lane = false;
};

// A signal, or a crosswalk that is drawn as an object: what is asked for most, without the curves in between.
struct AheadMark {
  AheadPlace place;
  SignalKind kind = SignalKind::other;
};

struct LaneAhead {
  LaneAhead(const RoadNetwork& map, DirectedLane way);

  // From s, which is `here` by the ruler; NaN: it lies behind.
  double distance(const AheadPlace& to, double s, double here) const {
    if (!to.is_on_lane) return std::abs(end - here) + to.along;
    const bool is_behind = (way.along_s ? to.s - s : s - to.s) < 0.0;
    return is_behind ? std::numeric_limits<double>::quiet_NaN() : std::abs(to.along - here);
  }

  DirectedLane way;
  LaneRuler ruler;
  double end = 0.0;                // of the lane, as it is driven, by the ruler
  std::vector<AheadItem> items;    // of road_ahead(map, way, kAheadKept)
  std::vector<AheadPlace> places;  // of each
  std::vector<AheadMark> marks;    // in the same order
};
const LaneAhead& lane_ahead(const RoadNetwork& map, DirectedLane way);

}  // namespace scrutineer::map
