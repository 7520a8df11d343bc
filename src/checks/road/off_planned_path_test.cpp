#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::PoseAt;
using kit::Scenario;
using testing::ElementsAre;

const map::RoadNetwork& straight() {
  static const auto network = map::build_network(kit::straight_road(200.0));
  return *network;
}

// A car along x that is at y from 1 s to 2 s, and else on the right lane, the middle of which is at y = -1.75.
Scenario at(double y, bool is_ego = false) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "7", .is_ego = is_ego})
      .poses({{0s, 20.0, -1.75},
              {900ms, 29.0, -1.75},
              {1s, 30.0, y},
              {1900ms, 39.0, y},
              {2s, 40.0, -1.75},
              {3s, 50.0, -1.75}});
  return scenario;
}

TEST(OffPlannedPath, ReportsOnlyWhatIsTooFarFromTheNearestLane) {
  const CheckTester tester = CheckTester("off_planned_path").on(straight());
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string second = "off_planned_path of 7, 1 to 2, error";
  Scenario beyond({.duration = 3s}), too_far_beyond({.duration = 3s});
  beyond.add({.id = "7"}).poses({{0s, 150.0, -1.75}, {2s, 221.74, -1.75}});
  too_far_beyond.add({.id = "7"}).poses({{0s, 150.0, -1.75}, {2s, 221.76, -1.75}});
  const Case cases[] = {
      {"on the road", tester, at(1.0), {}},
      {"just within half a lane and 20 m", tester, at(-23.49), {}},
      {"just beyond", tester, at(-23.51), {second}},
      {"just within on the left", tester, at(23.49), {}},
      {"just beyond on the left", tester, at(23.51), {second}},
      {"of the ego", tester, at(-23.51, true), {second}},
      {"a thousand metres", tester, at(-1000.0), {second}},
      {"out of the map, within", tester, beyond, {}},
      {"out of the map, beyond", tester, too_far_beyond, {"off_planned_path of 7, 2 to 3, error"}},
      {"less is allowed, within", tester.with("policy.max_road_offset=5m"), at(-8.49), {}},
      {"less is allowed, beyond", tester.with("policy.max_road_offset=5m"), at(-8.51), {second}},
      {"more is allowed, within", tester.with("policy.max_road_offset=100m"), at(-103.49), {}},
      {"more is allowed, beyond", tester.with("policy.max_road_offset=100m"), at(-103.51), {second}},
      {"switched off", tester.with("policy.enable_off_planned_path_check=false"), at(-100.0), {}},
      {"another severity",
       tester.with_severity("off_planned_path=warning"),
       at(-100.0),
       {"off_planned_path of 7, 1 to 2, warning"}},
      {"turned off", tester.with("off_planned_path.enabled=false"), at(-100.0), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(OffPlannedPath, MeasuresFromThePlanWhereThereIsOne) {
  // A path straight on at y = 5, with a corner up to y = 30 at x = 60.
  const std::string plan = "time,id,x,y,speed\n0,7,0,5,10\n0,7,60,5,10\n0,7,60,30,10\n";
  const CheckTester tester = CheckTester("off_planned_path").on(straight()).planning(plan);
  const auto issues = [&](double y) { return tester.run(at(y)).issues().size(); };
  EXPECT_EQ(issues(-16.74), 0u);
  EXPECT_EQ(issues(-16.76), 1u);
  EXPECT_EQ(issues(26.74), 0u);
  EXPECT_EQ(CheckTester("off_planned_path").on(straight()).run(at(-16.76)).issues().size(), 0u) << "no plan";

  // On its lane, but the plan is elsewhere; before the plan's time, and for others, the lane counts.
  const CheckTester elsewhere =
      CheckTester("off_planned_path").on(straight()).planning("time,id,x,y,speed\n1,7,0,40,10\n1,7,99,40,10\n");
  EXPECT_THAT(elsewhere.run(at(-1.75)).issues(), ElementsAre("off_planned_path of 7, 1 to 3, error"));
  Scenario other({.duration = 3s});
  other.add({.id = "8"}).poses({{0s, 20.0, -1.75}, {3s, 50.0, -1.75}});
  EXPECT_THAT(elsewhere.run(other).issues(), ElementsAre());
  // A path of one point.
  const CheckTester point =
      CheckTester("off_planned_path").on(straight()).planning("time,id,x,y,speed\n0,7,20,-1.75,0\n");
  EXPECT_THAT(point.run(at(-1.75)).issues(), ElementsAre("off_planned_path of 7, 2.2 to 3, error"));
}

TEST(OffPlannedPath, SaysWhereAndIsNobodysFault) {
  const CheckTester tester = CheckTester("off_planned_path").on(straight());
  const auto found = tester.run(at(-30.0, true));
  EXPECT_THAT(
      found.sentences(),
      ElementsAre("[2.000s] 7 - SUT - sut_driver: Vehicle position is too far off planned path: 28.25m from the "
                  "nearest lane, the limit is 21.75m (configurable as policy.max_road_offset). Position: [road "
                  "1, lane -1, s 30m, t -30m], Global coordinates: [30, -30, 0]"));
  EXPECT_THAT(found.messages(), ElementsAre("Ego 7 was 28.25 m away from the nearest lane, for 1 s; it may be 21.75 m "
                                            "(setting: policy.max_road_offset)"));
  EXPECT_EQ(found.evaluation.issues.at(0).category, watch::Category::other);
  EXPECT_NEAR(found.number(0, "distance"), 28.25, 1e-6);
  EXPECT_NEAR(found.number(0, "limit"), 21.75, 1e-9);
  EXPECT_EQ(found.text(0, "path"), "lane");
  EXPECT_THAT(tester.run(at(-1000.0)).sentences(),
              ElementsAre("[2.000s] 7 - car - external_driver: Vehicle position is too far off planned path: at least "
                          "50m from the nearest lane, the limit is 20m (configurable as policy.max_road_offset). "
                          "Position: [none], Global coordinates: [30, -1000, 0]"));
  const auto planned = tester.planning("time,id,x,y,speed\n0,7,0,40,10\n0,7,99,40,10\n").run(at(-1.75));
  EXPECT_THAT(
      planned.sentences(),
      ElementsAre("[3.000s] 7 - car - external_driver: Vehicle position is too far off planned path: 41.75m from "
                  "the planned path, the limit is 21.75m (configurable as policy.max_road_offset). Position: "
                  "[road 1, lane -1, s 20m, t -1.75m], Global coordinates: [20, -1.75, 0]"));
  EXPECT_EQ(planned.text(0, "path"), "plan");
}

TEST(OffPlannedPath, EndsWithItsActorAndTheRun) {
  const CheckTester tester = CheckTester("off_planned_path").on(straight());
  const std::vector<PoseAt> far = {{0s, 20.0, -40.0}, {3s, 50.0, -40.0}};
  Scenario vanishing({.duration = 3s});
  vanishing.add({.id = "7"}).poses(far).vanishes(2s);
  vanishing.add({.id = "8"}).poses(far).appears(1s);
  EXPECT_THAT(tester.run(vanishing).intervals(), ElementsAre("7, 0 to 1.9, actor_gone", "8, 1 to 3, run_end"));
  EXPECT_EQ(tester.run(vanishing).issues().size(), 2u);
  EXPECT_THAT(tester.with_relocation("7", 1s).run(vanishing).intervals(),
              ElementsAre("7, 0 to 0.9, relocation", "7, 1 to 1.9, actor_gone", "8, 1 to 3, run_end"));
  EXPECT_THAT(tester.frozen(1s, 2s).run(vanishing).intervals(),
              ElementsAre("7, 0 to 0.9, frozen", "8, 2 to 3, run_end"));
}

TEST(OffPlannedPath, NeedsAMapButNoSpeed) {
  EXPECT_EQ(CheckTester("off_planned_path").run(at(-100.0)).status(), "skipped: there is no map");
  Scenario silent({.duration = 3s});
  silent.add({.id = "7"}).poses({{0s, 20.0, -40.0}, {3s, 50.0, -40.0}}).reports({});
  EXPECT_EQ(CheckTester("off_planned_path").on(straight()).deriving(0).run(silent).issues().size(), 1u);
}

}  // namespace
}  // namespace scrutineer::checks
