// Intervals closer than merge_gap are one, whether a condition or code begins and ends them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::ElementsAreArray;

// One car whose speed is above 10 m/s from 1 s to 1.4 s, from 1.7 s to 2 s and from 3 s on.
kit::RunData bursts(Duration vanishes = 5s) {
  kit::Scenario scenario({.step = 100ms, .duration = 4s});
  scenario.add({.id = "7"})
      .start_free({0.0, 0.0, 0.0})
      .speed({{0s, 9.0},
              {950ms, 9.0},
              {950ms, 12.0},
              {1350ms, 12.0},
              {1350ms, 8.0},
              {1650ms, 8.0},
              {1650ms, 13.0},
              {1950ms, 13.0},
              {1950ms, 8.0},
              {2950ms, 8.0},
              {2950ms, 14.0},
              {4s, 14.0}})
      .vanishes(vanishes);
  return scenario.run();
}

const std::string kByCode = R"osc(
extend issue_kind: [too_fast]

struct fast_data inherits any_watcher_data:
    var frames: int = 0

watcher modifier fast_w(fast_data):
    on @top.w_clk:
        var is_fast: bool = actor.state.speed > 10mps
        if is_fast and data == null:
            start_interval()
        elif not is_fast and data != null:
            end_interval()
    on @i_start:
        logger.log_info("starts")
    on @i_clock:
        data.frames = data.frames + 1
    on @i_end:
        logger.log_info("ends after $(data.frames) frames at $(data.end_time)")

global modifier vehicle.speeds:
    checker fast is fast_w() with:
        keep(it.merge_gap == GAP)
        it.sut_issue(severity: error, kind: too_fast, details: "$(fast.data.frames)")
)osc";
const std::string kByCondition = R"osc(
global modifier vehicle.speeds:
    watcher fast is while_w(actor.state.speed > 10mps) with:
        keep(it.merge_gap == GAP)
)osc";

std::string with_gap(std::string program, const std::string& gap) {
  return program.replace(program.find("GAP"), 3, gap);
}

TEST(MergeGap, JoinsWhatIsCloser) {
  struct Case {
    const char *name, *gap;
    std::vector<std::string> by_condition, by_code, issues, messages;
  };
  const Case cases[] = {
      {"none",
       "0s",
       {"1 to 1.4 of 7", "1.7 to 2 of 7", "3 to 4 of 7"},
       {"1 to 1.4 of 7: frames=4", "1.7 to 2 of 7: frames=3", "3 to 4 of 7: frames=11"},
       {"too_fast of 7, error: 4", "too_fast of 7, error: 3", "too_fast of 7, error: 11"},
       {"starts", "ends after 4 frames at 1.4s", "starts", "ends after 3 frames at 2s", "starts",
        "ends after 11 frames at 4s"}},
      {"shorter than the first gap",
       "0.2s",
       {"1 to 1.4 of 7", "1.7 to 2 of 7", "3 to 4 of 7"},
       {"1 to 1.4 of 7: frames=4", "1.7 to 2 of 7: frames=3", "3 to 4 of 7: frames=11"},
       {"too_fast of 7, error: 4", "too_fast of 7, error: 3", "too_fast of 7, error: 11"},
       {"starts", "ends after 4 frames at 1.4s", "starts", "ends after 3 frames at 2s", "starts",
        "ends after 11 frames at 4s"}},
      {"shorter than the first gap, and no frame where it ends",
       "0.25s",
       {"1 to 1.4 of 7", "1.7 to 2 of 7", "3 to 4 of 7"},
       {"1 to 1.4 of 7: frames=4", "1.7 to 2 of 7: frames=3", "3 to 4 of 7: frames=11"},
       {"too_fast of 7, error: 4", "too_fast of 7, error: 3", "too_fast of 7, error: 11"},
       {"starts", "ends after 4 frames at 1.4s", "starts", "ends after 3 frames at 2s", "starts",
        "ends after 11 frames at 4s"}},
      {"as long as the first gap",
       "0.3s",
       {"1 to 1.4 of 7", "1.7 to 2 of 7", "3 to 4 of 7"},
       {"1 to 1.4 of 7: frames=4", "1.7 to 2 of 7: frames=3", "3 to 4 of 7: frames=11"},
       {"too_fast of 7, error: 4", "too_fast of 7, error: 3", "too_fast of 7, error: 11"},
       {"starts", "ends after 4 frames at 1.4s", "starts", "ends after 3 frames at 2s", "starts",
        "ends after 11 frames at 4s"}},
      {"a little longer",
       "0.31s",
       {"1 to 2 of 7", "3 to 4 of 7"},
       {"1 to 2 of 7: frames=7", "3 to 4 of 7: frames=11"},
       {"too_fast of 7, error: 7", "too_fast of 7, error: 11"},
       {"starts", "ends after 7 frames at 2s", "starts", "ends after 11 frames at 4s"}},
      {"shorter than the second gap",
       "0.9s",
       {"1 to 2 of 7", "3 to 4 of 7"},
       {"1 to 2 of 7: frames=7", "3 to 4 of 7: frames=11"},
       {"too_fast of 7, error: 7", "too_fast of 7, error: 11"},
       {"starts", "ends after 7 frames at 2s", "starts", "ends after 11 frames at 4s"}},
      {"longer than both",
       "2s",
       {"1 to 4 of 7"},
       {"1 to 4 of 7: frames=18"},
       {"too_fast of 7, error: 18"},
       {"starts", "ends after 18 frames at 4s"}},
  };
  for (const Case& c : cases) {
    const kit::Ran condition = kit::run(with_gap(kByCondition, c.gap), bursts());
    EXPECT_THAT(condition.intervals("vehicle.speeds.fast"), ElementsAreArray(c.by_condition)) << c.name;
    const kit::Ran code = kit::run(with_gap(kByCode, c.gap), bursts());
    EXPECT_THAT(code.intervals("vehicle.speeds.fast"), ElementsAreArray(c.by_code)) << c.name;
    EXPECT_THAT(code.issues("vehicle.speeds.fast"), ElementsAreArray(c.issues)) << c.name;
    EXPECT_THAT(code.messages(), ElementsAreArray(c.messages)) << c.name;
  }
}

// What waits to go on ends where code ended it, not where the waiting does.
TEST(MergeGap, EndsWhatWaitsWhenItsActorIsGoneOrTheRunIsOver) {
  const std::string program = with_gap(kByCode, "5s");
  EXPECT_THAT(kit::run(program, bursts(2500ms)).intervals("vehicle.speeds.fast"), ElementsAre("1 to 2 of 7: frames=7"));
  kit::RunData cut = bursts();
  while (cut.frames.back().time > Time{2500ms}) cut.frames.pop_back();
  EXPECT_THAT(kit::run(program, cut).intervals("vehicle.speeds.fast"), ElementsAre("1 to 2 of 7: frames=7"));
}

// What code ends although its condition holds begins again at once; where gaps are joined, it is one interval.
TEST(MergeGap, JoinsWhatCodeEndsAndItsConditionBeginsAgain) {
  const std::string program = R"osc(
global modifier vehicle.speeds:
    watcher fast is while_w(actor.state.speed > 10mps) with:
        keep(it.merge_gap == GAP)
    on elapsed(1.2s):
        fast.end_interval()
)osc";
  EXPECT_THAT(kit::run(with_gap(program, "0s"), bursts()).intervals("vehicle.speeds.fast"),
              ElementsAre("1 to 1.2 of 7", "1.2 to 1.4 of 7", "1.7 to 2 of 7", "3 to 4 of 7"));
  EXPECT_THAT(kit::run(with_gap(program, "0.2s"), bursts()).intervals("vehicle.speeds.fast"),
              ElementsAre("1 to 1.4 of 7", "1.7 to 2 of 7", "3 to 4 of 7"));
}

// What belongs to the run, not to an actor, has a merge_gap, too.
TEST(MergeGap, IsHonouredByAWatcherOfTheRun) {
  const std::string program = R"osc(
global modifier top.speeds:
    watcher fast is while_w(sut.car.state.speed > 12mps) with:
        keep(it.merge_gap == GAP)
)osc";
  kit::RunData run = bursts();
  run.actors.front().is_host = true;
  // Above 12 m/s from 1.7 s to 2 s and from 3 s on.
  EXPECT_THAT(kit::run(with_gap(program, "0s"), run).intervals("top.speeds.fast"),
              ElementsAre("1.7 to 2 of 7", "3 to 4 of 7"));
  EXPECT_THAT(kit::run(with_gap(program, "1s"), run).intervals("top.speeds.fast"),
              ElementsAre("1.7 to 2 of 7", "3 to 4 of 7"));
  EXPECT_THAT(kit::run(with_gap(program, "1.01s"), run).intervals("top.speeds.fast"), ElementsAre("1.7 to 4 of 7"));
}

// As of built-in checks: its outcome says so.
TEST(Freezing, OfAWatcherThroughoutIsToldAsItsReason) {
  const kit::Ran ran = kit::run(R"osc(
global modifier vehicle.speeds:
    watcher fast is while_w(actor.state.speed > 10mps)
    watcher slow is while_w(actor.state.speed <= 10mps)
    on @start:
        override(fast, run_mode: freeze)
)osc",
                                bursts());
  std::vector<std::string> outcomes;
  for (const watch::CheckOutcome& check : ran.evaluation.checks)
    if (check.name.starts_with("vehicle.speeds"))
      outcomes.push_back(check.name + ": " + std::string(to_word(check.state)) + " " + check.reason);
  EXPECT_THAT(outcomes,
              ElementsAre("vehicle.speeds: completed ", "vehicle.speeds.fast: skipped it was frozen throughout",
                          "vehicle.speeds.slow: completed "));
}

}  // namespace
}  // namespace scrutineer::lang
