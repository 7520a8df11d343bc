#include "lang/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_program.h"
#include "kit/scenario.h"
#include "lang/vm/intrinsics.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang {
namespace {

using kit::Ran;
using kit::run;
using kit::two_cars;

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- programs as text, run -----------------------------------------------------------------------------------------

TEST(Compile, RunsWatchersAndCheckers) {
  const char* source = R"osc(
extend issue_kind: [too_fast]

struct fast_data inherits any_watcher_data:
    var top_speed: speed

    record(top_speed, unit: kph, text: "The highest speed.")

watcher modifier fast(fast_data):
    limit: speed = 12mps
    var count: int = 0

    on @top.w_clk:
        if actor.state.speed > limit and data == null:
            start_interval()
        elif actor.state.speed <= limit and data != null:
            end_interval()

    on @i_start:
        count = count + 1

    on @i_clock:
        if not (actor.state.speed <= data.top_speed):
            data.top_speed = actor.state.speed

global modifier vehicle.speeds:
    watcher slow is while_w(actor.state.speed < 11mps)
    checker too_fast is fast(limit: 15mps) with:
        it.sut_issue(severity: warning, kind: too_fast,
            details: "$(actor.id) reached $(too_fast.data.top_speed)")
)osc";
  const Ran ran = run(source, two_cars());
  EXPECT_THAT(ran.intervals("vehicle.speeds.slow"), ElementsAre("0 to 1.2 of ego", "0 to 3 of 7"));
  EXPECT_THAT(ran.intervals("vehicle.speeds.too_fast"), ElementsAre("2.1 to 3 of ego: top_speed=72"));
  EXPECT_THAT(ran.issues("vehicle.speeds.too_fast"), ElementsAre("too_fast of ego, warning: ego reached 20mps"));
}

// ---- what the seeds show --------------------------------------------------------------------------------------------

// The ego drives at 60 m/s (216 km/h) for a second, then at 30; the other one is 20 m aside in one frame.
kit::RunData bad_drive() {
  kit::Scenario scenario({.map = nullptr, .step = 50ms, .duration = 4s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_free({0.0, 0.0, 0.0})
      .speed({{0s, 60.0}, {1s, 60.0}, {3s, 50.0}, {4s, 50.0}});
  scenario.add({.id = "7"}).start_free({300.0, 0.0, 0.0}).speed(10.0).fault(kit::jump(2s, 0.0, 20.0));
  return scenario.run();
}

TEST(Compile, ChangesSeverities) {
  struct Case {
    const char* name;
    const char* source;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"as it is", "", {"speed_physical of ego, error"}},
      {"everybody's",
       "on @top.new_issue:\n"
       "    call issues.curr.modify(speed_physical, warning,\n"
       "        \"Moving physical speed check to warning\")\n",
       {"speed_physical of ego, warning because Moving physical speed check to warning"}},
      {"the ego's",
       "on @top.new_issue if issues.curr.category == sut:\n"
       "    call issues.curr.modify(speed_physical, warning,\n"
       "        \"Moving physical speed check to warning\")\n",
       {"speed_physical of ego, warning because Moving physical speed check to warning"}},
      {"somebody else's",
       "on @top.new_issue if issues.curr.category == other:\n"
       "    call issues.curr.modify(speed_physical, warning, \"no\")\n",
       {"speed_physical of ego, error"}},
      {"a limit for all cars", "extend car.physical:\n    keep(max_speed == 250kph)\n", {}},
      {"a limit for the ego", "extend sut:\n    keep(car.physical.max_speed == 250kph)\n", {}},
  };
  for (const auto& [name, source, expected] : cases) {
    const Ran ran = run(source, bad_drive());
    std::vector<std::string> lines;
    for (const watch::Issue& issue : ran.evaluation.issues)
      if (issue.kind == "speed_physical")
        lines.push_back(issue.kind + " of " + issue.actor.id + ", " + std::string(to_word(issue.severity)) +
                        (issue.reason.empty() ? "" : " because " + issue.reason));
    EXPECT_EQ(lines, expected) << name;
  }
}

TEST(Compile, MakesATeleportationCheckerForOthers) {
  const char* source = R"osc(
extend ftlx_global_eval_config:
    const npc_vehicle_teleportation_checker_config: teleportation_checker_config = new
    set npc_vehicle_teleportation_checker_config.distance_factor_threshold = 1.5
    set npc_vehicle_teleportation_checker_config.distance_threshold_tolerance = 0.2m
    set npc_vehicle_teleportation_checker_config.issue_severity = warning
    set npc_vehicle_teleportation_checker_config.sample_clk_rate = 40ms
    set npc_vehicle_teleportation_checker_config.smoothing_time = 0.4s
    set npc_vehicle_teleportation_checker_config.enabled = true
    set npc_vehicle_teleportation_checker_config.log_level = info_level

global modifier npc_vehicle.teleportation:

    checker npc_vehicle_teleportation_checker is teleportation(physical_object: actor) with:
        it.sut_issue(severity: ftlx_global_eval_config.npc_vehicle_teleportation_checker_config.issue_severity,
            kind: teleportation,
            details: "Teleportation detected: $(npc_vehicle_teleportation_checker.data.trigger_reason.as(string).replace("_", " ")) threshold(s).")

    keep(npc_vehicle_teleportation_checker.teleportation_checker_config == ftlx_global_eval_config.npc_vehicle_teleportation_checker_config)
)osc";
  EXPECT_THAT(run(source, bad_drive()).issues("npc_vehicle.teleportation.npc_vehicle_teleportation_checker"),
              ElementsAre("teleportation of 7, warning: Teleportation detected: distance exceeded threshold(s)."));
}

TEST(Compile, AddsToTheRunsInfo) {
  const char* source = R"osc(
extend model_info:
    set dut_name = "XYZ"
    set dut_version = "4.1"

struct my_info:
    var frames: int = 0

extend g_info:
    var mine: my_info
    var label: string = "test"
    var begun_ns: int = 1700000000000000000
    var unknown: time = nan

on @top.w_clk:
    top.info.mine.frames = top.info.mine.frames + 1
)osc";
  std::vector<std::string> lines;
  for (const watch::InfoValue& value : run(source, two_cars()).evaluation.info)
    lines.push_back(value.path + " = " + Ran::text(value.value));
  std::ranges::sort(lines);
  EXPECT_THAT(lines, ElementsAre("begun_ns = 1700000000000000000", "label = test", "mine.frames = 31",
                                 "model.dut_name = XYZ", "model.dut_version = 4.1", "unknown = nan"));
}

TEST(Compile, FreezesAtTheStart) {
  const char* source = R"osc(
extend sut_vehicle:
    on @start:
        override(speed_physical, run_mode: freeze)
)osc";
  EXPECT_THAT(run(source, bad_drive()).intervals("speed_physical"), IsEmpty());
  EXPECT_THAT(run("", bad_drive()).intervals("speed_physical"), testing::SizeIs(1));
}

TEST(Compile, TellsWhereCodeFailed) {
  const char* source = R"osc(global modifier vehicle.bad:
    var others: list of vehicle
    on @top.w_clk if top.time > 1s:
        logger.log_info(others[0].id)
)osc";
  const Ran ran = run(source, two_cars());
  EXPECT_THAT(ran.issues("vehicle.bad"), testing::SizeIs(2));
  ASSERT_FALSE(ran.evaluation.issues.empty());
  EXPECT_THAT(ran.evaluation.issues.front().message, HasSubstr("my.osc:4:25: bad index: 0 in a list of 0 elements. "));
}

constexpr const char* kFast = R"osc(
enum tone: [quiet, loud]
watcher modifier fast(any_watcher_data):
    # Faster than this is fast.
    limit: speed = 10mps
    reach: speed = limit + 2.1mps
    tone: tone = loud
    on @top.w_clk:
        if actor.state.speed > reach and data == null:
            start_interval()
    on @i_start:
        logger.log_info("$(actor.id) $(tone)")
global modifier vehicle.speeds:
    margin: speed = 1mps
    watcher a is fast()
    watcher b is fast(limit: 15mps + outer.margin - outer.margin)
    watcher c is fast(limit: 15mps) with:
        keep(it.tone == quiet)
)osc";

TEST(Compile, MakesParametersSettings) {
  const lang::Compilation made = kit::compiled(kFast);
  ASSERT_TRUE(made.program);
  std::vector<watch::Check> checks = kit::catalogue();
  checks.insert(checks.end(), made.program->checks().begin(), made.program->checks().end());
  const watch::Settings settings(checks);
  std::vector<std::string> paths;
  for (const watch::SettingInfo& setting : settings.all())
    if (setting.parameter->path.starts_with("vehicle.speeds.") && !setting.parameter->path.ends_with(".enabled") &&
        !setting.parameter->path.ends_with(".merge_gap"))
      paths.push_back(std::string(setting.parameter->path) + " = " + watch::default_text(*setting.parameter));
  EXPECT_THAT(paths, testing::UnorderedElementsAre("vehicle.speeds.a.limit = 36kph", "vehicle.speeds.a.tone = loud",
                                                   "vehicle.speeds.b.tone = loud", "vehicle.speeds.c.limit = 54kph",
                                                   "vehicle.speeds.margin = 3.6kph"));
  for (const watch::SettingInfo& setting : settings.all()) {
    if (setting.parameter->path == "vehicle.speeds.a.limit") {
      EXPECT_EQ(setting.parameter->meaning, "Faster than this is fast.");
    }
  }
}

TEST(Compile, TakesParametersFromSettings) {
  const auto first_of = [](const std::vector<std::string>& settings) {
    const Ran ran = run(kFast, two_cars(), nullptr, {}, settings);
    const auto found = ran.intervals("vehicle.speeds.a");
    return found.empty() ? std::string("none") : found.front();
  };
  EXPECT_EQ(first_of({}), "1.5 to 3 of ego");
  // What follows from a parameter goes with it.
  EXPECT_EQ(first_of({"vehicle.speeds.a.limit=15mps"}), "2.5 to 3 of ego");
  EXPECT_EQ(first_of({"vehicle.speeds.a.limit=100kph"}), "none");
  EXPECT_EQ(first_of({"vehicle.speeds.c.limit=100kph"}), "1.5 to 3 of ego");
  EXPECT_THAT(run(kFast, two_cars(), nullptr, {}, {"vehicle.speeds.a.tone=quiet"}).messages(),
              testing::Contains("ego quiet"));
}

// More is said of what stands in a modifier than of the modifier, wherever it is said; of what is set, the last counts.
TEST(Compile, SwitchesWhatStandsInAModifierThatIsOff) {
  struct Case {
    const char *name, *source;
    std::vector<std::string> settings, ran;
  };
  const std::vector<std::string> only_a{"vehicle.speeds", "vehicle.speeds.a"}, none;
  const Case cases[] = {
      {"off", "    keep(speeds.enabled == false)\n", {}, none},
      {"on again by a setting", "    keep(speeds.enabled == false)\n", {"vehicle.speeds.a.enabled=true"}, only_a},
      {"kept on", "    keep(speeds.enabled == false)\n    keep(speeds.a.enabled == true)\n", {}, only_a},
      {"kept on before", "    keep(speeds.a.enabled == true)\n    keep(speeds.enabled == false)\n", {}, only_a},
      {"kept on though off by default",
       "    keep(default speeds.enabled == false)\n    keep(speeds.a.enabled == true)\n",
       {},
       only_a},
      {"set on", "    set speeds.enabled = false\n    set speeds.a.enabled = true\n", {}, only_a},
      {"set on before", "    set speeds.a.enabled = true\n    set speeds.enabled = false\n", {}, none},
      {"kept off though set on", "    keep(speeds.enabled == false)\n    set speeds.a.enabled = true\n", {}, none},
  };
  for (const auto& [name, source, settings, expected] : cases) {
    const Ran ran = run(kFast + std::string("extend vehicle:\n") + source, two_cars(), nullptr, {}, settings);
    std::vector<std::string> found;
    for (const watch::CheckOutcome& outcome : ran.evaluation.checks)
      if (outcome.name.starts_with("vehicle.speeds")) found.push_back(outcome.name);
    EXPECT_EQ(found, expected) << name;
    EXPECT_EQ(ran.intervals("vehicle.speeds.a").empty(), expected.empty()) << name;
  }
}

TEST(Compile, TellsDetailsInMessagesOfBuiltInCheckers) {
  const char* source = R"osc(
global modifier vehicle.mine:
    checker fast is speed_physical() with:
        it.sut_issue(kind: speed_physical, details: "much too fast")
)osc";
  const Ran ran = run(source, bad_drive());
  bool is_told = false;
  for (const watch::Issue& issue : ran.evaluation.issues) is_told = is_told || issue.message.ends_with("much too fast");
  EXPECT_TRUE(is_told);
}

TEST(Compile, EvaluatesTheSameEveryTime) {
  const char* source = R"osc(
global modifier vehicle.talk:
    var said: int = 0
    on every(500ms):
        said = said + 1
        logger.log_info("$(actor.id) $(said) $(actor.state.speed) $(traffic.vehicles.count(it.state.speed > 12mps))")
)osc";
  const Ran first = run(source, two_cars()), second = run(source, two_cars());
  EXPECT_EQ(first.messages(), second.messages());
  EXPECT_THAT(first.messages(), testing::SizeIs(14));
  EXPECT_EQ(first.messages().back(), "7 7 10mps 1");
}

}  // namespace
}  // namespace scrutineer::lang
