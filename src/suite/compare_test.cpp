#include "suite/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/suite_overviews.h"

namespace scrutineer::suite {
namespace {

using store::Outcome;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Compare, GivesEveryFindingItsStatus) {
  struct Case {
    const char* name;
    kit::OverviewTest before, now;
    std::vector<IssueStatus> statuses;
    std::size_t gone;
  };
  using enum IssueStatus;
  const auto with = [](double worst, Noise noise = {}, Mark mark = Mark::none) {
    return kit::OverviewTest{.test = 1, .findings = {{.cluster = 5, .worst = worst, .mark = mark, .noise = noise}}};
  };
  const kit::OverviewTest none{.test = 1}, lost{.test = 1, .outcome = Outcome::crashed},
      elsewhere{.test = 2, .findings = {{.cluster = 5}}};
  const Case cases[] = {
      {"the same", with(10.0), with(10.0), {same}, 0},
      {"new", none, with(10.0), {fresh}, 0},
      {"gone", with(10.0), none, {}, 1},
      {"another cluster", {.test = 1, .findings = {{.cluster = 4}}}, with(10.0), {fresh}, 1},
      {"several",
       {.test = 1, .findings = {{.cluster = 3}, {.cluster = 5}}},
       {.test = 1, .findings = {{.cluster = 5}, {.cluster = 8}}},
       {same, fresh},
       1},
      {"another key has it", elsewhere, with(10.0), {fresh}, 0},
      {"the baseline's run was lost", lost, with(10.0), {fresh}, 0},
      {"not gone where the run was lost", with(10.0), lost, {}, 0},
      {"changed by more than 1 %", with(10.0), with(10.2), {changed}, 0},
      {"changed by less", with(10.0), with(10.05), {same}, 0},
      {"changed within its noise", with(10.0), with(10.5, {6, 0.2}), {same}, 0},
      {"changed beyond its noise", with(10.0), with(10.7, {6, 0.2}), {changed}, 0},
      {"a value that was not there", with(kNoValue), with(10.0), {changed}, 0},
      {"no values", with(kNoValue), with(kNoValue), {same}, 0},
      {"a rule says that it is new", with(10.0), with(10.0, {}, Mark::fresh), {fresh}, 0},
  };
  for (const Case& row : cases) {
    const Comparison found = compare(kit::overview("a", {row.before}), kit::overview("b", {row.now}));
    EXPECT_EQ(found.statuses, row.statuses) << row.name;
    EXPECT_EQ(found.gone.size(), row.gone) << row.name;
  }
}

TEST(Compare, PairsRunsByKey) {
  const auto before = kit::overview("a", {{.test = 1},
                                          {.test = 2, .findings = {{.cluster = 5}}, .verdict = RunVerdict::fail},
                                          {.test = 3},
                                          {.test = 7, .findings = {{.cluster = 5}}},
                                          {.test = 8, .findings = {{.cluster = 5}}}});
  const auto now = kit::overview("b", {{.test = 2},
                                       {.test = 3, .verdict = RunVerdict::none, .outcome = Outcome::timeout},
                                       {.test = 4, .findings = {{.cluster = 5}}},
                                       {.test = 7, .findings = {{.cluster = 5}}},
                                       {.test = 8, .broke_off = true}});
  const Comparison found = compare(before, now);
  EXPECT_THAT(found.only_before, ElementsAre(0U));
  EXPECT_THAT(found.only_now, ElementsAre(2U));
  EXPECT_THAT(found.verdicts, ElementsAre(RunPair{1, 0}, RunPair{2, 1}));
  EXPECT_THAT(found.statuses, ElementsAre(IssueStatus::fresh, IssueStatus::same));
  EXPECT_THAT(found.gone, ElementsAre(0U));
  EXPECT_EQ(found.in_both, 4U);
}

TEST(Compare, LooksAtTheVerdictThatIsAskedFor) {
  const auto before = kit::overview("a", {{.test = 1, .verdict = RunVerdict::fail}});
  auto now = before;
  now.runs[0].after_rules = RunVerdict::pass;
  EXPECT_THAT(compare(before, now, {.after_rules = false}).verdicts, IsEmpty());
  EXPECT_THAT(compare(before, now, {.after_rules = true}).verdicts, ElementsAre(RunPair{0, 0}));
}

}  // namespace
}  // namespace scrutineer::suite
