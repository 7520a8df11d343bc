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

// Slips of the hand: one message, and a hint where the slip is a common one.
TEST(SemaErrors, AreToldOnceForOneSlip) {
  struct Case {
    const char* name;
    std::string source;
    std::string message;
    std::string hint;
  };
  const std::string mixed = "tabs and blanks are mixed here: a tab counts as blanks up to the next multiple of 8";
  const Case cases[] = {
      {"a missing colon behind a type",
       "watcher modifier m(any_watcher_data)\n"
       "    limit: speed = 3mps\n"
       "    on @top.w_clk:\n"
       "        if actor.state.speed > limit:\n"
       "            start_interval()\n"
       "global modifier vehicle.x:\n"
       "    watcher w is m(limit: 2mps)\n",
       "2:5: this line is indented, but no block begins before it", "does the line before it lack a `:`?"},
      {"a missing colon behind an event",
       "global modifier vehicle.x:\n"
       "    var n: int = 0\n"
       "    on @top.w_clk\n"
       "        n = n + 1\n",
       "3:18: expected `:`, found the end of the line", ""},
      {"a missing colon behind a condition",
       "global modifier vehicle.x:\n"
       "    var n: int = 0\n"
       "    on @top.w_clk:\n"
       "        if n > 3\n"
       "            n = n + 1\n"
       "        else:\n"
       "            n = 2\n",
       "4:17: expected `:`, found the end of the line", ""},
      {"an unindented body of a type",
       "global modifier vehicle.x:\n"
       "var n: int = 0\n"
       "on @top.w_clk:\n"
       "    n = n + 1\n",
       "1:27: expected an indented block below this line", "a block without content is `pass`"},
      {"an unindented body of an event",
       "global modifier vehicle.x:\n"
       "    var n: int = 0\n"
       "    on @top.w_clk:\n"
       "    n = n + 1\n"
       "    if n > 3:\n"
       "        n = 2\n"
       "    on @start:\n"
       "        n = 1\n",
       "3:19: expected an indented block below this line", "a block without content is `pass`"},
      {"an unindented body of a condition",
       "global modifier vehicle.x:\n"
       "    var n: int = 0\n"
       "    on @top.w_clk:\n"
       "        if n > 3:\n"
       "        n = 4\n"
       "        else:\n"
       "            n = 2\n",
       "4:18: expected an indented block below this line", "a block without content is `pass`"},
      {"too little indentation",
       "global modifier vehicle.x:\n"
       "    var n: int = 0\n"
       "    on @top.w_clk:\n"
       "        n = n + 1\n"
       "       n = n + 2\n"
       "        n = n + 3\n",
       "5:8: this indentation matches no outer block", "the nearest block is indented by 4"},
      {"too much indentation",
       "global modifier vehicle.x:\n"
       "    var n: int = 0\n"
       "      var m: int = 0\n"
       "    on @top.w_clk:\n"
       "        n = m\n",
       "3:7: this line is indented, but no block begins before it", "does the line before it lack a `:`?"},
      {"a tab among blanks",
       "global modifier vehicle.x:\n"
       "    var n: int = 0\n"
       "\ton @top.w_clk:\n"
       "\t    n = n + 1\n",
       "3:2: this line is indented, but no block begins before it", mixed},
      {"blanks among tabs",
       "global modifier vehicle.x:\n"
       "\tvar n: int = 0\n"
       "    on @top.w_clk:\n"
       "\t\tn = n + 1\n",
       "3:5: this indentation matches no outer block", mixed},
      {"an event of another watcher without @",
       "global modifier vehicle.x:\n"
       "    watcher w is while_w(actor.state.speed > 3mps)\n"
       "    on w.i_end:\n"
       "        pass\n",
       "3:10: `vehicle.x.w` has no member `i_end`", "`on @w.i_end:` reacts to it"},
      {"a blank before a unit",
       "global modifier vehicle.x:\n"
       "    limit: speed = 3 mps\n"
       "    watcher w is while_w(actor.state.speed > limit)\n",
       "2:22: expected the end of the line, found `mps`", "a unit follows its number without a blank: `5m`"},
      {"a blank before a unit in brackets",
       "global modifier vehicle.x:\n"
       "    watcher w is while_w(actor.state.speed > 3 mps)\n"
       "    on @w.i_end:\n"
       "        logger.log_info(\"$(w.data.end_time)\")\n",
       "2:48: expected `,` or `)`, found `mps`", "a unit follows its number without a blank: `5m`"},
      {"an unclosed interpolation",
       "global modifier vehicle.x:\n"
       "    on @top.w_clk:\n"
       "        logger.log_info(\"speed $(actor.state.speed\")\n"
       "        logger.log_info(\"ok\")\n",
       "3:25: this string is never closed", "its `$(` has no `)`"},
      {"data that does not inherit",
       "struct my_data:\n"
       "    var least: speed\n"
       "    record(least, unit: kph)\n"
       "watcher modifier m(my_data):\n"
       "    on @i_clock:\n"
       "        data.least = actor.state.speed\n"
       "global modifier vehicle.x:\n"
       "    watcher w is m()\n"
       "    on @w.i_end:\n"
       "        logger.log_info(\"$(w.data.least) $(w.data.start_time)\")\n",
       "4:20: the data of a watcher is a struct that inherits `any_watcher_data`",
       "write struct my_data inherits any_watcher_data:"},
      {"no type of the data",
       "watcher modifier m:\n"
       "    on @top.w_clk:\n"
       "        start_interval()\n"
       "    on @i_clock:\n"
       "        data.least = actor.state.speed\n"
       "        data.most = data.least\n"
       "global modifier vehicle.x:\n"
       "    watcher w is m()\n",
       "", ""},
      {"`var` behind the colon",
       "watcher modifier m(any_watcher_data):\n"
       "    gap: var time\n"
       "    on @top.w_clk:\n"
       "        gap = 3s\n"
       "        if gap > 2s:\n"
       "            start_interval()\n",
       "2:10: `var` stands before the name", "write `var gap: time`"},
      {"= for == in a keep", "extend car.policy:\n    keep(min_acceleration = -6mpsps)\n",
       "2:27: expected `)`, found `=`", "`==` compares"},
      {"= for == in a condition",
       "global modifier vehicle.x:\n"
       "    var n: int\n"
       "    on @top.w_clk:\n"
       "        if n = 3:\n"
       "            n = 4\n",
       "4:14: expected `:`, found `=`", "`==` compares"},
      {"else if",
       "global modifier vehicle.x:\n"
       "    var n: int\n"
       "    on @top.w_clk:\n"
       "        if n == 3:\n"
       "            n = 4\n"
       "        else if n == 4:\n"
       "            n = 5\n"
       "        else:\n"
       "            n = 6\n",
       "6:9: a second condition is written `elif`", ""},
      {"a missing @",
       "global modifier vehicle.x:\n"
       "    var n: int\n"
       "    on top.w_clk:\n"
       "        n = 1\n",
       "3:8: `w_clk` is an event, and no value", "`on @top.w_clk:` reacts to it"},
      {"an issue kind that is not declared",
       "global modifier vehicle.x:\n"
       "    on @top.w_clk:\n"
       "        sut_error(much_too_slow_here, \"x\")\n",
       "3:19: `much_too_slow_here` is no word of `issue_kind`", "declare it: extend issue_kind: [much_too_slow_here]"},
  };
  for (const Case& c : cases) {
    const AnalysedText text = analysed(c.source);
    if (c.message.empty()) {
      EXPECT_LT(text.analysis.diagnostics.size(), 2U) << c.name << "\n"
                                                      << render(text.analysis.diagnostics, text.sources);
      continue;
    }
    EXPECT_EQ(messages(text), std::vector{c.message}) << c.name;
    if (!text.analysis.diagnostics.empty()) {
      EXPECT_EQ(text.analysis.diagnostics.front().hint, c.hint) << c.name;
    }
  }
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
