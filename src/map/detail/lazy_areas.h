// The parts of a road network that are made on first use: they take longer than loading and many runs need none.
#pragma once

#include <cstddef>
#include <vector>

#include "map/detail/lazy.h"

namespace scrutineer::map::detail {

struct JunctionArea;    // detail/junction_area.h
class JunctionBoxes;    // detail/junction_area.h
struct JunctionGround;  // detail/junction_area.h
struct LanesAhead;      // detail/lanes_ahead.h
struct SignalTable;     // detail/signal_table.h
class SurfaceIndex;     // detail/surface_index.h

struct LazyAreas {
  explicit LazyAreas(std::size_t junction_count);
  ~LazyAreas();  // where the types above are complete

  std::vector<Lazy<JunctionGround>> grounds;  // by JunctionId
  std::vector<Lazy<JunctionArea>> junctions;  // likewise
  Lazy<JunctionBoxes> junction_boxes;
  Lazy<LanesAhead> lanes_ahead;
  Lazy<SignalTable> signals;
  Lazy<SurfaceIndex> surface;
};

}  // namespace scrutineer::map::detail
