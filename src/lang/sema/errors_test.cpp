// Every kind of error, as programs with the message beside the line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kit/marked_errors.h"

namespace scrutineer::lang {
namespace {

TEST(SemaErrors, AreAboutNames) {
  const MarkedCase cases[] = {
      {"types", R"osc(
struct a:
    x: speeed  # expect error: unknown type `speeed` (did you mean `speed`?)
    y: list of vehicl  # expect error: unknown type `vehicl` (did you mean `vehicle`?)
    z: int
struct b inherits aa:  # expect error: unknown type `aa` (did you mean `a`?)
    pass
actor c inherits a  # expect error: `c` cannot inherit from `a`: it is of another kind
global modifier vehicl.m:  # expect error: unknown type `vehicl` (did you mean `vehicle`?)
    pass
scenario s:
    v: pose_9d  # expect error: unknown type `pose_9d`
)osc"},
      {"declared twice", R"osc(
struct a:
    x: int
    x: float  # expect error: `a` has a `x` already
struct a:  # expect error: `a` is declared already
    pass
enum e: [red, green, red]  # expect error: `red` is a word of `e` already
enum e: [blue]  # expect error: `e` is declared already
extend e: [red]  # expect error: `red` is a word of `e` already
extend a:
    var x: int  # expect error: `a` has a `x` already
struct b inherits a:
    x: int  # expect error: `b` has a `x` already
    def f() -> int is expression 1
    def f() -> int is expression 2  # expect error: `f` is declared already (write `is also` or `is only`)
actor int  # expect error: `int` is a type of the language, and cannot be declared
)osc"},
      {"extensions", R"osc(
extend vehicel:  # expect error: there is no type `vehicel` to extend (did you mean `vehicle`?)
    pass
extend car.physcal:  # expect error: `car` has no member `physcal` (did you mean `physical`?)
    pass
extend top.time:  # expect error: a time has no members to extend
    keep(it == 2s)
extend car.physical:
    more: int  # expect error: this cannot be added to a part of `car` (extend its own type)
    record(max_speed)  # expect error: this cannot be added to a part of `car` (extend its own type)
extend issue_kinds: [x]  # expect error: there is no enumeration `issue_kinds` to extend (did you mean `issue_kind`?)
extend speed:  # expect error: the physical type `speed` cannot be extended
    pass
)osc"},
      {"members and names", R"osc(
global modifier vehicle.m:
    var count: int
    on @top.w_clk:
        if actor.state.sped > 3mps:  # expect error: `object_state` has no member `sped` (did you mean `speed`?)
            pass
        cout = 3  # expect error: unknown name `cout` (did you mean `count`?)
        count = actor.hits  # expect error: `vehicle` has no member `hits`
        count = aktor.uid + 1  # expect error: unknown name `aktor` (did you mean `actor`?)
        var x: int = xx.y.z  # expect error: unknown name `xx`
        x = x.y  # expect error: an int has no member `y`
        if actor.is_standing_still:  # expect error: `is_standing_still` is a method (call it: is_standing_still())
            pass
        if npc_vehicle:  # expect error: unknown name `npc_vehicle` (it is a type, and no value)
            pass
        if abs > 3:  # expect error: `abs` is a function (call it: abs(...))
            pass
)osc"},
      {"words", R"osc(
enum color: [red, green, blue]
enum light: [red, off2]
global modifier vehicle.m:
    var c: color = gren  # expect error: `gren` is no word of `color` (did you mean `green`?)
    var d: color = color!gren  # expect error: `gren` is no word of `color` (did you mean `green`?)
    var e: colr = red  # expect error: unknown type `colr` (did you mean `color`?)
    var f: bool = red == red  # expect error: `red` is a word of several enumerations (write one of `color!red`, `light!red`, `light_colour!red`, `marking_colour!red`)
    var g: bool = color!red == light!red  # expect error: cannot compare a color and a light
    var h: color = off2  # expect error: expected a color for the value, found a light
    var i: color = colour!red  # expect error: there is no enumeration `colour` (did you mean `color`?)
)osc"},
      {"functions and arguments", R"osc(
struct s:
    pass
global modifier vehicle.m:
    def f(a: int, b: speed = 3mps) -> int is expression a
    on @top.w_clk:
        var x: int = f(1, 2mps)
        x = f(b: 2mps, a: 1)
        x = f()  # expect error: `f` needs its parameter `a`
        x = f(1, 2mps, 3)  # expect error: `f` takes 2 arguments
        x = f(1, c: 3)  # expect error: `f` has no parameter `c`
        x = f(1, a: 3)  # expect error: the parameter `a` is given twice
        x = f(1, 2)  # expect error: expected a speed for `b`, found an int (a speed is written with its unit, such as 1kph)
        x = g(1)  # expect error: unknown function `g`
        x = sqr(1)  # expect error: unknown function `sqr` (did you mean `sqrt`?)
        x = actor.get_legal_sped()  # expect error: `vehicle` has no method `get_legal_sped` (did you mean `get_legal_speed`?)
        x = "a".lenght()  # expect error: a string has no method `lenght` (did you mean `length`?)
        x = [1, 2].sizes()  # expect error: a list has no method `sizes` (did you mean `size`?)
        x = math.squirt(2)  # expect error: `math` has no function `squirt` (did you mean `sqrt`?)
        x = 3()  # expect error: only methods and functions can be called
        logger.log_inf("x")  # expect error: `logger` has no method `log_inf` (did you mean `log_info`?)
        logger.log_info(3)  # expect error: expected a string for `text`, found an int (`.as(string)` makes a text of it)
        x = actor.road_distance(actor, 3)  # expect error: expected a body_point for `ref1`, found an int
)osc"},
      {"watchers and events", R"osc(
struct wrong:
    x: int
watcher modifier w(wrong):  # expect error: the data of a watcher is a struct that inherits `any_watcher_data` (write struct wrong inherits any_watcher_data:)
    n: int
watcher modifier v(any_watcher_data):
    watcher inner is passive_w  # expect error: a watcher cannot hold another one (put both into a `global modifier`)
global modifier vehicle.m:
    watcher a is whil_w(true)  # expect error: unknown watcher `whil_w` (did you mean `while_w`?)
    watcher b is w(m: 3)  # expect error: `w` has no parameter `m`
    watcher c is w(2.5)  # expect error: expected an int for `n`, found a float (`.as(int)` cuts off what is behind the point)
    watcher d is while_w(3)  # expect error: expected a bool for the condition, found an int
    watcher e is vehicle  # expect error: `vehicle` is no watcher
    watcher f is while_w()  # expect error: `while_w` takes a condition
    watcher g is upon_w(@nothing)  # expect error: unknown event `nothing`
    watcher h is passive_w with:
        it.sut_issue(severity: error, kind: collision)  # expect error: a watcher raises no issues (write `checker` instead of `watcher`)
    checker i is passive_w with:
        it.sut_issue(severity: eror, kind: collision)  # expect error: `eror` is no word of `issue_severity` (did you mean `error`?)
    checker j is passive_w with:
        it.sut_issue(severity: error, kind: colision)  # expect error: `colision` is no word of `issue_kind` (did you mean `collision`?)
    checker k is passive_w with:
        it.sut_isue(kind: collision)  # expect error: expected `it.sut_issue(...)`
    checker l is speed_policy(sut.car)  # expect error: `speed_policy` watches the actor of its modifier (write `actor`)
    checker n is speed_policy(vehicle: actor, max_sped: 3mps)  # expect error: `speed_policy` has no parameter `max_sped` (did you mean `max_speed`?)
    on @i_end:  # expect error: `i_end` is an event of watchers (name one: @x.i_end)
        pass
    on @h.i_ned:  # expect error: `vehicle.m.h` has no event `i_ned` (did you mean `i_end`?)
        pass
    on @vehicle.m.h.i_end:  # expect error: an object_kind has no member `m` (`vehicle` is no actor but a type: write `actor`, `sut.car` or one of `traffic.physical_objects`)
        pass
    on @top.w_clock:  # expect error: `top` has no event `w_clock` (did you mean `w_clk`?)
        pass
    on @top.w_clk:
        start_interval()  # expect error: `start_interval` belongs to a watcher
        emit nothing  # expect error: there is no event `nothing`
        emit top.w_clk  # expect error: `top` has no event `w_clk`
        emit h.i_end  # expect error: `i_end` happens by itself, and cannot be emitted
        emit top.time  # expect error: `top` has no event `time`
    on @top.w_clk if every(1s):  # expect error: behind an event `every` has no meaning (write `on every(...)` alone)
        pass
    on elapsed(3m):  # expect error: expected a time for the time, found a length
        pass
    on @top.w_clk:
        override(h, run_mode: frozen)  # expect error: `frozen` is no word of `run_mode` (its words are active, freeze)
        override(actor, run_mode: freeze)  # expect error: `override` takes a watcher or checker by its name
)osc"},
      {"times between events", R"osc(
global modifier vehicle.m:
    on every(0s):  # expect error: `every` takes a finite time from 1 ns on, and not 0 s
        pass
    on every(1s - 2s):  # expect error: `every` takes a finite time from 1 ns on, and not -1 s
        pass
    on every(nan):  # expect error: `every` takes a finite time from 1 ns on, and not nan s
        pass
    on every(inf):  # expect error: `every` takes a finite time from 1 ns on, and not inf s
        pass
    on elapsed(-1s):  # expect error: `elapsed` takes a time from 0 s on, and not -1 s
        pass
    on elapsed(nan):  # expect error: `elapsed` takes a time from 0 s on, and not nan s
        pass
    on @top.w_clk if elapsed(1s - 2s):  # expect error: `elapsed` takes a time from 0 s on, and not -1 s
        pass
    on every(0.0000000001s):  # expect error: `every` takes a finite time from 1 ns on, and not 1e-10 s
        pass
    on every(3m):  # expect error: expected a time for the time, found a length
        pass
    on every(nobody.knows):  # expect error: unknown name `nobody` (did you mean `anybody`?)
        pass
    on every(1s, offset: 0s):
        pass
    on every(100000000000s):
        pass
)osc"},
      {"units", R"osc(
type money is SI(m: 1, euro: 2)  # expect error: expected a base unit (kg, m, s, A, K, mol, cd, rad), found `euro`
type area is SI(m: 2)
unit sqm of area is SI(m: 2)
unit acre of areas is SI(m: 2)  # expect error: there is no physical type `areas` (did you mean `area`?)
unit bad of area is SI(m: 3)  # expect error: the unit's exponents are not those of `area`
unit kph of speed is SI(m: 1, s: -1, factor: 0.277777778)
unit mps of speed is SI(m: 1, s: -1, factor: 2.0)  # expect error: `mps` is a unit already, with another meaning
unit sqm of area is SI(m: 2)  # expect error: the unit `sqm` is declared already
struct s:
    a: area = 3sqm
    b: speed = 3kmh  # expect error: unknown unit `kmh` (did you mean `kph`?)
    c: speed = 3kpg  # expect error: unknown unit `kpg` (did you mean `kph`?)
global modifier vehicle.m:
    var b: speed = 3kmh  # expect error: unknown unit `kmh` (did you mean `kph`?)
    var r: range of speed = [2..3]kpg  # expect error: unknown unit `kpg` (did you mean `kph`?)
    record(x, expression: actor.state.speed, unit: kmh)  # expect error: unknown unit `kmh` (did you mean `kph`?)
    record(y, expression: actor.state.speed, unit: m)  # expect error: `m` is a unit of length, and this is a speed
    record(z, expresion: 3)  # expect error: there is no argument `expresion` (did you mean `expression`?)
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaErrors, AreAboutTypes) {
  const MarkedCase cases[] = {
      {"operators name both dimensions", R"osc(
global modifier vehicle.m:
    var l: length
    var t: time
    var v: speed
    var n: float
    var b: bool
    var s: string
    on @top.w_clk:
        l = l + t  # expect error: cannot add a length and a time
        l = l - v * v  # expect error: cannot subtract a length and a quantity in m^2 s^-2
        l = v * t
        l = v * v / (2 * 3mpsps)
        l = v / t  # expect error: expected a length for the value, found an acceleration
        t = l / v
        b = l < t  # expect error: cannot compare a length and a time
        b = l == 3  # expect error: cannot compare a length and an int (a length is written with its unit, such as 1m)
        b = actor.id > "a"  # expect error: a string has no order: `>` says nothing (compare texts with `==` or `!=`, or their `length()`)
        b = actor.is_ego <= true  # expect error: a bool has no order: `<=` says nothing (compare with `==` or `!=`)
        b = actor < actor  # expect error: a vehicle has no order: `<` says nothing (compare with `==` or `!=`)
        b = l > 3m and t  # expect error: expected a bool for `and`, found a time
        b = not n  # expect error: expected a bool for `not`, found a float
        n = l / 2m + 3
        n = l % 2s  # expect error: cannot take the remainder of a length and a time
        n = s + 3  # expect error: cannot add a string and an int (texts hold values as "$(value)")
        n = -s  # expect error: a string has no negative
        s = s + "x"
        b = l in [1m..3m]
        b = l in [1s..3s]  # expect error: a length cannot be in a range of time
        b = l in [1m..3s]  # expect error: a range from a length to a time
        b = 3 in ["a"]  # expect error: an int cannot be in a list of string
        b = 3 in 4  # expect error: an int cannot be in an int
        b = actor == 3  # expect error: cannot compare a vehicle and an int
        n = b ? 1 : "x"  # expect error: one of an int and a string: both must be of one type
        n = max(1, 2m)  # expect error: `max` of an int and a length (all must be of one dimension)
        n = sqrt(l)  # expect error: a length has no square root with whole exponents
        l = sqrt(l * l)
        l = pow(v, 2) / 3mpsps
        n = exp(l)  # expect error: `exp` takes plain numbers, found a length
        n = sin(30deg)
        n = abs("x")  # expect error: `abs` takes numbers, found a string
        n = max(1)  # expect error: `max` takes at least 2 arguments
)osc"},
      {"values and what takes them", R"osc(
struct point:
    var x: length
watcher modifier w(any_watcher_data):
    parameter: int
    var p: point
    var q: point
    on @top.w_clk:
        parameter = 3  # expect error: `parameter` cannot be changed while the run goes on (declare it with `var`)
        top.time = 3s  # expect error: `top.time` cannot be changed
        data.start_time = 3s  # expect error: `data.start_time` cannot be changed while the run goes on
        sut.car.policy.max_speed = 3mps  # expect error: parameters of built-in checks are set before the run (write `set` or `keep` in an `extend`, outside of `on`)
        p = q
        p = 3  # expect error: expected a point for the value, found an int
        p.x = p  # expect error: expected a length for the value, found a point
        var local: point = data  # expect error: expected a point, found an any_watcher_data
        var v: car = sut.car  # expect error: expected a car for the value, found a sut_vehicle
        var u: vehicle = sut.car
        v = u  # expect error: expected a car for the value, found a vehicle (`.as(car)` is null where it is none)
        for a in 3:  # expect error: `for` goes over a list, found an int
            pass
        for o in traffic.physical_objects:
            var d: length = o.distance(sut.car)
        while 3:  # expect error: expected a bool for the condition, found an int
            pass
        return 3  # expect error: nothing is returned here
        var i: int = 2.5  # expect error: expected an int for the value, found a float (`.as(int)` cuts off what is behind the point)
        i = 2.5.as(int)
        i = 3m.as(int)  # expect error: a length cannot become an int (`.as(m)` gives a number)
        i = [1, "a"][0]  # expect error: a string does not go into a list with an int
        i = 3[0]  # expect error: an int has no elements
        i = top  # expect error: `top` is no value
        i = @start  # expect error: an event is no value (`on @event:` reacts to one)
)osc"},
      {"methods", R"osc(
struct s:
    var x: int
    def f() -> int is expression "a"  # expect error: expected an int for `f`, found a string
    def g() -> int is:
        return  # expect error: expected an int to return
    def h() is:
        return 3  # expect error: nothing is returned here
    def k() -> int is expression y  # expect error: unknown name `y`
)osc"},
      {"nothing follows from an error", R"osc(
global modifier vehicle.m:
    var x: unknown_thing  # expect error: unknown type `unknown_thing`
    on @top.w_clk:
        x = 3
        x = x + "a" * x
        if x > 3 and x.y == 4:
            x.f(3)
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaErrors, AreAboutSettings) {
  const MarkedCase cases[] = {
      {"paths", R"osc(
extend vehicle:
    keep(polcy.max_speed == 3mps)  # expect error: unknown name `polcy` (did you mean `policy`?)
    keep(policy.max_sped == 3mps)  # expect error: `policy` has no member `max_sped` (did you mean `max_speed`?)
    keep(policy.max_speed == 3)  # expect error: expected a speed for `policy.max_speed`, found an int (a speed is written with its unit, such as 1kph)
    keep(policy.max_speed == 3m)  # expect error: expected a speed for `policy.max_speed`, found a length
    keep(policy.max_speed == state.speed)  # expect error: a parameter is set to a constant
    keep(policy.max_jerk == -3mpspsps)  # expect error: `policy.max_jerk`: must be at least 0mpspsps
    set state.speed = 3mps  # expect error: `state.speed` cannot be set
    keep(road_departure.enabld == true)  # expect error: `road_departure` has no member `enabld` (did you mean `enabled`?)
actor tank inherits vehicle
extend tank:
    keep(policy.max_speed == 3mps)  # expect error: no actor of a run is a `tank`
extend ftlx_global_eval_config:
    set ego_teleportation_checker_config.issue_severity = bad  # expect error: `bad` is no word of `issue_severity` (its words are ignore, info, warning, error_continue, error)
    set ego_teleportation_checker_confg.enabled = true  # expect error: unknown name `ego_teleportation_checker_confg` (did you mean `ego_teleportation_checker_config`?)
    const mine: teleportation_checker_config = new
    set mine.smoothing_tim = 3s  # expect error: `teleportation_checker_config` has no member `smoothing_tim` (did you mean `smoothing_time`?)
    set mine.smoothing_time = -3s  # expect error: `mine.smoothing_time`: must be at least 0s
)osc"},
      {"two hard keeps that disagree", R"osc(
extend vehicle:
    keep(policy.max_speed == 30mps)
    keep(default policy.max_speed == 35mps)
    keep(policy.max_speed == 40mps)  # expect error: `policy.max_speed` is kept at another value already (a default is overridden: keep(default ...))
    x: int
    keep(x == 3)
    keep(x == 4)  # expect error: `x` is kept at another value already (a default is overridden: keep(default ...))
    keep(policy.max_speed in [50..60]kph)  # expect error: `policy.max_speed` is kept at a value outside of this range
extend car:
    keep(policy.max_speed == 41mps)
extend vehicle:
    keep(policy.max_speed == 30mps)
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaErrors, SayWhere) {
  AnalysedText text = analysed(R"osc(extend vehicle:
    keep(policy.max_speed == 30mps)
    keep(policy.max_speed == 40mps)
)osc");
  EXPECT_EQ(render(text.analysis.diagnostics, text.sources),
            "my.osc:3:10: error: `policy.max_speed` is kept at another value already\n"
            "    keep(policy.max_speed == 40mps)\n"
            "         ^~~~~~~~~~~~~~~~~~~~~~~~~\n"
            "    hint: a default is overridden: keep(default ...)\n"
            "my.osc:2:10: note: here\n"
            "    keep(policy.max_speed == 30mps)\n"
            "         ^~~~~~~~~~~~~~~~~~~~~~~~~\n");
  text = analysed("global modifier vehicle.m:\n    var x: length = 3m + 2s\n");
  EXPECT_EQ(render(text.analysis.diagnostics, text.sources),
            "my.osc:2:24: error: cannot add a length and a time\n"
            "    var x: length = 3m + 2s\n"
            "                       ^\n");
}

TEST(SemaImports, AreFollowedOnce) {
  const std::map<std::string, std::string> files = {
      {"lib/a.osc", "import \"b.osc\"\nstruct a:\n    b: b\n"},
      {"lib/b.osc", "struct b:\n    x: int\n"},
      {"loop1.osc", "import \"loop2.osc\"\nstruct one:\n    x: int\n"},
      {"loop2.osc", "import \"sub/../loop1.osc\"\nstruct two:\n    x: int\n"},
      {"link/to/b.osc", "struct b:\n    x: int\n"},  // what is in lib/b.osc
      {"shared/shapes/round.osc", "struct circle:\n    x: int\n"},
      {"/abs/a b.osc", "struct blank:\n    x: int\n"},
      {"/abs/c.osc", "struct plain:\n    x: int\n"},
      {"wrong.osc", "struct c:\n    x: nothing\n"},
      {"outer.osc", "import \"wrong.osc\"\n"},
  };
  struct ImportCase {
    const char* name;
    const char* source;
    const char* expected;
  };
  const ImportCase cases[] = {
      {"nested, and twice", "import \"lib/a.osc\"\nimport \"lib/b.osc\"\nstruct s:\n    a: a\n    b: b\n", ""},
      {"the standard's own", "import osc.standard\nimport osc.standard.all\n", ""},
      {"not there", "import \"none.osc\"\n",
       "my.osc:1:1: error: cannot import \"none.osc\": there is no such file\n"
       "import \"none.osc\"\n"
       "^~~~~~~~~~~~~~~~~\n"},
      {"a library that is not there", "import my.library\n",
       "my.osc:1:8: error: there is no library `my.library`\n"
       "import my.library\n"
       "       ^~~~~~~~~~\n"
       "    hint: it would be my/library.osc beside this file, or in shared\n"},
      {"a library beside the file", "import lib.a\nstruct s:\n    a: a\n", ""},
      {"a library in a folder for them", "import shapes.round\nstruct s:\n    a: circle\n", ""},
      {"what the standard does not have", "import osc.weather\n",
       "my.osc:1:8: warning: the standard has no library `osc.weather`: nothing is imported\n"
       "import osc.weather\n"
       "       ^~~~~~~~~~~\n"
       "    hint: write import osc.standard.all\n"},
      {"itself", "import \"my.osc\"\nstruct s:\n    x: int\n", ""},
      {"a circle", "import \"loop1.osc\"\nstruct s:\n    one: one\n    two: two\n", ""},
      {"one file by two paths", "import \"lib/b.osc\"\nimport \"link/to/b.osc\"\nstruct s:\n    b: b\n", ""},
      {"URIs of files",
       "import \"file:///abs/a%20b.osc\"\nimport \"file:/abs/c.osc\"\nimport \"file:lib/b.osc\"\n"
       "struct s:\n    a: blank\n    b: b\n    c: plain\n",
       ""},
      {"a mistake in an imported file says the way to it", "import \"outer.osc\"\n",
       "wrong.osc:2:8: error: unknown type `nothing`\n"
       "    x: nothing\n"
       "       ^~~~~~~\n"
       "outer.osc:1:1: note: imported here\n"
       "import \"wrong.osc\"\n"
       "^~~~~~~~~~~~~~~~~~\n"
       "my.osc:1:1: note: imported here\n"
       "import \"outer.osc\"\n"
       "^~~~~~~~~~~~~~~~~~\n"},
  };
  for (const auto& [name, source, expected] : cases) {
    const AnalysedText text = analysed(source, files);
    EXPECT_EQ(render(text.analysis.diagnostics, text.sources), expected) << name;
  }
}

TEST(SemaNamespaces, KeepNamesApart) {
  const MarkedCase cases[] = {
      {"prefixes, use and export", R"osc(
namespace one
export shown
struct shown:
    x: int
struct hidden:
    x: int
namespace two use one
struct shown2:
    a: shown
    b: one::hidden
    c: hidden  # expect error: unknown type `hidden` (`one::hidden` is one)
    d: ::vehicle
    e: stdtypes::speed
namespace null
struct shown:
    y: one::shown
    z: shown2  # expect error: unknown type `shown2` (`two::shown2` is one)
    w: two::shown2
)osc"},
      {"members", R"osc(
namespace one
extend vehicle:
    var hits: int
    def twice() -> int is expression 2 * one::hits
namespace two
extend vehicle:
    on @start:
        logger.log_info("$(one::hits) $(actor.one::hits) $(one::twice()) $(actor.::id)")
        logger.log_info("$(hits)")  # expect error: unknown name `hits` (`one::hits` is one)
        logger.log_info("$(two::hits)")  # expect error: unknown name `two::hits` (`one::hits` is one)
        logger.log_info("$(actor.two::hits)")  # expect error: `vehicle` has no member `hits` (`one::hits` is one)
        logger.log_info("$(actor.two::twice())")  # expect error: `vehicle` has no method `twice`
)osc"},
      {"everything exported, also of others", R"osc(
namespace one
export *
struct a:
    x: int
namespace two
export one::*, b
struct b:
    x: int
namespace three use two
struct c:
    a: a
    b: b
)osc"},
      // The standard's codes 48 to 51.
      {"a use clause", R"osc(
namespace foo
export bar, az
struct bar:
    az: uint
    ay: uint
namespace bazzle use foo, drizzle
struct foobar inherits bar:
    myz: uint = az
    myz2: uint = foo::az
    myy: uint = foo::ay
    myy2: uint = ay  # expect error: unknown name `ay` (`foo::ay` is one)
)osc"},
      {"exports of others' names", R"osc(
namespace foo
export bar, az
struct bar:
    az: uint
    ay: uint
namespace moo use foo
export newbar, bar, foo::ay
struct newbar inherits bar
namespace bazzle use moo
struct foobar inherits bar:
    myz: uint = foo::az
    myz2: uint = az  # expect error: unknown name `az` (`foo::az` is one)
    myy: uint = ay
    myy2: uint = moo::ay
    myy3: uint = foo::ay
struct foobar2 inherits moo::bar
struct foobar3 inherits foo::bar
)osc"},
      {"exports of everything", R"osc(
namespace foo
export *
struct bar:
    az: uint
    ay: uint
namespace moo use foo
export *, foo::*
struct newbar inherits bar
namespace bazzle use moo
struct foobar inherits bar:
    myz: uint = az
    myy: uint = ay
struct foobar2 inherits newbar
)osc"},
      {"the same name in two namespaces", R"osc(
namespace foo
export bar, az, my_method, another_method
struct bar:
    az: uint
    def my_method() -> float is undefined
    def another_method() -> float is undefined
namespace moo use foo
struct newbar inherits bar:
    az: float
    def my_method() -> float is only expression 42
    def another_method() -> float is expression 42
scenario demo:
    mybar: newbar
    keep(mybar.az == mybar.my_method())
    keep(mybar.foo::az == mybar.another_method())
)osc"},
      {"a name that two namespaces export", R"osc(
namespace one
export a
struct a:
    x: int
namespace two
export a
struct a:
    y: int
namespace three use one, two
struct b:
    a: a  # expect error: `a` is exported by several of the namespaces that are used (write the namespace before it: ns::a)
    c: one::a
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaNamespaces, LetUsersShadowWhatIsBuiltIn) {
  const MarkedCase cases[] = {
      {"types of another kind, and of the same", R"osc(
struct car:
    wheels: int
struct view:
    angle: angle
enum object_state: [short, long]
scenario top:
    info: object_state
    keep(info == short)
struct garage:
    mine: car
    seen: view
    real: std::vehicle
    var n: int = mine.wheels
extend std::car:
    var hits: int
global modifier std::car.counts:
    on @start:
        actor.hits = actor.hits + 1
        logger.log_info("$(actor.state.speed)")
)osc"},
      {"members of what is shadowed", R"osc(
struct car:
    wheels: int
struct garage:
    mine: car
    var n: speed = mine.state.speed  # expect error: `car` has no member `state`
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaMembers, AreNotDeclaredTwice) {
  const MarkedCase cases[] = {
      {"what a built-in type has", R"osc(
extend vehicle:
    var bbox: length  # expect error: `vehicle` has a `bbox` already
    event seen
extend physical_object:
    var id: string  # expect error: `physical_object` has a `id` already
extend any_watcher_data:
    var start_time: time  # expect error: `any_watcher_data` has a `start_time` already
)osc"},
      {"a built-in type written out, as it is and otherwise", R"osc(
actor vehicle inherits traffic_participant:
    var av_state: av_state
    var mine: int
actor person inherits traffic_participant:
    var id: int  # expect error: `person` has a `id` already
)osc"},
  };
  expect_errors(cases);
  const AnalysedText text = analysed("extend vehicle:\n    var bbox: length\n");
  ASSERT_EQ(text.analysis.diagnostics.size(), 1U);
  ASSERT_EQ(text.analysis.diagnostics[0].notes.size(), 1U);
  EXPECT_EQ(text.sources[text.analysis.diagnostics[0].notes[0].span.file].name(), "<domain>");
}

TEST(SemaInheritance, ChecksConditions) {
  const MarkedCase cases[] = {
      {"of actors, actions and scenarios", R"osc(
enum pace: [slow, fast]
actor cart inherits vehicle:
    pace: pace
actor quick_cart inherits cart(pace == fast)
actor odd_cart inherits cart(pace == quick)  # expect error: `quick` is no word of `pace` (its words are slow, fast)
actor lost_cart inherits cart(colour == fast)  # expect error: unknown name `colour`
scenario vehicle.trip:
    pace: pace
scenario vehicle.quick_trip inherits trip(pace == fast)
scenario vehicle.odd_trip inherits trip(pace == true)  # expect error: expected a pace for `pace`, found a bool
scenario vehicle.lost_trip inherits trip(colour == fast)  # expect error: unknown name `colour`
action vehicle.hop:
    high: bool
action vehicle.high_hop inherits hop(high == true)
action vehicle.odd_hop inherits hop(high == fast)  # expect error: expected a bool for `high`, found a pace
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaLimits, HoldForWhatHasNoEnd) {
  const MarkedCase cases[] = {
      {"a struct in itself", R"osc(
struct a:
    var b: b  # expect error: a `a` would hold another one without end (`= null` begins with none)
struct b:
    var a: a
struct c:
    var c: c  # expect error: a `c` would hold another one without end (`= null` begins with none)
struct d inherits d:  # expect error: `d` inherits from itself
    pass
struct e inherits f:  # expect error: `e` inherits from itself
    pass
struct f inherits e:
    pass
)osc"},
      {"a method that calls itself", R"osc(
struct s:
    def f(n: int) -> int is expression n <= 0 ? 0 : f(n - 1)
)osc"},
  };
  expect_errors(cases);
}

TEST(SemaLimits, ManyDeclarationsTakeTheirTimeOnce) {
  std::string source;
  for (int i = 0; i < 10'000; ++i)
    source += "struct s" + std::to_string(i) + ":\n    x: int\n    y: s" + std::to_string((i + 1) % 10'001) + "\n";
  const AnalysedText chain = analysed(source);
  EXPECT_LE(chain.analysis.diagnostics.size(), 101U);
  source.clear();
  for (int i = 0; i < 10'000; ++i) source += "struct s" + std::to_string(i) + ":\n    x: nothing_of_that_name\n";
  const AnalysedText errors = analysed(source);
  EXPECT_EQ(errors.analysis.diagnostics.size(), 100U);
  source = "enum e: [w";
  for (int i = 0; i < 10'000; ++i) source += ", w" + std::to_string(i);
  const AnalysedText words = analysed(source + "]\n");
  EXPECT_EQ(render(words.analysis.diagnostics, words.sources), "");
}

}  // namespace
}  // namespace scrutineer::lang
