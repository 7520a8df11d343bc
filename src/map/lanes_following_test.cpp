#include "map/lanes_following.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

void expect_lanes_in_order(const RoadNetwork& map, DirectedLane way, const std::string& name) {
  const LanesFollowing& following = lanes_following(map, way);
  EXPECT_EQ(following.own.lane, way) << name;
  double last = 0.0, junction = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> seen;
  for (const LanesFollowing::Next& next : following.lanes) {
    const LaneStretch& stretch = next.stretch;
    EXPECT_GE(next.distance, last) << name;
    EXPECT_LE(next.distance, kFollowingKept) << name;
    EXPECT_EQ(std::ranges::count(seen, index_of(stretch.lane)), 0) << name << ": each once";
    seen.push_back(index_of(stretch.lane));
    last = next.distance;
    if (map.road(stretch.road).junction.valid()) junction = std::min(junction, next.distance);
    if (!stretch.has_fixed_centre) continue;
    for (const double share : {0.0, 0.3, 1.0}) {
      const double s = stretch.s_begin + share * (stretch.s_end - stretch.s_begin);
      EXPECT_EQ(lane_span(map, stretch.lane.lane, s).centre(), stretch.centre) << name;
    }
  }
  EXPECT_EQ(following.junction, junction) << name;
}

TEST(LanesFollowing, AreInOrderWithTheFirstJunction) {
  const auto grid = build_network(kit::grid(20));
  for (std::size_t i = 0; i < grid->lanes().size(); i += 7)
    for (const bool along_s : {false, true}) expect_lanes_in_order(*grid, {LaneId(i), along_s}, "grid");
  for (const std::string& name : kit::maps_like({"Town10HD", "McityMap_Main"})) {
    const auto map = kit::load_map(name);
    for (std::size_t i = 0; i < map->lanes().size(); i += 13)
      for (const bool along_s : {false, true}) expect_lanes_in_order(*map, {LaneId(i), along_s}, name);
  }
}

}  // namespace
}  // namespace scrutineer::map
