#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/angle.h"
#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::ActorScript;
using kit::CheckTester;
using kit::MadeActor;
using kit::PoseAt;
using kit::Scenario;
using testing::ElementsAre;
using trace::Category;
using trace::Driver;

constexpr double kQuarter = std::numbers::pi / 2.0, kHalf = std::numbers::pi;

MadeActor car(std::string id) { return {.id = std::move(id), .length = 4.0, .width = 2.0, .height = 1.5}; }
MadeActor ego() { return {.id = "0", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5}; }

// The ego drives along x at 10 m/s and stops suddenly; car 7 stands with its rear at 52.5 m. The ego's front is there
// at 5.05 s: the first frame of a contact is at 5.1 s.
Scenario approach(Duration stops, PoseAt other = {.x = 54.5}, MadeActor what = car("7")) {
  Scenario scenario({.duration = 7s});
  scenario.add(ego()).start_free({}).speed({{0s, 10.0}, {stops, 10.0}, {stops, 0.0}});
  scenario.add(std::move(what)).poses({other});
  return scenario;
}

Scenario standing(double apart) {
  Scenario scenario({.duration = 7s});
  scenario.add(ego()).poses({PoseAt{}});
  scenario.add(car("7")).poses({PoseAt{.x = apart}});
  return scenario;
}

MadeActor object(std::string id, Category category, bool is_static) {
  return {
      .id = std::move(id), .category = category, .length = 4.0, .width = 2.0, .height = 1.5, .is_static = is_static};
}

TEST(Collision, IsWhereBodiesShareAnAreaAndAHeight) {
  struct Case {
    const char* name;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string to_the_end = "collision_in_sut_control of 0 with 7, 5.1 to 7, error";
  const std::string past = "collision_in_sut_control of 0 with 7, 5.1 to 5.9, error";
  const Case cases[] = {
      {"far away", approach(2s), {}},
      {"stops just before", approach(5s), {}},
      {"stops just inside", approach(5100ms), {to_the_end}},
      {"touches without an area", standing(4.0), {}},
      {"touches with an area", standing(3.999), {"collision_in_sut_control of 0 with 7, 0 to 7, error"}},
      // From 5.1 s, where its front is at 53 m, to 5.9 s, where its rear is at 57 m, beyond the other's front at 56.5
      // m.
      {"drives through", approach(9s), {past}},
      {"passes beside", approach(9s, {.x = 54.5, .y = 2.01}), {}},
      {"scrapes along", approach(9s, {.x = 54.5, .y = 1.99}), {past}},
      {"passes on the right", approach(9s, {.x = 54.5, .y = -2.01}), {}},
      {"scrapes along on the right", approach(9s, {.x = 54.5, .y = -1.99}), {past}},
      {"passes below", approach(9s, {.x = 54.5, .z = 1.51}), {}},
      {"does not fit below", approach(9s, {.x = 54.5, .z = 1.49}), {past}},
      {"passes above", approach(9s, {.x = 54.5, .z = -1.51}), {}},
      {"turned, a corner reaches in",
       approach(9s, {.x = 54.5, .y = 3.0, .yaw = kQuarter / 2.0}),
       {"collision_in_sut_control of 0 with 7, 5.2 to 5.6, error"}},
      {"a static object", approach(5100ms, {.x = 54.5}, object("7", Category::object, true)), {to_the_end}},
      {"a person",
       approach(5100ms, {.x = 52.75}, {.id = "7", .category = Category::person, .length = 0.5, .width = 0.5}),
       {to_the_end}},
      {"a bridge", approach(9s, {.x = 54.5}, object("7", Category::bridge, true)), {}},
      {"an overhead structure", approach(9s, {.x = 54.5}, object("7", Category::overhead_structure, true)), {}},
      {"a speed bump", approach(9s, {.x = 54.5}, object("7", Category::speed_bump, true)), {}},
      {"vegetation", approach(9s, {.x = 54.5}, object("7", Category::vegetation, true)), {}},
      {"a curbstone", approach(9s, {.x = 54.5}, object("7", Category::curbstone, true)), {}},
      {"a base polygon smaller than the box",
       approach(9s, {.x = 54.5},
                {.id = "7",
                 .length = 4.0,
                 .width = 2.0,
                 .height = 1.5,
                 .base_polygon = {{1.0, 1.0}, {1.5, 1.0}, {1.5, 0.5}}}),
       {"collision_in_sut_control of 0 with 7, 5.4 to 5.8, error"}},
  };
  for (const Case& c : cases) EXPECT_EQ(CheckTester("collision").run(c.scenario).issues(), c.issues) << c.name;
}

// One along "lower", the other along "upper", 6 m above it; both are where they cross at the same time.
TEST(Collision, IsNotWithWhatPassesOnABridge) {
  const auto map = map::build_network(kit::bridge());
  using Fields = std::initializer_list<trace::Field>;
  const Fields with_z = {trace::Field::velocity, trace::Field::z}, without = {trace::Field::velocity};
  struct Case {
    const char* name;
    Fields fields;
    bool has_map;
    bool collides;
  };
  const Case cases[] = {
      {"with heights", with_z, true, false},
      {"on the surface", without, true, false},
      {"no heights, no map", without, false, true},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = map.get(), .duration = 8s});
    scenario.add({.id = "0", .is_ego = true}).start_at("lower", -1, 50.0).speed(10.0).reports(c.fields);
    scenario.add({.id = "7"}).start_at("upper", -1, 50.0).speed(10.0).reports(c.fields);
    const CheckTester tester("collision");
    const auto found = (c.has_map ? tester.on(*map) : tester).run(scenario).issues();
    EXPECT_EQ(!found.empty(), c.collides) << c.name;
  }
  // On one road they collide, with and without heights.
  for (const Fields& fields : {with_z, without}) {
    Scenario scenario({.map = map.get(), .duration = 8s});
    scenario.add({.id = "0", .is_ego = true}).start_at("upper", -1, 50.0).speed(10.0).reports(fields);
    scenario.add({.id = "7"}).start_at("upper", -1, 70.0).speed(5.0).reports(fields);
    EXPECT_EQ(CheckTester("collision").on(*map).run(scenario).issues().size(), 1U);
  }
}

TEST(Collision, TellsWhoWasDriving) {
  struct Case {
    const char* name;
    std::optional<Driver> driver;
    std::string issue;
  };
  const Case cases[] = {
      {"not said", {}, "collision_in_sut_control of 0 with 7, 5.1 to 7, error"},
      {"the SUT", Driver::sut_driver, "collision_in_sut_control of 0 with 7, 5.1 to 7, error"},
      {"both", Driver::hybrid_driver, "collision_in_hybrid_control of 0 with 7, 5.1 to 7, error"},
      {"the simulator", Driver::ftx_driver, "collision_in_manual_control of 0 with 7, 5.1 to 7, error"},
      {"somebody else", Driver::external_driver, "collision_in_manual_control of 0 with 7, 5.1 to 7, error"},
  };
  for (const Case& c : cases) {
    Scenario scenario({.duration = 7s});
    ActorScript& driven = scenario.add(ego()).start_free({}).speed({{0s, 10.0}, {5100ms, 10.0}, {5100ms, 0.0}});
    if (c.driver) driven.driver({{0s, *c.driver}, {6s, Driver::hybrid_driver}});
    scenario.add(car("7")).start_free({54.5, 0.0, 0.0}).speed(0.0);
    const auto found = CheckTester("collision").run(scenario);
    EXPECT_THAT(found.issues(), ElementsAre(c.issue)) << c.name;
    EXPECT_EQ(found.evaluation.issues.at(0).category, watch::Category::sut) << c.name;
  }
}

TEST(Collision, IsOnePerPairAndTheEgoIsItsActor) {
  Scenario scenario({.duration = 2s});
  scenario.add(car("5")).start_free({0.0, 0.0, 0.0}).speed(0.0);
  scenario.add(car("4")).start_free({3.0, 1.0, 0.0}).speed(0.0).appears(500ms);
  scenario.add(car("3")).start_free({3.0, 0.0, 0.0}).speed(0.0).appears(500ms);
  scenario.add(ego()).start_free({6.5, 0.0, 0.0}).speed(0.0).appears(1s);
  const auto found = CheckTester("collision").run(scenario);
  EXPECT_THAT(found.issues(), ElementsAre("collision of 5 with 3, 0.5 to 2, error",  //
                                          "collision of 5 with 4, 0.5 to 2, error",  //
                                          "collision of 3 with 4, 0.5 to 2, error",  //
                                          "collision_in_sut_control of 0 with 3, 1 to 2, error",
                                          "collision_in_sut_control of 0 with 4, 1 to 2, error"));
  EXPECT_EQ(found.evaluation.issues.at(0).category, watch::Category::other);
  EXPECT_EQ(found.evaluation.checks.at(0).instances, 4U);
  EXPECT_EQ(found.status(), "completed");
}

TEST(Collision, LeavesOutTwoStaticObjects) {
  Scenario scenario({.duration = 1s});
  scenario.add(object("1", Category::object, true)).poses({PoseAt{}});
  scenario.add(object("2", Category::object, true)).poses({PoseAt{.x = 1.0}});
  EXPECT_TRUE(CheckTester("collision").run(scenario).issues().empty());
  scenario.add(object("3", Category::object, false)).poses({PoseAt{.x = 4.5}});
  EXPECT_THAT(CheckTester("collision").run(scenario).issues(), ElementsAre("collision of 2 with 3, 0 to 1, error"));
}

TEST(Collision, SaysAtOnceWhatHappened) {
  EXPECT_THAT(CheckTester("collision").run(approach(9s)).sentences(),
              ElementsAre("[5.100s] Collision of 0 - SUT - sut_driver with 7 - car: front against rear, "
                          "speed: 36kph against 0kph, delta_v: 36kph"));
  EXPECT_THAT(
      CheckTester("collision").run(approach(9s)).messages(),
      ElementsAre("Ego 0 collided with car 7 at a closing speed of 36 km/h (10 m/s), at fault: ran into a standing "
                  "vehicle; its front against the other's rear; speeds in the first frame of contact: 36 km/h (10 m/s) "
                  "and 0 km/h (0 m/s)"));

  Scenario unknown({.duration = 1s});
  unknown.add(car("1")).start_free({}).speed(0.0).reports({});
  unknown.add(car("2")).start_free({1.0, 0.0, 0.0}).speed(0.0).reports({});
  const auto found = CheckTester("collision").run(unknown);
  // They stand in each other from the first frame on: they may be one vehicle until the run is over.
  EXPECT_THAT(found.sentences(), ElementsAre("[1.000s] Collision of 1 - car - external_driver with 2 - car: front "
                                             "against rear, speed: unknown against unknown, delta_v: unknown"));
  EXPECT_THAT(found.messages(), ElementsAre("Car 1 collided with car 2, its front against the other's rear"));
  for (const char* metric : {"velocity", "other_velocity", "acceleration", "other_acceleration", "delta_v"})
    EXPECT_TRUE(std::isnan(found.number(0, metric))) << metric;
  EXPECT_DOUBLE_EQ(found.number(0, "contact_x"), 0.5);
  EXPECT_DOUBLE_EQ(found.number(0, "duration"), 1.0);
}

TEST(Collision, MeasuresTheContact) {
  // The ego brakes from 10 m/s; the other comes across from its right at 4 m/s and is hit at 5.05 s or so.
  Scenario scenario({.duration = 8s});
  scenario.add(ego()).start_free({}).speed({{0s, 10.0}, {4s, 10.0}, {9s, 5.0}});
  scenario.add(car("7")).start_free({52.5, -20.2, kQuarter}).speed({{0s, 4.0}, {8s, 4.0}});
  const auto found = CheckTester("collision").run(scenario);
  ASSERT_EQ(found.issues().size(), 1U);
  const watch::Issue& issue = found.evaluation.issues.at(0);
  const double start = to_seconds(issue.start);
  EXPECT_EQ(found.text(0, "side"), "front");
  EXPECT_EQ(found.text(0, "other_side"), "left");
  EXPECT_NEAR(found.number(0, "velocity"), 10.0 - (start - 4.0), 1e-9);
  EXPECT_NEAR(found.number(0, "other_velocity"), 4.0, 1e-9);
  EXPECT_NEAR(found.number(0, "acceleration"), -1.0, 1e-9);
  EXPECT_NEAR(found.number(0, "other_acceleration"), 0.0, 1e-9);
  EXPECT_NEAR(found.number(0, "delta_v"), std::hypot(10.0 - (start - 0.1 - 4.0), 4.0), 1e-9);
  EXPECT_NEAR(found.number(0, "duration"), to_seconds(issue.end - issue.start), 1e-12);
  EXPECT_GT(issue.end, issue.start);
  EXPECT_EQ(issue.time, issue.start);
  EXPECT_EQ(found.evaluation.intervals.at(0).data, issue.data);

  // At 5.1 s the ego's front is at 53 m, the other's rear at 52.5 m, shifted to the left by 1 m.
  const auto behind = CheckTester("collision").run(approach(9s, {.x = 54.5, .y = 1.0}));
  EXPECT_NEAR(behind.number(0, "contact_x"), 52.75, 1e-9);
  EXPECT_NEAR(behind.number(0, "contact_y"), 0.5, 1e-9);
}

TEST(Collision, IsOfTheEgoAlsoWhereTheOtherCameFirst) {
  // The ego, 10 m/s, runs into the rear of somebody who drives the same way with 4 m/s and was there before it.
  struct Case {
    const char* name;
    double heading;
  };
  const Case cases[] = {{"along x", 0.0}, {"along y", kQuarter}};
  for (const Case& c : cases) {
    Scenario scenario({.duration = 8s});
    scenario.add(car("5")).start_free({20.0 * std::cos(c.heading), 20.0 * std::sin(c.heading), c.heading}).speed(4.0);
    scenario.add(ego()).start_free({0.0, 0.0, c.heading}).speed(10.0).appears(1s);
    const auto found = CheckTester("collision").run(scenario);
    ASSERT_EQ(found.issues().size(), 1U) << c.name;
    EXPECT_EQ(found.evaluation.issues.at(0).actor.id, "0") << c.name;
    EXPECT_EQ(found.text(0, "side"), "front") << c.name;
    EXPECT_EQ(found.text(0, "other_side"), "rear") << c.name;
    EXPECT_NEAR(found.number(0, "velocity"), 10.0, 1e-9) << c.name;
    EXPECT_NEAR(found.number(0, "other_velocity"), 4.0, 1e-9) << c.name;
    EXPECT_NEAR(found.number(0, "delta_v"), 6.0, 1e-9) << c.name;
  }
}

TEST(Collision, KnowsThatStaticObjectsStand) {
  Scenario scenario({.duration = 7s});
  scenario.add(ego()).start_free({}).speed(10.0);
  scenario.add(object("7", Category::object, true)).poses({PoseAt{.x = 54.5}}).reports({});
  const auto found = CheckTester("collision").deriving(0).run(scenario);
  EXPECT_DOUBLE_EQ(found.number(0, "other_velocity"), 0.0);
  EXPECT_DOUBLE_EQ(found.number(0, "other_acceleration"), 0.0);
  EXPECT_NEAR(found.number(0, "delta_v"), 10.0, 1e-12);
}

TEST(Collision, TellsSides) {
  struct Case {
    const char* name;
    PoseAt from;  // of the other, 1 s before it is at `to`; the ego stands at the origin and faces along x
    PoseAt to;
    std::string side, other_side;
  };
  const Case cases[] = {
      {"head on", {.x = 10.0, .yaw = kHalf}, {.x = 2.0, .yaw = kHalf}, "front", "front"},
      {"from behind", {.x = -10.0}, {.x = -2.0}, "rear", "front"},
      {"from the left", {.y = 10.0, .yaw = -kQuarter}, {.y = 2.0, .yaw = -kQuarter}, "left", "front"},
      {"from the right", {.y = -10.0, .yaw = kQuarter}, {.y = -2.0, .yaw = kQuarter}, "right", "front"},
      {"backwards from the right", {.y = -10.0, .yaw = -kQuarter}, {.y = -2.0, .yaw = -kQuarter}, "right", "rear"},
      {"sideways from ahead", {.x = 10.0, .yaw = kQuarter}, {.x = 2.0, .yaw = kQuarter}, "front", "left"},
      // Half of the width that they share is 0.49 m (0.51 m) of 2 m.
      {"head on, a quarter of the width",
       {.x = 10.0, .y = 1.49, .yaw = kHalf},
       {.x = 2.0, .y = 1.49, .yaw = kHalf},
       "front",
       "front"},
      {"head on, less",
       {.x = 10.0, .y = 1.51, .yaw = kHalf},
       {.x = 2.0, .y = 1.51, .yaw = kHalf},
       "front_left",
       "front_left"},
      {"head on at the right",
       {.x = 10.0, .y = -1.51, .yaw = kHalf},
       {.x = 2.0, .y = -1.51, .yaw = kHalf},
       "front_right",
       "front_right"},
      {"from behind at the left", {.x = -10.0, .y = 1.51}, {.x = -2.0, .y = 1.51}, "rear_left", "front_right"},
      {"from behind at the right", {.x = -10.0, .y = -1.51}, {.x = -2.0, .y = -1.51}, "rear_right", "front_left"},
      // Far inside in the first frame of the contact: what they share is nearer to the ego's left edge.
      {"fast, half of the width",
       {.x = 21.0, .y = 1.0, .yaw = kHalf},
       {.x = -19.0, .y = 1.0, .yaw = kHalf},
       "front",
       "front"},
      {"turned, a corner first",
       {.x = 10.0, .y = 0.0, .yaw = 0.75 * kHalf},
       {.x = 2.0, .y = 0.0, .yaw = 0.75 * kHalf},
       "front",
       "front_left"},
  };
  for (const Case& c : cases) {
    Scenario scenario({.duration = 1s});
    scenario.add(ego()).start_free({}).speed(0.0);
    PoseAt to = c.to;
    to.at = 1s;
    scenario.add(car("7")).poses({c.from, to});
    const auto found = CheckTester("collision").run(scenario);
    ASSERT_EQ(found.issues().size(), 1U) << c.name;
    EXPECT_EQ(found.text(0, "side"), c.side) << c.name;
    EXPECT_EQ(found.text(0, "other_side"), c.other_side) << c.name;
  }
}

TEST(Collision, OfATrailerIsItsWholes) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5}).start_free({}).speed(0.0);
  scenario.add({.id = "T", .category = Category::trailer, .length = 4.0, .width = 2.0, .height = 1.5, .parent = "0"})
      .start_free({-3.9, 0.0, 0.0})  // overlaps its truck
      .speed(0.0);
  // Runs into the trailer's rear, at x = -5.9, at 1.01 s.
  scenario.add(car("7")).start_free({-18.0, 0.0, 0.0}).speed({{0s, 10.0}, {1100ms, 10.0}, {1100ms, 0.0}});
  const auto found = CheckTester("collision").run(scenario);
  EXPECT_THAT(found.issues(), ElementsAre("collision_in_sut_control of 0 with 7, 1.1 to 3, error"));
  EXPECT_EQ(found.text(0, "side"), "rear");
  EXPECT_EQ(found.text(0, "other_side"), "front");
  EXPECT_THAT(found.evaluation.issues.at(0).details, testing::EndsWith(". of 0 its part T"));
  EXPECT_DOUBLE_EQ(found.number(0, "velocity"), 0.0);
}

TEST(Collision, IsNoneBetweenPartsThatOverlapAndDriveAsOne) {
  const std::string one = "one_vehicle_in_two_parts of 0 with T, 0 to 1.1, info";
  const auto collision = [](const char* from_to) {
    return "collision_in_sut_control of 0 with T, " + std::string(from_to) + ", error";
  };
  struct Case {
    const char* name;
    std::vector<kit::SpeedAt> truck, trailer;
    double behind;  // the trailer's centre; bodies are 4 m long
    std::vector<std::string> issues;
  };
  const std::vector<kit::SpeedAt> drives = {{0s, 10.0}}, stands = {{0s, 0.0}},
                                  starts = {{0s, 0.0}, {3s, 0.0}, {5s, 4.0}};
  const Case cases[] = {
      {"drive as one", drives, drives, 3.9, {one}},
      {"only touch", drives, drives, 4.0, {}},
      {"stand, then drive as one", starts, starts, 3.9, {"one_vehicle_in_two_parts of 0 with T, 0 to 4.4, info"}},
      {"stand all the time: nobody can tell", stands, stands, 3.9, {collision("0 to 7")}},
      {"one drives away", drives, stands, 3.9, {collision("0 to 0.1")}},
      {"one creeps into the other", drives, {{0s, 10.2}}, 3.9, {collision("0 to 7")}},
      {"drive as one for not long enough",
       {{0s, 10.0}, {900ms, 10.0}, {900ms, 12.0}},
       drives,
       3.9,
       {collision("0 to 1")}},
  };
  for (const Case& c : cases) {
    Scenario scenario({.duration = 7s});
    scenario.add(ego()).start_free({}).speed(c.truck);
    scenario.add(car("T")).start_free({-c.behind, 0.0, 0.0}).speed(c.trailer);
    const auto found = CheckTester("collision").run(scenario);
    EXPECT_EQ(found.issues(), c.issues) << c.name;
  }
  // It is said once, though they part a little and overlap again.
  Scenario bending({.duration = 7s});
  bending.add(ego()).start_free({}).speed(10.0);
  bending.add(car("T"))
      .start_free({-3.9, 0.0, 0.0})
      .speed(10.0)
      .fault(kit::off_by(3s, 4s, "x", -0.2))
      .fault(kit::off_by(5s, 6s, "x", -0.2));
  EXPECT_THAT(CheckTester("collision").run(bending).issues(), ElementsAre(one));
  // A tracker's noise moves one of two that stand, whichever was seen first: that is no driving as one.
  for (const bool ego_trembles : {true, false}) {
    Scenario parked({.duration = 7s});
    auto& first = parked.add(ego()).start_free({}).speed(0.0);
    auto& second = parked.add(car("T")).start_free({-3.9, 0.0, 0.0}).speed(0.0);
    for (int i = 0; i < 35; ++i)
      (ego_trembles ? first : second).fault(kit::off_by(i * 200ms, i * 200ms + 100ms, "x", 0.08));
    EXPECT_THAT(CheckTester("collision").run(parked).issues(), ElementsAre(collision("0 to 7"))) << ego_trembles;
  }
  // Who has come off, and is run into later, is another vehicle.
  Scenario off({.duration = 7s});
  off.add(ego()).start_free({}).speed(10.0);
  off.add(car("T")).start_free({-3.9, 0.0, 0.0}).speed({{0s, 10.0}, {2s, 10.0}, {2s, 5.0}, {3s, 5.0}, {3s, 15.0}});
  EXPECT_THAT(CheckTester("collision").run(off).issues(), ElementsAre(one, collision("4 to 5.6")));
  // Who came together in the run has collided, however it goes on.
  Scenario locked({.duration = 7s});
  locked.add(ego()).start_free({}).speed(10.0);
  locked.add(car("T")).start_free({-13.9, 0.0, 0.0}).speed({{0s, 20.0}, {1s, 20.0}, {1s, 10.0}});
  EXPECT_THAT(CheckTester("collision").run(locked).issues(), ElementsAre(collision("1 to 7")));
}

// A trailer that the run does not tie to the ego touches it, and overlaps it only where both bend.
TEST(Collision, IsNoneWithWhatHangsOnInABend) {
  struct Row {
    const char* name;
    double gap;
    Duration bends_at;
    std::vector<std::string> issues;
  };
  const std::string one = "one_vehicle_in_two_parts of 0 with T, 2 to 2, info";
  const Row rows[] = {
      {"touches", 0.0, 2s, {one}},
      {"touches but for rounding", 0.05, 2s, {one}},
      {"is only near", 0.2, 2s, {"collision_in_sut_control of 0 with T, 2 to 4, error"}},
      {"bends in its first second", 0.0, 500ms, {"one_vehicle_in_two_parts of 0 with T, 1.1 to 1.1, info"}},
  };
  for (const Row& row : rows) {
    constexpr double kBend = 15.0 * kDegree;
    std::vector<kit::PoseAt> truck, trailer;
    for (Duration at = 0s; at <= 4s; at += 100ms) {
      const double x = 10.0 * to_seconds(at), bend = at >= row.bends_at ? kBend : 0.0;
      truck.push_back({.at = at, .x = x});
      trailer.push_back(
          {.at = at, .x = x - 2.0 - row.gap - 2.0 * std::cos(bend), .y = -2.0 * std::sin(bend), .yaw = bend});
    }
    Scenario scenario({.duration = 4s});
    scenario.add(ego()).poses(std::move(truck));
    scenario.add(car("T")).poses(std::move(trailer));
    EXPECT_EQ(CheckTester("collision").run(scenario).issues(), row.issues) << row.name;
  }
}

// A truck that the run does not tie to its trailer, and that drives a bend from the first frame on, or later.
TEST(Collision, IsNoneWithATrailerThatTurnsAboutItsCoupling) {
  struct Row {
    const char* name;
    double coupling, drawbar;  // behind the truck's middle, and before the trailer's axle: metres
    double radius, speed;      // of the truck
    double slides;             // m/s, to the left of the trailer's own way
    bool is_one;
    bool turns_twice = false;  // from 1.5 to 6 and from 9 to 12 s, and is straight in between
    double reach = 0.8;        // of the trailer's body before its coupling
  };
  const Row rows[] = {
      {"straight on", 1.5, 8.0, 1e6, 8.0, 0.0, true},
      {"a wide bend", 1.5, 8.0, 60.0, 12.0, 0.0, true},
      {"a narrow bend", 1.5, 8.0, 15.0, 6.0, 0.0, true},
      {"a narrow bend to the right", 1.5, 8.0, -15.0, 6.0, 0.0, true},
      {"a car and its caravan", 2.4, 4.0, 12.0, 5.0, 0.0, true},
      {"slides out of it", 1.5, 8.0, 60.0, 12.0, 0.5, false},
      {"slides while straight on", 1.5, 8.0, 1e6, 8.0, 0.5, false},
      {"slides far in a narrow bend", 1.5, 8.0, 15.0, 6.0, 2.0, false},
      {"turns round, twice", 4.0, 6.0, 6.0, 5.0, 0.0, true, true},
      {"turns round, twice, and overlaps then only", 4.0, 6.0, 6.0, 5.0, 0.0, true, true, 0.0},
      {"to the right", 4.0, 6.0, -6.0, 5.0, 0.0, true, true, 0.0},
  };
  for (const Row& row : rows) {
    constexpr double kStep = 0.01, kLength = 8.0;
    std::vector<kit::PoseAt> truck, trailer;
    double x = 0.0, y = 0.0, yaw = 0.0, trailer_yaw = 0.0, slid = 0.0;
    for (int i = 0; i <= 1200; ++i) {
      const double joint_x = x - row.coupling * std::cos(yaw), joint_y = y - row.coupling * std::sin(yaw);
      if (i % 10 == 0) {
        const double back = 0.5 * kLength - row.reach;
        truck.push_back({.at = i * 10ms, .x = x, .y = y, .yaw = yaw});
        trailer.push_back({.at = i * 10ms,
                           .x = joint_x - back * std::cos(trailer_yaw) - slid * std::sin(trailer_yaw),
                           .y = joint_y - back * std::sin(trailer_yaw) + slid * std::cos(trailer_yaw),
                           .yaw = trailer_yaw});
      }
      x += kStep * row.speed * std::cos(yaw);
      y += kStep * row.speed * std::sin(yaw);
      if (!row.turns_twice || (i >= 150 && i < 600) || i >= 900) yaw += kStep * row.speed / row.radius;
      trailer_yaw += kStep * row.speed / row.drawbar * std::sin(yaw - trailer_yaw);
      slid += kStep * row.slides;
    }
    Scenario scenario({.duration = row.turns_twice ? 12s : 3s});
    const double length = 2.0 * row.coupling + (row.reach > 0.0 ? 2.0 : 0.0);
    scenario.add({.id = "0", .is_ego = true, .length = length, .width = 2.5, .height = 3.0}).poses(std::move(truck));
    scenario.add({.id = "T", .length = kLength, .width = 2.5, .height = 3.0}).poses(std::move(trailer));
    const std::vector<std::string> issues = CheckTester("collision").run(scenario).issues();
    ASSERT_EQ(issues.size(), 1U) << row.name;
    EXPECT_EQ(issues.front().starts_with("one_vehicle_in_two_parts"), row.is_one) << row.name << ": " << issues.front();
  }
}

// Trailers turn about a coupling, which is far from the middles of both.
TEST(Collision, IsOneWithWhoSpinsAboutItsOwnMiddle) {
  for (const bool ego_spins : {false, true}) {
    std::vector<kit::PoseAt> straight, spinning;
    for (int i = 0; i <= 30; ++i) {
      straight.push_back({.at = i * 100ms, .x = 1.0 * i});
      spinning.push_back({.at = i * 100ms, .x = 4.2 + 1.0 * i, .y = 0.1, .yaw = 0.05 * i});
    }
    Scenario scenario({.duration = 3s});
    scenario.add(ego()).poses(ego_spins ? spinning : straight);
    scenario.add({.id = "7", .length = 4.5, .width = 1.8}).poses(ego_spins ? straight : spinning);
    const std::vector<std::string> issues = CheckTester("collision").run(scenario).issues();
    ASSERT_EQ(issues.size(), 1U);
    EXPECT_TRUE(issues.front().starts_with("collision_in_sut_control")) << issues.front();
  }
}

TEST(Collision, IsNoneBetweenTrailersWhoseTruckIsNotThere) {
  Scenario scenario({.duration = 3s});
  scenario.add(ego()).start_free({50.0, 0.0, 0.0}).speed(0.0);
  scenario.add({.id = "truck", .category = Category::truck, .length = 4.0})
      .start_free({0.0, 0.0, 0.0})
      .speed(0.0)
      .vanishes(1s);
  for (const auto& [id, x] : {std::pair("T1", -5.0), std::pair("T2", -8.0)})
    scenario.add({.id = id, .category = Category::trailer, .length = 4.0, .parent = "truck"})
        .start_free({x, 0.0, 0.0})
        .speed(0.0);
  EXPECT_THAT(CheckTester("collision").run(scenario).issues(), ElementsAre());
}

TEST(Collision, EndsWithEitherActorARelocationAndTheRun) {
  const auto with = [](Duration ego_until, Duration other_until, Duration duration) {
    Scenario scenario({.duration = duration});
    scenario.add(ego()).start_free({}).speed({{0s, 10.0}, {5100ms, 10.0}, {5100ms, 0.0}}).vanishes(ego_until);
    scenario.add(car("7")).start_free({54.5, 0.0, 0.0}).speed(0.0).vanishes(other_until);
    return scenario;
  };
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> intervals;
  };
  const CheckTester tester("collision");
  const Case cases[] = {
      {"run ends", tester, with(9s, 9s, 6s), {"0 with 7, 5.1 to 6, run_end"}},
      {"ego vanishes", tester, with(6s, 9s, 7s), {"0 with 7, 5.1 to 5.9, actor_gone"}},
      {"other vanishes", tester, with(9s, 6s, 7s), {"0 with 7, 5.1 to 5.9, actor_gone"}},
      {"both vanish", tester, with(6s, 6s, 7s), {"0 with 7, 5.1 to 5.9, actor_gone"}},
      {"ego is relocated, to where it is",
       tester.with_relocation("0", 6s),
       with(9s, 9s, 7s),
       {"0 with 7, 5.1 to 5.9, relocation", "0 with 7, 6 to 7, run_end"}},
      {"other is relocated",
       tester.with_relocation("7", 6s),
       with(9s, 9s, 7s),
       {"0 with 7, 5.1 to 5.9, relocation", "0 with 7, 6 to 7, run_end"}},
      {"other is on its way", tester.on_its_way("7", 6s, 9s), with(9s, 9s, 7s), {"0 with 7, 5.1 to 5.9, relocation"}},
      {"frozen and thawed",
       tester.frozen(6s, 6500ms),
       with(9s, 9s, 7s),
       {"0 with 7, 5.1 to 5.9, frozen", "0 with 7, 6.5 to 7, run_end"}},
      {"frozen for one of the two", tester.frozen(6s, 6500ms, "0"), with(9s, 9s, 7s), {"0 with 7, 5.1 to 7, run_end"}},
      {"frozen before it begins", tester.frozen(4s, 6500ms), with(9s, 9s, 7s), {"0 with 7, 6.5 to 7, run_end"}},
      {"frozen for both, one after the other",
       tester.frozen(5500ms, 6500ms, "0").frozen(6s, 9s, "7"),
       with(9s, 9s, 7s),
       {"0 with 7, 5.1 to 5.9, frozen", "0 with 7, 6.5 to 7, run_end"}},
  };
  for (const Case& c : cases) {
    const auto found = c.tester.run(c.scenario);
    EXPECT_EQ(found.intervals(), c.intervals) << c.name;
    // Raised when it began, whatever comes later; its end is the interval's.
    ASSERT_EQ(found.issues().size(), c.intervals.size()) << c.name;
    for (std::size_t i = 0; i < c.intervals.size(); ++i)
      EXPECT_EQ(found.evaluation.issues[i].end, found.evaluation.intervals[i].end) << c.name;
  }
}

TEST(Collision, IsNotOfThoseWhoCameWhileAllWereFrozen) {
  Scenario scenario({.duration = 4s});
  scenario.add(car("6")).start_free({}).speed(0.0).appears(2s);
  scenario.add(car("7")).start_free({3.0, 0.0, 0.0}).speed(0.0).appears(2s);
  const CheckTester tester("collision");
  EXPECT_THAT(tester.frozen(1s, 3s).run(scenario).intervals(), ElementsAre("6 with 7, 3 to 4, run_end"));
  // Or each of them, by name.
  EXPECT_THAT(tester.frozen(1s, 3s, "6").frozen(1s, 9s, "7").run(scenario).intervals(),
              ElementsAre("6 with 7, 3 to 4, run_end"));
}

TEST(Collision, IsANewOneAfterAGap) {
  // Into the other, out of it backwards, and in again: apart in the frames at 2.1 and 2.2 s.
  Scenario scenario({.duration = 4s});
  scenario.add(ego()).poses({{.at = 0s, .x = 0.0},
                             {.at = 1s, .x = 1.0},
                             {.at = 2s, .x = 1.0},
                             {.at = 2100ms, .x = 0.0},
                             {.at = 2200ms, .x = 0.0},
                             {.at = 2300ms, .x = 1.0}});
  scenario.add(car("7")).start_free({4.5, 0.0, 0.0}).speed(0.0);
  struct Case {
    const char* name;
    const char* gap;
    std::vector<std::string> issues;
  };
  const std::string whole = "collision_in_sut_control of 0 with 7, 0.6 to 4, error";
  const std::vector<std::string> both{"collision_in_sut_control of 0 with 7, 0.6 to 2.1, error",
                                      "collision_in_sut_control of 0 with 7, 2.3 to 4, error"};
  const Case cases[] = {
      {"no gap is joined", "0s", both},
      {"the gap is no shorter", "0.1s", both},
      {"the gap is no shorter, and no frame where it ends", "0.15s", both},
      {"the gap is shorter", "0.2001s", {whole}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(CheckTester("collision").with("collision.merge_gap=" + std::string(c.gap)).run(scenario).issues(),
              c.issues)
        << c.name;
  // What is over when the run ends is not closed by that.
  Scenario leaves({.duration = 3s});
  leaves.add(ego()).poses({{.at = 0s, .x = 1.0}, {.at = 2s, .x = 1.0}, {.at = 2100ms, .x = 0.0}});
  leaves.add(car("7")).start_free({4.5, 0.0, 0.0}).speed(0.0);
  EXPECT_THAT(CheckTester("collision").with("collision.merge_gap=5s").run(leaves).intervals(),
              ElementsAre("0 with 7, 0 to 2.1, condition"));
}

TEST(Collision, WatchesAPairIfItIsEnabledForOneOfThem) {
  Scenario scenario({.duration = 1s});
  scenario.add(ego()).start_free({}).speed(0.0);
  scenario.add(car("7")).start_free({3.5, 0.0, 0.0}).speed(0.0);
  scenario.add(car("8")).start_free({7.0, 0.0, 0.0}).speed(0.0);
  scenario.add(car("9")).start_free({10.5, 0.0, 0.0}).speed(0.0);
  const std::string of_ego = "collision_in_sut_control of 0 with 7, 0 to 1, error";
  const std::string of_7 = "collision of 7 with 8, 0 to 1, error", of_8 = "collision of 8 with 9, 0 to 1, error";
  struct Case {
    const char* name;
    CheckTester tester;
    std::vector<std::string> issues;
    std::vector<std::size_t> instances;  // of the checks that were on
  };
  const CheckTester tester("collision");
  const Case cases[] = {
      {"as it is", tester, {of_ego, of_7, of_8}, {4}},
      {"off", tester.with("collision.enabled=false"), {}, {}},
      {"not for the ego", tester.with("sut.collision.enabled=false"), {of_ego, of_7, of_8}, {3}},
      {"not for others", tester.with("npc.collision.enabled=false"), {of_ego}, {1}},
      {"only for one", tester.with("collision.enabled=false").with("actors.9.collision.enabled=true"), {of_8}, {1}},
      {"a severity",
       tester.with_severity("collision=info"),
       {of_ego, "collision of 7 with 8, 0 to 1, info", "collision of 8 with 9, 0 to 1, info"},
       {4}},
      {"ignored", tester.with_severity("collision=ignore"), {of_ego}, {4}},
  };
  for (const Case& c : cases) {
    const auto found = c.tester.run(scenario);
    EXPECT_EQ(found.issues(), c.issues) << c.name;
    std::vector<std::size_t> instances;
    for (const watch::CheckOutcome& outcome : found.evaluation.checks) instances.push_back(outcome.instances);
    EXPECT_EQ(instances, c.instances) << c.name;
  }
}

// Frames that are far apart may hide a collision: then it is not raised, but not passed over either.
TEST(Collision, NotesWhomTheEgoMayHaveDrivenThroughBetweenFrames) {
  // The ego drives along x at 20 m/s; in the middle of a step it is at x = 10.
  const auto run = [](Duration step, const kit::Pose& from, double speed) {
    Scenario scenario({.step = step, .duration = 4s});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_free({}).speed(20.0);
    scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_free(from).speed(speed);
    const auto found = CheckTester("collision").run(scenario);
    EXPECT_THAT(found.issues(), ElementsAre());
    return found.evaluation.checks.at(0).notes;
  };
  struct Case {
    const char* name;
    std::vector<std::string> found;
    std::size_t notes;
  };
  const Case cases[] = {
      {"stands in its way", run(1s, {10.0, 0.0, 0.0}, 0.0), 1},
      {"stands beside its way", run(1s, {10.0, 2.5, 0.0}, 0.0), 0},
      {"would only be brushed", run(1s, {10.0, 1.5, 0.0}, 0.0), 0},
      {"comes from ahead", run(1s, {20.0, 0.0, kHalf}, 20.0), 1},
      {"crosses at the same time", run(1s, {10.0, -10.0, kQuarter}, 20.0), 1},
      {"crosses before", run(1s, {10.0, -4.0, kQuarter}, 20.0), 0},
      {"drives ahead at the same speed", run(1s, {10.0, 0.0, 0.0}, 20.0), 0},
  };
  for (const Case& c : cases) EXPECT_EQ(c.found.size(), c.notes) << c.name;
  EXPECT_EQ(cases[0].found.at(0),
            "0 - SUT may have driven through 7 - car between 0s and 1s: they overlap in neither frame, but would have "
            "in between if both moved evenly; the steps of the run are too long to tell");
}

TEST(Collision, CountsWhatTheEgoMayHaveDrivenThroughBeyondTheFirstTwenty) {
  for (const int standing : {20, 23}) {
    Scenario scenario({.step = 1s, .duration = 30s});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_free({}).speed(20.0);
    for (int i = 0; i < standing; ++i)
      scenario.add({.id = std::to_string(i + 1), .length = 4.0, .width = 2.0})
          .start_free({10.0 + 20.0 * i, 0.0, 0.0})
          .speed(0.0);
    const auto found = CheckTester("collision").run(scenario);
    const std::vector<std::string>& notes = found.evaluation.checks.at(0).notes;
    ASSERT_EQ(notes.size(), standing == 20 ? 20U : 21U) << standing;
    if (standing > 20) {
      EXPECT_EQ(notes.back(), "the same may have happened 3 more times");
    }
  }
}

}  // namespace
}  // namespace scrutineer::checks
