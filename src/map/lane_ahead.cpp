#include "map/lane_ahead.h"

#include <memory>

#include "map/detail/kept_by_way.h"
#include "map/detail/lazy_areas.h"

namespace scrutineer::map {

LaneAhead::LaneAhead(const RoadNetwork& map, DirectedLane way_in)
    : way(way_in), ruler(map, way.lane), items(road_ahead(map, way, kAheadKept).items) {
  const Lane& lane = map.lane(way.lane);
  end = ruler.at(way.along_s ? lane.s_end : lane.s_begin);
  items.shrink_to_fit();  // kept as long as the map
  places.reserve(items.size());
  for (const AheadItem& item : items) {
    const bool is_on_lane = item.after < 0.0;
    const AheadPlace place{item.s, is_on_lane ? ruler.at(item.s) : item.after, is_on_lane};
    places.push_back(place);
    if (item.kind == AheadKind::signal) marks.push_back({place, item.place->meaning.kind});
    if (item.kind == AheadKind::crosswalk) marks.push_back({place, SignalKind::crosswalk});
  }
  marks.shrink_to_fit();
}

const LaneAhead& lane_ahead(const RoadNetwork& map, DirectedLane way) {
  return detail::kept_by_way(map, map.lazy_areas().lanes_ahead, way,
                             [&] { return std::make_unique<const LaneAhead>(map, way); });
}

}  // namespace scrutineer::map
