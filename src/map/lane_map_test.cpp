#include "map/lane_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/quantity.h"
#include "map/check.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/signal_controls.h"
#include "map/signals.h"
#include "map/surface.h"

namespace scrutineer::map {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// From x = `from` to x = `to` between these y, points in the order of x or, turned, against it.
MapLane straight(std::string id, double from, double to, double right, double left, bool is_turned = false) {
  MapLane lane{.id = std::move(id)};
  lane.left = {{from, left}, {to, left}};
  lane.right = {{from, right}, {to, right}};
  if (is_turned) {
    lane.left = {{to, right}, {from, right}};
    lane.right = {{to, left}, {from, left}};
  }
  return lane;
}

LaneMap map_of(std::vector<MapLane> lanes) {
  LaneMap map{.file = "hand.lanes", .origin = "lanes by hand"};
  map.lanes = std::move(lanes);
  return map;
}

LaneId find(const RoadNetwork& map, std::string_view id) {
  for (std::size_t i = 0; i < map.lanes().size(); ++i)
    if (map.lanes()[i].id == id) return LaneId(i);
  return {};
}

std::vector<std::string> ids(const RoadNetwork& map, const std::vector<LaneId>& lanes) {
  std::vector<std::string> names;
  for (const LaneId lane : lanes) names.push_back(map.lane(lane).id);
  return names;
}

std::vector<std::string> contradictions(const RoadNetwork& map) {
  std::vector<std::string> texts;
  for (const LaneContradiction& found : map.contradictions())
    texts.push_back("lane " + found.lane + " " + found.message);
  return texts;
}

// Two lanes that lie side by side, the upper one driven against x, in every way that a format may store them.
TEST(LaneMap, LanesThatShareABorderAreOneRoadHoweverTheyAreStored) {
  struct Case {
    const char* name;
    bool upper_turned, lower_turned;
    Travel upper, lower;
    bool first_names_second;
  };
  const Case cases[] = {
      {"both along x", false, false, Travel::against, Travel::along, true},
      {"each as it is driven", true, false, Travel::along, Travel::along, true},
      {"both against x", true, true, Travel::along, Travel::against, true},
      {"only the second names the first", true, false, Travel::along, Travel::along, false},
  };
  for (const Case& c : cases) {
    MapLane upper = straight("up", 0, 50, 0, 3, c.upper_turned),
            lower = straight("low", 0, 50, -3.5, 0, c.lower_turned);
    upper.travel = c.upper;
    lower.travel = c.lower;
    if (c.first_names_second)
      (c.upper_turned ? upper.left_neighbours : upper.right_neighbours) = {"low"};
    else
      (c.lower_turned ? lower.right_neighbours : lower.left_neighbours) = {"up"};
    const auto map = build_network(map_of({upper, lower}));
    ASSERT_EQ(map->roads().size(), 1U) << c.name;
    EXPECT_EQ(map->roads()[0].id, "up") << c.name;
    EXPECT_NEAR(map->roads()[0].length, 50.0, 1e-9) << c.name;
    const LaneId up = find(*map, "up"), low = find(*map, "low");
    EXPECT_EQ(opposite(*map, up), low) << c.name;
    const auto found = locate(*map, {20.0, 1.0});
    ASSERT_EQ(found.size(), 1U) << c.name;
    EXPECT_EQ(found[0].lane, up) << c.name;
    EXPECT_NEAR(found[0].width, 3.0, 1e-9) << c.name;
    // Traffic of the upper lane runs against x.
    const double heading = point_at(*map, up, 25.0, 0.0).heading;
    EXPECT_NEAR(std::cos(heading) * (drives_along_s(*map, up) ? 1.0 : -1.0), -1.0, 1e-9) << c.name;
    EXPECT_EQ(map->roads()[0].rule, TrafficRule::right_hand) << c.name;
  }
}

TEST(LaneMap, TrafficKeepsLeftWhereTheRoadsShowIt) {
  MapLane upper = straight("up", 0, 50, 0, 3), lower = straight("low", 0, 50, -3, 0);
  lower.travel = Travel::against;
  upper.right_neighbours = {"low"};
  const auto map = build_network(map_of({upper, lower}));
  EXPECT_EQ(map->roads()[0].rule, TrafficRule::left_hand);
  EXPECT_TRUE(drives_along_s(*map, find(*map, "up")) != drives_along_s(*map, find(*map, "low")));
  EXPECT_NEAR(point_at(*map, find(*map, "up"), 10.0, 0.0).y, 1.5, 1e-9);
}

TEST(LaneMap, BordersThatAreApartAreNoNeighbours) {
  MapLane upper = straight("up", 0, 50, 0.5, 3), lower = straight("low", 0, 50, -3, 0);
  upper.right_neighbours = {"low"};
  EXPECT_EQ(build_network(map_of({upper, lower}))->roads().size(), 2U);
}

// Links come from either side, from both, and whichever way the other lane's points run.
TEST(LaneMap, LinksLanesThatTouch) {
  struct Case {
    const char* name;
    bool second_turned;
    std::vector<std::string> first_successors, second_predecessors, second_successors;
  };
  const Case cases[] = {
      {"the first says so", false, {"b"}, {}, {}},
      {"the second says so", false, {}, {"a"}, {}},
      {"both say so", false, {"b"}, {"a"}, {}},
      {"the second's points run the other way", true, {"b"}, {}, {}},
      {"the second's points run the other way, and it says so", true, {}, {}, {"a"}},
  };
  for (const Case& c : cases) {
    MapLane a = straight("a", 0, 50, 0, 3), b = straight("b", 50, 90, 0, 3, c.second_turned);
    if (c.second_turned) b.travel = Travel::against;
    a.successors = c.first_successors;
    b.predecessors = c.second_predecessors;
    b.successors = c.second_successors;
    const auto map = build_network(map_of({a, b}));
    EXPECT_THAT(ids(*map, next_lanes(*map, find(*map, "a"))), ElementsAre("b")) << c.name;
    EXPECT_THAT(ids(*map, previous_lanes(*map, find(*map, "b"))), ElementsAre("a")) << c.name;
    EXPECT_THAT(contradictions(*map), IsEmpty()) << c.name;
    EXPECT_TRUE(is_on_surface(*map, {50.0, 1.5})) << c.name;
  }
}

TEST(LaneMap, WhatCannotBeIsNoLinkButAnAnomaly) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  struct Case {
    const char* name;
    MapLane second;
    std::vector<std::string> successors;
    std::vector<std::string> expected;
  };
  MapLane far_away = straight("b", 150, 190, 0, 3);
  MapLane level_above = straight("b", 50, 90, 0, 3);
  for (LaneLine* line : {&level_above.left, &level_above.right})
    for (LanePoint& point : *line) point.z = 8.0;
  MapLane not_a_number = straight("b", 50, 90, 0, 3);
  not_a_number.left[1].y = kNan;
  MapLane without_border = straight("b", 50, 90, 0, 3);
  without_border.left.clear();
  MapLane a_point = straight("b", 50, 50, 1, 1);
  const Case cases[] = {
      {"100 m away",
       far_away,
       {"b"},
       {"lane a names lane b as its successor, which does not begin or end there: the link is not used"}},
      {"a bridge",
       level_above,
       {"b"},
       {"lane a names lane b as its successor, which does not begin or end there: the link is not used"}},
      {"nobody",
       straight("b", 50, 90, 0, 3),
       {"c"},
       {"lane a names lane c as its successor, which the map does not have"}},
      {"the same id twice",
       straight("a", 50, 90, 0, 3),
       {},
       {"lane a is in the map a second time: only the first is used"}},
      {"NaN", not_a_number, {}, {"lane b has a point that is not a number, or further away than any place on earth"}},
      {"one border", without_border, {}, {"lane b has no border on one side"}},
      {"too long", straight("b", 50, 2e5, 0, 3), {}, {"lane b is longer than 100 km"}},
      {"too wide", straight("b", 50, 90, -600, 3), {}, {"lane b has borders 500 m apart or more"}},
      {"a point", a_point, {}, {"lane b has no length, or is wider than any lane"}},
  };
  for (const Case& c : cases) {
    MapLane first = straight("a", 0, 50, 0, 3);
    first.successors = c.successors;
    const auto map = build_network(map_of({first, c.second}));
    EXPECT_EQ(contradictions(*map), c.expected) << c.name;
    EXPECT_THAT(next_lanes(*map, find(*map, "a")), IsEmpty()) << c.name;
    const CheckReport report = check_map(*map, rules_of(RuleSet::drive));
    ASSERT_EQ(report.anomalies().size(), 1U) << c.name;
    EXPECT_EQ(report.anomalies()[0].rule, "map.lane_references") << c.name;
    EXPECT_THAT(report.anomalies()[0].message, HasSubstr(c.expected[0])) << c.name;
  }
}

// A lane parts into two: without roads of a junction between, it is a direct one.
TEST(LaneMap, LanesThatPartAreLinkedToBoth) {
  MapLane in = straight("in", 0, 50, 0, 3), ahead = straight("ahead", 50, 100, 0, 3),
          off = straight("off", 50, 100, 0, 3);
  off.left[1].y = 13.0;
  off.right[1].y = 10.0;
  in.successors = {"ahead", "off"};
  const auto map = build_network(map_of({in, ahead, off}));
  EXPECT_THAT(ids(*map, next_lanes(*map, find(*map, "in"))), ElementsAre("ahead", "off"));
  EXPECT_THAT(ids(*map, previous_lanes(*map, find(*map, "off"))), ElementsAre("in"));
  ASSERT_EQ(map->junctions().size(), 1U);
  EXPECT_EQ(map->junctions()[0].kind, JunctionRecord::Kind::direct);
  EXPECT_THAT(map->warnings(), IsEmpty());
}

// Two arms meet two others through lanes of a junction that the format does not name.
LaneMap small_crossing() {
  MapLane west = straight("west", -60, -10, -3, 0), east = straight("east", 10, 60, -3, 0);
  MapLane north{.id = "north", .left = {{0, 10}, {0, 60}}, .right = {{3, 10}, {3, 60}}};
  MapLane across = straight("across", -10, 10, -3, 0);
  MapLane turn{.id = "turn"};
  for (int i = 0; i <= 10; ++i) {
    const double angle = i / 10.0 * 0.5 * kPi, s = std::sin(angle), c = 1.0 - std::cos(angle);
    turn.left.push_back({-10.0 + 10.0 * s, 10.0 * c});
    turn.right.push_back({-10.0 + 13.0 * s, -3.0 + 13.0 * c});
  }
  across.in_junction = turn.in_junction = true;
  west.successors = {"across", "turn"};
  across.successors = {"east"};
  turn.successors = {"north"};
  return map_of({west, east, north, across, turn});
}

TEST(LaneMap, LanesOfAJunctionAreItsConnectingRoads) {
  const auto map = build_network(small_crossing());
  ASSERT_EQ(map->junctions().size(), 1U);
  const auto ways = lane_connections(*map, JunctionId(0));
  ASSERT_EQ(ways.size(), 2U);
  for (const LaneConnection& way : ways) {
    EXPECT_EQ(map->lane(way.incoming).id, "west");
    const bool turns = map->lane(way.connecting).id == "turn";
    EXPECT_EQ(map->lane(way.outgoing).id, turns ? "north" : "east");
    EXPECT_EQ(way.manoeuvre, turns ? Manoeuvre::left : Manoeuvre::straight);
  }
  EXPECT_THAT(map->warnings(), IsEmpty());
  EXPECT_THAT(check_map(*map, rules_of(RuleSet::drive)).anomalies(), IsEmpty());
}

// A lane along x from 0 to 30, or along y through the middle of that, with so many pieces.
MapLane way_across(std::string id, bool is_upright, double offset, int pieces) {
  MapLane lane{.id = std::move(id)};
  lane.in_junction = true;
  for (int i = 0; i <= pieces; ++i) {
    const double along = 30.0 * i / pieces, wave = 0.02 * std::sin(0.7 * i);
    const auto point = [&](double across) {
      return is_upright ? LanePoint{15.0 - across - wave, along - 15.0 + offset} : LanePoint{along, across + wave};
    };
    lane.left.push_back(point(1.5));
    lane.right.push_back(point(-1.5));
  }
  return lane;
}

TEST(LaneMap, LanesThatCrossAreInOneJunctionHoweverFineTheirLines) {
  for (const int pieces : {1, 7, 40, 1000}) {
    EXPECT_EQ(build_network(map_of({way_across("a", false, 0.0, pieces), way_across("b", true, 0.0, pieces)}))
                  ->junctions()
                  .size(),
              1U)
        << pieces;
    EXPECT_EQ(build_network(map_of({way_across("a", false, 0.0, pieces), way_across("b", true, 20.0, pieces)}))
                  ->junctions()
                  .size(),
              2U)
        << pieces;
  }
}

TEST(LaneMap, SignalsAndStopLinesHoldForTheirLanes) {
  LaneMap lanes = small_crossing();
  SignalRecord light;
  light.id = "77";
  light.type = "1000001";
  light.country = "OpenDRIVE";
  light.dynamic = true;
  lanes.signals.push_back({light, {-9.0, 2.0, 5.0}, {"west"}});
  lanes.stop_lines.push_back({"line", {-12.0, -3.0}, {-12.0, 0.0}, {"west"}});
  const auto map = build_network(std::move(lanes));
  const auto controls = junction_controls(*map, JunctionId(0));
  ASSERT_EQ(controls.size(), 2U);
  for (const ApproachControl& control : controls) {
    EXPECT_EQ(map->signal(control.place.signal).record.id, "77");
    EXPECT_EQ(control.line.rule, ReferenceLine::Rule::stop_line);
    EXPECT_NEAR(control.line.s, 48.0, 1e-6);
  }
}

TEST(LaneMap, SpeedsAreOfTheLane) {
  MapLane lane = straight("a", 0, 50, 0, 3);
  lane.speed = SpeedLimit{SpeedLimit::Kind::limit, Speed::from_si(10.0)};
  const auto map = build_network(map_of({lane}));
  ASSERT_EQ(map->lanes()[0].speeds.size(), 1U);
  EXPECT_EQ(map->lanes()[0].speeds[0].speed.max, Speed::from_si(10.0));
}

LaneLine arc(double radius, double degrees, int count) {
  LaneLine points;
  for (int i = 0; i < count; ++i) {
    const double angle = degrees / 180.0 * kPi * i / (count - 1);
    points.push_back({radius * std::sin(angle), radius * (1.0 - std::cos(angle)) + 0.0, 0.0});
  }
  return points;
}

// Points on two circles: the surface between them is that of the circles, not of the polygons.
TEST(LaneMap, BordersBendAsTheRoadDoes) {
  MapLane lane{.id = "ring"};
  lane.left = arc(40.0, 90.0, 24);
  lane.right = arc(44.0, 90.0, 24);
  for (LanePoint& point : lane.right) point.y -= 4.0;
  const auto map = build_network(map_of({lane}));
  for (int i = 1; i < 900; ++i) {
    const double angle = i / 1000.0 * 0.5 * kPi;
    for (const double radius : {40.01, 42.0, 43.98}) {
      const Point point{radius * std::sin(angle), 40.0 - radius * std::cos(angle)};
      const auto found = locate(*map, point);
      ASSERT_EQ(found.size(), 1U) << radius << " at " << angle;
      EXPECT_NEAR(std::remainder(found[0].heading() - angle, 2.0 * kPi), 0.0, 3e-3);
      EXPECT_NEAR(found[0].t, 40.0 - radius, 5e-3);
    }
    EXPECT_FALSE(is_on_surface(*map, {39.97 * std::sin(angle), 40.0 - 39.97 * std::cos(angle)}));
  }
}

TEST(LaneMap, HeightsAndRollAreThoseOfTheBorders) {
  MapLane lane = straight("a", 0, 100, -4, 0);
  lane.left = {{0, 0, 10.0}, {50, 0, 12.0}, {100, 0, 12.0}};
  lane.right = {{0, -4, 10.4}, {50, -4, 12.4}, {100, -4, 12.4}};
  const auto map = build_network(map_of({lane}));
  const struct {
    double x, y, z;
  } places[] = {{25, -0.001, 11.0}, {25, -3.99, 11.4}, {75, -2, 12.2}};
  for (const auto& [x, y, z] : places) {
    const auto found = locate(*map, {x, y}, z);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].height, z, 0.01) << x << " " << y;
  }
}

// A reference line across the lane would have the lane a kilometre beside it, which no map may say.
TEST(LaneMap, LanesFarFromTheirReferenceLineAreNotUsed) {
  MapLane lane = straight("a", 0.0, 2000.0, -3.0, 0.0);
  lane.reference = {{0.0, 0.0}, {0.00025, 1.0}};
  const auto map = build_network(map_of({lane, straight("b", 0.0, 50.0, 20.0, 23.0)}));
  EXPECT_THAT(contradictions(*map), ElementsAre("lane a has no length, or is wider than any lane"));
  EXPECT_EQ(map->lanes().size(), 1U);
}

TEST(LaneMap, CentreLinesGetBordersOfAWidth) {
  MapLane lane{.id = "c"};
  set_borders(lane, {{0, 0}, {10, 0}, {10, 10}}, 3.0);
  EXPECT_EQ(lane.left.size(), 3U);
  EXPECT_NEAR(lane.left[1].x, 8.5, 1e-9);
  EXPECT_NEAR(lane.left[1].y, 1.5, 1e-9);
  EXPECT_NEAR(lane.right[1].x, 11.5, 1e-9);
  EXPECT_NEAR(lane.right[1].y, -1.5, 1e-9);
}

}  // namespace
}  // namespace scrutineer::map
