#include "map/detail/kept_reach.h"

#include "map/detail/lazy_areas.h"

namespace scrutineer::map::detail {

std::shared_ptr<const LanesReached> KeptReach::from(const RoadNetwork& map, DirectedLane ego,
                                                    double max_counted) const {
  const Key key{index_of(ego), max_counted};
  {
    const std::scoped_lock lock(mutex_);
    const auto known = kept_.find(key);
    if (known != kept_.end()) return known->second;
  }
  auto reached = std::make_shared<const LanesReached>(ReachSearch(map, uses_, max_counted, ego).run());
  const std::scoped_lock lock(mutex_);
  if (bytes_ + reached->bytes() <= most_bytes_ && kept_.try_emplace(key, reached).second) bytes_ += reached->bytes();
  return reached;
}

std::size_t KeptReach::bytes() const {
  const std::scoped_lock lock(mutex_);
  return bytes_;
}

std::shared_ptr<const LanesReached> lanes_reached(const RoadNetwork& map, DirectedLane ego, double max_counted) {
  const KeptReach& kept = map.lazy_areas().reach.get([&] { return std::make_unique<const KeptReach>(map); });
  return kept.from(map, ego, max_counted);
}

}  // namespace scrutineer::map::detail
