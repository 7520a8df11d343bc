#include "base/time.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/text.h"

namespace scrutineer {
namespace {

using namespace std::chrono_literals;

TEST(Time, SecondsBecomeTheNearestNanosecond) {
  struct Case {
    const char* name;
    double seconds;
    Duration expected;
  };
  const Case cases[] = {
      {"zero", 0.0, 0ns},
      {"a step", 0.01, 10ms},
      {"a third of one", 1.0 / 3.0, 333'333'333ns},
      {"two thirds", 2.0 / 3.0, 666'666'667ns},
      {"negative", -0.5, -500ms},
      {"half a nanosecond", 0.5e-9, 1ns},
      {"half a nanosecond back", -0.5e-9, -1ns},
      {"just below half a nanosecond", 0.49999999999999994e-9, 0ns},
      {"just below half a nanosecond back", -0.49999999999999994e-9, 0ns},
      {"an odd number of nanoseconds at the end of what doubles count", 4503599.627370497, 4503599627370497ns},
      {"seconds since 1970", 1.7e9, 1'700'000'000s},
  };
  for (const auto& [name, seconds, expected] : cases) EXPECT_EQ(from_seconds(seconds), expected) << name;
}

TEST(Time, WhatDoesNotFitIsNothing) {
  using Limits = std::numeric_limits<double>;
  struct Case {
    const char* name;
    double seconds;
  };
  const Case cases[] = {
      {"three hundred years", 9.5e9},        {"three hundred years ago", -9.5e9},   {"infinity", Limits::infinity()},
      {"not a number", Limits::quiet_NaN()}, {"the largest number", Limits::max()},
  };
  for (const auto& [name, seconds] : cases) EXPECT_EQ(from_seconds(seconds), std::nullopt) << name;
}

TEST(Time, PrintsAsItWasSaid) {
  struct Case {
    Duration duration;
    const char* expected;
  };
  const Case cases[] = {
      {0ns, "0"}, {10ms, "0.01"}, {300ms, "0.3"}, {700ms, "0.7"}, {-1100ms, "-1.1"}, {33'333'333ns, "0.033333333"},
  };
  for (const auto& [duration, expected] : cases) EXPECT_EQ(shortest(to_seconds(duration)), expected);
}

TEST(Time, EveryMillisecondOfAnHourRoundTrips) {
  for (Duration time = 0ms; time < 1h; time += 997us) ASSERT_EQ(from_seconds(to_seconds(time)), time);
}

TEST(Time, ClocksTickExactly) {
  Time now{};
  for (int i = 0; i < 1'000'000; ++i) now += 10ms;
  EXPECT_EQ(now - Time{}, 10'000s);
  EXPECT_EQ(to_seconds(now), 10'000.0);
}

}  // namespace
}  // namespace scrutineer
