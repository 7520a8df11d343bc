// Debounce, hysteresis and justification in the language: `while_w(condition, for_at_least:, until:, unless:)`, and what
// watchers do by hand instead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// 8 m/s, but 12 from 1 to 1.4 s and from 3 to 4 s; 9.5 from 4 to 5 s.
kit::RunData bursts(Duration vanishes = 10s) {
  kit::Scenario scenario({.step = 100ms, .duration = 6s});
  scenario.add({.id = "7"})
      .start_free({0.0, 0.0, 0.0})
      .speed({{0s, 8.0},
              {950ms, 8.0},
              {950ms, 12.0},
              {1350ms, 12.0},
              {1350ms, 8.0},
              {2950ms, 8.0},
              {2950ms, 12.0},
              {3950ms, 12.0},
              {3950ms, 9.5},
              {4950ms, 9.5},
              {4950ms, 8.0},
              {6s, 8.0}})
      .vanishes(vanishes);
  return scenario.run();
}

std::vector<std::string> intervals(const std::string& arguments, const kit::RunData& data = bursts()) {
  const std::string program =
      "global modifier vehicle.speeds:\n    limit: time = 500ms\n    watcher fast is while_w(" + arguments + ")\n";
  const kit::Ran ran = kit::run(program, data);
  EXPECT_EQ(ran.diagnostics, "") << program;
  return ran.intervals("vehicle.speeds.fast");
}

TEST(WhileW, DebouncesKeepsAndExcuses) {
  const std::string fast = "actor.state.speed > 10mps";
  struct Case {
    const char* name;
    std::string arguments;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"the condition alone", fast, {"1 to 1.4 of 7", "3 to 4 of 7"}},
      {"the condition by its name", "condition: " + fast, {"1 to 1.4 of 7", "3 to 4 of 7"}},
      {"exactly as long as it must last", fast + ", for_at_least: 300ms", {"1 to 1.4 of 7", "3 to 4 of 7"}},
      {"one frame short of it", fast + ", for_at_least: 400ms", {"3 to 4 of 7"}},
      {"never that long", fast + ", for_at_least: 1s", {}},
      {"as long as a parameter says", fast + ", for_at_least: outer.limit", {"3 to 4 of 7"}},
      {"until it is clearly over", fast + ", until: actor.state.speed < 9mps", {"1 to 1.4 of 7", "3 to 5 of 7"}},
      {"until what holds already: the condition itself still keeps it",
       fast + ", until: actor.state.speed < 20mps",
       {"1 to 1.4 of 7", "3 to 4 of 7"}},
      {"excused in the middle",
       fast + ", unless: top.time > 3.45s and top.time < 3.75s",
       {"1 to 1.4 of 7", "3 to 3.5 of 7", "3.8 to 4 of 7"}},
      {"excused from the beginning", fast + ", unless: top.time < 2s", {"3 to 4 of 7"}},
      {"an excuse breaks the debounce",
       fast + ", for_at_least: 400ms, unless: top.time > 3.35s and top.time < 3.45s",
       {"3.5 to 4 of 7"}},
      {"all of them",
       fast + ", for_at_least: 500ms, until: actor.state.speed < 9mps, unless: top.time > 4.45s",
       {"3 to 4.5 of 7"}},
  };
  for (const Case& c : cases) EXPECT_EQ(intervals(c.arguments), c.expected) << c.name;
  EXPECT_THAT(intervals(fast + ", for_at_least: 500ms", bursts(3500ms)), ElementsAre());
  EXPECT_THAT(intervals(fast + ", for_at_least: 400ms", bursts(3500ms)), ElementsAre("3 to 3.4 of 7"));
}

TEST(WhileW, TellsWhatExcusedIt) {
  const kit::Ran ran = kit::run(R"osc(
extend issue_kind: [too_fast]
global modifier vehicle.speeds:
    checker fast is while_w(actor.state.speed > 10mps, unless: top.time >= 3.5s) with:
        it.sut_issue(severity: warning, kind: too_fast, details: "$(it.data.end_time), $(it.data.justified_by)")
)osc",
                                bursts());
  EXPECT_EQ(ran.diagnostics, "");
  EXPECT_THAT(ran.issues("vehicle.speeds.fast"),
              ElementsAre("too_fast of 7, warning: 1.4s, ", "too_fast of 7, warning: 3.5s, top.time >= 3.5s"));
}

// Known at 3.5 s, when it is fast for the second time.
TEST(StartInterval, MayBeginInThePast) {
  struct Case {
    const char* name;
    std::string arguments;
    const char* start;
  };
  const Case cases[] = {
      {"now", "", "3.5"},
      {"a second ago", "since: top.time - 1s", "2.5"},
      {"when it was seen", "since: seen", "3"},
      {"not before its actor came", "since: top.time - 1h", "0.2"},
      {"not in the future", "since: top.time + 1s", "3.5"},
      {"never is now", "since: nan", "3.5"},
  };
  for (const Case& c : cases) {
    const std::string program = R"osc(
watcher modifier fast(any_watcher_data):
    var seen: time = nan
    on @top.w_clk:
        if top.time > 2.95s and not is_defined(seen):
            seen = top.time
        if top.time > 3.45s and top.time < 3.55s:
            start_interval()osc" +
                                c.arguments + R"osc()
        if top.time > 4.45s and data != null:
            end_interval()
global modifier vehicle.speeds:
    watcher own is fast
    watcher other is passive_w
    on @top.w_clk:
        if own.data != null:
            other.start_interval(since: own.data.start_time)
        elif other.data != null:
            other.end_interval()
)osc";
    kit::Scenario scenario({.step = 100ms, .duration = 6s});
    scenario.add({.id = "8"}).start_free({0.0, 9.0, 0.0}).speed(8.0).vanishes(200ms);
    scenario.add({.id = "7"}).start_free({0.0, 0.0, 0.0}).speed(8.0).appears(200ms);
    const kit::Ran ran = kit::run(program, scenario.run());
    EXPECT_EQ(ran.diagnostics, "") << c.name;
    const std::string start = c.start;
    EXPECT_THAT(ran.intervals("vehicle.speeds.own"), ElementsAre(start + " to 4.5 of 7")) << c.name;
    // The modifier's code runs first: it hears of the end a frame later.
    EXPECT_THAT(ran.intervals("vehicle.speeds.other"), ElementsAre(start + " to 4.6 of 7")) << c.name;
  }
}

TEST(StartInterval, RefusesWhatMakesNoSense) {
  struct Case {
    const char* call;
    const char* message;
  };
  const Case cases[] = {
      {"start_interval(since: 3m)", "expected a time for `since`, found a length"},
      {"start_interval(3s)", "`start_interval` takes only `since: time`"},
      {"start_interval(since: 3s, until: 4s)", "`start_interval` takes only `since: time`"},
      {"end_interval(since: 3s)", "`end_interval` takes no arguments"},
  };
  for (const auto& [call, message] : cases) {
    const SourceText source{
        "my.osc", "watcher modifier w(any_watcher_data):\n    on @start:\n        " + std::string(call) + "\n"};
    const Compilation made = compile({&source, 1}, {.catalogue = kit::catalogue()});
    EXPECT_THAT(render(made.diagnostics, *made.sources), HasSubstr(message)) << call;
  }
}

TEST(WhileW, RefusesWhatMakesNoSense) {
  struct Case {
    const char* arguments;
    const char* message;
  };
  const Case cases[] = {
      {"", "`while_w` takes a condition"},
      {"true, for_at_least: 3m", "expected a time for `for_at_least`, found a length"},
      {"true, for_at_least: -1s", "my.osc:2:49: error: for_at_least is a time from 0 s on, and not -1 s"},
      {"true, for_at_least: nan", "my.osc:2:49: error: for_at_least is a time from 0 s on, and not nan s"},
      {"true, for_at_least: inf", "my.osc:2:49: error: for_at_least is a time from 0 s on, and not inf s"},
      {"true, until: 3s", "expected a bool for the condition, found a time"},
      {"true, for_at_most: 3s", "for_at_most"},
      {"true, unless: false, unless: true", "unless"},
  };
  for (const auto& [arguments, message] : cases) {
    const std::string program =
        "global modifier vehicle.speeds:\n    watcher fast is while_w(" + std::string(arguments) + ")\n";
    const SourceText source{"my.osc", program};
    const Compilation made = compile({&source, 1}, {.catalogue = kit::catalogue()});
    EXPECT_THAT(render(made.diagnostics, *made.sources), HasSubstr(message)) << arguments;
  }
  // What is known only when the instance begins stops that instance, with one issue.
  const kit::Ran ran = kit::run(
      "global modifier vehicle.speeds:\n    watcher fast is while_w(true, for_at_least: 0s - actor.age - 1s)\n",
      bursts());
  EXPECT_THAT(ran.intervals("vehicle.speeds.fast"), ElementsAre());
  ASSERT_EQ(ran.evaluation.issues.size(), 1U);
  EXPECT_EQ(ran.evaluation.issues[0].kind, "evaluation_error");
  EXPECT_THAT(ran.evaluation.issues[0].message,
              StartsWith("my.osc:2:49: for_at_least is a time from 0 s on, and not -1 s. "));
}

}  // namespace
}  // namespace scrutineer::lang
