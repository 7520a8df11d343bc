// list and explain: what is true of every check, and of a few by name.

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/detail/check_words.h"
#include "app/detail/wrap.h"
#include "checks/catalogue.h"
#include "kit/fake_world.h"
#include "scene/facts.h"
#include "watch/parameter_text.h"

namespace scrutineer::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string said(const std::string& command_line) {
  FakeWorld world;
  const Ran ran = world.run(words(command_line));
  EXPECT_EQ(ran.code, kFine) << command_line << ": " << ran.err;
  EXPECT_EQ(ran.err, "") << command_line;
  return ran.out;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

// A path longer than a line stands alone on its own.
std::size_t allowed_width(const std::vector<const watch::AnyParameter*>& parameters) {
  std::size_t width = kTextWidth;
  for (const watch::AnyParameter* parameter : parameters)
    width =
        std::max(width, std::string("   = ").size() + parameter->path.size() + watch::default_text(*parameter).size());
  return width;
}

TEST(Explain, TellsAllOfEveryCheck) {
  const std::vector<watch::Check> checks = checks::catalogue();
  const watch::Settings settings(checks);
  for (const watch::Check& check : checks) {
    const watch::CheckInfo& info = check.info;
    const std::string name(info.name), text = said("explain " + name);
    const auto parameters = parameters_of(info, settings);
    EXPECT_LE(widest_line(text), allowed_width(parameters)) << name;
    EXPECT_THAT(text, Not(HasSubstr("`"))) << name;
    for (const char* part : {"How\n", "Parameters\n", "Metrics\n", "Needs\n", "What to do\n"})
      EXPECT_THAT(text, HasSubstr(part)) << name;
    EXPECT_EQ(text.find("Issues\n") != std::string::npos, !info.kinds.empty()) << name;
    EXPECT_GE(parameters.size(), info.merge_gap ? 2U : 1U) << name << ": enabled and merge_gap";
    for (const watch::AnyParameter* parameter : parameters)
      EXPECT_THAT(text, HasSubstr(std::string(parameter->path) + " = " + watch::default_text(*parameter))) << name;
    for (const watch::KindInfo& kind : info.kinds) {
      EXPECT_THAT(text, HasSubstr(std::string(kind.name))) << name;
      EXPECT_THAT(said("explain " + std::string(kind.name)), HasSubstr(name)) << kind.name;
    }
    for (const watch::MetricInfo& metric : info.metrics) EXPECT_THAT(text, HasSubstr(std::string(metric.name))) << name;
    for (const auto& test : info.needs)
      for (const scene::Fact* fact : test) EXPECT_THAT(text, HasSubstr(std::string(fact->name))) << name;
    const json as_json = json::parse(said("explain " + name + " --format json"));
    EXPECT_EQ(as_json["name"], name);
    EXPECT_EQ(as_json["parameters"].size(), parameters.size()) << name;
  }
}

TEST(Explain, AnswersWhatItIsAsked) {
  struct Case {
    const char* name;
    const char* asked;
    std::vector<const char*> says;
  };
  const Case cases[] = {
      {"whom by default", "explain teleportation", {"the ego; with --enable teleportation@all every physical object"}},
      {"off by default", "explain jerk_policy", {"nobody until it is enabled (--enable jerk_policy)"}},
      {"a severity that is a parameter", "explain teleportation", {"The severity is set by ftlx_global_eval_config."}},
      {"any other severity", "explain speed_policy", {"--severity speed_policy=LEVEL"}},
      {"a KPI",
       "explain scenario_relevance",
       {"(KPI)", "ego_back_left_zone_limit_watcher_for_person\n", "union_total_zone_duration ", "total_persons ",
        "scenario_relevance_kpi.vehicle_front_max_time_gap = 5s"}},
      {"a KPI for programs", "explain scenario_relevance --format json", {"\"watchers\"", "\"left_zone_percentage\""}},
      {"a watcher of a KPI",
       "explain ego_back_left_zone_limit_watcher_for_person",
       {"every person but the ego\n", "part of  scenario_relevance"}},
      {"what replaces it", "explain perceived_teleport", {"deprecated: teleportation replaces it"}},
      {"what family replaces it", "explain speed_policy", {"deprecated: kinematic_behavior replaces it"}},
      {"needs nothing", "explain teleportation", {"Nothing but the positions"}},
      {"needs a map", "explain minimum_highway_speed_policy", {"A map: without one it is skipped"}},
      {"needs one of two", "explain turn_physical", {"several tests", "yaw_rate", "\n  or\n"}},
      {"a range", "explain ttc_policy", {"policy.too_close_TTC = 0s  (time, from 0s to 10s)"}},
      {"words", "explain teleportation", {"= warning\n", "(ignore, info, warning, error_continue, error)"}},
      {"a setting", "explain policy.max_jerk", {"= 15mpspsps", "at least 0mpspsps", "Read by jerk_policy."}},
      {"a setting of every check", "explain jerk_policy.enabled", {"= false", "(true or false)"}},
      {"a setting for programs", "explain policy.max_jerk --format json", {"\"unit\": \"mpspsps\"", "\"jerk_policy\""}},
  };
  for (const Case& c : cases) {
    const std::string text = said(c.asked);
    for (const char* part : c.says) EXPECT_THAT(text, HasSubstr(part)) << c.name;
  }
}

TEST(Explain, AsksBackWhereItDoesNotKnow) {
  struct Case {
    const char* name;
    const char* asked;
    const char* complains;
  };
  const Case cases[] = {
      {"a slip", "explain teleportaton", "did you mean teleportation?"},
      {"a slip in a setting", "explain policy.max_sped", "did you mean policy.max_speed?"},
      {"a slip in a family", "explain kinematic_behaviour", "did you mean kinematic_behavior?"},
      {"a slip in a KPI", "explain scenario_relevence", "did you mean scenario_relevance?"},
      {"nothing like it", "explain zebra",
       "\"zebra\" is no checker, no family of checkers, no kind of issue, no KPI, no profile, no setting and no map "
       "rule "
       "(see"},
      {"nothing", "explain", "NAME is required"},
      {"two", "explain speed_policy jerk_policy", "jerk_policy"},
      {"a slip in a list", "list checker", "\"checker\" is no command; did you mean scrutineer list checkers?"},
      {"a list of nothing", "list", "one of checkers, settings"},
      {"another format", "list checkers --format xqar", "\"xqar\" is none of json|text"},
  };
  for (const Case& c : cases) {
    FakeWorld world;
    const Ran ran = world.run(words(c.asked));
    EXPECT_EQ(ran.code, kNotEvaluated) << c.name;
    EXPECT_EQ(ran.out, "") << c.name;
    EXPECT_THAT(ran.err, HasSubstr(c.complains)) << c.name;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << c.name;
  }
}

TEST(List, HasEveryCheck) {
  const std::string text = said("list checkers");
  const json as_json = json::parse(said("list checkers --format json"))["checkers"];
  const std::vector<watch::Check> checks = checks::catalogue();
  ASSERT_EQ(as_json.size(), checks.size());
  EXPECT_LE(widest_line(text), kTextWidth);
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const std::string name(checks[i].info.name);
    EXPECT_THAT(text, HasSubstr(checks[i].info.kpi ? "\n    " + name + "\n" : '\n' + name + ' '));
    EXPECT_EQ(as_json[i]["name"], checks[i].info.name);
  }
}

TEST(List, HasEveryProfile) {
  const std::string text = said("list profiles");
  for (const watch::ProfileInfo& profile : watch::profiles()) {
    EXPECT_THAT(text, HasSubstr(std::string(profile.name) + "  (")) << profile.name;
    const json explained = json::parse(said("explain " + std::string(profile.name) + " --format json"));
    EXPECT_EQ(explained["name"], profile.name);
    EXPECT_GT(explained["checkers"].size(), 20U) << profile.name;
    EXPECT_THAT(said("explain " + std::string(profile.name)), HasSubstr("(profile)")) << profile.name;
  }
  const json all = json::parse(said("list profiles --format json"));
  EXPECT_EQ(all["profiles"].size(), watch::profiles().size());
}

TEST(Explain, TellsWhoIsInAFamily) {
  EXPECT_THAT(said("explain kinematic_behavior"), HasSubstr("kinematic_spec_lon_acc"));
  const json family = json::parse(said("explain kinematic_behavior --format json"));
  EXPECT_EQ(family["name"], "kinematic_behavior");
  EXPECT_EQ(family["checkers"].size(), 12U);
}

TEST(List, HasEverySetting) {
  const std::string text = said("list settings");
  const json as_json = json::parse(said("list settings --format json"))["settings"];
  const std::vector<watch::Check> checks = checks::catalogue();
  const watch::Settings settings(checks);
  ASSERT_EQ(as_json.size(), settings.all().size());
  std::vector<const watch::AnyParameter*> listed;
  for (const watch::SettingInfo& setting : settings.all()) {
    const bool is_everywhere = is_implied(setting, checks);
    EXPECT_EQ(text.find(std::string(setting.parameter->path) + " = ") == std::string::npos, is_everywhere)
        << setting.parameter->path;
    if (!is_everywhere) listed.push_back(setting.parameter);
  }
  EXPECT_LE(widest_line(text), allowed_width(listed));
  EXPECT_THAT(text, HasSubstr("NAME.enabled (true or false; true, but false for jerk_policy,"));
}

}  // namespace
}  // namespace scrutineer::app
