#include "base/quantity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <limits>

namespace scrutineer {
namespace {

using namespace literals;

template <typename A, typename B>
concept Addable = requires(A a, B b) { a + b; };
template <typename A, typename B>
concept Comparable = requires(A a, B b) { a < b; };

static_assert(Addable<Distance, Distance>);
static_assert(!Addable<Distance, Seconds>);
static_assert(!Addable<Distance, double>);
static_assert(!Comparable<Speed, Acceleration>);
static_assert(!std::convertible_to<double, Speed>);
static_assert(!std::convertible_to<Speed, double>);
static_assert(!std::same_as<Angle, double>);

static_assert(std::same_as<decltype(1.0_m / 1.0_s), Speed>);
static_assert(std::same_as<decltype(1.0_m / 1.0_mps), Seconds>);
static_assert(std::same_as<decltype(1.0_mps / 1.0_s), Acceleration>);
static_assert(std::same_as<decltype(1.0_mps2 / 1.0_s), Jerk>);
static_assert(std::same_as<decltype(1.0_mps2 * 1.0_s), Speed>);
static_assert(std::same_as<decltype(1.0_rad / 1.0_m), Curvature>);
static_assert(std::same_as<decltype(1.0_m / 2.0_m), double>);
static_assert(std::same_as<decltype((1.0_m / 1.0_s) * (1.0_s / 1.0_m)), double>);

TEST(Quantity, LiteralsAreSi) {
  struct Case {
    const char* name;
    double si, expected;
  };
  const Case cases[] = {
      {"metres", (2.5_m).si(), 2.5},
      {"centimetres", (35.0_cm).si(), 0.35},
      {"metres per second", (13.9_mps).si(), 13.9},
      {"kilometres per hour", (72.0_kmh).si(), 20.0},
      {"miles per hour", (30.0_mph).si(), 13.4112},
      {"acceleration", (9.81_mps2).si(), 9.81},
      {"jerk", (4.0_mps3).si(), 4.0},
      {"radians", (0.5_rad).si(), 0.5},
      {"degrees", (180.0_deg).si(), kPi},
      {"seconds", (1.5_s).si(), 1.5},
  };
  for (const auto& [name, si, expected] : cases) EXPECT_DOUBLE_EQ(si, expected) << name;
}

TEST(Quantity, CalculatesLikeNumbers) {
  struct Case {
    const char* name;
    Distance result, expected;
  };
  Distance sum = 1.0_m;
  sum += 2.0_m;
  Distance difference = 1.0_m;
  difference -= 3.0_m;
  const Case cases[] = {
      {"nothing", Distance{}, 0.0_m},         {"plus", 1.0_m + 2.5_m, 3.5_m},
      {"minus", 1.0_m - 2.5_m, -1.5_m},       {"negated", -(2.0_m), Distance::from_si(-2.0)},
      {"times a number", 3.0_m * 2.0, 6.0_m}, {"a number times", 2.0 * 3.0_m, 6.0_m},
      {"over a number", 3.0_m / 2.0, 1.5_m},  {"added to", sum, 3.0_m},
      {"taken from", difference, -2.0_m},     {"speed times time", 20.0_mps * 1.2_s, 24.0_m},
  };
  for (const auto& [name, result, expected] : cases) EXPECT_EQ(result, expected) << name;
  EXPECT_EQ(24.0_m / 20.0_mps, 1.2_s);
  EXPECT_EQ(3.0_m / 2.0_m, 1.5);
}

TEST(Quantity, Compares) {
  EXPECT_LT(49.9_kmh, 50.0_kmh);
  EXPECT_GT(31.1_mph, 50.0_kmh);
  EXPECT_LE(1.0_m, 100.0_cm);
  const Speed unknown = Speed::from_si(std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(unknown < 1.0_mps);
  EXPECT_FALSE(unknown >= 1.0_mps);
  EXPECT_NE(unknown, unknown);
}

}  // namespace
}  // namespace scrutineer
