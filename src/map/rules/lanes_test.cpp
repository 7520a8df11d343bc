#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::lane;
using kit::Road;
using kit::section;

Road road_with(std::string lanes) { return {.lanes = std::move(lanes)}; }

// One right lane with these records behind its width.
Road lane_with(std::string_view records, double lane_width = 3.5, std::string_view type = "driving") {
  return road_with(section(0.0, "", lane(-1, type, lane_width, "", records)));
}

// Two sections that the lane goes through, with another type and width in the second.
Road two_sections(std::string_view type, double second_width) {
  return road_with(section(0.0, "", lane(-1, "driving", 3.5, R"(<successor id="-1"/>)")) +
                   section(50.0, "", lane(-1, type, second_width, R"(<predecessor id="-1"/>)")));
}

Road typed(std::string_view types, std::string_view speed) {
  Road road = lane_with(speed);
  road.types = types;
  return road;
}

TEST(LaneRules, HoldAtTheirTolerances) {
  const Road plain = lane_with("");
  const Road empty = road_with(section(0.0, "", ""));
  const kit::RuleCase cases[] = {
      {"no width", "map.lane_without_width", "E", {lane_with("", -1.0)}, {plain}, {empty}},
      {"a step between records",
       "map.width_steps",
       "W",
       {lane_with(kit::width(3.61, 50.0))},
       {lane_with(kit::width(3.59, 50.0))},
       {empty}},
      {"a step between sections",
       "map.width_steps",
       "W",
       {two_sections("driving", 3.39)},
       {two_sections("driving", 3.41)},
       {plain}},
      {"a lane that begins",
       "map.width_steps",
       "W",
       {lane_with(kit::width(3.5, 50.0), 0.51)},
       {lane_with(kit::width(3.5, 50.0), 0.49)},
       {empty}},
      {"narrow",
       "map.lane_too_narrow",
       "I",
       {lane_with("", 1.79)},
       {lane_with("", 1.81)},
       {lane_with("", 1.0, "sidewalk")}},
      {"wide", "map.lane_too_narrow", "I", {lane_with("", 8.01)}, {lane_with("", 7.99)}, {empty}},
      {"narrow, but short",
       "map.lane_too_narrow",
       "I",
       {lane_with(kit::width(3.5, 21.5), 1.0)},
       {lane_with(kit::width(3.5, 18.5), 1.0)},
       {empty}},
      {"another type",
       "map.lane_type_changes",
       "W",
       {two_sections("sidewalk", 3.5)},
       {two_sections("parking", 3.5)},
       {plain}},
      {"too fast",
       "map.speed_implausible",
       "I",
       {lane_with(R"(<speed sOffset="0" max="201" unit="km/h"/>)")},
       {lane_with(R"(<speed sOffset="0" max="199" unit="km/h"/>)")},
       {plain}},
      {"km/h without a unit",
       "map.speed_implausible",
       "I",
       {lane_with(R"(<speed sOffset="0" max="100"/>)")},
       {lane_with(R"(<speed sOffset="0" max="27.8"/>)")},
       {plain}},
      {"too slow",
       "map.speed_implausible",
       "I",
       {lane_with(R"(<speed sOffset="0" max="3" unit="mph"/>)")},
       {lane_with(R"(<speed sOffset="0" max="4" unit="mph"/>)")},
       {plain}},
      {"unknown unit",
       "map.speed_implausible",
       "I",
       {lane_with(R"(<speed sOffset="0" max="50" unit="kmh"/>)")},
       {lane_with(R"(<speed sOffset="0" max="no limit"/>)")},
       {plain}},
      {"negative width",
       "road.semantic.road_lane_width",
       "E",
       {lane_with(kit::width(-0.011, 50.0))},
       {lane_with(kit::width(-0.009, 50.0))},
       {empty}},
      {"negative between",
       "road.semantic.road_lane_width",
       "E",
       {lane_with(kit::width(1.0, 50.0, -0.0203))},
       {lane_with(kit::width(1.0, 50.0, -0.0201))},
       {empty}},
      {"a gap in the numbers",
       "road.semantic.road_lane_id_order",
       "E",
       {road_with(section(0.0, "", lane(-1, "driving", 3.5) + lane(-3, "driving", 3.5)))},
       {road_with(section(0.0, "", lane(-1, "driving", 3.5) + lane(-2, "driving", 3.5)))},
       {empty}},
      {"listed the wrong way",
       "road.semantic.road_lane_id_order",
       "I",
       {road_with(section(0.0, lane(1, "driving", 3.5) + lane(2, "driving", 3.5), ""))},
       {road_with(section(0.0, lane(2, "driving", 3.5) + lane(1, "driving", 3.5), ""))},
       {empty}},
      {"short section",
       "road.semantic.road_lanesection_min_length",
       "W",
       {road_with(section(0.0, "", lane(-1, "driving", 3.5)) + section(99.981, "", lane(-1, "driving", 3.5)))},
       {road_with(section(0.0, "", lane(-1, "driving", 3.5)) + section(99.979, "", lane(-1, "driving", 3.5)))},
       {plain}},
      {"first section late",
       "road.semantic.lanesection_s",
       "E",
       {road_with(section(0.001, "", lane(-1, "driving", 3.5)))},
       {plain},
       {empty}},
      {"type none", "road.semantic.lane_type.none", "I", {lane_with("", 3.5, "none")}, {plain}, {empty}},
      {"record beyond the section",
       "road.semantic.road_lane_property_sOffset",
       "W",
       {lane_with(R"(<speed sOffset="100.011" max="10"/>)")},
       {lane_with(R"(<speed sOffset="100.0009" max="10"/>)")},
       {plain}},
      {"record hardly beyond",
       "road.semantic.road_lane_property_sOffset",
       "I",
       {lane_with(R"(<speed sOffset="100.009" max="10"/>)")},
       {plain},
       {empty}},
      {"records out of order",
       "road.semantic.road_lane_property_sOffset",
       "W",
       {lane_with(R"(<speed sOffset="20" max="10"/><speed sOffset="10" max="10"/>)")},
       {lane_with(R"(<speed sOffset="10" max="10"/><speed sOffset="20" max="10"/>)")},
       {plain}},
      {"unusual limit",
       "road.road_type_vs_speed_limit",
       "I",
       {typed(R"(<type s="0" type="town"/>)", R"(<speed sOffset="0" max="101" unit="km/h"/>)")},
       {typed(R"(<type s="0" type="town"/>)", R"(<speed sOffset="0" max="100" unit="km/h"/>)")},
       {typed(R"(<type s="0" type="unknown"/>)", R"(<speed sOffset="0" max="500" unit="km/h"/>)")}},
      {"the type that holds there",
       "road.road_type_vs_speed_limit",
       "I",
       {typed(R"(<type s="0" type="motorway"/><type s="50" type="town"/>)",
              R"(<speed sOffset="60" max="120" unit="km/h"/>)")},
       {typed(R"(<type s="0" type="motorway"/><type s="50" type="town"/>)",
              R"(<speed sOffset="40" max="120" unit="km/h"/>)")},
       {plain}},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(LaneRules, LevelLanes) {
  const auto lanes = [](bool inner, bool outer) {
    const auto level = [](int id, bool is_level) {
      return fmt::format(
          R"(<lane id="{}" type="driving" level="{}"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane>)", id,
          is_level);
    };
    return road_with(section(0.0, "", level(-1, inner) + level(-2, outer)));
  };
  // The standard demands it since 1.7.
  kit::expect({"outer lane not level",
               "road.lane.level_true_one_side",
               "W",
               {lanes(true, false)},
               {lanes(true, true)},
               {lanes(false, false)},
               {},
               {},
               {},
               1,
               6});
  kit::expect({"outer lane not level",
               "road.lane.level_true_one_side",
               "E",
               {lanes(true, false)},
               {lanes(false, true)},
               {lanes(false, false)},
               {},
               {},
               {},
               7,
               9});
}

TEST(LaneRules, AccessOfOnePlace) {
  const auto access = [](double s, const char* rule) {
    return fmt::format(R"(<access sOffset="{}" rule="{}" restriction="bus"/>)", s, rule);
  };
  kit::expect({"deny and allow",
               "road.lane.access.no_mix_of_deny_or_allow",
               "E",
               {lane_with(access(10.0, "deny") + access(10.0000005, "allow"))},
               {lane_with(access(10.0, "deny") + access(10.000002, "allow"))},
               {lane_with("")},
               {},
               {},
               {},
               7,
               9});
  EXPECT_EQ(kit::levels_found("road.lane.access.no_mix_of_deny_or_allow", kit::map_text(4, {lane_with("")})), "-");
}

// Every pair where there are a few; of hundreds at one place, each is held against some.
TEST(LaneRules, AccessesOfOnePlaceAreHeldAgainstSomeOfTheOthers) {
  const auto found = [](int count) {
    std::string accesses;
    for (int i = 0; i < count; ++i)
      accesses += fmt::format(R"(<access sOffset="10" rule="{}" restriction="bus"/>)", i % 2 == 0 ? "deny" : "allow");
    return kit::outcome_of("road.lane.access.no_mix_of_deny_or_allow", kit::map_text(7, {lane_with(accesses)})).count();
  };
  EXPECT_EQ(found(4), 4U);
  EXPECT_EQ(found(32), 256U);
  EXPECT_EQ(found(132), 256U + 100U * 16U);
}

}  // namespace
}  // namespace scrutineer::map::rules
