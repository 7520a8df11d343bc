#include "lang/syntax/parse.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "lang/diagnostic.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

struct Row {
  const char* name;
  std::string source;
  std::string tree;
};

// Every row gives its tree without an error, and its printed form gives the same tree.
void expect_trees(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    Sources sources;
    std::vector<Diagnostic> diagnostics;
    const Tree tree = parse(sources, sources.add("test.osc", row.source), diagnostics);
    EXPECT_EQ(render(diagnostics, sources), "") << row.name;
    EXPECT_EQ(dump_tree(tree), row.tree) << row.name;

    const std::string printed = print(tree);
    const Tree again = parse(sources, sources.add("printed.osc", printed), diagnostics);
    EXPECT_EQ(render(diagnostics, sources), "") << row.name << "\n" << printed;
    EXPECT_TRUE(same_tree(tree, again)) << row.name << "\n" << printed;
    EXPECT_EQ(print(again), printed) << row.name;
  }
}

std::vector<Row> inside(std::string_view head, std::string_view head_tree, const std::vector<Row>& rows) {
  const auto indented = [](std::string_view text, int blanks) {
    std::string result;
    bool at_start = true;
    for (const char c : text) {
      if (at_start && c != '\n') result.append(static_cast<std::size_t>(blanks), ' ');
      at_start = c == '\n';
      result += c;
    }
    return result;
  };
  std::vector<Row> result;
  for (const Row& row : rows)
    result.push_back({row.name, std::string(head) + "\n" + indented(row.source, 4),
                      std::string(head_tree) + "\n" + indented(row.tree, 2)});
  return result;
}

TEST(Parse, ReadsDeclarations) {
  expect_trees({
      {"import of a file", "import \"base.osc\"\n", "import \"base.osc\"\n"},
      {"import of a library", "import osc.standard.all\n", "import osc.standard.all\n"},
      {"namespace", "namespace a\n", "namespace a\n"},
      {"namespace that uses others", "namespace null use b, c\n", "namespace null use b, c\n"},
      {"export", "export a, b::c, ::d, *, e::*, ::*\n", "export a b::c ::d * e::* ::*\n"},
      {"physical type", "type speed is SI(m: 1, s: -1)\n", "type speed is SI m: 1 s: -1\n"},
      {"unit", "unit m of length is SI(m: 1)\n", "unit m of length is SI m: 1\n"},
      {"unit with factor", "unit kph of speed is SI(m: 1, s: -1, factor: 1/3.6)\n",
       "unit kph of speed is SI m: 1 s: -1 factor: (/ 1 3.6)\n"},
      {"unit with factor and offset", "unit |°F| of temperature is SI(K: 1, factor: 0.5, offset: 255.4)\n",
       "unit |°F| of temperature is SI K: 1 factor: 0.5 offset: 255.4\n"},
      {"enum", "enum color: [red, green = 0x10, blue = green, other = color!red]\n",
       "enum color\n  red\n  green = 16\n  blue = green\n  other = color!red\n"},
      {"enum over several lines", "enum mode: [\n    off,   # nothing\n    on\n]\n", "enum mode\n  off\n  on\n"},
      {"extended enum", "extend issue_kind: [too_near]\n", "extend enum issue_kind\n  too_near\n"},
      {"struct without members", "struct a\n", "struct a\n"},
      {"struct with a member", "struct a:\n    pass\n", "struct a\n  pass\n"},
      {"conditional inheritance", "actor car inherits vehicle (kind == vehicle_kind!car)\n",
       "actor car inherits vehicle if (== kind vehicle_kind!car)\n"},
      {"inheritance by a truth value", "struct e inherits ns::v(is_electric == true)\n",
       "struct e inherits ns::v if (== is_electric true)\n"},
      {"scenario of an actor", "scenario vehicle.follow inherits base.x:\n    pass\n",
       "scenario vehicle.follow inherits base.x\n  pass\n"},
      {"action", "action vehicle.brake\n", "action vehicle.brake\n"},
      {"modifier", "modifier vehicle.keep_lane of drive:\n    pass\n", "modifier vehicle.keep_lane of drive\n  pass\n"},
      {"modifier with empty parentheses", "modifier force_lane():\n    lane: int\n",
       "modifier force_lane\n  field lane: int\n"},
      {"watcher modifier", "watcher modifier too_near(near_data):\n    other: vehicle\n",
       "watcher modifier too_near data near_data\n  field other: vehicle\n"},
      {"global modifier", "global modifier npc_vehicle.near:\n    pass\n",
       "global modifier npc_vehicle.near\n  pass\n"},
      {"global modifier without members", "global modifier physical_object.global_checkers\n",
       "global modifier physical_object.global_checkers\n"},
      {"global field", "global map: map\n", "global\n  field map: map\n"},
      {"global field named like a keyword", "global modifier: int = 3\n", "global\n  field modifier: int = 3\n"},
      {"extension of a nested type", "extend car.physical:\n    keep(max_speed ==250kph)\n",
       "extend car.physical\n  keep (== max_speed 250kph)\n"},
      {"on block of the run", "on @top.new_issue if issues.curr.category == sut:\n    pass\n",
       "on (@ top.new_issue) if (== issues.curr.category sut)\n  pass\n"},
      {"several", "struct a\n\n# between\nstruct b:\n    x: int\nstruct c\n",
       "struct a\nstruct b\n  field x: int\nstruct c\n"},
      {"all of it indented", "    struct a:\n        x: int\n    struct b\n", "struct a\n  field x: int\nstruct b\n"},
  });
}

TEST(Parse, ReadsMembers) {
  expect_trees(inside(
      "extend a:", "extend a",
      {
          {"parameter", "x: float\n", "field x: float\n"},
          {"several names", "x, y: float = 1.5\n", "field x, y: float = 1.5\n"},
          {"variable", "var x: int = 3\n", "var x: int = 3\n"},
          {"constant", "const c: config = new\n", "const c: config = new\n"},
          {"containers", "x: list of range of ns::speed\n", "field x: list of range of ns::speed\n"},
          {"names like keywords", "type: string\nm: int\ns, keep: int\nvar var: int\nset: int\non: int\n",
           "field type: string\nfield m: int\nfield s, keep: int\nvar var: int\nfield set: int\nfield on: int\n"},
          {"with block", "x: speed = 3mps with:\n    keep(default it == 120kph)\n    cover(x, unit: kph)\n",
           "field x: speed = 3mps\n  with\n    keep default (== it 120kph)\n    cover x unit: kph\n"},
          {"sample", "var d: length = sample(ego.gap(a), @slow.end)\nvar e: length = sample(b, every(2s), 0m)\n",
           "var d: length = (sample (call ego.gap a) (@ slow.end))\nvar e: length = (sample b (every 2s) initial: "
           "0m)\n"},
          {"field named sample", "sample: int\nvar a: int = sample\n", "field sample: int\nvar a: int = sample\n"},
          {"set", "set config.limit = 0.5m\n", "set config.limit = 0.5m\n"},
          {"assignment", "lane = actor.lane\nset = 3\n", "assign lane = actor.lane\nassign set = 3\n"},
          {"keep",
           "keep(a == 3)\nkeep(hard a > 3)\nkeep(soft a in [1..2])\nkeep(default (a) == b)\nkeep(default == 3)\n",
           "keep (== a 3)\nkeep hard (> a 3)\nkeep default (in a (range 1 2))\nkeep default (== a b)\nkeep (== default "
           "3)\n"},
          {"keep over several lines", "keep(a ==\n3)\n", "keep (== a 3)\n"},
          {"remove_default", "remove_default(a.b)\n", "remove_default a.b\n"},
          {"expression method", "def f(x: float, y: float = 1.0) -> float is expression x + y\n",
           "def f (x: float, y: float = 1.0) -> float is expression (+ x y)\n"},
          {"external method", "def f() is only external com.example.cpp(\"sin\", name: 3)\n",
           "def f is only external com.example.cpp \"sin\" name: 3\n"},
          {"undefined method", "def f() -> list of int is undefined\n", "def f -> list of int is undefined\n"},
          {"method without a word about its body", "def f() -> int\n", "def f -> int is undefined\n"},
          {"method with statements", "def init() is also:\n    images = new\n",
           "def init is also\n  assign images = new\n"},
          {"method of plain statements", "def f(x: int) -> int is:\n    return x\n",
           "def f (x: int) -> int is\n  return x\n"},
          {"coverage", "cover(a, unit: kph, range: [1..2], every: 5)\nrecord(b, event: @i_end, text: \"x\")\n",
           "cover a unit: kph range: (range 1 2) every: 5\nrecord b event: (@ i_end) text: \"x\"\n"},
          {"event", "event a\nevent b(x: int, y: speed)\nevent c is @b if (x > y)\nevent d is rise(x)\n",
           "event a\nevent b (x: int, y: speed)\nevent c is (@ b) if (> x y)\nevent d is (rise x)\n"},
          {"on blocks",
           "on @a.b as x if x.y > 3:\n    pass\non @c as y:\n    pass\non fall(a and b):\n    pass\non every(2s, "
           "offset: 1s):\n    pass\n"
           "on elapsed(t):\n    pass\non x > 3:\n    pass\non (x):\n    pass\n",
           "on (@ a.b) as x if (> x.y 3)\n  pass\non (@ c) as y\n  pass\non (fall (and a b))\n  pass\non (every 2s "
           "offset: 1s)\n  pass\n"
           "on (elapsed t)\n  pass\non (> x 3)\n  pass\non x\n  pass\n"},
          {"watcher", "watcher w is while_w(x > 3, data)\nwatcher p is passive_w\n",
           "watcher w is while_w (> x 3) data\nwatcher p is passive_w\n"},
          {"checker",
           "checker c is teleportation(physical_object: actor) with:\n    it.sut_issue(severity: warning,\n        "
           "details: \"at $(top.time)\")\n",
           "checker c is teleportation physical_object: actor\n  with\n    apply (call it.sut_issue severity: warning "
           "details: (string \"at \" top.time))\n"},
          {"applied modifiers", "speed(50kph)\nmap.follow(a, b)\nlink: map.follow(in_road: a)\n",
           "apply (call speed 50kph)\napply (call map.follow a b)\napply link: (call map.follow in_road: a)\n"},
          {"keyword as a name", "|keep|(3)\n|on|.f()\n", "apply (call keep 3)\napply (call on.f)\n"},
      }));
}

TEST(Parse, ReadsStatements) {
  expect_trees(inside("on @e:", "on (@ e)",
                      {
                          {"assignment", "x = 3\nset a.b = x\na[1].c = new\n",
                           "assign x = 3\nset a.b = x\nassign (index a 1).c = new\n"},
                          {"calls", "call f(1)\nf(x: 2)\noverride(w, run_mode: freeze)\nlogger.log_info(\"a\")\n",
                           "call (call f 1)\nplain call (call f x: 2)\nplain call (call override w run_mode: "
                           "freeze)\nplain call (call logger.log_info \"a\")\n"},
                          {"if", "if a:\n    pass\nelif b:\n    pass\nelif c:\n    pass\nelse:\n    x = 1\n",
                           "if a\n  pass\nelif b\n  pass\nelif c\n  pass\nelse\n  assign x = 1\n"},
                          {"loops", "for x in list:\n    while x > 3:\n        x = x - 1\n",
                           "for x in list\n  while (> x 3)\n    assign x = (- x 1)\n"},
                          {"return", "return\n", "return\n"},
                          {"emit", "emit a\nemit b.c(x: 3, y: 4)\n", "emit a\nemit b.c x: 3 y: 4\n"},
                          {"local variable", "var x, y: int = 3\n", "var x, y: int = 3\n"},
                          {"names like keywords", "if = 3\nfor.x = 2\ncall(3)\nemit(4)\nset(1)\npass.f()\n",
                           "assign if = 3\nassign for.x = 2\nplain call (call call 3)\nplain call (call emit 4)\nplain "
                           "call (call set 1)\nplain call (call pass.f)\n"},
                          {"start in parentheses", "(a + b).f()\n([1]).f()\n",
                           "plain call (call (+ a b).f)\nplain call (call (list 1).f)\n"},
                      }));
}

TEST(Parse, ReadsBehaviour) {
  expect_trees(inside(
      "scenario a:", "scenario a",
      {
          {"one invocation", "do ego.drive()\n", "do\n  invoke (call ego.drive)\n"},
          {"labels", "do t: ego.drive(duration: 3s)\n", "do\n  label t\n  invoke (call ego.drive duration: 3s)\n"},
          {"composition",
           "do serial(duration: 5s):\n    parallel:\n        a.drive()\n        wait @go\n    one_of():\n        "
           "serial: x()\n        emit brk(dx: 10m)\n"
           "        call f(1)\n        wait elapsed(20s)\n",
           "do\n  serial duration: 5s\n    parallel\n      invoke (call a.drive)\n      wait (@ go)\n    one_of\n      "
           "label serial\n      invoke (call x)\n"
           "      emit brk dx: 10m\n      call (call f 1)\n      wait (elapsed 20s)\n"},
          {"with blocks",
           "do parallel:\n    a.drive() with:\n        speed(50kph)\n        keep(it.x == 3)\n        until @e if x > "
           "3\nwith:\n    override(a, b)\n",
           "do\n  parallel\n    invoke (call a.drive)\n      with\n        apply (call speed 50kph)\n        keep (== "
           "it.x 3)\n        until (@ e) if (> x 3)\n"
           "    with\n      apply (call override a b)\n"},
          {"label named like the operator", "do serial: serial:\n    x()\n",
           "do\n  label serial\n  serial\n    invoke (call x)\n"},
      }));
}

TEST(Parse, ReadsExpressions) {
  struct Case {
    const char* name;
    const char* source;
    const char* tree;
  };
  const Case cases[] = {
      {"integers", "[12, 0x1F, -3, +3, 18446744073709551615, -9223372036854775808]",
       "(list 12 31 -3 3 18446744073709551615 -9223372036854775808)"},
      {"floats", "[1.5, .4, 1e3, -2.5E-3, inf, -inf, nan]", "(list 1.5 0.4 1000.0 -0.0025 inf -inf nan)"},
      {"physical literals", "[60kph, -0.5m, 15|foot/s|, 2ns::m, 1e3m, 1em, 0xFm]",
       "(list 60kph -0.5m 15|foot/s| 2ns::m 1000m 1em 15m)"},
      {"truth and null", "[true, false, null]", "(list true false null)"},
      {"names", "[a, ns::a, ::a, |a b|, null::x, it, größe]", "(list a ns::a ::a |a b| null::x it größe)"},
      {"barred reserved words", "[|true|, |inf|, |not|]", "(list true inf not)"},
      {"enum member", "color!red", "color!red"},
      {"empty list", "[]", "(list)"},
      {"ranges", "[[2..4], [.5...6], [a .. b], [2..5]m, [30..]kph, [..3], range(1, 2)]",
       "(list (range 2 4) (range 0.5 0.6) (range a b) (range 2 5 m) (range 30 _ kph) (range _ 3) (range 1 2))"},
      {"range as a name", "range.a + range(1) + |range|(1, 2)", "(+ (+ range.a (call range 1)) (call range 1 2))"},
      {"sum and product", "a + b * c - d / e % f", "(- (+ a (* b c)) (% (/ d e) f))"},
      {"three tokens", "a-3", "(- a 3)"},
      {"minus before a number", "a - -3 + -b - -(3)", "(- (+ (- a -3) (- b)) (- 3))"},
      {"parentheses", "(a + b) * (c - (d - e))", "(* (+ a b) (- c (- d e)))"},
      {"comparisons", "a < b == c", "(== (< a b) c)"},
      {"logic", "not a == b and c or d => e => f", "(=> (=> (or (and (not (== a b)) c) d) e) f)"},
      {"not in an operand", "a == (not b)", "(== a (not b))"},
      {"double negation", "not not a and - -b > 0", "(and (not (not a)) (> (- (- b)) 0))"},
      {"membership", "x in [1, 2] and y in r", "(and (in x (list 1 2)) (in y r))"},
      {"ternary", "a ? b : c ? d : e", "(? a b (? c d e))"},
      {"ternary in the middle", "a ? b ? c : d : e", "(? a (? b c d) e)"},
      {"ternary as an operand", "(a ? b : c) + 1", "(+ (? a b c) 1)"},
      {"members", "a.b[3].c(1, x: 2).d", "(call (index a.b 3).c 1 x: 2).d"},
      {"cast and test", "a.as(int) + b.is(list of ns::car) + 3.as(color) + -3.as(int)",
       "(+ (+ (+ (as a int) (is b list of ns::car)) (as 3 color)) (as -3 int))"},
      {"member named like an operator", "a.as + a.is + a.|as|(3) + a.in + a.not",
       "(+ (+ (+ (+ a.as a.is) (call a.as 3)) a.in) a.not)"},
      {"negated cast", "-(3.as(int)) + -a.b", "(+ (- (as 3 int)) (- a.b))"},
      {"event as an argument", "upon_w(@sut.car.hit)", "(call upon_w (@ sut.car.hit))"},
      {"strings", "['a\"b', \"a'b\", \"\", \"\\n\\t\\\\\\\"\\$(x\", \"$5\"]",
       R"x((list "a\"b" "a'b" "" "\n\t\\\"\$(x" "\$5"))x"},
      {"triple quotes", "[\"\"\"a\nb\"c\"\"\", '''x''']", R"x((list "a\nb\"c" "x"))x"},
      {"interpolation", R"x("at $(x.replace("_", " ")) and $(f(1))$(y)")x",
       R"x((string "at " (call x.replace "_" " ") " and " (call f 1) y))x"},
      {"nested interpolation", R"x("a$("b$(c)")")x", R"x((string "a" (string "b" c)))x"},
  };
  for (const Case& c : cases)
    expect_trees({{c.name, "extend a:\n    x: t = " + std::string(c.source) + "\n",
                   "extend a\n  field x: t = " + std::string(c.tree) + "\n"}});
}

}  // namespace
}  // namespace scrutineer::lang::syntax
