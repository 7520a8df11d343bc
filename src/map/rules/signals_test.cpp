#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::lane;
using kit::Road;
using kit::section;

std::string signal(std::string_view id, std::string_view attributes, std::string_view inside = "") {
  return fmt::format(R"(<signal id="{}" name="" {}>{}</signal>)", id, attributes, inside);
}
Road with_signals(std::string signals) {
  Road road;
  road.signals = std::move(signals);
  return road;
}
constexpr const char* kPlace = R"(s="10" t="-4" zOffset="2" orientation="+" dynamic="no" type="-1" subtype="-1")";
constexpr const char* kLight = R"(s="10" t="-4" zOffset="5" orientation="+" dynamic="yes" type="1000001" subtype="-1")";

TEST(SignalRules, HoldAtTheirTolerances) {
  const auto at = [](double s, double t, double z) {
    return with_signals(signal("1", fmt::format(R"(s="{}" t="{}" zOffset="{}")", s, t, z)));
  };
  const auto sized = [](double width) {
    return with_signals(signal("1", fmt::format(R"(s="1" t="0" width="{}")", width)));
  };
  const auto valid_for = [](int from, int to, const char* orientation = "+") {
    return with_signals(signal("1", fmt::format(R"(s="10" t="-4" orientation="{}")", orientation),
                               fmt::format(R"(<validity fromLane="{}" toLane="{}"/>)", from, to)));
  };
  const auto limit = [](std::string_view more) {
    return with_signals(signal(
        "1",
        fmt::format(R"(s="10" t="-4" orientation="+" dynamic="no" country="DE" type="274" subtype="50" {})", more)));
  };
  const std::vector<Road> none = {Road{}};
  const kit::RuleCase cases[] = {
      {"beyond the end", "road.semantic.signal_position", "W", {at(100.0001, 0, 0)}, {at(100, 0, 0)}, none},
      {"far beside", "road.semantic.signal_position", "W", {at(1, 50.1, 0)}, {at(1, -49.9, 0)}, none},
      {"far above", "road.semantic.signal_position", "W", {at(1, 0, 20.1)}, {at(1, 0, 19.9)}, none},
      {"wide", "road.semantic.signal_size", "I", {sized(5.1)}, {sized(4.9)}, {at(1, 0, 0)}},
      {"negative s", "map.signal_on_road", "W", {at(-0.011, 0, 0)}, {at(-0.009, 0, 0)}, none},
      {"far from the surface", "map.signal_on_road", "W", {at(1, -33.6, 0)}, {at(1, -33.4, 0)}, none},
      {"no such lane", "road.semantic.signal_object_lane_linkage", "W", {valid_for(-2, -1)}, {valid_for(-1, -1)}, none},
      {"no value", "map.sign_value", "W", {limit("")}, {limit(R"(value="50" unit="km/h")")}, none},
      {"a value that is no speed",
       "map.sign_value",
       "W",
       {limit(R"(value="-1" unit="km/h")")},
       {limit(R"(value="5" unit="km/h")")},
       none},
      {"no unit",
       "map.sign_value",
       "W",
       {limit(R"(value="50")")},
       {limit(R"(value="50" unit="mph")")},
       none,
       "",
       "",
       "",
       4},
      {"lane 0",
       "road.semantic.signal_object_lane_linkage",
       "I",
       {valid_for(0, 0)},
       {valid_for(-1, -1)},
       none,
       "",
       "",
       "",
       1,
       6},
      {"the other direction",
       "road.semantic.signal_object_lane_linkage",
       "W",
       {valid_for(-1, -1, "-")},
       {valid_for(-1, -1, "none")},
       none,
       "",
       "",
       "",
       7},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(SignalRules, References) {
  const Road one = with_signals(signal("1", kLight));
  const auto referring = [](std::string_view id) {
    return with_signals(signal("1", kLight) +
                        fmt::format(R"(<signalReference id="{}" s="20" t="0" orientation="+"/>)", id));
  };
  const auto depending = [](std::string_view id) {
    return with_signals(signal("1", kLight, fmt::format(R"(<dependency id="{}" type="x"/>)", id)));
  };
  const auto controlling = [](std::string_view id) {
    return fmt::format(R"(<controller id="7"><control signalId="{}"/></controller>)", id);
  };
  const std::vector<Road> none = {Road{}};
  const kit::RuleCase cases[] = {
      {"no such signal", "map.signal_reference_exists", "E", {referring("2")}, {referring("1")}, none},
      {"depends on nothing", "map.signal_reference_exists", "E", {depending("2")}, {depending("1")}, none},
      {"no signal",
       "road.signal.reference.used_for_signals_only",
       "E",
       {referring("2")},
       {referring("1")},
       none,
       "",
       "",
       "",
       7},
      {"controls nothing that is there",
       "map.controller_references",
       "E",
       {one},
       {one},
       none,
       controlling("2"),
       controlling("1"),
       ""},
      {"controls nothing",
       "map.controller_references",
       "W",
       {one},
       {one},
       none,
       R"(<controller id="7"/>)",
       controlling("1"),
       ""},
      {"two controllers",
       "map.controller_references",
       "W",
       {one},
       {one},
       none,
       controlling("1") + R"(<controller id="8"><control signalId="1"/></controller>)",
       controlling("1"),
       ""},
      {"not dynamic",
       "map.controller_references",
       "I",
       {with_signals(signal("1", kPlace))},
       {one},
       none,
       controlling("1"),
       controlling("1"),
       ""},
      {"no such controller",
       "map.controller_references",
       "E",
       {one},
       {one},
       none,
       controlling("1") + R"(<junction id="9"><controller id="8"/></junction>)",
       controlling("1") + R"(<junction id="9"><controller id="7"/></junction>)",
       ""},
      {"a light for nobody",
       "map.light_governs_nothing",
       "W",
       {with_signals(signal("1", kLight, R"(<validity fromLane="0" toLane="0"/>)"))},
       {with_signals(signal("1", kLight, R"(<validity fromLane="-1" toLane="-1"/>)"))},
       {with_signals(signal("1", kPlace))}},
      {"a light for nobody that is covered",
       "map.light_governs_nothing",
       "",
       {with_signals(signal("1", std::string(kLight) + R"( invalidated="true")"))},
       {with_signals(signal("1", kLight))},
       none},
      {"one board",
       "road.signal.boards.multi_board_have_sub_boards",
       "E",
       {with_signals(signal("1", R"(s="1" t="0" type="multiBoard" dynamic="yes")", "<vmsBoard/>"))},
       {with_signals(signal("1", R"(s="1" t="0" type="multiBoard" dynamic="yes")", "<vmsBoard/><staticBoard/>"))},
       none,
       "",
       "",
       "",
       8},
      {"a board that never changes",
       "road.signal.boards.multi_board_use_dynamic_true",
       "E",
       {with_signals(signal("1", R"(s="1" t="0" type="multiBoard" dynamic="no")"))},
       {with_signals(signal("1", R"(s="1" t="0" type="multiBoard" dynamic="yes")"))},
       none,
       "",
       "",
       "",
       8},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

// Two roads lead into a junction, from west and south; a third one leads out.
TEST(SignalRules, ApproachesWithoutALight) {
  const auto crossing = [](std::string west, std::string south) {
    const auto link = [](const char* which, const char* id, const char* contact) {
      return fmt::format(R"(<{} elementType="road" elementId="{}" contactPoint="{}"/>)", which, id, contact);
    };
    const std::string through =
        section(0.0, "", lane(-1, "driving", 3.5, R"(<predecessor id="-1"/><successor id="-1"/>)"));
    const std::string into = R"(<successor elementType="junction" elementId="9"/>)";
    Road a{.id = "1", .link = into, .signals = std::move(west)};
    Road b{
        .id = "2", .x = 110.0, .y = -110.0, .heading = 1.5707963267948966, .link = into, .signals = std::move(south)};
    Road out{.id = "3", .x = 120.0, .link = R"(<predecessor elementType="junction" elementId="9"/>)"};
    Road from_west{.id = "4",
                   .length = 20.0,
                   .junction = "9",
                   .x = 100.0,
                   .link = link("predecessor", "1", "end") + link("successor", "3", "start"),
                   .lanes = through};
    Road from_south{
        .id = "5",
        .length = 15.707963267948966,
        .junction = "9",
        .link = link("predecessor", "2", "end") + link("successor", "3", "start"),
        .plan = kit::line(0.0, 110.0, -10.0, 1.5707963267948966, 15.707963267948966, R"(<arc curvature="-0.1"/>)"),
        .lanes = through};
    return std::vector<Road>{a, b, out, from_west, from_south};
  };
  const std::string junction =
      R"(<junction id="9"><connection id="0" incomingRoad="1" connectingRoad="4" contactPoint="start"><laneLink from="-1" to="-1"/></connection>)"
      R"(<connection id="1" incomingRoad="2" connectingRoad="5" contactPoint="start"><laneLink from="-1" to="-1"/></connection></junction>)";
  const std::string light =
      signal("1", R"(s="98" t="-4" zOffset="5" orientation="+" dynamic="yes" type="1000001" subtype="-1")");
  const std::string other =
      signal("2", R"(s="98" t="-4" zOffset="5" orientation="+" dynamic="yes" type="1000001" subtype="-1")");
  kit::expect({"one of two", "map.approach_without_light", "I", crossing(light, ""), crossing(light, other),
               crossing("", ""), junction, junction, junction});
}

}  // namespace
}  // namespace scrutineer::map::rules
