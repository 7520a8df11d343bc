#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

// The road ends 7 m right of x; the ego is 2 m wide and drives along it for 2 s, then goes aside for 2 s.
Scenario leave(const map::RoadNetwork& map, double beyond, bool is_ego = true) {
  Scenario scenario({.map = &map, .duration = 8s});
  const double y = -7.0 + 1.0;
  scenario.add({.id = "7", .is_ego = is_ego, .length = 4.0, .width = 2.0})
      .poses({{0s, 50.0, y},
              {2s, 70.0, y},
              {2s, 70.0, y - beyond},
              {4s, 90.0, y - beyond},
              {4s, 90.0, y},
              {8s, 130.0, y}});
  return scenario;
}

TEST(OffRoad, FindsWhatRoadDepartureDoes) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("off_road").on(*map), before = CheckTester("road_departure").on(*map);
  for (const double beyond : {0.05, 0.09, 0.11, 0.3, 0.49, 0.51, 1.0, 3.0}) {
    const auto found = tester.run(leave(*map, beyond));
    EXPECT_EQ(found.intervals(), before.run(leave(*map, beyond)).intervals()) << beyond;
    ASSERT_EQ(found.issues().size(), beyond > 0.1 ? 1U : 0U) << beyond;
    if (beyond > 0.1) {
      EXPECT_THAT(found.issues()[0], testing::EndsWith(beyond > 0.5 ? "error" : "warning")) << beyond;
      EXPECT_NEAR(found.number(0, "max_distance_to_road"), beyond, 1e-6);
    }
  }
}

// Off the road from 2 s to 4 s: the last frame there is at 3.9 s.
TEST(OffRoad, MustLastForTheDebounceTime) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("off_road").on(*map);
  const auto with = [&](const char* time) {
    return tester.with(std::string("off_road.debounce_start_time=") + time).run(leave(*map, 0.3)).issues();
  };
  EXPECT_EQ(with("1.9s"), tester.run(leave(*map, 0.3)).issues());
  EXPECT_EQ(with("1.9s").size(), 1U);
  EXPECT_THAT(with("2s"), ElementsAre());
}

TEST(OffRoad, WatchesTheEgoUnlessOthersAreWanted) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("off_road").on(*map);
  EXPECT_THAT(tester.run(leave(*map, 1.0, false)).issues(), ElementsAre());
  EXPECT_THAT(tester.enabled_for("all").run(leave(*map, 1.0, false)).issues(), ElementsAre(testing::EndsWith("info")));
  EXPECT_THAT(tester.with("off_road.warning_threshold=0.4m").run(leave(*map, 0.3)).issues(), ElementsAre());
  EXPECT_THAT(tester.with("off_road.issue_severity=info").run(leave(*map, 0.3)).issues(),
              ElementsAre(testing::EndsWith("info")));
}

}  // namespace
}  // namespace scrutineer::checks
