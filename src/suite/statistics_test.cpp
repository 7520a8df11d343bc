#include "suite/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace scrutineer::suite {
namespace {

// Newcombe, Statistics in Medicine 17 (1998), table I, method 3, and roots of the defining equation.
TEST(Wilson, AgreesWithPublishedIntervals) {
  struct Case {
    const char* name;
    std::size_t passed, runs;
    Range expected;
  };
  const Case cases[] = {
      {"Newcombe, 81 of 263", 81, 263, {0.2553, 0.3662}},
      {"Newcombe, 15 of 148", 15, 148, {0.0624, 0.1605}},
      {"Newcombe, none of 20", 0, 20, {0.0, 0.1611}},
      {"Newcombe, 1 of 29", 1, 29, {0.0061, 0.1718}},
      {"all of 20", 20, 20, {0.8389, 1.0}},
      {"no runs", 0, 0, {0.0, 1.0}},
  };
  for (const Case& row : cases) {
    const Range found = wilson(row.passed, row.runs);
    EXPECT_NEAR(found.low, row.expected.low, 5e-5) << row.name;
    EXPECT_NEAR(found.high, row.expected.high, 5e-5) << row.name;
  }
}

// At both ends of the interval the share lies 1.96 standard errors from what was seen: a second computation.
TEST(Wilson, EndsAreWhereTheShareIsJustPlausible) {
  for (std::size_t runs : {1U, 7U, 100U, 100'000U})
    for (std::size_t passed = 0; passed <= runs; passed += std::max<std::size_t>(1, runs / 7)) {
      const double seen = static_cast<double>(passed) / static_cast<double>(runs);
      const Range range = wilson(passed, runs);
      for (const double end : {range.low, range.high}) {
        if (end == 0.0 || end == 1.0) continue;
        const double error = std::sqrt(end * (1.0 - end) / static_cast<double>(runs));
        EXPECT_NEAR(std::abs(seen - end) / error, 1.959964, 1e-5) << passed << " of " << runs;
      }
    }
}

// Garwood, Biometrika 28 (1936), as reprinted in Ulm, American Journal of Epidemiology 131 (1990), and others.
TEST(Poisson, AgreesWithPublishedTables) {
  struct Case {
    std::size_t events;
    Range expected;
  };
  const Case cases[] = {
      {0, {0.0, 3.689}},      {1, {0.0253, 5.572}},   {2, {0.2422, 7.225}},     {3, {0.6187, 8.767}},
      {4, {1.0899, 10.242}},  {5, {1.6235, 11.668}},  {10, {4.7954, 18.390}},   {20, {12.2165, 30.888}},
      {30, {20.241, 42.827}}, {50, {37.111, 65.919}}, {100, {81.364, 121.627}},
  };
  for (const auto& [events, expected] : cases) {
    EXPECT_NEAR(poisson(events).low, expected.low, 6e-4) << events;
    EXPECT_NEAR(poisson(events).high, expected.high, 6e-4) << events;
  }
}

// What the tables were computed from: the sums of single probabilities at both ends are 2.5 %.
TEST(Poisson, LeavesOutTwoAndAHalfPercentAtEachEnd) {
  const auto at_most = [](std::size_t events, double expected) {
    double sum = 0.0;
    for (std::size_t k = 0; k <= events; ++k)
      sum +=
          std::exp(static_cast<double>(k) * std::log(expected) - expected - std::lgamma(static_cast<double>(k) + 1.0));
    return sum;
  };
  for (const std::size_t events : {0U, 1U, 2U, 7U, 33U, 250U, 5'000U, 200'000U}) {
    EXPECT_NEAR(at_most(events, poisson(events).high), 0.025, 1e-7) << events;
    if (events > 0) {
      EXPECT_NEAR(1.0 - at_most(events - 1, poisson(events).low), 0.025, 1e-7) << events;
    }
  }
}

TEST(Quantile, LiesOnTheLineBetweenNeighbours) {
  struct Case {
    const char* name;
    std::vector<double> sorted;
    double part, expected;
  };
  const Case cases[] = {
      {"one value", {4.0}, 0.95, 4.0},     {"least", {1.0, 2.0, 3.0}, 0.0, 1.0},
      {"most", {1.0, 2.0, 3.0}, 1.0, 3.0}, {"middle", {1.0, 2.0, 30.0}, 0.5, 2.0},
      {"between", {1.0, 2.0}, 0.25, 1.25}, {"of eleven", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.95, 9.5},
  };
  for (const Case& row : cases) EXPECT_DOUBLE_EQ(quantile(row.sorted, row.part), row.expected) << row.name;
}

TEST(MedianAbsoluteDeviation, DoesNotMindAnOutlier) {
  EXPECT_DOUBLE_EQ(median_absolute_deviation({1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9.0}), 1.0);
  EXPECT_DOUBLE_EQ(median_absolute_deviation({1.0, 1.0, 2.0, 2.0, 4.0, 6.0, 9e9}), 1.0);
  EXPECT_DOUBLE_EQ(median_absolute_deviation({5.0}), 0.0);
}

TEST(Histogram, CountsEveryValueOnceBetweenRoundBorders) {
  struct Case {
    const char* name;
    std::vector<double> values;
    std::size_t wanted;
    std::vector<Bin> expected;
  };
  const Case cases[] = {
      {"nothing", {}, 10, {}},
      {"one value", {3.0, 3.0}, 10, {{3.0, 3.0, 2}}},
      {"the largest on a border", {0.0, 1.0, 2.0, 4.0}, 2, {{0.0, 2.0, 2}, {2.0, 4.0, 2}}},
      {"round borders",
       {0.3, 9.7, 5.0},
       5,
       {{0.0, 2.0, 1}, {2.0, 4.0, 0}, {4.0, 6.0, 1}, {6.0, 8.0, 0}, {8.0, 10.0, 1}}},
      {"below zero", {-1.5, -0.5, 0.5}, 2, {{-2.0, -1.0, 1}, {-1.0, 0.0, 1}, {0.0, 1.0, 1}}},
      {"as far apart as can be", {-1.7e308, 1.7e308}, 10, {{-1.7e308, 1.7e308, 2}}},
      {"as near as can be", {0.0, 5e-324}, 10, {{0.0, 5e-324, 2}}},
  };
  for (const Case& row : cases) EXPECT_EQ(histogram(row.values, row.wanted), row.expected) << row.name;
}

}  // namespace
}  // namespace scrutineer::suite
