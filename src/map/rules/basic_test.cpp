#include <regex>

#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::levels_found;
using kit::Road;

TEST(BasicRules, LookAtAnyFile) {
  const std::string sound = kit::map_text(4, {Road{}});
  struct Case {
    const char *name, *rule;
    std::string text, expected;
  };
  const auto header = [](std::string_view attributes) {
    return fmt::format("<OpenDRIVE><header {}/></OpenDRIVE>", attributes);
  };
  const Case cases[] = {
      {"sound", "xml.valid_xml_document", sound, ""},
      {"torn", "xml.valid_xml_document", sound.substr(0, 80), "E"},
      {"empty", "xml.valid_xml_document", "", "E"},
      {"another root", "xml.root_tag_is_opendrive", "<OpenSCENARIO/>", "E"},
      {"another case", "xml.root_tag_is_opendrive", "<openDRIVE/>", "E"},
      {"not XML", "xml.root_tag_is_opendrive", "road", "-"},
      {"no header", "xml.fileheader_is_present", "<OpenDRIVE/>", "E"},
      {"header", "xml.fileheader_is_present", sound, ""},
      {"no version", "xml.version_is_defined", header(""), "EE"},
      {"words", "xml.version_is_defined", header(R"(revMajor="one" revMinor="4")"), "E"},
      {"too large", "xml.version_is_defined", header(R"(revMajor="1" revMinor="65536")"), "E"},
      {"version", "xml.version_is_defined", sound, ""},
      {"1.10", "map.version_known", header(R"(revMajor="1" revMinor="10")"), "W"},
      {"0.9", "map.version_known", header(R"(revMajor="0" revMinor="9")"), "W"},
      {"1.9", "map.version_known", header(R"(revMajor="1" revMinor="9")"), ""},
      {"no version", "map.version_known", header(""), "-"},
      {"no map", "road.semantic.road_link_id", "<OpenSCENARIO/>", "-"},
  };
  for (const Case& c : cases) EXPECT_EQ(levels_found(c.rule, c.text), c.expected) << c.name << " " << c.rule;
}

TEST(BasicRules, SeeTheElementsOfANamespace) {
  Road road;
  road.lanes = kit::section(0.0, "", kit::lane(-1, "driving", -1.0));  // without a width
  const std::string plain = kit::map_text(4, {road});
  const std::string opened = std::regex_replace(plain, std::regex("<(/?)([A-Za-z])"), "<$1od:$2");
  const std::string prefixed = std::regex_replace(opened, std::regex("<od:OpenDRIVE"), "<od:OpenDRIVE xmlns:od='x'");
  for (const char* rule : {"map.lane_without_width", "xml.root_tag_is_opendrive", "xml.valid_schema"}) {
    const auto expected = kit::outcome_of(rule, plain), found = kit::outcome_of(rule, prefixed);
    EXPECT_EQ(found.status, expected.status) << rule << ": " << found.reason;
    ASSERT_EQ(found.findings.size(), expected.findings.size()) << rule;
    for (std::size_t i = 0; i < expected.findings.size(); ++i) {
      EXPECT_EQ(found.findings[i].message, expected.findings[i].message) << rule;
      EXPECT_EQ(found.findings[i].line, expected.findings[i].line) << rule;
    }
  }
}

// What is wrong very often fills no memory, and is counted all the same.
TEST(BasicRules, CountsMoreFindingsThanItKeeps) {
  constexpr std::size_t kKept = 20'000, kSignals = kKept + 500;
  Road road;
  for (std::size_t i = 0; i < kSignals; ++i) road.signals += R"(<signal s="1" t="0" id="7"/>)";
  const RuleOutcome outcome = kit::outcome_of("ids.id_unique_in_class", kit::map_text(4, {road}));
  EXPECT_EQ(outcome.findings.size(), kKept);
  EXPECT_EQ(outcome.count(), kSignals - 1);
  EXPECT_EQ(outcome.findings.front().xpath, "/OpenDRIVE/road[1]/signals/signal[2]");
  EXPECT_EQ(outcome.findings.back().xpath, fmt::format("/OpenDRIVE/road[1]/signals/signal[{}]", kKept + 1));
  EXPECT_EQ(outcome.findings.back().related.front().xpath, "/OpenDRIVE/road[1]/signals/signal[1]");
}

TEST(BasicRules, Ids) {
  Road second;
  second.id = "2";
  Road twin;
  Road named;
  named.id = "main street";
  const auto with_lanes = [](std::string_view lanes) {
    Road road;
    road.lanes = kit::section(0.0, "", lanes);
    return road;
  };
  const kit::RuleCase cases[] = {
      {"two roads", "ids.id_unique_in_class", "E", {Road{}, twin}, {Road{}, second}, {Road{}}, "", "", "", 4},
      {"two junctions",
       "ids.id_unique_in_class",
       "E",
       {Road{}},
       {Road{}},
       {Road{}},
       R"(<junction id="7"/><junction id="7"/>)",
       R"(<junction id="7"/><junction id="07"/>)",
       "",
       4},
      {"two lanes",
       "ids.id_unique_in_lane_section",
       "E",
       {with_lanes(kit::lane(-1, "driving", 3) + kit::lane(-1, "driving", 3))},
       {with_lanes(kit::lane(-1, "driving", 3) + kit::lane(-2, "driving", 3))},
       {with_lanes("")},
       "",
       "",
       "",
       4},
      {"a word", "map.id_is_portable", "I", {named}, {second}, {Road{}}},
      {"a junction group",
       "ids.only_ref_defined_ids",
       "E",
       {Road{}},
       {Road{}},
       {Road{}},
       R"(<junctionGroup id="1" type="roundabout"><junctionReference junction="9"/></junctionGroup>)",
       R"(<junction id="9"/><junctionGroup id="1" type="roundabout"><junctionReference junction="9"/></junctionGroup>)",
       "",
       4},
  };
  for (const kit::RuleCase& c : cases) expect(c);
}

TEST(BasicRules, Numbers) {
  const auto elevated = [](std::string_view a) {
    Road road;
    road.elevation = fmt::format(R"(<elevation s="0" a="{}" b="0" c="0" d="0"/>)", a);
    return road;
  };
  const auto far = [](double x) {
    Road road;
    road.x = x;
    return road;
  };
  Road user_data, outline, raised;
  user_data.signals = R"(<userData code="x" s="nan"/>)";
  outline.objects = R"(<object id="1"><outlines><outline id="0" outer="true"/></outlines></object>)";
  raised.lanes = kit::section(0.0, "", kit::lane(-1, "driving", 3.5, "", R"(<height sOffset="0" outer="true"/>)"));
  const kit::RuleCase cases[] = {
      {"nan", "map.numbers_finite", "E", {elevated("nan")}, {elevated("1e-3")}, {user_data}},
      {"a comma", "map.numbers_finite", "E", {elevated("1,5")}, {elevated("1.5")}, {Road{}}},
      {"infinite", "map.numbers_finite", "E", {elevated("inf")}, {elevated("0")}, {Road{}}},
      {"too large", "map.numbers_finite", "E", {elevated("1e999")}, {elevated("1e9")}, {Road{}}},
      {"outer of an outline is no number", "map.numbers_finite", "E", {raised}, {outline}, {Road{}}},
      {"empty", "map.numbers_finite", "W", {elevated("")}, {elevated("-0")}, {Road{}}},
      {"far away", "header.offset.centered_coords", "I", {far(100001.0)}, {far(99999.0)}, {Road{}}},
  };
  for (const kit::RuleCase& c : cases) expect(c);
  const std::string twice = "<geoReference/><geoReference/>";
  EXPECT_EQ(levels_found("header.proj.max_one_proj", kit::map_text(9, {Road{}}, "", twice)), "E");
  EXPECT_EQ(levels_found("header.proj.max_one_proj", kit::map_text(8, {Road{}}, "", twice)), "W");
  EXPECT_EQ(levels_found("header.proj.max_one_proj", kit::map_text(9, {Road{}}, "", "<geoReference/>")), "");
}

}  // namespace
}  // namespace scrutineer::map::rules
