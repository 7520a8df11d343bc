// What users declare can do nothing, or only a part, where the run does not tell what their code asks for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;

kit::RunData two_vehicles(bool with_indicators = false) {
  kit::Scenario scenario({.step = 100ms, .duration = 1s});
  auto& ego = scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  if (with_indicators)
    ego.reports({trace::Field::velocity, trace::Field::indicator});
  else
    ego.reports({trace::Field::velocity});
  scenario.add({.id = "7"}).start_free({50.0, 0.0, 0.0}).speed(10.0).reports({trace::Field::velocity});
  return scenario.run();
}

const watch::CheckOutcome& outcome(const kit::Ran& ran, std::string_view name) {
  static const watch::CheckOutcome kNone{.reason = "there is none"};
  const auto found = std::ranges::find(ran.evaluation.checks, name, &watch::CheckOutcome::name);
  return found == ran.evaluation.checks.end() ? kNone : *found;
}

TEST(ToldFacts, CodeThatCanDoNothingWithoutThemIsSkipped) {
  const std::string rain = "the run does not tell precipitation", none;
  struct Case {
    const char* name;
    const char* code;  // of a watcher
    std::string reason;
  };
  const Case cases[] = {
      {"a condition around it", R"osc(
    on @top.w_clk:
        if conditions.precipitation >= moderate and actor.state.speed > 1mps:
            start_interval()
        else:
            end_interval()
)osc",
       rain},
      {"the condition of the block",
       "    on @top.w_clk if conditions.precipitation >= moderate:\n        start_interval()\n", rain},
      {"what rises", "    on rise(conditions.precipitation >= moderate):\n        start_interval()\n", rain},
      {"a variable that keeps it", R"osc(
    on @top.w_clk:
        var is_wet: bool = false
        if actor.state.speed > 1mps:
            is_wet = conditions.precipitation >= moderate
        if is_wet:
            start_interval()
)osc",
       rain},
      {"a method that starts it", R"osc(
    def begin() is:
        if conditions.precipitation >= moderate:
            start_interval()
    on @top.w_clk:
        begin()
)osc",
       rain},
      {"what it remembers beside", R"osc(
    var before: time = 0s
    on @top.w_clk:
        before = top.time
        if conditions.precipitation >= moderate:
            start_interval()
    on @i_start:
        logger.log_info("wet since $(before)")
)osc",
       rain},
      {"unless it is dry", R"osc(
    on @top.w_clk:
        if not (conditions.precipitation >= moderate) or actor.state.speed < 1mps:
            end_interval()
        elif actor.state.speed > 2mps:
            start_interval()
)osc",
       rain},
      {"a return before", R"osc(
    on @top.w_clk:
        if not (conditions.precipitation >= moderate):
            return
        start_interval()
)osc",
       rain},
      {"a return after", R"osc(
    on @top.w_clk:
        if conditions.precipitation >= moderate:
            return
        start_interval()
)osc",
       none},
      {"both ways", R"osc(
    on @top.w_clk:
        if conditions.precipitation >= moderate:
            start_interval()
        if conditions.precipitation == heavy or (conditions.precipitation == light and actor.state.speed > 1mps):
            start_interval()
)osc",
       rain},
      {"another way", R"osc(
    on @top.w_clk:
        if conditions.precipitation >= moderate:
            start_interval()
        if actor.state.speed > 100mps:
            start_interval()
)osc",
       none},
      {"where it does not hold", R"osc(
    on @top.w_clk:
        if conditions.precipitation >= moderate:
            end_interval()
        else:
            start_interval()
)osc",
       none},
      {"a variable that may be something else", R"osc(
    on @top.w_clk:
        var is_wet: bool = actor.state.speed > 100mps
        if actor.state.speed > 1mps:
            is_wet = conditions.precipitation >= moderate
        if is_wet:
            start_interval()
)osc",
       none},
      {"what raises an issue without it", R"osc(
    on @top.w_clk:
        if conditions.precipitation >= moderate:
            start_interval()
        if actor.state.speed > 100mps:
            sut_error(speed_policy)
)osc",
       none},
      {"a method that calls itself", R"osc(
    def go_on(n: int) is:
        if n > 0 and conditions.precipitation >= moderate:
            start_interval()
        if n > 0:
            go_on(n - 1)
    on @top.w_clk:
        go_on(3)
)osc",
       none},
      {"others' indicators", R"osc(
    on @top.w_clk:
        if traffic.vehicles.any(it.state.vehicle_indicators.indicator == left):
            start_interval()
)osc",
       "the run does not tell indicator"},
      {"nothing that it asks for", "    on @top.w_clk:\n        start_interval()\n", none},
  };
  for (const auto& [name, code, reason] : cases) {
    const kit::Ran ran = kit::run(
        std::string("watcher modifier by_hand:\n") + code + "global modifier vehicle.m:\n    watcher w is by_hand()\n",
        two_vehicles());
    EXPECT_EQ(outcome(ran, "vehicle.m.w").reason, reason) << name << '\n' << ran.diagnostics;
    EXPECT_EQ(outcome(ran, "vehicle.m").reason, "") << name;
    EXPECT_TRUE(reason.empty() || ran.intervals("vehicle.m.w").empty()) << name;
  }
}

TEST(ToldFacts, ConditionsMayAskAnybody) {
  struct Case {
    const char *name, *condition;
    bool is_told;  // by the ego
    std::string reason;
  };
  const std::string indicator = "the run does not tell indicator";
  const Case cases[] = {
      {"any vehicle", "traffic.vehicles.any(it.state.vehicle_indicators.indicator == left)", false, indicator},
      {"any vehicle, and one tells", "traffic.vehicles.any(it.state.vehicle_indicators.indicator == left)", true, ""},
      {"the ego", "sut.car.state.vehicle_indicators.indicator == left", false, indicator},
      {"all vehicles, of which there may be none",
       "traffic.vehicles.filter(it != actor).all(it.state.vehicle_indicators.indicator == left)", false, ""},
      {"a truth that must be", "(sut.car.state.vehicle_indicators.indicator == left) == true", false, indicator},
      {"one that must not", "(sut.car.state.vehicle_indicators.indicator == left) == false", false, ""},
      {"and one that must differ", "(sut.car.state.vehicle_indicators.indicator == left) != false", false, indicator},
  };
  for (const auto& [name, condition, is_told, reason] : cases) {
    const kit::Ran ran =
        kit::run(std::string("global modifier vehicle.m:\n    watcher w is while_w(") + condition + ")\n",
                 two_vehicles(is_told));
    EXPECT_EQ(outcome(ran, "vehicle.m.w").reason, reason) << name << '\n' << ran.diagnostics;
  }
}

// What is started from outside needs what those need that start it; a modifier, what all that it does needs.
TEST(ToldFacts, AreNeededByAllThatDependsOnThem) {
  const kit::Ran ran = kit::run(R"osc(
global modifier vehicle.m:
    watcher wet is passive_w
    watcher never is passive_w
    watcher beside is while_w(actor.state.speed > 1mps)
    on @top.w_clk:
        if conditions.precipitation >= moderate:
            wet.start_interval()
        else:
            wet.end_interval()
global modifier vehicle.says:
    on @top.w_clk:
        if conditions.illumination == night:
            logger.log_info("dark")
global modifier vehicle.counts:
    var n: int
    record(n, expression: n)
    on @top.w_clk:
        if conditions.illumination == night:
            n += 1
on @top.w_clk:
    if conditions.illumination == night:
        logger.log_info("dark")
)osc",
                                two_vehicles());
  EXPECT_EQ(ran.diagnostics, "");
  const std::string rain = "the run does not tell precipitation", light = "the run does not tell illumination";
  EXPECT_EQ(outcome(ran, "vehicle.m").reason, rain);
  EXPECT_EQ(outcome(ran, "vehicle.m.wet").reason, rain);
  EXPECT_EQ(outcome(ran, "vehicle.m.never").reason, "");
  EXPECT_EQ(outcome(ran, "vehicle.m.beside").reason, "");
  EXPECT_EQ(outcome(ran, "vehicle.says").reason, light);
  EXPECT_EQ(outcome(ran, "vehicle.counts").reason, "");
  EXPECT_EQ(outcome(ran, "run").reason, "");
}

TEST(ToldFacts, WhereAPartNeedsThemANoteSaysSo) {
  const std::string note = "Its code asks for precipitation, which the run does not tell.";
  struct Case {
    const char *name, *condition;
    std::vector<std::string> notes;
  };
  const Case cases[] = {
      {"one way of two", "actor.state.speed > 1mps or conditions.precipitation >= moderate", {note}},
      {"a limit", "actor.state.speed > (conditions.precipitation >= moderate ? 1mps : 2mps)", {note}},
      {"what it cannot do without", "conditions.precipitation >= moderate", {}},
      {"its code knows", "actor.state.speed > 1mps or conditions.precipitation == unknown", {}},
      {"its code asks",
       "actor.state.speed > 1mps or (is_defined(conditions.rainfall_rate) and conditions.rainfall_rate > 3)",
       {}},
      {"nothing of that kind", "actor.state.speed > 1mps", {}},
  };
  for (const auto& [name, condition, notes] : cases) {
    const kit::Ran ran = kit::run(
        std::string("global modifier vehicle.m:\n    watcher w is while_w(") + condition + ")\n", two_vehicles());
    EXPECT_EQ(outcome(ran, "vehicle.m.w").notes, notes) << name << '\n' << ran.diagnostics;
  }
}

// Also of what makes all of a checker be skipped where it finds nothing.
TEST(ToldFacts, WhatFoundSomethingAllTheSameSaysWhatItLacked) {
  struct Case {
    const char *name, *code, *reason;
    std::vector<std::string> notes;
  };
  const std::string note = "Part of it was not judged: there is no map.";
  const Case cases[] = {
      {"an interval", "    watcher w is while_w(actor.state.speed > 1mps or actor.is_on_highway())\n", "", {note}},
      {"no interval",
       "    watcher w is while_w(actor.state.speed > 100mps or actor.is_on_highway())\n",
       "there is no map",
       {}},
      {"nothing that needs a map", "    watcher w is while_w(actor.state.speed > 1mps)\n", "", {}},
      {"an issue",
       R"osc(
    checker w is by_hand()
watcher modifier by_hand:
    on @top.w_clk:
        if actor.state.speed > 1mps and not actor.is_on_highway():
            sut_error(speed_policy)
)osc",
       "",
       {note}},
  };
  for (const auto& [name, code, reason, notes] : cases) {
    const kit::Ran ran = kit::run(std::string("global modifier vehicle.m:\n") + code, two_vehicles());
    EXPECT_EQ(outcome(ran, "vehicle.m.w").reason, reason) << name << '\n' << ran.diagnostics;
    EXPECT_EQ(outcome(ran, "vehicle.m.w").notes, notes) << name;
  }
}

}  // namespace
}  // namespace scrutineer::lang
