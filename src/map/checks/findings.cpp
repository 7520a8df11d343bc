#include "map/checks/findings.h"

#include <fmt/format.h>

#include "map/lookup.h"

namespace scrutineer::map::checks {

std::string name_of(const RoadNetwork& map, LaneId lane) {
  return fmt::format("road {}, lane {}", map.road(map.lane(lane).road).id, map.lane(lane).number);
}

Anomaly anomaly_at(const RoadNetwork& map, LaneId lane, const detail::LaneEndSection& place) {
  Anomaly anomaly;
  anomaly.road = map.lane(lane).road;
  anomaly.lane = lane;
  anomaly.road_id = map.road(anomaly.road).id;
  anomaly.lane_number = map.lane(lane).number;
  anomaly.s = place.s;
  anomaly.x = place.centre.x;
  anomaly.y = place.centre.y;
  anomaly.z = place.z;
  return anomaly;
}

Anomaly anomaly_at(const RoadNetwork& map, RoadId road, double s) {
  const RoadPoint point = point_at(map, road, s, 0.0);
  Anomaly anomaly;
  anomaly.road = road;
  anomaly.road_id = map.road(road).id;
  anomaly.s = s;
  anomaly.x = point.x;
  anomaly.y = point.y;
  anomaly.z = point.z;
  return anomaly;
}

std::optional<std::string> skipped_without_roads(const RoadNetwork& map) {
  if (map.roads().empty()) return "the map has no roads";
  return std::nullopt;
}

}  // namespace scrutineer::map::checks
