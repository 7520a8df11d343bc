#include "suite/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "kit/suite_overviews.h"

namespace scrutineer::suite {
namespace {

using testing::HasSubstr;
using watch::Severity;

// Ten runs: one fails with two issues of kind5 (one finding) and one of kind6, one is suspect, one was lost, one broke off.
Overview night() {
  std::vector<kit::OverviewTest> tests;
  for (int i = 1; i <= 10; ++i) tests.push_back({.test = i});
  tests[0] = {.test = 1,
              .findings = {{.cluster = 5, .issues = 2},
                           {.cluster = 6, .severity = Severity::error_continue},
                           {.cluster = 7, .severity = Severity::warning}},
              .verdict = RunVerdict::fail};
  tests[1] = {.test = 2, .findings = {{.cluster = 8}}, .verdict = RunVerdict::suspect};
  tests[2] = {.test = 3, .verdict = RunVerdict::none, .outcome = store::Outcome::timeout};
  tests[3] = {.test = 4, .verdict = RunVerdict::incomplete};
  Overview night = kit::overview("night-2", tests);
  night.clusters[3].cluster.category = "other";
  return night;
}

Overview baseline() {
  return kit::overview("night-1",
                       {{.test = 1, .findings = {{.cluster = 6}}}, {.test = 2, .findings = {{.cluster = 8}}}});
}

TEST(Gate, EveryCriterionHoldsUpToItsBound) {
  struct Case {
    const char* name;
    GateCriteria criteria;
    bool holds;
    std::string found;
  };
  const Case cases[] = {
      {"new errors, just enough", {.max_new_errors = 2}, true, "2"},
      {"new errors, one too few", {.max_new_errors = 1}, false, "2"},
      {"errors of a kind, just enough", {.max_errors = {{"kind5", 2}}}, true, "2"},
      {"errors of a kind, one too few", {.max_errors = {{"kind5", 1}}}, false, "2"},
      {"a warning is no error", {.max_errors = {{"kind7", 0}}}, true, "0"},
      {"errors of all kinds, just enough", {.max_errors = {{"*", 4}}}, true, "4"},
      {"errors of all kinds, one too few", {.max_errors = {{"*", 3}}}, false, "4"},
      {"errors of the ego only", {.max_errors = {{"*", 3}}, .only_sut = true}, true, "3"},
      {"errors of the ego only, one too few", {.max_errors = {{"*", 2}}, .only_sut = true}, false, "3"},
      {"pass rate, just enough", {.min_pass_rate = 6.0 / 9.0}, true, "66.67 % (6 of 9)"},
      {"pass rate, a little too high", {.min_pass_rate = 0.667}, false, "66.67 % (6 of 9)"},
      {"pass rate where suspect runs pass", {.min_pass_rate = 7.0 / 9.0, .only_sut = true}, true, "77.78 % (7 of 9)"},
      {"not evaluated, just enough", {.max_not_evaluated = 2}, true, "2"},
      {"not evaluated, one too few", {.max_not_evaluated = 1}, false, "2"},
      {"a metric's quantile, at its least", {.metrics = {{"ttc", 0.5, 2.0, {}}}}, true, "2 (of 3 runs)"},
      {"a metric's quantile, below its least", {.metrics = {{"ttc", 0.5, 2.001, {}}}}, false, "2 (of 3 runs)"},
      {"a metric's quantile, at its most", {.metrics = {{"ttc", 1.0, {}, 3.0}}}, true, "3 (of 3 runs)"},
      {"a metric's quantile, above its most", {.metrics = {{"ttc", 1.0, {}, 2.999}}}, false, "3 (of 3 runs)"},
      {"a metric that no run has", {.metrics = {{"speed", 0.5, 0.0, {}}}}, false, "no run has it"},
  };
  const Overview now = night(), before = baseline();
  for (const auto& [name, criteria, holds, found] : cases) {
    const GateOutcome outcome =
        evaluate_gate(criteria, {.suite = now, .baseline = &before, .values = [](const std::string& metric) {
                                   return metric == "ttc" ? std::vector<double>{3.0, 1.0, 2.0} : std::vector<double>{};
                                 }});
    ASSERT_EQ(outcome.checks.size(), 1U) << name;
    EXPECT_EQ(outcome.holds(), holds) << name;
    EXPECT_EQ(outcome.checks[0].found, found) << name;
    EXPECT_EQ(outcome.checks[0].examples.empty(), holds || found == "no run has it" || found.ends_with("runs)"))
        << name;
  }
}

TEST(Gate, FollowsTheRulesUnlessAskedNotTo) {
  Overview now = night();
  now.findings[0].mark = Mark::not_an_issue;  // the two of kind5
  now.findings[0].after_rules = Severity::ignore;
  const GateCriteria criteria{.max_new_errors = 0};
  const Overview before = baseline();
  EXPECT_TRUE(evaluate_gate(criteria, {.suite = now, .baseline = &before}).holds());
  EXPECT_FALSE(evaluate_gate(criteria, {.suite = now, .baseline = &before, .after_rules = false}).holds());
  now.findings[0].mark = Mark::known;
  now.findings[0].after_rules = Severity::error;
  EXPECT_TRUE(evaluate_gate(criteria, {.suite = now, .baseline = &before}).holds()) << "known errors are not new";
  EXPECT_FALSE(evaluate_gate({.max_errors = {{"kind5", 1}}}, {.suite = now, .baseline = &before}).holds())
      << "but errors";
}

TEST(Gate, EveryErrorIsNewWithoutABaseline) {
  const Overview now = night();
  EXPECT_EQ(evaluate_gate({.max_new_errors = 3}, {.suite = now}).checks[0].found, "4");
}

TEST(Gate, WhatNobodyLookedAtIsNotJudged) {
  const kit::OverviewTest crashed{.test = 1, .verdict = RunVerdict::none, .outcome = store::Outcome::crashed};
  const kit::OverviewTest broke_off{.test = 2, .verdict = RunVerdict::incomplete};
  const kit::OverviewTest passed{.test = 3};
  const kit::OverviewTest failed{.test = 4, .findings = {{.cluster = 5}}, .verdict = RunVerdict::fail};
  using enum store::SuiteState;
  struct Case {
    const char* name;
    std::vector<kit::OverviewTest> tests;
    store::SuiteState state;
    GateVerdict verdict;
    std::string not_judged;
  };
  const Case cases[] = {
      {"all is well", {passed}, complete, GateVerdict::passed, ""},
      {"one of two was evaluated", {crashed, passed}, complete, GateVerdict::passed, ""},
      {"an error", {passed, failed}, complete, GateVerdict::broken, ""},
      {"no runs", {}, complete, GateVerdict::not_judged, "the suite has no runs"},
      {"none evaluated",
       {crashed},
       complete,
       GateVerdict::not_judged,
       "no run was evaluated to its end; the first of 1: test/1: crashed: by a signal"},
      {"none to its end",
       {crashed, broke_off},
       complete,
       GateVerdict::not_judged,
       "no run was evaluated to its end; the first of 2: test/1: crashed: by a signal"},
      {"still running",
       {passed},
       running,
       GateVerdict::not_judged,
       "the suite is running, not complete: it has 1 run so far"},
      {"cancelled with an error",
       {passed, failed},
       cancelled,
       GateVerdict::not_judged,
       "the suite is cancelled, not complete: it has 2 runs so far"},
  };
  for (const auto& [name, tests, state, verdict, not_judged] : cases) {
    const Overview now = kit::overview("night", tests);
    const GateInput input{.suite = now, .state = state, .reasons = {{10, "by a signal"}}};
    const GateOutcome outcome = evaluate_gate({.max_errors = {{"*", 0}}}, input);
    EXPECT_EQ(outcome.verdict(), verdict) << name;
    EXPECT_EQ(outcome.holds(), verdict == GateVerdict::passed) << name;
    EXPECT_EQ(outcome.not_judged, not_judged) << name;
    // The files say the same.
    const std::string xml = to_junit(outcome, input, false), markdown = to_markdown(outcome, input);
    EXPECT_EQ(xml.find("name=\"suite can be judged\"") != std::string::npos, verdict == GateVerdict::not_judged)
        << name;
    const char* const heading = verdict == GateVerdict::passed   ? "## Passed: night\n"
                                : verdict == GateVerdict::broken ? "## Failed: night\n"
                                                                 : "## Not judged: night\n";
    EXPECT_THAT(markdown, testing::StartsWith(heading)) << name;
  }
}

// The errors that were found before are the verdict, but nobody knows what would have come behind them.
TEST(Gate, ARunThatBrokeOffIsNotEvaluatedToItsEndWhateverItsVerdict) {
  kit::OverviewTest failed{.test = 1, .findings = {{.cluster = 5}}, .verdict = RunVerdict::fail, .broke_off = true};
  kit::OverviewTest suspect = failed;
  suspect.test = 2;
  suspect.verdict = RunVerdict::suspect;
  const Overview now = kit::overview("night", {failed, suspect, {.test = 3}});
  const GateInput input{.suite = now};
  for (const bool only_sut : {false, true}) {
    const GateOutcome outcome =
        evaluate_gate({.min_pass_rate = 0.5, .max_not_evaluated = 1, .only_sut = only_sut}, input);
    ASSERT_EQ(outcome.checks.size(), 2U);
    EXPECT_EQ(outcome.checks[0].found, "33.33 % (1 of 3)");
    EXPECT_EQ(outcome.checks[1].found, "2");
    EXPECT_FALSE(outcome.holds());
  }
  EXPECT_NE(to_junit({}, input, false).find("failures=\"2\" errors=\"0\""), std::string::npos);
  EXPECT_NE(to_junit({}, input, true).find("failures=\"1\" errors=\"1\""), std::string::npos);
  const Overview none = kit::overview("night", {failed});
  EXPECT_EQ(evaluate_gate({}, {.suite = none}).verdict(), GateVerdict::not_judged);
}

TEST(Gate, IsReadFromAFile) {
  const auto read = read_gate(R"({"max_new_errors": 0, "max_errors": {"collision": 0, "*": 20}, "min_pass_rate": 0.95,
    "max_not_evaluated": 3, "metrics": [{"metric": "ttc", "quantile": 0.05, "min": 1.5}], "fail_on": "sut"})",
                              "gate.json");
  ASSERT_TRUE(read) << to_string(read.problem());
  EXPECT_EQ(*read, (GateCriteria{.max_new_errors = 0,
                                 .max_errors = {{"*", 20}, {"collision", 0}},
                                 .kind_places = {{"*", {"gate.json", 1, 54}}, {"collision", {"gate.json", 1, 38}}},
                                 .min_pass_rate = 0.95,
                                 .max_not_evaluated = 3,
                                 .metrics = {{"ttc", 0.05, 1.5, {}}},
                                 .only_sut = true}));
  EXPECT_FALSE(read->is_empty());
  EXPECT_TRUE(read_gate("{}", "gate.json")->is_empty());
  EXPECT_EQ(read_gate(R"({"max_errors": 7})", "gate.json")->max_errors, (std::map<std::string, std::size_t>{{"*", 7}}));
}

TEST(Gate, SaysWhatIsWrongInAFile) {
  struct Case {
    const char* text;
    std::string problem;
  };
  const Case cases[] = {
      {"[]", "g.json:1:1: a gate is an object such as {\"max_new_errors\": 0}, found a list"},
      {"{\"max_new_error\": 0}", "g.json:1:2: there is no \"max_new_error\" here; did you mean \"max_new_errors\"?"},
      {"{\"max_new_errors\": -1}", "g.json:1:20: max_new_errors must be a whole number, at least 0, found -1"},
      {"{\"max_not_evaluated\": 99999999999999999999999}",
       "g.json:1:23: max_not_evaluated must be a whole number, at least 0, found 1e+23"},
      {"{\"min_pass_rate\": 95}", "g.json:1:19: min_pass_rate must be a share from 0 to 1, such as 0.95, found 95"},
      {"{\"metrics\": [{\"metric\": \"a\"}]}", "g.json:1:14: this bound has neither \"min\" nor \"max\""},
      {"{\"metrics\": [{\"min\": 1}]}", "g.json:1:14: this bound has no \"metric\""},
      {"{\"fail_on\": \"npc\"}", "g.json:1:13: fail_on must be \"any\" or \"sut\", found \"npc\""},
  };
  for (const auto& [text, problem] : cases) {
    const auto read = read_gate(text, "g.json");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(to_string(read.problem()), problem);
  }
}

TEST(Gate, IsGivenByFlags) {
  GateCriteria criteria;
  EXPECT_FALSE(add_max_errors(criteria, "collision=0"));
  EXPECT_FALSE(add_max_errors(criteria, "20"));
  EXPECT_FALSE(add_metric_bound(criteria, "ttc:p5>=1.5"));
  EXPECT_FALSE(add_metric_bound(criteria, "a:b:median <= -3"));
  EXPECT_EQ(criteria,
            (GateCriteria{.max_errors = {{"*", 20}, {"collision", 0}},
                          .kind_places = {{"*", {"--max-errors 20"}}, {"collision", {"--max-errors collision=0"}}},
                          .metrics = {{"ttc", 0.05, 1.5, {}}, {"a:b", 0.5, {}, -3.0}}}));
  for (const char* wrong : {"collision=", "=3", "collision=-1", "a", "-1", "0x10", "collision=99999999999999999999999"})
    EXPECT_TRUE(add_max_errors(criteria, wrong)) << wrong;
  for (const char* wrong : {"ttc>=1", "ttc:p101>=1", "ttc:p5>=", ":p5>=1", "ttc:p5=1", "ttc:5>=1"})
    EXPECT_TRUE(add_metric_bound(criteria, wrong)) << wrong;
}

TEST(Gate, TellsItInMarkdown) {
  Overview now = night();
  now.name = "night | <b>2</b>";
  now.clusters[0].cluster.normalised = "a|b [x](http://example.com) @ada";
  const Overview before = baseline();
  const GateInput input{.suite = now, .baseline = &before};
  const std::string text = to_markdown(evaluate_gate({.max_new_errors = 0, .max_not_evaluated = 5}, input), input);
  EXPECT_THAT(text, HasSubstr("## Failed: night \\| \\<b\\>2\\</b\\>\n"));
  EXPECT_THAT(text, HasSubstr("Compared with night-1. Verdicts and severities are those after the rules of triage."));
  EXPECT_THAT(text, HasSubstr("| **broken** | new errors | at most 0 | 2 |\n"));
  EXPECT_THAT(text, HasSubstr("| ok | runs not evaluated | at most 5 | 2 |\n"));
  EXPECT_THAT(text, HasSubstr("- test/1: error kind5: a\\|b \\[x\\]\\(http://example.com\\) @\u200b"
                              "ada\n"));
  EXPECT_THAT(text, HasSubstr("### 10 runs\n\n| fail | incomplete | pass | suspect | timeout |\n"));
}

TEST(Gate, TellsItInJunit) {
  Overview now = night();
  now.clusters[0].cluster.normalised = "<&\"\x01";
  const GateInput input{.suite = now, .reasons = {{30, "took longer than 60 s"}, {40, "run.csv:7: breaks <off>"}}};
  const std::string xml = to_junit(evaluate_gate({.max_new_errors = 0}, input), input, false);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_buffer(xml.data(), xml.size()));
  const pugi::xml_node all = document.child("testsuites");
  EXPECT_STREQ(all.attribute("tests").value(), "11");
  EXPECT_STREQ(all.attribute("failures").value(), "3");  // the gate, fail, suspect
  EXPECT_STREQ(all.attribute("errors").value(), "2");    // lost, broken off
  std::map<std::string, std::string> outcomes, messages;
  for (const pugi::xml_node suite : all.children("testsuite"))
    for (const pugi::xml_node test : suite.children("testcase")) {
      outcomes[test.attribute("name").value()] = test.first_child().name();
      messages[test.attribute("name").value()] = test.first_child().attribute("message").value();
    }
  EXPECT_EQ(outcomes["new errors"], "failure");
  EXPECT_EQ(outcomes["test/1"], "failure");
  EXPECT_EQ(outcomes["test/2"], "failure");
  EXPECT_EQ(outcomes["test/3"], "error");
  EXPECT_EQ(outcomes["test/4"], "error");
  EXPECT_EQ(outcomes["test/5"], "");
  EXPECT_EQ(messages["test/3"], "timeout: took longer than 60 s");
  EXPECT_EQ(messages["test/4"], "incomplete: run.csv:7: breaks <off>");
  EXPECT_THAT(to_junit({}, input, true), HasSubstr("failures=\"1\"")) << "suspect passes where only the ego counts";
}

}  // namespace
}  // namespace scrutineer::suite
