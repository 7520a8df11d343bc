#include "map/detail/kept_reach.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kFar = 300.0, kNear = 50.0;

std::vector<DirectedLane> all_ways(const RoadNetwork& map) {
  std::vector<DirectedLane> ways;
  for (std::size_t i = 0; i < map.lanes().size(); ++i)
    for (const bool along_s : {true, false}) ways.push_back({LaneId(i), along_s});
  return ways;
}

bool is_same(const LanesReached& a, const LanesReached& b) {
  const auto same_ways = [](const LaneWays& one, const LaneWays& other) {
    return one.base == other.base && one.shift == other.shift && one.extra == other.extra &&
           one.own_extra == other.own_extra;
  };
  return a.entry_of_lane == b.entry_of_lane && std::ranges::equal(a.ways, b.ways, same_ways) &&
         a.abreast.size() == b.abreast.size();
}

LanesReached searched(const RoadNetwork& map, DirectedLane ego, double max_counted) {
  const LaneUses uses(map);
  return ReachSearch(map, uses, max_counted, ego).run();
}

TEST(KeptReach, IsWhatASearchOfItsOwnFinds) {
  const auto map = build_network(kit::grid(12));
  const KeptReach kept(*map);
  for (const DirectedLane ego : all_ways(*map)) {
    for (const double max_counted : {kFar, kNear}) {
      const auto reached = kept.from(*map, ego, max_counted);
      ASSERT_TRUE(is_same(*reached, searched(*map, ego, max_counted))) << index_of(ego) << ' ' << max_counted;
      ASSERT_EQ(kept.from(*map, ego, max_counted), reached) << "it is searched once";
    }
  }
}

TEST(KeptReach, TakesNoMoreThanItMay) {
  const auto map = build_network(kit::grid(12));
  const std::vector<DirectedLane> ways = all_ways(*map);
  const std::size_t room = 3 * searched(*map, ways.front(), kFar).bytes();
  const KeptReach kept(*map, room);
  for (const DirectedLane ego : ways) {
    ASSERT_TRUE(is_same(*kept.from(*map, ego, kFar), searched(*map, ego, kFar))) << index_of(ego);
    ASSERT_LE(kept.bytes(), room);
  }
  EXPECT_EQ(kept.from(*map, ways.front(), kFar), kept.from(*map, ways.front(), kFar)) << "the first have room";
  EXPECT_NE(kept.from(*map, ways.back(), kFar), kept.from(*map, ways.back(), kFar)) << "the last have none";
}

TEST(KeptReach, IsTheSameForThreadsThatAskAtOnce) {
  const auto map = build_network(kit::grid(12));
  const KeptReach kept(*map);
  const std::vector<DirectedLane> ways = all_ways(*map);
  std::vector<std::vector<std::shared_ptr<const LanesReached>>> found(4);
  {
    std::vector<std::jthread> threads;
    for (auto& own : found)
      threads.emplace_back([&] {
        for (const DirectedLane ego : ways) own.push_back(kept.from(*map, ego, kFar));
      });
  }
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const LanesReached expected = searched(*map, ways[i], kFar);
    for (const auto& own : found) ASSERT_TRUE(is_same(*own[i], expected)) << i;
  }
}

}  // namespace
}  // namespace scrutineer::map::detail
