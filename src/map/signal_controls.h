// The ways through a junction, and what controls a vehicle on each of them.
//
//   for (const ApproachControl& control : junction_controls(map, junction))
//     if (control.connection.incoming == my_lane) ...   // control.line.s is where to stop
//
// docs/signals.md says the rules in words.
#pragma once

#include <vector>

#include "map/signals.h"

namespace scrutineer::map {

// One way from a lane through a junction.
struct LaneConnection {
  JunctionId junction;
  LaneId incoming;              // the incoming road's lane where it meets the junction
  LaneId connecting;            // the connecting road's lane there
  LaneId outgoing;              // where the connecting road ends; invalid if it leads nowhere
  double heading_change = 0.0;  // radians, left is positive, in (-pi, pi]
  Manoeuvre manoeuvre = Manoeuvre::straight;
  bool near_side_turn = false;  // right where traffic keeps to the right, left where it keeps to the left
};

// 30 and 150 degrees of heading change divide straight, left or right, and u_turn.
Manoeuvre manoeuvre_of(double heading_change);

// By incoming road, incoming lane and connecting lane. None for direct and virtual junctions: nothing there is a road
// of the junction that a lane leads into.
std::vector<LaneConnection> lane_connections(const RoadNetwork& map, JunctionId junction);

// Signals and stop lines this far before the junction belong to it, whichever road they are on.
inline constexpr double kReferenceLineRange = 10.0;  // metres
// A stop line on a connecting road counts as at the junction's border if it is no further in than this.
inline constexpr double kStopLineInside = 5.0;  // metres

// Where a vehicle has to stop.
struct ReferenceLine {
  enum class Rule {
    stop_line,         // the lane's stop line, at most kReferenceLineRange before the junction
    stop_line_inside,  // a stop line on the connecting road: the junction's border
    signal,            // the signal's own place, at most kReferenceLineRange before the junction
    lane_end,          // the end of the incoming lane: the junction's border
  };
  Rule rule = Rule::lane_end;
  LaneId lane;                // on which it lies: of the incoming road, or of one before it if that is short
  double s = 0.0;             // on the road of that lane
  double distance = 0.0;      // before the junction's border, along the roads' reference lines
  SignalId stop_line_signal;  // of the two stop line rules one of these is valid
  ObjectId stop_line_object;
};
const char* to_string(ReferenceLine::Rule rule);

// One signal that controls one way through a junction: a light, a stop sign or a yield sign for vehicles.
struct ApproachControl {
  LaneConnection connection;
  SignalPlace place;              // the signal, and where it was found to hold
  bool on_incoming_road = true;   // or on one shortly before it; false: found on a connecting road
  bool every_connection = false;  // it controls every way from this incoming lane, so it does not matter which is taken
  ReferenceLine line;
  // As if there were no stop lines but those that the signal itself refers to: what holds for vehicles that know the
  // signal and its place but no markings, as SUMO's do.
  ReferenceLine own_line;
  std::vector<ControllerId> controllers;
  std::vector<SignalId> dependencies;
};

// Ordered as lane_connections(), then as the signals hold along the road. A connection without a row is not controlled.
// Made when it is first asked for, and kept by the map.
const std::vector<ApproachControl>& junction_controls(const RoadNetwork& map, JunctionId junction);

}  // namespace scrutineer::map
