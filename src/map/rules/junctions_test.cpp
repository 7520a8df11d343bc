#include "kit/maps.h"
#include "kit/rule_testing.h"
#include "map/write_xodr.h"

namespace scrutineer::map::rules {
namespace {

using kit::lane;
using kit::Road;
using kit::section;

// Road 1 leads into junction 9, road 3 out of it, road 2 connects them; all in a row along x.
struct Crossing {
  Road in, connecting, out;
  std::string connection = R"(incomingRoad="1" connectingRoad="2" contactPoint="start")";
  std::string lane_links = R"(<laneLink from="-1" to="-1"/>)";
  std::string junction = R"(id="9" name="")";
  std::string more = {};

  Crossing() {
    in.link = R"(<successor elementType="junction" elementId="9"/>)";
    connecting.id = "2";
    connecting.junction = "9";
    connecting.length = 20.0;
    connecting.x = 100.0;
    connecting.link =
        R"(<predecessor elementType="road" elementId="1" contactPoint="end"/><successor elementType="road" elementId="3" contactPoint="start"/>)";
    connecting.lanes = section(0.0, "", lane(-1, "driving", 3.5, R"(<predecessor id="-1"/><successor id="-1"/>)"));
    out.id = "3";
    out.x = 120.0;
    out.link = R"(<predecessor elementType="junction" elementId="9"/>)";
  }

  std::vector<Road> roads() const { return {in, connecting, out}; }
  std::string rest() const {
    return fmt::format("<junction {}><connection id=\"0\" {}>{}</connection>{}</junction>", junction, connection,
                       lane_links, more);
  }
};

// The rule breaks when the crossing is changed so, and does not as it is.
struct Case {
  const char *name, *rule, *levels;
  void (*change)(Crossing&);
  int first_version = 4, last_version = 9;
};

TEST(JunctionRules, FindWhatIsChanged) {
  const Case cases[] = {
      {"incoming road of a junction", "junctions.connection.connect_road_no_incoming_road", "E",
       [](Crossing& c) { c.in.junction = "9"; }},
      {"another connection of the same road", "junctions.connection.one_connection_element", "E",
       [](Crossing& c) { c.more = R"(<connection id="1" incomingRoad="3" connectingRoad="2" contactPoint="end"/>)"; },
       7, 7},
      {"before 1.7", "junctions.connection.one_connection_element", "I",
       [](Crossing& c) { c.more = R"(<connection id="1" incomingRoad="3" connectingRoad="2" contactPoint="end"/>)"; },
       4, 6},
      {"the same pair twice", "junctions.connection.one_link_to_incoming", "E",
       [](Crossing& c) { c.more = R"(<connection id="1" incomingRoad="1" connectingRoad="2" contactPoint="start"/>)"; },
       8, 9},
      {"against the traffic", "junctions.connection.one_link_to_incoming", "E",
       [](Crossing& c) {
         c.in.lanes = section(0.0, lane(1, "driving", 3.5), "");
         c.lane_links = R"(<laneLink from="1" to="-1"/>)";
       },
       8, 9},
      {"left-hand traffic", "junctions.connection.one_link_to_incoming", "W",
       [](Crossing& c) { c.in.attributes = R"(rule="LHT")"; }, 4, 7},
      {"predecessor is another road", "junctions.connection.start_along_linkage", "E",
       [](Crossing& c) { c.connection = R"(incomingRoad="3" connectingRoad="2" contactPoint="start")"; }, 7},
      {"successor is another road", "junctions.connection.end_opposite_linkage", "E",
       [](Crossing& c) { c.connection = R"(incomingRoad="1" connectingRoad="2" contactPoint="end")"; }, 7},
      {"no such lane", "road.semantic.junction_connection_lane_link_id", "EE",
       [](Crossing& c) { c.lane_links = R"(<laneLink from="-2" to="0"/>)"; }},
      {"rising order", "road.semantic.junction_connection_lane_linkage_order", "I",
       [](Crossing& c) { c.lane_links = R"(<laneLink from="-2" to="-2"/><laneLink from="-1" to="-1"/>)"; }},
      {"no laneLink", "map.lane_links_missing", "I", [](Crossing& c) { c.lane_links = ""; }},
      {"no links of its own", "map.lane_links_missing", "I",
       [](Crossing& c) { c.connecting.lanes = section(0.0, "", lane(-1, "driving", 3.5)); }},
      {"no successor", "road.semantic.junction_connection_road_linkage", "W",
       [](Crossing& c) {
         c.connecting.link = R"(<predecessor elementType="road" elementId="1" contactPoint="end"/>)";
       }},
      {"a road that nothing leads over", "road.semantic.junction_connection_road_linkage", "W",
       [](Crossing& c) { c.out.junction = "9"; }},
      {"a lane that does not go on", "road.semantic.junction_driving_lanes_continue", "W",
       [](Crossing& c) { c.in.lanes = section(0.0, "", lane(-1, "driving", 3.5) + lane(-2, "driving", 3.5)); }},
      {"a road that no connection names", "map.junction_unreachable", "W",
       [](Crossing& c) { c.connection = R"(incomingRoad="3" connectingRoad="2" contactPoint="end")"; }},
      {"a road that nothing leads to", "map.junction_unreachable", "W",
       [](Crossing& c) {
         c.connecting.link = R"(<predecessor elementType="road" elementId="1" contactPoint="end"/>)";
       }},
      {"no such road", "map.connection_roads_exist", "E",
       [](Crossing& c) { c.connection = R"(incomingRoad="01" connectingRoad="2" contactPoint="start")"; }},
      {"no connecting road", "map.connection_roads_exist", "E",
       [](Crossing& c) { c.connection = R"(incomingRoad="1")"; }},
      {"priority of no road", "map.connection_roads_exist", "E",
       [](Crossing& c) { c.more = R"(<priority high="1" low="7"/>)"; }},
      {"no such junction", "map.road_junction_exists", "E", [](Crossing& c) { c.junction = R"(id="8")"; }},
      {"of another junction", "map.connecting_road_membership", "E", [](Crossing& c) { c.connecting.junction = "-1"; }},
      {"no contact point", "map.connection_contact_point", "E",
       [](Crossing& c) { c.connection = R"(incomingRoad="1" connectingRoad="2")"; }},
      {"the wrong end", "map.connection_contact_point", "E",
       [](Crossing& c) { c.connection = R"(incomingRoad="1" connectingRoad="2" contactPoint="end")"; }},
      {"no road", "map.junction_empty", "W", [](Crossing& c) { c.connecting.junction = "-1"; }},
      {"no connection", "map.junction_empty", "W", [](Crossing& c) { c.more = R"(</junction><junction id="10">)"; }},
      {"leads nowhere", "map.junction_dead_end", "W",
       [](Crossing& c) {
         c.connecting.lanes = section(0.0, "", lane(-1, "driving", 3.5, R"(<predecessor id="-1"/>)"));
       }},
      {"half a priority", "junctions.priority.high_and_low_attr", "E",
       [](Crossing& c) { c.more = R"(<priority high="1"/>)"; }, 8},
  };
  for (const Case& c : cases) {
    const Crossing sound;
    Crossing changed;
    c.change(changed);
    kit::expect({c.name,
                 c.rule,
                 c.levels,
                 changed.roads(),
                 sound.roads(),
                 {Road{}},
                 changed.rest(),
                 sound.rest(),
                 "",
                 c.first_version,
                 c.last_version});
  }
}

// A metre between lanes is what a connection may be away.
TEST(JunctionRules, MeasureTheContact) {
  const auto moved = [](double by) {
    Crossing crossing;
    crossing.connecting.x += by;
    return crossing;
  };
  kit::expect({"a gap",
               "map.connection_contact_point",
               "E",
               moved(1.01).roads(),
               moved(0.99).roads(),
               {Road{}},
               moved(1.01).rest(),
               moved(0.99).rest()});
}

// Later versions do not demand one connection for each connecting road.
TEST(JunctionRules, AreNotDemandedForEver) {
  const Crossing sound;
  EXPECT_EQ(
      kit::levels_found("junctions.connection.one_connection_element", kit::map_text(8, sound.roads(), sound.rest())),
      "-");
}

// As `map convert` does for netconvert.
TEST(JunctionRules, ADirectJunctionMayNameItsLinkedRoadTwice) {
  const std::string text = export_xodr(kit::motorway_with_exit(true)).text;
  ASSERT_NE(text.find(R"(linkedRoad="after" connectingRoad="after")"), std::string::npos) << text;
  for (const char* rule : {"map.connecting_road_membership", "junctions.connection.one_connection_element",
                           "road.semantic.junction_connection_road_linkage", "map.connection_roads_exist"})
    EXPECT_EQ(kit::levels_found(rule, text), "") << rule;
}

}  // namespace
}  // namespace scrutineer::map::rules
