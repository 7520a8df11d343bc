#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using testing::ElementsAre;

kit::RunData run_with(std::vector<trace::Environment> environments) {
  kit::Scenario scenario({.duration = 3s});
  scenario.add({.id = "7", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  kit::RunData run = scenario.run();
  for (std::size_t i = 0; i < run.frames.size(); ++i)
    run.frames[i].environment = environments[i * environments.size() / run.frames.size()];
  return run;
}

TEST(Weather, HasAnIntervalForEachState) {
  const trace::Environment dry{.precipitation = trace::Precipitation::none, .visibility = trace::Visibility::good};
  const trace::Environment wet{
      .precipitation = trace::Precipitation::heavy, .visibility = trace::Visibility::poor, .rainfall_rate = 20.0};
  const auto found = CheckTester("weather").run(run_with({dry, wet, dry}));
  EXPECT_THAT(found.intervals(),
              ElementsAre("7, 0 to 1.1, condition", "7, 1.1 to 2.1, condition", "7, 2.1 to 3, run_end"));
  EXPECT_EQ(std::get<std::string>(found.evaluation.intervals[1].data[0]), "heavy");
  EXPECT_EQ(std::get<std::string>(found.evaluation.intervals[1].data[2]), "poor");
  EXPECT_EQ(std::get<double>(found.evaluation.intervals[1].data[3]), 20.0);
}

TEST(Weather, IsUnknownWhereNothingSaysIt) {
  const auto found = CheckTester("weather").run(run_with({{}}));
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(std::get<std::string>(found.evaluation.intervals[0].data[0]), "unknown");
}

}  // namespace
}  // namespace scrutineer::checks
