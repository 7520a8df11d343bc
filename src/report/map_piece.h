// The part of the map that a report shows: what lies near the ways of the actors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "map/road_network.h"
#include "map/signal_kinds.h"
#include "report/recording.h"

namespace scrutineer::report {

struct PiecePoint {
  double x = 0.0, y = 0.0;
};

struct PieceShape {
  std::uint32_t kind = 0;  // place in lane_types or mark_styles
  std::vector<PiecePoint> points;
};

struct PieceRoad {
  std::string id, name;
  std::string junction;  // of a way through one: its id
};

struct PieceLane : PieceShape {
  std::uint32_t road = 0;  // place in roads
  int number = 0;
};

struct PieceSignal {
  map::SignalId signal;
  map::SignalKind kind = map::SignalKind::other;
  std::string id, road, label;             // its road's id: ids of signals may repeat
  double x = 0.0, y = 0.0, heading = 0.0;  // the way it faces
  std::string number = {};                 // that a speed-limit sign shows
};

// Where a vehicle stops for a signal: across a lane. What is shown to each way from there has its part of the line.
struct PieceStop {
  std::uint32_t signal = 0;            // place in signals
  std::optional<std::size_t> light{};  // place in Recording::lights; nothing: a sign, or nothing is known of it
  PiecePoint from, to;
};

struct MapPiece {
  std::vector<std::string> lane_types;
  std::vector<PieceRoad> roads;
  std::vector<PieceLane> lanes;          // areas
  std::vector<std::string> mark_styles;  // "solid white 0.12"; "border", where the map paints nothing
  std::vector<PieceShape> marks;         // lines
  std::vector<PieceSignal> signals;
  std::vector<PieceStop> stops;
};

MapPiece piece_around(const map::RoadNetwork& map, const Recording& recording);

}  // namespace scrutineer::report
