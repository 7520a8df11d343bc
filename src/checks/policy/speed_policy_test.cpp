#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"
#include "kit/range_findings.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

constexpr double kKph = 1.0 / 3.6;

Scenario drive(double speed, bool is_ego = true) {
  Scenario scenario({.duration = 2s});
  scenario.add({.id = "0", .is_ego = is_ego}).start_free({}).speed(speed);
  return scenario;
}

TEST(SpeedPolicy, ReportsOnlyWhatIsBeyondALimit) {
  const CheckTester tester("speed_policy");
  struct Case {
    const char* name;
    CheckTester tester;
    double speed;
    std::vector<std::string> issues;
  };
  const std::string whole = "speed_policy of 0, 0 to 2, warning";
  const Case cases[] = {
      {"just below the maximum", tester, 149.99 * kKph, {}},
      {"beyond the maximum by rounding", tester, 150.09 * kKph, {}},
      {"beyond the maximum by more", tester, 150.11 * kKph, {whole}},
      {"the maximum itself", tester.with("policy.max_speed=20mps"), 20.0, {}},
      {"the minimum itself", tester.with("policy.min_speed=-5mps"), -5.0, {}},
      {"reversing within the tolerance",
       tester.with("policy.min_speed=-10kph").with("policy.checks_tolerance_percent=10"),
       -10.99 * kKph,
       {}},
      {"reversing beyond the tolerance",
       tester.with("policy.min_speed=-10kph").with("policy.checks_tolerance_percent=10"),
       -11.11 * kKph,
       {whole}},
      {"standing still is no reversing", tester, -0.099, {}},
      {"reversing", tester, -0.101, {whole}},
      {"reversing allowed", tester.with("policy.min_speed=-10kph"), -9.99 * kKph, {}},
      {"reversing too fast", tester.with("policy.min_speed=-10kph"), -10.11 * kKph, {whole}},
      {"reversing too fast by rounding", tester.with("policy.min_speed=-10kph"), -10.09 * kKph, {}},
      {"within the tolerance", tester.with("policy.checks_tolerance_percent=10"), 164.99 * kKph, {}},
      {"beyond the tolerance", tester.with("policy.checks_tolerance_percent=10"), 165.11 * kKph, {whole}},
      {"set for the ego", tester.with("sut.car.policy.max_speed=30kph"), 31.0 * kKph, {whole}},
      {"set for others", tester.with("npc_vehicle.policy.max_speed=30kph"), 31.0 * kKph, {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(drive(c.speed)).issues(), c.issues) << c.name;
}

TEST(SpeedPolicy, LooksAtOthersOnlyIfAsked) {
  const CheckTester tester("speed_policy");
  const auto ignored = tester.run(drive(50.0, false));
  EXPECT_THAT(ignored.issues(), ElementsAre());
  EXPECT_EQ(ignored.evaluation.checks.at(0).instances, 0U);
  EXPECT_THAT(tester.with_severity("speed_policy=info@other").run(drive(50.0, false)).issues(),
              ElementsAre("speed_policy of 0, 0 to 2, info"));
}

TEST(SpeedPolicy, SaysWhatWasExceeded) {
  EXPECT_THAT(CheckTester("speed_policy").run(drive(45.0)).sentences(),
              ElementsAre("[2.000s] Max. policy speed limit of 150kph was exceeded. 0 - SUT - sut_driver speed: 162kph "
                          "(configurable as policy.max_speed)"));
  EXPECT_THAT(CheckTester("speed_policy").run(drive(45.0)).messages(),
              ElementsAre("Ego 0 drove 162 km/h (45 m/s), faster than the 150 km/h (41.67 m/s) that it should, for 2 s "
                          "(setting: policy.max_speed)"));
}

TEST(SpeedPolicy, MeasuresEachIntervalForItself) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "0", .is_ego = true})
      .start_free({})
      .speed({{0s, 50.0}, {500ms, 60.0}, {1s, 0.0}, {1500ms, -8.0}, {2s, 0.0}, {2500ms, 55.0}});
  const auto found = CheckTester("speed_policy")
                         .with("policy.max_speed=40mps")
                         .with("policy.min_speed=-5mps")
                         .with("policy.checks_tolerance_percent=10")
                         .run(scenario);
  kit::expect_range_findings(found,
                             {
                                 {"too fast", 60.0, 44.0, 16.0, "Max. policy speed limit of 144kph was exceeded."},
                                 {"backwards", -8.0, -5.5, 2.5, "Min. policy speed limit of -18kph was missed."},
                                 {"less fast", 55.0, 44.0, 11.0, "Max. policy speed limit of 144kph was exceeded."},
                             });
}

TEST(SpeedPolicy, EndsWithItsActor) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(50.0).appears(1s).vanishes(2s);
  EXPECT_THAT(CheckTester("speed_policy").run(scenario).intervals(), ElementsAre("0, 1 to 1.9, actor_gone"));
}

}  // namespace
}  // namespace scrutineer::checks
