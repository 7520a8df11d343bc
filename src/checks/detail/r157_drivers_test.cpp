#include "checks/detail/r157_drivers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrutineer::checks {
namespace {

// A leader that stands in line from the beginning: does the driver stop in time?
VirtualDriver approach(DriverModel model, double speed, double gap, double step = 0.1) {
  VirtualDriver driver(model, {.manoeuvre = Manoeuvre::cut_in, .speed = speed, .length = 4.0});
  for (double t = 0.0; t < 20.0; t += step) {
    driver.look({.gap = gap - driver.driven(), .speed = 0.0, .side_gap = -1.0, .side_speed = 0.0, .length = 4.0});
    driver.drive(step);
  }
  return driver;
}

// 0.4 s until it looks for danger or until g / v is 2 s, 0.75 s of delay, then v^2 / 2b and half of the 0.6 s in which
// the brakes come.
TEST(R157Drivers, CarefulDriverNeedsItsStoppingWay) {
  const double speed = 10.0, hardest = 0.774 * 9.81;
  const double way = speed * (0.4 + 0.75 + 0.3) + speed * speed / (2.0 * hardest);
  EXPECT_FALSE(approach(DriverModel::cc, speed, way + 2.0, 0.01).has_collided());
  EXPECT_TRUE(approach(DriverModel::cc, speed, way - 2.0, 0.01).has_collided());
  EXPECT_NEAR(approach(DriverModel::cc, speed, 200.0, 0.01).driven(),
              200.0 - 2.0 * speed + speed * (0.75 + 0.3) + speed * speed / (2.0 * hardest), 1.0);
}

TEST(R157Drivers, FuzzyDriverBrakesEarlier) {
  EXPECT_FALSE(approach(DriverModel::fsm, 15.0, 45.0).has_collided());
  EXPECT_TRUE(approach(DriverModel::fsm, 15.0, 12.0).has_collided());
}

TEST(R157Drivers, DoNothingAboutWhoDoesNotComeNearer) {
  for (const DriverModel model : {DriverModel::cc, DriverModel::fsm}) {
    VirtualDriver driver(model, {.manoeuvre = Manoeuvre::cut_in, .speed = 15.0, .length = 4.0});
    for (int i = 0; i < 50; ++i) {
      driver.look({.gap = 30.0 + 0.1 * i, .speed = 16.0, .side_gap = 1.0, .side_speed = 0.0, .length = 4.0});
      driver.drive(0.1);
    }
    EXPECT_NEAR(driver.speed(), 15.0, 1e-9);
    EXPECT_FALSE(driver.has_collided());
  }
}

TEST(R157Drivers, FuzzyDangerIsThatOfTheFormulas) {
  // v 20 and 15 m/s: base 20 * 0.75 - 225 / 14 = -1.07; safe 50.93, unsafe 32.26; 2 m of margin before the gap counts.
  EXPECT_EQ(proactive_danger(53.1, 20.0, 15.0), 0.0);
  EXPECT_EQ(proactive_danger(34.0, 20.0, 15.0), 1.0);
  const double base = 15.0 - 225.0 / 14.0, safe = base + 50.0 + 2.0, unsafe = base + 400.0 / 12.0;
  EXPECT_NEAR(proactive_danger(45.0, 20.0, 15.0), (43.0 - safe) / (unsafe - safe), 1e-12);
  // Not braking: base 5 * 0.75; safe 3.75 + 25 / 8, unsafe 3.75 + 25 / 12.
  EXPECT_EQ(critical_danger(6.9, 20.0, 15.0, 0.0), 0.0);
  EXPECT_EQ(critical_danger(5.8, 20.0, 15.0, 0.0), 1.0);
  EXPECT_EQ(critical_danger(1.0, 15.0, 20.0, 0.0), 0.0);
  // Already braking so that it will be slower after the reaction.
  EXPECT_EQ(critical_danger(1.0, 17.0, 15.0, -4.0), 0.0);
  EXPECT_EQ(critical_danger(0.4, 17.0, 15.0, -4.0), 1.0);
}

TEST(R157Drivers, InequalitiesAreTheRegulations) {
  EXPECT_TRUE(is_cut_in_preventable(10.0, -1.0));
  // 6 m/s: more than 0.5 + 0.35 s, that is 5.1 m.
  EXPECT_TRUE(is_cut_in_preventable(5.2, 6.0));
  EXPECT_FALSE(is_cut_in_preventable(5.0, 6.0));
  struct Case {
    double kmh, seconds;
  };
  for (const auto& [kmh, seconds] : {Case{7.2, 1.0}, {10.0, 1.1}, {20.0, 1.2}, {60.0, 1.6}, {100.0, 2.0}, {130.0, 2.0}})
    EXPECT_NEAR(least_following_distance(kmh / 3.6), std::fmax(2.0, kmh / 3.6 * seconds), 1e-9) << kmh;
  EXPECT_EQ(least_following_distance(0.5), 2.0);
}

}  // namespace
}  // namespace scrutineer::checks
