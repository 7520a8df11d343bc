#include <gmock/gmock.h>

#include "checks/catalogue.h"
#include "kit/check_tester.h"
#include "kit/odd_files.h"
#include "kit/scenario.h"
#include "odd/monitor.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::Scenario;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The ego gets faster than 15.7 m/s between 5.1 s and 5.2 s, and slower again between 7.8 s and 7.9 s.
kit::RunData fast_and_slow() {
  Scenario scenario({.step = 100ms, .duration = 10s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_free({0.0, 0.0, 0.0})
      .speed({{0s, 10.0}, {5s, 15.0}, {6s, 20.0}, {7s, 20.0}, {8s, 15.0}, {10s, 10.0}});
  return scenario.run();
}

watch::Evaluation evaluate(const kit::RunData& run, odd::Monitor* monitor) {
  std::vector<watch::Check> checks = catalogue();
  std::erase_if(checks, [](const watch::Check& check) { return check.info.name != "odd"; });
  const watch::Settings settings(checks);
  const auto trace = kit::as_trace(run);
  return watch::evaluate(checks, settings, {.trace = *trace, .odd = monitor}).evaluation;
}

std::shared_ptr<const odd::Odd> odd_of(const std::string& text) {
  odd::ReadOdd read = kit::read_odd_text(text);
  EXPECT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  return std::make_shared<const odd::Odd>(std::move(read.odd));
}

std::vector<std::string> lines(const watch::Evaluation& evaluation) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : evaluation.intervals)
    lines.push_back(std::get<std::string>(record.data[0]) + ' ' + rounded(to_seconds(record.start), 3) + " to " +
                    rounded(to_seconds(record.end), 3) + ": " + std::get<std::string>(record.data[2]));
  return lines;
}

TEST(Odd, IsLeftWhileTheRootIsOutside) {
  odd::Monitor monitor(odd_of("ODD: {slow: {INCLUDE_AND: {speed: \"<= 15.7 m/s\"}}}\n"), {});
  const watch::Evaluation found = evaluate(fast_and_slow(), &monitor);
  ASSERT_EQ(found.issues.size(), 1U);
  EXPECT_EQ(found.issues[0].kind, "odd_exit");
  EXPECT_EQ(found.issues[0].severity, watch::Severity::warning);
  EXPECT_THAT(found.issues[0].message, HasSubstr("Outside of the ODD slow for 2.7 s and "));
  EXPECT_THAT(found.issues[0].message, HasSubstr("speed was 16 m/s (wanted: at most 15.7 m/s)"));
  EXPECT_THAT(lines(found), ElementsAre("outside 5.2 to 7.9: speed was 16 m/s (wanted: at most 15.7 m/s)"));
  // From 5.2 s to 7.9 s of 10 s.
  EXPECT_NEAR(monitor.shares(monitor.domain().root).time_share(odd::Truth::no), 0.27, 1e-9);
  EXPECT_NEAR(monitor.shares(monitor.domain().root).time_share(odd::Truth::yes), 0.73, 1e-9);
  EXPECT_GT(monitor.shares(monitor.domain().root).distance_share(odd::Truth::no), 0.27) << "it was faster meanwhile";
}

TEST(Odd, WhatIsUnknownIsAnIntervalButNoIssue) {
  odd::Monitor monitor(odd_of("ODD: {slow: {INCLUDE_AND: {speed: \"<= 15.7 m/s\", lane_type: traffic_lane}}}\n"), {});
  const watch::Evaluation found = evaluate(fast_and_slow(), &monitor);
  EXPECT_EQ(found.issues.size(), 1U) << "too fast is outside, whatever the lane is";
  EXPECT_THAT(lines(found), ElementsAre("unknown 0 to 5.2: lane_type is traffic_lane",
                                        "outside 5.2 to 7.9: speed was 16 m/s (wanted: at most 15.7 m/s)",
                                        "unknown 7.9 to 10: lane_type is traffic_lane"));
  EXPECT_EQ(std::get<std::string>(found.intervals[0].data[3]), "lane_type");
}

TEST(Odd, ExcludedConditionsAreNamedAsSuch) {
  odd::Monitor monitor(odd_of("ODD: {slow: {EXCLUDE_OR: {speed: \"> 15.7 m/s\"}}}\n"), {});
  EXPECT_THAT(lines(evaluate(fast_and_slow(), &monitor)),
              ElementsAre("outside 5.2 to 7.9: speed was 16 m/s (excluded: more than 15.7 m/s)"));
}

TEST(Odd, NoIntervalWhileInside) {
  odd::Monitor monitor(odd_of("ODD: {slow: {INCLUDE_AND: {speed: \"<= 30 m/s\"}}}\n"), {});
  EXPECT_THAT(lines(evaluate(fast_and_slow(), &monitor)), ElementsAre());
  EXPECT_EQ(monitor.shares(monitor.domain().root).time_share(odd::Truth::yes), 1.0);
}

TEST(Odd, IsSkippedWithoutAnOdd) {
  const watch::Evaluation found = evaluate(fast_and_slow(), nullptr);
  ASSERT_EQ(found.checks.size(), 1U);
  EXPECT_EQ(found.checks[0].state, watch::CheckOutcome::State::skipped);
  EXPECT_THAT(found.checks[0].reason, HasSubstr("an operational design domain"));
}

// What is written of a drive gives the same verdicts at the same times when it is all that is known.
TEST(Odd, ACodThatIsWrittenAndReadBackGivesTheSameVerdicts) {
  const auto odd = odd_of(
      "ODD: {slow: {INCLUDE_AND: {speed: \"<= 15 m/s\", fine: true}}}\n"
      "MODULES: {fine: {EXCLUDE_OR: {rainfall_rate: \"> 2 mm/h\", agent_type: animals}}}\n");
  odd::CodRow dry{.values = {{odd->taxonomy.find("rainfall_rate").id, odd::Value::number(0.0)}}};
  odd::CodRow wet{.time = Time(3s), .values = {{odd->taxonomy.find("rainfall_rate").id, odd::Value::number(1e-5)}}};
  odd::Monitor first(odd, {.told = {dry, wet}});
  const std::vector<std::string> expected = lines(evaluate(fast_and_slow(), &first));
  ASSERT_EQ(expected.size(), 1U);
  const auto written = odd::read_cod(odd::cod_yaml(odd->taxonomy, first.rows()), "cod.yaml", odd->taxonomy);
  ASSERT_TRUE(written) << to_string(written.problem());
  EXPECT_TRUE(written->warnings.empty());

  // Somebody else's drive, who stands still in the sun: the COD wins.
  Scenario standing({.step = 100ms, .duration = 10s});
  standing.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(0.0);
  odd::Monitor second(odd, {.told = written->rows});
  const std::vector<std::string> again = lines(evaluate(standing.run(), &second));
  EXPECT_EQ(again, expected);
  ASSERT_EQ(first.changes().size(), second.changes().size());
  for (std::size_t i = 0; i < first.changes().size(); ++i) {
    EXPECT_EQ(first.changes()[i].time, second.changes()[i].time);
    EXPECT_EQ(first.changes()[i].truth, second.changes()[i].truth);
  }
}

}  // namespace
}  // namespace scrutineer::checks
