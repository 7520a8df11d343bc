// What `keep` turns on and off, where two of them disagree, and where one says nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/marked_errors.h"
#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

// The ego, a car and a truck, all much too fast.
kit::RunData three_too_fast() {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 2s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(150.0);
  scenario.add({.id = "7"}).start_free({0.0, 20.0, 0.0}).speed(150.0);
  scenario.add({.id = "8", .category = trace::Category::truck}).start_free({0.0, 40.0, 0.0}).speed(150.0);
  return scenario.run();
}

std::vector<std::string> too_fast(const std::string& source) {
  std::vector<std::string> who;
  const kit::Ran ran = kit::run(source, three_too_fast());
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (issue.kind == "speed_physical") who.push_back(issue.actor.id);
  return who;
}

TEST(GlobalCheckers, AreTurnedOffTogether) {
  EXPECT_THAT(too_fast(""), ElementsAre("ego", "7", "8"));
  EXPECT_THAT(too_fast("extend sut_vehicle:\n    keep(global_checkers.enabled == false)\n"), ElementsAre("7", "8"));
  EXPECT_THAT(too_fast("extend npc_vehicle:\n    keep(global_checkers.enabled == false)\n"), ElementsAre("ego"));
  EXPECT_THAT(too_fast("extend sut:\n    keep(car.global_checkers.enabled == false)\n"), ElementsAre("7", "8"));
  EXPECT_THAT(too_fast("extend truck.global_checkers:\n    keep(speed_physical.enabled == false)\n"),
              ElementsAre("ego", "7"));
  const kit::Ran ran =
      kit::run("extend physical_object.global_checkers:\n    keep(enabled == false)\n", three_too_fast());
  EXPECT_THAT(ran.evaluation.issues, IsEmpty());
  EXPECT_THAT(kit::run("", three_too_fast()).evaluation.issues, Not(IsEmpty()));
}

// How many actors teleportation watches, of the ego, a car and a truck.
std::size_t watched_by_teleportation(const std::string& source) {
  const kit::Ran ran = kit::run(source, three_too_fast());
  for (const watch::CheckOutcome& outcome : ran.evaluation.checks)
    if (outcome.name == "teleportation") return outcome.instances;
  return 0;
}

TEST(GlobalCheckers, SwitchTeleportationPerTypeLikeAnyOther) {
  struct Case {
    const char* name;
    const char* source;
    std::size_t expected;
  };
  const Case cases[] = {
      {"of the ego alone", "", 1},
      {"all checkers of trucks off", "extend truck:\n    keep(global_checkers.enabled == false)\n", 1},
      {"off for trucks", "extend truck:\n    keep(teleportation.enabled == false)\n", 1},
      {"on for trucks", "extend truck:\n    keep(teleportation.enabled == true)\n", 2},
      {"on for vehicles, not for trucks",
       "extend vehicle:\n    keep(teleportation.enabled == true)\n"
       "extend truck:\n    keep(teleportation.enabled == false)\n",
       2},
      {"off for the ego", "extend sut_vehicle:\n    keep(teleportation.enabled == false)\n", 0},
      {"all checkers of the ego off", "extend sut:\n    keep(car.global_checkers.enabled == false)\n", 0},
      {"off at the root",
       "extend ftlx_global_eval_config:\n    keep(ego_teleportation_checker_config.enabled == false)\n", 0},
  };
  for (const auto& [name, source, expected] : cases) EXPECT_EQ(watched_by_teleportation(source), expected) << name;
}

TEST(DistanceReference, IsAnotherNameOfABodyPoint) {
  const kit::Ran ran = kit::run(R"osc(
watcher modifier gap(any_watcher_data):
    ego_dist_ref: distance_reference
    other: body_point = back_center
    on @start:
        logger.log_info("$(ego_dist_ref) $(ego_dist_ref == other) $(distance_reference!front)")
global modifier npc_vehicle.gaps:
    watcher front is gap(ego_dist_ref: front_center)
    watcher back is gap(back_center)
)osc",
                                kit::two_cars());
  EXPECT_THAT(ran.messages(), ElementsAre("front_center false front_center", "back_center true front_center"));
}

TEST(Keep, IsNeverSilentWhereItSaysNothing) {
  const MarkedCase cases[] = {
      {"relations that nobody solves", R"osc(
struct point:
    x: int = 3
    keep(x < 4)  # expect error: only `==` and `in` set a parameter: this has no effect
extend vehicle:
    n: int = 3
    keep(n < 2)  # expect error: only `==` and `in` set a parameter: this has no effect
    keep(state.speed > 3kph)  # expect error: only `==` and `in` set a parameter: this has no effect
extend car.physical:
    keep(max_speed != 3kph)  # expect error: only `==` and `in` set a parameter: this has no effect
global modifier vehicle.m:
    limit: time = 1s
    keep(limit > 2s)  # expect error: only `==` and `in` set a parameter: this has no effect
)osc"},
      {"what cannot be set", R"osc(
extend vehicle:
    keep(state.speed == 3kph)  # expect error: `state.speed` cannot be set
    keep(is_ego)  # expect error: `is_ego` cannot be set
    keep(color == red)  # expect error: `color` means something to scenarios only: this has no effect
extend truck:
    keep(teleportation.teleportation_checker_config.smoothing_time == 2s)  # expect error: `ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time` is the same for everybody (an instance of the checker has settings of its own)
)osc"},
      {"what only scenarios have, wherever it stands", R"osc(
extend vehicle:
    r: route
    keep(r.length == 3m)  # expect error: `r.length` means something to scenarios only: this has no effect
struct thing:
    r: route
    keep(r.length == 3m)  # expect error: `r.length` means something to scenarios only: this has no effect
watcher modifier w(any_watcher_data):  # expect error: `w` never runs: no watcher is one (write `watcher x is w(...)` or `checker x is w(...) with: ...` in a `global modifier`)
    r: route
    keep(r.length == 3m)  # expect error: `r.length` means something to scenarios only: this has no effect
global g: route with:
    keep(it.length == 3m)  # expect error: `it.length` means something to scenarios only: this has no effect
)osc"},
  };
  expect_errors(cases);
}

TEST(Keep, DisagreesAcrossTypesAndWith) {
  const MarkedCase cases[] = {
      {"a struct's own, and that of a field", R"osc(
struct point:
    x: int
    keep(x == 3)
struct line:
    start: point with:
        keep(it.x == 4)  # expect error: `it.x` is kept at another value already (a default is overridden: keep(default ...))
    end: point with:
        keep(it.x == 3)
)osc"},
      {"what inherits", R"osc(
struct point:
    x: int
    keep(x == 3)
struct other inherits point:
    keep(x == 5)  # expect error: `x` is kept at another value already (a default is overridden: keep(default ...))
struct same inherits point:
    keep(x == 3)
)osc"},
      {"of a global", R"osc(
struct point:
    x: int
    keep(x == 3)
struct line:
    start: point
global one: line with:
    keep(it.start.x == 6)  # expect error: `it.start.x` is kept at another value already (a default is overridden: keep(default ...))
)osc"},
      {"of a watcher's type, and of one watcher", R"osc(
watcher modifier t(any_watcher_data):
    limit: time = 1s
    keep(limit == 2s)
global modifier vehicle.m:
    watcher w is t() with:
        keep(it.limit == 3s)  # expect error: `it.limit` is kept at another value already (a default is overridden: keep(default ...))
)osc"},
      {"defaults that need each other", R"osc(
struct p:
    x: int = y + 1  # expect error: `x` needs `y` needs `x`: it has no first value
    y: int = x - 1
struct q:
    z: int = z  # expect error: `z` needs `z`: it has no first value
struct fine:
    x: int = y + 1
    y: int = 3
)osc"},
      {"arguments of the standard's modifiers", R"osc(
scenario vehicle.trip:
    do actor.drive(duration: 3m) with:  # expect error: expected a time for `duration`, found a length
        speed(speed: 10m)  # expect error: expected a speed for `speed`, found a length
        speed([30..50]kph)
        lateral(distance: 1m)
        acceleration(acceleration: 2mps)  # expect error: expected an acceleration for `acceleration`, found a speed
)osc"},
  };
  expect_errors(cases);
}

TEST(GlobalFields, TakeWhatTheirWithKeeps) {
  const kit::Ran ran = kit::run(R"osc(
struct point:
    x: int = 1
global here: point with:
    keep(it.x == 6)
on @start:
    logger.log_info("$(here.x)")
)osc",
                                kit::two_cars());
  EXPECT_THAT(ran.messages(), ElementsAre("6"));
}

TEST(Keeps, WhatTheyFixCannotBeSetFromOutside) {
  const Compilation made = kit::compiled(
      "watcher modifier w(any_watcher_data):\n    lim: speed = 3mps\n    n: int = 3\n    word: string = \"x\"\n"
      "    keep(lim == 4mps)\nglobal modifier vehicle.m:\n    watcher a is w()\n");
  ASSERT_TRUE(made.program);
  std::vector<watch::Check> checks = kit::catalogue();
  checks.insert(checks.end(), made.program->checks().begin(), made.program->checks().end());
  struct Case {
    const char *name, *assignment, *problem;  // part of it; empty: none
  };
  const Case cases[] = {
      {"a parameter", "vehicle.m.a.n=4", ""},
      {"what a keep fixes", "vehicle.m.a.lim=30mps", "what a keep fixes, a text and what is computed"},
      {"for the ego alone", "sut.car.vehicle.m.a.lim=30mps", "what a keep fixes, a text and what is computed"},
      {"a slip", "vehicle.m.x.n=3", "there is no such setting; did you mean \"vehicle.m.a.n\"?"},
      {"a text", "vehicle.m.a.word=y", "what a keep fixes, a text and what is computed"},
  };
  for (const Case& row : cases) {
    watch::Settings settings(checks);
    const auto problem = settings.set(row.assignment);
    EXPECT_EQ(!problem, *row.problem == '\0') << row.name;
    EXPECT_THAT(problem ? problem->message : "", testing::HasSubstr(row.problem)) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::lang
