#include "lang/lower/lower.h"

#include <gtest/gtest.h>

#include <functional>

#include "kit/program_builder.h"
#include "lang/lower/dump.h"
#include "lang/lower/verify.h"

namespace scrutineer::lang {
namespace {

using kit::ProgramBuilder;
using Op = BinaryOperator;

// The instructions of the first function, without its head and its source lines.
std::string lowered(ProgramBuilder& make) {
  std::vector<Diagnostic> diagnostics;
  const Code code = lower(make.program(), diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  make.program().objects.push_back({.name = "any", .cells = 100});
  EXPECT_EQ(verify(code, make.program()), std::nullopt);
  std::string text = dump_bytecode(code, make.program(), Sources());
  text = text.substr(text.find("?\n") + 2);
  if (const auto next = text.find("\n\n"); next != std::string::npos) text.resize(next + 1);
  return text;
}

TEST(Lower, Expressions) {
  struct Case {
    const char* name;
    std::function<ExpressionId(ProgramBuilder&)> make;
    const char* expected;
  };
  const Case cases[] = {
      {"constants are folded",
       [](ProgramBuilder& make) {
         return make.binary(Op::add, make.number(1.0), make.binary(Op::multiply, make.number(2.0), make.number(3.0)));
       },
       "     0  give_back         7\n"
       "     1  leave\n"},
      {"a condition that is known is not looked at",
       [](ProgramBuilder& make) {
         return make.conditional(make.binary(Op::less, make.number(1.0), make.number(2.0)), make.own_cell(0),
                                 make.own_cell(1));
       },
       "     0  load_own          r2 = own[0]\n"
       "     1  give_back         r2\n"
       "     2  leave\n"},
      {"operands that lie somewhere are used there",
       [](ProgramBuilder& make) {
         return make.binary(Op::subtract, make.local(0), make.binary(Op::divide, make.own_cell(3), make.number(2.0)));
       },
       "     0  load_own          r4 = own[3]\n"
       "     1  divide            r3 = r4, 2\n"
       "     2  subtract          r2 = r0, r3\n"
       "     3  give_back         r2\n"
       "     4  leave\n"},
      {"greater is less, turned round",
       [](ProgramBuilder& make) { return make.binary(Op::greater, make.local(0), make.local(1)); },
       "     0  less              r2 = r1, r0\n"
       "     1  give_back         r2\n"
       "     2  leave\n"},
      {"references are compared as such",
       [](ProgramBuilder& make) { return make.binary(Op::equal, make.own_actor(), make.null()); },
       "     0  own_actor         r3 =\n"
       "     1  same              r2 = r3, nan\n"
       "     2  give_back         r2\n"
       "     3  leave\n"},
      {"what does not matter is not computed",
       [](ProgramBuilder& make) {
         return make.binary(Op::logical_and, make.binary(Op::less, make.local(0), make.number(1.0)),
                            make.logical_not(make.local(1, TypeKind::truth)));
       },
       "     0  unless_less       r0, 1, -> 4\n"
       "     1  jump_if           r1, -> 4\n"
       "     2  copy              r2 = 1\n"
       "     3  jump              -> 5\n"
       "     4  copy              r2 = 0\n"
       "     5  give_back         r2\n"
       "     6  leave\n"},
      {"facts need no call",
       [](ProgramBuilder& make) { return make.intrinsic("object_state.speed", {make.own_actor()}); },
       "     0  own_motion        r2 = speed\n"
       "     1  give_back         r2\n"
       "     2  leave\n"},
      {"facts of somebody else",
       [](ProgramBuilder& make) { return make.intrinsic("object_state.speed", {make.local(0, TypeKind::actor)}); },
       "     0  fact              r2 = r0, speed\n"
       "     1  give_back         r2\n"
       "     2  leave\n"},
      {"calls take their arguments in a row",
       [](ProgramBuilder& make) { return make.intrinsic("math.min", {make.local(1), make.number(4.0)}); },
       "     0  copy              r3 = r1\n"
       "     1  intrinsic         r2 = (r3, 4), math.min\n"
       "     2  give_back         r2\n"
       "     3  leave\n"},
      {"texts know their constant parts",
       [](ProgramBuilder& make) {
         return make.texts({{make.text("at "), ""}, {make.local(0), "kph"}, {make.text("!"), ""}});
       },
       "     0  copy              r3 = r0\n"
       "     1  text              r2 = (r3), \"at $()kph!\"\n"
       "     2  give_back         r2\n"
       "     3  leave\n"},
      {"folds are loops",
       [](ProgramBuilder& make) {
         return make.fold(ListFold::sum, make.list({make.local(0), make.number(2.0)}), 1, make.local(1));
       },
       "     0  copy              r6 = r0\n"
       "     1  list              r3 = (r6, 2), 2\n"
       "     2  copy              r4 = 0\n"
       "     3  copy              r5 = 0\n"
       "     4  next              r1 = r3, -> 7\n"
       "     5  add               r5 = r5, r1\n"
       "     6  loop              -> 4\n"
       "     7  copy              r2 = r5\n"
       "     8  give_back         r2\n"
       "     9  leave\n"},
  };
  for (const auto& [name, expression, expected] : cases) {
    ProgramBuilder make;
    make.function("f", {make.give_back(expression(make))}, 2, 1);
    EXPECT_EQ(lowered(make), expected) << name;
  }
}

TEST(Lower, Statements) {
  struct Case {
    const char* name;
    std::function<ProgramBuilder::Ids(ProgramBuilder&)> make;
    const char* expected;
  };
  const Case cases[] = {
      {"variables are computed in place",
       [](ProgramBuilder& make) {
         return ProgramBuilder::Ids{make.assign(make.local(0), make.binary(Op::add, make.local(0), make.number(1.0)))};
       },
       "     0  add               r0 = r0, 1\n"
       "     1  leave\n"},
      {"a variable that a truth of itself is put into",
       [](ProgramBuilder& make) {
         return ProgramBuilder::Ids{
             make.assign(make.local(0, TypeKind::truth),
                         make.binary(Op::logical_or, make.local(1, TypeKind::truth), make.local(0, TypeKind::truth)))};
       },
       "     0  jump_if           r1, -> 2\n"
       "     1  jump_unless       r0, -> 4\n"
       "     2  copy              r0 = 1\n"
       "     3  jump              -> 5\n"
       "     4  copy              r0 = 0\n"
       "     5  leave\n"},
      {"if, else",
       [](ProgramBuilder& make) {
         return ProgramBuilder::Ids{make.branch(make.binary(Op::less_equal, make.local(0), make.number(5.0)),
                                                {make.start_interval()}, {make.end_interval()})};
       },
       "     0  unless_less_equal r0, 5, -> 3\n"
       "     1  start_own\n"
       "     2  jump              -> 4\n"
       "     3  end_own\n"
       "     4  leave\n"},
      {"while",
       [](ProgramBuilder& make) {
         return ProgramBuilder::Ids{
             make.repeat_while(make.binary(Op::less, make.local(0), make.number(5.0)),
                               {make.assign(make.local(0), make.binary(Op::add, make.local(0), make.number(1.0)))})};
       },
       "     0  unless_less       r0, 5, -> 3\n"
       "     1  add               r0 = r0, 1\n"
       "     2  loop              -> 0\n"
       "     3  leave\n"},
      {"for",
       [](ProgramBuilder& make) {
         return ProgramBuilder::Ids{make.repeat_for(1, make.local(0, TypeKind::list), {make.emit(3)})};
       },
       "     0  copy              r2 = r0\n"
       "     1  copy              r3 = 0\n"
       "     2  next              r1 = r2, -> 5\n"
       "     3  emit              3\n"
       "     4  loop              -> 2\n"
       "     5  leave\n"},
      {"cells",
       [](ProgramBuilder& make) {
         return ProgramBuilder::Ids{make.assign(make.own_cell(1), make.own_cell(2)),
                                    make.assign(make.data_cell(4), make.number(0.5))};
       },
       "     0  load_own          r2 = own[2]\n"
       "     1  store_own         r2, own[1]\n"
       "     2  store_own_data    0.5, own[4]\n"
       "     3  leave\n"},
  };
  for (const auto& [name, body, expected] : cases) {
    ProgramBuilder make;
    make.function("f", body(make), 2, 1);
    EXPECT_EQ(lowered(make), expected) << name;
  }
}

TEST(Lower, ShowsTheSource) {
  Sources sources;
  sources.add("fast.osc", "watcher modifier fast:\n    if x < 1:\n        x = 2\n");
  ProgramBuilder make;
  make.at(27);
  const auto condition = make.binary(Op::less, make.own_cell(0), make.number(1.0));
  make.at(45);
  const auto assignment = make.assign(make.own_cell(0), make.number(2.0));
  make.at(27);
  make.function("fast.on_clock", {make.branch(condition, {assignment})});
  std::vector<Diagnostic> diagnostics;
  const Code code = lower(make.program(), diagnostics);
  EXPECT_EQ(dump_bytecode(code, make.program(), sources),
            "fast.on_clock (0 parameters, 3 registers)\n"
            "  fast.osc:2: if x < 1:\n"
            "     0  load_own          r0 = own[0]\n"
            "     1  unless_less       r0, 1, -> 3\n"
            "  fast.osc:3: x = 2\n"
            "     2  store_own         2, own[0]\n"
            "     3  leave\n");
}

TEST(Lower, SaysWhatIsTooLarge) {
  ProgramBuilder make;
  ProgramBuilder::Ids body;
  for (int i = 0; i < 70'000; ++i) body.push_back(make.assign(make.own_cell(0), make.number(i)));
  make.function("long", body);
  std::vector<Diagnostic> diagnostics;
  lower(make.program(), diagnostics);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_EQ(diagnostics[0].message, "the function long is too large: it needs too many registers");
}

}  // namespace
}  // namespace scrutineer::lang
