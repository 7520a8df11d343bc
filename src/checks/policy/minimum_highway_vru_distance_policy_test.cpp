#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::MadeActor;
using kit::PoseAt;
using kit::Scenario;
using testing::ElementsAre;
using trace::AvState;
using trace::Category;
using trace::Field;

constexpr double kKph = 1.0 / 3.6;

// 4 m long and 2 m wide: centres must be 3.5 + 2 + 1 = 6.5 m apart. At 20 m/s it is beside x = 20 m at 1 s.
MadeActor ego() { return {.id = "0", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5}; }

MadeActor vru(Category category = Category::person) { return {.id = "8", .category = category, .height = 1.8}; }

Scenario pass(double speed, PoseAt where, MadeActor whom = vru(), Duration step = 100ms) {
  Scenario scenario({.step = step, .duration = 2s});
  scenario.add(ego()).start_free({}).speed(speed);
  scenario.add(std::move(whom)).poses({where});
  return scenario;
}

TEST(MinimumHighwayVruDistancePolicy, ReportsOnlyWhoIsFastAndClose) {
  const CheckTester tester("minimum_highway_vru_distance_policy");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string at_1_s = "minimum_highway_vru_distance_policy of 0 with 8, 1 to 1.1, error";
  const std::string whole = "minimum_highway_vru_distance_policy of 0 with 8, 0 to 2, error";
  const Case cases[] = {
      {"just too close", tester, pass(20.0, {.x = 20.0, .y = 6.49}), {at_1_s}},
      {"just far enough", tester, pass(20.0, {.x = 20.0, .y = 6.51}), {}},
      {"just too close on the right", tester, pass(20.0, {.x = 20.0, .y = -6.49}), {at_1_s}},
      {"just fast enough", tester, pass(50.01 * kKph, {.x = 50.01 * kKph, .y = 6.49}), {at_1_s}},
      {"just too slow", tester, pass(49.99 * kKph, {.x = 49.99 * kKph, .y = 6.49}), {}},
      {"fast backwards", tester, pass(-20.0, {.x = -20.0, .y = 3.0}), {}},
      {"closer for longer",
       tester,
       pass(20.0, {.x = 20.0, .y = 3.0}),
       {"minimum_highway_vru_distance_policy of 0 with 8, 0.8 to 1.3, error"}},
      {"a larger distance",
       tester.with("policy.minimum_highway_vru_distance=4m"),
       pass(20.0, {.x = 20.0, .y = 6.99}),
       {at_1_s}},
      {"a smaller distance",
       tester.with("policy.minimum_highway_vru_distance=3m"),
       pass(20.0, {.x = 20.0, .y = 6.01}),
       {}},
      {"a higher speed", tester.with("policy.minimum_highway_speed=73kph"), pass(20.0, {.x = 20.0, .y = 4.0}), {}},
      {"a lower speed",
       tester.with("policy.minimum_highway_speed=10kph"),
       pass(10.01 * kKph, {.x = 3.0, .y = 4.0}),
       {whole}},
      {"the tolerance is not for this",
       tester.with("policy.minimum_highway_vru_distance=3.5m"),
       pass(20.0, {.x = 20.0, .y = 6.49}),
       {at_1_s}},
      {"an animal", tester, pass(20.0, {.x = 20.0, .y = 6.49}, vru(Category::animal)), {at_1_s}},
      {"a bicycle", tester, pass(20.0, {.x = 20.0, .y = 6.49}, vru(Category::bicycle)), {at_1_s}},
      {"a wheelchair", tester, pass(20.0, {.x = 20.0, .y = 6.49}, vru(Category::wheelchair)), {at_1_s}},
      {"a car", tester, pass(20.0, {.x = 20.0, .y = 3.0}, vru(Category::car)), {}},
      {"a car that the run marks",
       tester,
       pass(20.0, {.x = 20.0, .y = 6.49}, {.id = "8", .category = Category::car, .is_vru = true}),
       {at_1_s}},
      // The car is 1.5 m high.
      {"on a bridge above", tester, pass(20.0, {.x = 20.0, .y = 3.0, .z = 4.51}), {}},
      {"on an embankment", tester, pass(20.0, {.x = 20.0, .y = 6.49, .z = 4.49}), {at_1_s}},
      {"below a bridge", tester, pass(20.0, {.x = 20.0, .y = 3.0, .z = -4.81}), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(MinimumHighwayVruDistancePolicy, CountsWhoHasBeenWithin100Metres) {
  // So large a distance that everybody is too close, also those who were never seen.
  const CheckTester tester =
      CheckTester("minimum_highway_vru_distance_policy").with("policy.minimum_highway_vru_distance=1km");
  EXPECT_EQ(tester.run(pass(20.0, {.x = 0.0, .y = 100.01})).issues().size(), 0U);
  EXPECT_THAT(tester.run(pass(20.0, {.x = 0.0, .y = 99.99})).issues(),
              ElementsAre("minimum_highway_vru_distance_policy of 0 with 8, 0 to 2, error"));
  EXPECT_THAT(tester.run(pass(20.0, {.x = 110.0, .y = 0.0}, vru(), 500ms)).issues(),
              ElementsAre("minimum_highway_vru_distance_policy of 0 with 8, 1 to 2, error"));
  // Seen also while nothing is judged: slow at first, and away from it when it is fast.
  Scenario scenario({.duration = 8s});
  scenario.add(ego()).start_free({}).speed({{0s, 10.0}, {4s, 10.0}, {4s, 30.0}});
  scenario.add(vru()).poses({PoseAt{.x = -65.0}});
  EXPECT_THAT(tester.run(scenario).issues(),
              ElementsAre("minimum_highway_vru_distance_policy of 0 with 8, 4 to 8, error"));
}

TEST(MinimumHighwayVruDistancePolicy, JudgesOnlyWhomTheAutomationDrives) {
  Scenario scenario({.duration = 3s});
  scenario.add(ego()).start_free({}).speed(20.0).av_state(
      {{0s, AvState::inactive}, {1s, AvState::active}, {2s, AvState::unknown}});
  // Beside the ego all the time, as fast.
  scenario.add(vru(Category::bicycle)).start_free({0.0, 3.0, 0.0}).speed(20.0);
  scenario.add({.id = "5", .length = 4.0, .width = 2.0})
      .start_free({0.0, 7.0, 0.0})
      .speed(20.0)
      .av_state({{0s, AvState::active}});
  scenario.add({.id = "6", .length = 4.0, .width = 2.0}).start_free({0.0, 8.0, 0.0}).speed(20.0);
  EXPECT_THAT(CheckTester("minimum_highway_vru_distance_policy").run(scenario).issues(),
              ElementsAre("minimum_highway_vru_distance_policy of 0 with 8, 1 to 2, error",
                          "minimum_highway_vru_distance_policy of 5 with 8, 0 to 3, info"));
}

TEST(MinimumHighwayVruDistancePolicy, HasAnIntervalForEach) {
  Scenario scenario({.duration = 3s});
  scenario.add(ego()).start_free({}).speed(20.0);
  scenario.add({.id = "a", .category = Category::person}).poses({PoseAt{.x = 20.0, .y = 6.0}});
  scenario.add({.id = "b", .category = Category::person}).poses({PoseAt{.x = 22.0, .y = -5.0}});
  scenario.add({.id = "c", .category = Category::person}).poses({PoseAt{.x = 40.0, .y = 6.4}});
  const auto found = CheckTester("minimum_highway_vru_distance_policy").run(scenario);
  EXPECT_THAT(found.intervals(), ElementsAre("0 with a, 0.9 to 1.2, condition", "0 with b, 0.9 to 1.4, condition",
                                             "0 with c, 2 to 2.1, condition"));
  EXPECT_THAT(
      found.sentences(),
      ElementsAre("[1.200s] Driving too close to VRU a - person. 0 - SUT - sut_driver distance: 3m, limit: 3.5m "
                  "(min distance configurable as policy.minimum_highway_vru_distance)",
                  "[1.400s] Driving too close to VRU b - person. 0 - SUT - sut_driver distance: 2m, limit: 3.5m "
                  "(min distance configurable as policy.minimum_highway_vru_distance)",
                  "[2.100s] Driving too close to VRU c - person. 0 - SUT - sut_driver distance: 3.4m, "
                  "limit: 3.5m (min distance configurable as policy.minimum_highway_vru_distance)"));
  EXPECT_EQ(found.messages().front(),
            "Ego 0 passed person a at 3 m, nearer than the 3.5 m that it should keep (setting: "
            "policy.minimum_highway_vru_distance)");
  EXPECT_NEAR(found.number(0, "least_distance"), 3.0, 1e-9);
  EXPECT_DOUBLE_EQ(found.number(0, "limit"), 3.5);
}

TEST(MinimumHighwayVruDistancePolicy, LooksAtEveryPartOfTheVehicle) {
  Scenario scenario({.duration = 2s});
  scenario.add(ego()).start_free({}).speed(20.0);
  scenario.add({.id = "T", .category = Category::trailer, .length = 8.0, .width = 2.0, .parent = "0"}).behind("0", 7.0);
  // Beside the trailer's centre at 1.35 s: 3.5 + 4 + 1 = 8.5 m; beside the car at 1 s it is too far away for that.
  scenario.add(vru()).poses({PoseAt{.x = 20.0, .y = 8.4}});
  const auto found = CheckTester("minimum_highway_vru_distance_policy").run(scenario);
  EXPECT_THAT(found.issues(), ElementsAre("minimum_highway_vru_distance_policy of 0 with 8, 1.3 to 1.5, error"));
}

TEST(MinimumHighwayVruDistancePolicy, NeedsSpeed) {
  const CheckTester tester("minimum_highway_vru_distance_policy");
  Scenario scenario({.duration = 2s});
  scenario.add(ego()).start_free({}).speed(20.0).reports({});
  scenario.add(vru()).poses({PoseAt{.x = 20.0, .y = 6.0}});
  EXPECT_EQ(tester.run(scenario).issues().size(), 1U);  // one difference away
  EXPECT_THAT(tester.deriving(0).run(scenario).status(), testing::StartsWith("skipped: speed of actor 0"));
}

TEST(MinimumHighwayVruDistancePolicy, EndsWithEitherActorARelocationAndTheRun) {
  // The bicycle stays beside the ego.
  const auto with = [](Duration ego_until, Duration other_from, Duration other_until) {
    Scenario scenario({.duration = 3s});
    scenario.add(ego()).start_free({}).speed(20.0).vanishes(ego_until);
    scenario.add(vru(Category::bicycle))
        .start_free({20.0 * to_seconds(other_from), 4.0, 0.0})
        .speed(20.0)
        .appears(other_from)
        .vanishes(other_until);
    return scenario;
  };
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> intervals;
    std::size_t issues;
  };
  const CheckTester tester("minimum_highway_vru_distance_policy");
  const Case cases[] = {
      {"run ends", tester, with(9s, 1s, 9s), {"0 with 8, 1 to 3, run_end"}, 1},
      {"ego vanishes", tester, with(2s, 1s, 9s), {"0 with 8, 1 to 1.9, actor_gone"}, 1},
      {"the other vanishes", tester, with(9s, 1s, 2s), {"0 with 8, 1 to 1.9, actor_gone"}, 1},
      {"ego is relocated",
       tester.with_relocation("0", 2s),
       with(9s, 1s, 9s),
       {"0 with 8, 1 to 1.9, relocation", "0 with 8, 2 to 3, run_end"},
       2},
      {"the other is relocated",
       tester.with_relocation("8", 2s),
       with(9s, 1s, 9s),
       {"0 with 8, 1 to 1.9, relocation", "0 with 8, 2 to 3, run_end"},
       2},
      {"the other is on its way",
       tester.on_its_way("8", 2s, 9s),
       with(9s, 1s, 9s),
       {"0 with 8, 1 to 1.9, relocation"},
       1},
      {"frozen",
       tester.frozen(2s, 2500ms),
       with(9s, 1s, 9s),
       {"0 with 8, 1 to 1.9, frozen", "0 with 8, 2.5 to 3, run_end"},
       1},
  };
  for (const Case& c : cases) {
    const auto found = c.tester.run(c.scenario);
    EXPECT_EQ(found.intervals(), c.intervals) << c.name;
    EXPECT_EQ(found.issues().size(), c.issues) << c.name;
  }
  // Relocated out of reach.
  Scenario away({.duration = 3s});
  away.add(ego()).start_free({}).speed(20.0);
  away.add(vru(Category::bicycle)).start_free({0.0, 4.0, 0.0}).speed(20.0).fault(kit::jump(2s, 0.0, 50.0));
  EXPECT_THAT(tester.with_relocation("8", 2s).run(away).intervals(), ElementsAre("0 with 8, 0 to 1.9, relocation"));
}

// Each part of the vehicle sees that the other one was relocated, but only what was before ends by it.
TEST(MinimumHighwayVruDistancePolicy, BeginsOnceAfterARelocationForAllPartsOfTheVehicle) {
  Scenario scenario({.duration = 3s});
  scenario.add(ego()).start_free({}).speed(20.0);
  scenario.add({.id = "T", .category = Category::trailer, .length = 4.0, .width = 2.0, .height = 1.5, .parent = "0"})
      .start_free({-4.0, 0.0, 0.0})
      .speed(20.0);
  scenario.add(vru(Category::bicycle)).start_free({-2.0, 4.0, 0.0}).speed(20.0);
  EXPECT_THAT(CheckTester("minimum_highway_vru_distance_policy").with_relocation("8", 2s).run(scenario).intervals(),
              ElementsAre("0 with 8, 0 to 1.9, relocation", "0 with 8, 2 to 3, run_end"));
}

TEST(MinimumHighwayVruDistancePolicy, JoinsWhatIsCloserThanTheMergeGap) {
  Scenario scenario({.duration = 3s});
  scenario.add(ego()).start_free({}).speed(20.0).av_state(
      {{0s, AvState::active}, {1s, AvState::inactive}, {1200ms, AvState::active}, {2s, AvState::inactive}});
  scenario.add(vru(Category::bicycle)).start_free({0.0, 4.0, 0.0}).speed(20.0);
  const CheckTester tester("minimum_highway_vru_distance_policy");
  const std::string path = "minimum_highway_vru_distance_policy.merge_gap=";
  EXPECT_THAT(tester.with(path + "0.1s").run(scenario).intervals(),
              ElementsAre("0 with 8, 0 to 1, condition", "0 with 8, 1.2 to 2, condition"));
  EXPECT_THAT(tester.with(path + "0.15s").run(scenario).intervals(),
              ElementsAre("0 with 8, 0 to 1, condition", "0 with 8, 1.2 to 2, condition"));
  EXPECT_THAT(tester.with(path + "0.2001s").run(scenario).intervals(), ElementsAre("0 with 8, 0 to 2, condition"));
  // Over, and the run ends before the gap does.
  EXPECT_THAT(tester.with(path + "5s").run(scenario).intervals(), ElementsAre("0 with 8, 0 to 2, condition"));
}

TEST(MinimumHighwayVruDistancePolicy, CanBeTurnedOff) {
  const CheckTester tester("minimum_highway_vru_distance_policy");
  const Scenario scenario = pass(20.0, {.x = 20.0, .y = 6.0});
  EXPECT_TRUE(tester.with("minimum_highway_vru_distance_policy.enabled=false").run(scenario).issues().empty());
  EXPECT_TRUE(tester.with_severity("minimum_highway_vru_distance_policy=ignore").run(scenario).issues().empty());
}

}  // namespace
}  // namespace scrutineer::checks
