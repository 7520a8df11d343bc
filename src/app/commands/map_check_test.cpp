#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "kit/fake_world.h"
#include "kit/rule_testing.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;
using testing::Not;

// A lane without width, which is an error, and an unknown unit, which is a note.
std::string broken_map() {
  kit::Road road;
  road.lanes = kit::section(0.0, kit::lane(1, "driving", -1.0),
                            kit::lane(-1, "driving", 3.5, "", R"(<speed sOffset="0" max="50" unit="kmh"/>)"));
  return kit::map_text(4, {road});
}

// Widths that jump, which is a warning.
std::string odd_map() {
  kit::Road road;
  road.lanes = kit::section(0.0, "", kit::lane(-1, "driving", 3.5, "", kit::width(3.0, 50.0)));
  return kit::map_text(4, {road});
}

FakeWorld world() {
  FakeWorld world;
  const std::pair<const char*, std::string> maps[] = {
      {"sound.xodr", kit::map_text(4, {kit::Road{}})},
      {"broken.xodr", broken_map()},
      {"odd.xodr", odd_map()},
      {"torn.xodr", broken_map().substr(0, 200)},
      {"unsorted.xodr", kit::map_text(4, {kit::Road{.plan = kit::line(50, 50, 0, 0, 50) + kit::line(0, 0, 0, 0, 50)}})},
      {"maps/a.xodr", kit::map_text(4, {kit::Road{}})},
      {"maps/more/b.xodr", broken_map()},
  };
  for (const auto& [path, text] : maps) {
    world.files.content[path] = text;
    world.folders.files[path] = text;
  }
  world.folders.files["maps/readme.txt"] = "maps";
  world.folders.folders.insert({"maps", "maps/more"});
  return world;
}

TEST(MapCheck, TellsByItsExitCode) {
  struct Case {
    const char *name, *command_line;
    int code;
    std::vector<const char*> says;
    std::vector<const char*> complains = {};
  };
  const Case cases[] = {
      {"sound", "map check sound.xodr", kFine, {"sound.xodr: 0 errors, 0 warnings"}},
      {"an error",
       "map check broken.xodr",
       kFound,
       {"map.lane_without_width (error, 1 finding)", "broken.xodr:4: road 1, lane 1"}},
      {"a warning", "map check odd.xodr", kFine, {"map.width_steps (warning, 1 finding)"}},
      {"a warning that counts", "map check odd.xodr --fail-on warning", kFound, {"map.width_steps"}},
      {"nothing counts", "map check broken.xodr --fail-on never", kFine, {"map.lane_without_width"}},
      {"a note that counts",
       "map check broken.xodr --rules map.speed_implausible --fail-on information",
       kFound,
       {"notes"}},
      {"one rule", "map check broken.xodr --rules map.width_steps", kFine, {"1 of 1 rule completed"}},
      {"a group", "map check broken.xodr --rules borders", kFine, {"3 of 3 rules completed"}},
      {"a rule set", "map check broken.xodr --rule-set openmsl", kFine, {"of 24 rules completed"}},
      {"a tolerance", "map check odd.xodr --set map.width_steps.max_step=0.6", kFine, {"0 warnings"}},
      {"everything", "map check broken.xodr --all", kFound, {"information: broken.xodr:4", "kmh"}},
      {"no such rule",
       "map check broken.xodr --rules map.flying",
       kNotEvaluated,
       {},
       {"no map rule is called map.flying"}},
      {"no such tolerance", "map check odd.xodr --set map.width_steps.x=1", kNotEvaluated, {}, {"no chosen rule has"}},
      {"not XML",
       "map check torn.xodr",
       kNotEvaluated,
       {"xml.valid_xml_document", "the file is not well-formed XML"},
       {"torn.xodr:"}},
      {"no network",
       "map check unsorted.xodr",
       kNotEvaluated,
       {"road.geometry.elem_asc_order", "no road network can be built"},
       {"s must ascend"}},
      {"a folder", "map check maps", kFound, {"maps/a.xodr", "maps/more/b.xodr       3", "xml.valid_schema"}},
      {"a folder as JSON", "map check maps --format json", kFound, {"\"file\": \"maps/a.xodr\""}},
      {"a folder as xqar", "map check maps --format xqar", kNotEvaluated, {}, {"about one map"}},
  };
  for (const Case& c : cases) {
    FakeWorld outside = world();
    const Ran ran = outside.run(words(c.command_line));
    EXPECT_EQ(ran.code, c.code) << c.name << ": " << ran.err << ran.out;
    for (const char* part : c.says) EXPECT_THAT(ran.out, HasSubstr(part)) << c.name;
    for (const char* part : c.complains) EXPECT_THAT(ran.err, HasSubstr(part)) << c.name;
    EXPECT_EQ(ran.err.empty(), c.complains.empty()) << c.name << ": " << ran.err;
    EXPECT_FALSE(outside.progress.running) << c.name;
  }
}

TEST(MapCheck, AcceptsWhatABaselineKnows) {
  FakeWorld outside = world();
  EXPECT_EQ(outside.run(words("map check broken.xodr --write-baseline known.txt")).code, kFound);
  const Ran accepted = outside.run(words("map check broken.xodr --baseline known.txt"));
  EXPECT_EQ(accepted.code, kFine);
  EXPECT_THAT(accepted.out, HasSubstr("0 errors, 0 warnings, 0 notes"));
  EXPECT_THAT(accepted.out, HasSubstr("accepted by the baseline"));
  // Another map has not been looked at.
  outside.files.content["other.xodr"] = outside.files.content["broken.xodr"];
  EXPECT_EQ(outside.run(words("map check other.xodr --baseline known.txt")).code, kFound);
  const Ran refused = outside.run(words("map check broken.xodr --baseline broken.xodr"));
  EXPECT_EQ(refused.code, kNotEvaluated);
  EXPECT_THAT(refused.err, HasSubstr("is no baseline"));
}

TEST(MapCheck, WritesFormats) {
  FakeWorld outside = world();
  const Ran json = outside.run(words("map check broken.xodr --format json"));
  EXPECT_EQ(nlohmann::json::parse(json.out)["counts"]["error"], 3);
  const Ran sarif = outside.run(words("map check broken.xodr --format sarif -o found.sarif"));
  EXPECT_THAT(sarif.out, HasSubstr("found.sarif: 3 errors"));
  EXPECT_EQ(nlohmann::json::parse(outside.files.content["found.sarif"])["version"], "2.1.0");
  EXPECT_THAT(outside.run(words("map check broken.xodr --format xqar")).out, HasSubstr("<CheckerResults"));
  EXPECT_THAT(outside.run(words("map check torn.xodr --format xqar")).out, HasSubstr("status=\"skipped\""));
}

TEST(MapCheck, WritesAPage) {
  FakeWorld outside = world();
  outside.files.content["evil.xodr"] = kit::map_text(4, {kit::Road{.id = "</script><b>"}});
  const Ran ran = outside.run(words("map check broken.xodr --report page.html"));
  EXPECT_EQ(ran.code, kFound);
  const std::string page = outside.files.content["page.html"];
  EXPECT_THAT(page, HasSubstr("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("<svg class=\"map\""));
  EXPECT_THAT(page, HasSubstr("\"rule\":\"map.lane_without_width\""));
  EXPECT_THAT(page, Not(HasSubstr("@data@")));
  // Without a network there is the list alone; and no name ends the script.
  EXPECT_EQ(outside.run(words("map check unsorted.xodr --report page.html")).code, kNotEvaluated);
  EXPECT_THAT(outside.files.content["page.html"], HasSubstr("there is no drawing"));
  outside.run(words("map check evil.xodr --report page.html"));
  EXPECT_THAT(outside.files.content["page.html"], Not(HasSubstr("</script><b>")));
}

TEST(ListMapRules, NamesEachRule) {
  FakeWorld outside = world();
  const Ran text = outside.run(words("list map-rules")), json = outside.run(words("list map-rules --format json"));
  EXPECT_EQ(nlohmann::json::parse(json.out).size(), map::map_rules().size());
  for (const map::MapRule& rule : map::map_rules()) {
    EXPECT_THAT(text.out, HasSubstr(std::string(rule.id())));
    const Ran explained = outside.run(words("explain " + std::string(rule.id())));
    EXPECT_EQ(explained.code, kFine) << rule.id();
    EXPECT_THAT(explained.out, HasSubstr(std::string(rule.uid)));
  }
}

}  // namespace
}  // namespace scrutineer::app
