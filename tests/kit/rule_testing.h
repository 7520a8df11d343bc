// Small OpenDRIVE texts for tests of map rules, and what a rule finds in them.
//
//   kit::Road road;
//   road.lanes = kit::section(0.0, "", kit::lane(-1, "driving", 3.5));
//   EXPECT_EQ(kit::levels_found("map.lane_without_width", kit::map_text(4, {road})), "");
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "map/check.h"
#include "map/check_report.h"
#include "map/map_text.h"
#include "map/read.h"

namespace scrutineer::kit {

inline std::string width(double a, double s_offset = 0.0, double b = 0.0) {
  return fmt::format(R"(<width sOffset="{}" a="{}" b="{}" c="0" d="0"/>)", s_offset, a, b);
}

// `links` is what stands in its <link>; `more` comes behind the width.
inline std::string lane(int id, std::string_view type, double lane_width, std::string_view links = "",
                        std::string_view more = "", std::string_view attributes = "") {
  return fmt::format(R"(<lane id="{}" type="{}" level="false" {}><link>{}</link>{}{}</lane>)", id, type, attributes,
                     links, lane_width >= 0.0 ? width(lane_width) : "", more);
}

inline std::string section(double s, std::string_view left, std::string_view right, std::string_view attributes = "") {
  const auto side = [](std::string_view name, std::string_view lanes) {
    return lanes.empty() ? std::string() : fmt::format("<{0}>{1}</{0}>", name, lanes);
  };
  return fmt::format(
      R"(<laneSection s="{}" {}>{}<center><lane id="0" type="none" level="false"/></center>{}</laneSection>)", s,
      attributes, side("left", left), side("right", right));
}

inline std::string line(double s, double x, double y, double heading, double length,
                        std::string_view shape = "<line/>") {
  return fmt::format(R"(<geometry s="{}" x="{}" y="{}" hdg="{}" length="{}">{}</geometry>)", s, x, y, heading, length,
                     shape);
}

struct Road {
  std::string id = "1";
  double length = 100.0;
  std::string junction = "-1";
  double x = 0.0, y = 0.0, heading = 0.0;
  std::string link = {};       // <predecessor/> and <successor/>
  std::string types = {};      // <type/>
  std::string plan = {};       // geometries; empty: one line from (x, y)
  std::string elevation = {};  // <elevation/>
  std::string lateral = {};    // <superelevation/>, <shape/>
  std::string offset = {};     // <laneOffset/>
  std::string lanes = section(0.0, "", lane(-1, "driving", 3.5));
  std::string objects = {}, signals = {};
  std::string attributes = {};
};

inline std::string text_of(const Road& road) {
  const auto in = [](std::string_view name, const std::string& content) {
    return content.empty() ? std::string() : fmt::format("<{0}>{1}</{0}>", name, content);
  };
  return fmt::format(
      R"(<road name="" length="{}" id="{}" junction="{}" {}>{}{}<planView>{}</planView>{}{}<lanes>{}{}</lanes>{}{}</road>
)",
      road.length, road.id, road.junction, road.attributes, in("link", road.link), road.types,
      road.plan.empty() ? line(0.0, road.x, road.y, road.heading, road.length) : road.plan,
      in("elevationProfile", road.elevation), in("lateralProfile", road.lateral), road.offset, road.lanes,
      in("objects", road.objects), in("signals", road.signals));
}

// Of OpenDRIVE 1.`minor`; `rest` are controllers and junctions.
inline std::string map_text(int minor, const std::vector<Road>& roads, std::string_view rest = "",
                            std::string_view in_header = "") {
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<OpenDRIVE>\n<header revMajor=\"1\" revMinor=\"{}\">{}</header>\n", minor, in_header);
  for (const Road& road : roads) text += text_of(road);
  return text + std::string(rest) + "</OpenDRIVE>\n";
}

inline map::RuleOutcome outcome_of(std::string_view rule, const std::string& text) {
  const auto rules = map::rules_like(map::map_rules(), std::vector{std::string(rule)});
  if (!rules || rules->size() != 1) {
    ADD_FAILURE() << rule << " is no rule";
    return {};
  }
  const auto map = map::read_xodr(text, "test.xodr");
  const map::MapText source(text, "test.xodr");
  map::CheckedMap checked{.text = &source, .map = map ? map->get() : nullptr};
  if (!map) checked.problem = map.problem();
  return map::check_map(checked, *rules).outcomes.front();
}

// One letter for each finding, worst first: "E" error, "W" warning, "I" information; "-" if the rule was not run.
inline std::string levels_found(std::string_view rule, const std::string& text) {
  const map::RuleOutcome outcome = outcome_of(rule, text);
  EXPECT_NE(outcome.status, map::CheckStatus::error) << rule << ": " << outcome.reason;
  if (outcome.status == map::CheckStatus::skipped) return "-";
  std::string letters;
  for (const map::Finding& finding : outcome.findings) letters += "EWI"[static_cast<std::size_t>(finding.level)];
  return letters;
}

// A rule on three maps: one that breaks it just beyond its tolerance, one that is just within, and one that has nothing
// that it could look at.
struct RuleCase {
  const char* name;
  const char* rule;
  std::string levels;  // found in `beyond`
  std::vector<Road> beyond, within, without;
  std::string beyond_rest = {}, within_rest = {}, without_rest = {};  // junctions and controllers
  int first_version = 1, last_version = 9;
};

inline void expect(const RuleCase& c) {
  for (int minor = c.first_version; minor <= c.last_version; ++minor) {
    const std::string where = fmt::format("{} ({}), version 1.{}", c.name, c.rule, minor);
    EXPECT_EQ(levels_found(c.rule, map_text(minor, c.beyond, c.beyond_rest)), c.levels) << where << ", beyond";
    EXPECT_EQ(levels_found(c.rule, map_text(minor, c.within, c.within_rest)), "") << where << ", within";
    EXPECT_EQ(levels_found(c.rule, map_text(minor, c.without, c.without_rest)), "") << where << ", without";
  }
}

}  // namespace scrutineer::kit
