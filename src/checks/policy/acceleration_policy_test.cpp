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
using trace::Field;

Scenario accelerating(double acceleration,
                      std::initializer_list<Field> reports = {Field::velocity, Field::acceleration}) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "0", .is_ego = true})
      .start_free({})
      .speed({{0s, 20.0}, {1s, 20.0}, {2s, 20.0 + acceleration}, {3s, 20.0 + acceleration}})
      .reports(reports);
  return scenario;
}

TEST(AccelerationPolicy, ReportsOnlyWhatIsBeyondALimit) {
  const CheckTester tester("acceleration_policy");
  struct Case {
    const char* name;
    CheckTester tester;
    double acceleration;
    std::vector<std::string> issues;
  };
  const std::string second = "acceleration_policy of 0, 1 to 2, warning";
  const Case cases[] = {
      {"just below the maximum", tester, 1.999, {}},
      {"beyond the maximum by rounding", tester, 2.049, {}},
      {"beyond the maximum by more", tester, 2.051, {second}},
      {"just above the minimum", tester, -3.999, {}},
      {"beyond the minimum by rounding", tester, -4.049, {}},
      {"beyond the minimum by more", tester, -4.051, {second}},
      {"no slack", tester.with("numeric_slack.acceleration_slack=0mpsps"), -4.001, {second}},
      {"the maximum itself", tester, 2.0, {}},
      {"the minimum itself", tester, -4.0, {}},
      {"just above what is set", tester.with("policy.max_acceleration=5mpsps"), 5.051, {second}},
      {"set higher", tester.with("policy.max_acceleration=5mpsps"), 4.999, {}},
      {"set lower", tester.with("policy.min_acceleration=-1mpsps"), -1.051, {second}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(accelerating(c.acceleration)).issues(), c.issues) << c.name;
}

TEST(AccelerationPolicy, NeedsSpeedOrAcceleration) {
  const CheckTester tester("acceleration_policy");
  EXPECT_THAT(tester.run(accelerating(3.0, {Field::velocity})).issues(),
              ElementsAre("acceleration_policy of 0, 1.1 to 2.1, warning"));
  EXPECT_THAT(tester.run(accelerating(3.0, {})).status(), testing::StartsWith("skipped: acceleration of actor 0"));
}

TEST(AccelerationPolicy, SaysWhatWasExceeded) {
  EXPECT_THAT(CheckTester("acceleration_policy").run(accelerating(-6.0)).sentences(),
              ElementsAre("[2.000s] Min. policy acceleration limit of -4mpsps was missed. 0 - SUT - sut_driver "
                          "acceleration: -6mpsps (configurable as policy.min_acceleration)"));
  EXPECT_THAT(CheckTester("acceleration_policy").run(accelerating(-6.0)).messages(),
              ElementsAre("Ego 0 braked at 6 m/s^2, harder than the 4 m/s^2 that it should, for 1 s (setting: "
                          "policy.min_acceleration)"));
}

TEST(AccelerationPolicy, TellsReversingFromDrivingAhead) {
  struct Case {
    const char* name;
    std::vector<kit::SpeedAt> speed;
    const char* message;
  };
  const Case cases[] = {
      {"brakes while reversing",
       {{0s, -6.0}, {1s, -6.0}, {2s, 0.0}},
       "Ego 0 braked while reversing at 6 m/s^2, harder than the 2 m/s^2 that it should, for 1 s (setting: "
       "policy.max_acceleration)"},
      {"accelerates backwards",
       {{0s, 0.0}, {1s, 0.0}, {2s, -6.0}},
       "Ego 0 accelerated backwards at 6 m/s^2, harder than the 4 m/s^2 that it should, for 1 s (setting: "
       "policy.min_acceleration)"},
  };
  for (const auto& [name, speed, message] : cases) {
    Scenario scenario({.duration = 3s});
    scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(speed).reports({Field::velocity});
    EXPECT_THAT(CheckTester("acceleration_policy").run(scenario).messages(), ElementsAre(message)) << name;
  }
}

TEST(AccelerationPolicy, MeasuresEachIntervalForItself) {
  Scenario scenario({.duration = 8s});
  // By second: 3, 4, 3.5; 0; -5, -6; 0; 3.
  scenario.add({.id = "0", .is_ego = true})
      .start_free({})
      .speed({{0s, 0.0}, {1s, 3.0}, {2s, 7.0}, {3s, 10.5}, {4s, 10.5}, {5s, 5.5}, {6s, -0.5}, {7s, -0.5}, {8s, 2.5}});
  const auto found = CheckTester("acceleration_policy").run(scenario);
  kit::expect_range_findings(
      found, {
                 {"accelerating", 4.0, 2.0, 2.0, "Max. policy acceleration limit of 2mpsps was exceeded."},
                 {"braking", -6.0, -4.0, 2.0, "Min. policy acceleration limit of -4mpsps was missed."},
                 {"accelerating less", 3.0, 2.0, 1.0, "Max. policy acceleration limit of 2mpsps was exceeded."},
             });
}

TEST(AccelerationPolicy, OfOthersIsLookedAtOnlyIfAsked) {
  Scenario scenario({.duration = 1s});
  scenario.add({.id = "7"}).start_free({}).speed({{0s, 0.0}, {9s, 27.0}});
  const CheckTester tester("acceleration_policy");
  EXPECT_THAT(tester.run(scenario).issues(), ElementsAre());
  EXPECT_THAT(tester.with_severity("acceleration_policy=info@other").run(scenario).issues(),
              ElementsAre("acceleration_policy of 7, 0 to 1, info"));
}

TEST(AccelerationPolicy, EndsWithTheRunAndItsActor) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed({{0s, 0.0}, {9s, 27.0}});
  EXPECT_THAT(CheckTester("acceleration_policy").run(scenario).intervals(), ElementsAre("0, 0 to 3, run_end"));
  Scenario vanishing({.duration = 3s});
  vanishing.add({.id = "0", .is_ego = true}).start_free({}).speed({{0s, 0.0}, {9s, 27.0}}).vanishes(1s);
  EXPECT_THAT(CheckTester("acceleration_policy").run(vanishing).intervals(), ElementsAre("0, 0 to 0.9, actor_gone"));
}

}  // namespace
}  // namespace scrutineer::checks
