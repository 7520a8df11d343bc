#include "map/signal_controls.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/transform.h"
#include "map/describe_signals.h"
#include "map/read.h"
#include "map/way_to_junction.h"

namespace scrutineer::map {
namespace {

using kit::Crossing;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Rule = ReferenceLine::Rule;

std::string road_of(const RoadNetwork& map, LaneId lane) { return map.road(map.lane(lane).road).id; }

std::vector<ApproachControl> controls_from(const RoadNetwork& map, const std::string& road) {
  std::vector<ApproachControl> controls = junction_controls(map, map.find_junction("J"));
  std::erase_if(controls, [&](const ApproachControl& c) { return road_of(map, c.connection.incoming) != road; });
  return controls;
}

// "light_east: east_north", one for each row.
std::vector<std::string> rows(const RoadNetwork& map, const std::vector<ApproachControl>& controls) {
  std::vector<std::string> texts;
  for (const ApproachControl& control : controls) {
    texts.push_back(map.signal(control.place.signal).record.id + ": " + road_of(map, control.connection.connecting));
  }
  return texts;
}

TEST(Manoeuvre, IsToldByTheChangeOfHeading) {
  struct Case {
    const char* name;
    double degrees;
    Manoeuvre expected;
  };
  const Case cases[] = {
      {"straight", 0.0, Manoeuvre::straight},
      {"just straight", -29.9, Manoeuvre::straight},
      {"just right", -30.1, Manoeuvre::right},
      {"left", 90.0, Manoeuvre::left},
      {"sharp left", 149.9, Manoeuvre::left},
      {"U-turn", 150.1, Manoeuvre::u_turn},
      {"U-turn to the right", -170.0, Manoeuvre::u_turn},
  };
  for (const Case& c : cases) EXPECT_EQ(manoeuvre_of(c.degrees * kPi / 180.0), c.expected) << c.name;
}

TEST(LaneConnections, AreTheWaysThroughACrossing) {
  for (const bool inward : {true, false}) {
    for (const TrafficRule rule : {TrafficRule::right_hand, TrafficRule::left_hand}) {
      const auto map =
          build_network(kit::four_way_crossing({.rule = rule, .sidewalks = true, .arms_run_inward = inward}));
      const auto connections = lane_connections(*map, map->find_junction("J"));
      ASSERT_EQ(connections.size(), 12u) << "no sidewalks";
      for (const LaneConnection& connection : connections) {
        const std::string from = road_of(*map, connection.incoming);
        const std::string to = road_of(*map, connection.outgoing);
        EXPECT_EQ(road_of(*map, connection.connecting), from + "_" + to);
        if (from != "east") continue;
        // A vehicle from the east drives west: north is to the right.
        const Manoeuvre expected = to == "north"  ? Manoeuvre::right
                                   : to == "west" ? Manoeuvre::straight
                                                  : Manoeuvre::left;
        EXPECT_EQ(connection.manoeuvre, expected) << to;
        EXPECT_EQ(connection.near_side_turn, to == (rule == TrafficRule::right_hand ? "north" : "south")) << to;
      }
    }
  }
}

TEST(LaneConnections, DoNotDependOnWhereConnectingRoadsAreCut) {
  const Document document = kit::four_way_crossing();
  const auto whole = build_network(document);
  Document cut = document;
  for (const RoadRecord& road : document.roads)
    if (!road.junction.empty())
      cut = kit::split(kit::split(cut, road.id, 0.5 * road.length), road.id, 1.0, road.id + "_middle");
  const auto map = build_network(cut);
  const auto expected = lane_connections(*whole, whole->find_junction("J"));
  const auto found = lane_connections(*map, map->find_junction("J"));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(road_of(*map, found[i].outgoing), road_of(*whole, expected[i].outgoing));
    EXPECT_NEAR(found[i].heading_change, expected[i].heading_change, 1e-9);
    EXPECT_EQ(found[i].near_side_turn, expected[i].near_side_turn);
  }
}

TEST(LaneConnections, AreNoneWhereNoRoadIsOfTheJunction) {
  const auto direct = build_network(kit::motorway_with_exit(true));
  EXPECT_THAT(lane_connections(*direct, direct->find_junction("J")), IsEmpty());
  const auto standard = build_network(kit::motorway_with_exit(false));
  EXPECT_EQ(lane_connections(*standard, standard->find_junction("J")).size(), 4u);
}

TEST(JunctionControls, SignalsOnTheIncomingRoadControlEveryWayFromIt) {
  for (const bool inward : {true, false}) {
    for (const TrafficRule rule : {TrafficRule::right_hand, TrafficRule::left_hand}) {
      const auto map = build_network(kit::four_way_crossing({.rule = rule,
                                                             .arms_run_inward = inward,
                                                             .lights = Crossing::Lights::on_arms,
                                                             .signs = Crossing::Signs::minor_yield}));
      EXPECT_THAT(rows(*map, controls_from(*map, "east")),
                  UnorderedElementsAre("light_east: east_north", "light_east: east_west", "light_east: east_south"));
      EXPECT_EQ(controls_from(*map, "north").size(), 6u) << "light and yield sign";
      for (const ApproachControl& control : controls_from(*map, "east")) {
        EXPECT_TRUE(control.on_incoming_road);
        EXPECT_TRUE(control.every_connection);
        EXPECT_EQ(control.line.rule, Rule::signal);
        EXPECT_NEAR(control.line.s, inward ? 99.0 : 1.0, 1e-9);
        EXPECT_NEAR(control.line.distance, 1.0, 1e-9);
        ASSERT_EQ(control.controllers.size(), 1u);
        EXPECT_EQ(map->controllers()[control.controllers[0].index()].id, "ew");
      }
    }
  }
}

TEST(JunctionControls, ReferencesOnConnectingRoadsControlThem) {
  const auto map = build_network(kit::four_way_crossing({.lights = Crossing::Lights::by_reference}));
  const auto controls = controls_from(*map, "east");
  EXPECT_THAT(rows(*map, controls),
              UnorderedElementsAre("light_east: east_north", "light_east: east_west", "light_east: east_south"));
  for (const ApproachControl& control : controls) {
    EXPECT_FALSE(control.on_incoming_road);
    EXPECT_TRUE(control.every_connection);
    EXPECT_TRUE(control.place.is_reference);
    EXPECT_EQ(control.line.rule, Rule::lane_end);
    EXPECT_NEAR(control.line.s, 100.0, 1e-9);
    EXPECT_NEAR(control.line.distance, 0.0, 1e-9);
  }
}

// Also what stands at their far end, and whichever way their s runs.
TEST(JunctionControls, DoNotDependOnHowConnectingRoadsAreWritten) {
  const double length = kit::find_road(kit::four_way_crossing(), "east_west").length;
  Document document = kit::four_way_crossing();
  std::vector<SignalRecord>& signals = kit::find_road(document, "east_west").signals;
  signals.push_back(kit::light("near", 1.0, -4.0, Orientation::with_s));
  signals.push_back(kit::light("far", length - 1.0, -4.0, Orientation::with_s));
  signals.push_back(kit::yield_sign("yield", 0.6 * length, -4.0, Orientation::with_s));
  const std::vector<std::string> expected = {"near: east_north", "yield: east_north", "far: east_north",
                                             "near: east_west",  "yield: east_west",  "far: east_west",
                                             "near: east_south", "yield: east_south", "far: east_south"};
  Document cut = kit::split(kit::split(document, "east_west", 0.8 * length), "east_west", 0.3 * length, "middle");
  const std::pair<const char*, Document> tellings[] = {{"as it is", document},
                                                       {"reversed", kit::reversed(document, "east_west")},
                                                       {"cut", cut},
                                                       {"cut and reversed", kit::reversed(cut, "middle")}};
  for (const auto& [name, telling] : tellings) {
    const auto map = build_network(telling);
    EXPECT_THAT(rows(*map, controls_from(*map, "east")), testing::UnorderedElementsAreArray(expected)) << name;
    std::vector<std::string> straight_on = rows(*map, controls_from(*map, "east"));
    std::erase_if(straight_on, [](const std::string& row) { return !row.ends_with("east_west"); });
    EXPECT_THAT(straight_on, testing::ElementsAre("near: east_west", "yield: east_west", "far: east_west")) << name;
    for (const ApproachControl& control : controls_from(*map, "east")) EXPECT_EQ(control.line.rule, Rule::lane_end);
  }
}

TEST(JunctionControls, ASignalOnOneConnectingRoadControlsAllThatLeaveTheLane) {
  SignalRecord light = kit::light("L", 0.5, -4.0, Orientation::with_s);
  SignalRecord arrow = light;
  arrow.type = "1000011";
  arrow.subtype = "30";  // straight
  const SignalRecord stop = kit::stop_sign("S", 0.5, -4.0, Orientation::with_s);
  SignalRecord other_stop = stop, yield = stop;
  other_stop.id = "S2";
  yield.id = "Y";
  yield.type = "205";
  SignalReferenceRecord nobody;
  nobody.signal_id = "S";
  nobody.s = 0.5;
  nobody.validities = {{0, 0}};
  struct Case {
    const char* name;
    std::vector<SignalRecord> straight, right;  // on east_west and east_north
    std::vector<SignalReferenceRecord> right_references;
    std::vector<std::string> rows;
  };
  const Case cases[] = {
      {"nothing", {}, {}, {}, {}},
      {"a stop sign", {stop}, {}, {}, {"S: east_north", "S: east_south", "S: east_west"}},
      {"a light", {light}, {}, {}, {"L: east_north", "L: east_south", "L: east_west"}},
      {"two signs of one kind",
       {stop, other_stop},
       {},
       {},
       {"S: east_north", "S: east_south", "S: east_west", "S2: east_north", "S2: east_south", "S2: east_west"}},
      {"another sign on another way: the third has none", {stop}, {yield}, {}, {"S: east_west", "Y: east_north"}},
      {"a light on one way and a sign on another",
       {light},
       {yield},
       {},
       {"L: east_north", "L: east_south", "L: east_west", "Y: east_north", "Y: east_south", "Y: east_west"}},
      {"said not to hold there", {stop}, {}, {nobody}, {"S: east_south", "S: east_west"}},
      {"an arrow", {arrow}, {}, {}, {"L: east_west"}},
  };
  for (const Case& c : cases) {
    Document document = kit::four_way_crossing();
    kit::find_road(document, "east_west").signals = c.straight;
    kit::find_road(document, "east_north").signals = c.right;
    kit::find_road(document, "east_north").signal_references = c.right_references;
    const auto map = build_network(document);
    auto found = rows(*map, controls_from(*map, "east"));
    std::sort(found.begin(), found.end());
    std::vector<std::string> expected = c.rows;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected) << c.name;
    EXPECT_THAT(controls_from(*map, "west"), IsEmpty()) << c.name << ": other lanes";
  }
}

TEST(JunctionControls, LightsForOthersAndPlatesControlNobody) {
  for (const char* type : {"1000002", "1000007", "1000013", "1000014", "1000", "294", "306"}) {
    Document document = kit::four_way_crossing({.lights = Crossing::Lights::on_arms});
    for (const char* arm : {"east", "north", "west", "south"}) kit::find_road(document, arm).signals[0].type = type;
    const auto map = build_network(document);
    EXPECT_THAT(junction_controls(*map, map->find_junction("J")), IsEmpty()) << type;
  }
}

TEST(JunctionControls, ArrowsControlTheWaysTheyPointTo) {
  struct Case {
    const char* name;
    const char* subtype;
    std::vector<std::string> ways;
  };
  const Case cases[] = {
      {"left", "10", {"light_east: east_south"}},
      {"right", "20", {"light_east: east_north"}},
      {"straight and left", "40", {"light_east: east_south", "light_east: east_west"}},
      {"a U-turn that nobody can make: no way to tell",
       "80",
       {"light_east: east_north", "light_east: east_south", "light_east: east_west"}},
  };
  for (const Case& c : cases) {
    Document document = kit::four_way_crossing({.lights = Crossing::Lights::on_arms});
    SignalRecord& light = kit::find_road(document, "east").signals[0];
    light.type = "1000011";
    light.subtype = c.subtype;
    const auto map = build_network(document);
    auto found = rows(*map, controls_from(*map, "east"));
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, c.ways) << c.name;
  }

  Document document = kit::four_way_crossing({.lights = Crossing::Lights::by_reference});
  SignalRecord& light = kit::find_road(document, "east").signals[0];
  light.type = "1000011";
  light.subtype = "10";
  const auto map = build_network(document);
  EXPECT_EQ(controls_from(*map, "east").size(), 3u) << "references choose the ways, not arrows";
}

TEST(JunctionControls, ReferenceLineIsTheFirstThatApplies) {
  // The east arm is 100 m long and runs inward: s = 100 is the junction's border.
  struct Case {
    const char* name;
    std::vector<SignalRecord> on_arm;         // beside the light "L"
    std::vector<SignalRecord> on_connecting;  // of the way straight on
    double light;                             // s of "L" on the arm; negative: it stands on the connecting road
    Rule rule;
    double s;
  };
  const auto with = Orientation::with_s;
  const Case cases[] = {
      {"stop line", {kit::stop_line("line", 96.0, 0.0, with)}, {}, 99.0, Rule::stop_line, 96.0},
      {"stop line at just 10 m", {kit::stop_line("line", 90.0, 0.0, with)}, {}, 99.0, Rule::stop_line, 90.0},
      {"stop line too far", {kit::stop_line("line", 89.9, 0.0, with)}, {}, 99.0, Rule::signal, 99.0},
      {"stop line of the other way",
       {kit::stop_line("line", 96.0, 0.0, Orientation::against_s)},
       {},
       99.0,
       Rule::signal,
       99.0},
      {"the first of two stop lines",
       {kit::stop_line("box", 98.0, 0.0, with), kit::stop_line("cars", 93.0, 0.0, with)},
       {},
       99.0,
       Rule::stop_line,
       93.0},
      {"light at just 10 m", {}, {}, 90.0, Rule::signal, 90.0},
      {"light further away", {}, {}, 89.9, Rule::lane_end, 100.0},
      {"light further away, with a stop line",
       {kit::stop_line("line", 97.0, 0.0, with)},
       {},
       50.0,
       Rule::stop_line,
       97.0},
      {"stop line inside", {}, {kit::stop_line("line", 5.0, 0.0, with)}, 99.0, Rule::stop_line_inside, 100.0},
      {"stop line too far inside", {}, {kit::stop_line("line", 5.1, 0.0, with)}, 99.0, Rule::signal, 99.0},
      {"stop line before and inside",
       {kit::stop_line("line", 96.0, 0.0, with)},
       {kit::stop_line("in", 1.0, 0.0, with)},
       99.0,
       Rule::stop_line,
       96.0},
      {"light inside", {}, {}, -1.0, Rule::lane_end, 100.0},
      {"light inside, with a stop line", {kit::stop_line("line", 96.0, 0.0, with)}, {}, -1.0, Rule::stop_line, 96.0},
      {"light beyond the end of the road", {}, {}, 100.7, Rule::signal, 100.0},
  };
  for (const Case& c : cases) {
    Document document = kit::four_way_crossing();
    kit::find_road(document, "east").signals = c.on_arm;
    kit::find_road(document, "east_west").signals = c.on_connecting;
    if (c.light >= 0.0) {
      kit::find_road(document, "east").signals.push_back(kit::light("L", c.light, -4.0, with));
    } else {
      kit::find_road(document, "east_west").signals.push_back(kit::light("L", -c.light, -4.0, with));
    }
    const auto map = build_network(document);
    bool found = false;
    for (const ApproachControl& control : controls_from(*map, "east")) {
      if (road_of(*map, control.connection.connecting) != "east_west") continue;
      found = true;
      EXPECT_EQ(control.line.rule, c.rule) << c.name << ": found " << to_string(control.line.rule);
      EXPECT_NEAR(control.line.s, c.s, 1e-9) << c.name;
      EXPECT_NEAR(control.line.distance, 100.0 - c.s, 1e-9) << c.name;
    }
    EXPECT_TRUE(found) << c.name;
  }
}

// Files cut roads anywhere. What belongs to a junction does so on whichever road it is.
TEST(JunctionControls, DoNotDependOnWhereTheIncomingRoadIsCut) {
  struct Case {
    const char* name;
    std::vector<SignalRecord> signals;  // on the east arm, whose end at s = 100 is the junction's border
    Rule rule;
    double distance;
  };
  const auto with = Orientation::with_s;
  const SignalRecord light = kit::light("L", 99.0, -4.0, with), early_light = kit::light("L", 93.0, -4.0, with);
  const SignalRecord stop = kit::stop_sign("S", 99.0, -4.0, with), early_stop = kit::stop_sign("S", 91.0, -4.0, with);
  const SignalRecord line = kit::stop_line("line", 94.0, 0.0, with);
  const Case cases[] = {
      {"a light", {light}, Rule::signal, 1.0},
      {"a light and a stop line", {light, line}, Rule::stop_line, 6.0},
      {"a light 7 m before the junction", {early_light}, Rule::signal, 7.0},
      {"a stop sign and a stop line", {stop, line}, Rule::stop_line, 6.0},
      {"a stop sign 9 m before the junction", {early_stop}, Rule::signal, 9.0},
      {"a stop sign before its line", {early_stop, line}, Rule::stop_line, 6.0},
  };
  for (const Case& c : cases) {
    for (const bool is_reversed : {false, true}) {
      for (const double cut : {40.0, 92.0, 95.0, 99.5}) {
        Document document = kit::four_way_crossing();
        kit::find_road(document, "east").signals = c.signals;
        document = kit::split(document, "east", cut, "last");
        if (is_reversed) document = kit::reversed(kit::reversed(document, "east"), "last");
        document = kit::split(document, "last", 0.25);  // a road of a few centimetres more
        const auto map = build_network(document);
        const auto controls = controls_from(*map, is_reversed ? "last" : "last_after");
        const std::string name = fmt::format("{}, cut at {}{}", c.name, cut, is_reversed ? ", reversed" : "");
        EXPECT_EQ(controls.size(), 3u) << name;
        for (const ApproachControl& control : controls) {
          EXPECT_EQ(control.line.rule, c.rule) << name << ": found " << to_string(control.line.rule);
          EXPECT_NEAR(control.line.distance, c.distance, 1e-9) << name;
          EXPECT_TRUE(control.on_incoming_road) << name;
          const auto incoming = as_travelled(*map, control.connection.incoming);
          const RoadId road = map->lane(control.line.lane).road;
          EXPECT_NEAR(distance_before_junction(*map, incoming, road, control.line.s), c.distance, 1e-6) << name;
        }
      }
    }
  }
}

TEST(JunctionControls, EndWithTheJunctionBefore) {
  // Traffic from the west passes a light of its own, 5 m before the next junction begins.
  using enum ContactPoint;
  kit::MapBuilder builder;
  kit::RoadBuilder west("west");
  west.line(100.0).signal(kit::light("L", 99.0, -4.0, Orientation::with_s));
  builder.road(west);
  builder.road(kit::RoadBuilder("middle").start(103.0, 0.0).line(2.0));
  builder.road(kit::RoadBuilder("east").start(120.0, 0.0).line(100.0));
  builder.junction("before").junction("J");
  builder.connect("before", {"west", end}, {"middle", start}, {{-1, -1}});
  builder.connect("J", {"middle", end}, {"east", start}, {{-1, -1}});
  const auto map = build_network(builder.build());
  EXPECT_THAT(junction_controls(*map, map->find_junction("J")), IsEmpty());
  EXPECT_EQ(junction_controls(*map, map->find_junction("before")).size(), 1u);
}

TEST(JunctionControls, ALightMayNameItsStopLine) {
  Document document = kit::four_way_crossing();
  SignalRecord light = kit::light("L", 99.0, -4.0, Orientation::with_s);
  light.referenced_signals = {"near"};
  kit::find_road(document, "east").signals = {light, kit::stop_line("far", 92.0, 0.0, Orientation::with_s),
                                              kit::stop_line("near", 98.0, 0.0, Orientation::with_s)};
  const auto map = build_network(document);
  for (const ApproachControl& control : controls_from(*map, "east")) {
    EXPECT_NEAR(control.line.s, 98.0, 1e-9);
    EXPECT_NEAR(control.own_line.s, 98.0, 1e-9);
  }
  kit::find_road(document, "east").signals[0].referenced_signals.clear();
  const auto unnamed = build_network(document);
  for (const ApproachControl& control : controls_from(*unnamed, "east")) {
    EXPECT_NEAR(control.line.s, 92.0, 1e-9);
    EXPECT_NEAR(control.own_line.s, 99.0, 1e-9) << "the light's own place";
  }
}

TEST(JunctionControls, StopLinesMayBeObjects) {
  for (const bool inward : {true, false}) {
    const auto map = build_network(kit::four_way_crossing({.lanes_each_way = 2,
                                                           .arms_run_inward = inward,
                                                           .lights = Crossing::Lights::by_reference,
                                                           .stop_lines = Crossing::StopLines::objects}));
    const auto controls = controls_from(*map, "east");
    EXPECT_EQ(controls.size(), 4u) << "inner lane: left, straight; outer lane: straight, right";
    for (const ApproachControl& control : controls) {
      EXPECT_EQ(control.line.rule, Rule::stop_line);
      EXPECT_NEAR(control.line.distance, 1.0, 1e-9);
      ASSERT_TRUE(control.line.stop_line_object.valid());
      EXPECT_EQ(map->object(control.line.stop_line_object).record.id, "line_east");
    }
  }
}

TEST(JunctionControls, ValidityIsThatOfTheLanesAtTheSignal) {
  // Lane -1 of the arm's first section is lane -2 of its last 5 m, where a turn lane -1 opens.
  kit::MapBuilder builder;
  kit::RoadBuilder arm("arm");
  arm.line(100.0).lanes({1, -1}).section(95.0).lanes({1, -1, -2}).continues(1, 1).continues(-1, -2);
  SignalRecord light = kit::light("L", 93.0, -4.0, Orientation::against_s);
  light.validities = {{-1, -1}};
  SignalRecord turn_light = kit::light("turn", 97.0, -4.0, Orientation::with_s);
  turn_light.validities = {{-1, -1}};
  arm.signal(light).signal(turn_light);
  builder.road(arm);
  builder.road(kit::RoadBuilder("on").start(120.0, 0.0).line(100.0).lanes({1, -1, -2}));
  builder.junction("J");
  builder.connect("J", {"arm", ContactPoint::end}, {"on", ContactPoint::start}, {{-1, -1}, {-2, -2}}, "both");
  const auto map = build_network(builder.build());
  const auto controls = junction_controls(*map, map->find_junction("J"));
  ASSERT_EQ(controls.size(), 2u);
  struct Case {
    int lane;
    const char* light;
  };
  for (const Case& c : {Case{-2, "L"}, Case{-1, "turn"}}) {
    const auto found = std::find_if(controls.begin(), controls.end(), [&](const ApproachControl& control) {
      return map->lane(control.connection.incoming).number == c.lane;
    });
    ASSERT_NE(found, controls.end()) << c.lane;
    EXPECT_EQ(map->signal(found->place.signal).record.id, c.light);
  }
}

TEST(DescribeControls, NamesEveryWayAndWhatControlsIt) {
  Document document =
      kit::four_way_crossing({.lights = Crossing::Lights::by_reference, .stop_lines = Crossing::StopLines::signals});
  // Stands there too, but holds for nobody.
  kit::find_road(document, "east_south").signal_references.at(0).validities = {{0, 0}};
  const std::string text = describe_controls(*build_network(document));
  EXPECT_THAT(text, HasSubstr("traffic light        4"));
  EXPECT_THAT(text, HasSubstr("junction J: 12 connections, 11 controlled"));
  EXPECT_THAT(text, HasSubstr("  road east lane -1   right to road north, over road east_north lane -1 "));
  EXPECT_THAT(text, HasSubstr(" traffic light light_east (road east), controller ew "));
  EXPECT_THAT(text, HasSubstr("  stop line line_east, 1 m before the junction (s 99)\n"));
  EXPECT_THAT(text, ContainsRegex(" left to road south, over road east_south lane -1 +none\n"));
}

}  // namespace
}  // namespace scrutineer::map
