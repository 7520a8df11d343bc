#include "suite/rescore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checks/catalogue.h"
#include "kit/fake_folders.h"
#include "kit/fake_outside.h"

namespace scrutineer::suite {
namespace {

const std::vector<watch::Check>& all_checks() {
  static const std::vector<watch::Check> kChecks = checks::catalogue();
  return kChecks;
}

store::IssueRow issue(std::string kind, std::string severity, bool is_ego, std::string original = "") {
  store::IssueRow row;
  row.kind = std::move(kind);
  row.severity = std::move(severity);
  row.original_severity = std::move(original);
  row.category = is_ego ? "sut" : "other";
  row.actor = {is_ego ? "ego" : "7", "car", is_ego ? "sut" : "npc"};
  row.cluster = row.kind + row.category;
  return row;
}

store::RunRecord record_with(std::vector<store::IssueRow> issues, bool complete = true) {
  store::RunRecord record;
  record.run.complete = complete;
  record.issues = std::move(issues);
  for (const store::IssueRow& row : record.issues) record.clusters.push_back({row.cluster, row.kind, "", "", "", ""});
  record.run.verdict = verdict_of(record);
  return record;
}

TEST(Rescore, ChangesSeveritiesAndVerdicts) {
  struct Row {
    const char* name;
    std::vector<std::string> severities;
    store::RunRecord record;
    std::vector<std::string> expected;
    const char* verdict;
  };
  const Row rows[] = {
      {"an error becomes a warning",
       {"speed_limit=warning@sut"},
       record_with({issue("speed_limit", "error", true)}),
       {"warning"},
       "pass"},
      {"of the ego alone",
       {"off_lane=info@sut"},
       record_with({issue("off_lane", "error", true), issue("off_lane", "warning", false)}),
       {"info", "warning"},
       "pass"},
      {"of others alone",
       {"off_lane=error@other"},
       record_with({issue("off_lane", "warning", false)}),
       {"error"},
       "suspect"},
      {"it is ignored from now on",
       {"speed_limit=ignore"},
       record_with({issue("speed_limit", "error", true)}),
       {},
       "pass"},
      {"another kind stays",
       {"speed_limit=ignore"},
       record_with({issue("off_lane", "error", true)}),
       {"error"},
       "fail"},
      {"rules have the last word",
       {"speed_limit=warning"},
       record_with({issue("speed_limit", "error_continue", true, "error")}),
       {"error_continue"},
       "fail"},
      {"what is not complete stays so",
       {"speed_limit=warning"},
       record_with({issue("speed_limit", "error", true)}, false),
       {"warning"},
       "incomplete"},
  };
  for (const Row& row : rows) {
    const auto rescorer = Rescorer::make(row.severities, all_checks());
    ASSERT_TRUE(rescorer) << row.name << ": " << to_string(rescorer.problem());
    store::RunRecord record = row.record;
    rescorer->apply(record);
    std::vector<std::string> severities;
    for (const store::IssueRow& each : record.issues) severities.push_back(each.severity);
    EXPECT_EQ(severities, row.expected) << row.name;
    EXPECT_EQ(record.run.verdict, row.verdict) << row.name;
    EXPECT_EQ(record.clusters.size(), record.issues.size()) << row.name;
  }
}

// A configuration of one file.
std::shared_ptr<const run::Configuration> configured(const std::string& text) {
  run::FakeFiles files;
  results::FakeFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  files.content["my.osc"] = text;
  run::Configured read = run::read_configuration({"my.osc"}, outside);
  EXPECT_TRUE(read.configuration) << read.diagnostics;
  return read.configuration;
}

TEST(Rescore, AppliesIssueRules) {
  struct Row {
    const char *name, *rule;
    std::vector<std::string> expected;
    const char* verdict;
  };
  const Row rows[] = {
      {"by category",
       "on @top.new_issue if issues.curr.category == sut:\n    call issues.curr.modify(speed_limit, warning, \"closed "
       "road\")\n",
       {"warning", "error"},
       "suspect"},
      {"by kind and time",
       "on @top.new_issue if issues.curr.kind == speed_limit and issues.curr.end_time < 8s:\n    call "
       "issues.curr.modify(info, \"early\")\n",
       {"info", "error"},
       "suspect"},
      {"it is ignored",
       "on @top.new_issue:\n    call issues.curr.modify(speed_limit, ignore, \"\")\n",
       {"error"},
       "suspect"},
      {"nothing fits",
       "on @top.new_issue if issues.curr.severity == info:\n    call issues.curr.modify(error, \"\")\n",
       {"error", "error"},
       "fail"},
  };
  for (const Row& row : rows) {
    auto rescorer = Rescorer::make({}, all_checks());
    ASSERT_TRUE(rescorer) << row.name;
    const auto problem = rescorer->add_rules(configured(row.rule));
    ASSERT_FALSE(problem) << row.name << ": " << to_string(*problem);
    store::RunRecord record =
        record_with({issue("speed_limit", "error", true), issue("perceived_teleport", "error", false)});
    rescorer->apply(record);
    std::vector<std::string> severities;
    for (const store::IssueRow& each : record.issues) severities.push_back(each.severity);
    EXPECT_EQ(severities, row.expected) << row.name;
    EXPECT_EQ(record.run.verdict, row.verdict) << row.name;
  }
}

TEST(Rescore, SaysNothingOfAnIssueThatIsWhatItWas) {
  auto rescorer = Rescorer::make({}, all_checks());
  ASSERT_TRUE(rescorer);
  ASSERT_FALSE(rescorer->add_rules(configured("on @top.new_issue:\n    call issues.curr.modify(error, \"again\")\n")));
  store::RunRecord record =
      record_with({issue("speed_limit", "warning", true, "error"), issue("off_lane", "info", true)});
  rescorer->apply(record);
  EXPECT_EQ(record.issues[0].severity, "error");
  EXPECT_EQ(record.issues[0].original_severity + record.issues[0].reason, "");
  EXPECT_EQ(record.issues[1].original_severity + record.issues[1].reason, "infoagain");
}

TEST(Rescore, RefusesConfigurationsThatNeedTheTraces) {
  struct Row {
    const char *name, *text, *problem;
  };
  const Row rows[] = {
      {"a setting", "extend car.policy:\n    keep(min_acceleration == -6mpsps)\n", "has more than issue rules"},
      {"another event", "on @start:\n    logger.log_info(\"x\")\n", "has more than issue rules"},
      {"the actor's state",
       "on @top.new_issue if sut.car.state.speed > 3mps:\n    call issues.curr.modify(info, \"\")\n",
       "so the runs must be evaluated again"},
  };
  for (const Row& row : rows) {
    auto rescorer = Rescorer::make({}, all_checks());
    const auto problem = rescorer->add_rules(configured(row.text));
    ASSERT_TRUE(problem) << row.name;
    EXPECT_THAT(to_string(*problem), testing::HasSubstr(row.problem)) << row.name;
  }
}

TEST(Rescore, SaysWhatNeedsTheTraces) {
  struct Row {
    const char *name, *severity, *problem;
  };
  const Row rows[] = {
      {"what is not stored", "acceleration_policy=warning@other", "evaluate the runs again"},
      {"no such kind", "speed_limitt=warning", "--severity"},
      {"no such level", "speed_limit=bad", "--severity"},
  };
  for (const Row& row : rows) {
    const auto rescorer = Rescorer::make({row.severity}, all_checks());
    ASSERT_FALSE(rescorer) << row.name;
    EXPECT_THAT(to_string(rescorer.problem()), testing::HasSubstr(row.problem)) << row.name;
  }
}

// What the suite did not report cannot be brought back, and silence would read as if it had not happened.
TEST(Rescore, SaysWhatTheSuiteDidNotReport) {
  const auto flags = [](const std::string& settings) { return R"({"config": [], "settings": [)" + settings + "]}"; };
  struct Row {
    const char *name, *severity;
    std::string configuration;
    std::set<std::pair<std::string, bool>> reported;
    const char* problem;  // empty: it can be rescored
  };
  const Row rows[] = {
      {"reported by default", "speed_limit=warning", flags(""), {}, ""},
      {"nothing is known of the suite", "speed_limit=warning", "", {}, ""},
      {"ignored", "speed_limit=error", flags(R"({"severity": "speed_limit=ignore"})"), {}, "of the ego were ignored"},
      {"ignored of others alone",
       "speed_limit=error@sut",
       flags(R"({"severity": "speed_limit=ignore@other"})"),
       {},
       ""},
      {"turned off", "speed_limit=error", flags(R"({"disable": "speed_limit"})"), {}, "of the ego were not looked for"},
      {"turned off for the ego",
       "speed_limit=error",
       flags(R"({"disable": "speed_limit@sut"})"),
       {{"speed_limit", false}},
       "of the ego were not looked for"},
      {"turned off and on again",
       "speed_limit=error",
       flags(R"({"disable": "speed_limit"}, {"enable": "speed_limit"})"),
       {},
       ""},
      {"a run turned it on",
       "speed_limit=error",
       flags(R"({"disable": "speed_limit"})"),
       {{"speed_limit", true}, {"speed_limit", false}},
       ""},
      {"to be ignored anyway", "speed_limit=ignore", flags(R"({"disable": "speed_limit"})"), {}, ""},
      {"another kind", "off_lane=error", flags(R"({"disable": "speed_limit"})"), {}, ""},
      {"ignored when it was rescored before",
       "speed_limit=error",
       R"({"rescored_from": "n", "severities": ["speed_limit=ignore"], "configuration": )" + flags("") + "}",
       {},
       "of the ego were ignored"},
      {"turned off before it was rescored",
       "speed_limit=error",
       R"({"rescored_from": "n", "severities": [], "configuration": )" + flags(R"({"disable": "speed_limit"})") + "}",
       {},
       "not looked for"},
  };
  for (const Row& row : rows) {
    const auto problem = find_unreported({row.severity}, all_checks(), {row.configuration, row.reported});
    EXPECT_EQ(problem.has_value(), *row.problem != '\0') << row.name << (problem ? to_string(*problem) : "");
    EXPECT_THAT(problem ? to_string(*problem) : "", testing::HasSubstr(row.problem)) << row.name;
  }
  // Whatever can be rescored of a suite without flags still can.
  const watch::Settings by_default(all_checks());
  trace::ActorInfo car;
  car.category = trace::Category::car;
  for (const watch::Check& check : all_checks()) {
    if (!by_default.is_enabled(check.info, car, true) && !by_default.is_enabled(check.info, car, false)) continue;
    for (const watch::KindInfo& kind : check.info.kinds) {
      const std::string severity = std::string(kind.name) + "=warning";
      if (!Rescorer::make({severity}, all_checks())) continue;
      EXPECT_FALSE(find_unreported({severity}, all_checks(), {flags(""), {}})) << severity;
    }
  }
}

}  // namespace
}  // namespace scrutineer::suite
