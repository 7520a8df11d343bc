#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"
#include "kit/range_findings.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using kit::SpeedAt;
using testing::ElementsAre;

constexpr double kKph = 1.0 / 3.6;

// One car on a free plane.
Scenario drive(std::vector<SpeedAt> speed) {
  Scenario scenario({.duration = 5s});
  scenario.add({.id = "7"}).start_free({}).speed(std::move(speed));
  return scenario;
}
Scenario drive(double speed) { return drive({{0s, speed}}); }

TEST(SpeedPhysical, ReportsOnlyWhatIsBeyondALimit) {
  const CheckTester tester("speed_physical");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string whole = "speed_physical of 7, 0 to 5, error";
  const Case cases[] = {
      {"in town", tester, drive(13.9), {}},
      {"standing", tester, drive(0.0), {}},
      {"just below the maximum", tester, drive(199.99 * kKph), {}},
      {"beyond the maximum by rounding", tester, drive(200.09 * kKph), {}},
      {"beyond the maximum by more", tester, drive(200.11 * kKph), {whole}},
      {"no slack", tester.with("numeric_slack.speed_slack=0kph"), drive(200.01 * kKph), {whole}},
      {"more slack", tester.with("numeric_slack.speed_slack=2kph"), drive(201.9 * kKph), {}},
      {"slack for trucks only", tester.with("truck.numeric_slack.speed_slack=2kph"), drive(201.9 * kKph), {whole}},
      {"the maximum itself", tester.with("physical.max_speed=20mps"), drive(20.0), {}},
      {"the minimum itself", tester.with("physical.min_speed=-5mps"), drive(-5.0), {}},
      {"reversing within the tolerance",
       tester.with("physical.min_speed=-10kph").with("policy.checks_tolerance_percent=2"),
       drive(-10.1 * kKph),
       {}},
      {"reversing beyond the tolerance",
       tester.with("physical.min_speed=-10kph").with("policy.checks_tolerance_percent=2"),
       drive(-10.31 * kKph),
       {whole}},
      {"standing still is no reversing", tester, drive(-0.099), {}},
      {"reversing", tester, drive(-0.101), {whole}},
      {"a lower maximum", tester.with("physical.max_speed=100kph"), drive(101.0 * kKph), {whole}},
      {"a lower maximum with tolerance",
       tester.with("physical.max_speed=100kph").with("policy.checks_tolerance_percent=2"),
       drive(101.0 * kKph),
       {}},
      {"above the tolerance",
       tester.with("physical.max_speed=100kph").with("policy.checks_tolerance_percent=2"),
       drive(102.11 * kKph),
       {whole}},
      {"reversing allowed", tester.with("physical.min_speed=-10kph"), drive(-9.9 * kKph), {}},
      {"reversing too fast by rounding", tester.with("physical.min_speed=-10kph"), drive(-10.09 * kKph), {}},
      {"reversing too fast", tester.with("physical.min_speed=-10kph"), drive(-10.11 * kKph), {whole}},
      {"set for trucks only", tester.with("truck.physical.max_speed=10kph"), drive(13.9), {}},
      {"set for cars", tester.with("car.physical.max_speed=10kph"), drive(13.9), {whole}},
      {"for a while",
       tester,
       drive({{0s, 50.0}, {1s, 50.0}, {1s, 60.0}, {2s, 60.0}, {2s, 50.0}}),
       {"speed_physical of 7, 1 to 2, error"}},
      {"twice",
       tester,
       drive({{0s, 60.0}, {1s, 60.0}, {1s, 50.0}, {3s, 50.0}, {3s, 60.0}}),
       {"speed_physical of 7, 0 to 1, error", "speed_physical of 7, 3 to 5, error"}},
      {"twice, joined",
       tester.with("speed_physical.merge_gap=2.1s"),
       drive({{0s, 60.0}, {1s, 60.0}, {1s, 50.0}, {3s, 50.0}, {3s, 60.0}}),
       {whole}},
      {"less than half a second apart, so one",
       tester,
       drive({{0s, 60.0}, {1s, 60.0}, {1s, 50.0}, {1400ms, 50.0}, {1400ms, 60.0}}),
       {whole}},
      {"half a second apart",
       tester,
       drive({{0s, 60.0}, {1s, 60.0}, {1s, 50.0}, {1500ms, 50.0}, {1500ms, 60.0}}),
       {"speed_physical of 7, 0 to 1, error", "speed_physical of 7, 1.5 to 5, error"}},
      {"not joined",
       tester.with("speed_physical.merge_gap=0s"),
       drive({{0s, 60.0}, {1s, 60.0}, {1s, 50.0}, {1500ms, 50.0}, {1500ms, 60.0}}),
       {"speed_physical of 7, 0 to 1, error", "speed_physical of 7, 1.5 to 5, error"}},
      {"turned off", tester.with("speed_physical.enabled=false"), drive(60.0), {}},
      {"ignored", tester.with_severity("speed_physical=ignore"), drive(60.0), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(SpeedPhysical, SaysWhatWasExceeded) {
  const auto found = CheckTester("speed_physical").run(drive({{0s, 50.0}, {2s, 60.0}, {4s, 50.0}}));
  EXPECT_THAT(found.sentences(),
              ElementsAre("[2.900s] Max. physical speed limit of 200kph was exceeded. 7 - car - external_driver speed: "
                          "216kph (configurable as physical.max_speed)"));
  EXPECT_THAT(found.messages(),
              ElementsAre("Car 7 drove 216 km/h (60 m/s), faster than the 200 km/h (55.56 m/s) that it can, for 1.7 s "
                          "(setting: physical.max_speed)"));
  EXPECT_EQ(found.number(0, "extreme_value"), 60.0);
  EXPECT_NEAR(found.number(0, "limit"), 200.0 * kKph, 1e-9);
  EXPECT_NEAR(found.number(0, "excess"), 60.0 - 200.0 * kKph, 1e-9);
}

// What is joined is not told as if it had lasted, and an interval with both says both.
TEST(SpeedPhysical, SaysWhatWasJoined) {
  struct Case {
    const char* name;
    std::vector<SpeedAt> speed;
    const char* message;
  };
  const Case cases[] = {
      {"twice too fast",
       {{0s, 60.0}, {1s, 60.0}, {1s, 50.0}, {1400ms, 50.0}, {1400ms, 65.0}, {2s, 65.0}, {2s, 50.0}},
       "Car 7 drove 234 km/h (65 m/s), faster than the 200 km/h (55.56 m/s) that it can, on and off for 2 s "
       "(setting: physical.max_speed)"},
      {"too fast and backwards",
       {{0s, 60.0}, {1s, 60.0}, {1s, 0.0}, {1400ms, 0.0}, {1400ms, -2.0}, {2s, -2.0}, {2s, 0.0}},
       "Car 7 drove 216 km/h (60 m/s), faster than the 200 km/h (55.56 m/s) that it can, and drove backwards at 7.2 "
       "km/h (2 m/s), on and off for 2 s (setting: physical.max_speed)"},
      {"much worse backwards",
       {{0s, -10.0}, {1s, -10.0}, {1s, 60.0}, {2s, 60.0}, {2s, 0.0}},
       "Car 7 drove backwards at 36 km/h (10 m/s), and drove 216 km/h (60 m/s), faster than the 200 km/h (55.56 m/s) "
       "that it can, for 2 s (setting: physical.min_speed)"},
  };
  for (const auto& [name, speed, message] : cases)
    EXPECT_THAT(CheckTester("speed_physical").run(drive(speed)).messages(), ElementsAre(message)) << name;
}

TEST(SpeedPhysical, OfTheEgoIsAnErrorToo) {
  Scenario scenario({.duration = 1s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(60.0);
  EXPECT_THAT(CheckTester("speed_physical").run(scenario).issues(), ElementsAre("speed_physical of 0, 0 to 1, error"));
}

TEST(SpeedPhysical, MeasuresEachIntervalForItself) {
  // First the faster one, then backwards: the worst is in the middle of each.
  const auto found = CheckTester("speed_physical")
                         .with("physical.max_speed=20mps")
                         .with("physical.min_speed=-5mps")
                         .with("policy.checks_tolerance_percent=10")
                         .run(drive({{0s, 23.0}, {500ms, 25.0}, {1s, 0.0}, {2s, -8.0}, {3s, 0.0}, {4s, 24.0}}));
  kit::expect_range_findings(found,
                             {
                                 {"too fast", 25.0, 22.0, 3.0,
                                  "Max. physical speed limit of 72kph was exceeded. 7 - car - external_driver speed: "},
                                 {"backwards", -8.0, -5.5, 2.5,
                                  "Min. physical speed limit of -18kph was missed. 7 - car - external_driver speed: "},
                                 {"less fast", 24.0, 22.0, 2.0,
                                  "Max. physical speed limit of 72kph was exceeded. 7 - car - external_driver speed: "},
                             });
}

TEST(SpeedPhysical, EndsWithItsActorAndTheRun) {
  const CheckTester tester("speed_physical");
  Scenario vanishing({.duration = 5s});
  vanishing.add({.id = "7"}).start_free({}).speed(60.0).vanishes(2s);
  vanishing.add({.id = "8"}).start_free({0.0, 50.0, 0.0}).speed(60.0).appears(1s);
  EXPECT_THAT(tester.run(vanishing).intervals(), ElementsAre("7, 0 to 1.9, actor_gone", "8, 1 to 5, run_end"));
  EXPECT_THAT(tester.with_relocation("7", 1s).run(vanishing).intervals(),
              ElementsAre("7, 0 to 0.9, relocation", "7, 1 to 1.9, actor_gone", "8, 1 to 5, run_end"));
  EXPECT_THAT(tester.frozen(1s, 3s).run(drive(60.0)).intervals(),
              ElementsAre("7, 0 to 0.9, frozen", "7, 3 to 5, run_end"));
  EXPECT_THAT(tester.frozen(1s, 3s).run(drive(60.0)).issues(), ElementsAre("speed_physical of 7, 3 to 5, error"));
}

TEST(SpeedPhysical, DerivesSpeedButNotMore) {
  Scenario silent({.duration = 5s});
  silent.add({.id = "7"}).start_free({}).speed(60.0).reports({});
  const CheckTester tester("speed_physical");
  // There is no difference before the second frame.
  EXPECT_THAT(tester.run(silent).issues(), ElementsAre("speed_physical of 7, 0.1 to 5, error"));
  const auto none = tester.deriving(0).run(silent);
  EXPECT_THAT(none.issues(), ElementsAre());
  EXPECT_THAT(none.status(), testing::StartsWith("skipped: speed of actor 7 would be 1 difference away"));
}

}  // namespace
}  // namespace scrutineer::checks
