// What fields begin with, and how values look in texts: programs, and what they say when they run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// What the program logs in a run of half a second in which the ego drives 12 m/s.
std::vector<std::string> said(const std::string& source) {
  kit::Scenario scenario({.map = nullptr, .step = 250ms, .duration = 500ms});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(12.0);
  const kit::Ran ran = kit::run(source, scenario.run());
  std::vector<std::string> lines = ran.messages();
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (issue.kind == "evaluation_error") lines.push_back(issue.message);
  return lines;
}

TEST(Values, FollowFromThoseThatTheyRead) {
  struct Case {
    const char* name;
    const char* source;
    const char* expected;
  };
  const Case cases[] = {
      {"of a struct, one that is kept",
       "struct cfg:\n"
       "    a: int = 1\n"
       "    b: int = a + 1\n"
       "    keep(a == 7)\n"
       "global x: cfg\n"
       "on @start:\n"
       "    logger.log_info(\"$(x.a) $(x.b)\")\n",
       "7 8"},
      {"of a struct, one that another file keeps later",
       "struct cfg:\n"
       "    a: int = 1\n"
       "extend cfg:\n"
       "    var b: int = a + 1\n"
       "extend cfg:\n"
       "    set a = 5\n"
       "global x: cfg\n"
       "on @start:\n"
       "    logger.log_info(\"$(x.a) $(x.b)\")\n",
       "5 6"},
      {"of a struct, one that is declared later",
       "struct cfg:\n"
       "    c: int = b * 10\n"
       "    b: int = a + 1\n"
       "    a: int = 3\n"
       "global x: cfg\n"
       "on @start:\n"
       "    logger.log_info(\"$(x.a) $(x.b) $(x.c)\")\n",
       "3 4 40"},
      {"of a global, one that is declared later",
       "global a: int = b + 1\n"
       "global b: int = 3\n"
       "on @start:\n"
       "    logger.log_info(\"$(a) $(b)\")\n",
       "4 3"},
      {"of an actor, one that is declared later",
       "extend vehicle:\n"
       "    m: int = n + 1\n"
       "    n: int = 3\n"
       "global modifier vehicle.x:\n"
       "    on @start:\n"
       "        logger.log_info(\"$(actor.m) $(actor.n)\")\n",
       "4 3"},
      {"of a struct, through a method",
       "struct cfg:\n"
       "    b: int = twice()\n"
       "    a: int = 3\n"
       "    def twice() -> int is expression 2 * a\n"
       "global x: cfg\n"
       "on @start:\n"
       "    logger.log_info(\"$(x.a) $(x.b)\")\n",
       "3 6"},
      {"of a struct that inherits",
       "struct cfg:\n"
       "    a: int = 1\n"
       "    b: int = a + 1\n"
       "    c: int\n"
       "    keep(c == b + 1)\n"
       "struct sub inherits cfg:\n"
       "    keep(a == 7)\n"
       "global x: cfg\n"
       "global y: sub\n"
       "on @start:\n"
       "    logger.log_info(\"$(x.b) $(x.c) $(y.b) $(y.c)\")\n",
       "2 3 8 9"},
      {"of a struct that inherits on a condition",
       "enum shape: [flat, tall]\n"
       "struct thing:\n"
       "    kind: shape\n"
       "    is_high: bool = kind == tall\n"
       "struct tower inherits thing(kind == tall):\n"
       "    pass\n"
       "global x: thing\n"
       "global y: tower\n"
       "on @start:\n"
       "    logger.log_info(\"$(x.kind) $(x.is_high) $(y.kind) $(y.is_high)\")\n",
       "flat false tall true"},
      {"of a watcher, an argument",
       "watcher modifier z(any_watcher_data):\n"
       "    lim: speed = 10mps\n"
       "    high: speed = lim + 2mps\n"
       "    var last: speed = high\n"
       "global modifier vehicle.m:\n"
       "    watcher w is z(lim: 11mps)\n"
       "    on @top.w_clk if top.time == 0s:\n"
       "        logger.log_info(\"$(w.lim) $(w.high) $(w.last)\")\n",
       "11mps 13mps 13mps"},
      {"of a watcher, both as arguments",
       "watcher modifier z(any_watcher_data):\n"
       "    lim: speed = 10mps\n"
       "    high: speed = lim + 2mps\n"
       "global modifier vehicle.m:\n"
       "    watcher w is z(11mps, high: 50mps)\n"
       "    on @top.w_clk if top.time == 0s:\n"
       "        logger.log_info(\"$(w.lim) $(w.high)\")\n",
       "11mps 50mps"},
      {"of a watcher, one that is kept of the instance",
       "watcher modifier z(any_watcher_data):\n"
       "    lim: speed = 10mps\n"
       "    high: speed = lim + 2mps\n"
       "global modifier vehicle.m:\n"
       "    watcher w is z()\n"
       "    keep(w.lim == 9mps)\n"
       "    on @top.w_clk if top.time == 0s:\n"
       "        logger.log_info(\"$(w.lim) $(w.high)\")\n",
       "9mps 11mps"},
      {"of a watcher that inherits",
       "watcher modifier z(any_watcher_data):\n"
       "    lim: speed = 10mps\n"
       "    high: speed = lim + 2mps\n"
       "watcher modifier zz(any_watcher_data) inherits z:\n"
       "    set lim = 20mps\n"
       "    higher: speed = high + 1mps\n"
       "global modifier vehicle.m:\n"
       "    watcher w is zz()\n"
       "    watcher v is zz(lim: 1mps)\n"
       "    on @top.w_clk if top.time == 0s:\n"
       "        logger.log_info(\"$(w.high) $(w.higher) $(v.high) $(v.higher)\")\n",
       "22mps 23mps 3mps 4mps"},
      {"of a modifier",
       "global modifier vehicle.m:\n"
       "    low: speed = 5mps\n"
       "    high: speed = low + 1mps\n"
       "    on @top.w_clk if top.time == 0s:\n"
       "        logger.log_info(\"$(low) $(high)\")\n"
       "extend vehicle.m:\n"
       "    keep(low == 6mps)\n",
       "6mps 7mps"},
  };
  for (const Case& c : cases) EXPECT_THAT(said(c.source), ElementsAre(c.expected)) << c.name;
}

TEST(Values, LookInTextsLikeThis) {
  struct Case {
    const char* expression;
    const char* expected;
  };
  const Case cases[] = {
      {"12.5m", "12.5m"},    {"actor.get_min_ttc()", "inf"}, {"-inf * 1m", "-inf"}, {"actor.get_legal_speed()", "nan"},
      {"sqrt(-1.0)", "nan"}, {"0.0 / 0.0", "nan"},           {"1 % 0", "nan"},      {"actor.object_in_front()", "null"},
      {"actor", "ego"},
  };
  for (const auto& [expression, expected] : cases)
    EXPECT_THAT(said("global modifier sut_vehicle.m:\n    on @top.w_clk if top.time == 0s:\n        "
                     "logger.log_info(\"$(" +
                     std::string(expression) + ")\")\n"),
                ElementsAre(expected))
        << expression;
}

TEST(Lists, GrowByAStatement) {
  struct Case {
    const char* name;
    const char* statement;
    const char* expected;
  };
  const Case cases[] = {
      {"of a field", "speeds.append(actor.state.speed)", "[12, 12, 12] []"},
      {"by assignment", "speeds = speeds.append(actor.state.speed)", "[12, 12, 12] []"},
      {"of another struct", "call top.info.mine.seen.append(actor.id)", "[] [ego, ego, ego]"},
  };
  for (const Case& c : cases)
    EXPECT_THAT(said("struct mine_t:\n"
                     "    var seen: list of string\n"
                     "extend g_info:\n"
                     "    var mine: mine_t\n"
                     "global modifier vehicle.m:\n"
                     "    var speeds: list of speed\n"
                     "    on @top.w_clk:\n"
                     "        " +
                     std::string(c.statement) +
                     "\n"
                     "    on @end:\n"
                     "        logger.log_info(\"$(speeds) $(top.info.mine.seen)\")\n"),
                ElementsAre(c.expected))
        << c.name;
  const Compilation refused = kit::compiled("on @start:\n    traffic.vehicles.append(sut.car)\n");
  EXPECT_THAT(render(refused.diagnostics, *refused.sources),
              testing::HasSubstr("`traffic.vehicles` cannot be changed"));
}

}  // namespace
}  // namespace scrutineer::lang
