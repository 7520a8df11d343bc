// Names in what never runs: scenarios, actions, modifiers, with the message beside the line.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kit/data.h"
#include "kit/marked_errors.h"
#include "kit/standard_blocks.h"
#include "lang/syntax/parse.h"

namespace scrutineer::lang {
namespace {

const MarkedCase kCases[] = {
    {"a whole scenario", R"osc(
enum side: [left_side, right_side]
action vehicle.wave:
    times: int
    gap: length = 5m
    event waved(count: int)
modifier vehicle.calm:
    limit: speed
modifier quiet:
    loudness: float = 0.5
scenario vehicle.overtake:
    other: vehicle
    where: side
    reserve: time
    event done(at: length)
    keep(other != actor and where == left_side)
    keep(reserve in [1s..3s])
    calm(limit: 20mps)
    do serial(duration: [10s..30s]):
        near: parallel(overlap: start, start_to_start: 1s):
            first: wave(3, gap: 4m) with:
                keep(it.times > 2)
                keep(gap < 6m)
                calm(limit: [5..8]mps)
                until @first.waved as w if w.count > 3
            second: other.drive(duration: 3s) with:
                speed([30..50]kph, at: end)
                position(distance: 10m, ahead_of: actor)
                lane(same_as: other)
                quiet(0.2)
                until rise(other.state.speed > 10mps)
        wait @near.first.end
        wait @near.end if reserve > 2s
        emit done(at: 3m)
        call logger.log_info("$(other.id)")
        one_of:
            other.overtake(other: actor, where: right_side)
            other.change_lane(num_of_lanes: 1, side: left, rate_profile: smooth)
    on @done as d if d.at > 2m:
        emit done(at: d.at + 1m)
)osc"},
    {"behaviours", R"osc(
action vehicle.wave
action person.greet
scenario all
modifier vehicle.calm
scenario vehicle.s:
    walker: person
    n: int
    do serial:
        wvae()             # expect error: unknown behaviour `wvae` (did you mean `wave`?)
        drvie()            # expect error: unknown behaviour `drvie` (did you mean `drive`?)
        walker.greet()
        walker.gret()      # expect error: `person` has no behaviour `gret` (did you mean `greet`?)
        walker.wave()      # expect error: `person` has no behaviour `wave` (there is `vehicle.wave`)
        walker.drive()     # expect error: `person` has no behaviour `drive` (it is one of `vehicle`)
        walkr.greet()      # expect error: unknown name `walkr` (did you mean `walker`?)
        actor.wave()
        calm()             # expect error: unknown behaviour `calm` (`vehicle.calm` is a modifier)
        speed(3mps)        # expect error: unknown behaviour `speed` (`speed` is a modifier)
        n.drive()          # expect error: an int has no behaviour `drive` (it is one of `vehicle`)
        all()
scenario t:
    do drive()             # expect error: unknown behaviour `drive` (it is one of `vehicle`)
)osc"},
    {"arguments", R"osc(
action vehicle.wave:
    times: int
    gap: length
    var hidden: int
action vehicle.wave_more inherits wave:
    more: bool
scenario vehicle.s:
    do serial:
        wave(tims: 3)                # expect error: `wave` has no parameter `tims` (did you mean `times`?)
        wave(hidden: 3)              # expect error: `wave` has no parameter `hidden`
        wave(3, 4m, 5s, 6)           # expect error: `wave` takes 3 arguments
        wave(3, times: 4)            # expect error: the parameter `times` is given twice
        wave(gap: 3s)                # expect error: expected a length for `gap`, found a time
        wave(gap: 3kmh)              # expect error: unknown unit `kmh` (did you mean `kph`?)
        wave_more(3, 4m, true)
        drive(duratoin: 3s)          # expect error: `drive` has no parameter `duratoin` (did you mean `duration`?)
        drive(duration: 3m)          # expect error: expected a time for `duration`, found a length
        change_lane(offset: nobody)  # expect error: unknown name `nobody` (did you mean `anybody`?)
)osc"},
    {"compositions", R"osc(
action vehicle.wave
scenario vehicle.s:
    do serial(overlap: start):            # expect error: `serial` has no parameter `overlap`
        parallel(overlap: strat):         # expect error: `strat` is no word of `overlap` (did you mean `start`?)
            a: wave()
            a: wave()                     # expect error: there is a `a` already
        parallel(end_to_end: 3m):         # expect error: expected a time for `end_to_end`, found a length
            a: wave()
            b: serial:
                c: wave()
        wait @b.c.end
        wait @c.end                       # expect error: unknown name `c`
        wait @b.d.end                     # expect error: `b` has no part `d`
        wait @b.ended                     # expect error: `b` has no event `ended`
        wait @b.c.ende                    # expect error: `b.c` has no event `ende` (did you mean `end`?)
)osc"},
    {"with", R"osc(
action vehicle.wave:
    times: int
modifier vehicle.calm:
    limit: speed
modifier person.shy
scenario vehicle.s:
    gap: length with:
        keep(it > 10m)
        keep(it > 10s)               # expect error: cannot compare a length and a time
        keep(itt > 10m)              # expect error: unknown name `itt` (did you mean `it`?)
    do wave() with:
        clam(limit: 3mps)            # expect error: unknown modifier `clam` (did you mean `calm`?)
        calm(limt: 3mps)             # expect error: `calm` has no parameter `limt` (did you mean `limit`?)
        calm(limit: 3m)              # expect error: expected a speed for `limit`, found a length
        shy()                        # expect error: unknown modifier `shy` (there is `person.shy`)
        wave()                       # expect error: unknown modifier `wave` (`vehicle.wave` is no modifier)
        sped(3mps)                   # expect error: unknown modifier `sped` (did you mean `speed`?)
        speed(3mps, att: end)        # expect error: `speed` has no parameter `att` (did you mean `at`?)
        keep(it.tims > 3)            # expect error: `vehicle.wave` has no member `tims` (did you mean `times`?)
        keep(times > 3m)             # expect error: cannot compare an int and a length (`.as(m)` gives a number)
        until @strat                 # expect error: unknown event `strat` (did you mean `start`?)
        until elapsed(3m)            # expect error: expected a time for the time, found a length
        until fall(gap)              # expect error: expected a bool for the condition, found a length
)osc"},
    {"events and calls", R"osc(
scenario vehicle.s:
    event done(at: length)
    event soon is @don               # expect error: unknown event `don` (did you mean `done`?)
    def twice(x: length) -> length is expression 2 * y   # expect error: unknown name `y`
    do serial:
        emit doen                    # expect error: unknown event `doen` (did you mean `done`?)
        emit done(at: 3s)            # expect error: expected a length for `at`, found a time
        emit done(att: 3m)           # expect error: `done` has no parameter `att` (did you mean `at`?)
        wait @done as d if d.att > 3m  # expect error: the event has no parameter `att` (did you mean `at`?)
        wait @top.w_clk
        wait @top.w_clock            # expect error: `top` has no event `w_clock` (did you mean `w_clk`?)
        call twice(3m)
        call twise(3m)               # expect error: unknown function `twise` (did you mean `twice`?)
        call logger.log_inf("x")     # expect error: `logger` has no method `log_inf` (did you mean `log_info`?)
    on @done as d:
        emit done(at: d.at + 1s)     # expect error: cannot add a length and a time
)osc"},
    {"constraints", R"osc(
struct spot:
    x: length
scenario vehicle.s:
    gap: length = 3s                 # expect error: expected a length for `gap`, found a time
    place: spot
    other: vehicle
    where: lane
    keep(gap < 20m and gpa > 3m)     # expect error: unknown name `gpa` (did you mean `gap`?)
    keep(place.y == 3m)              # expect error: `spot` has no member `y`
    keep(place.x == 3mps)            # expect error: cannot compare a length and a speed
    keep(gap in [1s..3s])            # expect error: cannot compare a length and a time
    keep(gap)                        # expect error: expected a bool for the condition, found a length
    keep(other.sate.speed > 3mps)    # expect error: `vehicle` has no member `sate` (did you mean `state`?)
    keep(other.speed > 3mps and other.axles.size() == 2 and other.vehicle_category == heavy_truck)
    keep(where.anything.below == it.where.is_left_alone)
    keep(map.driving_rule == left_hand_traffic)
    remove_default(gpa)              # expect error: unknown name `gpa` (did you mean `gap`?)
    remove_default(gap)
    cover(gap, unit: m, event: end)
    cover(gpa, unit: m)              # expect error: unknown name `gpa` (did you mean `gap`?)
)osc"},
    {"modifiers as members, and of behaviours", R"osc(
modifier vehicle.calm of drive:
    limit: speed
modifier vehicle.fast of drvie:      # expect error: unknown behaviour `drvie` (did you mean `drive`?)
    limit: speed
extend vehicle:
    calm(limit: 3mps)
    calmm(limit: 3mps)               # expect error: unknown modifier `calmm` (did you mean `calm`?)
scenario s:
    v: vehicle
    link: v.calm(limit: 3mps)
    v.clam(limit: 3mps)              # expect error: `vehicle` has no modifier `clam` (did you mean `calm`?)
    map.set_map_file("x.xodr")
    map.set_mapfile("x.xodr")        # expect error: `map` has no modifier `set_mapfile` (did you mean `set_map_file`?)
    do v.drive() with:
        along(link.route)
)osc"},
    {"arguments of the standard's modifiers and actions, by type", R"osc(
scenario sut.s:
    other: vehicle
    do serial:
        other.drive() with:
            speed(speed: 10m)                 # expect error: expected a speed for `speed`, found a length
            speed(10kph, faster_than: sut.car)
            speed(10kph, faster_than: 3)      # expect error: expected a physical_object for `faster_than`, found an int
            speed(10kph, factor: 3s)          # expect error: expected a float for `factor`, found a time
            lane(lane: 3s)                    # expect error: expected an int for `lane`, found a time
            lane([1..2], side_of: sut.car, side: right)
            lateral(1m, side_of: 2m)          # expect error: expected a physical_object for `side_of`, found a length
            keep_lane(at: start)
        other.change_lane(num_of_lanes: 3s)   # expect error: expected an int for `num_of_lanes`, found a time
        other.change_lane(2, right, sut.car)
)osc"},
    {"what is the standard's own is left alone", R"osc(
action environment.shake:
    force: float
scenario environment.s:
    e: environment
    do serial:
        e.air(temperature: 15celsius)
        e.anything(at_all: 3)
        shake(force: 2.0)
        something() with:
            anything(else: 3)
extend top.main:
    v: vehicle
    do v.drvie()                     # expect error: `vehicle` has no behaviour `drvie` (did you mean `drive`?)
)osc"},
    {"labels that name themselves", R"osc(
scenario s:
    do serial:
        a: a.b.drive()
        c: d.x.drive()
        d: c.x.drive()
)osc"},
};

TEST(Behaviours, NamesAreChecked) { expect_errors(kCases); }

// The standard's examples that are whole files, and what they name but do not declare.
struct Undeclared {
  const char* chapter;
  const char* message;
};
const Undeclared kUndeclared[] = {
    {"Semantics", "unknown event `vehicle_reached_speed`"},
    {"actions", "unknown name `target`"},
    {"actions", "unknown modifier `keep_acceleration`"},
    {"coding-style-guide", "unknown name `simulation`"},
    {"coding-style-guide", "unknown event `simulation_clock`"},
    {"coverage-main", "there is no type `cut_in_and_slow` to extend"},
    {"dm-abstract-road-network", "unknown type `lane_subtype`"},
    {"dm-actions-and-modifiers", "unknown name `vehicle1`"},
    {"dm-actions-and-modifiers", "unknown name `vehicle2`"},
    {"dm-actions-and-modifiers", "`vehicle` has no behaviour `reach_speed`"},
    {"dm-actions-and-modifiers", "`vehicle` has no behaviour `target_lane`"},
    {"dm-behavioral-model", "unknown type `bm_engine`"},
    {"dm-behavioral-model", "unknown type `sumo_idm_bm`"},
    {"dm-behavioral-model", "`vehicle` has no behaviour `set_bm`"},
    {"entity", "`object_distance` is declared already"},
    {"expressions-main", "`car` cannot inherit from `vehicle`: it is of another kind"},
    {"expressions-main", "`truck` cannot inherit from `vehicle`: it is of another kind"},
    {"expressions-main", "`truck` has no member `axles`"},
    {"extending-the-domain-model", "there is no enumeration `size` to extend"},
    {"scenario-abstraction", "unknown type `emergency_vehicle`"},
    {"scenario-abstraction", "unknown behaviour `cut_in`"},
    {"scenario-abstraction", "unknown type `police_vehicle`"},
    {"types", "`lane` has no parameter `left_of`"},
    {"types", "unknown type `area_kind`"},
    {"types", "unknown name `city`"},
    {"types", "unknown name `highway`"},
    {"types", "unknown name `school`"},
    {"types", "unknown type `env`"},
    {"types", "unknown name `dut`"},
    {"types", "`vehicle` has no member `lane`"},
    {"types", "unknown type `enviroment`"},
    {"writing-a-scenario", "there is no type `cut_out` to extend"},
    {"writing-reusable-scenarios", "unknown name `car1`"},
    {"writing-reusable-scenarios", "there is no type `my_scenario` to extend"},
};

TEST(Behaviours, ExamplesOfTheStandardNameWhatThereIs) {
  SCRUTINEER_NEEDS_DATA();
  const auto chapters = files_below(kit::data_dir() / ".." / "standards" / "openscenario-dsl", ".md");
  if (chapters.empty()) GTEST_SKIP() << "the standard's chapters are not there";
  std::set<std::string> found, expected;
  for (const Undeclared& row : kUndeclared) expected.insert(std::string(row.chapter) + ": " + row.message);
  int analysed_blocks = 0;
  for (const auto& chapter : chapters)
    for (const std::string& block : code_blocks(kit::read_text(chapter))) {
      if (!is_whole_file(block) || has_pseudo_code(block) || block.find("import ") != std::string::npos) continue;
      Sources sources;
      std::vector<Diagnostic> diagnostics;
      (void)syntax::parse(sources, sources.add("block", block), diagnostics);
      if (!diagnostics.empty()) continue;
      ++analysed_blocks;
      for (const Diagnostic& diagnostic : analysed(block).analysis.diagnostics)
        if (diagnostic.severity == Severity::error) found.insert(chapter.stem().string() + ": " + diagnostic.message);
    }
  EXPECT_GE(analysed_blocks, 100);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace scrutineer::lang
