#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

// On the road of the kit along x: lanes -1 and -2 run along x, lane 1 against it.
Scenario drive(const map::RoadNetwork& map, std::vector<kit::OffsetAt> lateral, Duration duration = 15s) {
  Scenario scenario({.map = &map, .duration = duration});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(15.0).lateral(std::move(lateral));
  return scenario;
}

TEST(WrongWay, IsDrivingInALaneOfOncomingTraffic) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("wrong_way").on(*map);
  EXPECT_THAT(tester.run(drive(*map, {})).issues(), ElementsAre());
  Scenario against({.map = map.get(), .duration = 5s});
  against.add({.id = "7", .is_ego = true}).start_at("1", -1, 300.0).against_traffic().speed(10.0);
  EXPECT_THAT(tester.run(against).issues(), ElementsAre("wrong_way of 7, 0 to 5, warning"));
  Scenario right({.map = map.get(), .duration = 5s});
  right.add({.id = "7", .is_ego = true}).start_at("1", 1, 300.0).speed(10.0);
  EXPECT_THAT(tester.run(right).issues(), ElementsAre());
  Scenario reversing({.map = map.get(), .duration = 5s});
  reversing.add({.id = "7", .is_ego = true}).start_at("1", -1, 300.0).speed(-5.0);
  EXPECT_THAT(tester.run(reversing).issues(), ElementsAre());
}

// Its centre crosses into lane 1 half-way of the move of 3.5 m, and back half-way of the move back.
TEST(WrongWay, TellsOvertakingFromDrivingOn) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("wrong_way").on(*map);
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"out and back",
       tester,
       drive(*map, {{1s, 0.0}, {3s, 3.5}, {6s, 3.5}, {8s, 0.0}}),
       {"wrong_way of 7, 2 to 7.1, info"}},
      {"out for too long",
       tester,
       drive(*map, {{1s, 0.0}, {3s, 3.5}, {12s, 3.5}, {14s, 0.0}}),
       {"wrong_way of 7, 2 to 13.1, warning"}},
      {"a shorter time for overtaking",
       tester.with("wrong_way.overtaking_time=3s"),
       drive(*map, {{1s, 0.0}, {3s, 3.5}, {6s, 3.5}, {8s, 0.0}}),
       {"wrong_way of 7, 2 to 7.1, warning"}},
      {"not back yet when the run ends",
       tester,
       drive(*map, {{1s, 0.0}, {3s, 3.5}}, 8s),
       {"wrong_way of 7, 2 to 8, warning"}},
      {"for less than the debounce", tester, drive(*map, {{1s, 0.0}, {3s, 1.85}, {5s, 0.0}}), {}},
      {"no debounce",
       tester.with("wrong_way.debounce_start_time=0s"),
       drive(*map, {{1s, 0.0}, {3s, 2.0}, {5s, 0.0}}),
       {"wrong_way of 7, 2.5 to 3.6, info"}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

// Who began on the wrong side came out of no lane of its own, whether it stood there first or not.
TEST(WrongWay, IsNoOvertakingOfOneThatBeganThere) {
  const auto map = kit::one_road(kit::street());
  struct Case {
    const char* name;
    int lane;
    std::vector<kit::SpeedAt> speed;
    std::vector<kit::OffsetAt> lateral;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"drives from the start", 1, {{0s, 15.0}}, {{3s, 0.0}, {5s, 3.5}}, {"wrong_way of 7, 0 to 4.1, warning"}},
      {"stands there first",
       1,
       {{0s, 0.0}, {1s, 0.0}, {1s, 15.0}},
       {{3s, 0.0}, {5s, 3.5}},
       {"wrong_way of 7, 1 to 4.1, warning"}},
      {"stood on its own side first",
       -1,
       {{0s, 0.0}, {1s, 0.0}, {1s, 15.0}},
       {{2s, 0.0}, {3s, 3.5}, {5s, 3.5}, {6s, 0.0}},
       {"wrong_way of 7, 2.5 to 5.6, info"}},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = map.get(), .duration = 8s});
    auto& ego = scenario.add({.id = "7", .is_ego = true}).start_at("1", c.lane, c.lane > 0 ? 300.0 : 50.0);
    // Against the traffic of lane 1 its own lanes lie to the right.
    std::vector<kit::OffsetAt> lateral = c.lateral;
    if (c.lane > 0) {
      ego.against_traffic();
      for (kit::OffsetAt& at : lateral) at.left = -at.left;
    }
    ego.speed(c.speed).lateral(lateral);
    EXPECT_EQ(CheckTester("wrong_way").on(*map).run(scenario).issues(), c.issues) << c.name;
  }
}

// Also of one that comes from a lane of oncoming traffic.
TEST(WrongWay, EndsInALaneOfBothDirections) {
  const auto map = kit::one_road(kit::street().lane_direction(-1, map::LaneDirection::both));
  Scenario scenario({.map = map.get(), .duration = 8s});
  scenario.add({.id = "7", .is_ego = true})
      .start_at("1", -2, 300.0)
      .against_traffic()
      .speed(10.0)
      .lateral({{2s, 0.0}, {4s, -3.5}});
  const auto found = CheckTester("wrong_way").on(*map).run(scenario);
  EXPECT_THAT(found.issues(), ElementsAre("wrong_way of 7, 0 to 3, warning"));
  EXPECT_NEAR(found.number(0, "distance"), 10.0 * found.number(0, "duration"), 1e-3);
}

TEST(WrongWay, DoesNotJudgeJunctionsAndTwoWayLanes) {
  const auto two_way = kit::one_road(kit::street().lane_direction(-1, map::LaneDirection::both));
  Scenario scenario({.map = two_way.get(), .duration = 5s});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 300.0).against_traffic().speed(10.0);
  EXPECT_THAT(CheckTester("wrong_way").on(*two_way).run(scenario).issues(), ElementsAre());
}

TEST(WrongWay, EndsWithItsActorAndTheRun) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("wrong_way").on(*map).enabled_for("all");
  Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 300.0).against_traffic().speed(10.0).vanishes(3s);
  scenario.add({.id = "8"}).start_at("1", -2, 300.0).against_traffic().speed(10.0);
  EXPECT_THAT(tester.run(scenario).intervals(), ElementsAre("7, 0 to 2.9, actor_gone", "8, 0 to 5, run_end"));
  EXPECT_THAT(tester.with_relocation("7", 1500ms).run(scenario).intervals(),
              ElementsAre("7, 0 to 1.4, relocation", "8, 0 to 5, run_end", "7, 1.5 to 2.9, actor_gone"));
  const auto found = tester.run(scenario);
  EXPECT_NEAR(found.number(0, "distance"), 29.0, 1e-6);
  EXPECT_EQ(found.text(0, "lane"), "road 1, lane -1");
}

}  // namespace
}  // namespace scrutineer::checks
