#include "map/way_to_junction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kit/maps.h"
#include "kit/transform.h"
#include "map/lane_length.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

LaneId lane_of(const RoadNetwork& map, const char* road, int number, double s = 1.0) {
  return map.find_lane(map.find_road(road), s, number);
}
std::optional<WayToJunction> way_from(const RoadNetwork& map, const char* road, int number, double s = 1.0,
                                      double reach = 50.0) {
  return way_to_junction(map, as_travelled(map, lane_of(map, road, number, s)), reach);
}

TEST(WayToJunction, LeadsToTheNextJunction) {
  const auto map = build_network(kit::four_way_crossing({.arm_length = 100.0}));
  const auto way = way_from(*map, "west", -1);
  ASSERT_TRUE(way);
  EXPECT_EQ(map->junction(way->junction()).id, "J");
  EXPECT_EQ(way->incoming().lane, lane_of(*map, "west", -1));
  for (const double s : {20.0, 60.0, 77.7, 100.0}) EXPECT_NEAR(way->distance(s), 100.0 - s, 1e-9) << s;
  EXPECT_FALSE(way_from(*map, "west", 1)) << "away from it";
  EXPECT_FALSE(way_from(*map, "west_east", -1)) << "inside it";
  const auto reversed = build_network(kit::reversed(kit::four_way_crossing({.arm_length = 100.0}), "west"));
  EXPECT_NEAR(way_from(*reversed, "west", 1)->distance(30.0), 30.0, 1e-9);
}

TEST(WayToJunction, LeadsOverRoadsAndSections) {
  const Document cut = kit::split(kit::four_way_crossing({.arm_length = 100.0}), "west", 80.0);
  const auto map = build_network(cut);
  const auto way = way_from(*map, "west", -1);
  ASSERT_TRUE(way);
  EXPECT_NEAR(way->distance(70.0), 30.0, 1e-9);
  EXPECT_EQ(map->road(map->lane(way->incoming().lane).road).id, "west_after");
  EXPECT_FALSE(way_from(*map, "west", -1, 1.0, 15.0)) << "out of reach: 20 m behind the lane's end";
}

TEST(WayToJunction, IsAsLongAsTheLane) {
  kit::MapBuilder builder;
  const double radius = 50.0, length = radius * std::numbers::pi / 2.0;
  builder.road(kit::RoadBuilder("in").arc(length, 1.0 / radius));
  const kit::Pose end = kit::RoadBuilder("x").arc(length, 1.0 / radius).pose();
  builder.road(kit::RoadBuilder("out").start(kit::moved(end, 20.0)).line(50.0));
  builder.junction("J");
  builder.connect("J", {"in", ContactPoint::end}, {"out", ContactPoint::start}, {{-1, -1}});
  const auto map = build_network(builder.build());
  // The lane's centre is 1.75 m outside of the arc.
  const auto way = way_from(*map, "in", -1);
  ASSERT_TRUE(way);
  for (const double before : {0.0, 0.4, 10.0, 33.3})
    EXPECT_NEAR(way->distance(length - before), before * (radius + 1.75) / radius, 1e-4) << before;
  const DirectedLane incoming = way->incoming();
  EXPECT_NEAR(distance_before_junction(*map, incoming, length - 8.0), 8.0 * (radius + 1.75) / radius, 1e-4);
  EXPECT_NEAR(centre_length(*map, incoming.lane, 10.0, 20.0), 10.0 * (radius + 1.75) / radius, 1e-4);
}

TEST(WayToJunction, KnowsNoDirectJunctions) {
  EXPECT_FALSE(way_from(*build_network(kit::motorway_with_exit(true)), "main", -1, 1.0, 500.0));
  EXPECT_TRUE(way_from(*build_network(kit::motorway_with_exit(false)), "main", -1, 1.0, 500.0));
}

}  // namespace
}  // namespace scrutineer::map
