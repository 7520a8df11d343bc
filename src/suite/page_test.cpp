#include "suite/page.h"

#include <gmock/gmock.h>

#include "kit/each_store.h"
#include "kit/suite_nights.h"
#include "report/page.h"
#include "suite/triage.h"

namespace scrutineer::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// With each kind of store.
class SuitePageTest : public kit::EachStore {
 protected:
  void SetUp() override {
    EachStore::SetUp();
    if (IsSkipped()) return;
    store_ = open();
    ASSERT_NE(store_, nullptr);
    ASSERT_EQ(write_ignored_labels(*store_, {"night", "sut"}), std::nullopt);
    kit::write_nights(*store_, 2);
    kit::write_night(*store_, 3, {.sut = "2"});
  }
  SuitePage page_of(const PageQuestion& question) {
    auto page = read_page(*store_, question);
    EXPECT_TRUE(page) << (page ? "" : to_string(page.problem()));
    return page ? *std::move(page) : SuitePage{};
  }
  // "new error test/02 road_departure 1"
  static std::vector<std::string> findings(const SuitePage& page) {
    std::vector<std::string> lines;
    for (const PageFinding& one : page.findings)
      lines.push_back(std::string(to_word(one.status)) + " " + std::string(watch::to_word(one.severity)) + " " +
                      page.runs[one.run].key + " " + page.clusters[one.cluster].kind + " " +
                      std::to_string(one.issues.size()));
    return lines;
  }

  std::unique_ptr<store::Store> store_;
};

TEST_P(SuitePageTest, ShowsWhatIsNewFirstAndWhatIsGoneLast) {
  struct Case {
    const char* name;
    PageQuestion question;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"against the night before",
       {.suite = "night-3"},
       {"new error test/02 road_departure 1", "changed warning test/03 hard_braking 1",
        "gone error test/01 speed_limit 1", "gone error test/00 speed_limit 1"}},
      {"against one that is named",
       {.suite = "night-3", .against = {.baseline = "night-1"}},
       {"new error test/02 road_departure 1", "changed warning test/03 hard_braking 1",
        "gone error test/00 speed_limit 1"}},
      {"without a baseline",
       {.suite = "night-1"},
       {"same error test/00 speed_limit 1", "same warning test/03 hard_braking 1"}},
  };
  for (const Case& row : cases) EXPECT_EQ(findings(page_of(row.question)), row.expected) << row.name;
}

TEST_P(SuitePageTest, TellsOfARowWhatPeopleAskNext) {
  const SuitePage page = page_of({.suite = "night-3"});
  ASSERT_THAT(page.findings, Not(IsEmpty()));
  const PageFinding& first = page.findings.front();
  EXPECT_EQ(first.message, "[3.500s] Road departure of 0 - SUT");
  EXPECT_EQ(first.reached, "0.9 m/s, limit 0.45");
  EXPECT_EQ(first.first_seen, "night-3");
  EXPECT_THAT(first.issues, ElementsAre(PageIssue{1, 0.0}));
  EXPECT_EQ(page.runs[first.run].manifest, "test/02/run.json");
  EXPECT_TRUE(page.runs[page.findings.back().run].is_of_baseline);
  const auto late = std::ranges::find(page.runs, "timeout", &PageRun::verdict);
  ASSERT_NE(late, page.runs.end());
  EXPECT_EQ(late->key + ": " + late->reason, "test/06: took longer than 60 s");
  ASSERT_TRUE(page.diff);
  EXPECT_NE(page.diff->find_table("verdicts"), nullptr);
}

TEST_P(SuitePageTest, OffersAttributesThatRunsCanBeChosenBy) {
  const SuitePage page = page_of({.suite = "night-3"});
  std::vector<std::string> names;
  for (const PageAttribute& attribute : page.attributes) names.push_back(attribute.name);
  EXPECT_THAT(names, ElementsAre("map", "run.seed"));
  EXPECT_THAT(page.attributes.front().values, ElementsAre("motorway", "town"));
  const auto place =
      static_cast<std::size_t>(std::ranges::find(page.runs, "test/02", &PageRun::key) - page.runs.begin());
  EXPECT_EQ(page.attributes.front().runs[place], 2U) << "town";
  const auto late =
      static_cast<std::size_t>(std::ranges::find(page.runs, "test/06", &PageRun::key) - page.runs.begin());
  EXPECT_EQ(page.attributes.front().runs[late], 0U) << "it was not evaluated, and has none";
}

TEST_P(SuitePageTest, MetricsHaveHistogramsAgainstTheBaselineAndTrends) {
  const SuitePage page = page_of({.suite = "night-3"});
  EXPECT_THAT(page.trend_suites, ElementsAre("night-1", "night-2", "night-3"));
  std::vector<std::string> names;
  for (const PageMetric& metric : page.metrics)
    names.push_back(metric.name + (metric.is_of_issues ? " of issues" : ""));
  EXPECT_THAT(names, ElementsAre("speed.max", "excess of issues"))
      << "steady is the same everywhere, weather no number";
  const PageMetric& speed = page.metrics.front();
  const auto sum = [](const std::vector<std::size_t>& counts) {
    std::size_t all = 0;
    for (const std::size_t count : counts) all += count;
    return all;
  };
  EXPECT_EQ(sum(speed.now_counts), speed.now->count);
  EXPECT_EQ(sum(speed.before_counts), speed.before->count);
  EXPECT_EQ(speed.now->count, 19U) << "one of twenty was not evaluated";
  EXPECT_EQ(page.runs[speed.largest.front().first].key, "test/04");
  ASSERT_EQ(speed.trend.size(), 3U);
  EXPECT_EQ(speed.trend[2]->median, speed.now->median);
  EXPECT_THAT(page_of({.suite = "night-3", .last = 2}).trend_suites, ElementsAre("night-2", "night-3"));
}

TEST_P(SuitePageTest, WhatRulesTakeAwayIsNotShownButSaid) {
  ASSERT_TRUE(add_rule(*store_, {.match = {.kind = "road_departure"},
                                 .action = {.mark = Mark::not_an_issue},
                                 .who = "ada",
                                 .made = "2026-11-03T09:00:00Z"}));
  const auto suite = suite_named(*store_, "night-3");
  ASSERT_TRUE(suite);
  ASSERT_EQ(finish_suite(*store_, suite->id), std::nullopt);
  const SuitePage after = page_of({.suite = "night-3"});
  EXPECT_EQ(findings(after).front(), "changed warning test/03 hard_braking 1");
  EXPECT_THAT(after.show.notes, testing::Contains(HasSubstr("1 issue is not shown: rules of triage")));
  EXPECT_EQ(findings(page_of({.suite = "night-3", .against = {.as_evaluated = true}})).front(),
            "new error test/02 road_departure 1");
}

TEST_P(SuitePageTest, HostileNamesStayData) {
  const auto suite =
      store_->make_suite({.name = "</title><script>alert(1)</script>", .created = "2026-11-04T02:00:00Z"});
  ASSERT_TRUE(suite);
  store::RunRecord record = kit::night_record(0, 1, false);
  record.run.key = "</script><img src=x onerror=alert(1)>";
  if (GetParam() == store::Dialect::sqlite) record.run.key += '\xff';  // which the other one refuses
  record.run.duration = 1e300;
  record.issues.front().start = 1e300;
  ASSERT_EQ(store_->write(suite->id, std::vector{record}), std::nullopt);
  ASSERT_EQ(finish_suite(*store_, suite->id), std::nullopt);
  const SuitePage page = page_of({.suite = suite->name});
  const std::string text = suite_page(page);
  if (report::suite_template().empty()) GTEST_SKIP() << "built without npm";
  EXPECT_THAT(text, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(text, HasSubstr("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"));
  EXPECT_THAT(text, HasSubstr("data-part=\"findings\""));
  EXPECT_EQ(suite_page(page_of({.suite = suite->name})), text) << "same inputs, same bytes";
}

TEST_P(SuitePageTest, AMissingSuiteIsNamed) {
  const auto page = read_page(*store_, {.suite = "night-33"});
  ASSERT_FALSE(page);
  EXPECT_THAT(to_string(page.problem()), HasSubstr("there is no suite \"night-33\"; did you mean \"night-3"));
}

SCRUTINEER_WITH_EACH_STORE(SuitePageTest);

}  // namespace
}  // namespace scrutineer::suite
