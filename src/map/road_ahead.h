// What traffic on a lane comes to: signals and lines that hold for it, crosswalks, junctions, curves and other limits.
//
//   const RoadAhead ahead = road_ahead(map, way, 100.0);       // not cheap: lane_ahead.h keeps it for each lane
//   for (const AheadItem& item : ahead.items) use(item.kind, item.s, item.after);
//
// Where a lane leads to several others, what is on each of them is ahead; each lane counts once, on the shortest way.
#pragma once

#include <cstdint>
#include <vector>

#include "map/lane_graph.h"
#include "map/road_network.h"
#include "map/signals.h"
#include "map/speed.h"

namespace scrutineer::map {

enum class AheadKind : std::uint8_t {
  signal,     // of any kind, where it holds for the lane: `place`
  crosswalk,  // that is drawn as an object: `object`; where it begins
  junction,   // where it begins: `junction`
  limit,      // another legal speed than before: `limit`
  curve,      // `curvature`, left is positive; every few metres of a curve
};

struct AheadItem {
  AheadKind kind = AheadKind::signal;
  DirectedLane way;                    // the lane that it is on
  double s = 0.0;                      // of its road
  double after = 0.0;                  // from the end of the first lane to it; below 0: it is on that lane
  const SignalPlace* place = nullptr;  // of a signal; the map's
  ObjectId object;                     // of a crosswalk
  JunctionId junction;                 // of a junction, else the one whose road it is on; invalid: none
  RoadId incoming;                     // of what is on a road of a junction: by which one comes to it
  LegalSpeed limit;                    // of a limit
  double curvature = 0.0;
};

struct RoadAhead {
  DirectedLane way;
  std::vector<AheadItem> items;  // along the first lane by s as it is driven, then by distance
};

// Everything on the lane, and `reach` metres beyond its end.
RoadAhead road_ahead(const RoadNetwork& map, DirectedLane way, double reach);

// Is it a crosswalk, by the type or name of the object?
bool is_crosswalk(const ObjectRecord& object);

}  // namespace scrutineer::map
