// Clocks of real runs are rounded, so frames come a nanosecond early or late. What lasts just as long as it should, or may,
// or happens in the frame that a file beside the run names, must be found all the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "checks/catalogue.h"
#include "checks/detail/approach_verdict.h"
#include "kit/check_tester.h"
#include "kit/maps.h"
#include "kit/scenario.h"
#include "map/read.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::RunData;
using kit::Scenario;

constexpr std::array<Duration, 3> kRoundings{0ns, -1ns, 1ns};

// Of every seventh frame, so that not both ends of a round time are among them.
constexpr std::size_t kEvery = 7;
RunData with_clock(RunData run, Duration rounding, std::size_t first) {
  for (std::size_t i = first; i < run.frames.size(); i += kEvery) run.frames[i].time += rounding;
  return run;
}

RunData ego_drives(std::vector<kit::SpeedAt> speed, Duration duration) {
  Scenario scenario({.duration = duration});
  scenario.add({.id = "7", .is_ego = true}).start_free({}).speed(std::move(speed));
  return scenario.run();
}

TEST(RoundedClock, DecidesNoIssue) {
  struct Case {
    const char* name;
    const char* check;
    RunData run;
    std::size_t issues;
  };
  const Case cases[] = {
      {"just as long as the debounce", "ride_comfort_event",
       ego_drives({{0s, 10.0}, {1s, 10.0}, {1400ms, 10.8}, {3s, 10.8}}, 3s), 1},
      {"a frame less than that", "ride_comfort_event",
       ego_drives({{0s, 10.0}, {1s, 10.0}, {1300ms, 10.6}, {3s, 10.6}}, 3s), 0},
      {"just as far apart as what is joined", "speed_physical",
       ego_drives({{0s, 60.0}, {1s, 60.0}, {1s, 50.0}, {1500ms, 50.0}, {1500ms, 60.0}, {3s, 60.0}}, 3s), 2},
      {"stands just as long as it may", "car_does_not_move",
       ego_drives({{0s, 5.0}, {1s, 5.0}, {1s, 0.0}, {31s, 0.0}, {31s, 5.0}, {33s, 5.0}}, 33s), 0},
      {"stands a frame longer", "car_does_not_move",
       ego_drives({{0s, 5.0}, {1s, 5.0}, {1s, 0.0}, {31100ms, 0.0}, {31100ms, 5.0}, {33s, 5.0}}, 33s), 1},
  };
  for (const Case& c : cases)
    for (const Duration rounding : kRoundings)
      for (std::size_t first = 1; first <= kEvery; ++first)
        EXPECT_EQ(CheckTester(c.check).run(with_clock(c.run, rounding, first)).issues().size(), c.issues)
            << c.name << ", " << rounding.count() << " ns from frame " << first;
}

TEST(RoundedClock, DecidesNoRssViolation) {
  const auto map = map::build_network(kit::straight_road(900.0));
  const CheckTester tester = CheckTester("rss_policy").on(*map).with("sut.policy.max_rss_violation_time=1s");
  for (const auto& [duration, issues] : {std::pair<Duration, std::size_t>{1s, 0}, {1100ms, 1}})
    for (const Duration rounding : kRoundings) {
      Scenario scenario({.map = map.get(), .duration = duration});
      scenario.add({.id = "0", .is_ego = true, .length = 4.0}).start_at("1", -1, 100.0).speed(20.0);
      scenario.add({.id = "7", .length = 4.0}).start_at("1", -1, 130.0).speed(20.0);
      RunData run = scenario.run();
      run.frames.back().time += rounding;
      EXPECT_EQ(tester.run(run).issues().size(), issues) << duration.count() << ", " << rounding.count() << " ns";
    }
}

TEST(RoundedClock, DecidesNoStop) {
  const ApproachRules rules;
  for (const auto& [end, stops] :
       {std::pair<Duration, bool>{10500ms, true}, {10499999999ns, true}, {10500000001ns, true}, {10499ms, false}}) {
    Passing passing;
    passing.signal.kind = map::SignalKind::stop_sign;
    passing.stop = Standing{Time(10s), Time(end)};
    EXPECT_EQ(judge(rules, passing).issue.has_value(), !stops) << end.count();
  }
}

// A relocation that the run announces for just the frame in which the ego is elsewhere; what comes a frame later was not
// announced.
TEST(RoundedClock, ExcusesTheJumpThatIsAnnouncedAlone) {
  struct Case {
    const char* name;
    std::vector<Duration> jumps;
    std::size_t issues;
  };
  const Case cases[] = {
      {"announced", {3s}, 0},
      {"another a frame later", {3s, 3100ms}, 2},
  };
  const std::vector<watch::Check> checks = catalogue();
  const watch::Settings settings(checks);
  const std::vector<trace::Relocation> announced{{.id = "7", .start = Time(3s), .end = Time(3s)}};
  for (const Case& one : cases) {
    Scenario scenario({.duration = 6s});
    kit::ActorScript& ego = scenario.add({.id = "7", .is_ego = true}).start_free({}).speed(10.0);
    for (const Duration jump : one.jumps) ego.fault(kit::jump(jump, 500.0, 0.0));
    for (const Duration rounding : kRoundings)
      for (std::size_t first = 1; first <= kEvery; ++first) {
        const auto trace = kit::as_trace(with_clock(scenario.run(), rounding, first));
        const watch::RunOutcome outcome =
            watch::evaluate(checks, settings, {.trace = *trace, .relocations = announced});
        EXPECT_THAT(outcome.evaluation.issues, testing::SizeIs(one.issues))
            << one.name << ", " << rounding.count() << " ns from frame " << first;
      }
  }
}

}  // namespace
}  // namespace scrutineer::checks
