// What is reached from lanes, kept by the map: egos of many runs drive along the same lanes, and a search takes longer than
// what is asked of it until the ego has left the lane.
//
//   std::shared_ptr<const LanesReached> reached = lanes_reached(map, {lane, along_s}, max_counted);
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "map/detail/reach_search.h"

namespace scrutineer::map::detail {

// Of one map.
class KeptReach {
 public:
  // Of a large map, a lane takes a hundred kilobytes and more: those of the first lanes are kept, until they take so much.
  static constexpr std::size_t kMostBytes = std::size_t{32} << 20;

  explicit KeptReach(const RoadNetwork& map, std::size_t most_bytes = kMostBytes)
      : uses_(map), most_bytes_(most_bytes) {}

  // Any thread may ask; what several search at the same time is the same.
  std::shared_ptr<const LanesReached> from(const RoadNetwork& map, DirectedLane ego, double max_counted) const;
  std::size_t bytes() const;

 private:
  struct Key {
    std::size_t way;
    double max_counted;
    auto operator<=>(const Key&) const = default;
  };

  LaneUses uses_;
  std::size_t most_bytes_;
  mutable std::mutex mutex_;
  mutable std::map<Key, std::shared_ptr<const LanesReached>> kept_;
  mutable std::size_t bytes_ = 0;
};

std::shared_ptr<const LanesReached> lanes_reached(const RoadNetwork& map, DirectedLane ego, double max_counted);

}  // namespace scrutineer::map::detail
