// Sources that no person writes, through every pass: an error with a place, soon, or a program, and never a crash.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "checks/catalogue.h"
#include "kit/large_stack.h"
#include "lang/compile.h"

namespace scrutineer::lang {
namespace {

std::string repeated(int count, std::string_view part) {
  std::string result;
  for (int i = 0; i < count; ++i) result += part;
  return result;
}

// The first message; "": it compiles, and every pass's result can be printed.
std::string outcome_of(const std::string& text) {
  static const std::vector<watch::Check> kCatalogue = checks::catalogue();
  const SourceText file{"f.osc", text};
  const Compilation made = compile({&file, 1}, {.catalogue = kCatalogue});
  EXPECT_EQ(made.program.has_value(), !has_errors(made.diagnostics));
  EXPECT_EQ(render(made.diagnostics, *made.sources).empty(), made.diagnostics.empty());
  if (!made.program) return made.diagnostics.front().message.substr(0, 100);
  (void)made.program->types();
  (void)made.program->bytecode();
  return {};
}

constexpr std::string_view kHead =
    "struct node:\n"
    "    var n: int\n"
    "global modifier vehicle.m:\n"
    "    var i: int\n"
    "    var b: bool\n"
    "    var s: string\n"
    "    var o: node\n"
    "    def f(n: int) -> int is expression n\n"
    "    on @top.w_clk:\n";

std::string statement(std::string_view text) { return fmt::format("{}        {}\n", kHead, text); }

// `line` within itself, each one column further to the right, and `innermost` at last.
std::string nested(std::string_view head, int indent, int count, std::string_view line, std::string_view innermost) {
  std::string result(head);
  for (int i = 0; i < count; ++i) result += fmt::format("{:{}}{}\n", "", indent + i, line);
  return result + fmt::format("{:{}}{}\n", "", indent + count, innermost);
}

struct Construct {
  const char* name;
  std::string (*make)(int levels);
  const char* few;   // what 400 levels give
  const char* many;  // what 10,000 levels give
};

const Construct kConstructs[] = {
    {"parentheses", [](int levels) { return statement("i = " + repeated(levels, "(") + "1" + repeated(levels, ")")); },
     "", "nested more than 500 levels deep"},
    {"lists",
     [](int levels) { return statement("i = " + repeated(levels, "[") + "1" + repeated(levels, "]") + ".size()"); }, "",
     "nested more than 500 levels deep"},
    {"calls", [](int levels) { return statement("i = " + repeated(levels, "f(") + "1" + repeated(levels, ")")); }, "",
     "nested more than 500 levels deep"},
    {"not", [](int levels) { return statement("b = " + repeated(levels, "not ") + "b"); }, "",
     "nested more than 500 levels deep"},
    {"minus", [](int levels) { return statement("i = " + repeated(levels, "- ") + "i"); }, "",
     "nested more than 500 levels deep"},
    {"conditions", [](int levels) { return statement("i = " + repeated(levels, "b ? i : ") + "1"); }, "",
     "nested more than 500 levels deep"},
    {"conditions within conditions",
     [](int levels) { return statement("b = " + repeated(levels, "(") + "b" + repeated(levels, " ? b : b)")); }, "",
     "nested more than 500 levels deep"},
    {"sums", [](int levels) { return statement("i = i" + repeated(levels, " + i")); }, "",
     "nested more than 500 levels deep"},
    {"sums to the right",
     [](int levels) { return statement("i = " + repeated(levels, "i + (") + "i" + repeated(levels, ")")); }, "",
     "nested more than 500 levels deep"},
    {"constant sums", [](int levels) { return statement("i = 1" + repeated(levels, " + 1")); }, "",
     "nested more than 500 levels deep"},
    {"or", [](int levels) { return statement("b = b" + repeated(levels, " or b")); }, "",
     "nested more than 500 levels deep"},
    {"implications", [](int levels) { return statement("b = b" + repeated(levels, " => b")); }, "",
     "nested more than 500 levels deep"},
    {"members", [](int levels) { return statement("i = o" + repeated(levels, ".n")); }, "an int has no member `n`",
     "nested more than 500 levels deep"},
    {"elements", [](int levels) { return statement("i = [1]" + repeated(levels, "[0]")); }, "an int has no elements",
     "nested more than 500 levels deep"},
    {"calls of methods", [](int levels) { return statement("s = s" + repeated(levels, ".trim()")); },
     "nested more than 500 levels deep", "nested more than 500 levels deep"},
    {"conversions", [](int levels) { return statement("i = i" + repeated(levels, ".as(int)")); }, "",
     "nested more than 500 levels deep"},
    {"texts", [](int levels) { return statement("s = " + repeated(levels, "\"$(") + "s" + repeated(levels, ")\"")); },
     "", "nested more than 500 levels deep"},
    {"ifs", [](int levels) { return nested(kHead, 8, levels, "if b:", "pass"); }, "",
     "nested more than 500 levels deep"},
    {"whiles", [](int levels) { return nested(kHead, 8, levels, "while b:", "i = 1"); }, "",
     "nested more than 500 levels deep"},
    {"fors", [](int levels) { return nested(kHead, 8, levels, "for x in [1]:", "i = x"); },
     "a body has more than 200 variables", "a body has more than 200 variables"},
    {"elifs",
     [](int levels) {
       return statement("if b:\n            pass" + repeated(levels, "\n        elif b:\n            pass"));
     },
     "", ""},
    {"compositions",
     [](int levels) { return nested("scenario a:\n do serial:\n", 2, levels, "serial:", "wait elapsed(1s)"); }, "",
     "nested more than 500 levels deep"},
    {"list types", [](int levels) { return "extend vehicle:\n    x: " + repeated(levels, "list of ") + "int\n"; },
     "a list holds no lists", "nested more than 500 levels deep"},
    {"keeps",
     [](int levels) { return "extend vehicle:\n    keep(true" + repeated(levels, " and policy.may_jitter") + ")\n"; },
     "", "nested more than 500 levels deep"},
    {"structs within structs",
     [](int levels) {
       std::string text = "struct s0:\n    var x: int\n";
       for (int i = 1; i <= levels; ++i) text += fmt::format("struct s{}:\n    var x: s{}\n", i, i - 1);
       return text + fmt::format("extend g_info:\n    var x: s{}\n", levels);
     },
     "structs lie more than 100 levels deep in `s101`", "structs lie more than 100 levels deep in `s101`"},
    {"inheritance",
     [](int levels) {
       std::string text = "struct s0:\n    var x: int\n";
       for (int i = 1; i <= levels; ++i) text += fmt::format("struct s{} inherits s{}\n", i, i - 1);
       return text + fmt::format("extend g_info:\n    var x: s{}\n", levels);
     },
     "`s201` inherits through more than 200 types", "`s201` inherits through more than 200 types"},
    {"methods that call methods",
     [](int levels) {
       std::string text = "extend vehicle:\n    def f0() -> int is expression 1\n";
       for (int i = 1; i <= levels; ++i) text += fmt::format("    def f{}() -> int is expression f{}()\n", i, i - 1);
       return text + fmt::format("    on @start:\n        logger.log_info(\"$(f{}())\")\n", levels);
     },
     "", "there are too many versions of methods"},
};

TEST(Depth, IsBoundedInEveryPass) {
  kit::with_stack_for_sanitizers([] {
    for (const Construct& construct : kConstructs) {
      EXPECT_EQ(outcome_of(construct.make(400)), construct.few) << construct.name << ", 400";
      EXPECT_EQ(outcome_of(construct.make(10'000)), construct.many) << construct.name << ", 10,000";
    }
  });
}

// As many as there may be, each asking the next one, in conditions and in what starts intervals.
std::string chain_of_methods(int count, std::string_view body, std::string_view last) {
  std::string text = "watcher modifier chain:\n";
  for (int i = 0; i + 1 < count; ++i)
    text += fmt::format("    def f{}(n: int) -> bool is expression {}\n", i, fmt::format(fmt::runtime(body), i + 1));
  return text + fmt::format("    def f{}(n: int) -> bool is expression {}\n", count - 1, last) +
         "    on @top.w_clk:\n        if f0(3) and conditions.illumination == night:\n            start_interval()\n"
         "global modifier vehicle.m:\n    watcher c is chain()\n";
}

TEST(Depth, HugeSourcesGetThrough) {
  struct Case {
    const char* name;
    std::string source;
    const char* first;
  };
  const Case cases[] = {
      {"a sum of 100,000", statement("i = 1" + repeated(100'000, " + 1")), "nested more than 500 levels deep"},
      {"a line of 10 MB", statement("s = \"" + std::string(10'000'000, 'x') + "\""), ""},
      {"a name of 10 MB", statement(std::string(10'000'000, 'x') + " = 1"),
       "unknown name `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},
      {"a list of 100,000", statement("i = [1" + repeated(100'000, ", 1") + "].size()"),
       "the function vehicle.m.on is too large: it needs too many registers"},
      {"100,000 statements", std::string(kHead) + repeated(100'000, "        i = i + 1\n"),
       "the function vehicle.m.on is too large: it is too long"},
      {"bytes that are no text", statement("s = \"\xFF\xFE\""), "byte 0xFF is not text"},
      {"a chain of methods", chain_of_methods(9'000, "f{}(n)", "n > 3"), ""},
      {"a chain of methods in conditions",
       chain_of_methods(9'000, "(f{}(n) or (n > 3 and not (n < 2))) and n > 1", "n > 3"), ""},
      {"a method without end", "extend vehicle:\n    def f() -> int is expression f()\n    on @start:\n        f()\n",
       ""},
      {"two that call each other",
       "extend vehicle:\n    def f() -> int is expression g()\n    def g() -> int is expression f()\n"
       "    on @start:\n        f()\n",
       ""},
  };
  for (const Case& c : cases) EXPECT_EQ(outcome_of(c.source), c.first) << c.name;
}

}  // namespace
}  // namespace scrutineer::lang
