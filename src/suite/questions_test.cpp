#include "suite/questions.h"

#include <gmock/gmock.h>

#include <map>

#include "kit/each_store.h"
#include "kit/suite_nights.h"
#include "suite/finish.h"
#include "suite/triage.h"

namespace scrutineer::suite {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// With each kind of store: ten nights that are alike, and an eleventh of another version.
class Questions : public kit::EachStore {
 protected:
  void SetUp() override {
    EachStore::SetUp();
    if (IsSkipped()) return;
    store_ = open();
    ASSERT_NE(store_, nullptr);
    ASSERT_EQ(write_ignored_labels(*store_, {"night", "sut"}), std::nullopt);
    kit::write_nights(*store_, 10);
  }
  store::Store& store() { return *store_; }
  void write_eleventh() { kit::write_night(*store_, 11, {.sut = "2"}); }

  template <typename Question>
  Answer answer(Result<Answer> (*ask)(store::Store&, const Question&), const Question& question) {
    auto result = ask(*store_, question);
    EXPECT_TRUE(result) << (result ? "" : to_string(result.problem()));
    return result ? *result : Answer{};
  }
  // The cells of some columns, row by row: "a b".
  static std::vector<std::string> lines(const Answer& answer, const std::string& table,
                                        const std::vector<std::string>& columns) {
    std::vector<std::string> lines;
    const AnswerTable* found = answer.find_table(table);
    EXPECT_NE(found, nullptr) << table;
    if (found == nullptr) return lines;
    for (const auto& row : found->rows) {
      std::string line;
      for (const std::string& column : columns) {
        const auto place = std::ranges::find(found->columns, column, &AnswerColumn::name);
        EXPECT_NE(place, found->columns.end()) << column;
        if (place == found->columns.end()) return lines;
        const std::string text = to_text(row[static_cast<std::size_t>(place - found->columns.begin())]);
        line += (line.empty() ? "" : " ") + (text.empty() ? "-" : text);
      }
      lines.push_back(line);
    }
    return lines;
  }
  static std::string fact(const Answer& answer, const std::string& name) {
    const auto found = std::ranges::find(answer.facts, name, &Fact::name);
    return found == answer.facts.end() ? "none" : to_text(found->value);
  }

  std::unique_ptr<store::Store> store_;
};

TEST_P(Questions, DiffFindsExactlyWhatWasPlanted) {
  write_eleventh();
  const Answer found = answer(ask_diff, DiffQuestion{.before = "night-10", .now = "night-11"});
  EXPECT_THAT(lines(found, "verdicts", {"run", "before", "now"}),
              ElementsAre("test/06 pass timeout", "test/02 pass fail", "test/00 fail pass", "test/01 fail pass"));
  EXPECT_THAT(lines(found, "issues", {"status", "severity", "run", "kind"}),
              ElementsAre("new error test/02 road_departure", "changed warning test/03 hard_braking",
                          "gone error test/01 speed_limit", "gone error test/00 speed_limit"));
  EXPECT_THAT(lines(found, "metrics", {"run", "metric", "learned_from"}), ElementsAre("test/04 speed.max 9"));
  EXPECT_THAT(lines(found, "single_runs", {"run", "suite"}), ElementsAre("test/07 night-10", "test/20 night-11"));
  EXPECT_THAT(found.notes, IsEmpty()) << "all noise is known";
}

TEST_P(Questions, DiffOfAlikeNightsFindsOnlyTheFlakyTest) {
  const Answer found = answer(ask_diff, DiffQuestion{.before = "night-9", .now = "night-10"});
  EXPECT_THAT(lines(found, "verdicts", {"run", "before", "now"}), ElementsAre("test/01 pass fail"));
  EXPECT_THAT(lines(found, "issues", {"status", "run"}), ElementsAre("new test/01"));
  EXPECT_THAT(lines(found, "metrics", {"run"}), IsEmpty());
}

// Half a run has less of everything.
TEST_P(Questions, DiffComparesNoMetricsOfRunsThatBrokeOff) {
  const auto night = [&](const std::string& name, int test, double speed, bool is_whole) {
    store::RunRecord whole = kit::night_record(0, 1, false), other = kit::night_record(test, 1, false);
    other.metrics = {{"speed.max", speed, "m/s"}};
    other.run.complete = is_whole;
    if (!is_whole) other.run.verdict = "incomplete";
    const auto suite = store().make_suite({.name = name});
    const store::RunRecord records[] = {whole, other};
    EXPECT_EQ(store().write(suite->id, records), std::nullopt) << name;
    EXPECT_EQ(finish_suite(store(), suite->id), std::nullopt) << name;
  };
  struct Case {
    const char* name;
    bool is_whole_before, is_whole_now;
    bool is_compared;
  };
  const Case cases[] = {
      {"both", true, true, true},
      {"broke off now", true, false, false},
      {"before", false, true, false},
      {"twice", false, false, false},
  };
  for (const Case& one : cases) {
    const std::string name = one.name;
    night(name + " 1", 3, 20.0, one.is_whole_before);
    night(name + " 2", 3, 2.0, one.is_whole_now);
    const Answer found = answer(ask_diff, DiffQuestion{.before = name + " 1", .now = name + " 2"});
    EXPECT_EQ(lines(found, "metrics", {"run"}).size(), one.is_compared ? 1U : 0U) << name;
    const auto note = "The metrics of 1 run are not compared, because it was not evaluated to the end in both suites.";
    EXPECT_EQ(std::ranges::count(found.notes, note), one.is_compared ? 0 : 1) << name;
  }
}

TEST_P(Questions, DiffWithoutHistorySaysSo) {
  const Answer found = answer(ask_diff, DiffQuestion{.before = "night-1", .now = "night-2", .min_change = 0.001});
  EXPECT_THAT(lines(found, "issues", {"status"}), Contains("changed"))
      << "noise of issues is that of its own night: none yet";
  auto early = store::open_store(scratch_.file("early.db"), store::OpenMode::create);
  ASSERT_TRUE(early);
  kit::write_nights(**early, 3);
  const auto few = ask_diff(**early, {.before = "night-2", .now = "night-3", .min_change = 0.001});
  ASSERT_TRUE(few);
  EXPECT_THAT(few->notes, ElementsAre(HasSubstr("the noise is not known, as fewer than 5 earlier differences are")));
}

TEST_P(Questions, FlakyIsExactlyWhatWasPlanted) {
  write_eleventh();
  EXPECT_THAT(
      lines(answer(ask_flaky, FlakyQuestion{.same = {"sut"}}), "flaky", {"run", "runs", "changes", "last_change"}),
      ElementsAre("test/01 10 9 night-10"));
  EXPECT_THAT(lines(answer(ask_flaky, FlakyQuestion{}), "flaky", {"run", "verdicts"}),
              ElementsAre("test/01 5 fail, 5 pass"))
      << "by content";
  EXPECT_THAT(lines(answer(ask_flaky, FlakyQuestion{.last = 2}), "flaky", {"run"}), IsEmpty())
      << "nights 10 and 11 are of two versions";
}

TEST_P(Questions, AgesAreRightOverTenNights) {
  EXPECT_THAT(lines(answer(ask_issues, IssuesQuestion{.suite = "night-10", .by = GroupBy::run}), "issues",
                    {"run", "age", "first_seen", "status"}),
              UnorderedElementsAre("test/00 10 night-1 same", "test/01 1 night-10 new", "test/03 10 night-1 same"));
  write_eleventh();
  EXPECT_THAT(lines(answer(ask_issues, IssuesQuestion{.suite = "night-11", .by = GroupBy::run}), "issues",
                    {"run", "age", "first_seen", "status"}),
              ElementsAre("test/02 1 night-11 new", "test/03 11 night-1 1 changed"));
}

TEST_P(Questions, RulesApplyToTheEleventhNight) {
  const auto dismissed =
      add_rule(store(), {.match = {.kind = "road_*", .attributes = {{"map", "town"}}, .where = "excess > 0.4"},
                         .action = {.link = "BUG-1", .mark = Mark::not_an_issue},
                         .who = "ada",
                         .made = "2026-11-10T12:00:00Z"});
  const auto graver = add_rule(store(), {.match = {.checker = "road.hard_braking", .severity = "warning"},
                                         .action = {.assign = "bob", .severity = watch::Severity::error},
                                         .who = "ada",
                                         .made = "2026-11-10T12:01:00Z"});
  const auto off = add_rule(
      store(),
      {.match = {.key = "*"}, .action = {.mark = Mark::not_an_issue}, .who = "eve", .made = "2026-11-10T12:02:00Z"});
  ASSERT_TRUE(dismissed && graver && off);
  ASSERT_EQ(switch_off(store(), off->id, "ada", "2026-11-10T12:03:00Z"), std::nullopt);
  EXPECT_NE(switch_off(store(), off->id, "ada", "2026-11-10T12:04:00Z"), std::nullopt) << "it is off already";
  write_eleventh();

  const auto verdicts = [&](const std::string& suite) {
    std::map<std::string, std::string> found;
    const auto row = store().find_suite(suite);
    const auto runs = store().runs((*row)->id);
    for (const store::RunRow& run : *runs)
      if (run.verdict != run.verdict_after_rules) found[run.key] = run.verdict + " " + run.verdict_after_rules;
    return found;
  };
  EXPECT_THAT(verdicts("night-10"), IsEmpty()) << "earlier suites stay as they are";
  EXPECT_EQ(verdicts("night-11"),
            (std::map<std::string, std::string>{{"test/02", "fail pass"}, {"test/03", "pass fail"}}));

  const auto touched = ask_touched(store(), "night-11", std::nullopt, 0);
  ASSERT_TRUE(touched);
  EXPECT_THAT(lines(*touched, "touched", {"rule", "run", "issue", "action"}),
              ElementsAre("1 test/02 1 not_an_issue, BUG-1", "2 test/03 1 severity error, assigned to bob"));
  EXPECT_THAT(lines(*ask_rules(store(), true), "rules", {"id", "on", "issues", "suites"}),
              ElementsAre("1 yes 1 1", "2 yes 1 1", "3 no 0 0"));
  EXPECT_THAT(lines(*ask_rules(store(), false), "rules", {"id"}), ElementsAre("1", "2"));
  EXPECT_THAT(lines(answer(ask_issues, IssuesQuestion{.suite = "night-11"}), "issues", {"severity", "kind", "rules"}),
              ElementsAre("error hard_braking rule 2: severity error, assigned to bob"));
  EXPECT_THAT(lines(answer(ask_issues, IssuesQuestion{.suite = "night-11", .against = {.as_evaluated = true}}),
                    "issues", {"severity", "kind"}),
              ElementsAre("error road_departure", "warning hard_braking"));

  // To a suite that is there already only when asked to.
  const auto tenth = store().find_suite("night-10");
  ASSERT_EQ(finish_suite(store(), (*tenth)->id), std::nullopt);
  EXPECT_EQ(verdicts("night-10"), (std::map<std::string, std::string>{{"test/03", "pass fail"}}));
}

TEST_P(Questions, ShowCountsVerdictsAndRates) {
  write_eleventh();
  const Answer found =
      answer(ask_show, ShowQuestion{.suite = "night-11", .events = {"collision"}, .attributes = {"map"}});
  EXPECT_EQ(fact(found, "baseline"), "night-10");
  EXPECT_EQ(fact(found, "runs"), "20");
  EXPECT_EQ(fact(found, "not_evaluated"), "1");
  EXPECT_EQ(fact(found, "relevant_share"), "0.2375") << "19 runs of 15 s among 20 of 60 s";
  EXPECT_EQ(fact(found, "pass_rate"), "0.9474");
  EXPECT_THAT(lines(found, "verdicts", {"verdict", "runs", "baseline_runs"}),
              ElementsAre("fail 1 2", "pass 18 18", "timeout 1 0"));
  EXPECT_THAT(lines(found, "kinds",
                    {"kind", "errors", "warnings", "runs", "new", "changed", "gone", "per_1000_km", "per_1000_km_low",
                     "per_1000_km_high"}),
              ElementsAre("road_departure 1 0 1 1 0 0 50 1.266 278.6", "hard_braking 0 1 1 0 1 0 50 1.266 278.6",
                          "collision 0 0 0 0 0 0 0 0 184.4", "speed_limit 0 0 0 0 0 2 0 0 184.4"));
  EXPECT_THAT(lines(found, "attribute_map", {"value", "runs", "pass"}), ElementsAre("motorway 9 9", "town 10 9"));
}

TEST_P(Questions, PinnedBaselinesComeFirst) {
  const auto second = store().find_suite("night-2");
  ASSERT_EQ(pin_baseline(store(), {{{"branch", "main"}}, (*second)->id, "ada", "2026-11-10T12:00:00Z"}), std::nullopt);
  EXPECT_EQ(fact(answer(ask_show, ShowQuestion{.suite = "night-10"}), "baseline"), "night-2");
  EXPECT_EQ(fact(answer(ask_show, ShowQuestion{.suite = "night-10", .against = {.baseline = "night-4"}}), "baseline"),
            "night-4");
  ASSERT_TRUE(*unpin_baseline(store(), {{"branch", "main"}}));
  EXPECT_EQ(fact(answer(ask_show, ShowQuestion{.suite = "night-10"}), "baseline"), "night-9");
  const Answer alone = answer(
      ask_show, ShowQuestion{.suite = "night-10", .against = {.ignore_labels = std::vector<std::string>{"sut"}}});
  EXPECT_EQ(fact(alone, "baseline"), "");
  EXPECT_THAT(alone.notes,
              Contains(HasSubstr("No complete suite before it has the same labels (branch=main, night=10, sut=1)")));
}

TEST_P(Questions, MetricsAreListedSpreadAndFollowed) {
  write_eleventh();
  EXPECT_THAT(lines(answer(ask_worst, MetricQuestion{.suite = "night-11", .metric = "speed.max", .top = 1}), "worst",
                    {"run", "value", "verdict"}),
              ElementsAre("test/04 23.1 pass"));
  EXPECT_THAT(lines(answer(ask_worst, MetricQuestion{.suite = "night-11", .metric = "excess", .lowest = true}), "worst",
                    {"run", "issue"}),
              ElementsAre("test/02 1", "test/03 1"))
      << "of issues";
  const Answer spread = answer(ask_hist, MetricQuestion{.suite = "night-11", .metric = "speed.max", .bins = 4});
  EXPECT_EQ(fact(spread, "count"), "19");
  EXPECT_THAT(lines(spread, "bins", {"from", "to", "count"}),
              ElementsAre("19 20 6", "20 21 12", "21 22 0", "22 23 0", "23 24 1"));
  EXPECT_EQ(lines(answer(ask_trend, TrendQuestion{.metric = "pass_rate", .last = 3}), "trend", {"suite", "value"}),
            (std::vector<std::string>{"night-9 0.95", "night-10 0.9", "night-11 0.9474"}));
  EXPECT_THAT(lines(answer(ask_trend, TrendQuestion{.metric = "speed.max", .last = 2}), "trend", {"suite", "max"}),
              ElementsAre("night-10 20.2", "night-11 23.1"));
  EXPECT_EQ(ask_worst(store(), {.suite = "night-11", .metric = "sped.max"}).problem().message,
            "no run has a metric \"sped.max\"; did you mean \"speed.max\"?");
  EXPECT_THAT(ask_show(store(), {.suite = "nigth-11"}).problem().message, HasSubstr("did you mean \"night-11\"?"));
}

TEST_P(Questions, GateLooksAtTheStore) {
  write_eleventh();
  const auto gate = ask_gate(
      store(), {.suite = "night-11",
                .criteria = {.max_new_errors = 0, .min_pass_rate = 0.9, .metrics = {{"speed.max", 1.0, {}, 23.0}}}});
  ASSERT_TRUE(gate);
  EXPECT_EQ(gate->verdict, GateVerdict::broken);
  EXPECT_THAT(
      lines(gate->answer, "criteria", {"holds", "criterion", "found"}),
      ElementsAre("no new errors 1", "yes pass rate 94.74 % (18 of 19)", "no max of speed.max 23.1 (of 19 runs)"));
  EXPECT_THAT(lines(gate->answer, "broken_by", {"example"}),
              ElementsAre("test/02: error road_departure: Road departure of <actor> - SUT"));
}

// A criterion about a kind that there is not would always hold.
TEST_P(Questions, GateKnowsTheKindsThatThereAre) {
  write_eleventh();
  const auto configure = [&](const char* configuration) {
    ASSERT_EQ(store().transaction([&](store::Database& database) {
      return database.run("UPDATE suites SET configuration = ? WHERE name = 'night-11'",
                          {std::string_view(configuration)});
    }),
              std::nullopt);
  };
  constexpr const char* kCatalogue = R"({"kinds": [], "kinds_are_all": true})";
  constexpr const char* kOwn = R"({"kinds": ["late_pickup"], "kinds_are_all": false})";
  constexpr const char* kRescored = R"({"rescored_from": "a", "configuration": {"kinds": [], "kinds_are_all": true}})";
  constexpr const char* kNoted = "No checker declares the kind";
  struct Case {
    const char *name, *configuration, *kind, *problem, *note;
  };
  const Case cases[] = {
      {"of the catalogue", kCatalogue, "speed_limit", "", ""},
      {"of the catalogue, and never found", kCatalogue, "jerk_policy", "", ""},
      {"of somebody's own, found in the store", kCatalogue, "hard_braking", "", ""},
      {"of somebody's own, declared and never found", kOwn, "late_pickup", "", ""},
      {"all of them", kCatalogue, "*", "", ""},
      {"misspelt", kCatalogue, "speed_limt",
       "g.json:1:17: there is no kind of issue \"speed_limt\"; did you mean \"speed_limit\"?", ""},
      {"misspelt, found in the store", kCatalogue, "hard_brakin",
       "g.json:1:17: there is no kind of issue \"hard_brakin\"; did you mean \"hard_braking\"?", ""},
      {"misspelt, declared", kOwn, "late_pikup",
       "g.json:1:17: there is no kind of issue \"late_pikup\"; did you mean \"late_pickup\"?", ""},
      {"misspelt in a suite that does not tell its kinds", "", "speed_limt",
       "g.json:1:17: there is no kind of issue \"speed_limt\"; did you mean \"speed_limit\"?", ""},
      {"no pattern", kCatalogue, "speed_*",
       "g.json:1:17: there is no kind of issue \"speed_*\"; name each kind, or \"*\" for all of them", ""},
      {"no pattern, whatever code may raise", kOwn, "late*",
       "g.json:1:17: there is no kind of issue \"late*\"; name each kind, or \"*\" for all of them", ""},
      {"like no other, without checkers of its own", kCatalogue, "zebra_xyz",
       "g.json:1:17: there is no kind of issue \"zebra_xyz\"; scrutineer list checkers shows what there is", ""},
      {"like no other, rescored", kRescored, "zebra_xyz",
       "g.json:1:17: there is no kind of issue \"zebra_xyz\"; scrutineer list checkers shows what there is", ""},
      {"like no other, which code may raise", kOwn, "zebra_xyz", "", kNoted},
      {"like no other, in a suite that does not tell its kinds", "", "zebra_xyz", "", kNoted},
  };
  for (const Case& row : cases) {
    configure(row.configuration);
    const auto criteria = read_gate(std::string(R"({"max_errors": {")") + row.kind + R"(": 100}})", "g.json");
    ASSERT_TRUE(criteria) << row.name;
    const auto gate = ask_gate(store(), {.suite = "night-11", .criteria = *criteria});
    EXPECT_EQ(gate ? "" : to_string(gate.problem()), row.problem) << row.name;
    if (!gate) continue;
    std::string notes;
    for (const std::string& note : gate->answer.notes) notes += note + "\n";
    EXPECT_EQ(notes.find(kNoted) != std::string::npos, *row.note != '\0') << row.name << notes;
  }
}

TEST_P(Questions, GateDoesNotJudgeASuiteThatIsNotComplete) {
  write_eleventh();
  const auto row = store().find_suite("night-11");
  ASSERT_EQ(store().set_state((*row)->id, store::SuiteState::running), std::nullopt);
  const auto gate = ask_gate(store(), {.suite = "night-11", .criteria = {.max_errors = {{"*", 100}}}});
  ASSERT_TRUE(gate);
  EXPECT_EQ(gate->verdict, GateVerdict::not_judged);
  EXPECT_EQ(gate->not_judged, "the suite is running, not complete: it has 20 runs so far");
  EXPECT_EQ(fact(gate->answer, "holds"), "no");
  EXPECT_EQ(fact(gate->answer, "judged"), "no");
  EXPECT_THAT(gate->junit, HasSubstr("timeout: took longer than 60 s"));
}

TEST_P(Questions, ListShowsTheNewestFirst) {
  write_eleventh();
  EXPECT_THAT(lines(answer(ask_list, ListQuestion{.last = 2}), "suites",
                    {"name", "state", "runs", "pass", "fail", "not_evaluated", "issues"}),
              ElementsAre("night-11 complete 20 18 1 1 2", "night-10 complete 20 18 2 0 3"));
  EXPECT_THAT(lines(answer(ask_list, ListQuestion{.labels = {"sut=2"}}), "suites", {"name"}), ElementsAre("night-11"));
}

// What is kept and what is made of the rows agree.
TEST_P(Questions, WhatIsKeptIsWhatTheRowsSay) {
  write_eleventh();
  const auto stored = store().find_suite("night-11");
  store::SuiteRow row = **stored;
  const auto kept = read_overview(store(), row);
  row.state = store::SuiteState::running;
  const auto made = read_overview(store(), row);
  ASSERT_TRUE(kept && made);
  ASSERT_EQ(kept->findings.size(), made->findings.size());
  for (std::size_t i = 0; i < kept->runs.size(); ++i) EXPECT_EQ(kept->runs[i].word(true), made->runs[i].word(true));
  EXPECT_EQ(kept->findings[1].noise.differences, 9U);
}

TEST_P(Questions, ARunThatIsWrittenAgainIsSeen) {
  const auto stored = store().find_suite("night-10");
  const store::SuiteRow& row = **stored;
  const auto record = kit::night_record(2, 10, true);
  ASSERT_EQ(store().write(row.id, {&record, 1}), std::nullopt);
  EXPECT_THAT(
      lines(answer(ask_issues, IssuesQuestion{.suite = "night-10", .kind = "road_departure"}), "issues", {"runs"}),
      ElementsAre("1"));
}

// Two issues of one cluster in one run, of which a rule touches one: the other one still counts.
TEST_P(Questions, RulesThatTouchSomeOfARunsIssuesLeaveTheOthers) {
  store::RunRecord record = kit::night_record(0, 2, false);
  ASSERT_EQ(record.issues.size(), 1U);
  record.issues.push_back(record.issues.front());
  record.issues.back().number = 2;
  record.issues.back().worst = 28.9;
  record.issues.back().metrics = {{"excess", 15.0, "m/s"}};
  const struct {
    const char *name, *where;
    RuleAction action;
    const char *new_errors, *errors, *issues, *mark;
  } rows[] = {
      {"no rule", "excess > 100", {.mark = Mark::known}, "2", "2", "2", ""},
      {"the lesser is expected", "excess < 8", {.mark = Mark::expected}, "1", "2", "2", ""},
      {"the worse is known", "excess > 8", {.mark = Mark::known}, "1", "2", "2", ""},
      {"both are expected", "excess > 0", {.mark = Mark::expected}, "0", "2", "2", "expected"},
      {"the lesser is none", "excess < 8", {.mark = Mark::not_an_issue}, "1", "1", "1", ""},
      {"the worse is none", "excess > 8", {.mark = Mark::not_an_issue}, "1", "1", "1", ""},
      {"the lesser is a warning", "excess < 8", {.severity = watch::Severity::warning}, "1", "1", "2", ""},
      {"the lesser is new", "excess < 8", {.mark = Mark::fresh}, "2", "2", "2", "new"},
  };
  for (const auto& row : rows) {
    const auto rule = add_rule(store(), {.match = {.where = row.where}, .action = row.action, .who = "ada"});
    ASSERT_TRUE(rule) << row.name;
    const auto suite = store().make_suite({.name = row.name, .labels = {{"branch", row.name}}});
    ASSERT_TRUE(suite) << row.name;
    ASSERT_EQ(store().write(suite->id, {&record, 1}), std::nullopt) << row.name;
    ASSERT_EQ(finish_suite(store(), suite->id), std::nullopt) << row.name;
    const auto gate =
        ask_gate(store(), {.suite = row.name, .criteria = {.max_new_errors = 0, .max_errors = {{"speed_limit", 0}}}});
    ASSERT_TRUE(gate) << row.name;
    EXPECT_THAT(lines(gate->answer, "criteria", {"found"}), ElementsAre(row.new_errors, row.errors)) << row.name;
    EXPECT_THAT(lines(answer(ask_show, ShowQuestion{.suite = row.name}), "kinds", {"errors", "issues"}),
                ElementsAre(std::string(row.errors) + " " + row.issues))
        << row.name;
    const auto stored = store().find_suite(row.name);
    EXPECT_EQ(to_word(read_overview(store(), **stored)->findings.at(0).mark), row.mark) << row.name;
    const auto as_evaluated =
        ask_gate(store(), {.suite = row.name, .criteria = {.max_new_errors = 0}, .against = {.as_evaluated = true}});
    EXPECT_THAT(lines(as_evaluated->answer, "criteria", {"found"}), ElementsAre("2")) << row.name;
    ASSERT_EQ(switch_off(store(), rule->id, "ada", "now"), std::nullopt) << row.name;
  }
}

// Other suites may have tests that lie between those of this one in the store.
TEST_P(Questions, NoiseOfOtherTestsStays) {
  const auto noise_of_main = [&] {
    std::int64_t count = 0;
    EXPECT_EQ(store().query("SELECT count(*) FROM noise WHERE test NOT IN (SELECT id FROM tests WHERE key IN "
                            "('test/00', 'test/19'))",
                            {}, [&](const store::Row& row) { count = row.integer(0); }),
              std::nullopt);
    return count;
  };
  const std::int64_t before = noise_of_main();
  EXPECT_GT(before, 0);
  for (int night = 1; night <= 8; ++night) {
    const auto suite = store().make_suite({.name = "dev-" + std::to_string(night), .labels = {{"branch", "dev"}}});
    const store::RunRecord records[] = {kit::night_record(0, night, false), kit::night_record(19, night, false)};
    ASSERT_EQ(store().write(suite->id, records), std::nullopt);
    ASSERT_EQ(finish_suite(store(), suite->id), std::nullopt);
  }
  EXPECT_EQ(noise_of_main(), before);
}

// The metrics of a run that broke off are those of a part of it.
TEST_P(Questions, NoiseIsNotLearnedFromRunsThatBrokeOff) {
  struct Row {
    const char *key, *branch;
    int first_broken;  // night
    bool is_learned;
  };
  const Row rows[] = {{"test/sound", "sound", 99, true}, {"test/broken", "broken", 4, false}};
  for (const Row& row : rows) {
    for (int night = 1; night <= 9; ++night) {
      const auto suite =
          store().make_suite({.name = row.branch + std::to_string(night), .labels = {{"branch", row.branch}}});
      store::RunRecord record = kit::night_record(0, night, false);
      record.run.key = row.key;
      record.run.complete = night < row.first_broken;
      ASSERT_EQ(store().write(suite->id, {&record, 1}), std::nullopt);
      ASSERT_EQ(finish_suite(store(), suite->id), std::nullopt);
    }
    std::int64_t count = 0;
    ASSERT_EQ(store().query("SELECT count(*) FROM noise WHERE test IN (SELECT id FROM tests WHERE key = ?)", {row.key},
                            [&](const store::Row& found) { count = found.integer(0); }),
              std::nullopt);
    EXPECT_EQ(count > 0, row.is_learned) << row.key;
  }
}

SCRUTINEER_WITH_EACH_STORE(Questions);

}  // namespace
}  // namespace scrutineer::suite
