// What programs ask of the run, through the language's own names.

#include "lang/vm/intrinsics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "kit/data.h"
#include "kit/run_program.h"
#include "watch/clock.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using trace::Field;

// What the program logs, each with the actor whom it belongs to: "ACTOR TEXT"; and what goes wrong.
std::vector<std::string> said(const std::string& source, const kit::RunData& data) {
  const kit::Ran ran = kit::run(source, data);
  std::vector<std::string> lines;
  for (const watch::LogMessage& message : ran.evaluation.messages)
    lines.push_back(message.actor + (message.actor.empty() ? "" : " ") + message.text);
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (issue.kind == "evaluation_error") lines.push_back(issue.message);
  return lines;
}

// A lone car in frames at these times.
kit::RunData frames_at(const std::vector<Duration>& times) {
  kit::Scenario scenario({.map = nullptr, .step = 1s, .duration = 1s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  kit::RunData run = scenario.run();
  const trace::Frame first = run.frames.front();
  run.frames.clear();
  for (const Duration time : times) {
    run.frames.push_back(first);
    run.frames.back().time = Time(time);
    run.frames.back().number = run.frames.size() - 1;
  }
  return run;
}

TEST(Ticks, AreThoseOfAClockThatBeganWithTheRun) {
  struct Case {
    const char* name;
    std::vector<Duration> times;
  };
  const auto every = [](Duration step) {
    std::vector<Duration> times;
    for (Duration time{}; time < 3s; time += step) times.push_back(time);
    return times;
  };
  const Case cases[] = {
      {"frames on the period", every(100ms)},
      {"frames that fit no period", every(33ms)},
      {"short frames", every(7ms)},
      {"long frames", every(370ms)},
      {"frames that jitter", {0ms, 99ms, 199ms, 301ms, 398ms, 500ms, 598ms, 599ms, 702ms}},
      {"frames that are missing", {0ms, 100ms, 750ms, 760ms, 800ms, 1900ms, 1950ms, 2000ms}},
  };
  for (const auto& [name, times] : cases) {
    for (const Duration period : {100ms, 40ms, 250ms, 1000ms}) {
      watch::PeriodicClock clock(period);
      std::vector<std::string> expected;
      for (const Duration time : times)
        if (clock.ticks(Time(time))) expected.push_back(shortest(to_seconds(time)) + "s");
      const std::string source =
          "on @top.w_clk if top.ticks(" + std::to_string(period / 1ms) + "ms):\n    logger.log_info(\"$(top.time)\")\n";
      EXPECT_EQ(said(source, frames_at(times)), expected) << name << ", " << period / 1ms << " ms";
    }
  }
}

TEST(Ticks, NeedATimeThatPasses) {
  struct Case {
    const char *name, *period, *said;
  };
  const Case cases[] = {
      {"none", "0s", "0 s"}, {"backwards", "-1s", "-1 s"}, {"unknown", "nan", "nan s"}, {"endless", "inf", "inf s"}};
  for (const Case& row : cases) {
    const kit::Ran ran = kit::run("global modifier vehicle.m:\n    on @top.w_clk if top.ticks(" +
                                      std::string(row.period) + "):\n        logger.log_info(\"tick\")\n",
                                  frames_at({0ms, 100ms, 150ms}));
    EXPECT_THAT(ran.messages(), ElementsAre()) << row.name;
    std::vector<std::string> errors;
    for (const watch::Issue& issue : ran.evaluation.issues)
      if (issue.kind == "evaluation_error") errors.push_back(issue.message);
    EXPECT_THAT(
        errors,
        ElementsAre(testing::HasSubstr(std::string("`ticks` takes a finite time from 1 ns on, and not ") + row.said)))
        << row.name;
  }
}

// The ego says how fast it is; of the other one that is derived from its positions.
kit::RunData two_cars() {
  kit::Scenario scenario({.map = nullptr, .step = 500ms, .duration = 1s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  scenario.add({.id = "7"}).start_free({30.0, 9.0, 0.0}).speed(10.0).reports({});
  return scenario.run();
}

TEST(Facts, SayWhetherASpeedIsReported) {
  EXPECT_THAT(said("global modifier vehicle.talk:\n"
                   "    on every(1s):\n"
                   "        logger.log_info(\"$(actor.state.is_speed_reported)\")\n",
                   two_cars()),
              ElementsAre("ego true", "7 false", "ego true", "7 false"));
}

TEST(Numbers, ThatDoNotExistOrNeverEndNeedNoUnit) {
  struct Case {
    const char* expression;
    const char* expected;
  };
  const Case cases[] = {
      {"is_defined(gap)", "false"},
      {"gap == nan", "false"},
      {"limit == inf", "true"},
      {"-limit == -inf", "true"},
      {"actor.get_min_ttc() == inf", "true"},
      {"actor.state.speed < inf", "true"},
      {"actor.state.speed > -inf", "true"},
      {"is_defined(true ? gap : 1s)", "false"},
      {"nan == nan", "false"},
  };
  for (const auto& [expression, expected] : cases)
    EXPECT_THAT(said("global modifier sut_vehicle.talk:\n"
                     "    var gap: time = nan\n"
                     "    limit: length = inf\n"
                     "    on elapsed(1s):\n"
                     "        logger.log_info(\"$(" +
                         std::string(expression) + ")\")\n",
                     two_cars()),
                ElementsAre(std::string("ego ") + expected))
        << expression;
}

TEST(Texts, HavePartsUpToTheirEnd) {
  struct Case {
    const char* name;
    const char* expression;
    const char* expected;
  };
  const Case cases[] = {
      {"no end", "'hello'.substring(1)", "ello"},
      {"no end, from the end", "'hello'.substring(-2)", "lo"},
      {"an end", "'hello'.substring(1, 3)", "el"},
      {"an end beyond 2^53", "'hello'.substring(1, 9007199254740993)", "ello"},
      {"a start beyond 2^53", "'hello'.substring(9007199254740993)", ""},
      {"a start below -2^53", "'hello'.substring(-9007199254740993, 2)", "he"},
  };
  for (const auto& [name, expression, expected] : cases)
    EXPECT_THAT(said("global modifier sut_vehicle.talk:\n"
                     "    on elapsed(1s):\n"
                     "        logger.log_info(\"$(" +
                         std::string(expression) + ")\")\n",
                     two_cars()),
                ElementsAre(std::string("ego ") + expected))
        << name;
}

TEST(Methods, OfWatchersKnowTheirActorAndData) {
  struct Case {
    const char* name;
    const char* from;  // where it is called
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"from within",
       "watcher modifier told(any_watcher_data) inherits fast:\n"
       "    on elapsed(1s):\n"
       "        logger.log_info(\"$(who()) $(is_fast()) $(since())\")\n"
       "global modifier vehicle.speeds:\n"
       "    watcher quick is told\n",
       {"ego ego true 0s", "7 7 true 0.5s"}},
      {"from the modifier",
       "global modifier vehicle.speeds:\n"
       "    watcher quick is fast\n"
       "    on elapsed(1s):\n"
       "        logger.log_info(\"$(quick.who()) $(quick.is_fast()) $(quick.since())\")\n",
       {"ego ego true 0s", "7 7 true 0.5s"}},
      {"from the run, of the ego",
       "global modifier vehicle.speeds:\n"
       "    watcher quick is fast\n"
       "on elapsed(1s):\n"
       "    logger.log_info(\"$(sut.car.speeds.quick.who()) $(sut.car.speeds.quick.since())\")\n",
       {"ego 0s"}},
  };
  for (const auto& [name, from, expected] : cases)
    EXPECT_EQ(said(std::string("watcher modifier fast(any_watcher_data):\n"
                               "    def is_fast() -> bool is expression actor.state.speed > 5mps\n"
                               "    def who() -> string is expression actor.id\n"
                               "    def since() -> time is expression data.start_time\n"
                               "    on @top.w_clk:\n"
                               "        if is_fast() and data == null:\n"
                               "            start_interval()\n") +
                       from,
                   two_cars()),
              expected)
        << name;
}

TEST(Fields, OfActorsStayWhenTheyComeBack) {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 3s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  scenario.add({.id = "7"})
      .start_free({30.0, 9.0, 0.0})
      .speed(10.0)
      .appears(300ms)
      .fault(kit::gap(1s, 1500ms))
      .fault(kit::gap(2s, 2200ms));
  EXPECT_THAT(said("extend vehicle:\n"
                   "    var times: int = 10\n"
                   "global modifier npc_vehicle.talk:\n"
                   "    var own_times: int = 20\n"
                   "    on @start:\n"
                   "        actor.times = actor.times + 1\n"
                   "        own_times = own_times + 1\n"
                   "        logger.log_info(\"$(actor.times) $(own_times)\")\n",
                   scenario.run()),
              ElementsAre("7 11 21", "7 12 21", "7 13 21"));
}

TEST(Settings, AreReadAsTheyAreSetForTheActor) {
  kit::Scenario scenario({.map = nullptr, .step = 500ms, .duration = 1s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  scenario.add({.id = "7", .category = trace::Category::person}).start_free({30.0, 9.0, 0.0}).speed(1.0);
  scenario.add({.id = "8", .category = trace::Category::object}).start_free({30.0, -9.0, 0.0}).speed(0.0);
  const kit::RunData run = scenario.run();
  struct Case {
    const char* name;
    const char* set;
    const char* type;  // empty: the run
    const char* setting;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"a default", "", "sut_vehicle", "actor.policy.min_acceleration", {"ego -4mpsps"}},
      {"of all vehicles",
       "extend vehicle:\n    keep(policy.max_speed == 36kph)\n",
       "sut_vehicle",
       "actor.policy.max_speed",
       {"ego 10mps"}},
      {"of persons",
       "extend person:\n    keep(scenario_relevance_kpi.person_max_lat_offset == 7m)\n",
       "physical_object",
       "actor.scenario_relevance_kpi.person_max_lat_offset",
       {"ego 5m", "7 7m", "8 5m"}},
      {"of plain objects",
       "extend plain_object:\n    keep(scenario_relevance_kpi.plain_object_min_time_gap == 2s)\n",
       "plain_object",
       "actor.scenario_relevance_kpi.plain_object_min_time_gap",
       {"8 2s"}},
      {"everybody's, of an actor",
       "extend ftlx_global_eval_config:\n    set ego_teleportation_checker_config.smoothing_time = 3s\n",
       "person",
       "ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time",
       {"7 3s"}},
      {"everybody's, of the run",
       "extend ftlx_global_eval_config:\n    set ego_teleportation_checker_config.smoothing_time = 3s\n",
       "",
       "ftlx_global_eval_config.ego_teleportation_checker_config.smoothing_time",
       {"3s"}},
  };
  for (const auto& [name, set, type, setting, expected] : cases) {
    const std::string on = "on elapsed(1s):\n";
    const std::string log = "logger.log_info(\"$(" + std::string(setting) + ")\")\n";
    const std::string code = *type == '\0'
                                 ? on + "    " + log
                                 : "global modifier " + std::string(type) + ".talk:\n    " + on + "        " + log;
    EXPECT_EQ(said(set + code, run), expected) << name;
  }
}

TEST(Settings, OfBuiltInWatchersBelongToWhomTheyWatch) {
  const char* sources[] = {
      "extend person:\n    keep(ego_front_left_zone_limit_watcher_for_person.enabled == false)\n",
      "extend plain_object:\n    keep(ego_back_left_zone_limit_watcher_for_plain_object.enabled == false)\n",
      "extend vehicle:\n    keep(ego_back_left_zone_limit_watcher_for_vehicle.enabled == false)\n",
  };
  for (const char* source : sources) EXPECT_THAT(said(source, two_cars()), testing::IsEmpty()) << source;
}

// Every piece of code in the table of docs/language.md.
TEST(Guide, ShowsExpressionsThatExist) {
  const std::string guide = kit::read_text(kit::source_dir() / "docs/language.md");
  const std::size_t heading = guide.find("## What to write for what");
  ASSERT_NE(heading, std::string::npos);
  int pieces = 0;
  for (std::size_t row = guide.find("\n| ", guide.find("|---", heading)); row != std::string::npos;) {
    const std::size_t end = guide.find('\n', row + 1);
    const std::string line = guide.substr(row, end - row);
    const std::string code = line.substr(line.find(" | ", 3));
    for (std::size_t begin = code.find('`'); begin != std::string::npos;) {
      const std::size_t close = code.find('`', begin + 1);
      const std::string piece = code.substr(begin + 1, close - begin - 1);
      EXPECT_THAT(said("global modifier vehicle.talk:\n"
                       "    var gap: time = nan\n"
                       "    on @top.w_clk:\n"
                       "        var is_there: bool = is_defined(" +
                           piece + ")\n",
                       two_cars()),
                  testing::IsEmpty())
          << piece;
      ++pieces;
      begin = code.find('`', close + 1);
    }
    row = guide.compare(end, 3, "\n| ") == 0 ? end : std::string::npos;
  }
  EXPECT_GT(pieces, 25);
}

}  // namespace
}  // namespace scrutineer::lang
