// What evaluation adds to the standard.
#include "lang/detail/constructs.h"

namespace scrutineer::lang::detail {
namespace {

using Level = Construct::Level;

constexpr Construct kConstructs[] = {
    {"The evaluation dialect", "`$(...)` in strings", Level::run, "",
     R"osc(on @start:
    logger.log_info("sum $(1 + 2), nested $("a$(3)"), \$(4)")
)osc",
     "1 + 2", "1 + \"b\"", "sum 3, nested a3, $(4)", ""},
    {"The evaluation dialect", "`[2..5]m`, `[30..]kph`", Level::run, "",
     R"osc(on @start:
    logger.log_info("$(3m in [2..5]m) $(20kph in [30..]kph)")
)osc",
     "[2..5]m", "[2..5]s", "true false", ""},
    {"The evaluation dialect", "`const x: T = new`, `set path = value`", Level::run, "",
     R"osc(extend ftlx_global_eval_config:
    const mine: teleportation_checker_config = new
    set mine.distance_threshold_tolerance = 0.01m
    set mine.distance_factor_threshold = 0.5
global modifier npc_vehicle.jumps:
    checker jump is teleportation(physical_object: actor)
    keep(jump.teleportation_checker_config == ftlx_global_eval_config.mine)
)osc",
     "0.01m", "0.01s", "teleportation of 7", "a later `set` wins"},
    {"The evaluation dialect", "statement bodies: `is:`, `is also:`, `is only:`", Level::run, "",
     R"osc(extend vehicle:
    def greet() is:
        logger.log_info("first")
extend vehicle:
    def greet() is also:
        logger.log_info("then")
global modifier sut_vehicle.greeting:
    on @start:
        actor.greet()
)osc",
     "\"then\"", "3m", "then", ""},
    {"The evaluation dialect", "assignment, local variables", Level::run, "",
     R"osc(on @start:
    var a: int = 1
    a = a + 1
    set a = a * 3
    logger.log_info("a is $(a)")
)osc",
     "a * 3", "a * \"x\"", "a is 6", ""},
    {"The evaluation dialect", "`if`, `elif`, `else`", Level::run, "",
     R"osc(on @start:
    if 1 > 2:
        logger.log_info("if")
    elif 2 > 3:
        logger.log_info("elif")
    else:
        logger.log_info("else")
)osc",
     "2 > 3", "2 > 3m", "else", ""},
    {"The evaluation dialect", "`for`, `while`", Level::run, "",
     R"osc(on @start:
    var sum: int = 0
    for x in [1, 2, 3]:
        sum = sum + x
    while sum < 100:
        sum = sum * 2
    logger.log_info("sum $(sum)")
)osc",
     "sum < 100", "sum < 100m", "sum 192", "at most 1e6 steps per instance and frame"},
    {"The evaluation dialect", "`return`, `pass`", Level::run, "",
     R"osc(extend vehicle:
    def word(n: int) -> string is:
        if n > 1:
            return "many"
        else:
            pass
        return "one"
global modifier sut_vehicle.counting:
    on @start:
        logger.log_info(actor.word(1) + actor.word(2))
)osc",
     "return \"one\"", "return 1", "onemany", ""},
    {"The evaluation dialect", "`watcher modifier name(data_type):`", Level::run, "",
     R"osc(struct fast_data inherits any_watcher_data:
    var top_speed: speed
    record(top_speed, unit: kph, text: "The highest speed.")
watcher modifier fast(fast_data):
    limit: speed = 15mps
    on @top.w_clk:
        if actor.state.speed > limit and data == null:
            start_interval()
    on @i_clock:
        data.top_speed = actor.state.speed
global modifier vehicle.speeds:
    watcher above is fast()
)osc",
     "data.top_speed = actor.state.speed", "data.top_speed = actor.bbox.length", "top_speed=72", ""},
    {"The evaluation dialect", "`while_w`", Level::run, "",
     R"osc(global modifier vehicle.speeds:
    watcher slow is while_w(actor.state.speed < 11mps)
)osc",
     "11mps", "11m", "vehicle.speeds.slow of 7", ""},
    {"The evaluation dialect", "`while_w(..., for_at_least:, until:, unless:)`", Level::run, "",
     R"osc(global modifier vehicle.speeds:
    watcher slow is while_w(actor.state.speed < 11mps, for_at_least: 0.5s, until: actor.state.speed > 12mps, unless: actor.is_in_junction())
)osc",
     "for_at_least: 0.5s", "for_at_least: 0.5m", "vehicle.speeds.slow of 7",
     "how long the condition must hold, what ends an open interval, and what excuses it"},
    {"The evaluation dialect", "`upon_w`", Level::run, "",
     R"osc(global modifier sut_vehicle.speeds:
    event fast is rise(actor.state.speed > 15mps)
    watcher became_fast is upon_w(@fast)
)osc",
     "upon_w(@fast)", "upon_w(@fats)", "became_fast of ego", ""},
    {"The evaluation dialect", "`passive_w`", Level::run, "",
     R"osc(global modifier sut_vehicle.speeds:
    watcher by_hand is passive_w
    on @start:
        by_hand.start_interval()
)osc",
     "by_hand.start", "by_hnad.start", "by_hand of ego", ""},
    {"The evaluation dialect", "`start_interval(since: ...)`", Level::run, "",
     R"osc(global modifier sut_vehicle.speeds:
    watcher by_hand is passive_w
    on @top.w_clk:
        by_hand.start_interval(since: top.time - 100ms)
)osc",
     "100ms", "100m", "by_hand of ego", "an interval that began earlier, but not before its actor came"},
    {"The evaluation dialect", "`checker ... with: it.sut_issue(...)`", Level::run, "",
     R"osc(extend issue_kind: [too_fast]
global modifier vehicle.speeds:
    checker fast is while_w(actor.state.speed > 15mps) with:
        it.sut_issue(severity: warning, kind: too_fast, details: "by $(actor.id)")
)osc",
     "severity: warning", "severity: wrning", "too_fast of ego, warning: by ego", ""},
    {"The evaluation dialect", "`plot(expression, limit: ...)`", Level::run, "",
     R"osc(extend issue_kind: [too_fast]
global modifier vehicle.speeds:
    checker fast is while_w(actor.state.speed > 15mps) with:
        it.sut_issue(severity: warning, kind: too_fast)
        plot(actor.state.speed, limit: 15mps)
)osc",
     "limit: 15mps", "limit: 15m", "limit=15", "what pictures of issues show; also in a `watcher modifier`"},
    {"The evaluation dialect", "built-in checks as types", Level::run, "",
     R"osc(global modifier npc_vehicle.limits:
    checker slow is speed_physical(vehicle: actor)
    keep(slow.max_speed == 5mps)
)osc",
     "5mps", "5m", "npc_vehicle.limits.slow of 7", ""},
    {"The evaluation dialect", "`global modifier actor_type.name:`", Level::run, "",
     R"osc(global modifier vehicle.names:
    on @start:
        logger.log_info("here is $(actor.id)")
)osc",
     "vehicle.names", "vehcile.names", "here is 7", ""},
    {"The evaluation dialect", "settings of built-in checks by path", Level::run, "",
     R"osc(extend car.physical:
    keep(max_speed == 54kph)
extend vehicle:
    keep(jerk_policy.enabled == true)
)osc",
     "max_speed ==", "max_sped ==", "speed_physical of ego", ""},
    {"The evaluation dialect", "`on @top.w_clk`, `@start`, `@end`, `@i_start`, `@i_clock`, `@i_end`", Level::run, "",
     R"osc(struct counted inherits any_watcher_data:
    var frames: int = 0
watcher modifier counting(counted):
    on @start:
        start_interval()
    on @i_start:
        logger.log_info("begins")
    on @i_clock:
        data.frames = data.frames + 1
    on @i_end:
        logger.log_info("ends after $(data.frames)")
global modifier sut_vehicle.counts:
    watcher frames is counting()
)osc",
     "@i_end", "@i_edn", "ends after", ""},
    {"The evaluation dialect", "events of other instances by path", Level::run, "",
     R"osc(global modifier sut_vehicle.speeds:
    watcher fast is while_w(actor.state.speed > 15mps)
on @sut.car.speeds.fast.i_start:
    logger.log_info("heard")
)osc",
     "fast.i_start", "fats.i_start", "heard", ""},
    {"The evaluation dialect", "`on @top.new_issue`, `issues.curr.modify`", Level::run, "",
     R"osc(extend car.physical:
    keep(max_speed == 54kph)
on @top.new_issue if issues.curr.kind == speed_physical:
    call issues.curr.modify(speed_physical, info, "allowed")
)osc",
     "speed_physical, info", "speed_physical, inof", "speed_physical of ego, info", ""},
    {"The evaluation dialect", "`override(instance, run_mode: freeze | active)`", Level::run, "",
     R"osc(global modifier sut_vehicle.speeds:
    watcher slow is while_w(actor.state.speed < 100mps)
    on elapsed(1s):
        override(slow, run_mode: freeze)
)osc",
     "run_mode: freeze", "run_mode: frozen", "slow of ego by frozen", ""},
    {"The evaluation dialect", "`logger.log_info|log_warning|log_debug|log_trace`", Level::run, "",
     R"osc(on @start:
    logger.log_warning("careful")
)osc",
     "log_warning", "log_warnign", "careful", ""},
    {"The evaluation dialect", "`sut_error`, `sut_warning`", Level::run, "",
     R"osc(extend issue_kind: [odd]
global modifier sut_vehicle.odd_things:
    on @start:
        sut_error(odd, "at once")
)osc",
     "\"at once\"", "3", "odd of ego, error: at once", ""},
    {"The evaluation dialect", "records of `top.info`", Level::run, "",
     R"osc(struct my_info:
    var frames: int = 0
extend g_info:
    var mine: my_info
on @top.w_clk:
    top.info.mine.frames = top.info.mine.frames + 1
)osc",
     "mine.frames + 1", "mine.frames + 1m", "mine.frames = ", ""},
    {"The evaluation dialect", "`is_defined`, null", Level::run, "",
     R"osc(global modifier sut_vehicle.first:
    on @start:
        logger.log_info("$(is_defined(actor.state.legal_speed)) $(actor.object_in_front() == null)")
)osc",
     "is_defined(actor", "is_defined(actro", "false true", ""},
    {"The evaluation dialect", "watcher types that inherit", Level::run, "",
     R"osc(watcher modifier zone(any_watcher_data):
    limit: speed = 100mps
    on @top.w_clk if actor.state.speed > limit and data == null:
        start_interval()
watcher modifier fast_zone(any_watcher_data) inherits zone:
    set limit = 18mps
global modifier sut_vehicle.zones:
    watcher fast is fast_zone()
)osc",
     "set limit = 18mps", "set limit = 18m", "zones.fast of ego", ""},
    {"The evaluation dialect", "`self`, `outer`", Level::run, "",
     R"osc(global modifier sut_vehicle.zones:
    var limit: speed = 15mps
    watcher fast is while_w(actor.state.speed > outer.limit)
    on @fast.i_start:
        logger.log_info("above $(self.limit)")
)osc",
     "self.limit", "self.limti", "above 15mps", ""},
    {"The evaluation dialect", "`keep(path in [a..b])` of a setting", Level::checked, "",
     R"osc(extend car.physical:
    keep(max_speed in [100kph..150kph])
    keep(max_speed == 120kph)
)osc",
     "120kph", "250kph", "", "a value outside is an error that names both places"},
};

}  // namespace

std::span<const Construct> dialect() { return kConstructs; }

}  // namespace scrutineer::lang::detail
