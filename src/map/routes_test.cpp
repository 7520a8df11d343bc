#include "map/routes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using namespace literals;

constexpr ContactPoint kStart = ContactPoint::start;
constexpr ContactPoint kEnd = ContactPoint::end;

struct Spot {
  const char* road;
  double s;
  int lane;
};

LanePlace place(const RoadNetwork& map, const Spot& spot) {
  const LaneId lane = map.find_lane(map.find_road(spot.road), spot.s, spot.lane);
  EXPECT_TRUE(lane.valid()) << spot.road << " has no lane " << spot.lane;
  return {lane, spot.s};
}

// "1:-1 2:-1", a lane travelled against s as "2:1~", in a later section "main@100:-4".
std::string text_of(const RoadNetwork& map, const Route& route) {
  std::string text;
  for (const DirectedLane& step : route.lanes) {
    const Lane& lane = map.lane(step.lane);
    if (!text.empty()) text += ' ';
    text += map.road(lane.road).id;
    if (lane.s_begin > 0.0) text += fmt::format("@{:.0f}", lane.s_begin);
    text += fmt::format(":{}{}", lane.number, step.along_s ? "" : "~");
  }
  return text;
}

TEST(Routes, AreTheShortestInTheSenseOfTravel) {
  const Document two = kit::two_roads(), ends = kit::end_to_end_roads();
  const Document crossing = kit::four_way_crossing({.lanes_each_way = 2, .sidewalks = true});
  const Document motorway = kit::motorway_with_exit(true), round = kit::roundabout();
  const Document ring =
      kit::MapBuilder().road(kit::RoadBuilder("1").arc(40.0 * kPi, 0.05)).link({"1", kEnd}, {"1", kStart}).build();
  Document both_ways = kit::straight_road();
  both_ways.roads[0].sections[0].lanes[0].direction = LaneDirection::both;
  const RouteOptions plain, no_changes{.lane_change_cost = std::nullopt}, short_only{.max_length = 24.9_m};
  const RouteOptions dear_changes{.lane_change_cost = 1000.0_m};
  const double left_turn = kit::find_road(crossing, "east_south").length;
  const double right_turn = kit::find_road(crossing, "east_north").length;

  struct Case {
    const char* name;
    const Document& document;
    Spot from, to;
    const RouteOptions& options;
    const char* lanes;  // empty: no route
    double length;
  };
  const Case cases[] = {
      {"ahead in the lane", two, {"1", 10, -1}, {"1", 60, -1}, plain, "1:-1", 50},
      {"at the place itself", two, {"1", 10, -1}, {"1", 10, -1}, plain, "1:-1", 0},
      {"behind in the lane", two, {"1", 60, -1}, {"1", 10, -1}, plain, "", 0},
      {"ahead against s", two, {"1", 60, 1}, {"1", 10, 1}, plain, "1:1~", 50},
      {"oncoming lane", two, {"1", 10, -1}, {"1", 60, 1}, plain, "", 0},
      {"a lane driven both ways, back", both_ways, {"1", 60, -1}, {"1", 10, -1}, plain, "1:-1~", 50},
      {"next road", two, {"1", 90, -1}, {"2", 15, -1}, plain, "1:-1 2:-1", 25},
      {"longer than allowed", two, {"1", 90, -1}, {"2", 15, -1}, short_only, "", 0},
      {"against s to the other road", two, {"2", 15, 1}, {"1", 90, 1}, plain, "2:1~ 1:1~", 25},
      {"reversed road", ends, {"1", 90, -1}, {"2", 85, 1}, plain, "1:-1 2:1~", 25},
      {"through a junction",
       crossing,
       {"east", 95, -1},
       {"south", 95, 1},
       plain,
       "east:-1 east_south:-1 south:1~",
       10 + left_turn},
      {"lane change before the junction",
       crossing,
       {"east", 95, -2},
       {"south", 95, 1},
       plain,
       "east:-2 east:-1 east_south:-1 south:1~",
       10 + left_turn},
      {"no lane change allowed", crossing, {"east", 95, -2}, {"south", 95, 1}, no_changes, "", 0},
      {"over no sidewalk",
       crossing,
       {"east", 95, -3},
       {"north", 95, 3},
       plain,
       "east:-3 east:-2 east_north:-1 north:2~ north:3~",
       10 + right_turn},
      {"off the motorway",
       motorway,
       {"main", 50, -3},
       {"ramp", 20, -1},
       plain,
       "main:-3 main@100:-3 main@100:-4 ramp:-1",
       270},
      {"around the ring", ring, {"1", 60, -1}, {"1", 10, -1}, plain, "1:-1 1:-1", 40.0 * kPi - 50},
      {"around the ring into the lane",
       round,
       {"ring_east", 5, -1},
       {"ring_east", 4, -1},
       dear_changes,
       "ring_east:-1 J_north_1:-1 ring_north:-1 J_west_1:-1 ring_west:-1 J_south_1:-1 ring_south:-1 J_east_1:-1 "
       "ring_east:-1",
       -1},
  };
  for (const Case& c : cases) {
    const auto map = build_network(c.document);
    const auto route = shortest_route(*map, place(*map, c.from), place(*map, c.to), c.options);
    EXPECT_EQ(route ? text_of(*map, *route) : "", c.lanes) << c.name;
    if (!route || c.length < 0.0) continue;
    EXPECT_NEAR(route->length.si(), c.length, 1e-6) << c.name;
  }
}

TEST(Routes, AKeptFinderAnswersAsANewOne) {
  const auto map = build_network(kit::grid(300));
  RouteFinder finder(*map);
  std::size_t found = 0;
  for (std::size_t i = 0; i < 2000; ++i) {
    const LaneId from{(i * 7919) % map->lanes().size()}, to{(i * 104729) % map->lanes().size()};
    const LanePlace begin{from, 0.3 * map->lane(from).s_end}, end{to, 0.6 * map->lane(to).s_end};
    const auto kept = finder.find(begin, end);
    const auto fresh = shortest_route(*map, begin, end);
    ASSERT_EQ(kept.has_value(), fresh.has_value());
    if (!kept) continue;
    ++found;
    EXPECT_EQ(kept->lanes, fresh->lanes);
    EXPECT_EQ(kept->length, fresh->length);
  }
  EXPECT_GT(found, 500U);
}

}  // namespace
}  // namespace scrutineer::map
