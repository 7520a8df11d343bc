// What values, records, units and settings cannot do or be, with the message beside the line.
#include "kit/marked_errors.h"

namespace scrutineer::lang {
namespace {

TEST(SemaSlips, CheckersThatRaiseNothingAreNotSilent) {
  const MarkedCase cases[] = {
      {"checkers of all sorts", R"osc(
extend issue_kind: [mine]
watcher modifier quiet(any_watcher_data):
    on @top.w_clk:
        start_interval()
watcher modifier loud(any_watcher_data):
    on @i_end:
        sut_error(mine, "too bad")
global modifier vehicle.m:
    checker a is while_w(actor.state.speed > 3mps)  # expect error: checker `a` raises no issue (say which in its `with:`, as `it.sut_issue(severity: error, kind: ...)`, or write `watcher` instead of `checker`)
    checker b is quiet()  # expect error: checker `b` raises no issue (say which in its `with:`, as `it.sut_issue(severity: error, kind: ...)`, or write `watcher` instead of `checker`)
    checker c is loud()
    checker d is while_w(actor.state.speed > 3mps) with:
        it.sut_issue(kind: mine)
    checker e is speed_policy(actor, max_speed: 3mps)
    watcher f is while_w(actor.state.speed > 3mps)
)osc"},
      {"errors come first", R"osc(
global modifier vehicle.m:
    checker a is while_w(actor.state.sped > 3mps)  # expect error: `object_state` has no member `sped` (did you mean `speed`?)
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaSlips, WhatNeverRunsIsTold) {
  const MarkedCase cases[] = {
      {"watchers where none run", R"osc(
modifier vehicle.m:
    watcher a is while_w(actor.state.speed > 1mps)  # expect error: `a` never runs: it stands in no `global modifier` (watchers and checkers run there, in an extension of an actor, and in `top`)
global modifier vehicle.n:
    watcher a is while_w(actor.state.speed > 1mps)
extend vehicle:
    watcher b is while_w(state.speed > 1mps)
scenario top.main:
    watcher c is while_w(sut.car.state.speed > 1mps)
)osc"},
      {"types of watchers", R"osc(
watcher modifier alone(any_watcher_data):  # expect error: `alone` never runs: no watcher is one (write `watcher x is alone(...)` or `checker x is alone(...) with: ...` in a `global modifier`)
    on @top.w_clk:
        start_interval()
watcher modifier used(any_watcher_data):
    on @top.w_clk:
        start_interval()
watcher modifier base(any_watcher_data):
    on @top.w_clk:
        start_interval()
watcher modifier more(any_watcher_data) inherits base:
    pass
global modifier vehicle.m:
    watcher a is used()
    watcher b is more()
)osc"},
      {"what is added behind a return", R"osc(
struct a:
    var n: int
    def f() -> int is expression 5
    def g() is:
        n += 1
    def h() -> int is:
        if n > 3:
            return 1
        return 2
extend a:
    def f() -> int is also:  # expect error: this never runs: `f` has returned before (write `is only` to replace it)
        return 7
    def g() is also:
        n += 2
struct b inherits a:
    def h() -> int is also:  # expect error: this never runs: `h` has returned before (write `is only` to replace it)
        return 3
    def f() -> int is only:
        return 8
)osc"},
      {"actors that no run has", R"osc(
actor robot inherits vehicle
global modifier robot.m:  # expect error: this never runs: no actor of a run is a `robot` (say it of a type that is built in, such as `vehicle`, `car` or `sut_vehicle`)
    watcher a is while_w(actor.state.speed > 1mps)
extend robot:
    watcher b is while_w(state.speed > 1mps)  # expect error: this never runs: no actor of a run is a `robot` (say it of a type that is built in, such as `vehicle`, `car` or `sut_vehicle`)
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaSlips, NumbersWithoutUnitsAndWordsOfOtherLanguagesGetTheRightHint) {
  const MarkedCase cases[] = {
      {"values", R"osc(
watcher modifier m(any_watcher_data):
    var n: int
    var f: float
    var d: length
    var a: acceleration
    var b: bool
    var who: physical_object
    on @top.w_clk:
        n = d  # expect error: expected an int for the value, found a length (`.as(m)` gives a number)
        n = f  # expect error: expected an int for the value, found a float (`.as(int)` cuts off what is behind the point)
        f = d  # expect error: expected a float for the value, found a length (`.as(m)` gives a number)
        f = 3s  # expect error: expected a float for the value, found a time (`.as(s)` gives a number)
        n = d * d * d * d * d  # expect error: expected an int for the value, found a quantity in m^5
        d = 5  # expect error: expected a length for the value, found an int (a length is written with its unit, such as 1m)
        a = 5  # expect error: expected an acceleration for the value, found an int (an acceleration is written with its unit, such as 1mpsps)
        d = 5s  # expect error: expected a length for the value, found a time
        b = d == 3  # expect error: cannot compare a length and an int (a length is written with its unit, such as 1m)
        b = 3.5 < a  # expect error: cannot compare a float and an acceleration (an acceleration is written with its unit, such as 1mpsps)
        b = d == n  # expect error: cannot compare a length and an int (`.as(m)` gives a number)
        b = f > d  # expect error: cannot compare a float and a length (`.as(m)` gives a number)
        b = d < 3s  # expect error: cannot compare a length and a time
        b = d == nan
        d = d + 1  # expect error: cannot add a length and an int (a length is written with its unit, such as 1m)
        d = d - 1s  # expect error: cannot subtract a length and a time
        who = None  # expect error: unknown name `None` (did you mean `null`?)
        b = True  # expect error: unknown name `True` (did you mean `true`?)
        b = FALSE  # expect error: unknown name `FALSE` (did you mean `false`?)
global modifier vehicle.x:
    watcher w is m()
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaSlips, AStructThatHidesTheDataOfWatchersIsNamed) {
  const AnalysedText text = analysed(
      "struct any_watcher_data:\n    var x: int\nstruct d inherits any_watcher_data:\n    var y: int\n"
      "watcher modifier w(d):\n    pass\n");
  EXPECT_EQ(render(text.analysis.diagnostics, text.sources),
            "my.osc:5:20: error: the data of a watcher is a struct that inherits the built-in `any_watcher_data`\n"
            "watcher modifier w(d):\n"
            "                   ^\n"
            "    hint: give yours another name, or write `inherits std::any_watcher_data`\n"
            "my.osc:1:8: note: this one hides it\n"
            "struct any_watcher_data:\n"
            "       ^~~~~~~~~~~~~~~~\n");
}

TEST(SemaSlips, AreToldWhereTheyStand) {
  const MarkedCase cases[] = {
      {"expressions and statements", R"osc(
struct point:
    var x: int
    var y: int
struct holder:
    var p: point
    var l: list of int
    var r: range of length
enum colour: [red, green]
watcher modifier m(any_watcher_data):
    var p: point
    var n: int
    var d: length
    var t: string
    var l: list of int
    var h: holder
    event ping
    on @top.w_clk:
        n = p  # expect error: expected an int for the value, found a point
        n = [1..2]  # expect error: expected an int for the value, found a range of int
        t = "$(start_interval())"  # expect error: unknown function `start_interval`
        n = true ? p : p  # expect error: expected an int for the value, found a point
        n = l.size(1)  # expect error: `size` of a list takes no arguments
        n = l.append()  # expect error: `append` of a list takes one argument
        n = [1..2].middle()  # expect error: a range has no method `middle`
        n = [1..2].size(3)  # expect error: a range has no method `size`
        n = ping  # expect error: `ping` is an event, and no value (`on @ping:` reacts to it)
        n = abs(x: 3)  # expect error: `abs` has no parameter `x` (its arguments have no names)
        n = n.sqrt()  # expect error: an int has no method `sqrt`
        d = [1m..2s].lower  # expect error: a range from a length to a time
        n = actor.state.speed.foo()  # expect error: a speed has no method `foo`
        n = outer.x  # expect error: nothing stands around this
        n = new  # expect error: `new` makes structs, not an int
        n = 5()  # expect error: only methods and functions can be called
        if d in [1m..2]:  # expect error: a range from a length to an int
            pass
        if d in [1m..2m]m:  # expect error: with a unit behind the range, its bounds are plain numbers
            pass
        if n in [..]:  # expect error: a range needs at least one bound
            pass
        pow(d, n)  # expect error: the exponent of a length is a whole constant
        d = pow(d, 0.5)  # expect error: the exponent of a length is a whole constant
        n = colour.red  # expect error: unknown name `colour`
        n = d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d * d  # expect error: expected an int for the value, found a quantity in m^40
        override(m, run_mode: 5)  # expect error: expected a run_mode for `run_mode`, found an int
        override(foo, run_mode: freeze)  # expect error: unknown name `foo`
        emit 5  # expect error: expected `=` or a call, found `5`
        start_interval(3)  # expect error: `start_interval` takes only `since: time`
global modifier vehicle.x:
    watcher p is passive_w(3)  # expect error: `passive_w` takes no arguments
    watcher u is upon_w(3)  # expect error: an event is named by a path
    watcher w is m()
    checker c is while_w(true) with:
        it.sut_issue(severity: 5, kind: 7, details: 8)  # expect error: expected an issue_kind for `kind`, found an int
)osc"},
      {"declarations and settings", R"osc(
enum colour: [red = -1, green = 1.5, blue = red2]  # expect error: the value of an enum member is an integer from 0 or another member
type mass2 is SI(kg: 1, foo: 2)  # expect error: expected a base unit (kg, m, s, A, K, mol, cd, rad), found `foo`
type len2 is SI(m: 200)  # expect error: the exponent of a base unit is a small integer
type length is SI(s: 1)  # expect error: `length` is declared already, with other exponents
unit smoot of length is SI(m: 1, factor: 0)  # expect error: the factor of a unit is above 0
unit smoot2 of length is SI(m: 1, factor: -2)  # expect error: the factor of a unit is above 0
struct data1 inherits any_watcher_data:
    var a: int
    var l: list of int
    var s: data2
    record(a, unit: foo)  # expect error: unknown unit `foo`
    record(5)  # expect error: the first argument is a name (`expression:` takes what is recorded under it)
    record(a, a)  # expect error: only the first argument has no name
    record(b, expression: s)  # expect error: a data2 cannot be recorded (record numbers, texts, words and truths)
    record(c, expression: a, unit: "m")  # expect error: expected a unit
    record(d, expression: a, text: 5)  # expect error: expected a text
    record(e, expression: a, event: @foo)  # expect error: expected one of the events start, end, i_start, i_clock and i_end
    record(f, unit: kph)  # expect error: unknown name `f`
    record()  # expect error: the name is missing
    record(g, expression: a, nonsense: 3)  # expect error: there is no argument `nonsense`
struct data2:
    var ll: list of list of int  # expect error: a list holds no lists
    var r: range of string  # expect error: a range is of numbers, not of string
    def f() -> data2 is:
        return 3  # expect error: expected a data2 for the result, found an int
    def g(x: data1) -> int is expression 3
    def nobody() -> int
    def extern(x: int) -> int is external foo()
extend foo.bar:  # expect error: there is no type `foo` to extend
    keep(x == 3)
extend car.physical:
    keep(max_speed != 3kph)  # expect error: only `==` and `in` set a parameter: this has no effect
    keep(max_speed)
    keep(max_speed == "x")  # expect error: expected a speed for `max_speed`, found a string
    keep(max_speed == 3m)  # expect error: expected a speed for `max_speed`, found a length
extend traffic:
    keep(car.physical.max_speed == 3kph)  # expect error: a vehicle_category has no member `physical` (`car` is no actor but a type: write `actor`, `sut.car` or one of `traffic.physical_objects`)
extend sut:
    keep(car.physical == 3)  # expect error: expected a `physical_settings`
    keep(car.physical.max_sped == 3kph)  # expect error: `physical` has no member `max_sped` (did you mean `max_speed`?)
    set car.physical.max_speed = 5kph > 3kph  # expect error: expected a speed for `car.physical.max_speed`, found a bool
global modifier point.m:  # expect error: unknown type `point`
    pass
on @foo:  # expect error: unknown event `foo`
    pass
on @top.nothing:  # expect error: `top` has no event `nothing`
    pass
on @start if 5m:  # expect error: expected a bool for the condition, found a length
    pass
)osc"},
  };
  expect_errors(cases);
}

TEST(Indentation, SaysOnceWhereTabsAndBlanksAreMixed) {
  struct Case {
    const char* name;
    const char* source;
    std::vector<std::string> expected;
  };
  const std::string mixed = "tabs and blanks are mixed here: a tab counts as blanks up to the next multiple of 8";
  const Case cases[] = {
      {"blanks alone", "struct a:\n    x: int\n    y: int\n", {}},
      {"tabs alone", "struct a:\n\tx: int\n\ty: int\n", {}},
      {"a tab behind blanks, in all lines", "struct a:\n  \tx: int\n  \ty: int\n", {}},
      {"one block by tabs, one by blanks", "struct a:\n\tx: int\nstruct b:\n    x: int\n", {}},
      {"a tab where the line before has eight blanks",
       "struct a:\n        x: int\n\ty: int\n\tz: int\n",
       {"3: " + mixed}},
      {"a tab in a block within one by blanks",
       "global modifier vehicle.m:\n    on @start:\n\tlogger.log_info(\"x\")\n",
       {"3: " + mixed}},
      {"in brackets", "enum a: [\n\tx,\n        y]\n", {}},
  };
  for (const auto& [name, source, expected] : cases) {
    const AnalysedText text = analysed(source);
    std::vector<std::string> found;
    for (const Diagnostic& diagnostic : text.analysis.diagnostics) {
      EXPECT_EQ(diagnostic.severity, Severity::warning) << name;
      const auto at = text.sources[diagnostic.span.file].line_column(diagnostic.span.begin);
      found.push_back(std::to_string(at.line) + ": " + diagnostic.message);
    }
    EXPECT_EQ(found, expected) << name;
  }
}

}  // namespace
}  // namespace scrutineer::lang
