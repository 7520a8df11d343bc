// The standard: members, behaviour, expressions.
#include "lang/detail/constructs.h"

namespace scrutineer::lang::detail {
namespace {

using Level = Construct::Level;

constexpr Construct kConstructs[] = {
    {"Members", "events", Level::run, "event-declaration event-name",
     R"osc(global modifier sut_vehicle.signals:
    event passed(at: speed)
    on @passed as it_passed:
        logger.log_info("passed")
    on @start:
        emit passed(at: 3mps)
)osc",
     "at: 3mps)", "at: 3m)", "passed", ""},
    {"Members", "event specifications", Level::run,
     "event-specification event-reference event-field-decl event-field-name event-path event-condition",
     R"osc(global modifier sut_vehicle.signals:
    event passed(at: speed)
    on @passed as p if actor.state.speed > 0mps:
        logger.log_info("at $(p.at)")
    on @start:
        emit passed(at: 3mps)
)osc",
     "speed > 0mps", "speed > 0m", "at 3mps", ""},
    {"Members", "an event that is defined by others", Level::run, "event-declaration event-specification",
     R"osc(global modifier sut_vehicle.signals:
    event fast is rise(actor.state.speed > 15mps)
    on @fast:
        logger.log_info("fast")
)osc",
     "15mps", "15m", "fast", ""},
    {"Members", "`rise`, `fall`", Level::run, "rise-expression fall-expression bool-expression",
     R"osc(global modifier sut_vehicle.signals:
    on rise(actor.state.speed > 15mps):
        logger.log_info("above")
    on fall(actor.state.speed < 12mps):
        logger.log_info("no longer below")
)osc",
     "15mps", "15s", "no longer below", ""},
    {"Members", "`elapsed`, `every`", Level::run, "elapsed-expression every-expression duration-expression",
     R"osc(on elapsed(2s):
    logger.log_info("two")
on every(1s, offset: 500ms):
    logger.log_info("each")
)osc",
     "elapsed(2s)", "elapsed(2m)", "each", ""},
    {"Members", "parameters", Level::run, "field-declaration parameter-declaration default-value",
     R"osc(watcher modifier fast(any_watcher_data):
    limit, more: speed = 15mps
    on @top.w_clk if actor.state.speed > limit and data == null:
        start_interval()
global modifier vehicle.speeds:
    watcher above is fast(limit: 16mps)
)osc",
     "limit: 16mps", "limit: 16m", "vehicle.speeds.above", ""},
    {"Members", "`with` behind a parameter", Level::checked, "parameter-with-declaration parameter-with-member",
     R"osc(scenario vehicle.pass_by:
    gap: length with:
        keep(it > 10m)
)osc",
     "it > 10m", "it > 10s", "", ""},
    {"Members", "variables", Level::run, "variable-declaration",
     R"osc(global modifier sut_vehicle.counter:
    var count: int = 0
    on @top.w_clk:
        count = count + 1
    on @end:
        logger.log_info("frames $(count)")
)osc",
     "count + 1", "count + 1m", "frames", ""},
    {"Members", "`sample`", Level::run, "sample-expression",
     R"osc(global modifier sut_vehicle.sampled:
    var fastest: speed = sample(actor.state.speed, @top.w_clk)
    on @end:
        logger.log_info("last $(fastest)")
)osc",
     "fastest: speed", "fastest: length", "last 20mps", ""},
    {"Members", "`keep` of a fixed value", Level::run,
     "constraint-declaration keep-constraint-declaration constraint-expression",
     R"osc(extend sut:
    keep(car.physical.max_speed == 54kph)
)osc",
     "54kph", "54m", "speed_physical of ego", "two that disagree are an error that names both places"},
    {"Members", "`keep(default ...)`, `keep(hard ...)`", Level::run, "constraint-qualifier",
     R"osc(extend sut:
    keep(default car.physical.max_speed == 500kph)
    keep(hard car.physical.max_speed == 54kph)
)osc",
     "54kph", "54m", "speed_physical of ego", ""},
    {"Members", "`keep` of other relations", Level::checked, "constraint-expression",
     R"osc(scenario vehicle.pass_by:
    gap: length
    keep(gap in [10m..20m] and gap != 15m)
)osc",
     "gap != 15m", "gpa != 15m", "", ""},
    {"Members", "`remove_default`", Level::checked, "remove-default-declaration parameter-reference",
     R"osc(scenario vehicle.pass_by:
    gap: length = 10m
    remove_default(gap)
)osc",
     "remove_default(gap)", "remove_default(gpa)", "", ""},
    {"Members", "methods by an expression", Level::run,
     "method-declaration return-type method-implementation method-name argument-list-specification "
     "argument-specification argument-name",
     R"osc(extend vehicle:
    def is_faster(than: speed, by: speed = 0mps) -> bool is expression state.speed > than + by
global modifier sut_vehicle.methods:
    on @end:
        logger.log_info("faster $(actor.is_faster(15mps)) $(actor.is_faster(15mps, by: 10mps))")
)osc",
     "than + by", "than + 1", "faster true false", ""},
    {"Members", "methods that are replaced", Level::run, "method-qualifier",
     R"osc(extend vehicle:
    def words() -> string is expression "first"
extend vehicle:
    def words() -> string is only expression "second"
global modifier sut_vehicle.methods:
    on @start:
        logger.log_info(actor.words())
)osc",
     "only expression \"second\"", "only expression 2", "second", ""},
    {"Members", "external and undefined methods", Level::checked, "method-implementation",
     R"osc(actor robot:
    def later() -> int is undefined
    def outside(x: int) -> int is external tool.code("f")
)osc",
     "later() -> int", "later() -> itn", "", "declared; a call of one that this program cannot compute is an error"},
    {"Members", "`cover`, `record`", Level::run, "coverage-declaration",
     R"osc(extend g_info:
    var frames: int = 0
    record(frames, text: "How many.")
    cover(frames)
on @top.w_clk:
    top.info.frames = top.info.frames + 1
)osc",
     "cover(frames", "cover(framse", "frames = ", ""},
    {"Members", "modifier application", Level::checked, "modifier-application actor-expression",
     R"osc(modifier vehicle.calm:
    limit: speed = 10mps
scenario vehicle.pass_by:
    calm(limit: 8mps)
)osc",
     "limit: 8mps", "limti: 8mps", "", ""},
    {"Behaviour", "`on` blocks", Level::run, "behavior-specification on-directive on-member",
     R"osc(on @top.new_issue:
    pass
on @start:
    logger.log_info("started")
)osc",
     "@start", "@strat", "started", ""},
    {"Behaviour", "`do` with labels", Level::checked, "do-directive do-member label-name behavior-invocation",
     R"osc(action vehicle.wave:
    times: int
scenario vehicle.pass_by:
    do first: wave(times: 3)
)osc",
     "first: wave(", "first: wvae(", "", ""},
    {"Behaviour", "`serial`, `parallel`, `one_of`", Level::checked,
     "composition composition-operator unqualified-argument-list unqualified-argument-name unqualified-named-argument",
     R"osc(action vehicle.wave
scenario vehicle.pass_by:
    do serial(duration: 10s):
        parallel:
            wave()
            wave()
        one_of:
            wave()
)osc",
     "duration: 10s", "durtion: 10s", "", ""},
    {"Behaviour", "`with` behind a behaviour", Level::checked,
     "behavior-with-declaration behavior-with-member until-directive",
     R"osc(action vehicle.wave
modifier vehicle.calm:
    limit: speed
scenario vehicle.pass_by:
    do wave() with:
        calm(limit: 5mps)
        until elapsed(3s)
)osc",
     "calm(limit: 5mps)", "clam(limit: 5mps)", "", ""},
    {"Behaviour", "`wait`, `emit` and `call` in `do`", Level::checked,
     "wait-directive emit-directive call-directive method-invocation",
     R"osc(action vehicle.wave
scenario vehicle.pass_by:
    event done
    do serial:
        wait elapsed(2s)
        emit done
        call logger.log_info("x")
)osc",
     "emit done", "emit doen", "", ""},
    {"Behaviour", "`emit` and `call` in `on`", Level::run, "emit-directive call-directive method-invocation",
     R"osc(global modifier sut_vehicle.signals:
    event far
    on @start:
        emit far
    on @far:
        call logger.log_info("far")
)osc",
     "emit far", "emit fra", "far", ""},
    {"Behaviour", "arguments by place and by name", Level::run, "argument-list positional-argument named-argument",
     R"osc(on @start:
    logger.log_info("left-right".substring(5, end: 10))
)osc",
     "end: 10", "ends: 10", "right", ""},
    {"Expressions", "`? :`", Level::run, "expression ternary-op-exp",
     R"osc(on @start:
    logger.log_info(1 < 2 ? "less" : "more")
)osc",
     "\"more\"", "3", "less", ""},
    {"Expressions", "`=>`, `or`, `and`, `not`", Level::run, "implication disjunction conjunction inversion",
     R"osc(on @start:
    logger.log_info("$(false => true) $(false or true and not true)")
)osc",
     "not true", "not 1", "true false", ""},
    {"Expressions", "comparisons and `in`", Level::run, "relation relational-op",
     R"osc(on @start:
    logger.log_info("$(1m < 2m) $(1m >= 2m) $(3 in [1, 3]) $(3 != 3)")
)osc",
     "1m < 2m", "1m < 2s", "true false true false", ""},
    {"Expressions", "arithmetic with dimensions", Level::run, "sum additive-op term multiplicative-op factor",
     R"osc(on @start:
    var way: length = 20mps * 20mps / (2 * 4mpsps)
    logger.log_info("$(way + 1m - 0.5m) $(7 % 4) $(-way)")
)osc",
     "way + 1m", "way + 1s", "50.5m 3 -50m", ""},
    {"Expressions", "members and calls", Level::run,
     "postfix-exp primary-exp function-application field-access value-exp",
     R"osc(on @start:
    logger.log_info("$(("a" + "b").to_upper()) $(traffic.vehicles.count(it.state.speed > 0mps))")
)osc",
     "to_upper", "to_uper", "AB 2", ""},
    {"Expressions", "`as`", Level::run, "cast-exp",
     R"osc(on @start:
    logger.log_info(issue_severity!error_continue.as(string).replace("_", " "))
)osc",
     "as(string)", "as(strnig)", "error continue", ""},
    {"Expressions", "`is`", Level::run, "type-test-exp",
     R"osc(global modifier physical_object.kinds:
    on @start:
        logger.log_info("$(actor.is(car)) $(actor.is(person))")
)osc",
     "is(person)", "is(persno)", "true false", ""},
    {"Expressions", "`it`", Level::run, "primary-exp",
     R"osc(on @start:
    logger.log_info("above 3: $([1, 5, 9].filter(it > 3).size())")
)osc",
     "it > 3", "it > 3m", "above 3: 2", ""},
};

}  // namespace

std::span<const Construct> standard_behaviour() { return kConstructs; }

}  // namespace scrutineer::lang::detail
