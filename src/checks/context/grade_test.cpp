#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::ego_drive;
using testing::ElementsAre;

std::vector<std::string> slopes(const kit::Found& found) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : found.evaluation.intervals)
    lines.push_back(std::get<std::string>(record.data[0]) + " " + std::get<std::string>(record.data[1]));
  return lines;
}
std::vector<std::string> on_slope(double slope, int lane = -1) {
  const auto map =
      kit::one_road(kit::RoadBuilder("1").line(400.0).lanes({-1, 1}).elevation(0.0, {0.0, slope, 0.0, 0.0}));
  kit::Scenario scenario({.map = map.get(), .duration = 2s});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", lane, 200.0).speed(5.0);
  return slopes(CheckTester("grade").on(*map).run(scenario));
}

TEST(Grade, HasBands) {
  EXPECT_THAT(on_slope(0.0199), ElementsAre("level level"));
  EXPECT_THAT(on_slope(0.0201), ElementsAre("up slight"));
  EXPECT_THAT(on_slope(-0.0201), ElementsAre("down slight"));
  EXPECT_THAT(on_slope(0.0599), ElementsAre("up slight"));
  EXPECT_THAT(on_slope(0.0601), ElementsAre("up steep"));
  EXPECT_THAT(on_slope(0.0601, 1), ElementsAre("down steep"));
}

TEST(Grade, FollowsTheRoad) {
  const auto map = kit::one_road(kit::RoadBuilder("1")
                                     .line(400.0)
                                     .lanes({-1, 1})
                                     .elevation(0.0, {})
                                     .elevation(99.5, {0.0, 0.03, 0.0, 0.0})
                                     .elevation(149.5, {1.5, -0.08, 0.0, 0.0}));
  const auto found = CheckTester("grade").on(*map).run(ego_drive(*map, {{0s, 10.0}}, 20s));
  EXPECT_THAT(slopes(found), ElementsAre("level level", "up slight", "down steep"));
  EXPECT_THAT(found.intervals(), ElementsAre("7, 0 to 5, condition", "7, 5 to 10, condition", "7, 10 to 20, run_end"));
}

}  // namespace
}  // namespace scrutineer::checks
