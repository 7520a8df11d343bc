#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::kKph;
using kit::Scenario;
using testing::ElementsAre;
using trace::Field;

Scenario drive(std::vector<kit::SpeedAt> speed, Duration duration = 5s) {
  Scenario scenario({.duration = duration});
  scenario.add({.id = "7", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(std::move(speed));
  return scenario;
}
// A value that the run reports, added in the frames from 1 s to 2 s.
Scenario reporting(const std::string& field, double value) {
  Scenario scenario({.duration = 4s});
  scenario.add({.id = "7", .is_ego = true})
      .start_free({0.0, 0.0, 0.0})
      .speed(10.0)
      .fault(kit::off_by(1s, 2s, field, value));
  return scenario;
}

TEST(Kinematic, HasBoundsOfItsOwn) {
  struct Case {
    const char* check;
    const char* kind;
    Scenario inside, outside;
    const char* reason;
  };
  const std::string physical = "kinematic_behavior_physical", spec = "kinematic_behavior_spec";
  const Case cases[] = {
      {"kinematic_physical_speed", "kinematic_behavior_physical", drive({{0s, 200.09 * kKph}}),
       drive({{0s, 200.11 * kKph}}), "upper"},
      {"kinematic_spec_speed", "kinematic_behavior_spec", drive({{0s, 150.09 * kKph}}), drive({{0s, 150.11 * kKph}}),
       "upper"},
      {"kinematic_spec_speed", "kinematic_behavior_spec", drive({{0s, -0.09}}), drive({{0s, -0.11}}), "lower"},
      {"kinematic_physical_lon_acc", "kinematic_behavior_physical", reporting("ax", 10.04), reporting("ax", 10.06),
       "upper"},
      {"kinematic_physical_lon_acc", "kinematic_behavior_physical", reporting("ax", -30.04), reporting("ax", -30.06),
       "lower"},
      {"kinematic_spec_lon_acc", "kinematic_behavior_spec", reporting("ax", 2.04), reporting("ax", 2.06), "upper"},
      {"kinematic_spec_lon_acc", "kinematic_behavior_spec", reporting("ax", -4.04), reporting("ax", -4.06), "lower"},
      {"kinematic_physical_lat_acc", "kinematic_behavior_physical", reporting("ay", 12.04), reporting("ay", 12.06),
       "upper"},
      {"kinematic_physical_lat_acc", "kinematic_behavior_physical", reporting("ay", -12.04), reporting("ay", -12.06),
       "lower"},
      {"kinematic_spec_lat_acc", "kinematic_behavior_spec", reporting("ay", 4.04), reporting("ay", 4.06), "upper"},
      {"kinematic_spec_lat_acc", "kinematic_behavior_spec", reporting("ay", -4.04), reporting("ay", -4.06), "lower"},
      // A step of the acceleration within 0.1 s.
      {"kinematic_spec_lon_jerk", "kinematic_behavior_spec", reporting("ax", 1.49), reporting("ax", 1.51), "upper"},
      {"kinematic_spec_lat_jerk", "kinematic_behavior_spec", reporting("ay", 1.49), reporting("ay", 1.51), "upper"},
      {"kinematic_physical_lon_jerk", "kinematic_behavior_physical", reporting("ax", 9.99), reporting("ax", 10.01),
       "upper"},
      {"kinematic_physical_lat_jerk", "kinematic_behavior_physical", reporting("ay", 9.99), reporting("ay", 10.01),
       "upper"},
      // At 10 m/s a radius of 5 m is 2 rad/s, and 1 degree/s is added.
      {"kinematic_physical_turning", "kinematic_behavior_physical", reporting("yaw_rate", 2.017),
       reporting("yaw_rate", 2.018), "radius"},
      {"kinematic_spec_turning", "kinematic_behavior_spec", reporting("yaw_rate", 2.017), reporting("yaw_rate", 2.018),
       "radius"},
  };
  for (const Case& c : cases) {
    const CheckTester tester = CheckTester(c.check).enabled_for("sut");
    EXPECT_EQ(tester.run(c.inside).issues().size(), 0U) << c.check << " " << c.reason;
    const auto found = tester.run(c.outside);
    ASSERT_FALSE(found.issues().empty()) << c.check << " " << c.reason;
    EXPECT_EQ(found.evaluation.issues[0].kind, c.kind) << c.check;
    EXPECT_EQ(found.text(0, "trigger_reason"), c.reason) << c.check;
    EXPECT_EQ(found.evaluation.issues[0].severity, watch::Severity::warning) << c.check;
  }
}

TEST(Kinematic, TurningIsNotSpecifiedByDefault) {
  EXPECT_EQ(CheckTester("kinematic_spec_turning").run(reporting("yaw_rate", 5.0)).evaluation.checks.size(), 0U);
  EXPECT_EQ(CheckTester("kinematic_physical_turning").run(reporting("yaw_rate", 5.0)).issues().size(), 1U);
}

TEST(Kinematic, CanBeSetForEachCheck) {
  const CheckTester tester("kinematic_spec_lon_acc");
  EXPECT_EQ(tester.with("vehicle.kinematic_spec_lon_acc.upper=3mpsps").run(reporting("ax", 2.5)).issues().size(), 0U);
  EXPECT_EQ(tester.with("kinematic_spec_lon_acc.lower=-1mpsps").run(reporting("ax", -1.5)).issues().size(), 1U);
  EXPECT_THAT(tester.with("kinematic_spec_lon_acc.debounce_start_time=0.9s").run(reporting("ax", 3.0)).issues(),
              ElementsAre("kinematic_behavior_spec of 7, 1 to 2, warning"));
  EXPECT_THAT(tester.with("kinematic_spec_lon_acc.debounce_start_time=1s").run(reporting("ax", 3.0)).issues(),
              ElementsAre());
}

TEST(Kinematic, IsBackOnlyByTheTolerance) {
  Scenario falling({.duration = 5s});
  falling.add({.id = "7", .is_ego = true})
      .start_free({0.0, 0.0, 0.0})
      .speed(10.0)
      .fault(kit::off_by(1s, 2s, "ax", 3.0))
      .fault(kit::off_by(2s, 3s, "ax", 1.8));
  const CheckTester tester("kinematic_spec_lon_acc");
  EXPECT_THAT(tester.run(falling).intervals(), ElementsAre("7, 1 to 2, condition"));
  EXPECT_THAT(tester.with("kinematic_spec_lon_acc.threshold_tolerance=0.19mpsps").run(falling).intervals(),
              ElementsAre("7, 1 to 2, condition"));
  EXPECT_THAT(tester.with("kinematic_spec_lon_acc.threshold_tolerance=0.21mpsps").run(falling).intervals(),
              ElementsAre("7, 1 to 3, condition"));
}

TEST(Kinematic, MeasuresAndSaysWhatHappened) {
  const auto found = CheckTester("kinematic_spec_speed").run(drive({{0s, 30.0}, {2s, 50.0}, {4s, 30.0}, {5s, 30.0}}));
  ASSERT_EQ(found.issues().size(), 1U);
  EXPECT_NEAR(found.number(0, "peak"), 50.0, 1e-9);
  EXPECT_NEAR(found.number(0, "bound"), 150 * kKph, 1e-9);
  EXPECT_NEAR(found.number(0, "peak_time"), 2.0, 1e-9);
  EXPECT_THAT(found.messages(),
              ElementsAre(testing::HasSubstr(
                  "Ego 7 drove 180 km/h (50 m/s), faster than the 150 km/h (41.67 m/s) that it should")));
  EXPECT_THAT(CheckTester("kinematic_physical_speed").run(drive({{0s, -3.0}})).messages(),
              ElementsAre(testing::HasSubstr("drove backwards")));
  const CheckTester accelerations("kinematic_spec_lon_acc");
  EXPECT_THAT(accelerations.run(drive({{0s, -6.0}, {1s, -6.0}, {2s, 0.0}})).messages(),
              ElementsAre(testing::HasSubstr("braked while reversing at 6 m/s^2")));
  EXPECT_THAT(accelerations.run(drive({{0s, 0.0}, {1s, 0.0}, {2s, -6.0}})).messages(),
              ElementsAre(testing::HasSubstr("accelerated backwards at 6 m/s^2")));
}

TEST(Kinematic, EndsWithItsActorAndTheRun) {
  const CheckTester tester = CheckTester("kinematic_spec_speed").enabled_for("all");
  Scenario scenario({.duration = 5s});
  scenario.add({.id = "7", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(60.0).vanishes(2s);
  scenario.add({.id = "8"}).start_free({0.0, 50.0, 0.0}).speed(60.0);
  EXPECT_THAT(tester.run(scenario).issues(), ElementsAre("kinematic_behavior_spec of 7, 0 to 1.9, warning",
                                                         "kinematic_behavior_spec of 8, 0 to 5, info"));
  EXPECT_THAT(tester.with_relocation("8", 3s).run(scenario).intervals(),
              ElementsAre("7, 0 to 1.9, actor_gone", "8, 0 to 2.9, relocation", "8, 3 to 5, run_end"));
}

}  // namespace
}  // namespace scrutineer::checks
