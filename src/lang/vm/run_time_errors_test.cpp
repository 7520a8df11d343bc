// Whatever code does wrong while it runs stops that one instance, with one issue at its place; all else goes on.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(RunTimeErrors, StopOneInstance) {
  struct Case {
    const char* name;
    const char* wrong;  // what the first car does at 1 s, in line 7
    const char* message;
  };
  const Case cases[] = {
      {"data outside an interval", "logger.log_info(\"$(data.end_time)\")",
       "my.osc:7:32: null access: data outside an interval. "},
      {"bad index", "logger.log_info(\"$(traffic.vehicles[2].id)\")",
       "my.osc:7:32: bad index: 2 in a list of 2 elements. "},
      {"endless loop", "endless()", "my.osc:10:9: endless loop: more than 1000000 steps in one frame. "},
      {"endless recursion", "deeper()", "my.osc:12:9: deep recursion: more than 200 calls within each other. "},
      {"an event that sets itself off", "emit again",
       "my.osc:14:8: deep recursion: more than 200 calls within each other. "},
  };
  for (const auto& [name, wrong, message] : cases) {
    const std::string source = std::string(R"osc(watcher modifier shaky(any_watcher_data):
    var nobody: vehicle
    event again
    on @top.w_clk:
        if top.time > 1.05s and actor.is_ego:
            logger.log_info("before")
            )osc") + wrong + R"osc(
            logger.log_info("after")
    def endless() is:
        while true:
            nobody = null
    def deeper() is:
        call deeper()
    on @again:
        emit again
    on every(1s):
        logger.log_info("$(actor.id) at $(top.time)")

global modifier vehicle.mine:
    watcher shaky is shaky()
    watcher moving is while_w(actor.state.speed > 1mps)
)osc";
    const kit::Ran ran = kit::run(source, kit::two_cars());
    EXPECT_THAT(ran.issues("vehicle.mine.shaky"),
                ElementsAre("evaluation_error of ego, error_continue: The watcher or checker is stopped; everything "
                            "else goes on."))
        << name;
    ASSERT_FALSE(ran.evaluation.issues.empty()) << name;
    EXPECT_THAT(ran.evaluation.issues.front().message, StartsWith(message)) << name;
    EXPECT_EQ(ran.evaluation.issues.front().category, watch::Category::tool) << name;
    EXPECT_THAT(ran.messages(),
                ElementsAre("ego at 0s", "7 at 0s", "ego at 1s", "7 at 1s", "before", "7 at 2s", "7 at 3s"))
        << name;
    EXPECT_THAT(ran.intervals("vehicle.mine.moving"), ElementsAre("0 to 3 of ego", "0 to 3 of 7")) << name;
  }
}

TEST(RunTimeErrors, StopWhatHasNoTimeToWaitFor) {
  struct Row {
    const char *name, *period;  // after 1 s, of the ego
    const char* said;
  };
  const Row rows[] = {
      {"none", "0s", "0 s"},
      {"backwards", "0s - 1s", "-1 s"},
      {"unknown", "nan", "nan s"},
      {"endless", "inf", "inf s"},
  };
  for (const Row& row : rows) {
    const std::string source = fmt::format(R"osc(global modifier vehicle.mine:
    def period() -> time is expression actor.is_ego and top.time > 1.05s ? {} : 1s
    on every(period()):
        logger.log_info("$(actor.id) at $(top.time)")
)osc",
                                           row.period);
    const kit::Ran ran = kit::run(source, kit::two_cars());
    EXPECT_THAT(ran.messages(), ElementsAre("ego at 0s", "7 at 0s", "ego at 1s", "7 at 1s", "7 at 2s", "7 at 3s"))
        << row.name;
    std::vector<std::string> errors;
    for (const watch::Issue& issue : ran.evaluation.issues)
      if (issue.kind == "evaluation_error") errors.push_back(issue.message);
    EXPECT_THAT(errors, ElementsAre(StartsWith(fmt::format(
                            "my.osc:3:8: `every` takes a finite time from 1 ns on, and not {}. ", row.said))))
        << row.name;
  }
}

// A watcher that could judge nobody has failed, which is more than an issue: the run is not judged as it was meant to be.
TEST(RunTimeErrors, OfEverybodyFailTheWatcher) {
  struct Row {
    const char *name, *condition;
    watch::CheckOutcome::State state;
  };
  const Row rows[] = {
      {"of nobody", "actor.state.speed > 1mps", watch::CheckOutcome::State::completed},
      {"of one", "not actor.is_ego or deeper(1) > 0", watch::CheckOutcome::State::completed},
      {"of everybody", "deeper(1) > 0", watch::CheckOutcome::State::failed},
  };
  for (const Row& row : rows) {
    const std::string source = fmt::format(R"osc(global modifier vehicle.mine:
    def deeper(n: int) -> int is expression deeper(n)
    watcher shaky is while_w({})
)osc",
                                           row.condition);
    const kit::Ran ran = kit::run(source, kit::two_cars());
    const auto shaky = std::ranges::find(ran.evaluation.checks, "vehicle.mine.shaky", &watch::CheckOutcome::name);
    ASSERT_NE(shaky, ran.evaluation.checks.end()) << row.name;
    EXPECT_EQ(shaky->state, row.state) << row.name;
    EXPECT_EQ(shaky->reason.starts_with("its code failed for everybody that it watched: "),
              row.state == watch::CheckOutcome::State::failed)
        << row.name << ": " << shaky->reason;
  }
}

}  // namespace
}  // namespace scrutineer::lang
