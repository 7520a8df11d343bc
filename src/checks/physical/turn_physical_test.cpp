#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;
using trace::Field;

constexpr double kDegree = 3.14159265358979323846 / 180.0;

// Straight on with 5 m/s, reporting something else for a second: 5 m/s and 5 m are 1 rad/s, or 5 m/s^2.
Scenario reporting(const char* field, double value, double speed = 5.0) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "7"}).start_free({}).speed(speed).fault(kit::off_by(1s, 2s, field, value));
  return scenario;
}

TEST(TurnPhysical, ReportsOnlyMovesThatNoVehicleCanDo) {
  const CheckTester tester("turn_physical");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string second = "turn_physical of 7, 1 to 2, error";
  Scenario circle({.duration = 3s});
  circle.add({.id = "7"}).start_free({}, 1.0 / 5.1).speed(8.0);
  Scenario tight({.duration = 3s});
  tight.add({.id = "7"}).start_free({}, 1.0 / 4.0).speed(8.0);
  const Case cases[] = {
      {"straight on", tester, reporting("ay", 0.0), {}},
      {"a slide just below", tester, reporting("ay", 5.499), {}},
      {"a slide just above", tester, reporting("ay", 5.501), {second}},
      {"a slide to the right", tester, reporting("ay", -5.501), {second}},
      {"turning just below", tester, reporting("yaw_rate", 1.0 + 0.999 * kDegree), {}},
      {"turning just above", tester, reporting("yaw_rate", 1.0 + 1.001 * kDegree), {second}},
      {"turning to the right", tester, reporting("yaw_rate", -1.0 - 1.001 * kDegree), {second}},
      {"turning while standing, within the tolerance", tester, reporting("yaw_rate", 0.999 * kDegree, 0.0), {}},
      {"turning while standing", tester, reporting("yaw_rate", 1.001 * kDegree, 0.0), {second}},
      {"sliding while standing still is not looked at", tester, reporting("ay", 3.0, 0.0), {}},
      {"sliding at walking pace", tester, reporting("ay", 0.6, 0.11), {second}},
      {"a circle that it can drive", tester, circle, {}},
      {"a circle that is too tight", tester, tight, {"turn_physical of 7, 0 to 3, error"}},
      {"a smaller radius", tester.with("physical.minimal_turning_radius=3m"), tight, {}},
      {"a larger radius", tester.with("physical.minimal_turning_radius=10m"), reporting("ay", 3.001), {second}},
      {"within the tolerance", tester.with("policy.checks_tolerance_percent=10"), reporting("ay", 6.11), {}},
      {"beyond the tolerance", tester.with("policy.checks_tolerance_percent=10"), reporting("ay", 6.12), {second}},
      {"a larger lateral tolerance", tester.with("turn_physical.lateral_tolerance=2mpsps"), reporting("ay", 6.99), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(TurnPhysical, SlidesOnlyAcrossBothTheRoadAndTheVehicle) {
  const auto map = map::build_network(kit::straight_road());
  struct Case {
    const char* name;
    double degrees;   // from the road's direction to its heading
    double lon, lat;  // its acceleration, along and across itself
    bool has_map;
    std::vector<std::string> issues;
  };
  const std::string second = "turn_physical of 7, 1 to 2, error";
  // At 1 m/s 0.2 m/s^2 and the tolerance of 0.5 m/s^2 are allowed.
  const Case cases[] = {
      {"out of a bay: across the road alone", 20.0, 3.0, 0.0, true, {}},
      {"across both, at 45 degrees", 45.0, 3.0, 3.0, true, {second}},
      {"across the vehicle, along the road", 45.0, 3.0, -3.0, true, {}},
      {"across both", 20.0, 0.0, 3.0, true, {second}},
      {"across both, just below across the vehicle", 20.0, 3.0, 0.69, true, {}},
      {"across both, just above across the vehicle", 20.0, 3.0, 0.71, true, {second}},
      {"the other way", 180.0 - 20.0, 3.0, 0.0, true, {}},
      {"the other way, across both", 180.0 - 20.0, 0.0, 3.0, true, {second}},
      {"no road", 20.0, 3.0, 0.71, false, {second}},
      {"no road, along itself", 20.0, 3.0, 0.0, false, {}},
  };
  for (const Case& c : cases) {
    const double yaw = c.degrees * kDegree;
    Scenario scenario({.duration = 3s});
    scenario.add({.id = "7"})
        .start_free({50.0, -1.75, yaw})
        .speed(1.0)
        .fault(kit::off_by(1s, 2s, "ax", c.lon * std::cos(yaw) - c.lat * std::sin(yaw)))
        .fault(kit::off_by(1s, 2s, "ay", c.lon * std::sin(yaw) + c.lat * std::cos(yaw)));
    const CheckTester tester("turn_physical");
    EXPECT_EQ((c.has_map ? tester.on(*map) : tester).run(scenario).issues(), c.issues) << c.name;
  }
}

// A circle of 5.1 m, of which 1 s is stood before and after: what is allowed forwards is allowed backwards.
TEST(TurnPhysical, AllowsBackwardsWhatItAllowsForwards) {
  for (const Duration step : {100ms, 1000ms}) {
    for (const double speed : {2.0, -2.0}) {
      for (const bool reports : {true, false}) {
        Scenario scenario({.step = step, .duration = 6s});
        scenario.add({.id = "7"})
            .start_free({}, 1.0 / 5.1)
            .speed({{0s, 0.0}, {1s, 0.0}, {2s, speed}, {3s, speed}, {4s, 0.0}, {6s, 0.0}})
            .reports(reports ? std::initializer_list<Field>{Field::velocity, Field::yaw_rate}
                             : std::initializer_list<Field>{Field::velocity});
        EXPECT_THAT(CheckTester("turn_physical").run(scenario).issues(), ElementsAre())
            << to_seconds(step) << " s, " << speed << " m/s" << (reports ? "" : ", yaw rate derived");
      }
    }
  }
}

TEST(TurnPhysical, TakesNoRoundedHeadingForATurn) {
  struct Case {
    const char* name;
    double grid;  // that headings are rounded to, in radians; 0: none
    double snap;  // what one heading is off by from 1 s on
    bool reports_yaw_rate;
    std::size_t issues;
  };
  // It drives a circle of 100 m at 2 m/s: 0.02 rad/s, of 0.4 allowed; each frame is 0.1 s.
  const Case cases[] = {
      {"not rounded", 0.0, 0.0, false, 0},
      {"to 0.1 rad, which is 1 rad/s", 0.1, 0.0, false, 0},
      {"to 1 degree", kDegree, 0.0, false, 0},
      {"to 0.1 rad, and a snap of two steps", 0.1, 0.2, false, 1},
      {"not rounded, and a snap of 0.1 rad", 0.0, 0.1, false, 1},
      {"a yaw rate that is reported", 0.1, 0.2, true, 0},
  };
  for (const Case& c : cases) {
    Scenario scenario({.duration = 20s});
    auto& car = scenario.add({.id = "7"}).start_free({0.0, 0.0, 0.0123}, 0.01).speed(2.0);
    if (c.reports_yaw_rate)
      car.reports({Field::velocity, Field::yaw_rate});
    else
      car.reports({Field::velocity});
    car.fault({.from = 1s, .to = 21s, .change = [&](trace::ActorState& state) { state.yaw += c.snap; }});
    car.fault({.from = 0s, .to = 21s, .change = [&](trace::ActorState& state) {
                 if (c.grid > 0.0) state.yaw = std::round(state.yaw / c.grid) * c.grid;
               }});
    EXPECT_EQ(CheckTester("turn_physical").run(scenario).issues().size(), c.issues) << c.name;
  }
}

// It drives into the tightest curve that it can, and its heading changes in every frame.
TEST(TurnPhysical, TakesARoundedHeadingForNoTighterTurn) {
  struct Case {
    const char* name;
    double grid;    // that headings are rounded to, in degrees; 0: none
    double radius;  // in the end, of 5 m that it can drive
    std::size_t issues;
  };
  const Case cases[] = {
      {"not rounded", 0.0, 5.0, 0},
      {"to 0.1 degrees", 0.1, 5.0, 0},
      {"to 1 degree", 1.0, 5.0, 0},
      {"tighter, not rounded", 0.0, 4.0, 1},
      {"tighter, to 0.1 degrees", 0.1, 4.0, 1},
      {"tighter, to 1 degree", 1.0, 4.0, 1},
  };
  constexpr double kSpeed = 6.0;
  for (const char* check : {"turn_physical", "kinematic_physical_turning"})
    for (const Case& c : cases) {
      Scenario scenario({.duration = 5s});
      auto& car = scenario.add({.id = "7", .is_ego = true}).start_free({}).speed(kSpeed);
      car.reports({Field::velocity});
      double yaw = 0.0123, rate = 0.0;
      car.fault({.from = 0s, .to = 6s, .change = [&](trace::ActorState& state) {
                   rate = std::min(rate + 0.1 * kSpeed / c.radius, kSpeed / c.radius);
                   yaw += 0.1 * rate;
                   state.yaw = c.grid > 0.0 ? std::round(yaw / (c.grid * kDegree)) * c.grid * kDegree : yaw;
                   state.vx = kSpeed * std::cos(state.yaw);
                   state.vy = kSpeed * std::sin(state.yaw);
                 }});
      EXPECT_EQ(CheckTester(check).run(scenario).issues().size(), c.issues) << check << ": " << c.name;
    }
}

// Of slow turns most changes are one step, and the heading stands still for a frame now and then.
TEST(TurnPhysical, TakesARoundedHeadingForNoTighterTurnHoweverSlowly) {
  for (const Duration step : {50ms, 100ms})
    for (double speed = 0.1; speed < 3.0; speed += 0.05) {
      Scenario scenario({.step = step, .duration = 10s});
      auto& car = scenario.add({.id = "7", .is_ego = true}).start_free({}).speed(speed);
      car.reports({Field::velocity});
      double yaw = 0.0123, rate = 0.0;
      car.fault({.from = 0s, .to = 11s, .change = [&](trace::ActorState& state) {
                   rate = std::min(rate + 0.1 * speed / 5.0, speed / 5.0);
                   yaw += to_seconds(step) * rate;
                   state.yaw = std::round(yaw / kDegree) * kDegree;
                   state.vx = speed * std::cos(yaw);
                   state.vy = speed * std::sin(yaw);
                 }});
      EXPECT_EQ(CheckTester("turn_physical").run(scenario).issues().size(), 0U)
          << speed << " m/s, every " << to_seconds(step) << " s";
    }
}

// A made-up run, in which every change is the same number of steps.
TEST(TurnPhysical, TakesNoEvenTurnForARoundedOne) {
  for (const double step : {0.1, 0.2, kDegree, 3.0 * kDegree}) {
    Scenario scenario({.duration = 2s});
    auto& car = scenario.add({.id = "7", .is_ego = true}).start_free({}).speed(0.0);
    car.reports({Field::velocity});
    int frame = 0;
    car.fault({.from = 0s, .to = 3s, .change = [&](trace::ActorState& state) { state.yaw = step * frame++; }});
    EXPECT_EQ(CheckTester("turn_physical").run(scenario).issues().size(), 1U) << step;
  }
}

TEST(TurnPhysical, SaysWhichOfBoth) {
  const CheckTester tester("turn_physical");
  const auto slide = tester.run(reporting("ay", 7.0));
  EXPECT_THAT(
      slide.sentences(),
      ElementsAre("[2.000s] Improbable move by 7 - car - external_driver, expecting |a_lat| <= |v_lon|^2/R_min: "
                  "|a_lat| = 7mpsps, |v_lon|^2/R_min = 5mpsps (R_min configurable as "
                  "physical.minimal_turning_radius)"));
  EXPECT_THAT(
      slide.messages(),
      ElementsAre("Car 7 slid sideways at 7 m/s^2 while driving 18 km/h (5 m/s), where its tightest turn takes 5 "
                  "m/s^2, for 1 s (setting: physical.minimal_turning_radius)"));
  EXPECT_EQ(slide.text(0, "trigger_reason"), "lateral_acceleration");
  EXPECT_EQ(slide.number(0, "lateral_acceleration"), 7.0);
  EXPECT_EQ(slide.number(0, "lateral_acceleration_limit"), 5.5);
  EXPECT_TRUE(std::isnan(slide.number(0, "angular_speed")));
  const auto turn = tester.run(reporting("yaw_rate", 2.0));
  EXPECT_THAT(turn.sentences(), ElementsAre("[2.000s] Improbable move by 7 - car - external_driver, expecting "
                                            "|angular_speed| <= |v_lon|/R_min: |v_lon| = 5mps, |angular_speed| = "
                                            "114.59degree_per_second, |v_lon|/R_min = 57.3degree_per_second (R_min "
                                            "configurable as physical.minimal_turning_radius)"));
  EXPECT_THAT(
      turn.messages(),
      ElementsAre("Car 7 turned at 114.6 degrees/s while driving 18 km/h (5 m/s), where its tightest turn takes "
                  "57.3 degrees/s, for 1 s (setting: physical.minimal_turning_radius)"));
  EXPECT_EQ(turn.text(0, "trigger_reason"), "angular_speed");
  EXPECT_EQ(turn.number(0, "angular_speed"), 2.0);
  EXPECT_TRUE(std::isnan(turn.number(0, "lateral_acceleration")));
}

TEST(TurnPhysical, LeavesOutTheTestThatLacksData) {
  const CheckTester tester("turn_physical");
  Scenario scenario({.duration = 3s});
  // Only positions: the yaw rate is one difference away, accelerations are two.
  scenario.add({.id = "7"}).start_free({}, 1.0 / 4.0).speed(8.0).reports({});
  const auto found = tester.run(scenario);
  EXPECT_EQ(found.status(), "completed");
  ASSERT_EQ(found.evaluation.issues.size(), 1U);
  EXPECT_EQ(found.text(0, "trigger_reason"), "angular_speed");
  EXPECT_THAT(tester.deriving(0).run(scenario).status(), testing::StartsWith("skipped: "));
}

TEST(TurnPhysical, EndsWithItsActorAndTheRun) {
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "7"}).start_free({}, 1.0 / 4.0).speed(8.0).appears(1s).vanishes(2s);
  EXPECT_THAT(CheckTester("turn_physical").run(scenario).intervals(), ElementsAre("7, 1 to 1.9, actor_gone"));
}

}  // namespace
}  // namespace scrutineer::checks
