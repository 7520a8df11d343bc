#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

// Both at 20 m/s: 20 + 1.75 + 23.5^2 / 8 - 20^2 / 16 = 65.8 m are safe.
TEST(RssPolicy, WantsASafeDistanceSoonEnough) {
  const auto map = map::build_network(kit::straight_road(900.0));
  const auto following = [&](double gap, double speed, double beside) {
    Scenario scenario({.map = map.get(), .duration = 4s});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 100.0).speed(20.0);
    scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_at("1", -1, 104.0 + gap).speed(speed).lateral(beside);
    return scenario;
  };
  const CheckTester tester = CheckTester("rss_policy").on(*map).with("sut.policy.max_rss_violation_time=1s");
  EXPECT_THAT(tester.run(following(60.0, 20.0, 0.0)).issues(),
              ElementsAre("rss_policy of 0 with 7, 1.1 to 4, warning"));
  EXPECT_THAT(tester.run(following(70.0, 20.0, 0.0)).issues(), ElementsAre()) << "far enough";
  EXPECT_THAT(tester.run(following(60.0, 20.0, 3.5)).issues(), ElementsAre()) << "far enough beside";
  // Whichever of both is looked at: the ego reacts faster.
  const CheckTester of_all = CheckTester("rss_policy").on(*map).with("policy.max_rss_violation_time=1s");
  EXPECT_THAT(of_all.run(following(70.0, 20.0, 0.0)).issues(), ElementsAre()) << "far enough for both";
  EXPECT_THAT(of_all.run(following(60.0, 20.0, 0.0)).issues(),
              ElementsAre("rss_policy of 0 with 7, 1.1 to 4, warning", "rss_policy of 7 with 0, 1.1 to 4, info"));
  EXPECT_EQ(CheckTester("rss_policy").on(*map).run(following(60.0, 20.0, 0.0)).status(), "skipped: its limit is 0");
}

}  // namespace
}  // namespace scrutineer::checks
