// A map that is a list of lanes, as OSI, CommonRoad and Lanelet2 give it, and the road network made from it.
//
//   LaneMap map{.file = "run.mcap", .origin = "OSI lanes"};
//   map.lanes.push_back({.id = "7", .left = {{0, 3.5}, {50, 3.5}}, .right = {{0, 0}, {50, 0}}, .successors = {"8"}});
//   const auto network = build_network(std::move(map));      // the same RoadNetwork as from OpenDRIVE
//
// Lanes that share a border become one road, named after the first of them. A road's reference line is the one that its
// lanes tell; else the border that parts its two directions, or in sharp turns the middle of its lanes. Borders go
// through every point that is given. Between two points they are bent as the road is, at most kMostBend away from the
// straight line, so that a road has no corner at every point of its polylines.
//
// What a lane says of others is believed where it fits the geometry. What does not fit is no link but a
// LaneContradiction, which map checks report.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "map/model.h"
#include "map/road_network.h"

namespace scrutineer::map {

// How far a border may bend away from the straight line between two points of it.
inline constexpr double kMostBend = 0.05;  // metres
// Ends of lanes further apart than this do not lead into each other.
inline constexpr double kMostLinkGap = 1.0;  // metres
// Borders of neighbouring lanes nearer than this are one.
inline constexpr double kSameBorder = 0.3;  // metres

struct LanePoint {
  double x = 0.0, y = 0.0, z = 0.0;
  bool operator==(const LanePoint&) const = default;
};
using LaneLine = std::vector<LanePoint>;

enum class Travel { along, against, both };  // the order of a lane's points

// What is painted along a border, from the place nearest to `begin` to the next one's.
struct MapMark {
  LanePoint begin;
  MarkType type = MarkType::none;
  MarkColour colour = MarkColour::standard;
  float width = 0.0F;  // metres; 0: not known
};

struct MapLane {
  std::string id;
  LaneType type = LaneType::driving;
  Travel travel = Travel::along;
  // Both in the same order, which is the lane's; left as one looks along it.
  LaneLine left, right;
  LaneLine centre;     // in the same order, where the format has one; only helps to lay roads through junctions
  LaneLine reference;  // in the same order: the line along which its road measures s, where the format tells
  std::vector<MapMark> left_marks, right_marks;  // in the same order; the first holds from the first point on
  // Ids. Predecessors touch the first points, successors the last.
  std::vector<std::string> predecessors, successors;
  std::vector<std::string> left_neighbours, right_neighbours;  // who might share the border
  bool in_junction = false;
  std::string junction;  // its id, where the format has one
  std::optional<SpeedLimit> speed;
  std::vector<LaneAccessRecord> accesses;
};

// A sign or a light. `record` is complete but for s, t and validities.
struct MapSignal {
  SignalRecord record;
  LanePoint position;
  std::vector<std::string> lanes;  // for which it holds; empty: for nobody that the map knows
};

struct MapStopLine {
  std::string id;
  LanePoint from, to;
  std::vector<std::string> lanes;  // empty: those that it lies on
};

struct LaneMap {
  std::string file, origin;
  std::string name, geo_reference;
  std::optional<TrafficRule> rule;  // nothing: as its roads of both directions show it
  std::vector<MapLane> lanes;
  std::vector<MapSignal> signals;
  std::vector<MapStopLine> stop_lines;
  std::vector<ControllerRecord> controllers;
  std::vector<std::string> notes, warnings;
};

// Lanes with a centre line only: borders half a width beside it.
void set_borders(MapLane& lane, const LaneLine& centre, double width);

// The same roads, lanes, links, junctions and signals as OpenDRIVE would have them.
Document document_of(LaneMap map);
std::unique_ptr<const RoadNetwork> build_network(LaneMap map);

}  // namespace scrutineer::map
