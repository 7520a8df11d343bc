#include "kit/random.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::kit {
namespace {

using namespace map;

TEST(Random, IsTheSameEverywhere) {
  Random random(7);
  EXPECT_EQ(random.next(), 0x63CBE1E459320DD7u);
  EXPECT_EQ(Random(0).next(), 0xE220A8397B1DCDAFu);  // the first value that splitmix64's authors publish
}

TEST(Random, IsUniform) {
  Random random(1);
  constexpr int kCount = 100'000;
  int buckets[10] = {};
  for (int i = 0; i < kCount; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    ++buckets[static_cast<int>(10.0 * value)];
  }
  for (const int bucket : buckets) EXPECT_NEAR(bucket, kCount / 10, 500);
}

TEST(RandomLanePositions, AreOnTheirLanes) {
  for (const auto& [name, document] : all_generated_maps()) {
    const auto map = build_network(document);
    const auto places = random_lane_positions(*map, 500, 3);
    ASSERT_EQ(places.size(), 500u) << name;
    for (const LanePlace& place : places) {
      const Lane& lane = map->lane(place.lane);
      EXPECT_EQ(lane.road, place.road);
      EXPECT_GE(place.s, lane.s_begin);
      EXPECT_LE(place.s, lane.s_end);
      const LaneSpan span = lane_span(*map, place.lane, place.s);
      EXPECT_GE(place.t, span.right);
      EXPECT_LE(place.t, span.left);
      bool found = false;
      for (const RoadPosition& position : locate(*map, place.point, place.z))
        found = found || (position.lane == place.lane && std::abs(position.s - place.s) < 1e-6 &&
                          std::abs(position.t - place.t) < 1e-6);
      EXPECT_TRUE(found) << name << " road " << map->road(place.road).id << " lane " << lane.number << " s " << place.s
                         << " t " << place.t;
    }
  }
}

TEST(RandomLanePositions, LongLanesHaveMore) {
  const auto map = build_network(
      MapBuilder().road(RoadBuilder("short").line(10.0)).road(RoadBuilder("long").start(0.0, 50.0).line(90.0)).build());
  std::size_t on_long = 0;
  for (const LanePlace& place : random_lane_positions(*map, 10'000, 1)) on_long += map->road(place.road).id == "long";
  EXPECT_NEAR(static_cast<double>(on_long), 9000.0, 150.0);
}

TEST(RandomDrives, MoveOnFromLaneToLane) {
  const auto map = build_network(grid(100));
  const auto drives = random_drives(*map, 5000, 11);
  std::size_t count = 0, roads = 0;
  for (const auto& drive : drives) {
    count += drive.size();
    for (std::size_t i = 1; i < drive.size(); ++i) {
      const double moved = std::hypot(drive[i].point.x - drive[i - 1].point.x, drive[i].point.y - drive[i - 1].point.y);
      // Half a metre of s; on the inside and outside of a turn less and more of the lane.
      EXPECT_GT(moved, 0.2);
      EXPECT_LT(moved, 0.8);
      roads += drive[i].road != drive[i - 1].road;
    }
  }
  EXPECT_EQ(count, 5000u);
  EXPECT_GT(roads, 25u);
}

}  // namespace
}  // namespace scrutineer::kit
