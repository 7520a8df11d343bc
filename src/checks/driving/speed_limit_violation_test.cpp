#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using kit::CheckTester;
using kit::ego_drive;
using kit::kKph;
using testing::ElementsAre;

TEST(SpeedLimitViolation, NeedsAFactorAndATime) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("speed_limit_violation").on(*map);
  const auto burst = [&](double kph, Duration lasts) { return kit::ego_episode(*map, 40, kph, lasts); };
  struct Case {
    const char* name;
    CheckTester tester;
    kit::Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string two = "speed_limit_violation of 7, 1 to 3, warning";
  const Case cases[] = {
      {"just below the factor", tester, burst(54.99, 2s), {}},
      {"just above the factor", tester, burst(55.01, 2s), {two}},
      {"another factor", tester.with("speed_limit_violation.violation_factor_threshold=1.3"), burst(64.9, 2s), {}},
      {"one frame short of the debounce", tester, burst(60, 500ms), {}},
      {"exactly the debounce", tester, burst(60, 600ms), {"speed_limit_violation of 7, 1 to 1.6, warning"}},
      {"a longer debounce", tester.with("speed_limit_violation.debounce_start_time=3s"), burst(60, 2s), {}},
      {"of others it is an info", tester.with("speed_limit_violation.enabled=true"), burst(60, 2s), {two}},
      {"another severity",
       tester.with("speed_limit_violation.issue_severity=error"),
       burst(60, 2s),
       {"speed_limit_violation of 7, 1 to 3, error"}},
      {"turned off", tester.with("speed_limit_violation.enabled=false"), burst(60, 2s), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(SpeedLimitViolation, EndsOnlyWhereItIsClearlyOver) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("speed_limit_violation").on(*map);
  const auto hovering = [&](double kph) {
    return ego_drive(
        *map, {{0s, 60 * kKph}, {1950ms, 60 * kKph}, {1950ms, kph * kKph}, {3950ms, kph * kKph}, {3950ms, 40 * kKph}});
  };
  EXPECT_THAT(tester.run(hovering(54.01)).intervals(), ElementsAre("7, 0 to 4, condition"));
  EXPECT_THAT(tester.run(hovering(53.99)).intervals(), ElementsAre("7, 0 to 2, condition"));
  EXPECT_THAT(
      tester.with("speed_limit_violation.violation_speed_threshold_tolerance=0kph").run(hovering(54.5)).intervals(),
      ElementsAre("7, 0 to 2, condition"));
}

TEST(SpeedLimitViolation, BeginsAnewWithAnotherLimit) {
  const auto map = kit::one_road(kit::street().speed(149.0, 30.0_kmh).speed(249.0, 100.0_kmh));
  const CheckTester tester = CheckTester("speed_limit_violation").on(*map);
  const auto found = tester.run(ego_drive(*map, {{0s, 20.0}}, 12s));
  EXPECT_THAT(found.intervals(), ElementsAre("7, 0 to 5, condition", "7, 5 to 10, condition"));
  EXPECT_NEAR(found.number(0, "limit"), 50 * kKph, 1e-9);
  EXPECT_NEAR(found.number(1, "limit"), 30 * kKph, 1e-9);
  // What holds for half of the debounce in each of two limits is no violation in either.
  EXPECT_THAT(tester.with("speed_limit_violation.debounce_start_time=6s").run(ego_drive(*map, {{0s, 20.0}})).issues(),
              ElementsAre());
}

TEST(SpeedLimitViolation, MeasuresAndSaysWhatHappened) {
  const auto map = kit::one_road(kit::street());
  const auto found =
      CheckTester("speed_limit_violation").on(*map).run(ego_drive(*map, {{0s, 20.0}, {2s, 20.0}, {2s, 10.0}}));
  ASSERT_EQ(found.issues().size(), 1U);
  EXPECT_NEAR(found.number(0, "speed"), 20.0, 1e-9);
  EXPECT_NEAR(found.number(0, "max_excess"), 20.0 - 50 * kKph, 1e-9);
  EXPECT_NEAR(found.number(0, "excess_share"), 0.44, 1e-9);
  EXPECT_NEAR(found.number(0, "duration"), 2.0, 1e-9);
  EXPECT_NEAR(found.number(0, "distance"), 40.0, 1e-6);  // of both seconds
  EXPECT_EQ(found.text(0, "trigger_reason"), "factor_exceeded");
  EXPECT_THAT(found.messages(),
              ElementsAre("Ego 7 drove 72 km/h (20 m/s) where 50 km/h (13.89 m/s) is allowed, for 2 s "
                          "(setting: speed_limit_violation.violation_factor_threshold)"));
}

// What it drove is the duration's, however far frames are apart and whatever ends or joins it.
TEST(SpeedLimitViolation, DistanceIsThatOfItsDuration) {
  const auto map = kit::one_road(kit::street().speed(149.0, 30.0_kmh).speed(249.0, 100.0_kmh));
  struct Case {
    const char* name;
    const char* merge_gap;
    std::vector<kit::SpeedAt> speed;
    std::vector<std::pair<double, double>> durations_and_distances;
  };
  const Case cases[] = {
      {"other limits", "0s", {{0s, 20.0}}, {{5.0, 100.0}, {5.0, 100.0}}},
      {"slower", "0s", {{0s, 20.0}, {3s, 20.0}, {3s, 5.0}}, {{3.0, 60.0}}},
      {"slower for 1 s: two",
       "0s",
       {{0s, 20.0}, {1s, 20.0}, {1s, 5.0}, {2s, 5.0}, {2s, 20.0}, {4s, 20.0}, {4s, 5.0}},
       {{1.0, 20.0}, {2.0, 40.0}}},
      {"slower for 1 s: joined",
       "1.5s",
       {{0s, 20.0}, {1s, 20.0}, {1s, 5.0}, {2s, 5.0}, {2s, 20.0}, {4s, 20.0}, {4s, 5.0}},
       {{4.0, 65.0}}},
      {"waits until the run ends", "100s", {{0s, 20.0}, {3s, 20.0}, {3s, 5.0}}, {{3.0, 60.0}}},
  };
  for (const Case& c : cases)
    for (const Duration step : {Duration(100ms), Duration(1s)}) {
      kit::Scenario scenario({.map = map.get(), .step = step, .duration = 12s});
      scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(c.speed);
      const auto found = CheckTester("speed_limit_violation")
                             .on(*map)
                             .with("speed_limit_violation.debounce_start_time=0s")
                             .with(std::string("speed_limit_violation.merge_gap=") + c.merge_gap)
                             .run(scenario);
      ASSERT_EQ(found.issues().size(), c.durations_and_distances.size()) << c.name;
      for (std::size_t i = 0; i < c.durations_and_distances.size(); ++i) {
        const auto [duration, distance] = c.durations_and_distances[i];
        EXPECT_NEAR(found.number(i, "duration"), duration, 1e-9) << c.name;
        EXPECT_NEAR(found.number(i, "distance"), distance, 1e-6) << c.name;
      }
    }
}

TEST(SpeedLimitViolation, EndsWithItsActorAndTheRun) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("speed_limit_violation").on(*map).enabled_for("all");
  kit::Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(20.0).vanishes(2s);
  scenario.add({.id = "8"}).start_at("1", -1, 90.0).speed(20.0);
  EXPECT_THAT(tester.run(scenario).intervals(), ElementsAre("7, 0 to 1.9, actor_gone", "8, 0 to 5, run_end"));
  EXPECT_THAT(tester.run(scenario).issues(),
              ElementsAre("speed_limit_violation of 7, 0 to 1.9, warning", "speed_limit_violation of 8, 0 to 5, info"));
  EXPECT_THAT(tester.with_relocation("7", 1s).run(scenario).intervals(),
              ElementsAre("7, 0 to 0.9, relocation", "8, 0 to 5, run_end", "7, 1 to 1.9, actor_gone"));
}

TEST(SpeedLimitViolation, NeedsALimit) {
  const auto map = kit::one_road(kit::RoadBuilder("1").line(500.0).lanes({-2, -1, 1}));
  EXPECT_EQ(CheckTester("speed_limit_violation").on(*map).run(ego_drive(*map, {{0s, 40.0}})).status(),
            "skipped: no vehicle was on a lane for which the map gives a speed limit");
  EXPECT_EQ(CheckTester("speed_limit_violation").run(ego_drive(*map, {{0s, 40.0}})).status(),
            "skipped: there is no map");
}

}  // namespace
}  // namespace scrutineer::checks
