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

// From 20 m/s with this acceleration between 1 s and 2 s.
Scenario accelerating(double acceleration,
                      std::initializer_list<Field> reports = {Field::velocity, Field::acceleration}) {
  Scenario scenario({.duration = 5s});
  scenario.add({.id = "7"})
      .start_free({})
      .speed({{0s, 40.0}, {1s, 40.0}, {2s, 40.0 + acceleration}, {5s, 40.0 + acceleration}})
      .reports(reports);
  return scenario;
}

TEST(AccelerationPhysical, ReportsOnlyWhatIsBeyondALimit) {
  const CheckTester tester("acceleration_physical");
  struct Case {
    const char* name;
    CheckTester tester;
    double acceleration;
    std::vector<std::string> issues;
  };
  const std::string second = "acceleration_physical of 7, 1 to 2, warning";
  const Case cases[] = {
      {"constant speed", tester, 0.0, {}},
      {"just below the maximum", tester, 9.999, {}},
      {"beyond the maximum by rounding", tester, 10.049, {}},
      {"beyond the maximum by more", tester, 10.051, {second}},
      {"just above the minimum", tester, -29.999, {}},
      {"beyond the minimum by rounding", tester, -30.049, {}},
      {"beyond the minimum by more", tester, -30.051, {second}},
      {"the maximum itself", tester, 10.0, {}},
      {"the minimum itself", tester, -30.0, {}},
      {"a lower maximum", tester.with("physical.max_acceleration=3mpsps"), 3.051, {second}},
      {"within the tolerance",
       tester.with("physical.max_acceleration=3mpsps").with("policy.checks_tolerance_percent=10"),
       3.299,
       {}},
      {"beyond the tolerance",
       tester.with("physical.max_acceleration=3mpsps").with("policy.checks_tolerance_percent=10"),
       3.351,
       {second}},
      {"braking beyond the tolerance",
       tester.with("physical.min_acceleration=-3mpsps").with("policy.checks_tolerance_percent=10"),
       -3.351,
       {second}},
      {"braking within the tolerance",
       tester.with("physical.min_acceleration=-3mpsps").with("policy.checks_tolerance_percent=10"),
       -3.299,
       {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(accelerating(c.acceleration)).issues(), c.issues) << c.name;
}

TEST(AccelerationPhysical, UsesWhatTheRunReports) {
  const CheckTester tester("acceleration_physical");
  // Of reported speeds the difference comes one frame later.
  EXPECT_THAT(tester.run(accelerating(12.0, {Field::velocity})).issues(),
              ElementsAre("acceleration_physical of 7, 1.1 to 2.1, warning"));
  const auto positions_only = tester.run(accelerating(12.0, {}));
  EXPECT_THAT(positions_only.issues(), ElementsAre());
  EXPECT_EQ(positions_only.status(),
            "skipped: acceleration of actor 7 would be 2 differences away from what the run reports, and 1 is allowed "
            "(--derive 2 allows it)");
  EXPECT_EQ(tester.deriving(2).run(accelerating(12.0, {})).evaluation.issues.size(), 1U);
}

TEST(AccelerationPhysical, SaysWhatWasExceeded) {
  const auto found = CheckTester("acceleration_physical").run(accelerating(-31.5));
  EXPECT_THAT(found.sentences(),
              ElementsAre("[2.000s] Min. physical acceleration limit of -30mpsps was missed. 7 - car - external_driver "
                          "acceleration: -31.5mpsps (configurable as physical.min_acceleration)"));
  EXPECT_THAT(found.messages(),
              ElementsAre("Car 7 braked at 31.5 m/s^2, harder than the 30 m/s^2 that it can, for 1 s (setting: "
                          "physical.min_acceleration)"));
  EXPECT_NEAR(found.number(0, "extreme_value"), -31.5, 1e-9);
  EXPECT_EQ(found.number(0, "limit"), -30.0);
  EXPECT_NEAR(found.number(0, "excess"), 1.5, 1e-9);
}

TEST(AccelerationPhysical, OfTheEgoIsAWarningToo) {
  Scenario scenario({.duration = 1s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed({{0s, 0.0}, {9s, 108.0}});
  EXPECT_THAT(CheckTester("acceleration_physical").run(scenario).issues(),
              ElementsAre("acceleration_physical of 0, 0 to 1, warning"));
}

TEST(AccelerationPhysical, MeasuresEachIntervalForItself) {
  Scenario scenario({.duration = 8s});
  // By second: 12, 14, 13; 0; -5, -6; 0; 12.
  scenario.add({.id = "7"})
      .start_free({})
      .speed(
          {{0s, 0.0}, {1s, 12.0}, {2s, 26.0}, {3s, 39.0}, {4s, 39.0}, {5s, 34.0}, {6s, 28.0}, {7s, 28.0}, {8s, 40.0}});
  const auto found = CheckTester("acceleration_physical")
                         .with("physical.min_acceleration=-4mpsps")
                         .with("policy.checks_tolerance_percent=10")
                         .run(scenario);
  kit::expect_range_findings(
      found, {
                 {"accelerating", 14.0, 11.0, 3.0, "Max. physical acceleration limit of 10mpsps was exceeded."},
                 {"braking", -6.0, -4.4, 1.6, "Min. physical acceleration limit of -4mpsps was missed."},
                 {"accelerating less", 12.0, 11.0, 1.0, "Max. physical acceleration limit of 10mpsps was exceeded."},
             });
}

TEST(AccelerationPhysical, EndsWithItsActorAndTheRun) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "7"}).start_free({}).speed({{0s, 0.0}, {3s, 36.0}}).vanishes(2s);
  scenario.add({.id = "8"}).start_free({0.0, 20.0, 0.0}).speed({{1s, 0.0}, {4s, 36.0}}).appears(1s);
  EXPECT_THAT(CheckTester("acceleration_physical").run(scenario).intervals(),
              ElementsAre("7, 0 to 1.9, actor_gone", "8, 1 to 3, run_end"));
}

}  // namespace
}  // namespace scrutineer::checks
