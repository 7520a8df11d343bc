#include "map/check_report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "base/text.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using testing::HasSubstr;

// One anomaly of each kind of place: a lane of a road with an awkward id, and a whole road.
struct Example {
  std::unique_ptr<const RoadNetwork> map;
  CheckReport report;
};

MapCheck check_that(std::string_view id, std::vector<Anomaly> (*run)(const RoadNetwork&)) {
  return {.id = id,
          .title = "A title.",
          .doc = "A paragraph.",
          .severity = AnomalySeverity::error,
          .thresholds = {{"limit", "m", "The limit.", 0.5}},
          .skip_reason = nullptr,
          .run = run};
}

Example example() {
  kit::RoadBuilder road("it's <1>");
  road.line(100.0).lanes({-1, 1}).section(50.0).lanes({-1, 1});
  Example example{build_network(kit::MapBuilder("example").road(road).build()), {}};
  const MapCheck lane_check = check_that("map.of_a_lane", [](const RoadNetwork& map) {
    Anomaly anomaly;
    anomaly.road = RoadId(0);
    anomaly.lane = map.find_lane(RoadId(0), 75.0, -1);
    anomaly.road_id = map.road(RoadId(0)).id;
    anomaly.lane_number = -1;
    anomaly.s = 75.0;
    anomaly.x = 75.0;
    anomaly.y = -1.75;
    anomaly.measured = 0.75;
    anomaly.threshold = 0.5;
    anomaly.unit = "m";
    anomaly.message = "is odd";
    return std::vector{anomaly};
  });
  const MapCheck road_check = check_that("map.of_a_road", [](const RoadNetwork& map) {
    Anomaly anomaly;
    anomaly.road = RoadId(0);
    anomaly.road_id = map.road(RoadId(0)).id;
    anomaly.measured = 60.0;
    anomaly.threshold = 45.0;
    anomaly.unit = "deg";
    anomaly.message = "is odd too";
    return std::vector{anomaly};
  });
  MapCheck skipped = check_that("map.skipped", nullptr);
  skipped.skip_reason = [](const RoadNetwork&) -> std::optional<std::string> { return "there is nothing"; };
  const MapCheck failing = check_that(
      "map.failing", [](const RoadNetwork&) -> std::vector<Anomaly> { throw std::runtime_error("it broke"); });
  example.report = check_map(*example.map, {lane_check, road_check, skipped, failing});
  return example;
}

TEST(CheckReport, ReadsAsText) {
  EXPECT_EQ(to_text(example().report),
            "map.of_a_lane: 1 anomaly\n"
            "  1. error: road it's <1>, lane -1, s 75.00 (75.00, -1.75): is odd: 0.75 m (limit 0.5 m)\n"
            "map.of_a_road: 1 anomaly\n"
            "  2. error: road it's <1>, s 0.00 (0.00, 0.00): is odd too: 60 deg (limit 45 deg)\n"
            "map.skipped: skipped: there is nothing\n"
            "map.failing: error: it broke\n"
            "example.xodr: 2 anomalies (2 errors, 0 warnings)\n");
}

TEST(CheckReport, WritesJson) {
  const std::string text = to_json(example().report);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["file"], "example.xodr");
  EXPECT_EQ(json["anomaly_count"], 2);
  ASSERT_EQ(json["checks"].size(), 4U);
  const auto& lane_check = json["checks"][0];
  EXPECT_EQ(lane_check["status"], "completed");
  EXPECT_EQ(lane_check["thresholds"]["limit"]["value"], 0.5);
  const auto& anomaly = lane_check["anomalies"][0];
  EXPECT_EQ(anomaly["check"], "map.of_a_lane");
  EXPECT_EQ(anomaly["road"], "it's <1>");
  EXPECT_EQ(anomaly["lane"], -1);
  EXPECT_EQ(anomaly["s"], 75.0);
  EXPECT_EQ(anomaly["measured"], 0.75);
  EXPECT_TRUE(json["checks"][1]["anomalies"][0]["lane"].is_null());
  EXPECT_EQ(json["checks"][2]["status"], "skipped");
  EXPECT_EQ(json["checks"][2]["reason"], "there is nothing");
  EXPECT_EQ(json["checks"][3]["status"], "error");
  // The keys come in the order in which people read them, not sorted.
  EXPECT_LT(text.find("\"file\""), text.find("\"anomaly_count\""));
  EXPECT_LT(text.find("\"severity\""), text.find("\"road\""));
}

TEST(CheckReport, WritesJsonForNamesThatAreNoUtf8) {
  Example e = example();
  e.report.file = "caf\xe9.xodr";
  EXPECT_TRUE(nlohmann::json::accept(to_json(e.report)));
}

TEST(CheckReport, WritesAQualityCheckerResult) {
  const Example e = example();
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(to_xqar(e.report, *e.map, "1.2.3").c_str()));
  const pugi::xml_node bundle = xml.child("CheckerResults").child("CheckerBundle");
  EXPECT_STREQ(bundle.attribute("version").value(), "1.2.3");
  EXPECT_STREQ(bundle.select_node("Param[@name='InputFile']/@value").attribute().value(), "example.xodr");
  EXPECT_EQ(bundle.select_nodes("Checker").size(), 4U);
  const pugi::xml_node checker = bundle.child("Checker");
  EXPECT_STREQ(checker.attribute("checkerId").value(), "map.of_a_lane");
  EXPECT_STREQ(checker.attribute("status").value(), "completed");
  const pugi::xml_node issue = checker.child("Issue");
  EXPECT_STREQ(issue.attribute("issueId").value(), "0");
  EXPECT_STREQ(issue.attribute("level").value(), "1");
  EXPECT_STREQ(issue.attribute("ruleUID").value(), "scrutineer.internal:xodr:1.1.0:map.of_a_lane");
  EXPECT_THAT(issue.attribute("description").value(), HasSubstr("is odd: 0.75 m (limit 0.5 m)"));
  const pugi::xml_node place = issue.child("Locations").child("InertialLocation");
  EXPECT_STREQ(place.attribute("x").value(), "75");
  EXPECT_STREQ(place.attribute("y").value(), "-1.75");
  EXPECT_STREQ(place.attribute("z").value(), "0");
  EXPECT_STREQ(checker.child("AddressedRule").attribute("ruleUID").value(), issue.attribute("ruleUID").value());
  EXPECT_STREQ(bundle.select_node("Checker[@checkerId='map.skipped']/@status").attribute().value(), "skipped");
  EXPECT_STREQ(bundle.select_node("Checker[@checkerId='map.skipped']/@summary").attribute().value(),
               "there is nothing");
  EXPECT_STREQ(bundle.select_node("Checker[@checkerId='map.failing']/@status").attribute().value(), "error");
}

// The sequence of child elements that the format's schema demands.
TEST(CheckReport, KeepsTheOrderOfTheSchema) {
  const Example e = example();
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(to_xqar(e.report, *e.map, "1.2.3").c_str()));
  for (const pugi::xpath_node& node : xml.select_nodes("//Checker")) {
    const std::vector<std::string> order = {"Param", "Issue", "AddressedRule", "Metadata"};
    std::size_t reached = 0;
    for (const pugi::xml_node child : node.node().children()) {
      const auto place = std::ranges::find(order, child.name()) - order.begin();
      EXPECT_GE(place, static_cast<std::ptrdiff_t>(reached)) << child.name();
      reached = static_cast<std::size_t>(place);
    }
  }
}

// The XPath of an anomaly selects its element, and only that, in the map as a file.
TEST(CheckReport, LocatesElements) {
  struct Case {
    const char* name;
    std::string road_id;
  };
  const Case cases[] = {{"plain", "12"}, {"one kind of quote", "it's"}, {"both kinds", "\"it's\""}};
  for (const Case& c : cases) {
    kit::RoadBuilder road(c.road_id);
    road.line(100.0).lanes({-1, 1}).section(50.0).lane(-1, 9.0).lane(1);
    // Lane -1 of the second section is moved out of reach of the first.
    road.width(-1, {3.5, 0.0, 0.0, 0.0})
        .lane_offset(0.0, {0.0, 0.0, 0.0, 0.0})
        .lane_offset(50.0, {30.0, 0.0, 0.0, 0.0});
    const Document document = kit::MapBuilder().road(road).build();
    const auto map = build_network(document);
    const CheckReport report = check_map(*map);
    ASSERT_GT(report.count(), 0U) << c.name;
    pugi::xml_document result, file;
    ASSERT_TRUE(result.load_string(to_xqar(report, *map, "0").c_str()));
    ASSERT_TRUE(file.load_string(kit::to_xodr(document).c_str()));
    for (const pugi::xpath_node& location : result.select_nodes("//XMLLocation/@xpath")) {
      EXPECT_EQ(file.select_nodes(location.attribute().value()).size(), 1U) << c.name << location.attribute().value();
    }
  }
}

TEST(CheckMap, ReportsEveryCheckInOrder) {
  const auto map = build_network(kit::two_roads());
  const CheckReport report = check_map(*map);
  std::vector<std::string_view> ids;
  for (const CheckOutcome& outcome : report.outcomes) ids.push_back(outcome.check.id);
  EXPECT_THAT(
      ids, testing::ElementsAre("map.connected_lanes", "map.lane_connectivity", "map.zig_zag", "map.sub_sections_sum"));
  EXPECT_EQ(report.count(), 0U);
}

TEST(CheckMap, SkipsAMapWithoutRoads) {
  const auto map = build_network(Document{});
  for (const CheckOutcome& outcome : check_map(*map).outcomes) {
    EXPECT_EQ(outcome.status, CheckStatus::skipped);
    EXPECT_EQ(outcome.reason, "the map has no roads");
  }
}

// docs/map_checks.md states titles and thresholds as the checks themselves do.
TEST(MapChecks, AreDocumented) {
  const std::string docs = kit::read_text(kit::source_dir() / "docs" / "map_checks.md");
  for (const MapCheck& check : map_checks()) {
    EXPECT_THAT(docs, HasSubstr(fmt::format("\n## {}\n", check.id)));
    EXPECT_THAT(docs, HasSubstr(fmt::format("| {} | {} |\n", to_string(check.severity), check.title)));
    for (const CheckThreshold& threshold : check.thresholds) {
      EXPECT_THAT(docs, HasSubstr(fmt::format("| `{}` | {} {} | {} |\n", threshold.name, rounded(threshold.value, 6),
                                              threshold.unit, threshold.meaning)));
    }
  }
}

// What every check must say of itself.
TEST(MapChecks, DescribeThemselves) {
  for (const MapCheck& check : map_checks()) {
    EXPECT_TRUE(check.id.starts_with("map.")) << check.id;
    EXPECT_TRUE(check.title.ends_with('.')) << check.id;
    EXPECT_FALSE(check.doc.empty()) << check.id;
    for (const CheckThreshold& threshold : check.thresholds) {
      EXPECT_FALSE(threshold.unit.empty()) << check.id << " " << threshold.name;
      EXPECT_TRUE(threshold.meaning.ends_with('.')) << check.id << " " << threshold.name;
      EXPECT_GT(threshold.value, 0.0) << check.id << " " << threshold.name;
      EXPECT_NE(check.doc.find(threshold.name), std::string_view::npos) << check.id << " " << threshold.name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::map
