#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;
using trace::Field;

// The acceleration steps once, from 0 to this at 1 s: with frames of 0.1 s a jerk of ten times that in one frame.
Scenario stepping(double acceleration, std::initializer_list<Field> reports = {Field::velocity, Field::acceleration}) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "0", .is_ego = true})
      .start_free({})
      .speed({{0s, 20.0}, {1s, 20.0}, {4s, 20.0 + 3.0 * acceleration}})
      .reports(reports);
  return scenario;
}

TEST(JerkPolicy, ReportsOnlyWhatIsBeyondTheLimit) {
  const CheckTester tester = CheckTester("jerk_policy").with("jerk_policy.enabled=true");
  struct Case {
    const char* name;
    CheckTester tester;
    double acceleration;
    std::vector<std::string> issues;
  };
  const std::string once = "jerk_policy of 0, 1 to 1.1, error";
  const Case cases[] = {
      {"just below", tester, 1.4999, {}},
      {"just above", tester, 1.5001, {once}},
      {"braking, just above", tester, -1.5001, {once}},
      {"braking, just below", tester, -1.4999, {}},
      {"set higher", tester.with("policy.max_jerk=20mpspsps"), 1.9, {}},
      {"set lower", tester.with("policy.max_jerk=5mpspsps"), 0.51, {once}},
      {"off by default", CheckTester("jerk_policy"), 9.0, {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(stepping(c.acceleration)).issues(), c.issues) << c.name;
}

TEST(JerkPolicy, LooksSidewaysToo) {
  // From straight on into a circle: the lateral acceleration steps to v^2 / r = 2 m/s^2.
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(10.0).fault(kit::off_by(1s, 3s, "ay", 2.0));
  const auto found = CheckTester("jerk_policy").enabled_for("all").run(scenario);
  EXPECT_THAT(found.sentences(), ElementsAre("[1.100s] 0 - SUT - sut_driver is in control: Extreme jerk [0mpspsps, "
                                             "20mpspsps], more than the maximum 15mpspsps (configurable as "
                                             "policy.max_jerk)",
                                             testing::HasSubstr("-20mpspsps")));
  EXPECT_THAT(found.messages().front(), testing::StartsWith("Ego 0 jerked across its direction by 20 m/s^3, more than "
                                                            "the 15 m/s^3 that it should"));
  EXPECT_NEAR(found.number(0, "jerk_lat"), 20.0, 1e-6);
}

TEST(JerkPolicy, NeedsAccelerations) {
  const CheckTester tester = CheckTester("jerk_policy").with("jerk_policy.enabled=true");
  const auto speeds = tester.run(stepping(3.0, {Field::velocity}));
  EXPECT_THAT(speeds.issues(), ElementsAre());
  EXPECT_THAT(speeds.status(), testing::StartsWith("skipped: local_jerk.lon of actor 0 would be 2 differences away"));
  EXPECT_EQ(tester.deriving(2).run(stepping(3.0, {Field::velocity})).evaluation.issues.size(), 1U);
}

TEST(JerkPolicy, EndsWithItsActorAndTheRun) {
  // Up and down in turns: every frame has a jerk.
  const auto shaking = [](const char* vanishes) {
    Scenario scenario({.duration = 2s});
    auto& actor = scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(10.0);
    for (auto at = 0ms; at < 2s; at += 200ms) actor.fault(kit::off_by(at, at + 100ms, "ax", 3.0));
    if (vanishes != nullptr) actor.vanishes(1s);
    return scenario;
  };
  const CheckTester tester = CheckTester("jerk_policy").with("jerk_policy.enabled=true");
  EXPECT_THAT(tester.run(shaking(nullptr)).intervals(), ElementsAre("0, 0.1 to 2, condition"));
  EXPECT_THAT(tester.run(shaking("1s")).intervals(), ElementsAre("0, 0.1 to 0.9, actor_gone"));
}

}  // namespace
}  // namespace scrutineer::checks
