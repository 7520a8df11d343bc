#include "scene/straddling.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

#include "map/lane_graph.h"
#include "map/lane_projection.h"

namespace scrutineer::scene {
namespace {

// The lane, and those that lead to it and from it, for about as far as a vehicle is long.
void add_with_neighbours(const map::RoadNetwork& map, map::LaneId lane, std::pmr::vector<map::LaneId>& lanes) {
  lanes.push_back(lane);
  constexpr int kLinks = 2;  // lanes may be shorter than a vehicle
  for (const map::ContactPoint end : {map::ContactPoint::start, map::ContactPoint::end}) {
    std::pmr::vector<std::pair<map::LaneId, map::ContactPoint>> open({{lane, end}}, lanes.get_allocator());
    for (int link = 0; link < kLinks; ++link) {
      std::pmr::vector<std::pair<map::LaneId, map::ContactPoint>> next(lanes.get_allocator());
      for (const auto& [from, at] : open) {
        for (const map::LaneId other : map::links_at(map.lane(from), at)) {
          const map::ContactPoint entry = map::touching_end(map, from, at, other);
          lanes.push_back(other);
          next.emplace_back(other,
                            entry == map::ContactPoint::start ? map::ContactPoint::end : map::ContactPoint::start);
        }
      }
      open = std::move(next);
    }
  }
}

}  // namespace

bool straddles_lanes(const Actors& actors, Places& places, Slot slot) {
  if (!places.has_map()) return false;
  const map::RoadNetwork& map = places.map();
  // Asked in every frame: the few lanes there are fit here, and no memory is fetched for them.
  std::array<std::byte, 4096> memory;
  std::pmr::monotonic_buffer_resource resource(memory.data(), memory.size());
  std::pmr::vector<map::LaneId> lanes(&resource);
  const auto positions = places.road_positions(slot);
  constexpr map::LaneReach kReach{.beside = 0.02, .beyond = 0.5};  // metres: rounded positions, gaps between roads
  for (const Slot part : actors.parts(slot)) {
    for (const map::Point& corner : places.box(part).corners()) {
      // Nearly always it is in the lane that its centre is in.
      const bool is_in_own = std::ranges::any_of(positions, [&](const map::RoadPosition& at) {
        return map::carries_vehicles(map.lane(at.lane).type) &&
               project_on_lane(map, corner, at.lane, kReach, at.strip).has_value();
      });
      if (is_in_own) continue;
      if (lanes.empty()) {
        for (const map::RoadPosition& at : positions) add_with_neighbours(map, at.lane, lanes);
        std::erase_if(lanes, [&](map::LaneId lane) { return !map::carries_vehicles(map.lane(lane).type); });
      }
      if (std::ranges::none_of(
              lanes, [&](map::LaneId lane) { return project_on_lane(map, corner, lane, kReach).has_value(); }))
        return true;
    }
  }
  return false;
}

}  // namespace scrutineer::scene
