// Of lane_ahead.h: the place where the map keeps what each lane leads to. A run asks for few of a large map's lanes.
#pragma once

#include <cstddef>
#include <vector>

#include "map/detail/lazy.h"
#include "map/lane_ahead.h"

namespace scrutineer::map::detail {

struct LanesAhead {
  explicit LanesAhead(std::size_t lane_count) : by_way(2 * lane_count) {}

  std::vector<Lazy<LaneAhead>> by_way;  // by index_of(DirectedLane)
};

}  // namespace scrutineer::map::detail
