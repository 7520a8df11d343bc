#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

// Standing, and suddenly this far ahead at 1 s.
Scenario jumping(double distance) {
  Scenario scenario({.duration = 2s});
  scenario.add({.id = "7"}).start_free({}).speed(0.0).fault(kit::jump(1s, 0.6 * distance, 0.8 * distance));
  return scenario;
}

TEST(PerceivedTeleport, ReportsOnlyStepsThatAreTooFast) {
  const CheckTester tester("perceived_teleport");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const double limit = 2.0 * 150.0 / 3.6 * 0.1;  // metres in one step
  Scenario fast({.duration = 2s});
  fast.add({.id = "7"}).start_free({}).speed(83.0);
  Scenario lossy({.duration = 2s});
  lossy.add({.id = "7"}).start_free({}).speed(60.0);
  lossy.lose_frames(500ms, 1500ms);
  Scenario back({.duration = 2s});
  back.add({.id = "7"}).start_free({}).speed(10.0).fault(kit::gap(500ms, 600ms)).fault(kit::jump(500ms, 500.0, 0.0));
  const std::string once = "perceived_teleport of 7, 1 to 1.1, error";
  const Case cases[] = {
      {"just below", tester, jumping(limit - 0.001), {}},
      {"just above", tester, jumping(limit + 0.001), {once}},
      {"fast all the time, but not that fast", tester, fast, {}},
      {"a gap in the data", tester, lossy, {}},
      {"elsewhere after an absence", tester, back, {}},
      {"a lower limit", tester.with("policy.max_speed=50kph"), jumping(3.0), {once}},
      {"a higher limit", tester.with("policy.max_speed=500kph"), jumping(limit + 1.0), {}},
      {"announced", tester.with_relocation("7", 1s), jumping(100.0), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(PerceivedTeleport, SaysHowFarAndHowFast) {
  const auto found = CheckTester("perceived_teleport").run(jumping(31.0));
  EXPECT_THAT(found.sentences(),
              ElementsAre("[1.100s] 7 - car - external_driver had a sudden jump of 31m (momentary speed of 1116kph "
                          "significantly exceeds twice the policy max of 150kph, configurable as policy.max_speed)"));
  EXPECT_THAT(
      found.messages(),
      ElementsAre("Car 7 jumped 31 m in one step, as if it drove 1116 km/h (310 m/s); twice the fastest that it "
                  "should is 300 km/h (83.33 m/s) (setting: policy.max_speed)"));
  EXPECT_NEAR(found.number(0, "step_distance"), 31.0, 1e-9);
  EXPECT_NEAR(found.number(0, "step_speed"), 310.0, 1e-6);
}

TEST(PerceivedTeleport, EndsWithItsActorAndTheRun) {
  Scenario last_frame({.duration = 1s});
  last_frame.add({.id = "7"}).start_free({}).speed(0.0).fault(kit::jump(1s, 20.0, 0.0));
  EXPECT_THAT(CheckTester("perceived_teleport").run(last_frame).intervals(), ElementsAre("7, 1 to 1, run_end"));
  Scenario vanishing({.duration = 2s});
  vanishing.add({.id = "7"}).start_free({}).speed(0.0).fault(kit::jump(1s, 20.0, 0.0)).vanishes(1100ms);
  EXPECT_THAT(CheckTester("perceived_teleport").run(vanishing).intervals(), ElementsAre("7, 1 to 1, actor_gone"));
}

}  // namespace
}  // namespace scrutineer::checks
