// The part of the map that a report shows: what lies near the ways of the actors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "map/road_marks.h"
#include "map/road_network.h"
#include "report/recording.h"

namespace scrutineer::report {

struct PiecePoint {
  double x = 0.0, y = 0.0;
};

struct PieceShape {
  std::uint32_t kind = 0;  // place in lane_types or mark_styles
  std::vector<PiecePoint> points;
};

struct PieceSignal {
  map::SignalId signal;
  std::string id, kind, label;
  double x = 0.0, y = 0.0, heading = 0.0;  // the way it faces
};

struct MapPiece {
  std::vector<std::string> lane_types;
  std::vector<PieceShape> lanes;         // areas
  std::vector<std::string> mark_styles;  // "solid white 0.12"; "border", where the map paints nothing
  std::vector<PieceShape> marks;         // lines
  std::vector<PieceSignal> signals;
};

// `marks` are read_road_marks()'s.
MapPiece piece_around(const map::RoadNetwork& map, std::span<const map::RoadMark> marks, const Recording& recording);

}  // namespace scrutineer::report
