#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kit/check_tester.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using kit::SpeedAt;
using testing::ElementsAre;

Scenario drive(Duration duration, std::vector<SpeedAt> speed) {
  Scenario scenario({.step = 500ms, .duration = duration});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(std::move(speed));
  return scenario;
}

// Drives for a second, stands for this long, and drives on for a second.
Scenario stop(Duration standing) {
  return drive(standing + 2s, {{0s, 10.0}, {1s, 10.0}, {1s, 0.0}, {1s + standing, 0.0}, {1s + standing, 10.0}});
}

TEST(CarDoesNotMove, ReportsStandingForVeryLong) {
  const CheckTester tester("car_does_not_move");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"drives", tester, drive(60s, {{0s, 10.0}}), {}},
      {"stands as long as it may", tester, stop(30s), {}},
      {"stands longer", tester, stop(30500ms), {"car_does_not_move of 0, 1 to 32, warning"}},
      {"stands as long as it was set", tester.with("policy.max_does_not_move_time=60s"), stop(60s), {}},
      {"stands longer than was set",
       tester.with("policy.max_does_not_move_time=5s"),
       stop(6s),
       {"car_does_not_move of 0, 1 to 7.5, warning"}},
      // 10 cm in every 30 s is just movement.
      {"creeps just fast enough", tester, drive(90s, {{0s, 0.1001 / 30.0}}), {}},
      {"creeps too slowly",
       tester,
       drive(40s, {{0s, 10.0}, {1s, 10.0}, {1s, 0.09 / 30.0}}),
       {"car_does_not_move of 0, 1 to 34.5, warning"}},
      {"never moves, in a short run", tester, drive(3s, {{0s, 0.0}}), {"car_does_not_move of 0, 0 to 3, warning"}},
      {"never moves, in a long run", tester, drive(40s, {{0s, 0.0}}), {"car_does_not_move of 0, 0 to 40, warning"}},
      {"may stand", tester.with("policy.allow_no_movement=true"), drive(40s, {{0s, 0.0}}), {}},
      {"a larger distance is asked for",
       tester.with("policy.min_total_distance_to_indicate_movement=100m"),
       drive(3s, {{0s, 10.0}}),
       {"car_does_not_move of 0, 0 to 3, warning"}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(CarDoesNotMove, HasTwoMessages) {
  const CheckTester tester("car_does_not_move");
  EXPECT_THAT(tester.run(stop(31s)).sentences(),
              ElementsAre("[32.500s] 0 - SUT - sut_driver did not move 0.1m for 31.5s (threshold configurable as "
                          "policy.min_total_distance_to_indicate_movement and policy.max_does_not_move_time)"));
  EXPECT_THAT(tester.run(drive(40s, {{0s, 0.0}})).sentences(),
              ElementsAre("[40.000s] 0 - SUT - sut_driver did not move through the whole scenario, which lasted 40s "
                          "(override this check by setting policy.allow_no_movement=true)"));
  EXPECT_THAT(tester.run(stop(31s)).messages(),
              ElementsAre("Ego 0 did not move 0.1 m within 31.5 s, longer than the 30 s that it may stand (setting: "
                          "policy.max_does_not_move_time)"));
  EXPECT_THAT(tester.run(drive(40s, {{0s, 0.0}})).messages(),
              ElementsAre("Ego 0 never moved in the whole run, which lasted 40 s (setting: policy.allow_no_movement)"));
}

// Else 5 s would be "25 s under" the limit.
TEST(CarDoesNotMove, HasALimitOnlyWhereItIsExceeded) {
  const CheckTester tester("car_does_not_move");
  EXPECT_EQ(tester.run(stop(31s)).number(0, "limit"), 30.0);
  EXPECT_EQ(tester.run(drive(40s, {{0s, 0.0}})).number(0, "limit"), 30.0);
  const auto brief = tester.run(drive(5s, {{0s, 0.0}}));
  EXPECT_EQ(brief.number(0, "standing_time"), 5.0);
  EXPECT_TRUE(std::isnan(brief.number(0, "limit")));
}

TEST(CarDoesNotMove, LooksOnlyAtTheEgoAndEndsWithIt) {
  Scenario scenario({.step = 500ms, .duration = 60s});
  scenario.add({.id = "0", .is_ego = true}).start_free({}).speed({{0s, 10.0}, {1s, 10.0}, {1s, 0.0}}).vanishes(50s);
  scenario.add({.id = "7"}).start_free({0.0, 10.0, 0.0}).speed(0.0);
  const CheckTester tester("car_does_not_move");
  EXPECT_THAT(tester.run(scenario).intervals(), ElementsAre("0, 1 to 49.5, actor_gone"));
  EXPECT_THAT(tester.with_relocation("0", 45s).run(scenario).intervals(), ElementsAre("0, 1 to 44.5, relocation"));
}

TEST(CarDoesNotMove, TellsOfAnEgoThatNeverMovedAndVanished) {
  struct Case {
    const char* name;
    std::vector<SpeedAt> speed;
    Duration appears, vanishes;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"stood from the begin on", {{0s, 0.0}}, 0s, 20s, {"car_does_not_move of 0, 0 to 19.5, warning"}},
      {"came later", {{0s, 0.0}}, 5s, 20s, {"car_does_not_move of 0, 5 to 19.5, warning"}},
      {"moved, then stood", {{0s, 10.0}, {1s, 10.0}, {1s, 0.0}}, 0s, 20s, {}},
      {"stood, then moved", {{0s, 0.0}, {18s, 0.0}, {19s, 10.0}}, 0s, 20s, {}},
      {"one frame", {{0s, 0.0}}, 5s, 5500ms, {}},
  };
  const CheckTester tester("car_does_not_move");
  for (const Case& c : cases) {
    Scenario scenario({.step = 500ms, .duration = 60s});
    scenario.add({.id = "0", .is_ego = true}).start_free({}).speed(c.speed).appears(c.appears).vanishes(c.vanishes);
    EXPECT_EQ(tester.run(scenario).issues(), c.issues) << c.name;
  }
  Scenario late({.step = 500ms, .duration = 60s});
  late.add({.id = "0", .is_ego = true}).start_free({}).speed(0.0).appears(5s).vanishes(20s);
  EXPECT_THAT(tester.run(late).sentences(),
              ElementsAre("[19.500s] 0 - SUT - sut_driver did not move while it was there, which was for 14.5s, and "
                          "vanished (override this check by setting policy.allow_no_movement=true)"));
}

TEST(CarDoesNotMove, RemembersThatAnEgoMovedBeforeItWasAwayOrElsewhere) {
  const CheckTester tester("car_does_not_move");
  Scenario away({.step = 500ms, .duration = 20s});
  away.add({.id = "0", .is_ego = true})
      .start_free({})
      .speed({{0s, 10.0}, {5s, 10.0}, {5s, 0.0}})
      .fault(kit::gap(8s, 12s));
  EXPECT_THAT(tester.run(away).issues(), ElementsAre());
  EXPECT_THAT(tester.with_relocation("0", 6s).run(away).issues(), ElementsAre());
}

}  // namespace
}  // namespace scrutineer::checks
