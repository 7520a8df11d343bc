// Signals, controls and speeds of real maps. The expected numbers come from the files' XML, counted by other means.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "kit/data.h"
#include "map/signal_controls.h"
#include "map/speed.h"

namespace scrutineer::map {
namespace {

using namespace scrutineer::literals;
using Rule = ReferenceLine::Rule;

TEST(SignalsOfRealMaps, KindsAreThoseInTheFiles) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* name;
    std::size_t lights, people, stops, yields, lines, plates, painted;
  };
  const Case cases[] = {
      {"Town01", 36, 0, 0, 0, 0, 0, 0},
      {"Town07", 17, 0, 19, 20, 0, 0, 1},
      {"Town10HD", 17, 0, 3, 1, 0, 0, 21},
      {"McityMap_Main", 69, 0, 0, 0, 0, 0, 0},
      {"A39_Wolfsburg-West", 0, 0, 0, 5, 0, 9, 0},
      {"CampusUAH_v1_7", 30, 0, 2, 3, 0, 0, 0},
      {"cloverleaf", 56, 0, 9, 36, 0, 0, 0},
      {"multi_intersections", 34, 34, 0, 7, 17, 0, 0},
      {"fabriksgatan_traffic_lights", 1, 2, 0, 0, 0, 0, 0},
      {"XCrossStopAllWay", 0, 0, 4, 0, 0, 4, 0},
      {"TwoRoadsWithTrafficLights", 2, 0, 0, 0, 0, 0, 0},
      {"RoadWithStopLine", 0, 0, 0, 0, 0, 0, 2},
      {"SampleDatabase", 0, 0, 0, 4, 2, 2, 0},
      {"straight_500m_signs", 0, 0, 0, 0, 0, 0, 0},
  };
  for (const Case& c : cases) {
    const auto map = kit::load_map(c.name);
    std::map<SignalKind, std::size_t> counts;
    for (std::size_t i = 0; i < map->signals().size(); ++i) ++counts[meaning_of(*map, SignalId(i)).kind];
    EXPECT_EQ(counts[SignalKind::traffic_light], c.lights) << c.name;
    EXPECT_EQ(counts[SignalKind::pedestrian_light], c.people) << c.name;
    EXPECT_EQ(counts[SignalKind::stop_sign], c.stops) << c.name;
    EXPECT_EQ(counts[SignalKind::yield_sign], c.yields) << c.name;
    EXPECT_EQ(counts[SignalKind::stop_line], c.lines) << c.name;
    EXPECT_EQ(counts[SignalKind::supplementary], c.plates) << c.name;
    const auto painted = std::count_if(map->objects().begin(), map->objects().end(),
                                       [](const Object& object) { return is_stop_line(object.record); });
    EXPECT_EQ(static_cast<std::size_t>(painted), c.painted) << c.name;
    EXPECT_TRUE(dangling_references(*map).empty()) << c.name;
  }
}

TEST(SignalsOfRealMaps, ControlAsManyWaysAsTheFilesSay) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* name;
    std::size_t ways, controlled, controls;  // of vehicle lanes through all junctions
  };
  const Case cases[] = {
      {"A39_Wolfsburg-West", 22, 3, 4},
      {"CampusUAH_v1_7", 73, 21, 30},
      {"McityMap_Main", 325, 94, 159},
      {"SampleDatabase", 53, 6, 6},
      {"Town01", 72, 72, 72},
      {"Town07", 166, 122, 122},
      {"Town10HD", 82, 65, 65},
      {"cloverleaf", 126, 93, 128},
      {"fabriksgatan_traffic_lights", 12, 3, 3},
      {"multi_intersections", 42, 42, 102},
      {"XCrossStopAllWay", 0, 0, 0},
  };
  for (const Case& c : cases) {
    const auto map = kit::load_map(c.name);
    std::size_t ways = 0;
    std::size_t controlled = 0;
    std::size_t controls = 0;
    for (std::size_t i = 0; i < map->junctions().size(); ++i) {
      const auto of_junction = junction_controls(*map, JunctionId(i));
      controls += of_junction.size();
      for (const LaneConnection& way : lane_connections(*map, JunctionId(i))) {
        ++ways;
        controlled += std::any_of(of_junction.begin(), of_junction.end(), [&way](const ApproachControl& control) {
          return control.connection.incoming == way.incoming && control.connection.connecting == way.connecting;
        });
      }
      for (const ApproachControl& control : of_junction) {
        // Where real maps have lights with arrows these stand on the way that they point to.
        const Arrows arrows = control.place.meaning.arrows;
        EXPECT_TRUE(arrows.empty() || arrows.has(control.connection.manoeuvre)) << c.name;
        EXPECT_GE(control.line.distance, 0.0) << c.name;
        EXPECT_LE(control.line.distance, kReferenceLineRange) << c.name;
      }
    }
    EXPECT_EQ(ways, c.ways) << c.name;
    EXPECT_EQ(controlled, c.controlled) << c.name;
    EXPECT_EQ(controls, c.controls) << c.name;
  }
}

TEST(SignalsOfRealMaps, ControlTheWaysThatOneSeesInTheFile) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* name;
    const char *incoming, *connecting;  // roads
    int lane;                           // of the incoming road
    const char *signal_road, *signal;
    Manoeuvre manoeuvre;
    Rule rule;
    double s, distance;
    std::size_t controllers;
  };
  const Case cases[] = {
      // References with validity and reversed orientation on the connecting road; the signal itself has 0..0.
      {"Town01", "0", "46", -1, "0", "362", Manoeuvre::left, Rule::lane_end, 36.36, 0.0, 1},
      {"Town07", "46", "249", -1, "46", "988", Manoeuvre::straight, Rule::lane_end, 31.55, 0.0, 0},
      {"Town10HD", "2", "584", -1, "565", "958", Manoeuvre::left, Rule::lane_end, 11.08, 0.0, 2},
      // The object StopLine 985 lies across both lanes of road 735, 2 m behind its entry.
      {"Town10HD", "6", "735", 2, "735", "962", Manoeuvre::straight, Rule::stop_line_inside, 0.0, 0.0, 1},
      // Signals with a validity of their own, 14 m inside the junction.
      {"Town10HD", "5", "516", 1, "516", "956", Manoeuvre::straight, Rule::lane_end, 0.0, 0.0, 0},
      {"McityMap_Main", "51", "669", 1, "669", "921", Manoeuvre::left, Rule::lane_end, 0.0, 0.0, 0},
      {"cloverleaf", "3", "139", 1, "139", "1265", Manoeuvre::left, Rule::lane_end, 0.0, 0.0, 0},
      // A validity for lane 4 of the connecting road's last section, by which traffic enters.
      {"cloverleaf", "14", "235", -4, "235", "1274", Manoeuvre::right, Rule::lane_end, 99.55, 0.0, 0},
      // On the incoming road, without validity.
      {"fabriksgatan_traffic_lights", "3", "13", -1, "3", "1", Manoeuvre::left, Rule::signal, 109.0, 5.26, 0},
      {"multi_intersections", "196", "199", 1, "196", "290", Manoeuvre::right, Rule::stop_line, 4.0, 4.0, 1},
      {"multi_intersections", "202", "214", 2, "202", "296", Manoeuvre::right, Rule::stop_line, 4.0, 4.0, 0},
      // A reference on the incoming road to a signal on a connecting road.
      {"SampleDatabase", "150", "158", -2, "163", "108", Manoeuvre::right, Rule::signal, 328.5, 0.5, 0},
      // A sign 31 m before the junction.
      {"SampleDatabase", "155", "154", -1, "155", "21", Manoeuvre::straight, Rule::lane_end, 256.44, 0.0, 0},
  };
  for (const Case& c : cases) {
    const auto map = kit::load_map(c.name);
    const JunctionId junction = map->road(map->find_road(c.connecting)).junction;
    bool found = false;
    for (const ApproachControl& control : junction_controls(*map, junction)) {
      const Lane& incoming = map->lane(control.connection.incoming);
      const Signal& signal = map->signal(control.place.signal);
      if (map->road(incoming.road).id != c.incoming || incoming.number != c.lane || signal.record.id != c.signal)
        continue;
      if (map->road(map->lane(control.connection.connecting).road).id != c.connecting) continue;
      found = true;
      EXPECT_EQ(map->road(signal.road).id, c.signal_road) << c.name << " " << c.signal;
      EXPECT_EQ(control.connection.manoeuvre, c.manoeuvre) << c.name << " " << c.signal;
      EXPECT_EQ(control.line.rule, c.rule) << c.name << " " << c.signal << ": found " << to_string(control.line.rule);
      EXPECT_NEAR(control.line.s, c.s, 0.01) << c.name << " " << c.signal;
      EXPECT_NEAR(control.line.distance, c.distance, 0.01) << c.name << " " << c.signal;
      EXPECT_EQ(control.controllers.size(), c.controllers) << c.name << " " << c.signal;
    }
    EXPECT_TRUE(found) << c.name << ": road " << c.incoming << " over " << c.connecting;
  }
}

TEST(SignalsOfRealMaps, HaveTheirPlates) {
  SCRUTINEER_NEEDS_DATA();
  const auto map = kit::load_map("XCrossStopAllWay");
  for (std::size_t i = 0; i < map->signals().size(); ++i) {
    const Signal& signal = map->signals()[i];
    if (meaning_of(*map, SignalId(i)).kind != SignalKind::stop_sign) continue;
    const auto plates = dependencies_of(*map, SignalId(i));
    ASSERT_EQ(plates.size(), 1u) << signal.record.id;
    EXPECT_EQ(map->signal(plates[0]).record.text, "ALL WAY");
    EXPECT_EQ(map->signal(plates[0]).road, signal.road);
  }
}

TEST(SpeedsOfRealMaps, AreThoseInTheFiles) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char *name, *road;
    int lane;
    double s;
    Speed max;
    LegalSpeed::Source source;
  };
  const Case cases[] = {
      {"LineMultipleSpeeds", "1", 1, 5.0, 48.0_mph, LegalSpeed::Source::lane},
      {"LineMultipleSpeeds", "1", 1, 12.0, 50.0_mph, LegalSpeed::Source::lane},
      {"LineMultipleSpeeds", "1", 1, 35.0, 11.0_mph, LegalSpeed::Source::road_type},
      {"LineMultipleSpeeds", "1", 1, 45.0, 30.0_mph, LegalSpeed::Source::lane},
      {"LineMultipleSpeeds", "1", 1, 90.0, 44.0_mph, LegalSpeed::Source::road_type},
      {"Town01", "0", -1, 10.0, 25.0_mph, LegalSpeed::Source::road_type},
      {"Town01", "46", -1, 1.0, 25.0_mph, LegalSpeed::Source::incoming_road},
      {"Town10HD", "375", 1, 1.0, 40.0_mph, LegalSpeed::Source::incoming_road},  // from road 15 to road 20 with 50 mph
      {"Town10HD", "395", 1, 1.0, 50.0_mph, LegalSpeed::Source::incoming_road},  // the other way
      {"cloverleaf", "264", 1, 1.0, 50.0_mph, LegalSpeed::Source::incoming_road},
      {"cloverleaf", "273", -1, 1.0, 40.0_mph, LegalSpeed::Source::incoming_road},
  };
  for (const Case& c : cases) {
    const auto map = kit::load_map(c.name);
    const LaneId lane = map->find_lane(map->find_road(c.road), c.s, c.lane);
    ASSERT_TRUE(lane.valid()) << c.name << " road " << c.road;
    const LegalSpeed legal = legal_speed(*map, lane, c.s);
    EXPECT_EQ(legal.kind, LegalSpeed::Kind::limit) << c.name << " road " << c.road << " s " << c.s;
    EXPECT_DOUBLE_EQ(legal.max.si(), c.max.si()) << c.name << " road " << c.road << " s " << c.s;
    EXPECT_EQ(legal.source, c.source) << c.name << " road " << c.road << " s " << c.s;
  }
}

TEST(SpeedsOfRealMaps, AreKnownOnEveryWayThroughATown) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name : {"Town01", "Town07", "Town10HD", "cloverleaf", "McityMap_Main", "CampusUAH_v1_7"}) {
    const auto map = kit::load_map(name);
    for (std::size_t i = 0; i < map->junctions().size(); ++i) {
      for (const LaneConnection& way : lane_connections(*map, JunctionId(i))) {
        const Lane& lane = map->lane(way.connecting);
        EXPECT_EQ(legal_speed(*map, way.connecting, lane.s_begin).kind, LegalSpeed::Kind::limit)
            << name << " road " << map->road(lane.road).id;
      }
    }
  }
}

}  // namespace
}  // namespace scrutineer::map
