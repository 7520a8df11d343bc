#include "map/speed.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using namespace scrutineer::literals;
using Kind = LegalSpeed::Kind;
using Source = LegalSpeed::Source;

// One road with lanes 1, -1, -2: a town without a speed, then 50 km/h, then a motorway without a limit, then a road
// that says "undefined", then a type without a speed; lane -2 has its own from 30 m on, and in its second section none.
Document road_of_many_speeds() {
  kit::MapBuilder map;
  kit::RoadBuilder road("1");
  road.line(200.0)
      .lanes({1, -1, -2})
      .lane_speed(-2, 30.0_kmh, 30.0)
      .lane_speed(-2, 20.0_mph, 60.0)
      .section(150.0)
      .lanes({1, -1, -2})
      .type(0.0, "town")
      .speed(20.0, 50.0_kmh)
      .speed(80.0, SpeedLimit::Kind::no_limit, "motorway")
      .speed(120.0, SpeedLimit::Kind::undefined, "rural")
      .type(180.0, "rural");
  map.road(road);
  return map.build();
}

TEST(LegalSpeed, IsTheLanesElseTheRoadTypes) {
  const auto map = build_network(road_of_many_speeds());
  const RoadId road = map->find_road("1");
  struct Case {
    const char* name;
    double s;
    int lane;
    Kind kind;
    Speed max;
    Source source;
  };
  const Case cases[] = {
      {"type without a speed", 10.0, -1, Kind::unknown, {}, Source::nothing},
      {"type's speed", 20.0, -1, Kind::limit, 50.0_kmh, Source::road_type},
      {"just before the lane's own", 29.9, -2, Kind::limit, 50.0_kmh, Source::road_type},
      {"the lane's own", 30.0, -2, Kind::limit, 30.0_kmh, Source::lane},
      {"the lane's next", 60.0, -2, Kind::limit, 20.0_mph, Source::lane},
      {"other lane", 60.0, -1, Kind::limit, 50.0_kmh, Source::road_type},
      {"no limit", 100.0, 1, Kind::no_limit, {}, Source::road_type},
      {"lane's limit on a road without one", 100.0, -2, Kind::limit, 20.0_mph, Source::lane},
      {"undefined", 130.0, 1, Kind::unknown, {}, Source::road_type},
      {"lane speeds end with their section", 160.0, -2, Kind::unknown, {}, Source::road_type},
      {"the last type has no speed", 190.0, -1, Kind::unknown, {}, Source::nothing},
      {"a rounding error before the road", -1e-9, -1, Kind::unknown, {}, Source::nothing},
  };
  for (const Case& c : cases) {
    const LegalSpeed legal = legal_speed(*map, map->find_lane(road, c.s, c.lane), c.s);
    EXPECT_EQ(legal.kind, c.kind) << c.name;
    EXPECT_DOUBLE_EQ(legal.max.si(), c.max.si()) << c.name;
    EXPECT_EQ(legal.source, c.source) << c.name << ": found " << to_string(legal.source);
  }
}

TEST(LegalSpeed, UndefinedLaneSpeedHidesTheRoadTypes) {
  Document document = kit::straight_road();
  document.roads[0].types = {{0.0, "town", "DE", SpeedLimit{SpeedLimit::Kind::limit, 50.0_kmh}}};
  document.roads[0].sections[0].lanes[0].speeds = {{0.0, SpeedLimit{SpeedLimit::Kind::undefined, {}}}};
  const auto map = build_network(document);
  const LegalSpeed legal = legal_speed(*map, map->find_lane(RoadId(0), 10.0, -1), 10.0);
  EXPECT_EQ(legal.kind, Kind::unknown);
  EXPECT_EQ(legal.source, Source::lane);
}

TEST(LegalSpeed, FollowsTheVehicleThroughAJunction) {
  for (const bool inward : {true, false}) {
    Document document = kit::four_way_crossing({.arms_run_inward = inward});
    // The speed where the arm meets the junction counts, not that at its other end.
    const double near = inward ? 90.0 : 0.0;
    const double far = inward ? 0.0 : 10.0;
    auto& types = kit::find_road(document, "east").types;
    types = {{far, "town", "", SpeedLimit{SpeedLimit::Kind::limit, 70.0_kmh}},
             {near, "town", "", SpeedLimit{SpeedLimit::Kind::limit, 30.0_kmh}}};
    std::sort(types.begin(), types.end(), [](const auto& a, const auto& b) { return a.s < b.s; });
    kit::find_road(document, "south").types.clear();
    kit::find_road(document, "west_east").types = {{0.0, "town", "", SpeedLimit{SpeedLimit::Kind::limit, 40.0_kmh}}};
    const auto map = build_network(document);

    struct Case {
      const char *name, *road;
      Kind kind;
      Speed max;
      Source source;
      const char* from;
    };
    const Case cases[] = {
        {"from a road with a speed", "east_north", Kind::limit, 30.0_kmh, Source::incoming_road, "east"},
        {"straight on", "north_south", Kind::limit, 50.0_kmh, Source::incoming_road, "north"},
        {"from a road without one", "south_east", Kind::unknown, {}, Source::nothing, nullptr},
        {"its own", "west_east", Kind::limit, 40.0_kmh, Source::road_type, "west_east"},
    };
    for (const Case& c : cases) {
      const RoadId road = map->find_road(c.road);
      const LegalSpeed legal = legal_speed(*map, map->find_lane(road, 5.0, -1), 5.0);
      EXPECT_EQ(legal.kind, c.kind) << c.name;
      EXPECT_DOUBLE_EQ(legal.max.si(), c.max.si()) << c.name;
      EXPECT_EQ(legal.source, c.source) << c.name;
      EXPECT_EQ(legal.road, c.from == nullptr ? RoadId() : map->find_road(c.from)) << c.name;
    }

    // With the lane that the vehicle came from it is that lane's speed.
    const LaneId somewhere = map->find_lane(map->find_road("south_east"), 5.0, -1);
    const double end = inward ? 100.0 : 0.0;
    const LaneId east = map->find_lane(map->find_road("east"), end, inward ? -1 : 1);
    EXPECT_DOUBLE_EQ(legal_speed(*map, somewhere, 5.0, east).max.si(), (30.0_kmh).si());
  }
}

TEST(RoadType, IsTheOneThatHolds) {
  Document document = kit::straight_road();
  document.roads[0].types = {{10.0, "town", "DE", std::nullopt}, {50.0, "motorway", "", std::nullopt}};
  const auto map = build_network(document);
  EXPECT_EQ(road_type_at(*map, RoadId(0), 5.0), nullptr);
  EXPECT_EQ(road_type_at(*map, RoadId(0), 10.0)->type, "town");
  EXPECT_EQ(road_type_at(*map, RoadId(0), 70.0)->type, "motorway");
}

}  // namespace
}  // namespace scrutineer::map
