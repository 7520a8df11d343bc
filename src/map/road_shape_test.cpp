#include "map/road_shape.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

// Whatever strip is thought probable, the answer is that of the strip that holds at s; and of a point there.
void expect_same_by_any_strip(const RoadNetwork& map, LaneId id, const std::string& name) {
  const Lane& lane = map.lane(id);
  const LaneSection& section = map.section(lane.section);
  const Road& road = map.road(lane.road);
  std::vector<double> places{lane.s_begin, 0.5 * (lane.s_begin + lane.s_end), lane.s_end};
  for (std::uint32_t i = 0; i < section.strip_count; ++i) places.push_back(map.strip(section.first_strip + i).s_begin);
  for (const double s : places)
    for (const bool along_s : {false, true}) {
      const DirectedLane way{id, along_s};
      const double bend = curvature(map, way, s), rise = grade(map, way, s);
      EXPECT_EQ(bend, (along_s ? 1.0 : -1.0) * point_at(map, id, s, 0.0).curvature) << name << ", s " << s;
      for (std::uint32_t i = 0; i < std::min(road.strip_count, 40U); ++i) {
        EXPECT_EQ(curvature(map, way, s, road.first_strip + i), bend) << name << ", s " << s << ", strip " << i;
        EXPECT_EQ(grade(map, way, s, road.first_strip + i), rise) << name << ", s " << s << ", strip " << i;
      }
    }
}

TEST(RoadShape, IsTheSameByWhateverStripIsThoughtProbable) {
  const auto grid = build_network(kit::grid(20));
  for (std::size_t i = 0; i < grid->lanes().size(); i += 5) expect_same_by_any_strip(*grid, LaneId(i), "grid");
  for (const std::string& name : kit::maps_like({"Town10HD", "Town07", "McityMap_Main"})) {
    const auto map = kit::load_map(name);
    for (std::size_t i = 0; i < map->lanes().size(); i += 17) expect_same_by_any_strip(*map, LaneId(i), name);
  }
}

}  // namespace
}  // namespace scrutineer::map
