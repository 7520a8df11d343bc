#include "map/road_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/quantity.h"
#include "kit/maps.h"
#include "map/lane_graph.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

constexpr ContactPoint kStart = ContactPoint::start;
constexpr ContactPoint kEnd = ContactPoint::end;

RoadPosition place(const RoadNetwork& map, const char* road, double s, double t) {
  RoadPosition position;
  position.road = map.find_road(road);
  position.s = s;
  position.t = t;
  const LaneSection& section = map.section(map.find_section(position.road, s));
  for (std::size_t i = 0; i < section.lane_count; ++i) {
    const LaneSpan span = lane_span(map, LaneId{section.first_lane + i}, s);
    if (span.right <= t && t <= span.left) position.lane = LaneId{section.first_lane + i};
  }
  EXPECT_TRUE(position.lane.valid()) << road << " has no lane at s " << s << ", t " << t;
  return position;
}

struct Spot {
  const char* road;
  double s, t;
};

struct Case {
  const char* name;
  Document document;
  Spot ego;
  bool along_s;
  Spot actor;
  std::optional<RoadDistance> expected;
};

void expect(const Case& c) {
  const auto map = build_network(c.document);
  const auto found = road_distance(*map, place(*map, c.ego.road, c.ego.s, c.ego.t), c.along_s,
                                   place(*map, c.actor.road, c.actor.s, c.actor.t));
  ASSERT_EQ(found.has_value(), c.expected.has_value()) << c.name;
  if (!found) return;
  EXPECT_NEAR(found->lon, c.expected->lon, 1e-6) << c.name;
  EXPECT_NEAR(found->lat, c.expected->lat, 1e-6) << c.name;
}

TEST(RoadDistance, EqualsPlainGeometryOnStraightRoads) {
  const Case cases[] = {
      {"ahead in the same lane", kit::straight_road(), {"1", 10, -1.75}, true, {"1", 60, -1.75}, {{50, 0}}},
      {"behind", kit::straight_road(), {"1", 60, -1.75}, true, {"1", 10, -1.5}, {{-50, 0.25}}},
      {"oncoming", kit::straight_road(), {"1", 10, -1.75}, true, {"1", 60, 1.75}, {{50, 3.5}}},
      {"against s: ahead has less s", kit::straight_road(), {"1", 60, 1.75}, false, {"1", 10, 1.75}, {{50, 0}}},
      {"against s: left has less t", kit::straight_road(), {"1", 60, 1.75}, false, {"1", 70, -1.75}, {{-10, 3.5}}},
      {"at the same place", kit::straight_road(), {"1", 60, 1}, true, {"1", 60, 1}, {{0, 0}}},
      {"exactly 300 m ahead", kit::straight_road(400), {"1", 50, 1}, true, {"1", 350, 1}, {{300, 0}}},
      {"further than 300 m", kit::straight_road(400), {"1", 50, 1}, true, {"1", 350.01, 1}, {}},
      {"further than 300 m behind", kit::straight_road(400), {"1", 350.01, 1}, true, {"1", 50, 1}, {}},
      {"next road", kit::two_roads(), {"1", 90, -1.75}, true, {"2", 15, -1}, {{25, 0.75}}},
      {"previous road", kit::two_roads(), {"2", 15, -1}, true, {"1", 90, -1.75}, {{-25, -0.75}}},
      {"next road, facing back", kit::two_roads(), {"1", 90, 1.75}, false, {"2", 15, 1}, {{-25, 0.75}}},
      {"next road, oncoming", kit::two_roads(), {"1", 90, -1.75}, true, {"2", 15, 1.75}, {{25, 3.5}}},
      {"s runs towards each other", kit::end_to_end_roads(), {"1", 90, -1.75}, true, {"2", 85, 1}, {{25, 0.75}}},
      {"from the reversed one", kit::end_to_end_roads(), {"2", 85, -1}, true, {"1", 90, -1.75}, {{25, 2.75}}},
      {"from the reversed one, behind", kit::end_to_end_roads(), {"2", 85, 1}, false, {"1", 90, -1.75}, {{-25, -0.75}}},
      {"s runs away from each other", kit::start_to_start_roads(), {"1", 10, 1.75}, false, {"2", 15, -1}, {{25, 0.75}}},
      {"s runs away, behind", kit::start_to_start_roads(), {"2", 15, -1}, true, {"1", 10, 1.75}, {{-25, -0.75}}},
      {"bridge: no route", kit::bridge(), {"lower", 90, -1}, true, {"upper", 110, -1}, {}},
  };
  for (const Case& c : cases) expect(c);
}

TEST(RoadDistance, CarriesTheEgosTOverLinkedLanes) {
  // The second road's reference line is 7 m to the left, so all of its lanes have a negative number.
  const Document moved = kit::MapBuilder()
                             .road(kit::RoadBuilder("1").line(100.0))
                             .road(kit::RoadBuilder("2").start(100.0, 7.0).line(100.0).lanes({-3, -2, -1}))
                             .link({"1", kEnd}, {"2", kStart}, {{-1, -3}})
                             .build();
  // The same, and the second one runs the other way.
  const Document moved_and_reversed =
      kit::MapBuilder()
          .road(kit::RoadBuilder("1").line(100.0))
          .road(kit::RoadBuilder("2").start(200.0, 7.0, kPi).line(100.0).lanes({1, 2, 3}))
          .link({"1", kEnd}, {"2", kEnd}, {{-1, 3}})
          .build();
  const Case cases[] = {
      {"ahead", moved, {"1", 90, -1.75}, true, {"2", 10, -8.75}, {{20, 0}}},
      {"behind", moved, {"2", 10, -8.75}, true, {"1", 90, -1.75}, {{-20, 0}}},
      {"left of it", moved, {"1", 90, -1.75}, true, {"2", 10, -5.25}, {{20, 3.5}}},
      {"from an unlinked lane", moved, {"1", 90, 1.75}, true, {"2", 10, -5.25}, {{20, 0}}},
      {"reversed, ahead", moved_and_reversed, {"1", 90, -1.75}, true, {"2", 90, 8.75}, {{20, 0}}},
      {"reversed, left of it", moved_and_reversed, {"1", 90, -1.75}, true, {"2", 90, 5.25}, {{20, 3.5}}},
      {"reversed, behind", moved_and_reversed, {"2", 90, 5.25}, false, {"1", 90, -1.75}, {{-20, -3.5}}},
  };
  for (const Case& c : cases) expect(c);
}

TEST(RoadDistance, FollowsRoadsThroughJunctions) {
  const Document crossing = kit::four_way_crossing();
  const auto map = build_network(crossing);
  const double right = map->road(map->find_road("east_north")).length;
  const double left = map->road(map->find_road("east_south")).length;
  const double towards = map->road(map->find_road("north_east")).length;
  const Case cases[] = {
      {"straight on", crossing, {"east", 95, -1.75}, true, {"west", 95, 1.75}, {{40, 0}}},
      {"straight on, oncoming", crossing, {"east", 95, -1.75}, true, {"west", 95, -1.75}, {{40, 3.5}}},
      {"on the connecting road", crossing, {"east", 95, -1.75}, true, {"east_west", 10, -1.75}, {{15, 0}}},
      {"right turn", crossing, {"east", 95, -1.75}, true, {"north", 95, 1.75}, {{10 + right, 0}}},
      {"left turn", crossing, {"east", 95, -1.75}, true, {"south", 95, 1.75}, {{10 + left, 0}}},
      {"who comes towards us took another way",
       crossing,
       {"east", 95, -1.75},
       true,
       {"north", 95, -1.75},
       {{10 + towards, 3.5}}},
      {"the way it took", crossing, {"east", 95, -1.75}, true, {"north_east", 5, -1.75}, {{5 + towards - 5, 3.5}}},
      {"behind", crossing, {"west", 95, 1.75}, false, {"east", 95, -1.75}, {{-40, 0}}},
      {"behind, from the right", crossing, {"west", 95, 1.75}, false, {"south", 95, -1.75}, {{-10 - left, 0}}},
      {"from a connecting road", crossing, {"east_west", 10, -1.75}, true, {"west", 95, 1.75}, {{25, 0}}},
      {"the oncoming lane beside a connecting road",
       crossing,
       {"east_west", 10, -1.75},
       true,
       {"west_east", 10, -1.75},
       {{10, 3.5}}},
      {"no route between different turns", crossing, {"east_west", 10, -1.75}, true, {"east_north", 10, -1.75}, {}},
      {"no way back out on the side where it came in",
       crossing,
       {"east", 95, -1.75},
       true,
       {"south_north", 10, -1.75},
       {}},
  };
  for (const Case& c : cases) expect(c);
}

// Two lanes turn left, each on a connecting road of its own; the outer one is longer.
Document parallel_turns() {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("in").line(100.0).lanes({-2, -1}));
  map.road(kit::RoadBuilder("out").start(130.0, 30.0, 0.5 * kPi).line(100.0).lanes({-2, -1}));
  map.junction("J");
  map.connect("J", {"in", kEnd}, {"out", kStart}, {{-1, -1}}, "inner");
  map.connect("J", {"in", kEnd}, {"out", kStart}, {{-2, -2}}, "outer");
  return map.build();
}

TEST(RoadDistance, KeepsToTheWayOfTheActorsLane) {
  const Document turns = parallel_turns();
  const auto map = build_network(turns);
  const double inner = map->road(map->find_road("inner")).length, outer = map->road(map->find_road("outer")).length;
  ASSERT_GT(outer, inner + 1.0);
  const Case cases[] = {
      {"inner lane", turns, {"in", 90, -1.75}, true, {"out", 10, -1.75}, {{20 + inner, 0}}},
      {"outer lane", turns, {"in", 90, -5.25}, true, {"out", 10, -5.25}, {{20 + outer, 0}}},
      {"from inner to outer: the way the actor took",
       turns,
       {"in", 90, -1.75},
       true,
       {"out", 10, -5.25},
       {{20 + outer, -3.5}}},
      {"from outer to inner: the way the actor took",
       turns,
       {"in", 90, -5.25},
       true,
       {"out", 10, -1.75},
       {{20 + inner, 3.5}}},
      {"behind, inner", turns, {"out", 10, -5.25}, true, {"in", 90, -1.75}, {{-20 - inner, 3.5}}},
      {"from the inner way: the only way", turns, {"inner", 5, -1.75}, true, {"out", 10, -5.25}, {{5 + inner, -3.5}}},
      {"beside, where the actor begins to turn", turns, {"inner", 5, -1.75}, true, {"outer", 0, -1.75}, {{-5, -3.5}}},
      {"beside, half way", turns, {"inner", 0.5 * inner, -1.75}, true, {"outer", 0.5 * outer, -1.75}, {{0, -3.5}}},
      {"beside, where the actor ends its turn",
       turns,
       {"inner", 5, -1.75},
       true,
       {"outer", outer, -1.75},
       {{inner - 5, -3.5}}},
  };
  for (const Case& c : cases) expect(c);
}

TEST(RoadDistance, TakesTheShorterWayAroundARing) {
  const double quarter = 0.5 * kPi * 20.0;
  const Document ring =
      kit::MapBuilder().road(kit::RoadBuilder("1").arc(4 * quarter, 0.05)).link({"1", kEnd}, {"1", kStart}).build();
  const Case cases[] = {
      {"ahead", ring, {"1", quarter, -1}, true, {"1", 2 * quarter, -1}, {{quarter, 0}}},
      {"ahead over the joint", ring, {"1", 4 * quarter - 1, -1}, true, {"1", 2, -2}, {{3, -1}}},
      {"behind over the joint", ring, {"1", 1, -1}, true, {"1", 4 * quarter - 2, -2}, {{-3, -1}}},
      {"against s over the joint", ring, {"1", 1, 1}, false, {"1", 4 * quarter - 2, 2}, {{3, -1}}},
      {"equally far: ahead", ring, {"1", 3 * quarter, -1}, true, {"1", quarter, -1}, {{2 * quarter, 0}}},
  };
  for (const Case& c : cases) expect(c);
}

// An actor that is on no lane has a RoadPosition too, an empty one.
TEST(RoadDistance, IsNoneWhereThereIsNoLane) {
  const auto map = build_network(kit::straight_road());
  const RoadPosition on_lane = place(*map, "1", 10, -1.75), other = place(*map, "1", 60, -1.75), nowhere;
  struct Row {
    const char* name;
    std::vector<RoadPosition> egos;  // one after the other
    RoadPosition actor;
    bool has_distance;
  };
  const Row rows[] = {
      {"the actor is nowhere", {on_lane}, nowhere, false},
      {"the ego is nowhere", {nowhere}, other, false},
      {"both are nowhere", {nowhere}, nowhere, false},
      {"the ego leaves the road", {on_lane, nowhere}, other, false},
      {"the ego comes back to its lane", {on_lane, nowhere, on_lane}, other, true},
  };
  for (const Row& c : rows) {
    RoadReach reach(*map);
    for (const RoadPosition& ego : c.egos) reach.move_ego(ego, true);
    EXPECT_EQ(reach.distance_to(c.actor).has_value(), c.has_distance) << c.name;
    EXPECT_EQ(road_distance(*map, c.egos.back(), true, c.actor).has_value(), c.has_distance) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::map
