// One mistake is one message: what follows from it is not told again.
#include <gtest/gtest.h>

#include "kit/sema_kit.h"

namespace scrutineer::lang {
namespace {

std::vector<std::string> messages(const AnalysedText& text) {
  std::vector<std::string> all;
  for (const Diagnostic& diagnostic : text.analysis.diagnostics) {
    const LineColumn at = text.sources[diagnostic.span.file].line_column(diagnostic.span.begin);
    all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + diagnostic.message);
  }
  return all;
}

TEST(SemaErrors, AreToldOnce) {
  struct Case {
    const char* name;
    const char* source;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"an unknown actor of a modifier",
       "global modifier vehcle.m:\n"
       "    watcher w is while_w(actor.state.speed > 10mps)\n"
       "    on @top.w_clk:\n"
       "        logger.log_info(\"$(actor.id) $(w.data.start_time)\")\n",
       {"1:17: unknown type `vehcle`"}},
      {"unknown data of a watcher",
       "watcher modifier z(nodata):\n"
       "    on @i_clock:\n"
       "        data.x = 3\n"
       "        logger.log_info(\"$(data.start_time)\")\n"
       "global modifier vehicle.m:\n"
       "    watcher w is z()\n"
       "    on @w.i_end:\n"
       "        logger.log_info(\"$(w.data.x)\")\n",
       {"1:20: unknown type `nodata`"}},
      {"an unknown base",
       "struct t inherits nothing:\n"
       "    var n: int = inherited\n"
       "    def f() -> int is expression g() + inherited\n"
       "global x: t\n"
       "on @start:\n"
       "    logger.log_info(\"$(x.m) $(x.h())\")\n",
       {"1:19: unknown type `nothing`"}},
      {"a struct as a parameter",
       "struct d:\n"
       "    year: uint\n"
       "    def same(other: d) -> bool is expression year == other.year and 3 == other.year\n",
       {"3:14: structs cannot be handed over"}},
      {"a struct as a variable of a body",
       "struct d:\n"
       "    year: uint\n"
       "on @start:\n"
       "    var one, two: d\n"
       "    logger.log_info(\"$(one.year) $(two.year)\")\n",
       {"4:19: a variable of a body cannot be a struct"}},
      {"an argument of a function of any arguments",
       "struct d:\n"
       "    year: uint\n"
       "global a: d\n"
       "on @start:\n"
       "    logger.log_info(\"$(a == a)\")\n",
       {"5:26: cannot compare a d and a d"}},
      {"a watcher in a watcher",
       "watcher modifier both(any_watcher_data):\n"
       "    watcher sub is while_w(actor.state.speed > 12mps)\n"
       "    on @sub.i_start:\n"
       "        start_interval()\n"
       "        logger.log_info(\"$(sub.data.start_time)\")\n"
       "global modifier vehicle.m:\n"
       "    watcher b is both()\n",
       {"2:13: a watcher cannot hold another one"}},
  };
  for (const Case& c : cases) EXPECT_EQ(messages(analysed(c.source)), c.expected) << c.name;
}

TEST(SemaErrors, AreFoundInWhatNothingUses) {
  struct Case {
    const char* name;
    const char* source;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"records of data",
       "struct d inherits any_watcher_data:\n"
       "    var x: speed\n"
       "    record(x, unit: kph)\n"
       "    record(y)\n"
       "    record(x, unit: m)\n"
       "    record(x, txt: \"a\")\n"
       "    record(near, expression: actor.state.speed, unit: kph)\n",
       {"4:12: unknown name `y`", "5:21: `m` is a unit of length, and this is a speed",
        "6:15: there is no argument `txt`"}},
      {"the value of a conditional inheritance",
       "enum shape: [flat, tall]\n"
       "struct thing:\n"
       "    kind: shape\n"
       "struct tower inherits thing(kind == high):\n"
       "    pass\n"
       "struct hut inherits thing(sort == flat):\n"
       "    pass\n",
       {"4:37: `high` is no word of `shape`", "6:27: unknown name `sort`"}},
      {"levels and modes that the program would not know",
       "extend issue_severity: [fatal]\n"
       "extend run_mode: [slow]\n"
       "extend vehicle_category: [hovercraft]\n",
       {"1:8: `issue_severity` cannot be extended", "2:8: `run_mode` cannot be extended"}},
  };
  for (const Case& c : cases) EXPECT_EQ(messages(analysed(c.source)), c.expected) << c.name;
}

}  // namespace
}  // namespace scrutineer::lang
