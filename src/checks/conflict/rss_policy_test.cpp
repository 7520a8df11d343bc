#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

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

// One that stands is run into from behind like one that drives slowly; whichever of both is looked at.
TEST(RssPolicy, LooksBehindOneThatStands) {
  const auto map = map::build_network(kit::straight_road(900.0));
  for (const double speed : {0.0, 0.05, 0.2, 2.0, -0.05}) {
    Scenario scenario({.map = map.get(), .duration = 2s});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 200.0).speed(speed);
    scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_at("1", -1, 136.0).speed(20.0);
    EXPECT_THAT(CheckTester("rss_policy").on(*map).with("policy.max_rss_violation_time=1s").run(scenario).issues(),
                ElementsAre("rss_policy of 0 with 7, 1.1 to 2, warning", "rss_policy of 7 with 0, 1.1 to 2, info"))
        << speed;
  }
}

// The time without a safe distance is not to one alone where others take turns.
TEST(RssPolicy, TellsThatThereWereOthers) {
  const auto map = map::build_network(kit::straight_road(900.0));
  for (const bool leaves : {false, true}) {
    Scenario scenario({.map = map.get(), .duration = 4s});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 100.0).speed(20.0);
    auto& near = scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_at("1", -1, 130.0).speed(20.0);
    if (leaves) near.vanishes(500ms);
    scenario.add({.id = "8", .length = 4.0, .width = 2.0}).start_at("1", -1, 140.0).speed(20.0);
    const auto messages =
        CheckTester("rss_policy").on(*map).with("sut.policy.max_rss_violation_time=1s").run(scenario).messages();
    EXPECT_THAT(messages, ElementsAre(testing::HasSubstr(leaves ? " (RSS) to car 8 and others for 4 s;"
                                                                : " (RSS) to car 7 for 4 s;")));
  }
}

// Of several without a safe distance it names the nearest, in whichever order the run names them.
TEST(RssPolicy, NamesTheNearest) {
  const auto map = map::build_network(kit::straight_road(900.0));
  for (const char* nearest : {"7", "8", "10"}) {
    for (const bool is_other_way_round : {false, true}) {
      Scenario scenario({.map = map.get(), .duration = 4s});
      scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 100.0).speed(20.0);
      std::vector<const char*> ids{"7", "8", "10"};
      if (is_other_way_round) std::ranges::reverse(ids);
      for (const std::string id : ids)
        scenario.add({.id = id, .length = 4.0, .width = 2.0})
            .start_at("1", -1, id == nearest ? 130.0 : 140.0)
            .speed(20.0);
      EXPECT_THAT(
          CheckTester("rss_policy").on(*map).with("sut.policy.max_rss_violation_time=1s").run(scenario).issues(),
          ElementsAre("rss_policy of 0 with " + std::string(nearest) + ", 1.1 to 4, warning"));
    }
  }
}

}  // namespace
}  // namespace scrutineer::checks
