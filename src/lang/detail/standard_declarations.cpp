// The standard: text, files, types.
#include "lang/detail/constructs.h"

namespace scrutineer::lang::detail {
namespace {

using Level = Construct::Level;

constexpr Construct kConstructs[] = {
    {"Text", "names, in any script", Level::run, "identifier",
     R"osc(on @start:
    var größe: int = 7
    logger.log_info("größe $(größe)")
)osc",
     "$(größe)", "$(große)", "größe 7", ""},
    {"Text", "`|any name|`", Level::run, "identifier",
     R"osc(on @start:
    var |gap (s)|: int = 7
    logger.log_info("gap $(|gap (s)|)")
)osc",
     "$(|gap (s)|)", "$(|gap|)", "gap 7", ""},
    {"Text", "keywords as names", Level::run, "identifier",
     R"osc(struct kind:
    var type: int = 3
    var s: int = 4
extend g_info:
    var set: kind
)osc",
     "var s: int", "var type: int", "set.type = 3", ""},
    {"Text", "comments, joined lines, tabs", Level::run, "osc-file",
     R"osc(# to the end of the line
on @start: /* or
    over several */
	logger.log_info("joined " + \
        "lines")
)osc",
     "\"lines\"", "lines", "joined lines", ""},
    {"Text", "strings in single, double and triple quotes, with escapes", Level::run,
     "string-literal shortstring longstring shortstring-elem longstring-elem string-escape-seq",
     R"osc(on @start:
    logger.log_info("one 'a'" + ' two \"b\"' + """ three
"c""")
)osc",
     "' two", "3 + ' two", "one 'a' two \"b\" three", ""},
    {"Text", "true, false", Level::run, "bool-literal",
     R"osc(on @start:
    var is_on: bool = true and not false
    logger.log_info("$(is_on)")
)osc",
     "true and", "1 and", "true", ""},
    {"Text", "integers, decimal and hexadecimal", Level::run,
     "integer-literal uint-literal hex-uint-literal int-literal digit hex-digit",
     R"osc(on @start:
    logger.log_info("$(12 + 0x1F - -3)")
)osc",
     "0x1F", "\"x\"", "46", ""},
    {"Text", "floating-point numbers, `inf`, `nan`", Level::run, "float-literal",
     R"osc(on @start:
    logger.log_info("$(.5 + 1e3 + 1.5E-1) $(1.0 < inf) $(nan == nan)")
)osc",
     "1e3", "1e3s", "1000.65 true false", ""},
    {"Text", "physical literals", Level::run, "physical-literal unit-name",
     R"osc(on @start:
    logger.log_info("$(36kph == 10mps) $(100cm == 1m)")
)osc",
     "10mps", "10m", "true true", ""},
    {"Files", "import of a file", Level::run, "import-statement import-reference prelude-statement",
     R"osc(import "other.osc"
on @start:
    logger.log_info("imported $(imported_limit)")
)osc",
     "\"other.osc\"", "\"missing.osc\"", "imported 42",
     "a file is imported once, whatever leads to it; the chain of imports is told"},
    {"Files", "import of a library", Level::checked, "import-reference structured-identifier",
     R"osc(import osc.standard.all
)osc",
     "osc.standard", "my.standard", "", "`a.b` is a/b.osc; `osc.standard` stands for what is built in"},
    {"Files", "namespaces", Level::run,
     "namespace-statement namespace-list namespace-name global-namespace-name qualified-identifier prefixed-identifier "
     "main-statement",
     R"osc(namespace lights
enum light: [green, red]
namespace null use lights
on @start:
    var shown: lights::light = lights::light!red
    logger.log_info("light $(shown)")
)osc",
     "lights::light!red", "lights::light!blue", "light red", ""},
    {"Files", "export", Level::run, "export-statement export-specification export-wildcard-specification",
     R"osc(namespace lights
export light
export *
enum light: [green, red]
namespace mine use lights
on @start:
    var shown: light = light!red
    logger.log_info("light $(shown)")
)osc",
     "light!red", "light!blue", "light red", ""},
    {"Files", "declarations in any order", Level::run, "osc-declaration",
     R"osc(on @start:
    logger.log_info("later $(top.info.later.value)")
extend g_info:
    var later: defined_below
struct defined_below:
    var value: int = 5
)osc",
     "later: defined_below", "later: defined_above", "later 5", ""},
    {"Types and units", "primitive types", Level::run,
     "type-declarator non-aggregate-type-declarator non-structural-type-declarator primitive-type "
     "primitive-numeric-type numeric-type-declarator",
     R"osc(on @start:
    var i: int = -1
    var u: uint = 2
    var f: float = 0.5
    var b: bool = true
    var t: string = "x"
    logger.log_info("$(i) $(u) $(f) $(b) $(t)")
)osc",
     "float = 0.5", "float = true", "-1 2 0.5 true x", ""},
    {"Types and units", "physical types", Level::run,
     "physical-type-declaration physical-type-name base-unit-specifier SI-base-unit-specifier SI-base-exponent-list "
     "SI-base-exponent SI-base-unit-name",
     R"osc(type momentum is SI(kg: 1, m: 1, s: -1)
unit kgmps of momentum is SI(kg: 1, m: 1, s: -1)
on @start:
    var p: momentum = 1500kg * 10mps
    logger.log_info("$(p == 15000kgmps)")
)osc",
     "1500kg * 10mps", "1500kg * 10m", "true", "an exponent for each of kg, m, s, A, K, mol, cd, rad"},
    {"Types and units", "units with factor and offset", Level::run,
     "unit-declaration unit-specifier SI-unit-specifier SI-factor SI-offset",
     R"osc(unit furlong of length is SI(m: 1, factor: 201.168)
unit dial of temperature is SI(K: 1, factor: 2.0, offset: 100.0)
on @start:
    var way: length = 2furlong
    logger.log_info("$(way == 402.336m) $(10dial == 120K)")
)osc",
     "2furlong", "2furlongs", "true true", ""},
    {"Types and units", "enumerations", Level::run,
     "enum-declaration enum-member-decl enum-name enum-member-name enum-member-value enum-value-reference",
     R"osc(enum light: [green, amber = 4, red, stop = red]
on @start:
    var shown: light = light!stop
    logger.log_info("$(shown) $(shown == red)")
)osc",
     "light!stop", "light!halt", "red true", ""},
    {"Types and units", "lists", Level::run,
     "aggregate-type-declarator list-type-declarator list-constructor element-access",
     R"osc(on @start:
    var limits: list of speed = [10mps, 36kph, 20mps]
    logger.log_info("$(limits.size()) $(limits[1] == 10mps)")
)osc",
     "20mps]", "20m]", "3 true", ""},
    {"Types and units", "ranges", Level::run, "range-type-declarator range-constructor",
     R"osc(struct bounds:
    allowed: range of speed = [30..50]kph
on @start:
    logger.log_info("$(40kph in [30kph..50kph]) $(40kph in range(10kph, 20kph))")
)osc",
     "range(10kph", "range(10m", "true false", ""},
    {"Types and units", "struct", Level::run,
     "struct-declaration struct-member-decl struct-name structural-type-declarator field-name",
     R"osc(struct base:
    var count: int = 1
struct counted inherits base:
    var more: int = 2
extend g_info:
    var mine: counted
)osc",
     "inherits base", "inherits bases", "mine.more = 2", ""},
    {"Types and units", "conditional inheritance", Level::checked, "struct-declaration actor-declaration",
     R"osc(enum paint: [red, blue]
struct thing:
    colour: paint
struct red_thing inherits thing(colour == red)
)osc",
     "inherits thing", "inherits things", "", ""},
    {"Types and units", "actor", Level::run, "actor-declaration actor-member-decl actor-name",
     R"osc(actor shuttle inherits vehicle:
    seats: int = 8
extend vehicle:
    var doors: int = 4
global modifier vehicle.doors_of:
    on @start:
        logger.log_info("doors $(actor.doors)")
)osc",
     "actor.doors", "actor.windows", "doors 4", "actors of a type of your own never appear in a run"},
    {"Types and units", "scenario", Level::checked,
     "scenario-declaration scenario-member-decl qualified-behavior-name behavior-name",
     R"osc(scenario vehicle.pass_by inherits vehicle.overtake:
    gap: length = 10m
scenario vehicle.overtake
)osc",
     "gap: length", "gap: lenght", "", ""},
    {"Types and units", "action", Level::checked, "action-declaration",
     R"osc(action vehicle.honk:
    duration: time = 1s
)osc",
     "duration: time", "duration: times", "", ""},
    {"Types and units", "modifier", Level::checked, "modifier-declaration modifier-name",
     R"osc(modifier vehicle.calm:
    limit: speed = 10mps
)osc",
     "limit: speed", "limit: spede", "", ""},
    {"Types and units", "extension of an enumeration", Level::run, "type-extension enum-type-extension",
     R"osc(extend issue_kind: [too_slow]
global modifier sut_vehicle.slow:
    on @start:
        sut_warning(too_slow, "at the start")
)osc",
     "sut_warning(too_slow", "sut_warning(to_slow", "too_slow of ego", ""},
    {"Types and units", "extension of a type", Level::run,
     "structured-type-extension extendable-type-name extension-member-decl",
     R"osc(extend g_info:
    var label: string = "night"
)osc",
     "extend g_info", "extend g_inof", "label = night", "also before its declaration, and in other files"},
    {"Types and units", "extension of a primitive type", Level::run, "primitive-type-extension",
     R"osc(extend string:
    def twice() -> string is expression self + self
on @start:
    logger.log_info("ab".twice())
)osc",
     "self + self", "self + 3", "abab", ""},
    {"Types and units", "global parameters", Level::run, "global-parameter-declaration",
     R"osc(global allowed_speed: speed = 12mps
on @start:
    logger.log_info("$(allowed_speed)")
)osc",
     "speed = 12mps", "speed = 12m", "12mps", ""},
};

}  // namespace

std::span<const Construct> standard_declarations() { return kConstructs; }

}  // namespace scrutineer::lang::detail
