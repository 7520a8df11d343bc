#include "map/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <string>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/road_builder.h"
#include "map/detail/lane_paint.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

std::string drawn(const Document& document, const DrawOptions& options = {}) {
  return draw_svg(*build_network(document), options);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Draw, IsWellFormedAndTheSameEveryTime) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    const std::string svg = drawn(document, {.labels = true, .marks = {{1.0, 2.0, "here & there"}}});
    pugi::xml_document parsed;
    EXPECT_TRUE(parsed.load_string(svg.c_str())) << name;
    for (const auto& path : parsed.select_nodes("//path")) {
      const std::string data = path.node().attribute("d").value();
      EXPECT_EQ(data.find_first_not_of("MlhvzZ-. 0123456789"), std::string::npos) << name << ": " << data;
    }
    const bool same = svg == drawn(document, {.labels = true, .marks = {{1.0, 2.0, "here & there"}}});
    EXPECT_TRUE(same) << name;
  }
}

TEST(Draw, ShowsEachLaneWithItsTypeAndName) {
  Document document = kit::straight_road(100.0);
  document.roads[0].sections[0].lanes[0].type = LaneType::biking;
  document.roads[0].sections[0].lanes[0].type_name = "biking";
  const std::string svg = drawn(document);
  EXPECT_TRUE(has(svg, "<path class=\"lane biking\""));
  EXPECT_TRUE(has(svg, "<title>road 1, lane -1 (biking), s 0 to 100</title>"));
  EXPECT_TRUE(has(svg, "<path class=\"lane driving\""));
  EXPECT_EQ(count(svg, "class=\"lane "), 2U + 2U) << "two lanes and two rows of the legend";
}

TEST(Draw, KnowsEveryLaneType) {
  std::set<std::string_view> classes;
  for (int type = 0; type <= static_cast<int>(LaneType::other); ++type) {
    std::size_t paints = 0;
    for (const detail::LanePaint& paint : detail::lane_paints())
      paints += static_cast<std::size_t>(std::ranges::count(paint.types, static_cast<LaneType>(type)));
    EXPECT_EQ(paints, 1U) << to_string(static_cast<LaneType>(type));
    classes.insert(detail::paint_of(static_cast<LaneType>(type)).css_class);
  }
  EXPECT_EQ(classes.size(), detail::lane_paints().size());
}

TEST(Draw, LaysTheBridgeOverTheRoadBelow) {
  const std::string svg = drawn(kit::bridge());
  EXPECT_LT(svg.find("<title>road lower"), svg.find("<title>road upper"));
}

TEST(Draw, ShowsJunctionsSignalsAndStopLines) {
  kit::Crossing crossing;
  crossing.lights = kit::Crossing::Lights::on_arms;
  crossing.signs = kit::Crossing::Signs::all_way_stop;
  crossing.stop_lines = kit::Crossing::StopLines::objects;
  crossing.crosswalks = true;
  const std::string svg = drawn(kit::four_way_crossing(crossing));
  struct Case {
    const char* name;
    const char* part;
    std::size_t times;
  };
  const Case cases[] = {
      {"junction area and its legend", "class=\"junction\"", 2},
      {"light on each arm and in the legend", "href=\"#light\"", 5},
      {"stop sign on each arm and in the legend", "href=\"#stop-sign\"", 5},
      {"stop line on each arm", "class=\"stop-line\"", 4},
      {"crosswalk on each arm", "class=\"crosswalk\"", 4},
  };
  for (const auto& [name, part, times] : cases) EXPECT_EQ(count(svg, part), times) << name;
  EXPECT_TRUE(has(svg, "signal light_east, traffic light"));

  const std::string plain = drawn(kit::four_way_crossing());
  EXPECT_FALSE(has(plain, "href=\"#light\""));
}

TEST(Draw, WritesTheirNumberOnSpeedLimitSigns) {
  Document document = kit::straight_road(100.0);
  const auto add = [&](const char* id, double s, std::optional<double> value, const char* unit) {
    SignalRecord sign = kit::yield_sign(id, s, -6.0, Orientation::with_s);
    sign.type = "274";
    sign.value = value;
    sign.unit = unit;
    document.roads.front().signals.push_back(sign);
  };
  add("a", 10.0, 50.0, "km/h");
  add("b", 30.0, 50.0, "km/h");
  add("c", 50.0, 33.333, "m/s");
  add("d", 70.0, -1.0, "");
  const std::string svg = drawn(document);
  EXPECT_EQ(count(svg, "href=\"#speed-sign-50\""), 2U);
  EXPECT_EQ(count(svg, ">50</text>"), 1U) << "one symbol for both";
  EXPECT_EQ(count(svg, "href=\"#speed-sign-120\""), 1U);
  EXPECT_TRUE(has(svg, ">120</text>"));
  EXPECT_EQ(count(svg, "href=\"#speed-sign\""), 2U) << "the one without a number, and the legend";
}

TEST(Draw, TurnsArrowsAsTrafficRuns) {
  // The chevron of lane -1 opens to the left where traffic runs along x; with traffic on the left it is the other way.
  const auto first_arrow = [](TrafficRule rule) {
    const std::string svg = drawn(kit::straight_road(10.0, rule), {.window = SvgBox{0, -3.5, 10, 0}});
    const std::size_t at = svg.find("<path class=\"arrow\" d=\"M", svg.find("class=\"world\""));
    return svg.substr(at, svg.find('"', at + 25) - at);
  };
  EXPECT_TRUE(has(first_arrow(TrafficRule::right_hand), "l.88"));
  EXPECT_TRUE(has(first_arrow(TrafficRule::left_hand), "l-.88"));
}

TEST(Draw, NumbersAndNamesMarks) {
  const std::string svg =
      drawn(kit::straight_road(), {.marks = {{10, 0, "first"}, {20, 0, "second"}, {9e5, 0, "outside"}}});
  EXPECT_TRUE(has(svg, "<title>first</title>"));
  EXPECT_TRUE(has(svg, ">2</text>"));
  EXPECT_TRUE(has(svg, "3 marked"));
  EXPECT_FALSE(has(svg, "outside"));
  EXPECT_FALSE(has(drawn(kit::straight_road()), "Findings"));
}

TEST(Draw, MergesMarksOfOnePlace) {
  const std::string svg =
      drawn(kit::straight_road(), {.marks = {{10, 0, "first"}, {20, 0, "second"}, {10.01, 0, "third"}}});
  EXPECT_TRUE(has(svg, ">1, 3</text>"));
  EXPECT_TRUE(has(svg, ">2</text>"));
}

TEST(Draw, LabelsOnlyWhenAsked) {
  EXPECT_TRUE(has(drawn(kit::four_way_crossing(), {.labels = true}), ">east</text>"));
  EXPECT_TRUE(has(drawn(kit::four_way_crossing(), {.labels = true}), ">J</text>"));
  EXPECT_FALSE(has(drawn(kit::four_way_crossing()), ">east</text>"));
}

TEST(Draw, LeavesOutWhatTheWindowDoesNotShow) {
  const std::string svg = drawn(kit::four_way_crossing(), {.window = SvgBox{60, -20, 100, 20}});
  EXPECT_TRUE(has(svg, "<title>road east"));
  EXPECT_FALSE(has(svg, "<title>road west"));
}

TEST(Draw, StaysSmallOnRealMaps) {
  for (const auto& path : kit::all_maps()) {
    const auto map = read_xodr_file(path.string());
    ASSERT_TRUE(map) << to_string(map.problem());
    EXPECT_LT(draw_svg(**map, {.labels = true}).size(), 5'000'000U) << path;
  }
}

TEST(Draw, LetsOthersDrawOverIt) {
  const auto map = build_network(kit::straight_road());
  SvgCanvas canvas = draw(*map, {});
  SvgPath path = canvas.path();
  path.to(0.0, 0.0);
  path.to(50.0, 0.0);
  canvas.layer("paths").add(path, "driven");
  const std::string svg = canvas.svg();
  EXPECT_LT(svg.find("<g class=\"roads\">"), svg.find("<g class=\"paths\">"));
}

TEST(Draw, IsGreyAndWithoutALegendWhereItIsOnlyTheGround) {
  const std::string loud = drawn(kit::four_way_crossing({})),
                    quiet = drawn(kit::four_way_crossing({}), {.quiet = true});
  EXPECT_TRUE(has(loud, "direction of traffic") && has(loud, "class=\"junction\""));
  EXPECT_FALSE(has(quiet, "direction of traffic") || has(quiet, "class=\"junction\""));
  EXPECT_EQ(count(quiet, "<path class=\"lane "), count(loud, "<path class=\"lane "));
}

}  // namespace
}  // namespace scrutineer::map
