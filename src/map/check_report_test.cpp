#include "map/check_report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <new>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <stdexcept>

#include "base/text.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/xodr_writer.h"
#include "map/map_text.h"
#include "map/read.h"
#include "map/rules/check_context.h"

namespace scrutineer::map {
namespace {

using testing::HasSubstr;

// One finding of each kind of place: a lane of a road with an awkward id, and a whole road.
struct Example {
  std::unique_ptr<const RoadNetwork> map;
  CheckReport report;
};

MapRule rule_that(std::string_view uid, void (*run)(rules::Check&)) {
  return {.uid = uid,
          .group = "basic",
          .title = "A title.",
          .doc = "A paragraph.",
          .level = Level::error,
          .needs = Needs::network,
          .tolerances = {{"limit", "m", "The limit.", 0.5}},
          .run = run};
}

Finding on_road(const RoadNetwork& map) {
  Finding finding;
  finding.road = RoadId(0);
  finding.road_id = map.road(RoadId(0)).id;
  return finding;
}

Example example() {
  kit::RoadBuilder road("it's <1>");
  road.line(100.0).lanes({-1, 1}).section(50.0).lanes({-1, 1});
  Example example{build_network(kit::MapBuilder("example").road(road).build()), {}};
  const MapRule lane_rule = rule_that("some.entity:xodr:1.1.0:map.of_a_lane", [](rules::Check& check) {
    Finding finding = on_road(check.map());
    finding.lane = check.map().find_lane(RoadId(0), 75.0, -1);
    finding.lane_number = -1;
    finding.s = 75.0;
    finding.x = 75.0;
    finding.y = -1.75;
    finding.z = 0.0;
    finding.message = "is odd";
    check.report(finding).measure(0.75, check.tolerance("limit"), "m");
    finding.s = 76.0;
    check.report(finding).measure(0.85, check.tolerance("limit"), "m");
  });
  const MapRule road_rule = rule_that("some.entity:xodr:1.1.0:map.of_a_road", [](rules::Check& check) {
    Finding finding = on_road(check.map());
    finding.message = "is odd too";
    check.report(finding).measure(60.0, 45.0, "deg").level(Level::warning);
  });
  const MapRule noting = rule_that("some.entity:xodr:1.1.0:map.noting", [](rules::Check& check) {
    Finding finding = on_road(check.map());
    finding.message = "is remarkable";
    check.report(finding).level(Level::information).finding().count = 1000;
  });
  MapRule skipped = rule_that("some.entity:xodr:1.1.0:map.skipped", nullptr);
  skipped.needs = Needs::text;
  const MapRule failing =
      rule_that("some.entity:xodr:1.1.0:map.failing", [](rules::Check&) { throw std::runtime_error("it broke"); });
  // The worst is listed first, wherever it stands among the rules.
  example.report = check_map(*example.map, {noting, road_rule, lane_rule, skipped, failing});
  return example;
}

// A rule that fails is a line of the report; without memory there is no report.
TEST(CheckReport, ThrowsWhereMemoryIsLacking) {
  const Example e = example();
  const MapRule lacking =
      rule_that("some.entity:xodr:1.1.0:map.lacking", [](rules::Check&) { throw std::bad_alloc(); });
  const MapRule lacking_for_one = rule_that("some.entity:xodr:1.1.0:map.lacking_for_one", [](rules::Check& check) {
    struct Element {
      rules::Node node;
    };
    check.each(std::vector<Element>(2), [](const Element&) { throw std::bad_alloc(); });
  });
  EXPECT_THROW(check_map(*e.map, {lacking}), std::bad_alloc);
  EXPECT_THROW(check_map(*e.map, {lacking_for_one}), std::bad_alloc);
}

TEST(CheckReport, TellsValuesFromTheirLimits) {
  const auto words = [](double measured, double threshold, const char* unit) {
    Finding finding;
    finding.message = "is odd";
    finding.measured = measured;
    finding.threshold = threshold;
    finding.unit = unit;
    return what_text(finding);
  };
  struct Case {
    const char* name;
    double measured, threshold;
    const char *unit, *text;
  };
  const Case cases[] = {
      {"far beyond", 0.75, 0.5, "m", "is odd: 0.75 m (limit 0.5 m)"},
      {"just beyond", 1.0000019, 1.0, "1/m", "is odd: 1.0000019 1/m (limit 1 1/m)"},
      {"at the limit", 1.0, 1.0, "m", "is odd: 1 m (limit 1 m)"},
      {"just beyond in degrees", 45.04, 45.0, "deg", "is odd: 45.04 deg (limit 45 deg)"},
  };
  for (const auto& [name, measured, threshold, unit, text] : cases)
    EXPECT_EQ(words(measured, threshold, unit), text) << name;
}

TEST(CheckReport, ReadsAsText) {
  EXPECT_EQ(to_text(example().report),
            "map.of_a_lane (error, 2 findings): A title.\n"
            "  1. error: road it's <1>, lane -1, s 75.00 (75.00, -1.75): is odd: 0.75 m (limit 0.5 m)\n"
            "     and 1 more on road it's <1>\n"
            "map.of_a_road (warning, 1 finding): A title.\n"
            "  3. warning: road it's <1>: is odd too: 60 deg (limit 45 deg)\n"
            "failed: map.failing: it broke\n"
            "skipped: map.skipped: the map's text is not there\n"
            "notes: map.noting 1000 (--all lists them)\n"
            "example.xodr: 2 errors, 1 warning, 1000 notes (3 of 5 rules completed)\n");
  const std::string all = to_text(example().report, {.all = true});
  EXPECT_THAT(all, HasSubstr("  2. error: road it's <1>, lane -1, s 76.00"));
  EXPECT_THAT(all, HasSubstr("  4. information: road it's <1>: is remarkable (1000 times)\n"));
}

TEST(CheckReport, CountsNotesOfARuleThatHasWorseToSay) {
  Example e = example();
  RuleOutcome& outcome = e.report.outcomes[2];  // of the lane
  outcome.findings[1].level = Level::information;
  EXPECT_THAT(to_text(e.report), HasSubstr("(error, 2 findings): A title.\n"
                                           "  1. error: road it's <1>, lane -1, s 75.00 (75.00, -1.75): is odd: 0.75 m "
                                           "(limit 0.5 m)\n"
                                           "     and 1 note (--all lists them)\n"));
  EXPECT_THAT(to_text(e.report, {.all = true}), HasSubstr("  2. information: road it's <1>, lane -1, s 76.00"));
}

TEST(CheckReport, WritesJson) {
  const std::string text = to_json(example().report);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["file"], "example.xodr");
  EXPECT_EQ(json["counts"]["error"], 2);
  EXPECT_EQ(json["counts"]["information"], 1000);
  ASSERT_EQ(json["rules"].size(), 5U);
  const auto& lane_rule = json["rules"][2];
  EXPECT_EQ(lane_rule["status"], "completed");
  EXPECT_EQ(lane_rule["tolerances"]["limit"]["value"], 0.5);
  const auto& finding = lane_rule["findings"][0];
  EXPECT_EQ(finding["rule"], "map.of_a_lane");
  EXPECT_EQ(finding["road"], "it's <1>");
  EXPECT_EQ(finding["lane"], -1);
  EXPECT_EQ(finding["s"], 75.0);
  EXPECT_EQ(finding["measured"], 0.75);
  EXPECT_TRUE(json["rules"][1]["findings"][0]["lane"].is_null());
  EXPECT_TRUE(json["rules"][1]["findings"][0]["x"].is_null());
  EXPECT_EQ(json["rules"][3]["status"], "skipped");
  EXPECT_EQ(json["rules"][3]["reason"], "the map's text is not there");
  EXPECT_EQ(json["rules"][4]["status"], "error");
  // The keys come in the order in which people read them, not sorted.
  EXPECT_LT(text.find("\"file\""), text.find("\"counts\""));
  EXPECT_LT(text.find("\"level\""), text.find("\"road\""));
}

TEST(CheckReport, WritesJsonForNamesThatAreNoUtf8) {
  Example e = example();
  e.report.file = "caf\xe9.xodr";
  EXPECT_TRUE(nlohmann::json::accept(to_json(e.report)));
  EXPECT_TRUE(nlohmann::json::accept(to_sarif({e.report}, "1")));
}

TEST(CheckReport, WritesAQualityCheckerResult) {
  const Example e = example();
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(to_xqar(e.report, "1.2.3").c_str()));
  const pugi::xml_node bundle = xml.child("CheckerResults").child("CheckerBundle");
  EXPECT_STREQ(bundle.attribute("version").value(), "1.2.3");
  EXPECT_STREQ(bundle.select_node("Param[@name='InputFile']/@value").attribute().value(), "example.xodr");
  EXPECT_EQ(bundle.select_nodes("Checker").size(), 5U);
  const pugi::xml_node checker = bundle.select_node("Checker[@checkerId='map.of_a_lane']").node();
  EXPECT_STREQ(checker.attribute("status").value(), "completed");
  const pugi::xml_node issue = checker.child("Issue");
  EXPECT_STREQ(issue.attribute("issueId").value(), "2");  // they count over the whole file
  EXPECT_STREQ(issue.attribute("level").value(), "1");
  EXPECT_STREQ(issue.attribute("ruleUID").value(), "some.entity:xodr:1.1.0:map.of_a_lane");
  EXPECT_THAT(issue.attribute("description").value(), HasSubstr("is odd: 0.75 m (limit 0.5 m)"));
  const pugi::xml_node place = issue.child("Locations").child("InertialLocation");
  EXPECT_STREQ(place.attribute("x").value(), "75");
  EXPECT_STREQ(place.attribute("y").value(), "-1.75");
  EXPECT_STREQ(place.attribute("z").value(), "0");
  EXPECT_STREQ(issue.child("DomainSpecificInfo").child("Place").attribute("s").value(), "75");
  EXPECT_STREQ(checker.child("AddressedRule").attribute("ruleUID").value(), issue.attribute("ruleUID").value());
  EXPECT_STREQ(bundle.select_node("Checker[@checkerId='map.skipped']/@status").attribute().value(), "skipped");
  EXPECT_STREQ(bundle.select_node("Checker[@checkerId='map.skipped']/@summary").attribute().value(),
               "the map's text is not there");
  EXPECT_STREQ(bundle.select_node("Checker[@checkerId='map.failing']/@status").attribute().value(), "error");
}

// The sequence of child elements that the format's schema demands.
TEST(CheckReport, KeepsTheOrderOfTheSchema) {
  pugi::xml_document xml;
  ASSERT_TRUE(xml.load_string(to_xqar(example().report, "1.2.3").c_str()));
  struct Case {
    const char* element;
    std::vector<std::string> order;
  };
  const Case cases[] = {{"//Checker", {"Param", "Issue", "AddressedRule", "Metadata"}},
                        {"//Issue", {"Locations", "DomainSpecificInfo"}}};
  for (const Case& c : cases) {
    for (const pugi::xpath_node& node : xml.select_nodes(c.element)) {
      std::ptrdiff_t reached = 0;
      for (const pugi::xml_node child : node.node().children()) {
        const auto place = std::ranges::find(c.order, child.name()) - c.order.begin();
        EXPECT_GE(place, reached) << c.element << " " << child.name();
        reached = place;
      }
    }
  }
}

TEST(CheckReport, WritesSarif) {
  CheckReport report = example().report;
  report.file = "my maps/town.xodr";
  report.outcomes[2].findings[0].line = 17;
  const auto json = nlohmann::json::parse(to_sarif({report}, "1.2.3"));
  EXPECT_EQ(json["version"], "2.1.0");
  const auto& run = json["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 5U);
  ASSERT_EQ(run["results"].size(), 4U);
  EXPECT_EQ(run["results"][0]["ruleId"], "some.entity:xodr:1.1.0:map.of_a_lane");
  EXPECT_EQ(run["results"][0]["level"], "error");
  const auto& place = run["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "my%20maps/town.xodr");
  EXPECT_EQ(place["region"]["startLine"], 17);
  EXPECT_EQ(run["results"][3]["level"], "note");
  EXPECT_EQ(run["results"][3]["occurrenceCount"], 1000);
}

// The XPath of a finding selects its element, and only that, in the map as a file: with the text and without it.
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
    const std::string xodr = kit::to_xodr(document);
    const MapText text(xodr, "example.xodr");
    pugi::xml_document file;
    ASSERT_TRUE(file.load_string(xodr.c_str()));
    for (const bool with_text : {false, true}) {
      const CheckReport report = check_map({.text = with_text ? &text : nullptr, .map = map.get()}, map_rules());
      ASSERT_GT(report.count(), 0U) << c.name;
      for (const Finding& finding : report.findings()) {
        EXPECT_EQ(file.select_nodes(finding.xpath.c_str()).size(), 1U) << c.name << finding.xpath;
        EXPECT_EQ(finding.line > 0, with_text) << finding.rule;
      }
    }
  }
}

TEST(CheckMap, FindsNothingInASoundMap) {
  const Document document = kit::two_roads();
  const auto map = build_network(document);
  const MapText text(kit::to_xodr(document), "two_roads.xodr");
  const CheckReport report = check_map({.text = &text, .map = map.get()}, map_rules());
  EXPECT_EQ(report.outcomes.size(), map_rules().size());
  EXPECT_EQ(report.count(Level::error) + report.count(Level::warning), 0U) << to_text(report, {.all = true});
  EXPECT_FALSE(report.any_failed());
}

TEST(CheckMap, SkipsAMapWithoutRoads) {
  const auto map = build_network(Document{});
  for (const RuleOutcome& outcome : check_map(*map).outcomes) {
    EXPECT_EQ(outcome.status, CheckStatus::skipped);
    EXPECT_EQ(outcome.reason, "the map has no roads");
  }
}

// What every rule must say of itself.
TEST(MapRules, DescribeThemselves) {
  std::set<std::string_view> ids;
  for (const MapRule& rule : map_rules()) {
    EXPECT_TRUE(ids.insert(rule.id()).second) << rule.id();
    EXPECT_THAT(std::string(rule.uid), testing::ContainsRegex("^[a-zA-Z0-9_]+\\.[a-zA-Z0-9_.]+:xodr:[0-9.]+:[a-zA-Z]"));
    EXPECT_EQ(rule.uid.find('-'), std::string_view::npos) << rule.uid;  // the readers of .xqar refuse it
    EXPECT_TRUE(rule.title.ends_with('.')) << rule.id();
    EXPECT_FALSE(rule.doc.empty()) << rule.id();
    EXPECT_FALSE(rule.why.empty()) << rule.id();
    EXPECT_FALSE(rule.remedy.empty()) << rule.id();
    EXPECT_NE(rule.run, nullptr) << rule.id();
    for (const Tolerance& tolerance : rule.tolerances) {
      EXPECT_FALSE(tolerance.unit.empty()) << rule.id() << " " << tolerance.name;
      EXPECT_TRUE(tolerance.meaning.ends_with('.')) << rule.id() << " " << tolerance.name;
      EXPECT_GT(tolerance.value, 0.0) << rule.id() << " " << tolerance.name;
    }
  }
}

TEST(MapRules, AreChosenByPattern) {
  struct Case {
    const char* name;
    std::vector<std::string> patterns;
    std::vector<std::string_view> expected;  // empty: a problem
  };
  const Case cases[] = {
      {"an id", {"map.zig_zag"}, {"map.zig_zag"}},
      {"a star", {"*zig*"}, {"map.zig_zag"}},
      {"a question mark", {"map.zi?_zag"}, {"map.zig_zag"}},
      {"a UID", {"scrutineer.internal:xodr:1.1.0:map.zig_zag"}, {"map.zig_zag"}},
      {"two", {"map.zig_zag", "map.sub_sections_sum"}, {"map.sub_sections_sum", "map.zig_zag"}},
      {"one that is not there", {"map.zig_zag", "map.zag"}, {}},
  };
  for (const Case& c : cases) {
    const auto chosen = rules_like(map_rules(), c.patterns);
    ASSERT_EQ(static_cast<bool>(chosen), !c.expected.empty()) << c.name;
    if (!chosen) continue;
    std::vector<std::string_view> ids;
    for (const MapRule& rule : *chosen) ids.push_back(rule.id());
    EXPECT_EQ(ids, c.expected) << c.name;
  }
}

TEST(MapRules, TakeTolerances) {
  std::vector<MapRule> rules = map_rules();
  EXPECT_FALSE(set_tolerance(rules, "map.zig_zag.max_turn=50"));
  const auto zig_zag = std::ranges::find(rules, "map.zig_zag", &MapRule::id);
  EXPECT_EQ(zig_zag->tolerances.front().value, 50.0);
  for (const char* wrong :
       {"map.zig_zag.max_turn", "map.zig_zag.max_turn=x", "map.zig_zag.height=1", "turn=1", "map.zig_zag.max_turn=-1"})
    EXPECT_TRUE(set_tolerance(rules, wrong)) << wrong;
}

}  // namespace
}  // namespace scrutineer::map
