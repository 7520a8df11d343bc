// Every construct that runs, each as a small program with what it does beside it; names have a file of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/constructs.h"

namespace scrutineer::lang {
namespace {

using kit::expect_all;
using Case = kit::Construct;

TEST(Constructs, DeclareWhatRuns) {
  const Case cases[] = {
      {"enum",
       R"osc(
enum color: [red, green = 7, blue]
global modifier sut_vehicle.m:
    var c: color = blue
    on @start:
        logger.log_info("$(c) $(c.as(int)) $(c == color!red)")
)osc",
       {"blue 8 false"}},
      {"extend of an enumeration",
       R"osc(
extend issue_kind: [my_kind]
extend sut_vehicle:
    on @start:
        sut_error(my_kind)
)osc",
       {"my_kind of ego: error"}},
      {"struct, inherits",
       R"osc(
struct point:
    var x: length = 1m
struct point_3d inherits point:
    var z: length = x + 1m
extend g_info:
    var p: point_3d
)osc",
       {"info p.x = 1", "info p.z = 2"}},
      {"actor",
       R"osc(
actor crane inherits vehicle:
    var load: mass
extend sut_vehicle:
    on @start:
        logger.log_info("$(self.is(crane)) $(self.is(vehicle))")
)osc",
       {"false true"}},
      {"extend before the declaration",
       R"osc(
extend my_struct:
    var b: int = 2
extend g_info:
    var mine: my_struct
struct my_struct:
    var a: int = 1
)osc",
       {"info mine.a = 1", "info mine.b = 2"}},
      {"extend of a type",
       R"osc(
extend vehicle:
    var hits: int = 3
extend sut_vehicle:
    on @start:
        logger.log_info("$(sut.car.hits)")
)osc",
       {"3"}},
      {"extend of a nested path",
       R"osc(
extend car.physical:
    keep(max_speed == 200kph)
extend sut_vehicle.junction_checkers:
    keep(enabled == false)
extend sut_vehicle:
    on @start:
        logger.log_info("$(physical.max_speed.as(kph)) $(junction_checkers.enabled)")
)osc",
       {"200kph false"}},
      {"field, var, const, list of",
       R"osc(
struct limits:
    top_speed: speed = 36kph
global modifier sut_vehicle.m:
    fixed: length = 2m
    var n: int
    var names: list of string = ["a", "b"]
    const mine: limits = new
    on @start:
        n = n + 1
        logger.log_info("$(fixed) $(n) $(names) $(names[1]) $(mine.top_speed)")
)osc",
       {"2m 1 [a, b] b 10mps"}},
      {"set: the later wins",
       R"osc(
extend sut_vehicle:
    a: int = 1
    set a = 2
    set a = 3
    on @start:
        logger.log_info("$(a)")
)osc",
       {"3"}},
      {"keep, keep(default ...)",
       R"osc(
extend sut_vehicle:
    a: int
    b: int
    keep(default a == 2)
    keep(default b == 2)
    keep(b == 3)
    on @start:
        logger.log_info("$(a) $(b)")
)osc",
       {"2 3"}},
      {"keep(path in [a..b])",
       R"osc(
extend sut_vehicle:
    a: int = 7
    b: int = 4
    keep(a in [1..5])
    keep(b in [1..5])
    keep(policy.max_speed in [1mps..2mps])
    on @start:
        logger.log_info("$(a) $(b) $(policy.max_speed)")
)osc",
       {"5 4 2mps"}},
      {"def: expression, statements, also, only",
       R"osc(
extend sut_vehicle:
    var calls: int
    def twice(n: int) -> int is expression 2 * n
    def largest(numbers: list of int) -> int is:
        var most: int = 0
        for n in numbers:
            if n > most:
                most = n
        return most
    def note() is:
        calls = calls + 1
    def note() is also:
        calls = calls + 10
    def name() -> string is expression "old"
    def name() -> string is only expression "new"
    on @start:
        note()
        logger.log_info("$(twice(4)) $(largest([3, 9, 2])) $(calls) $(name())")
)osc",
       {"8 9 11 new"}},
      {"record and cover of a watcher's data",
       R"osc(
struct my_data inherits any_watcher_data:
    var top_speed: speed
    record(top_speed, unit: kph, text: "The highest.")
    record(at_start, expression: sut.car.state.speed, event: i_start)
    cover(length, expression: end_time - start_time, unit: ms)
watcher modifier fast(my_data):
    on @top.w_clk:
        if actor.state.speed > 15mps and data == null:
            start_interval()
    on @i_clock:
        data.top_speed = actor.state.speed
global modifier sut_vehicle.m:
    watcher w is fast()
)osc",
       {"sut_vehicle.m.w of ego from 2.1 to 3: top_speed=72, at_start=15.5, length=900"}},
      {"record of top.info",
       R"osc(
extend top.info:
    record(frames, expression: 31, text: "How many.")
)osc",
       {"info frames = 31"}},
      {"watcher modifier, named and positional arguments",
       R"osc(
watcher modifier over(any_watcher_data):
    limit: speed
    least: time = 0s
    on @top.w_clk:
        if actor.state.speed > limit and data == null and top.time > least:
            start_interval()
global modifier sut_vehicle.m:
    watcher a is over(15mps, 2.5s)
    watcher b is over(least: 1s, limit: 18mps)
    watcher c is over(19mps)
)osc",
       {"sut_vehicle.m.a of ego from 2.6 to 3", "sut_vehicle.m.b of ego from 2.7 to 3",
        "sut_vehicle.m.c of ego from 2.9 to 3"}},
      {"checker with it.sut_issue",
       R"osc(
extend issue_kind: [too_fast]
global modifier sut_vehicle.m:
    checker fast is while_w(actor.state.speed > 15mps) with:
        it.sut_issue(severity: warning, kind: too_fast, details: "since $(it.data.start_time)")
)osc",
       {"sut_vehicle.m.fast of ego from 2.1 to 3", "too_fast of ego: warning, since 2.1s"}},
      {"checker of a built-in type",
       R"osc(
extend issue_kind: [mine]
global modifier sut_vehicle.m:
    checker fast is speed_policy(actor, max_speed: 15mps) with:
        it.sut_issue(severity: error, kind: mine)
    keep(fast.policy.checks_tolerance_percent == 0)
)osc",
       {"sut_vehicle.m.fast of ego from 2.1 to 3: extreme_value=20, limit=15, excess=5", "mine of ego: error"}},
      {"global modifier",
       R"osc(
global modifier vehicle.m:
    on @start:
        logger.log_info("for $(actor.id)")
)osc",
       {"for ego", "for 7"}},
      {"while_w, upon_w, passive_w",
       R"osc(
global modifier sut_vehicle.m:
    watcher a is while_w(actor.state.speed in [12mps..15mps])
    watcher b is upon_w(@a.i_end)
    watcher c is passive_w
    on elapsed(1s):
        c.start_interval()
    on elapsed(2s):
        c.end_interval()
)osc",
       {"sut_vehicle.m.c of ego from 1 to 2", "sut_vehicle.m.a of ego from 1.4 to 2.1",
        "sut_vehicle.m.b of ego from 2.1 to 2.1"}},
  };
  expect_all(cases);
}

TEST(Constructs, HearEvents) {
  const Case cases[] = {
      {"@top.w_clk, @top.clk, with a condition",
       R"osc(
global modifier sut_vehicle.m:
    on @top.w_clk if top.time > 2.85s:
        logger.log_info("w_clk $(top.time)")
    on @top.clk if top.time > 2.95s:
        logger.log_info("clk $(top.time)")
)osc",
       {"w_clk 2.9s", "w_clk 3s", "clk 3s"}},
      {"@start, @end",
       R"osc(
global modifier sut_vehicle.m:
    on @start:
        logger.log_info("start $(top.time)")
    on @end:
        logger.log_info("end $(top.time)")
)osc",
       {"start 0s", "end 3s"}},
      {"@i_start, @i_clock, @i_end",
       R"osc(
watcher modifier two(any_watcher_data):
    var frames: int
    on elapsed(1s):
        start_interval()
    on elapsed(1.3s):
        end_interval()
    on @i_start:
        logger.log_info("start $(data.start_time)")
    on @i_clock:
        frames = frames + 1
    on @i_end:
        logger.log_info("end $(data.end_time) after $(frames)")
global modifier sut_vehicle.m:
    watcher w is two()
)osc",
       {"start 1s", "end 1.3s after 3", "sut_vehicle.m.w of ego from 1 to 1.3"}},
      {"@top.new_issue",
       R"osc(
extend issue_kind: [mine]
extend sut_vehicle:
    on elapsed(1s):
        sut_error(mine)
on @top.new_issue if issues.curr.kind == mine:
    issues.curr.modify(mine, warning, "because")
)osc",
       {"mine of ego: warning"}},
      {"events of another instance by path, as x",
       R"osc(
global modifier vehicle.speeds:
    watcher w is while_w(actor.state.speed < 12mps)
extend sut:
    on @sut.car.speeds.w.i_end as x:
        logger.log_info("from $(x.data.start_time) to $(x.data.end_time)")
    on @car.speeds.w.i_start as x if x.data.start_time < 1s:
        logger.log_info("started")
    on @car.speeds.w.i_start as x if x.data.start_time > 1s:
        logger.log_info("never")
)osc",
       {"started", "from 0s to 1.4s", "vehicle.speeds.w of ego from 0 to 1.4", "vehicle.speeds.w of 7 from 0 to 3"}},
      {"events of a built-in check by path",
       R"osc(
extend sut_vehicle:
    keep(policy.max_speed == 15mps)
    keep(policy.checks_tolerance_percent == 0)
    on @speed_policy.i_start:
        logger.log_info("too fast at $(top.time)")
)osc",
       {"too fast at 2.1s"}},
      {"rise(c), fall(c)",
       R"osc(
global modifier sut_vehicle.m:
    on rise(actor.state.speed > 12mps):
        logger.log_info("rise $(top.time)")
    on fall(actor.state.speed < 15mps):
        logger.log_info("fall $(top.time)")
    on rise(actor.state.speed < 100mps):
        logger.log_info("never: it held from the beginning")
)osc",
       {"rise 1.5s", "fall 2s"}},
      {"elapsed(t), every(t), every(t, offset: t)",
       R"osc(
global modifier sut_vehicle.m:
    on elapsed(1.5s):
        logger.log_info("elapsed $(top.time)")
    on every(1s):
        logger.log_info("every $(top.time)")
    on every(2s, offset: 500ms):
        logger.log_info("offset $(top.time)")
)osc",
       {"every 0s", "offset 0.5s", "every 1s", "elapsed 1.5s", "every 2s", "offset 2.5s", "every 3s"}},
      {"a condition alone",
       R"osc(
global modifier sut_vehicle.m:
    on top.time > 2.85s:
        logger.log_info("$(top.time)")
)osc",
       {"2.9s", "3s"}},
      {"@event if rise(c), fall(c)",
       R"osc(
global modifier sut_vehicle.m:
    event tick
    on every(500ms):
        emit tick
    on @tick if rise(actor.state.speed > 12.4mps):
        logger.log_info("rose at $(top.time)")
    on @tick if rise(actor.state.speed > 12.9mps):
        logger.log_info("never: it rose between two ticks")
    on @top.w_clk if fall(actor.state.speed < 15mps):
        logger.log_info("fell at $(top.time)")
    on @tick if rise(true):
        logger.log_info("never")
)osc",
       {"rose at 1.5s", "fell at 2s"}},
      {"@event if elapsed(t)",
       R"osc(
global modifier sut_vehicle.m:
    event tick
    on every(1s):
        emit tick
    on @tick if elapsed(2s):
        logger.log_info("$(top.time)")
)osc",
       {"2s", "3s"}},
      {"event with a formula",
       R"osc(
global modifier sut_vehicle.m:
    event fast is rise(actor.state.speed > 15mps)
    event faster is @fast if actor.state.speed > 15mps
    on @faster:
        logger.log_info("$(top.time)")
)osc",
       {"2.1s"}},
      {"emit with parameters",
       R"osc(
global modifier sut_vehicle.m:
    event crossed(where: length, what: string = "line")
    on elapsed(1s):
        emit crossed(3m)
        emit crossed(what: "edge", where: 4m)
    on @crossed as e if e.where > 2m:
        logger.log_info("$(e.where) $(e.what)")
)osc",
       {"3m line", "4m edge"}},
      {"emit in a method",
       R"osc(
extend vehicle:
    event seen
    def look() is:
        emit seen
    on @seen:
        logger.log_info("seen $(self.id)")
extend sut:
    on elapsed(1s):
        for v in traffic.vehicles:
            v.look()
)osc",
       {"seen ego", "seen 7"}},
      {"emit of another object's event",
       R"osc(
watcher modifier counting(any_watcher_data):
    event add(n: int)
    var total: int
    on @add as e:
        total = total + e.n
        logger.log_info("$(actor.id) has $(total)")
global modifier vehicle.m:
    watcher w is counting()
extend sut:
    event done(text: string)
    on elapsed(1s):
        emit sut.car.m.w.add(2)
        emit car.m.w.add(n: 3)
        emit sut.done("all")
global modifier vehicle.listener:
    on @sut.done as e:
        logger.log_info("$(actor.id) heard $(e.text)")
)osc",
       {"ego has 2", "ego has 5", "ego heard all", "7 heard all"}},
      {"emit of an event of an actor that is gone",
       R"osc(
extend vehicle:
    event seen
    var other: vehicle
extend sut:
    on elapsed(1s):
        emit sut.car.other.seen
        logger.log_info("nobody heard it")
)osc",
       {"nobody heard it"}},
      {"an event that sets itself off by way of another",
       R"osc(
global modifier sut_vehicle.a:
    event ping
    on @ping:
        emit sut.car.b.pong
    on elapsed(1s):
        emit ping
global modifier sut_vehicle.b:
    event pong
    on @pong:
        emit sut.car.a.ping
)osc",
       {"evaluation_error of ego: error_continue, The watcher or checker is stopped; everything else goes on."}},
  };
  expect_all(cases);
}

TEST(Constructs, DoStatements) {
  const Case cases[] = {
      {"assignment, with and without set",
       R"osc(
extend sut_vehicle:
    var a: int
    var b: list of int = [1, 2]
    on @start:
        a = 1
        set a = a + 1
        logger.log_info("$(a)")
)osc",
       {"2"}},
      {"call f(...), and plain calls",
       R"osc(
extend sut_vehicle:
    def f(n: int) is:
        logger.log_info("$(n)")
    on @start:
        call f(1)
        f(2)
        call logger.log_info("3")
)osc",
       {"1", "2", "3"}},
      {"if, elif, else",
       R"osc(
extend sut_vehicle:
    def kind(n: int) -> string is:
        if n < 2:
            return "low"
        elif n < 4:
            return "middle"
        else:
            return "high"
    on @start:
        for n in [1, 3, 5]:
            logger.log_info(kind(n))
)osc",
       {"low", "middle", "high"}},
      {"for, while, return, pass",
       R"osc(
extend sut_vehicle:
    on @start:
        var n: int = 0
        while n < 10:
            n = n + 3
        for v in traffic.vehicles:
            if v == self:
                pass
            else:
                logger.log_info("$(v.id) $(n)")
        return
        logger.log_info("never")
)osc",
       {"7 12"}},
      {"start_interval, end_interval",
       R"osc(
watcher modifier w_type(any_watcher_data):
    on elapsed(1s):
        start_interval()
    on elapsed(2s):
        end_interval()
global modifier sut_vehicle.m:
    watcher w is w_type()
)osc",
       {"sut_vehicle.m.w of ego from 1 to 2"}},
      {"override(instance, run_mode: freeze | active)",
       R"osc(
global modifier sut_vehicle.m:
    watcher w is while_w(true)
    on elapsed(1s):
        override(w, run_mode: freeze)
    on elapsed(2s):
        override(w, run_mode: active)
)osc",
       {"sut_vehicle.m.w of ego from 0 to 1", "sut_vehicle.m.w of ego from 2 to 3"}},
      {"logger",
       R"osc(
extend sut_vehicle:
    on @start:
        logger.log_info("i")
        logger.log_warning("w")
        logger.log_debug("d")
        logger.log_trace("t")
)osc",
       {"i", "w", "d", "t"}},
      {"issues.curr.modify",
       R"osc(
extend sut_vehicle:
    keep(policy.max_speed == 15mps)
    keep(policy.checks_tolerance_percent == 0)
on @top.new_issue:
    issues.curr.modify(speed_policy, info, "as agreed")
)osc",
       {"speed_policy of ego: info, as agreed"}},
      {"sut_error, sut_warning",
       R"osc(
extend issue_kind: [one, two]
extend sut_vehicle:
    on elapsed(1s):
        sut_error(one, "first")
        sut_warning(two)
)osc",
       {"one of ego: error, first", "two of ego: warning"}},
  };
  expect_all(cases);
}

}  // namespace
}  // namespace scrutineer::lang
