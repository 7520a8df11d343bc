#include "map/lane_ahead.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <thread>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

// Against the items themselves, measured one by one.
void expect_measured_items(const RoadNetwork& map, DirectedLane way, const std::string& name) {
  const LaneAhead& kept = lane_ahead(map, way);
  const RoadAhead road = road_ahead(map, way, kAheadKept);
  const Lane& lane = map.lane(way.lane);
  const double s = lane.s_begin + 0.4 * (lane.s_end - lane.s_begin), exit = way.along_s ? lane.s_end : lane.s_begin;
  ASSERT_EQ(kept.items.size(), road.items.size()) << name;
  ASSERT_EQ(kept.places.size(), road.items.size()) << name;
  std::size_t mark = 0;
  for (std::size_t i = 0; i < road.items.size(); ++i) {
    const AheadItem& item = road.items[i];
    const double found = kept.distance(kept.places[i], s, kept.ruler.at(s));
    if (item.after >= 0.0) {
      EXPECT_NEAR(found, centre_length(map, way.lane, s, exit) + item.after, 1e-4) << name << ", item " << i;
    } else if (way.along_s ? item.s < s : item.s > s) {
      EXPECT_TRUE(std::isnan(found)) << name << ", item " << i << " lies behind";
    } else {
      EXPECT_NEAR(found, centre_length(map, way.lane, s, item.s), 1e-4) << name << ", item " << i;
    }
    if (item.kind != AheadKind::signal && item.kind != AheadKind::crosswalk) continue;
    ASSERT_LT(mark, kept.marks.size()) << name;
    EXPECT_EQ(kept.marks[mark].place.s, item.s) << name << ", mark " << mark;
    EXPECT_EQ(kept.marks[mark].kind, item.place != nullptr ? item.place->meaning.kind : SignalKind::crosswalk) << name;
    ++mark;
  }
  EXPECT_EQ(mark, kept.marks.size()) << name;
}

TEST(LaneAhead, MeasuresWhatTheRoadHasAhead) {
  const auto grid = build_network(kit::grid(20));
  for (std::size_t i = 0; i < grid->lanes().size(); i += 7)
    for (const bool along_s : {false, true}) expect_measured_items(*grid, {LaneId(i), along_s}, "grid");
  for (const std::string& name : kit::maps_like({"Town10HD", "McityMap_Main"})) {
    const auto map = kit::load_map(name);
    std::size_t marks = 0;
    for (std::size_t i = 0; i < map->lanes().size(); i += 13)
      for (const bool along_s : {false, true}) {
        expect_measured_items(*map, {LaneId(i), along_s}, name);
        marks += lane_ahead(*map, {LaneId(i), along_s}).marks.size();
      }
    EXPECT_GT(marks, 0U) << name;
  }
}

TEST(LaneAhead, IsMadeOnceWhicheverThreadAsksFirst) {
  const auto map = build_network(kit::grid(20));
  std::array<std::vector<const LaneAhead*>, 4> found;
  {
    std::vector<std::jthread> threads;
    for (auto& of_thread : found)
      threads.emplace_back([&] {
        for (std::size_t i = 0; i < map->lanes().size(); ++i) of_thread.push_back(&lane_ahead(*map, {LaneId(i), true}));
      });
  }
  for (const auto& of_thread : found) EXPECT_EQ(of_thread, found[0]);
}

}  // namespace
}  // namespace scrutineer::map
