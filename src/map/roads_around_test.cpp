#include "map/roads_around.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

// What the words lead to, against a look at all lanes one after the other.
void expect_first_of_each_section(const RoadNetwork& map, DirectedLane way, const std::string& name) {
  const RoadsAround& around = roads_around(map, way);
  ASSERT_FALSE(around.lanes.empty()) << name;
  EXPECT_EQ(around.lanes.front().way, way) << name;
  std::size_t found = 0;
  for (const RoadsAround::Word& word : around.words)
    for (const RoadsAround::OnRoad& road : around.roads_of(word)) {
      EXPECT_EQ(road.road / RoadsAround::kBits, word.index) << name;
      EXPECT_NE(word.mask >> road.road % RoadsAround::kBits & 1U, 0U) << name;
      for (const RoadsAround::Stretch& stretch : around.stretches_of(road)) {
        EXPECT_EQ(map.section(stretch.section).road, RoadId(road.road)) << name;
        EXPECT_EQ(stretch.s_begin, map.section(stretch.section).s_begin) << name;
        EXPECT_EQ(stretch.s_end, map.section(stretch.section).s_end) << name;
        const auto first = std::ranges::find_if(around.lanes, [&](const RoadsAround::OnWay& on) {
          return map.lane(on.way.lane).section == stretch.section;
        });
        ASSERT_NE(first, around.lanes.end()) << name;
        EXPECT_EQ(first->begin, stretch.begin) << name;
        EXPECT_EQ(first->way.along_s, stretch.along_s) << name;
        ++found;
      }
    }
  EXPECT_EQ(found, around.stretches.size()) << name;
  for (const RoadsAround::OnWay& on : around.lanes)
    EXPECT_NE(std::ranges::find(around.stretches, map.lane(on.way.lane).section, &RoadsAround::Stretch::section),
              around.stretches.end())
        << name;
}

TEST(RoadsAround, HasTheFirstLaneOfEachSection) {
  const auto grid = build_network(kit::grid(100));
  for (std::size_t i = 0; i < grid->lanes().size(); i += 7)
    for (const bool along_s : {false, true}) expect_first_of_each_section(*grid, {LaneId(i), along_s}, "grid");
  for (const std::string& name : kit::maps_like({"Town10HD", "McityMap_Main"})) {
    const auto map = kit::load_map(name);
    for (std::size_t i = 0; i < map->lanes().size(); i += 13)
      for (const bool along_s : {false, true}) expect_first_of_each_section(*map, {LaneId(i), along_s}, name);
  }
}

}  // namespace
}  // namespace scrutineer::map
