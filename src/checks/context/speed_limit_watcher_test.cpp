#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using kit::CheckTester;
using kit::ego_drive;
using testing::ElementsAre;

TEST(SpeedLimitWatcher, HasOneIntervalForEachLimit) {
  using Kind = map::SpeedLimit::Kind;
  const auto map = kit::one_road(kit::street()
                                     .speed(149.0, 30.0_kmh)
                                     .speed(199.0, Kind::no_limit)
                                     .speed(249.0, Kind::undefined)
                                     .speed(299.0, 80.0_kmh));
  const CheckTester tester = CheckTester("speed_limit_watcher").on(*map);
  const auto drive = ego_drive(*map, {{0s, 20.0}}, 15s);
  EXPECT_THAT(tester.run(drive).intervals(), ElementsAre("7, 0 to 5, condition", "7, 5 to 7.5, condition",
                                                         "7, 7.5 to 10, condition", "7, 12.5 to 15, run_end"));
  EXPECT_THAT(tester.with("speed_limit_watcher.create_interval_for_unknown_speed_limit=true").run(drive).intervals(),
              ElementsAre("7, 0 to 5, condition", "7, 5 to 7.5, condition", "7, 7.5 to 10, condition",
                          "7, 10 to 12.5, condition", "7, 12.5 to 15, run_end"));
  EXPECT_THAT(tester.run(drive).issues(), ElementsAre());
}

TEST(SpeedLimitWatcher, Measures) {
  const auto map = kit::one_road(kit::street());
  const auto found =
      CheckTester("speed_limit_watcher").on(*map).run(ego_drive(*map, {{0s, 10.0}, {5s, 10.0}, {5s, 20.0}}));
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  const std::vector<watch::Value>& data = found.evaluation.intervals[0].data;
  EXPECT_NEAR(std::get<double>(data[0]), 50 / 3.6, 1e-9);
  EXPECT_NEAR(std::get<double>(data[1]), 20.0, 1e-9);
  EXPECT_NEAR(std::get<double>(data[2]), 15.0, 0.2);
  EXPECT_NEAR(std::get<double>(data[3]), 150.0, 2.0);
  EXPECT_NEAR(std::get<double>(data[4]), 5.0, 0.11);
}

// An interval lasts to the first frame with the next limit: so do its distance, its mean and its time above.
TEST(SpeedLimitWatcher, MeasuresToWhereTheLimitChanges) {
  using Kind = map::SpeedLimit::Kind;
  const auto map = kit::one_road(kit::street().speed(149.0, 80.0_kmh).speed(249.0, Kind::undefined));
  struct Case {
    const char* name;
    Duration step;
  };
  for (const auto& [name, step] : {Case{"10 Hz", 100ms}, Case{"2 Hz", 500ms}, Case{"1 Hz", 1s}}) {
    kit::Scenario scenario({.map = map.get(), .step = step, .duration = 12s});
    scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(20.0);
    const auto found = CheckTester("speed_limit_watcher").on(*map).run(scenario);
    ASSERT_EQ(found.evaluation.intervals.size(), 2U) << name;
    for (const std::size_t i : {0U, 1U}) {
      const std::vector<watch::Value>& data = found.evaluation.intervals[i].data;
      EXPECT_NEAR(std::get<double>(data[2]), 20.0, 1e-6) << name << ", mean, interval " << i;
      EXPECT_NEAR(std::get<double>(data[3]), 100.0, 1e-6) << name << ", distance, interval " << i;
      EXPECT_NEAR(std::get<double>(data[4]), i == 0 ? 5.0 : 0.0, 1e-9) << name << ", above, interval " << i;
    }
  }
}

}  // namespace
}  // namespace scrutineer::checks
