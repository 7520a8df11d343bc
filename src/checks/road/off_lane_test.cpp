#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "checks/catalogue.h"
#include "kit/check_tester.h"
#include "kit/data.h"
#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/sideways_drive.h"
#include "kit/swaying_drive.h"
#include "kit/transform.h"
#include "map/junctions.h"
#include "map/read.h"
#include "watch/engine.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::kOn;
using kit::MadeActor;
using kit::off_once;
using kit::OffAt;
using kit::PoseAt;
using kit::RoadBuilder;
using kit::Scenario;
using kit::sideways;
using kit::sideways_drive;
using kit::straight_network;
using map::LaneType;
using testing::ElementsAre;
using trace::Category;

constexpr double kPi = 3.14159265358979323846;

// Lanes -1 and 1 are driving lanes; the outermost on the right is what is asked for.
std::unique_ptr<const map::RoadNetwork> with_outer_lane(LaneType type, bool allow = true,
                                                        std::vector<std::string> access = {}) {
  RoadBuilder road("1");
  road.line(200.0).lanes({-2, -1, 1}).lane_type(-2, type);
  if (!access.empty()) road.lane_access(-2, allow, std::move(access));
  kit::MapBuilder map;
  map.road(road);
  return map::build_network(map.build());
}

TEST(OffLane, ReportsCornersThatAreTooFarBeside) {
  const CheckTester tester = CheckTester("off_lane").on(straight_network());
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string warning = "off_lane of 7, 1.1 to 2.1, warning";
  const MadeActor ego{.id = "7", .is_ego = true}, truck{.id = "7", .category = Category::truck, .width = 2.4};
  Scenario left({.duration = 5s}), less_left({.duration = 5s});
  for (auto [scenario, y] : {std::pair(&left, 3.051), std::pair(&less_left, 3.049)})
    scenario->add({.id = "7"})
        .poses({{0s, 20.0, 1.0}, {1s, 30.0, 1.0}, {1100ms, 31.0, y}, {2s, 40.0, y}, {2100ms, 41.0, 1.0}});
  const Case cases[] = {
      {"on the lane", tester, sideways_drive(off_once(-0.1)), {}},
      {"just within a quarter of the width", tester, sideways_drive(off_once(0.449)), {}},
      {"just beyond a quarter of the width", tester, sideways_drive(off_once(0.451)), {warning}},
      {"of the ego", tester, sideways_drive(off_once(0.451), ego), {"off_lane of 7, 1.1 to 2.1, error"}},
      {"a truck within a quarter of its width", tester, sideways_drive(off_once(0.599), truck), {}},
      {"a truck beyond a quarter of its width", tester, sideways_drive(off_once(0.601), truck), {warning}},
      {"on the left of the other direction, within", tester, less_left, {}},
      {"on the left of the other direction, beyond", tester, left, {warning}},
      {"far beside the road and back is one issue", tester, sideways_drive(off_once(10.0)), {warning}},
      {"twice",
       tester,
       sideways_drive({{0s, kOn}, {1s, 0.6}, {2s, kOn}, {3s, 0.6}, {4s, kOn}}),
       {"off_lane of 7, 0.9 to 1.2, warning", "off_lane of 7, 2.9 to 3.2, warning"}},
      {"twice, joined",
       tester.with("off_lane.merge_gap=2s"),
       sideways_drive({{0s, kOn}, {1s, 0.6}, {2s, kOn}, {3s, 0.6}, {4s, kOn}}),
       {"off_lane of 7, 0.9 to 3.2, warning"}},
      {"never on a road", tester, sideways_drive({{0s, 9.0}, {5s, 9.0}}), {}},
      {"another severity",
       tester.with_severity("off_lane=info@other"),
       sideways_drive(off_once(1.0)),
       {"off_lane of 7, 1.1 to 2.1, info"}},
      {"turned off", tester.with("off_lane.enabled=false"), sideways_drive(off_once(1.0)), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

// What moves little from frame to frame is not looked at in all of them.
TEST(OffLane, IsSeenInTheFrameInWhichItBegins) {
  struct Case {
    const char* name;
    PoseAt first, last;  // in steps of 0.1 s
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"drifts to the right", {0s, 20.0, -2.1}, {4s, 24.0, -4.06}, {"off_lane of 7, 2 to 4, warning"}},
      {"drifts to the left", {0s, 20.0, 2.1}, {4s, 24.0, 4.06}, {"off_lane of 7, 2 to 4, warning"}},
      {"drifts, but not far enough", {0s, 20.0, -2.1}, {4s, 24.0, -3.0}, {}},
      {"turns to the right as it creeps along",
       {0s, 20.0, -2.1, 0.0},
       {4s, 24.0, -2.1, -0.6},
       {"off_lane of 7, 3.3 to 4, warning"}},
  };
  for (const Case& c : cases) {
    Scenario scenario({.duration = 4s});
    scenario.add({.id = "7", .length = 4.5, .width = 1.8}).poses({c.first, c.last});
    EXPECT_EQ(CheckTester("off_lane").on(straight_network()).run(scenario).issues(), c.issues) << c.name;
  }
}

TEST(OffLane, KnowsWhichLanesAreForWhom) {
  struct Case {
    LaneType type;
    Category category;
    double speed;
    bool is_off;
  };
  const Case cases[] = {
      {LaneType::driving, Category::car, 10.0, false},
      {LaneType::entry, Category::car, 10.0, false},
      {LaneType::exit, Category::truck, 10.0, false},
      {LaneType::on_ramp, Category::car, 10.0, false},
      {LaneType::off_ramp, Category::car, 10.0, false},
      {LaneType::connecting_ramp, Category::car, 10.0, false},
      {LaneType::slip_lane, Category::car, 10.0, false},
      {LaneType::bidirectional, Category::car, 10.0, false},
      {LaneType::shared, Category::car, 10.0, false},
      {LaneType::bus, Category::bus, 10.0, false},
      {LaneType::bus, Category::car, 10.0, true},
      {LaneType::bus, Category::car, 0.0, true},
      {LaneType::taxi, Category::car, 10.0, true},
      {LaneType::hov, Category::bus, 10.0, false},
      {LaneType::hov, Category::car, 10.0, true},
      {LaneType::biking, Category::bicycle, 5.0, false},
      {LaneType::biking, Category::scooter, 5.0, false},
      {LaneType::biking, Category::motorcycle, 5.0, true},
      {LaneType::biking, Category::car, 5.0, true},
      {LaneType::tram, Category::tram, 10.0, false},
      {LaneType::rail, Category::train, 10.0, false},
      {LaneType::rail, Category::car, 10.0, true},
      {LaneType::sidewalk, Category::car, 10.0, true},
      {LaneType::sidewalk, Category::bicycle, 5.0, true},
      {LaneType::sidewalk, Category::wheelchair, 1.0, false},
      {LaneType::walking, Category::car, 10.0, true},
      {LaneType::median, Category::car, 10.0, true},
      {LaneType::border, Category::car, 10.0, true},
      {LaneType::restricted, Category::car, 10.0, true},
      {LaneType::none, Category::car, 10.0, true},
      {LaneType::parking, Category::car, 0.0, false},
      {LaneType::parking, Category::car, 0.099, false},
      {LaneType::parking, Category::car, 0.101, true},
      {LaneType::parking, Category::car, -0.101, true},
      {LaneType::stop, Category::bus, 0.0, false},
      {LaneType::stop, Category::bus, 1.0, true},
      {LaneType::shoulder, Category::car, 0.0, false},
      {LaneType::shoulder, Category::car, 20.0, true},
  };
  for (const Case& c : cases) {
    const auto network = with_outer_lane(c.type);
    Scenario scenario({.map = network.get(), .duration = 2s});
    scenario.add({.id = "7", .category = c.category}).start_at("1", -2, 50.0).speed(c.speed);
    const auto found = CheckTester("off_lane").on(*network).run(scenario);
    EXPECT_EQ(found.issues().size(), c.is_off ? 1u : 0u)
        << to_string(c.type) << " at " << c.speed << " m/s, category " << static_cast<int>(c.category);
  }
}

// What is kept of a strip holds for who stands or for who drives.
TEST(OffLane, LooksAgainAtLanesForWhoStandsWhenItDrives) {
  const auto network = with_outer_lane(LaneType::parking);
  Scenario scenario({.duration = 8s});
  scenario
      .add({.id = "7", .length = 4.5, .width = 1.8})  // with its right side 0.6 m on the parking lane
      .poses({{0s, 50.0, -3.2}, {2s, 50.0, -3.2}, {4s, 60.0, -3.2}, {8s, 60.0, -3.2}});
  const auto found = CheckTester("off_lane").on(*network).run(scenario);
  ASSERT_EQ(found.issues().size(), 1u);
  EXPECT_NEAR(to_seconds(found.evaluation.issues[0].start), 2.0, 0.15);
  EXPECT_NEAR(to_seconds(found.evaluation.issues[0].end), 4.0, 0.15);
}

TEST(OffLane, HeedsLaneAccess) {
  struct Case {
    const char* name;
    LaneType type;
    bool allow;
    std::vector<std::string> access;
    Category category;
    std::string usage;  // empty: no issue
  };
  const Case cases[] = {
      {"a bus lane that cars may use", LaneType::bus, true, {"bus", "passengerCar"}, Category::car, ""},
      {"a bus lane that motorcycles may use", LaneType::bus, true, {"motorcycle"}, Category::car, "bus"},
      {"a taxi lane for buses", LaneType::taxi, true, {"bus"}, Category::bus, ""},
      {"a driving lane for buses only", LaneType::driving, true, {"bus"}, Category::car, "driving for bus"},
      {"a driving lane for buses, a bus", LaneType::driving, true, {"bus"}, Category::bus, ""},
      {"a car may be a taxi", LaneType::driving, true, {"bus", "taxi"}, Category::car, ""},
      {"no trucks", LaneType::driving, false, {"trucks"}, Category::truck, "driving not for trucks"},
      {"no trucks, a car", LaneType::driving, false, {"trucks"}, Category::car, ""},
      {"who has no word of the standard", LaneType::driving, true, {"bus"}, Category::other_vehicle, ""},
  };
  for (const Case& c : cases) {
    const auto network = with_outer_lane(c.type, c.allow, c.access);
    Scenario scenario({.map = network.get(), .duration = 2s});
    scenario.add({.id = "7", .category = c.category}).start_at("1", -2, 50.0).speed(10.0);
    const auto found = CheckTester("off_lane").on(*network).run(scenario);
    ASSERT_EQ(found.issues().size(), c.usage.empty() ? 0u : 1u) << c.name;
    if (c.usage.empty()) continue;
    EXPECT_EQ(found.text(0, "lane_usage"), c.usage) << c.name;
  }
}

TEST(OffLane, MeasuresNothingWhereOnlyTheLaneIsWrong) {
  kit::MapBuilder map;
  map.road(RoadBuilder("1").line(200.0).lanes({-3, -2, -1, 1}).lane_type(-2, LaneType::bus));
  const auto network = map::build_network(map.build());
  Scenario scenario({.map = network.get(), .duration = 2s});
  scenario.add({.id = "7"}).start_at("1", -2, 50.0).speed(10.0);
  const auto found = CheckTester("off_lane").on(*network).run(scenario);
  ASSERT_EQ(found.issues().size(), 1U);
  EXPECT_EQ(found.text(0, "lane_usage"), "bus");
  for (const char* metric : {"off_by", "allowed"}) EXPECT_TRUE(std::isnan(found.number(0, metric))) << metric;
}

TEST(OffLane, SaysWhatIsWrong) {
  const auto message = [](const map::RoadNetwork& map, const Scenario& scenario) {
    const auto found = CheckTester("off_lane").on(map).run(scenario);
    return found.sentences().size() == 1 ? found.sentences()[0] : "not one issue";
  };
  Scenario left({.duration = 3s}), against({.duration = 3s});
  left.add({.id = "7", .is_ego = true}).poses({{0s, 20.0, 1.0}, {1s, 30.0, 3.2}, {3s, 50.0, 3.2}});
  against.add({.id = "7"}).poses({{0s, 90.0, -1.0, kPi}, {1s, 80.0, -3.2, kPi}, {3s, 60.0, -3.2, kPi}});
  EXPECT_EQ(message(straight_network(), left),
            "[3.000s] Off road on left side by 60cm, allowed are 45cm. 7 - SUT - sut_driver");
  EXPECT_EQ(message(straight_network(), against),
            "[3.000s] Off road on left side by 60cm, allowed are 45cm. 7 - car - external_driver");
  EXPECT_EQ(message(straight_network(), sideways_drive(off_once(0.523))),
            "[2.100s] Off road on right side by 52.3cm, allowed are 45cm. 7 - car - external_driver");

  const auto sidewalk = with_outer_lane(LaneType::sidewalk);
  Scenario narrow({.map = sidewalk.get(), .duration = 2s});
  narrow.add({.id = "7"}).start_at("1", -2, 50.0).speed(10.0);
  EXPECT_EQ(message(*sidewalk, narrow),
            "[2.000s] On lane not intended for this type of vehicle - (usage: sidewalk). Off road on right side by "
            "265cm, allowed are 45cm. 7 - car - external_driver");

  const auto told = CheckTester("off_lane").on(*sidewalk).run(narrow).messages();
  EXPECT_EQ(told.at(0),
            "Car 7 drove on a lane that is not for it (sidewalk) and was beside the road on the right by 2.65 m, "
            "where 0.45 m is tolerated, for 2 s");

  // A lane for buses between two for all: nothing is beyond the outermost.
  kit::MapBuilder map;
  map.road(RoadBuilder("1").line(200.0).lanes({-3, -2, -1, 1}).lane_type(-2, LaneType::bus));
  const auto between = map::build_network(map.build());
  Scenario in_bus_lane({.map = between.get(), .duration = 2s});
  in_bus_lane.add({.id = "7"}).start_at("1", -2, 50.0).speed(10.0);
  EXPECT_EQ(message(*between, in_bus_lane),
            "[2.000s] On lane not intended for this type of vehicle - (usage: bus). 7 - car - external_driver");
}

TEST(OffLane, Measures) {
  const auto sidewalk = with_outer_lane(LaneType::sidewalk);
  const auto found = CheckTester("off_lane").on(*sidewalk).run(sideways_drive({{0s, kOn}, {2s, 3.0}, {4s, kOn}}));
  ASSERT_EQ(found.issues(), std::vector<std::string>{"off_lane of 7, 0.6 to 3.5, warning"});
  EXPECT_NEAR(found.number(0, "off_by"), 3.0, 1e-9);
  EXPECT_NEAR(found.number(0, "off_right"), 3.0, 1e-9);
  EXPECT_EQ(found.number(0, "off_left"), 0.0);
  EXPECT_NEAR(found.number(0, "allowed"), 0.45, 1e-12);
  EXPECT_EQ(found.text(0, "lane_usage"), "sidewalk");
}

TEST(OffLane, IsExactInCurves) {
  // To the left with 30 m: the outer edge has a radius of 33.5 m, the middle of the lane one of 31.75 m.
  kit::MapBuilder map;
  map.road(RoadBuilder("1").arc(100.0, 1.0 / 30.0));
  const auto network = map::build_network(map.build());
  for (const double beyond : {0.449, 0.451}) {
    const double radius = std::sqrt(std::pow(33.5 + beyond, 2) - 2.5 * 2.5) - 0.9;
    Scenario scenario({.map = network.get(), .duration = 4s});
    scenario.add({.id = "7"}).start_at("1", -1, 20.0).speed(10.0).lateral(31.75 - radius);
    EXPECT_EQ(CheckTester("off_lane").on(*network).run(scenario).issues().size(), beyond > 0.45 ? 1u : 0u) << beyond;
  }
}

TEST(OffLane, GoesOnFromRoadToRoad) {
  for (const auto& document : {kit::two_roads(), kit::end_to_end_roads(), kit::start_to_start_roads()}) {
    const auto network = map::build_network(document);
    for (const double off : {0.449, 0.451}) {
      Scenario scenario({.duration = 5s});
      scenario.add({.id = "7"}).poses({{0s, 80.0, -2.6 - off}, {5s, 130.0, -2.6 - off}});
      EXPECT_EQ(CheckTester("off_lane").on(*network).run(scenario).issues(),
                off > 0.45 ? std::vector<std::string>{"off_lane of 7, 0 to 5, warning"} : std::vector<std::string>{});
    }
  }
}

TEST(OffLane, LooksAtTheLanesWhereTheCornerIs) {
  // Lane -2 narrows from 3.5 m to nothing between s = 50 and s = 100: a car that stays in its middle gets beside it.
  const auto network = map::build_network(kit::narrowing_lane());
  Scenario scenario({.duration = 5s});
  scenario.add({.id = "7"}).poses({{0s, 20.0, -5.25}, {5s, 100.0, -5.25}});
  const auto found = CheckTester("off_lane").on(*network).run(scenario);
  ASSERT_EQ(found.issues().size(), 1u);
  // Its front is 2.5 m ahead of its centre, its right side at -6.15, and what is allowed reaches 0.45 m further in.
  const auto edge = [&](double x) { return map::road_span(*network, network->find_road("1"), x).right; };
  for (const trace::Frame& frame : scenario.run().frames) {
    const bool is_beyond = edge(frame.actors[0].x + 2.5) - 0.45 > -6.15;
    EXPECT_EQ(frame.time >= found.evaluation.issues[0].start, is_beyond) << to_seconds(frame.time);
  }
}

// Road 1 reaches to y = -3.5, road 2 lies beside it.
TEST(OffLane, CountsTheLanesOfOtherRoads) {
  struct Case {
    const char* name;
    map::LaneType beside;
    double height;  // of the other road
    std::size_t issues;
  };
  const Case cases[] = {
      {"a lane to drive on", map::LaneType::driving, 0.0, 0},
      {"a lane to walk on", map::LaneType::sidewalk, 0.0, 1},
      {"a bridge", map::LaneType::driving, 8.0, 1},
  };
  for (const Case& c : cases) {
    const auto network = map::build_network(kit::MapBuilder("side_by_side")
                                                .road(kit::RoadBuilder("1").line(100.0))
                                                .road(kit::RoadBuilder("2")
                                                          .start(0.0, -3.5)
                                                          .line(100.0)
                                                          .lane(-1, 3.5, c.beside)
                                                          .elevation(0.0, {c.height, 0.0, 0.0, 0.0}))
                                                .build());
    Scenario scenario({.duration = 2s});
    scenario.add({.id = "7"}).poses({{0s, 20.0, -3.2}, {2s, 40.0, -3.2}}).reports({trace::Field::z});
    EXPECT_EQ(CheckTester("off_lane").on(*network).run(scenario).issues().size(), c.issues) << c.name;
  }
}

// From road 1, which reaches to y = -3.5, to road 2, which begins at y = -6.5: halfway it is 1.5 m from both.
TEST(OffLane, MeasuresFromTheNearestRoadThatIsForTheVehicle) {
  struct Case {
    const char* name;
    map::LaneType beyond;
    double off_right;
    const char* issue;
  };
  const Case cases[] = {
      {"a road to drive on", map::LaneType::driving, 1.48, "off_lane of 7, 1.6 to 2.9, warning"},
      {"a road to walk on", map::LaneType::sidewalk, 2.8, "off_lane of 7, 1.6 to 5, warning"},
  };
  for (const Case& c : cases) {
    const auto network =
        map::build_network(kit::MapBuilder("apart")
                               .road(kit::RoadBuilder("1").line(100.0))
                               .road(kit::RoadBuilder("2").start(0.0, -6.5).line(100.0).lane(-1, 9.5, c.beyond))
                               .build());
    const auto found =
        CheckTester("off_lane").on(*network).run(sideways_drive({{0s, kOn}, {1s, kOn}, {3s, 2.8}, {5s, 2.8}}));
    EXPECT_THAT(found.issues(), ElementsAre(c.issue)) << c.name;
    EXPECT_NEAR(found.number(0, "off_right"), c.off_right, 1e-9) << c.name;
  }
}

TEST(OffLane, LooksAtEveryPart) {
  for (const double off : {0.599, 0.601}) {  // a quarter of the trailer's width is 0.6 m
    Scenario scenario({.duration = 5s});
    scenario.add({.id = "7", .category = Category::truck, .width = 2.0}).poses(sideways(off_once(kOn), 2.0));
    scenario.add({.id = "t", .category = Category::trailer, .width = 2.4, .parent = "7"})
        .poses(sideways(off_once(off), 2.4, 9.0));
    EXPECT_EQ(CheckTester("off_lane").on(straight_network()).run(scenario).issues(),
              off > 0.6 ? std::vector<std::string>{"off_lane of 7, 1.1 to 2.1, warning"} : std::vector<std::string>{});
  }
}

TEST(OffLane, IsOneIntervalWithATrailer) {
  // Both follow the same path at 10 m/s, the trailer 9 m behind: far off the road from 1 s to 3 s, each at its time.
  const auto path = [](Duration later) {
    return std::vector<OffAt>{{0s, kOn},         {1s + later, kOn},     {1100ms + later, 3.0},
                              {3s + later, 3.0}, {3100ms + later, kOn}, {6s, kOn}};
  };
  Scenario scenario({.duration = 6s});
  scenario.add({.id = "7", .category = Category::truck, .width = 2.0}).poses(sideways(path(0s), 2.0));
  scenario.add({.id = "t", .category = Category::trailer, .width = 2.0, .parent = "7"})
      .poses(sideways(path(900ms), 2.0, 9.0));
  EXPECT_THAT(CheckTester("off_lane").on(straight_network()).run(scenario).intervals(),
              ElementsAre("7, 1.1 to 4, condition"));
}

TEST(OffLane, IsNotJudgedInJunctions) {
  const auto crossing = map::build_network(kit::four_way_crossing());
  const CheckTester tester = CheckTester("off_lane").on(*crossing);
  const auto standing_at = [](double x, double y, double yaw) {
    Scenario scenario({.duration = 2s});
    scenario.add({.id = "7"}).poses({{0s, x, y, yaw}});
    return scenario;
  };
  // The arm in the east has x >= 15 and |y| <= 3.5.
  EXPECT_THAT(tester.run(standing_at(30.0, 3.1, kPi)).issues(), ElementsAre("off_lane of 7, 0 to 2, warning"));
  EXPECT_THAT(tester.run(standing_at(9.0, 3.6, kPi)).issues(), ElementsAre()) << "in the junction";
  for (const char* exit : {"west", "north", "south"}) {
    Scenario through({.map = crossing.get(), .duration = 9s});
    through.add({.id = "7"}).start_at("east", -1, 80.0).via({exit}).speed(5.0);
    EXPECT_THAT(tester.run(through).issues(), ElementsAre()) << exit;
  }
  // Its centre is before the junction, its front in it, further aside than the arm is wide: that is the junction's.
  Scenario turning_in({.duration = 2s});
  turning_in.add({.id = "7", .category = Category::bus}).poses({{0s, 15.2, 1.75, kPi * 165.0 / 180.0}});
  EXPECT_THAT(tester.run(turning_in).issues(), ElementsAre());
}

TEST(OffLane, EndsWithItsActorAndTheRun) {
  const CheckTester tester = CheckTester("off_lane").on(straight_network());
  const std::vector<OffAt> leaving = {{0s, kOn}, {1s, kOn}, {1100ms, 0.6}, {5s, 0.6}};
  EXPECT_THAT(tester.run(sideways_drive(leaving)).intervals(), ElementsAre("7, 1.1 to 5, run_end"));
  Scenario vanishing({.duration = 5s});
  vanishing.add({.id = "7"}).poses(sideways(leaving)).vanishes(3s);
  vanishing.add({.id = "8"}).poses(sideways({{0s, 0.6}, {5s, 0.6}})).appears(4s);
  EXPECT_THAT(tester.run(vanishing).intervals(), ElementsAre("7, 1.1 to 2.9, actor_gone", "8, 4 to 5, run_end"));
  EXPECT_THAT(tester.run(vanishing).issues().size(), 2u);
  EXPECT_THAT(tester.with_relocation("7", 2s).run(sideways_drive(leaving)).intervals(),
              ElementsAre("7, 1.1 to 1.9, relocation", "7, 2 to 5, run_end"));
  EXPECT_THAT(tester.frozen(2s, 3s).run(sideways_drive(leaving)).intervals(),
              ElementsAre("7, 1.1 to 1.9, frozen", "7, 3 to 5, run_end"));
  EXPECT_THAT(tester.frozen(2s, 3s).run(sideways_drive(leaving)).issues(),
              ElementsAre("off_lane of 7, 3 to 5, warning"));
}

TEST(OffLane, NeedsAMapAndJudgesNoStandingWithoutSpeed) {
  EXPECT_EQ(CheckTester("off_lane").run(sideways_drive(off_once(1.0))).status(), "skipped: there is no map");
  const auto parking = with_outer_lane(LaneType::parking), sidewalk = with_outer_lane(LaneType::sidewalk);
  for (const auto* network : {&parking, &sidewalk}) {
    Scenario silent({.map = network->get(), .duration = 2s});
    silent.add({.id = "7"}).start_at("1", -2, 50.0).speed(10.0).reports({});
    const CheckTester tester = CheckTester("off_lane").on(**network);
    EXPECT_EQ(tester.deriving(0).run(silent).issues().size(), network == &parking ? 0u : 1u);
    EXPECT_EQ(tester.run(silent).issues().size(), 1u);
  }
}

TEST(OffLane, IsTheSameInOtherCoordinates) {
  const map::Document document = kit::s_curve();
  const auto network = map::build_network(document);
  Scenario scenario({.map = network.get(), .duration = 12s});
  scenario.add({.id = "7"}).start_at("1", -2, 10.0).speed(10.0).lateral({{1s, 0.0}, {3s, -2.0}, {5s, -2.0}, {7s, 0.0}});
  scenario.add({.id = "8"})
      .start_at("1", 2, 10.0)
      .against_traffic()
      .speed(10.0)
      .lateral({{1s, 0.0}, {4s, 2.5}, {5s, 2.5}, {8s, 0.0}});
  const kit::RunData run = scenario.run();
  const CheckTester tester("off_lane");
  const auto expected = tester.on(*network).run(run);
  ASSERT_EQ(expected.issues().size(), 2u);
  EXPECT_GT(expected.number(0, "off_right"), 1.0);
  EXPECT_GT(expected.number(1, "off_left"), 1.0);

  constexpr double kAngle = kPi / 6.0;
  const auto moved = map::build_network(kit::shifted_and_rotated(document, 5e5, -5e5, kAngle));
  const auto found = tester.on(*moved).run(kit::shifted_and_rotated(run, 5e5, -5e5, kAngle));
  EXPECT_EQ(found.issues(), expected.issues());
  EXPECT_EQ(found.sentences(), expected.sentences());
  const auto other_way = map::build_network(kit::reversed(document, "1"));
  EXPECT_EQ(tester.on(*other_way).run(run).sentences(), expected.sentences());
  const auto mirror = map::build_network(kit::mirrored(document));
  const auto mirrored = tester.on(*mirror).run(kit::mirrored(run));
  EXPECT_EQ(mirrored.issues(), expected.issues());
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(found.number(i, "off_left"), expected.number(i, "off_left"), 1e-6);
    EXPECT_NEAR(found.number(i, "off_right"), expected.number(i, "off_right"), 1e-6);
    EXPECT_NEAR(mirrored.number(i, "off_left"), expected.number(i, "off_right"), 1e-6);
    EXPECT_NEAR(mirrored.number(i, "off_right"), expected.number(i, "off_left"), 1e-6);
  }
}

// U-turns across a road's end, which leave the road on the far side: pieces of road that are shorter than the vehicle lie
// between where it is and where its corners are.
TEST(OffLane, IsTheSameHoweverARoadIsCut) {
  const auto u_turn = [](double x, double radius) {
    std::vector<kit::PoseAt> poses;
    for (int i = 0; i <= 50; ++i) {
      const double angle = kPi * i / 50.0;
      poses.push_back({.at = i * 100ms,
                       .x = x + radius * std::sin(angle),
                       .y = -1.75 + radius * (1.0 - std::cos(angle)),
                       .yaw = angle});
    }
    Scenario scenario({.duration = 5s});
    scenario.add({.id = "7"}).poses(std::move(poses));
    return scenario.run();
  };
  struct Place {
    const char* road;
    double end;  // where it ends, at its s of 100 m
    map::Document document;
  };
  const Place places[] = {{"1", 100.0, kit::straight_road()},
                          {"1", 100.0, kit::two_roads()},
                          {"1", 100.0, kit::end_to_end_roads()},
                          {"west", -15.0, kit::four_way_crossing()}};
  const CheckTester tester("off_lane");
  int found = 0;
  for (const auto& [road, end, document] : places) {
    const auto whole = map::build_network(document);
    for (const double length : {0.5, 2.0, 2.5, 3.0, 6.0}) {
      const map::Document cut = kit::split(document, road, 100.0 - length);
      const auto once = map::build_network(cut),
                 twice = map::build_network(kit::split(cut, road, 98.0 - length, "middle"));
      for (double x = end - 15.0; x <= end + 5.0; x += 0.7) {
        for (const double radius : {3.5, 4.6, 6.0}) {
          const kit::RunData run = u_turn(x, radius);
          const auto expected = tester.on(*whole).run(run).issues();
          found += expected.empty() ? 0 : 1;
          for (const auto* map : {&once, &twice})
            EXPECT_EQ(tester.on(**map).run(run).issues(), expected)
                << road << ", " << (map == &once ? "once " : "twice ") << length << ", " << x << ", " << radius;
        }
      }
    }
  }
  EXPECT_GT(found, 100);
}

// Who was within its lanes is not looked at again for a while: that must not hide anything. Each frame alone, of a vehicle
// that has just appeared there, says what must be found.
void expect_to_miss_nothing(const map::RoadNetwork& map, const std::string& name, std::uint64_t seed) {
  std::vector<watch::Check> checks = catalogue();
  std::erase_if(checks, [](const watch::Check& check) { return check.info.name != "off_lane"; });
  const watch::Settings settings(checks);
  const std::vector<trace::ActorInfo> actors{{.id = "car", .length = 4.5, .width = 1.8}};
  const auto drive = kit::swaying_drive(map, 2'000, seed, 0.06, 3.5);
  const auto frame_of = [&](std::size_t i) {
    trace::Frame frame;
    frame.time = Time(10ms * i);
    frame.actors = {drive[i]};
    frame.actors.front().vx = 6.0;
    frame.actors.front().fields.set(trace::Field::velocity);
    return frame;
  };
  watch::Engine whole(checks, settings, {.map = &map});
  bool is_open = false;
  int found = 0, judged = 0;
  for (std::size_t i = 0; i < drive.size(); ++i) {
    const trace::Frame frame = frame_of(i);
    for (const watch::Event& event : whole.step(frame, actors)) {
      if (std::holds_alternative<watch::IntervalStarted>(event)) is_open = true;
      if (std::holds_alternative<watch::IntervalRecord>(event)) is_open = false;
    }
    if (i % 3 != 0) continue;
    // Where roads lie over each other, who appears may be taken to be on another one.
    const map::Point centre{drive[i].x, drive[i].y};
    if (map::locate(map, centre, drive[i].z).size() != 1 || map::is_in_junction(map, centre, drive[i].z)) continue;
    ++judged;
    watch::Engine alone(checks, settings, {.map = &map});
    const auto events = alone.step(frame, actors);
    const bool is_off = std::ranges::any_of(
        events, [](const watch::Event& event) { return std::holds_alternative<watch::IntervalStarted>(event); });
    found += is_off ? 1 : 0;
    EXPECT_TRUE(is_open || !is_off) << name << ", seed " << seed << ", step " << i;
  }
  EXPECT_GT(judged, 0) << name;
  testing::Test::RecordProperty(name, found);
}

TEST(OffLane, MissesNothingWhileItRests) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    for (const std::string& name : kit::maps_like({"Town10HD", "Town07", "soderleden", "curves_elevation"}))
      expect_to_miss_nothing(*kit::load_map(name), name, seed);
  }
}

}  // namespace
}  // namespace scrutineer::checks
