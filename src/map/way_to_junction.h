// The way from a lane to the junction that traffic on it comes to next.
//
//   if (const auto way = way_to_junction(map, as_travelled(map, at.lane), 50.0))
//     use(way->junction(), way->incoming(), way->distance(at.s));
//
// It leads along the lanes that follow; where a lane leads to several, along those to the nearest junction. Direct and
// virtual junctions are none: nobody drives on roads of theirs.
#pragma once

#include <optional>
#include <vector>

#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::map {

class WayToJunction {
 public:
  JunctionId junction() const { return junction_; }
  DirectedLane incoming() const { return incoming_; }  // the last lane before the junction
  // From road s of the lane that the way begins with to the junction's border, along the lanes' centre lines.
  double distance(double s) const;

 private:
  friend std::optional<WayToJunction> way_to_junction(const RoadNetwork& map, DirectedLane lane, double reach);

  JunctionId junction_;
  DirectedLane incoming_, begin_;
  double exit_s_ = 0.0;          // of the lane that it begins with
  double after_ = 0.0;           // from there to the border
  std::vector<double> lengths_;  // of the last metre of s before the exit, the last two, ...
};

// Nothing: there is none within `reach` metres of the lane's end, or the lane is part of it.
std::optional<WayToJunction> way_to_junction(const RoadNetwork& map, DirectedLane lane, double reach);

// From a road s of the incoming road to its end at the junction, along `incoming` and the lanes that lead to it there.
double distance_before_junction(const RoadNetwork& map, DirectedLane incoming, double s);
// The same from s of `road`, which is the incoming road or leads to it without a junction between.
double distance_before_junction(const RoadNetwork& map, DirectedLane incoming, RoadId road, double s);

}  // namespace scrutineer::map
