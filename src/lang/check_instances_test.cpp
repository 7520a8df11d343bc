// Built-in checks as types: what an instance of one is given, whose settings it has, and that it leaves the catalogue's
// own alone.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "kit/maps.h"
#include "kit/marked_errors.h"
#include "kit/run_program.h"
#include "kit/scenario.h"
#include "lang/library.h"
#include "map/read.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::Not;
using Lines = std::vector<std::string>;

// ---- beside the catalogue's own -------------------------------------------------------------------------------------

// The ego drives straight on at an all-way stop, much too fast; a car and a person are in its zones, a box as well.
struct Crossing {
  std::shared_ptr<const map::RoadNetwork> map;
  kit::RunData data;
};
Crossing busy_crossing() {
  std::shared_ptr<const map::RoadNetwork> map =
      map::build_network(kit::four_way_crossing({.arm_length = 300.0, .signs = kit::Crossing::Signs::all_way_stop}));
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 20s});
  scenario.add({.id = "ego", .is_ego = true}).start_at("west", -1, 196.5).via({"west_east", "east"}).speed(10.0);
  scenario.add({.id = "7"}).start_at("west", -1, 216.5).via({"west_east", "east"}).speed(10.0).lateral(1.0);
  scenario.add({.id = "8", .category = trace::Category::person}).start_free({-60.0, -6.0, 0.0}).speed(0.5);
  scenario.add({.id = "9", .category = trace::Category::object}).start_free({-40.0, -5.0, 0.0}).speed(0.0);
  return {map, scenario.run()};
}

bool is_of_catalogue(const watch::CheckInfo& info) { return info.name.find('.') == std::string_view::npos; }

// An instance of every check, with its own name behind "own_".
std::string instance_of_every_check() {
  std::string source;
  for (const watch::Check& check : kit::catalogue()) {
    const std::string name(check.info.name), actor(watch::to_word(check.info.subject));
    source += "global modifier " + actor + ".own_" + name + ":\n    " +
              (check.info.kinds.empty() ? "watcher" : "checker") + " it_is is " + name + "(" + actor + ": actor)\n";
  }
  return source;
}

// All that the catalogue's own checks found, and the KPIs.
Lines found_by_catalogue(const kit::Ran& ran) {
  Lines lines;
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (is_of_catalogue(*ran.evaluation.infos[issue.check]))
      lines.push_back(issue.message + ", " + std::string(to_word(issue.severity)));
  for (const watch::Check& check : kit::catalogue())
    for (const std::string& interval : ran.intervals(check.info.name))
      lines.push_back(std::string(check.info.name) + ": " + interval);
  for (const watch::KpiOutcome& kpi : ran.evaluation.kpis) {
    lines.push_back(kpi.result.line);
    for (const watch::KpiResult::Row& row : kpi.result.actors)
      for (const watch::Value& value : row.values) lines.push_back(row.actor.id + ": " + kit::Ran::text(value));
    for (const auto& total : kpi.result.totals)
      for (const watch::Value& value : total) lines.push_back("total: " + kit::Ran::text(value));
  }
  return lines;
}

TEST(CheckInstances, LeaveWhatTheCatalogueFindsAsItIs) {
  const Crossing crossing = busy_crossing();
  const kit::Ran without = kit::run("", crossing.data, crossing.map.get());
  const kit::Ran with = kit::run(instance_of_every_check(), crossing.data, crossing.map.get());
  ASSERT_EQ(without.evaluation.kpis.size(), 3U) << "collisions, conflicts, scenario_relevance";
  EXPECT_EQ(found_by_catalogue(with), found_by_catalogue(without));
  for (const watch::CheckOutcome& outcome : with.evaluation.checks)
    EXPECT_NE(outcome.state, watch::CheckOutcome::State::failed) << outcome.name << ": " << outcome.reason;
}

TEST(CheckInstances, OfAZoneWatcherSeeWhatItSeesAndAreNoPartOfTheKpi) {
  const Crossing crossing = busy_crossing();
  const kit::Ran ran = kit::run(R"osc(
global modifier npc_vehicle.mine:
    watcher z is ego_front_left_zone_limit_watcher_for_vehicle(vehicle: actor)
)osc",
                                crossing.data, crossing.map.get());
  const Lines built_in = ran.intervals("ego_front_left_zone_limit_watcher_for_vehicle");
  EXPECT_THAT(built_in, Not(IsEmpty()));
  EXPECT_EQ(ran.intervals("npc_vehicle.mine.z"), built_in);
  for (std::size_t i = 0; i < ran.checks.size(); ++i)
    EXPECT_TRUE(is_of_catalogue(ran.checks[i].info) || ran.checks[i].info.kpi == nullptr) << ran.checks[i].info.name;
}

// ---- a watcher as an argument ---------------------------------------------------------------------------------------

// When the intervals of the check begin.
Lines begins(const kit::Ran& ran, std::string_view check) {
  Lines times;
  for (const watch::IntervalRecord& record : ran.evaluation.intervals)
    if (ran.evaluation.infos[record.check]->name == check) times.push_back(rounded(to_seconds(record.start), 3));
  return times;
}

// The ego's centre is 103.5 m before the junction and drives at 10 m/s: it is 70 m before it after 3.4 s, 50 m after
// 5.4 s and 20 m after 8.4 s.
TEST(CheckInstances, OfApproachJunctionBeginWithTheTraversalThatTheyAreGiven) {
  struct Case {
    const char* name;
    const char* members;  // of the modifier `sut_vehicle.m`
    Lines expected;
    const char* more = "";
  };
  const Case cases[] = {
      {"of which a parameter is kept",
       "    watcher near is traverse_junction(vehicle: actor)\n"
       "    keep(near.distance_in_range == 20m)\n"
       "    checker a is approach_junction(near)\n",
       {"8.4"}},
      {"which has an argument",
       "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n"
       "    checker a is approach_junction(near)\n",
       {"8.4"}},
      {"which is declared later",
       "    checker a is approach_junction(near)\n"
       "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n",
       {"8.4"}},
      {"beside the actor",
       "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n"
       "    checker a is approach_junction(actor, near)\n",
       {"8.4"}},
      {"of another modifier",
       "    checker a is approach_junction(actor.other.near)\n",
       {"8.4"},
       "global modifier sut_vehicle.other:\n"
       "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n"},
      {"unless they say something else",
       "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n"
       "    checker a is approach_junction(near)\n"
       "    keep(a.distance_in_range == 70m)\n",
       {"3.4"}},
      {"or say it in the brackets",
       "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n"
       "    checker a is approach_junction(near, distance_in_range: 70m)\n",
       {"3.4"}},
      {"not at all if it is turned off",
       "    watcher near is traverse_junction(actor)\n"
       "    keep(near.enabled == false)\n"
       "    checker a is approach_junction(near)\n",
       {}},
      {"without one, with the usual one",
       "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n"
       "    checker a is approach_junction(actor)\n",
       {"5.4"}},
      {"which is the catalogue's",
       "    checker a is approach_junction(actor.junction_checkers.traverse_junction)\n",
       {"5.4"}},
  };
  const Crossing crossing = busy_crossing();
  for (const auto& [name, members, expected, more] : cases) {
    const kit::Ran ran =
        kit::run(std::string(more) + "global modifier sut_vehicle.m:\n" + members, crossing.data, crossing.map.get());
    EXPECT_EQ(begins(ran, "sut_vehicle.m.a"), expected) << name;
    EXPECT_EQ(begins(ran, "approach_junction"), Lines{"5.4"}) << name;
  }
  const kit::Ran common = kit::run(
      "global modifier sut_vehicle.m:\n"
      "    checker a is approach_junction(actor.junction_checkers.traverse_junction)\n"
      "extend top.main:\n    keep(sut.car.junction_checkers.traverse_junction.distance_in_range == 70m)\n",
      crossing.data, crossing.map.get());
  EXPECT_EQ(begins(common, "sut_vehicle.m.a"), Lines{"3.4"});
}

// 40 m before the junction it is after 6.4 s.
TEST(CheckInstances, HaveSettingsOfTheirOwnWhateverIsSetForTheActor) {
  struct Case {
    const char* name;
    std::string source;
    std::vector<std::string> given = {};
  };
  const std::string path = "junction_checkers.traverse_junction.distance_in_range";
  const Case cases[] = {
      {"for the ego", "extend top.main:\n    keep(sut.car." + path + " == 40m)\n"},
      {"for cars", "extend car:\n    keep(" + path + " == 40m)\n"},
      {"for the ego, on the command line", "", {"sut.car." + path + "=40m"}},
      {"for everybody, on the command line", "", {path + "=40m"}},
  };
  const Crossing crossing = busy_crossing();
  for (const auto& [name, source, given] : cases) {
    const kit::Ran ran = kit::run(source +
                                      "global modifier sut_vehicle.m:\n"
                                      "    watcher near is traverse_junction(actor, distance_in_range: 20m)\n"
                                      "    checker a is approach_junction(near)\n",
                                  crossing.data, crossing.map.get(), {}, given);
    EXPECT_EQ(begins(ran, "sut_vehicle.m.near"), Lines{"8.4"}) << name;
    EXPECT_EQ(begins(ran, "sut_vehicle.m.a"), Lines{"8.4"}) << name;
    EXPECT_EQ(begins(ran, "traverse_junction"), Lines{"6.4"}) << name;
  }
}

TEST(CheckInstances, ThatAreWrittenOutOnceMoreTakeWhatTheyKeep) {
  const Crossing crossing = busy_crossing();
  const kit::Ran ran = kit::run(R"osc(
global modifier sut_vehicle.junction_checkers:
    watcher traverse_junction is traverse_junction(vehicle: actor) with:
        keep(it.distance_in_range == 70m)
    checker checker_approach_junction is approach_junction(traverse_junction)
)osc",
                                crossing.data, crossing.map.get());
  EXPECT_EQ(begins(ran, "traverse_junction"), Lines{"3.4"});
  EXPECT_EQ(begins(ran, "approach_junction"), Lines{"3.4"});
}

TEST(CheckInstances, SayWhatTheyCannotBeGiven) {
  const MarkedCase cases[] = {
      {"without a name", R"osc(
global modifier sut_vehicle.m:
    watcher near is traverse_junction(vehicle: actor)
    watcher own is passive_w
    watcher c is traverse_junction(5m)  # expect error: only the actor can be given to `traverse_junction` without a name (write distance_in_range: 5m)
    checker d is speed_policy(near)  # expect error: only the actor can be given to `speed_policy` without a name (write speed_policy(vehicle: actor))
    checker e is speed_policy(own)  # expect error: only the actor can be given to `speed_policy` without a name (write speed_policy(vehicle: actor))
    checker f is perceived_teleport(actor, 5mps)  # expect error: only the actor can be given to `perceived_teleport` without a name (write max_speed: 5mps)
    checker g is approach_junction(d)  # expect error: only the actor and a `traverse_junction` can be given to `approach_junction` without a name (write approach_junction(vehicle: actor))
    checker h is approach_junction(near, 0.2s)  # expect error: only the actor and a `traverse_junction` can be given to `approach_junction` without a name (write expected_stop_min_duration: 0.2s or reaction_time: 0.2s or min_time_gap_to_signal: 0.2s)
    checker i is approach_junction(naer)  # expect error: unknown name `naer` (did you mean `near`?)
)osc"},
      {"twice", R"osc(
global modifier sut_vehicle.m:
    watcher near is traverse_junction(vehicle: actor)
    checker a is approach_junction(near, near)  # expect error: the parameter `traverse_junction` is given twice
    checker b is speed_policy(actor, vehicle: actor)  # expect error: the parameter `vehicle` is given twice
    checker c is speed_policy(actor, max_speed: 1mps, max_speed: 2mps)  # expect error: the parameter `max_speed` is given twice
)osc"},
      {"by name", R"osc(
global modifier sut_vehicle.m:
    watcher near is traverse_junction(vehicle: actor)
    watcher own is passive_w
    checker a is speed_policy(vehicle: near)  # expect error: `speed_policy` watches the actor of its modifier (write `actor`)
    checker b is speed_policy(vehicle: 5m)  # expect error: `speed_policy` watches the actor of its modifier (write `actor`)
    checker c is speed_policy(max_speed: near)  # expect error: `near` is no value
    checker d is speed_policy(max_speed: own)  # expect error: expected a speed for `max_speed`, found a sut_vehicle.m.own
    checker e is speed_policy(max_speed: actor)  # expect error: expected a speed for `max_speed`, found a sut_vehicle
    checker f is speed_policy(max_speed: actor.state.speed)  # expect error: a parameter is set to a constant
    watcher g is traverse_junction(actor, distance_in_range: -5m)  # expect error: `distance_in_range`: must be above 0m
)osc"},
      {"where the built-in ones are written out once more", R"osc(
global modifier sut_vehicle.junction_checkers:
    watcher traverse_junction is traverse_junction(vehicle: actor, distance_in_range: 70m)  # expect error: `traverse_junction` is built in: this has no effect (write keep(traverse_junction.distance_in_range == 70m))
    checker checker_approach_junction is approach_junction(traverse_junction, 3m) with:  # expect error: `checker_approach_junction` is built in: this has no effect (leave it out)
        keep(it.reaction_time == 0.2s)
        it.sut_issue(severity: info, kind: run_red_light)  # expect error: `checker_approach_junction` is built in: this has no effect (put it into a `global modifier` of your own)
    checker second is approach_junction(traverse_junction)  # expect error: `junction_checkers` is built in, and has no `second` (put it into a `global modifier` of your own)
)osc"},
      {"where their group is written out once more", R"osc(
global modifier sut_vehicle.junction_checkers:
    enabled: bool = true
    var n: int  # expect error: `junction_checkers` is built in: this has no effect (put it into a `global modifier` of your own)
    def f() -> int is expression nonsense  # expect error: `junction_checkers` is built in: this has no effect (put it into a `global modifier` of your own)
    event gone  # expect error: `junction_checkers` is built in: this has no effect (put it into a `global modifier` of your own)
    record(zz, expression: nonsense)  # expect error: `junction_checkers` is built in: this has no effect (put it into a `global modifier` of your own)
    on @top.w_clk:
        pass
)osc"},
      {"of another actor", R"osc(
global modifier sut_vehicle.m:
    watcher near is traverse_junction(vehicle: actor)
global modifier npc_vehicle.m:
    checker a is approach_junction(sut.car.m.near)  # expect error: `approach_junction` watches the actor of its modifier (give it a `traverse_junction` of that actor)
)osc"},
  };
  expect_errors(cases);
}

// ---- types of built-in checks, declared again ----------------------------------------------------------------------

TEST(CheckTypes, MayAllBeWrittenOutOnceMore) {
  const Library library = test_library().library();
  std::istringstream lines(checker_library(library.checks, library.settings));
  std::string copy;
  bool is_in_check = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(' ')) is_in_check = line.starts_with("watcher modifier ");
    if (is_in_check) copy += line + '\n';
  }
  EXPECT_THAT(copy, testing::HasSubstr("watcher modifier lane_change(lane_change_data):\n    vehicle: vehicle\n"));
  EXPECT_THAT(found_in(analysed(copy)), IsEmpty());
}

TEST(CheckTypes, DoNotTakeCodeOfUsers) {
  const MarkedCase cases[] = {
      {"written out once more as they are", R"osc(
watcher modifier lane_change(lane_change_data):
    vehicle: vehicle
    enabled: bool = true
watcher modifier off_lane:
    pass
watcher modifier collision(std::collision_data):
    pass
)osc"},
      {"with another default", R"osc(
watcher modifier speed_policy(speed_policy_data):
    vehicle: vehicle
    enabled: bool = true
    max_speed: speed = 100kph  # expect error: `speed_policy` is built in: another default of `max_speed` has no effect (set it in an extension of the actor that has the checker)
    min_speed: speed = 0kph
)osc"},
      {"with code", R"osc(
watcher modifier lane_change(lane_change_data):  # expect error: `lane_change` is built in: this has no effect (choose another name)
    on @nonsense:
        foo = bar
)osc"},
      {"with a parameter", R"osc(
watcher modifier lane_change(lane_change_data):  # expect error: `lane_change` is built in: this has no effect (choose another name)
    vehicle: vehicle
    limit: speed = 100mps
)osc"},
      {"with a variable, a method, an event, an instance, a record, a value", R"osc(
watcher modifier lane_change:  # expect error: `lane_change` is built in: this has no effect (choose another name)
    var n: int
watcher modifier collision:  # expect error: `collision` is built in: this has no effect (choose another name)
    def f() -> int is expression 3
watcher modifier off_lane:  # expect error: `off_lane` is built in: this has no effect (choose another name)
    event seen
watcher modifier teleportation:  # expect error: `teleportation` is built in: this has no effect (choose another name)
    watcher w is while_w(true)
watcher modifier speed_policy:  # expect error: `speed_policy` is built in: this has no effect (choose another name)
    record(a, expression: 3)
watcher modifier jerk_policy:
    keep(enabled == false)  # expect error: `jerk_policy` is built in: this has no effect (say it in an extension of the actor that has the checker)
)osc"},
      {"with a value and code", R"osc(
watcher modifier lane_change:  # expect error: `lane_change` is built in: this has no effect (choose another name)
    keep(enabled == false)
    on @top.w_clk:
        start_interval()
)osc"},
      {"with other data, another base, as another kind", R"osc(
struct mine inherits any_watcher_data:
    var n: int
watcher modifier base_w(mine):
    pass
watcher modifier lane_change(mine):  # expect error: `lane_change` is built in: this has no effect (choose another name)
    pass
watcher modifier collision(collision_data) inherits base_w:  # expect error: `collision` is built in: this has no effect (choose another name)
    pass
global modifier off_lane:  # expect error: `off_lane` is built in: this has no effect (choose another name)
    checker x is while_w(true)
)osc"},
      {"in a namespace of one's own", R"osc(
namespace own use std
watcher modifier lane_change(any_watcher_data):  # expect error: `lane_change` never runs: no watcher is one (write `watcher x is lane_change(...)` or `checker x is lane_change(...) with: ...` in a `global modifier`)
    on @top.w_clk:
        start_interval()
)osc"},
      {"an instance, for some", R"osc(
global modifier vehicle.m:
    checker c is speed_policy(actor)
    checker d is teleportation(actor)
extend truck.m:
    keep(c.max_speed == 3mps)  # expect error: `policy.max_speed` of `vehicle.m.c` can differ between the ego and others, but not by type (make a checker for these actors alone, in a modifier of their type)
extend sut_vehicle:
    keep(m.d.smoothing_time == 3s)  # expect error: `ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time` of `vehicle.m.d` is the same for all actors (make a checker for these actors alone, in a modifier of their type)
)osc"},
      {"as a modifier of an actor", R"osc(
global modifier npc_vehicle.lane_change:
    checker x is while_w(true)  # expect error: checker `x` raises no issue (say which in its `with:`, as `it.sut_issue(severity: error, kind: ...)`, or write `watcher` instead of `checker`)
)osc"},
      {"extended", R"osc(
extend lane_change:
    var n: int
    on @i_start:  # expect error: `lane_change` is built in: this has no effect (put it into a `watcher modifier` of your own)
        foo = bar
extend off_lane:
    keep(enabled == false)  # expect error: `off_lane` is built in: this has no effect (say it in an extension of the actor that has the checker)
)osc"},
  };
  expect_errors(cases);
}

// ---- severities -----------------------------------------------------------------------------------------------------

// At 10 m/s, and from 2 s on 5 m ahead of where it should be.
kit::RunData jumping() {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 4s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0).fault(kit::jump(2s, 5.0, 0.0));
  return scenario.run();
}

TEST(CheckInstances, HaveTheSeverityThatTheirIssueNames) {
  struct Case {
    const char* name;
    const char* members;  // of the modifier `sut_vehicle.m`
    Lines expected;
  };
  const Case cases[] = {
      {"where none is named, by the check's parameter",
       "    checker c is teleportation(physical_object: actor) with:\n"
       "        it.sut_issue(kind: teleportation)\n",
       {"teleportation of ego, warning"}},
      {"before the parameter's default",
       "    checker c is teleportation(physical_object: actor) with:\n"
       "        it.sut_issue(severity: error, kind: teleportation)\n",
       {"teleportation of ego, error"}},
      {"before what the parameter is set to",
       "    checker c is teleportation(physical_object: actor) with:\n"
       "        it.sut_issue(severity: error, kind: teleportation)\n"
       "    keep(c.issue_severity == info)\n",
       {"teleportation of ego, error"}},
      {"even where the parameter says ignore",
       "    checker c is teleportation(physical_object: actor) with:\n"
       "        it.sut_issue(severity: error, kind: teleportation)\n"
       "    keep(c.issue_severity == ignore)\n",
       {"teleportation of ego, error"}},
      {"of a check without such a parameter",
       "    checker c is speed_policy(actor, max_speed: 5mps) with:\n"
       "        it.sut_issue(severity: info, kind: speed_policy)\n",
       {"speed_policy of ego, info"}},
      {"of another kind",
       "    checker c is teleportation(physical_object: actor) with:\n"
       "        it.sut_issue(severity: info, kind: collision)\n",
       {"collision of ego, info"}},
      {"or none",
       "    checker c is teleportation(physical_object: actor) with:\n"
       "        it.sut_issue(severity: ignore, kind: teleportation)\n",
       {}},
  };
  for (const auto& [name, members, expected] : cases) {
    const kit::Ran ran = kit::run(std::string("global modifier sut_vehicle.m:\n") + members, jumping());
    EXPECT_EQ(ran.issues("sut_vehicle.m.c"), expected) << name;
    EXPECT_EQ(ran.issues("teleportation"), Lines{"teleportation of ego, warning"}) << name;
  }
}

// ---- switches -------------------------------------------------------------------------------------------------------

TEST(CheckInstances, AreSetByArgumentsAndBeforeThoseByKeepAndBeforeThoseFromOutside) {
  struct Case {
    const char *name, *arguments, *with, *more;
    std::vector<std::string> settings;
    std::string expected;  // the limit that the ego exceeded; empty: nothing was found
  };
  const Case cases[] = {
      {"an argument", "max_speed: 5mps", "", "", {}, "5"},
      {"a keep counts more", "max_speed: 5mps", "it.max_speed == 6mps", "", {}, "6"},
      {"and so does a set", "max_speed: 5mps", "", "extend vehicle.m:\n    set c.max_speed = 7mps\n", {}, "7"},
      {"of the ego", "max_speed: 5mps", "", "extend sut_vehicle:\n    keep(m.c.max_speed == 7mps)\n", {}, "7"},
      {"of the ego, said first",
       "max_speed: 5mps",
       "",
       "extend sut_vehicle:\n    set m.c.max_speed = 7mps\nextend vehicle.m:\n    set c.max_speed = 6mps\n",
       {},
       "7"},
      {"of others", "max_speed: 5mps", "", "extend npc_vehicle:\n    keep(m.c.max_speed == 7mps)\n", {}, "5"},
      {"turned off for others",
       "max_speed: 5mps",
       "",
       "extend npc_vehicle:\n    keep(m.c.enabled == false)\n",
       {},
       "5"},
      {"turned off for trucks", "max_speed: 5mps", "", "extend truck:\n    keep(m.c.enabled == false)\n", {}, "5"},
      {"turned off for cars", "max_speed: 5mps", "", "extend car:\n    keep(m.c.enabled == false)\n", {}, ""},
      {"turned off by an argument", "max_speed: 5mps, enabled: false", "", "", {}, ""},
      {"turned off by a keep", "max_speed: 5mps", "it.enabled == false", "", {}, ""},
      {"turned on again by a keep", "max_speed: 5mps, enabled: false", "it.enabled == true", "", {}, "5"},
      {"turned on from outside", "max_speed: 5mps, enabled: false", "", "", {"vehicle.m.c.enabled=true"}, "5"},
      {"turned off from outside", "max_speed: 5mps", "", "", {"vehicle.m.c.enabled=false"}, ""},
      {"with its modifier", "max_speed: 5mps", "", "", {"vehicle.m.enabled=false"}, ""},
      {"with its modifier, of others", "max_speed: 5mps", "", "", {"npc.vehicle.m.enabled=false"}, "5"},
      {"and on again", "max_speed: 5mps", "", "", {"vehicle.m.enabled=false", "vehicle.m.enabled=true"}, "5"},
  };
  for (const Case& row : cases) {
    std::string source =
        "global modifier vehicle.m:\n    checker c is speed_policy(actor, " + std::string(row.arguments) + ")";
    if (*row.with != '\0') source += " with:\n        keep(" + std::string(row.with) + ")";
    const kit::Ran ran = kit::run(source + '\n' + row.more, jumping(), nullptr, {}, row.settings);
    std::string found;
    for (const watch::Issue& issue : ran.evaluation.issues)
      if (ran.evaluation.infos[issue.check]->name == "vehicle.m.c") found = kit::Ran::text(issue.data[1]);
    EXPECT_EQ(found, row.expected) << row.name;
  }
}

// Twice too fast, with a second between.
TEST(CheckInstances, JoinWhatTheirOwnMergeGapSays) {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 6s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_free({0.0, 0.0, 0.0})
      .speed({{0s, 10.0}, {2s, 10.0}, {2500ms, 1.0}, {3s, 10.0}});
  const auto found = [&](const std::string& gap) {
    const kit::Ran ran =
        kit::run("global modifier vehicle.m:\n    checker c is speed_policy(actor, max_speed: 5mps" + gap + ")\n",
                 scenario.run());
    return ran.issues("vehicle.m.c").size();
  };
  EXPECT_EQ(found(""), 2U);
  EXPECT_EQ(found(", merge_gap: 3s"), 1U);
}

}  // namespace
}  // namespace scrutineer::lang
