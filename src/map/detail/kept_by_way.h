// What the map keeps of its lanes, for each way that they may be driven: made when somebody first asks for one. A run asks
// for few of a large map's lanes, and all runs on it for the same.
//
//   return kept_by_way(map, map.lazy_areas().lanes_ahead, way, [&] { return std::make_unique<const LaneAhead>(map, way); });
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "map/detail/lazy.h"
#include "map/lane_graph.h"

namespace scrutineer::map::detail {

template <typename T>
struct KeptByWay {
  explicit KeptByWay(std::size_t lane_count) : kept(2 * lane_count) {}

  std::vector<Lazy<T>> kept;  // by index_of(DirectedLane)
};

template <typename T, typename Make>
const T& kept_by_way(const RoadNetwork& map, const Lazy<KeptByWay<T>>& all, DirectedLane way, Make make) {
  const KeptByWay<T>& ways = all.get([&] { return std::make_unique<const KeptByWay<T>>(map.lanes().size()); });
  return ways.kept[index_of(way)].get(make);
}

}  // namespace scrutineer::map::detail
