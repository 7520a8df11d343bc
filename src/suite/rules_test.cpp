#include "suite/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrutineer::suite {
namespace {

using watch::Severity;

store::IssueRow issue() {
  store::IssueRow issue;
  issue.number = 1;
  issue.kind = "speed_limit";
  issue.category = "sut";
  issue.severity = "error";
  issue.checker = "road.speed_limit";
  issue.cluster = "0123456789abcdef";
  issue.metrics = {{"excess", 3.0, "m/s"}, {"side", std::string("left")}, {"nothing", std::monostate{}}};
  return issue;
}

TEST(Pattern, KnowsStarsAndQuestionMarks) {
  struct Case {
    const char *pattern, *text;
    bool matches;
  };
  const Case cases[] = {
      {"", "", true},
      {"", "a", false},
      {"a", "a", true},
      {"*", "", true},
      {"town/*", "town/a/b", true},
      {"*/b", "town/a/b", true},
      {"t*a*b", "town/a/b", true},
      {"t*a*c", "town/a/b", false},
      {"?own", "town", true},
      {"?", "", false},
      {"a*", "ba", false},
      {"\\*", "*", true},
      {"\\*", "a", false},
      {"a\\", "a\\", true},
      {"*aab", "aaaaab", true},
      {"**", "x", true},
  };
  for (const auto& [pattern, text, matches] : cases)
    EXPECT_EQ(matches_pattern(pattern, text), matches) << pattern << " on " << text;
}

TEST(Rule, MatchesWhereAllThatItNamesHolds) {
  struct Case {
    const char* name;
    RuleMatch match;
    bool matches;
  };
  const Case cases[] = {
      {"nothing named", {}, true},
      {"kind", {.kind = "speed_limit"}, true},
      {"another kind", {.kind = "collision"}, false},
      {"a pattern of kinds", {.kind = "speed_*"}, true},
      {"cluster", {.cluster = "0123456789abcdef"}, true},
      {"another cluster", {.cluster = "0123456789abcdee"}, false},
      {"checker", {.checker = "road.*"}, true},
      {"another checker", {.checker = "safety.*"}, false},
      {"severity", {.severity = "error"}, true},
      {"another severity", {.severity = "warning"}, false},
      {"attribute", {.attributes = {{"run.seed", "17"}}}, true},
      {"another value", {.attributes = {{"run.seed", "18"}}}, false},
      {"an attribute that is not there", {.attributes = {{"run.weather", "*"}}}, false},
      {"key", {.key = "town/*"}, true},
      {"another key", {.key = "village/*"}, false},
      {"metric of the issue", {.where = "excess > 2"}, true},
      {"too small", {.where = "excess > 3"}, false},
      {"metric of the run", {.where = "km > 10 and excess > 2"}, true},
      {"the issue's own goes first", {.where = "excess > 50"}, false},
      {"a text is no number", {.where = "side > 0"}, false},
      {"a metric that is not there", {.where = "nothing = 0"}, false},
      {"all but one", {.kind = "speed_limit", .checker = "road.*", .severity = "info"}, false},
  };
  const std::vector<store::MetricRow> of_run{{"km", 12.0, "km"}, {"excess", 100.0, "m/s"}};
  for (const auto& [name, match, matches] : cases) {
    const auto matcher = RuleMatcher::make({.match = match});
    ASSERT_TRUE(matcher) << name;
    EXPECT_EQ(matcher->matches_run("town/7/run.json", {{"run.seed", "17"}}) && matcher->matches(issue(), of_run),
              matches)
        << name;
  }
}

TEST(Rule, SaysWhatIsWrongInIt) {
  EXPECT_EQ(RuleMatcher::make({.match = {.severity = "eror"}}).problem().message,
            "there is no severity \"eror\"; did you mean \"error\"?");
  EXPECT_THAT(RuleMatcher::make({.match = {.where = "a >"}}).problem().message, testing::HasSubstr("at the end"));
}

TEST(Ruling, FollowsTheRulesInTheirOrder) {
  const Rule assigns{.id = 1, .action = {.assign = "ada", .link = "BUG-1"}},
      known{.id = 2, .action = {.mark = Mark::known, .comment = "since May"}},
      warns{.id = 3, .action = {.severity = Severity::warning}},
      dismisses{.id = 4, .action = {.mark = Mark::not_an_issue}}, reassigns{.id = 5, .action = {.assign = "bob"}},
      fresh{.id = 6, .action = {.mark = Mark::fresh, .severity = Severity::error_continue}};
  struct Case {
    const char* name;
    std::vector<const Rule*> touching;
    Ruling expected;
  };
  const Case cases[] = {
      {"none", {}, {.severity = Severity::error}},
      {"assigned and linked",
       {&assigns},
       {.severity = Severity::error, .assigned = "ada", .link = "BUG-1", .rules = {1}}},
      {"known stays an error",
       {&known},
       {.severity = Severity::error, .mark = Mark::known, .comment = "since May", .rules = {2}}},
      {"overridden", {&warns}, {.severity = Severity::warning, .rules = {3}}},
      {"not an issue", {&dismisses}, {.severity = Severity::ignore, .mark = Mark::not_an_issue, .rules = {4}}},
      {"the last one wins",
       {&assigns, &dismisses, &reassigns, &fresh},
       {.severity = Severity::error_continue,
        .mark = Mark::fresh,
        .assigned = "bob",
        .link = "BUG-1",
        .rules = {1, 4, 5, 6}}},
  };
  for (const auto& [name, touching, expected] : cases) EXPECT_EQ(ruling_of(issue(), touching), expected) << name;
}

TEST(Verdict, AfterRulesFollowsTheIssuesThatAreLeft) {
  const store::RunRow whole{.key = "a", .verdict = "fail", .complete = true};
  store::RunRow broken = whole, unreadable = whole, failed = whole;
  broken.complete = false;
  failed.failed_checks = 1;
  unreadable.outcome = store::Outcome::unreadable;
  struct Case {
    const char* name;
    store::RunRow run;
    std::vector<JudgedIssue> issues;
    const char* expected;
  };
  const Case cases[] = {
      {"nothing", whole, {}, "pass"},
      {"the ego's error", whole, {{"other", Severity::error}, {"sut", Severity::error_continue}}, "fail"},
      {"another's error", whole, {{"other", Severity::error}, {"sut", Severity::warning}}, "suspect"},
      {"the tool's error", whole, {{"tool", Severity::error}}, "suspect"},
      {"not an issue any more", whole, {{"sut", Severity::ignore}}, "pass"},
      {"broken off", broken, {{"sut", Severity::ignore}}, "incomplete"},
      {"broken off after an error", broken, {{"sut", Severity::error}}, "fail"},
      {"a check failed", failed, {}, "incomplete"},
      {"not evaluated", unreadable, {}, ""},
  };
  for (const auto& [name, run, issues, expected] : cases) EXPECT_EQ(verdict_after_rules(run, issues), expected) << name;
}

TEST(Rule, ReadsAsASentence) {
  EXPECT_EQ(to_text(RuleMatch{}), "every issue");
  EXPECT_EQ(to_text(RuleMatch{
                .kind = "speed_limit", .attributes = {{"run.seed", "17"}}, .key = "town/*", .where = "excess > 2"}),
            "kind = speed_limit, run.seed = 17, run = town/*, where excess > 2");
  EXPECT_EQ(
      to_text(RuleAction{
          .assign = "ada", .link = "BUG-1", .mark = Mark::fresh, .severity = Severity::info, .comment = "see there"}),
      "new, severity info, assigned to ada, BUG-1, \"see there\"");
}

}  // namespace
}  // namespace scrutineer::suite
