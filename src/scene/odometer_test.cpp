#include "scene/odometer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;

constexpr Vector kEast{1.0, 0.0};

TEST(Odometer, KnowsWayAndSpeedAtEveryTime) {
  Odometer odometer;
  EXPECT_TRUE(odometer.empty());
  odometer.advance(Time(1s), 10.0, 0.0, kEast, 4.0);
  odometer.advance(Time(2s), 15.0, 0.0, kEast, 6.0);
  odometer.advance(Time(4s), 25.0, 0.0, kEast, 4.0);
  EXPECT_EQ(odometer.begin(), Time(1s));
  EXPECT_DOUBLE_EQ(odometer.driven(), 15.0);
  EXPECT_DOUBLE_EQ(odometer.last_step(), 10.0);
  struct Row {
    const char* name;
    Duration at;
    double driven, speed;
  };
  for (const Row& row :
       {Row{"before", 0s, 0.0, 4.0}, Row{"first", 1s, 0.0, 4.0}, Row{"between", 1500ms, 2.5, 5.0},
        Row{"a frame", 2s, 5.0, 6.0}, Row{"in a longer step", 3s, 10.0, 5.0}, Row{"after", 9s, 15.0, 4.0}}) {
    EXPECT_DOUBLE_EQ(odometer.driven_at(Time(row.at)), row.driven) << row.name;
    EXPECT_DOUBLE_EQ(odometer.speed_at(Time(row.at)), row.speed) << row.name;
  }
  EXPECT_EQ(odometer.frames_since(Time(1500ms)).size(), 2U);
}

TEST(Odometer, CountsAlongTheHeading) {
  Odometer odometer;
  odometer.advance(Time(0s), 0.0, 0.0, kEast, 0.0);
  odometer.advance(Time(1s), 0.0, 3.0, kEast, 0.0);
  EXPECT_DOUBLE_EQ(odometer.driven(), 0.0) << "sideways";
  odometer.advance(Time(2s), -2.0, 3.0, kEast, -2.0);
  EXPECT_DOUBLE_EQ(odometer.driven(), -2.0) << "backwards";
  // A quarter of a circle with a radius of 10 m in 20 steps.
  Odometer turning;
  for (int i = 0; i <= 20; ++i) {
    const double angle = i * 3.14159265358979 / 40.0;
    turning.advance(Time(i * 100ms), 10.0 * std::sin(angle), 10.0 - 10.0 * std::cos(angle),
                    {std::cos(angle), std::sin(angle)}, 8.0);
  }
  EXPECT_NEAR(turning.driven(), 5.0 * 3.14159265358979, 0.005);
}

TEST(Odometer, TakesAMissingFirstSpeedFromTheSecondFrame) {
  Odometer odometer;
  odometer.advance(Time(0s), 0.0, 0.0, kEast, std::numeric_limits<double>::quiet_NaN());
  odometer.advance(Time(1s), 5.0, 0.0, kEast, 5.0);
  EXPECT_DOUBLE_EQ(odometer.speed_at(Time(0s)), 5.0);
}

TEST(Odometer, KnowsItsFrames) {
  Odometer odometer;
  for (int i = 1; i <= 3; ++i) odometer.advance(Time(i * 1s), 5.0 * i, 0.0, kEast, 5.0);
  struct Case {
    const char* name;
    Time asked, before;
  };
  for (const Case& c : {Case{"at a frame", Time(3s), Time(2s)}, Case{"between frames", Time(2500ms), Time(2s)},
                        Case{"at the first", Time(1s), Time(1s)}, Case{"before all", Time(0s), Time(1s)},
                        Case{"after all", Time(9s), Time(3s)}})
    EXPECT_EQ(odometer.frame_before(c.asked), c.before) << c.name;
}

TEST(Odometer, StaysSmall) {
  Odometer odometer;
  const int frames = 300'000;
  for (int i = 0; i < frames; ++i) odometer.advance(Time(i * 10ms), 0.1 * i, 0.0, kEast, 10.0);
  EXPECT_LE(odometer.frames_since(Time(0s)).size(), Odometer::kMostFrames);
  EXPECT_NEAR(odometer.driven_at(Time(1234567ms)), 12345.67, 1e-6) << "still exact where nothing changes";
  EXPECT_NEAR(odometer.driven(), 0.1 * (frames - 1), 1e-6);
}

}  // namespace
}  // namespace scrutineer::scene
