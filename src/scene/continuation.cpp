#include "scene/continuation.h"

#include <vector>

#include "map/lane_graph.h"

namespace scrutineer::scene {
namespace {

constexpr int kMostLinks = 4;  // sections and roads shorter than a body or a step may have been passed over

bool is_in_section_of(const map::RoadNetwork& map, map::LaneId lane, const map::RoadPosition& at) {
  return map.lane(lane).section == map.lane(at.lane).section;
}

}  // namespace

map::LaneId continuation(const map::RoadNetwork& map, map::LaneId lane, const map::RoadPosition& at) {
  if (!lane.valid() || is_in_section_of(map, lane, at)) return lane;
  for (const bool along_s : {true, false}) {
    std::vector<map::DirectedLane> open{{lane, along_s}};
    for (int links = 0; links < kMostLinks && !open.empty(); ++links) {
      std::vector<map::DirectedLane> next;
      map::LaneId found;  // where a lane parts into several, the one that the place is in goes on from it
      for (const map::DirectedLane way : open) {
        for (const map::LaneId other : map::links_at(map.lane(way.lane), way.exit())) {
          if (other == at.lane) return other;
          if (is_in_section_of(map, other, at)) found = other;
          next.push_back({other, map::touching_end(map, way.lane, way.exit(), other) == map::ContactPoint::start});
        }
      }
      if (found.valid()) return found;
      open = std::move(next);
    }
  }
  return {};
}

}  // namespace scrutineer::scene
