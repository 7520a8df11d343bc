#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using testing::ElementsAre;

std::string density(int others, double distance, double speed, const std::string& setting = {}) {
  const auto map = kit::one_road(kit::street());
  kit::Scenario scenario({.map = map.get(), .duration = 1s});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 300.0).speed(10.0);
  for (int i = 0; i < others; ++i)
    scenario.add({.id = std::to_string(10 + i)})
        .start_at("1", i % 2 == 0 ? -2 : -1, 300.0 + distance - 0.5 * (i / 2))
        .speed(speed);
  CheckTester tester = CheckTester("density").on(*map);
  if (!setting.empty()) tester = tester.with(setting);
  const auto found = tester.run(scenario);
  return std::get<std::string>(found.evaluation.intervals.at(0).data[0]);
}

TEST(Density, CountsMovingVehiclesNearby) {
  EXPECT_EQ(density(0, 50.0, 10.0), "none");
  EXPECT_EQ(density(1, 50.0, 10.0), "sparse");
  EXPECT_EQ(density(4, 50.0, 10.0), "sparse");
  EXPECT_EQ(density(5, 50.0, 10.0), "moderate");
  EXPECT_EQ(density(15, 50.0, 10.0), "dense");
  EXPECT_EQ(density(1, -99.0, 10.0), "sparse");
  EXPECT_EQ(density(1, 99.9, 10.0), "sparse");
  EXPECT_EQ(density(1, 100.1, 10.0), "none");
  EXPECT_EQ(density(1, 50.0, 0.0), "none");
  EXPECT_EQ(density(1, 50.0, 10.0, "density.range=40m"), "none");
}

}  // namespace
}  // namespace scrutineer::checks
