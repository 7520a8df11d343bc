#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::lane;
using kit::Road;
using kit::section;

std::string link(const char* which, const char* type, std::string_view id, std::string_view contact) {
  return fmt::format(R"(<{} elementType="{}" elementId="{}" {}/>)", which, type, id,
                     contact.empty() ? std::string() : fmt::format("contactPoint=\"{}\"", contact));
}
std::string successor(std::string_view id, std::string_view contact) { return link("successor", "road", id, contact); }
std::string predecessor(std::string_view id, std::string_view contact) {
  return link("predecessor", "road", id, contact);
}

// Two roads in a row, with these links of theirs and of their lanes.
std::vector<Road> two_roads(std::string first_link, std::string second_link, std::string_view first_lane = "",
                            std::string_view second_lane = "") {
  Road first, second;
  first.link = std::move(first_link);
  first.lanes = section(0.0, "", lane(-1, "driving", 3.5, first_lane));
  second.id = "2";
  second.x = 100.0;
  second.link = std::move(second_link);
  second.lanes = section(0.0, "", lane(-1, "driving", 3.5, second_lane));
  return {first, second};
}

TEST(LinkageRules, OfRoads) {
  const std::vector<Road> alone = {Road{}};
  const std::vector<Road> sound = two_roads(successor("2", "start"), predecessor("1", "end"));
  const auto looped = [](double gap) {
    Road road;
    road.length = 2.0 * 3.14159265358979 * 20.0 - gap;
    road.plan = kit::line(0.0, 0.0, 0.0, 0.0, road.length, R"(<arc curvature="0.05"/>)");
    road.link = predecessor("1", "end") + successor("1", "start");
    return std::vector<Road>{road};
  };
  std::vector<Road> three = two_roads(successor("2", "start"), predecessor("1", "end"));
  three.push_back({.id = "3", .y = 50.0, .link = successor("2", "start")});
  std::vector<Road> three_apart = three;
  three_apart[2].link = "";
  const kit::RuleCase cases[] = {
      {"no contact point", "map.link_without_contact_point", "E", two_roads(successor("2", ""), ""), sound, alone},
      {"unknown contact point", "map.link_without_contact_point", "E", two_roads(successor("2", "middle"), ""), sound,
       alone},
      {"unknown type", "map.link_without_contact_point", "E", two_roads(link("successor", "lane", "2", "start"), ""),
       sound, alone},
      {"the wrong end", "map.contact_point_wrong_end", "E", two_roads(successor("2", "end"), ""), sound, alone},
      {"itself", "map.self_link", "WW", looped(0.5), looped(0.09), alone},
      {"three at one end", "road.linkage.is_junction_needed", "E", three, three_apart, alone, "", "", "", 4},
      {"not returned", "road.semantic.road_link_backward", "W", two_roads(successor("2", "start"), ""), sound, alone},
      {"no such road", "road.semantic.road_link_id", "E", two_roads(successor("02", "start"), ""), sound, alone},
      {"no such junction", "road.semantic.road_link_id", "E", two_roads(link("successor", "junction", "0", ""), ""),
       sound, alone},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(LinkageRules, SayHowToMendTheWrongEnd) {
  const RuleOutcome outcome =
      kit::outcome_of("map.contact_point_wrong_end", kit::map_text(4, two_roads(successor("2", "end"), "")));
  ASSERT_EQ(outcome.findings.size(), 1U);
  const Fix expected{"/OpenDRIVE/road[1]/link/successor", "contactPoint", "end", "start"};
  EXPECT_EQ(outcome.findings[0].fix, expected);
}

TEST(LinkageRules, OfLanes) {
  const std::vector<Road> alone = {Road{}};
  const std::string to_second = successor("2", "start"), to_first = predecessor("1", "end");
  const char *next = R"(<successor id="-1"/>)", *previous = R"(<predecessor id="-1"/>)";
  const auto narrowing = [&](double end_width, std::string_view links) {
    Road road;
    const std::string second = fmt::format(
        R"(<lane id="-2" type="driving" level="false"><link>{}</link><width sOffset="0" a="3" b="{}" c="0" d="0"/></lane>)",
        links, (end_width - 3.0) / 50.0);
    const std::string first = lane(-1, "driving", 3.5, next);
    road.lanes = section(0.0, "", first + second) +
                 section(50.0, "", lane(-1, "driving", 3.5, previous) + lane(-2, "driving", 3.0));
    return std::vector<Road>{road};
  };
  const auto widening = [&](double begin_width, std::string_view links) {
    Road road;
    const std::string second = fmt::format(
        R"(<lane id="-2" type="driving" level="false"><link>{}</link><width sOffset="0" a="{}" b="0.05" c="0" d="0"/></lane>)",
        links, begin_width);
    road.lanes =
        section(0.0, "", lane(-1, "driving", 3.5, next) + lane(-2, "driving", 3.0, R"(<successor id="-2"/>)")) +
        section(50.0, "", lane(-1, "driving", 3.5, previous) + second);
    return std::vector<Road>{road};
  };
  const kit::RuleCase cases[] = {
      {"stated on one side", "road.lane.link.lanes_across_lane_sections", "E", two_roads(to_second, to_first, next),
       two_roads(to_second, to_first, next, previous), alone, "", "", "", 4},
      {"no such lane", "road.semantic.road_lane_link_id", "E",
       two_roads(to_second, to_first, R"(<successor id="-2"/>)"), two_roads(to_second, to_first, next), alone},
      {"nothing follows", "road.semantic.road_lane_link_id", "I", two_roads("", "", next), two_roads("", ""), alone},
      {"a successor of a point", "road.lane.link.zero_width_at_end", "E", narrowing(0.9e-6, R"(<successor id="-2"/>)"),
       narrowing(1.1e-6, R"(<successor id="-2"/>)"), narrowing(0.0, ""), "", "", "", 7},
      {"a predecessor of a point", "road.lane.link.zero_width_at_start", "E",
       widening(0.9e-6, R"(<predecessor id="-2"/>)"), widening(1.1e-6, R"(<predecessor id="-2"/>)"), widening(0.0, ""),
       "", "", "", 7},
      {"to a point", "road.lane.link.new_lane_appear", "E", widening(0.0, ""), widening(1.1e-6, ""), alone, "", "", "",
       7},
      {"to a point, before 1.7", "road.lane.link.new_lane_appear", "W", widening(0.0, ""), widening(1.1e-6, ""), alone,
       "", "", "", 1, 6},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(LinkageRules, DirectionsOfLanes) {
  const std::string to_second = successor("2", "start"), to_first = predecessor("1", "end");
  // Two roads in a row, a lane each way; the second road's lanes are linked by these numbers.
  const auto roads = [&](std::string second_attributes, int left, int right, double gap = 0.0) {
    const auto link_to = [](const char* which, int number) { return fmt::format(R"(<{} id="{}"/>)", which, number); };
    std::vector<Road> both = two_roads(to_second, to_first);
    both[0].lanes = section(0.0, lane(1, "driving", 3.5, link_to("successor", left)),
                            lane(-1, "driving", 3.5, link_to("successor", right)));
    both[1].lanes = section(0.0, lane(1, "driving", 3.5, link_to("predecessor", left)),
                            lane(-1, "driving", 3.5, link_to("predecessor", right)));
    both[1].attributes = std::move(second_attributes);
    both[1].x += gap;
    return both;
  };
  const auto sections = [](const char* type, const char* attributes) {
    Road road;
    const std::string second = lane(-1, type, 3.5, R"(<predecessor id="-1"/>)", "", attributes);
    road.lanes = section(0.0, "", lane(-1, "driving", 3.5, R"(<successor id="-1"/>)")) + section(50.0, "", second);
    return std::vector<Road>{road};
  };
  const char* const left_hand = R"(rule="LHT")";
  const std::vector<Road> sound = roads("", 1, -1), alone = {Road{}};
  const kit::RuleCase cases[] = {
      {"another traffic rule", "map.lane_directions", "WW", roads(left_hand, 1, -1), sound, alone},
      {"another traffic rule, but traffic changes sides", "map.lane_directions", "WW", roads("", -1, 1),
       roads(left_hand, -1, 1), alone},
      {"a link that does not meet is another finding", "map.lane_directions", "", roads(left_hand, 1, -1, 0.6), sound,
       alone},
      {"a reversed section", "map.lane_directions", "W", sections("driving", R"(direction="reversed")"),
       sections("driving", R"(direction="both")"), sections("driving", ""), "", "", "", 8},
      {"people walk both ways", "map.lane_directions", "", sections("sidewalk", R"(direction="reversed")"),
       sections("sidewalk", ""), alone, "", "", "", 8},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(LinkageRules, IsolatedLanes) {
  const auto roads = [](double length, std::string_view links) {
    Road first, second;
    first.length = length;
    first.link = successor("2", "start");
    first.lanes =
        section(0.0, "", lane(-1, "driving", 3.5, R"(<successor id="-1"/>)") + lane(-2, "driving", 3.5, links));
    second.id = "2";
    second.x = length;
    second.link = predecessor("1", "end");
    second.lanes = section(0.0, "",
                           lane(-1, "driving", 3.5, R"(<predecessor id="-1"/>)") +
                               lane(-2, "driving", 3.5, links.empty() ? "" : R"(<predecessor id="-2"/>)"));
    return std::vector<Road>{first, second};
  };
  // Of the second road the other lane is just as lonely.
  kit::expect(
      {"a lane apart", "map.isolated_lane", "II", roads(50.1, ""), roads(50.1, R"(<successor id="-2"/>)"), {Road{}}});
  // Lanes beside each other are one part of the graph; two roads far apart are two.
  EXPECT_EQ(kit::levels_found("map.isolated_lane", kit::map_text(4, {Road{}, Road{.id = "2", .y = 50.0}})), "I");
}

TEST(LinkageRules, CrgFiles) {
  Road road;
  road.objects = R"(<object id="1" s="1" t="1"><surface><CRG file="road.crg"/></surface></object>)";
  const std::string text = kit::map_text(7, {road});
  const MapText source(text, "test.xodr");
  const auto rules = rules_like(map_rules(), std::vector<std::string>{"road.linkage.crg_reference"});
  ASSERT_TRUE(rules);
  CheckedMap checked{.text = &source};
  EXPECT_EQ(check_map(checked, *rules).outcomes[0].status, CheckStatus::skipped);
  checked.file_exists = [](const std::string& path) { return path == "road.crg"; };
  EXPECT_EQ(check_map(checked, *rules).count(), 0U);
  checked.file_exists = [](const std::string&) { return false; };
  EXPECT_EQ(check_map(checked, *rules).count(), 1U);
}

}  // namespace
}  // namespace scrutineer::map::rules
