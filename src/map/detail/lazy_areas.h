// The parts of a road network that are made on first use: they take longer than loading and many runs need none.
#pragma once

#include <cstddef>
#include <vector>

#include "map/detail/lazy.h"

namespace scrutineer::map {

struct ApproachControl;  // signal_controls.h
struct LaneAhead;        // lane_ahead.h
struct LanesFollowing;   // lanes_following.h
struct RoadsAround;      // roads_around.h

namespace detail {

struct JunctionArea;    // detail/junction_area.h
class JunctionBoxes;    // detail/junction_area.h
struct JunctionGround;  // detail/junction_area.h
class KeptReach;        // detail/kept_reach.h
struct SignalTable;     // detail/signal_table.h
class SurfaceIndex;     // detail/surface_index.h
template <typename T>
struct KeptByWay;  // detail/kept_by_way.h

struct LazyAreas {
  explicit LazyAreas(std::size_t junction_count);
  ~LazyAreas();  // where the types above are complete

  std::vector<Lazy<JunctionGround>> grounds;                 // by JunctionId
  std::vector<Lazy<JunctionArea>> junctions;                 // likewise
  std::vector<Lazy<std::vector<ApproachControl>>> controls;  // likewise
  Lazy<JunctionBoxes> junction_boxes;
  Lazy<KeptByWay<LaneAhead>> lanes_ahead;
  Lazy<KeptByWay<LanesFollowing>> lanes_following;
  Lazy<KeptByWay<RoadsAround>> roads_around;
  Lazy<KeptReach> reach;
  Lazy<SignalTable> signals;
  Lazy<SurfaceIndex> surface;
};

}  // namespace detail

}  // namespace scrutineer::map
