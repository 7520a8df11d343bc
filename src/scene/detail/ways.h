// The way that traffic on a lane goes on, lane by lane, and where places are along it.
//
//   const Way& way = ways.from({lane, along_s});
//   if (auto at = ways.place_on(way, position)) use(at->along, at->across);
//
// Where a lane leads into several others, in a junction say, the way goes straight on: nobody knows yet where its
// traffic turns, and once it does it is on another lane. Metres are those of the lanes' centre lines.
#pragma once

#include <optional>
#include <vector>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "scene/motion.h"

namespace scrutineer::scene::detail {

inline constexpr double kWayReach = 100.0;  // metres beyond the first lane's end

// How long the centre line of a lane is up to a place.
class LaneLengths {
 public:
  LaneLengths(const map::RoadNetwork& map, map::LaneId lane);
  double until(double s) const;  // from the lane's start along s; beyond its ends it goes on straight
  double whole() const { return until(s_end_); }

 private:
  double s_begin_, s_end_, step_ = 0.0;
  std::vector<double> lengths_;  // at s_begin_ + i step_; empty: as long as s says
};

struct WayLane {
  map::DirectedLane lane;
  map::RoadId road;
  double s_begin = 0.0, s_end = 0.0;
  double start = 0.0;  // metres from where the way begins to where it enters the lane; below 0: behind that
};
// Begins where the lane that it is the way of is entered; before that come the lanes behind it on the same road.
using Way = std::vector<WayLane>;

struct PlaceOnWay {
  double along = 0.0, across = 0.0;  // metres; across is left of the lane's centre as the way goes
  Vector direction{1.0, 0.0};        // of the way there
  double curvature = 0.0;            // of the line beside the way that runs through the place, left is positive
};

class Ways {
 public:
  explicit Ways(const map::RoadNetwork& map) : map_(map) {}

  const Way& from(map::DirectedLane lane);
  // Where a place is along the way, if it is on one of its roads, or beside one of them on a road that leads through
  // the junction between the same roads.
  std::optional<PlaceOnWay> place_on(const Way& way, const map::RoadPosition& at, map::Point point);
  // Where a point is along those lanes of the way that lead through junctions, if it is no further than `reach` beside
  // one: there, lanes lie over each other.
  std::optional<PlaceOnWay> place_in_junction(const Way& way, map::Point point, double reach);
  // Is there a lane that both lead to?
  static bool meet(const Way& a, const Way& b);

 private:
  const LaneLengths& lengths(map::LaneId lane);
  Way make(map::DirectedLane lane);
  void add_behind(map::DirectedLane lane, Way& way);
  map::DirectedLane straight_before(map::DirectedLane lane) const;
  map::DirectedLane straight_on(map::DirectedLane lane, bool with_traffic);
  PlaceOnWay beside(const WayLane& piece, double s, map::Point point);

  const map::RoadNetwork& map_;
  std::vector<Way> ways_;                            // by lane and sense; empty: not asked for yet
  std::vector<std::optional<LaneLengths>> lengths_;  // by lane
  std::vector<map::DirectedLane> next_;              // what is looked at by straight_on()
};

}  // namespace scrutineer::scene::detail
