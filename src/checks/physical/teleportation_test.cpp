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

#define CONFIG "ftlx_global_eval_config.ego_teleportation_checker_config."

// The ego at this speed, and at 2 s suddenly this much further ahead.
Scenario jumping(double speed, double distance, Duration step = 100ms) {
  Scenario scenario({.step = step, .duration = 4s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(speed).fault(kit::jump(2s, distance, 0.0));
  return scenario;
}

Scenario changing_speed(double before, double after, std::initializer_list<Field> reports = {Field::velocity}) {
  Scenario scenario({.duration = 4s});
  scenario.add({.id = "0", .is_ego = true})
      .start_free({})
      .speed({{0s, before}, {2s, before}, {2s, after}, {4s, after}})
      .reports(reports);
  return scenario;
}

TEST(Teleportation, ReportsOnlyWhatMovementBeforeDoesNotExplain) {
  const CheckTester tester("teleportation");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string once = "teleportation of 0, 2 to 2.1, warning";
  Scenario lossy({.duration = 4s});
  lossy.add({.id = "0", .is_ego = true}).start_free({}).speed(30.0);
  lossy.lose_frames(1s, 3s);
  Scenario early({.duration = 4s});
  early.add({.id = "0", .is_ego = true}).start_free({}).speed(0.0).reports({}).fault(kit::jump(100ms, 20.0, 0.0));
  const Case cases[] = {
      {"standing, just below the tolerance", tester, jumping(0.0, 0.499), {}},
      {"standing, just above the tolerance", tester, jumping(0.0, 0.501), {once}},
      // 1 m per sample, threshold 1.7 m
      {"driving, just below", tester, jumping(10.0, 0.699), {}},
      {"driving, just above", tester, jumping(10.0, 0.701), {once}},
      {"driving, backwards in one step", tester, jumping(10.0, -2.701), {once}},
      {"a larger factor", tester.with(CONFIG "distance_factor_threshold=2"), jumping(10.0, 1.499), {}},
      {"above the larger factor", tester.with(CONFIG "distance_factor_threshold=2"), jumping(10.0, 1.501), {once}},
      {"a larger tolerance", tester.with(CONFIG "distance_threshold_tolerance=1m"), jumping(10.0, 1.199), {}},
      {"above the larger tolerance",
       tester.with(CONFIG "distance_threshold_tolerance=1m"),
       jumping(10.0, 1.201),
       {once}},
      {"fast from the first frame on", tester, jumping(30.0, 0.0), {}},
      {"a gap in the data", tester, lossy, {}},
      {"frames ten times as often", tester, jumping(10.0, 0.701, 10ms), {"teleportation of 0, 2 to 2.1, warning"}},
      {"frames ten times as often, just below", tester, jumping(10.0, 0.699, 10ms), {}},
      {"sampled every 0.5 s",
       tester.with(CONFIG "sample_clk_rate=500ms"),
       jumping(10.0, 1.501),
       {"teleportation of 0, 2 to 2.5, warning"}},
      {"sampled every 0.5 s, just below", tester.with(CONFIG "sample_clk_rate=500ms"), jumping(10.0, 1.499), {}},
      {"before there is anything to judge by", tester, early, {}},
      {"announced", tester.with_relocation("0", 2s), jumping(10.0, 100.0), {}},
      {"turned off", tester.with(CONFIG "enabled=false"), jumping(0.0, 9.0), {}},
      {"as an error",
       tester.with(CONFIG "issue_severity=error"),
       jumping(0.0, 9.0),
       {"teleportation of 0, 2 to 2.1, error"}},
      // It does not come back below the threshold of 1.7 m: intended.
      {"suddenly three times as fast", tester, changing_speed(10.0, 30.0), {"teleportation of 0, 2.1 to 4, warning"}},
      {"a little faster", tester, changing_speed(10.0, 16.9), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(Teleportation, JoinsJumpsThatAreClose) {
  const auto twice = [](Duration second, double further) {
    Scenario scenario({.duration = 4s});
    scenario.add({.id = "0", .is_ego = true})
        .start_free({})
        .speed(10.0)
        .fault(kit::jump(2s, 5.0, 0.0))
        .fault(kit::jump(second, further, 0.0));
    return scenario;
  };
  const CheckTester tester("teleportation");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
    double distance;
  };
  const std::string first = "teleportation of 0, 2 to 2.1, warning";
  const Case cases[] = {
      {"less than half a second after the first was over",
       tester,
       twice(2500ms, 9.0),
       {"teleportation of 0, 2 to 2.6, warning"},
       10.0},
      {"the first was the larger", tester, twice(2500ms, 3.0), {"teleportation of 0, 2 to 2.6, warning"}, 6.0},
      {"half a second", tester, twice(2600ms, 9.0), {first, "teleportation of 0, 2.6 to 2.7, warning"}, 6.0},
      {"closer than is set",
       tester.with("teleportation.merge_gap=1s"),
       twice(3000ms, 9.0),
       {"teleportation of 0, 2 to 3.1, warning"},
       10.0},
      {"as far apart as is set",
       tester.with("teleportation.merge_gap=1s"),
       twice(3100ms, 9.0),
       {first, "teleportation of 0, 3.1 to 3.2, warning"},
       6.0},
      {"not joined",
       tester.with("teleportation.merge_gap=0s"),
       twice(2600ms, 9.0),
       {first, "teleportation of 0, 2.6 to 2.7, warning"},
       6.0},
  };
  for (const Case& c : cases) {
    const auto found = c.tester.run(c.scenario);
    EXPECT_EQ(found.issues(), c.issues) << c.name;
    EXPECT_NEAR(found.number(0, "measured_distance"), c.distance, 1e-9) << c.name;
  }
}

TEST(Teleportation, SmoothsOverTime) {
  // From 10 m/s to 16 m/s in one step and on: the average has caught up before it steps to 22 m/s.
  const auto steps = [](Duration second) {
    Scenario scenario({.duration = 6s});
    scenario.add({.id = "0", .is_ego = true})
        .start_free({})
        .speed({{0s, 10.0}, {1s, 10.0}, {1s, 16.0}, {second, 16.0}, {second, 22.0}});
    return scenario;
  };
  const CheckTester tester("teleportation");
  EXPECT_THAT(tester.run(steps(3s)).issues(), ElementsAre());
  EXPECT_EQ(tester.run(steps(1200ms)).issues().size(), 1U);
  EXPECT_EQ(tester.with(CONFIG "smoothing_time=10s").run(steps(3s)).issues().size(), 1U);
  EXPECT_EQ(tester.with(CONFIG "smoothing_time=0s").run(steps(1200ms)).issues().size(), 0U);
}

// Frames that are further apart than the samples are wanted: the average follows as far as in as many samples.
TEST(Teleportation, FollowsOrdinaryDrivingInLongSteps) {
  struct Case {
    const char* name;
    Duration step;
    double acceleration, jump;
    std::size_t issues;
  };
  const Case cases[] = {
      {"speeding up, short steps", 100ms, 2.6, 0.0, 0},
      {"speeding up, long steps", 1s, 2.6, 0.0, 0},
      {"braking, long steps", 1s, -2.6, 0.0, 0},
      {"speeding up, very long steps", 3s, 1.5, 0.0, 0},
      {"a jump, long steps", 1s, 0.0, 25.0, 1},
      {"a jump, very long steps", 3s, 0.0, 80.0, 1},
      {"speeding up and a jump, long steps", 1s, 1.0, 25.0, 1},
  };
  for (const Case& c : cases) {
    Scenario scenario({.step = c.step, .duration = 18s});
    const double begin = c.acceleration < 0.0 ? 15.0 : 1.0;
    auto& ego = scenario.add({.id = "0", .is_ego = true}).start_free({});
    ego.speed({{0s, begin}, {2s, begin}, {7s, begin + 5.0 * c.acceleration}});
    if (c.jump > 0.0) ego.fault(kit::jump(12s, c.jump, 0.0));
    EXPECT_EQ(CheckTester("teleportation").run(scenario).issues().size(), c.issues) << c.name;
  }
}

TEST(Teleportation, BeginsWithTheFirstDistanceWhereNoSpeedIsReported) {
  EXPECT_THAT(CheckTester("teleportation").run(changing_speed(30.0, 30.0, {})).issues(), ElementsAre());
  EXPECT_THAT(CheckTester("teleportation").run(changing_speed(30.0, 60.0, {})).issues(),
              ElementsAre("teleportation of 0, 2.1 to 4, warning"));
}

TEST(Teleportation, LooksAtOthersIfEnabledForThem) {
  Scenario scenario({.duration = 4s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(10.0);
  scenario.add({.id = "7"}).start_free({0.0, 10.0, 0.0}).speed(10.0).fault(kit::jump(2s, 5.0, 0.0));
  scenario.add({.id = "8", .category = trace::Category::person})
      .start_free({0.0, 20.0, 0.0})
      .speed(1.0)
      .fault(kit::jump(3s, 5.0, 0.0));
  const CheckTester tester("teleportation");
  EXPECT_THAT(tester.run(scenario).issues(), ElementsAre());
  EXPECT_THAT(tester.enabled_for("all").run(scenario).issues(),
              ElementsAre("teleportation of 7, 2 to 2.1, warning", "teleportation of 8, 3 to 3.1, warning"));
}

TEST(Teleportation, SaysHowFar) {
  const auto found = CheckTester("teleportation").run(jumping(10.0, 5.0));
  EXPECT_THAT(
      found.sentences(),
      ElementsAre("[2.100s] Teleportation detected: Distance exceeded threshold. 0 - SUT - sut_driver moved 6m in "
                  "0.1s, threshold: 1.7m (configurable as "
                  "ftlx_global_eval_config.ego_teleportation_checker_config.distance_factor_threshold and "
                  "distance_threshold_tolerance)"));
  EXPECT_THAT(
      found.messages(),
      ElementsAre("Ego 0 was suddenly elsewhere: it moved 6 m in 0.1 s, where its movement before allows 1.7 m "
                  "(setting: ftlx_global_eval_config.ego_teleportation_checker_config.distance_factor_threshold)"));
  EXPECT_NEAR(found.number(0, "measured_speed"), 10.0, 1e-9);
  EXPECT_NEAR(found.number(0, "measured_distance"), 6.0, 1e-9);
  EXPECT_EQ(found.text(0, "trigger_reason"), "distance_exceeded");
  EXPECT_NEAR(found.number(0, "interval_duration"), 0.1, 1e-9);
  EXPECT_NEAR(found.number(0, "measured_time"), 0.1, 1e-9);
}

TEST(Teleportation, GivesDistanceAndTimeAsTheyWere) {
  // Frames from 1.6 to 1.9 s are missing, and in between it jumps by 10 m: 5 m driven and 10 m jumped in half a second.
  Scenario scenario = jumping(10.0, 10.0);
  scenario.lose_frames(1600ms, 2s);
  const auto found = CheckTester("teleportation").run(scenario);
  ASSERT_EQ(found.issues(), (std::vector<std::string>{"teleportation of 0, 2 to 2.1, warning"}));
  EXPECT_THAT(found.sentences().front(), testing::HasSubstr("moved 15m in 0.5s, threshold: 8.5m "));
  EXPECT_NEAR(found.number(0, "measured_distance"), 15.0, 1e-9);
  EXPECT_NEAR(found.number(0, "measured_time"), 0.5, 1e-9);
  EXPECT_NEAR(found.number(0, "distance_threshold"), 8.5, 1e-9);
}

TEST(Teleportation, GivesTheSpeedBeforeTheJumpWhereNoneIsReported) {
  const CheckTester tester("teleportation");
  EXPECT_NEAR(tester.run(changing_speed(10.0, 30.0)).number(0, "measured_speed"), 30.0, 1e-9);
  EXPECT_NEAR(tester.run(changing_speed(10.0, 30.0, {})).number(0, "measured_speed"), 10.0, 1e-9);
}

TEST(Teleportation, SaysAsMuchAsItIsAskedTo) {
  const CheckTester tester("teleportation");
  const auto said = [&](const char* level) {
    std::vector<std::string> lines;
    for (const watch::LogMessage& message :
         tester.with(std::string(CONFIG "log_level=") + level).run(jumping(10.0, 5.0)).evaluation.messages)
      lines.push_back(message.level + " of " + message.actor + ": " + message.text);
    return lines;
  };
  EXPECT_THAT(said("info_level"), ElementsAre());
  EXPECT_THAT(said("debug_level"),
              ElementsAre("debug of 0: an interval starts at 2s",
                          "debug of 0: the interval from 2s ends at 2.1s (condition): measured_speed 10 m/s, "
                          "measured_distance 6 m, trigger_reason distance_exceeded, interval_duration 0.1 s, "
                          "distance_threshold 1.7 m, measured_time 0.1 s"));
  const auto traced = said("trace_level");
  ASSERT_EQ(traced.size(), 40U + 2U) << "every sample but the first, start and end";
  EXPECT_EQ(traced.front(), "trace of 0: moved 1m in 0.1s, threshold: 1.7m, moving average: 1m per 0.1s");
  EXPECT_THAT(traced, testing::Contains("trace of 0: moved 6m in 0.1s, threshold: 1.7m, moving average: 1m per 0.1s"));
}

TEST(Teleportation, EndsWithItsActorAndTheRun) {
  const CheckTester tester("teleportation");
  Scenario vanishing({.duration = 4s});
  vanishing.add({.id = "0", .is_ego = true}).start_free({}).speed(10.0).fault(kit::jump(2s, 5.0, 0.0)).vanishes(2100ms);
  EXPECT_THAT(tester.run(vanishing).intervals(), ElementsAre("0, 2 to 2, actor_gone"));
  EXPECT_THAT(tester.run(vanishing).issues(), ElementsAre("teleportation of 0, 2 to 2, warning"));
  EXPECT_THAT(tester.run(changing_speed(10.0, 30.0)).intervals(), ElementsAre("0, 2.1 to 4, run_end"));
  // Thawed, it begins anew.
  EXPECT_THAT(tester.frozen(1900ms, 2s).run(jumping(10.0, 5.0)).issues(), ElementsAre());
}

TEST(Teleportation, RefusesParametersThatCannotBe) {
  const CheckTester tester("teleportation");
  for (const char* assignment :
       {CONFIG "sample_clk_rate=0s", CONFIG "sample_clk_rate=-1s", CONFIG "smoothing_time=-1s",
        CONFIG "distance_factor_threshold=-1", CONFIG "log_level=loud", CONFIG "smoothing_time=4"})
    EXPECT_THROW(tester.with(assignment).run(jumping(0.0, 0.0)), std::runtime_error) << assignment;
}

}  // namespace
}  // namespace scrutineer::checks
