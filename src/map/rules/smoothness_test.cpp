#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::lane;
using kit::Road;
using kit::section;

constexpr const char* kToSecond = R"(<successor elementType="road" elementId="2" contactPoint="start"/>)";
constexpr const char* kToFirst = R"(<predecessor elementType="road" elementId="1" contactPoint="end"/>)";

// Two roads in a row with a lane each; the second is changed.
std::vector<Road> pair(void (*change)(Road&, double), double by) {
  Road first, second;
  first.link = kToSecond;
  first.lanes = section(0.0, "", lane(-1, "driving", 3.5, R"(<successor id="-1"/>)"));
  second.id = "2";
  second.x = 100.0;
  second.link = kToFirst;
  second.lanes = section(0.0, "", lane(-1, "driving", 3.5, R"(<predecessor id="-1"/>)"));
  change(second, by);
  return {first, second};
}

void move_sideways(Road& road, double by) { road.y = by; }
void turn(Road& road, double degrees) { road.heading = degrees * 3.14159265358979 / 180.0; }
void lift(Road& road, double by) { road.elevation = fmt::format(R"(<elevation s="0" a="{}" b="0" c="0" d="0"/>)", by); }
void tilt(Road& road, double slope) {
  road.elevation = fmt::format(R"(<elevation s="0" a="0" b="{}" c="0" d="0"/>)", slope);
}
void widen(Road& road, double by) {
  road.lanes = section(0.0, "", lane(-1, "driving", 3.5 + by, R"(<predecessor id="-1"/>)"));
}
void raise_lane(Road& road, double by) {
  road.lanes = section(0.0, "",
                       lane(-1, "driving", 3.5, R"(<predecessor id="-1"/>)",
                            fmt::format(R"(<height sOffset="0" inner="{0}" outer="{0}"/>)", by)));
}

TEST(SmoothnessRules, HoldAtTheirTolerances) {
  const auto stepped = [](double step, double roll) {
    Road road;
    road.elevation =
        fmt::format(R"(<elevation s="0" a="0" b="0" c="0" d="0"/><elevation s="50" a="{}" b="0" c="0" d="0"/>)", step);
    road.lateral = fmt::format(
        R"(<superelevation s="0" a="0" b="0" c="0" d="0"/><superelevation s="50" a="{}" b="0" c="0" d="0"/>)", roll);
    return road;
  };
  const auto sloped = [](double slope) {
    Road road;
    tilt(road, slope);
    return road;
  };
  const auto leaning = [](double angle) {
    Road road;
    road.lateral = fmt::format(R"(<superelevation s="0" a="{}" b="0" c="0" d="0"/>)", angle);
    return road;
  };
  const auto unlinked = [](double by) {
    std::vector<Road> roads = pair(move_sideways, by);
    for (Road& road : roads) road.lanes = Road{}.lanes;
    return roads;
  };
  const std::vector<Road> alone = {Road{}};
  const kit::RuleCase cases[] = {
      {"a gap", "lane_smoothness.contact_point_no_horizontal_gaps", "E", pair(move_sideways, 0.0101),
       pair(move_sideways, 0.0099), alone, "", "", "", 7},
      {"a wider lane", "lane_smoothness.contact_point_no_horizontal_gaps", "W", pair(widen, 0.0101),
       pair(widen, 0.0099), alone, "", "", "", 1, 6},
      {"lanes apart", "road.geometry.contact_point", "WW", pair(move_sideways, 0.0101), pair(move_sideways, 0.0099),
       alone},
      {"reference lines apart", "road.geometry.contact_point", "EE", unlinked(0.0101), unlinked(0.0099), alone, "", "",
       "", 7},
      {"a kink", "map.lane_kink", "W", pair(turn, 2.01), pair(turn, 1.99), alone},
      {"a clear kink", "map.lane_kink", "E", pair(turn, -10.01), pair(turn, -1.5), alone},
      {"a step", "map.vertical_gap", "W", pair(lift, 0.0201), pair(lift, 0.0199), alone},
      {"a clear step", "map.vertical_gap", "E", pair(lift, -0.201), pair(lift, -0.01), alone},
      {"a raised lane", "map.vertical_gap", "W", pair(raise_lane, 0.021), pair(raise_lane, 0.019), alone},
      {"a change of slope", "map.vertical_kink", "W", pair(tilt, 0.0201), pair(tilt, 0.0199), alone},
      {"a jump in height", "map.elevation_step", "E", {stepped(0.0201, 0.0)}, {stepped(0.0199, 0.0)}, alone},
      {"a jump in roll", "map.elevation_step", "E", {stepped(0.0, 0.0101)}, {stepped(0.0, 0.0099)}, alone},
      {"steep", "map.grade_implausible", "W", {sloped(0.301)}, {sloped(-0.299)}, alone},
      {"leaning", "map.grade_implausible", "I", {leaning(0.263)}, {leaning(-0.261)}, alone},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

// Writers that think of heights as ramps end a lane with the height of the next one, and round s.
TEST(SmoothnessRules, HeightsThatAreGivenAtALanesEnd) {
  struct Case {
    const char* name;
    double offset;  // of the last record, in a lane of 100 m
    const char* levels;
  };
  const Case cases[] = {
      {"at the end", 100.0, ""},
      {"rounded up", 100.0000001, ""},
      {"rounded down", 99.9999999, ""},
      {"clearly behind it", 100.001, "W"},
  };
  for (const Case& row : cases) {
    std::vector<Road> roads = pair(raise_lane, 0.15);
    roads.front().lanes = section(
        0.0, "",
        lane(-1, "driving", 3.5, R"(<successor id="-1"/>)",
             fmt::format(
                 R"(<height sOffset="0" inner="0.025" outer="0.025"/><height sOffset="{}" inner="0.15" outer="0.15"/>)",
                 row.offset)));
    EXPECT_EQ(kit::levels_found("map.vertical_gap", kit::map_text(4, roads)), row.levels) << row.name;
  }
}

// The second road's reference line lies 1 m beside the first one's, and a laneOffset makes up for it.
TEST(SmoothnessRules, LanesInUseMeetWhereverTheReferenceLinesAre) {
  struct Case {
    const char *name, *type;
    double width;  // of the second road's lane -2; the first one's is 2 m
    const char* levels;
  };
  const Case cases[] = {
      {"all lanes meet", "sidewalk", 2.0, ""},
      {"a lane in use does not", "sidewalk", 20.0, "WW"},
      {"a lane that nobody uses does not", "none", 20.0, ""},
  };
  for (const Case& row : cases) {
    std::vector<Road> roads = pair(move_sideways, 1.0);
    const auto lanes = [&](double width, std::string_view link) {
      const auto link_to = [&](int id) { return fmt::format(R"(<{} id="{}"/>)", link, id); };
      return section(0.0, "", lane(-1, "driving", 3.5, link_to(-1)) + lane(-2, row.type, width, link_to(-2)));
    };
    roads[0].lanes = lanes(2.0, "successor");
    roads[1].lanes = lanes(row.width, "predecessor");
    roads[1].offset = R"(<laneOffset s="0" a="-1" b="0" c="0" d="0"/>)";
    EXPECT_EQ(kit::levels_found("road.geometry.contact_point", kit::map_text(4, roads)), row.levels) << row.name;
  }
}

TEST(SmoothnessRules, RoadsThatLieOverEachOther) {
  // Two roads that cross; a bridge is no overlap, nor is a junction.
  const auto crossing = [](double height, double lane_width) {
    Road first, second;
    second.id = "2";
    second.x = 51.0;
    second.y = -50.0;
    second.heading = 1.5707963267948966;
    second.lanes = section(0.0, "", lane(-1, "driving", lane_width));
    lift(second, height);
    return std::vector<Road>{first, second};
  };
  const std::vector<Road> beside = {Road{}, Road{.id = "2", .y = 20.0}};
  kit::expect({"crossing", "map.roads_overlap", "W", crossing(1.9, 3.5), crossing(2.1, 3.5), beside});
}

// Where a large gap is reported by the rule about large ones, this one is silent.
TEST(SmoothnessRules, ReportOneGapOnce) {
  const std::string text = kit::map_text(7, pair(move_sideways, 5.0));
  const auto map = read_xodr(text, "test.xodr");
  ASSERT_TRUE(map);
  const MapText source(text, "test.xodr");
  const CheckReport report = check_map({.text = &source, .map = map->get()}, map_rules());
  for (const RuleOutcome& outcome : report.outcomes) {
    const std::size_t count = outcome.findings.size();
    if (outcome.rule.id() == "map.connected_lanes") {
      EXPECT_EQ(count, 1U);
    } else if (outcome.rule.id() == "lane_smoothness.contact_point_no_horizontal_gaps") {
      EXPECT_EQ(count, 0U);
    }
  }
}

// A lane that goes on as two: together they are as wide as it.
TEST(SmoothnessRules, LanesThatPart) {
  const auto parting = [](double left, double right) {
    Road road;
    road.lanes = section(0.0, "", lane(-1, "driving", 6.0, R"(<successor id="-1"/><successor id="-2"/>)")) +
                 section(50.0, "",
                         lane(-1, "driving", left, R"(<predecessor id="-1"/>)") +
                             lane(-2, "driving", right, R"(<predecessor id="-1"/>)"));
    return std::vector<Road>{road};
  };
  kit::expect({"two lanes",
               "lane_smoothness.contact_point_no_horizontal_gaps",
               "E",
               parting(3.0, 2.98),
               parting(3.0, 3.005),
               {Road{}},
               "",
               "",
               "",
               8,
               9});
}

}  // namespace
}  // namespace scrutineer::map::rules
