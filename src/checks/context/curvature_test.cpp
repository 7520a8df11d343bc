#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::ego_drive;
using testing::ElementsAre;

std::vector<std::string> bends(const kit::Found& found) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : found.evaluation.intervals)
    lines.push_back(std::get<std::string>(record.data[0]) + " " + std::get<std::string>(record.data[1]));
  return lines;
}
std::vector<std::string> on_arc(double curvature) {
  const auto map = kit::one_road(kit::RoadBuilder("1").arc(400.0, curvature).lanes({-1, 1}, 0.02));
  return bends(CheckTester("curvature").on(*map).run(ego_drive(*map, {{0s, 5.0}}, 2s)));
}

TEST(Curvature, HasBands) {
  EXPECT_THAT(on_arc(0.0), ElementsAre("straight straight"));
  EXPECT_THAT(on_arc(0.99 / 2000), ElementsAre("straight straight"));
  EXPECT_THAT(on_arc(1.01 / 2000), ElementsAre("left slight"));
  EXPECT_THAT(on_arc(-1.01 / 2000), ElementsAre("right slight"));
  EXPECT_THAT(on_arc(0.99 / 500), ElementsAre("left slight"));
  EXPECT_THAT(on_arc(1.01 / 500), ElementsAre("left medium"));
  EXPECT_THAT(on_arc(0.99 / 100), ElementsAre("left medium"));
  EXPECT_THAT(on_arc(1.01 / 100), ElementsAre("left sharp"));
}

TEST(Curvature, FollowsTheRoadAndItsTraffic) {
  const auto map = kit::one_road(
      kit::RoadBuilder("1").line(100.0).arc(80.0, 1.0 / 50.0).line(100.0).arc(80.0, -1.0 / 200.0).lanes({-1, 1}));
  EXPECT_THAT(bends(CheckTester("curvature").on(*map).run(ego_drive(*map, {{0s, 10.0}}, 30s))),
              ElementsAre("straight straight", "left sharp", "straight straight", "right medium"));
  // A vehicle that drives against s sees the same bends the other way round.
  kit::Scenario back({.map = map.get(), .duration = 30s});
  back.add({.id = "7", .is_ego = true}).start_at("1", 1, 350.0).speed(10.0);
  EXPECT_THAT(bends(CheckTester("curvature").on(*map).run(back)),
              ElementsAre("left medium", "straight straight", "right sharp", "straight straight"));
}

// A bend that hovers around a border is one interval.
TEST(Curvature, DoesNotFlicker) {
  kit::RoadBuilder road("1");
  for (int i = 0; i < 10; ++i) road.arc(20.0, (i % 2 == 0 ? 1.02 : 0.95) / 500.0);
  const auto map = kit::one_road(road.lanes({-1, 1}, 0.02));
  EXPECT_THAT(bends(CheckTester("curvature").on(*map).run(ego_drive(*map, {{0s, 10.0}}))), ElementsAre("left medium"));
}

}  // namespace
}  // namespace scrutineer::checks
