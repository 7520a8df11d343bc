#include "suite/noise.h"

#include <gtest/gtest.h>

#include <vector>

namespace scrutineer::suite {
namespace {

TEST(Noise, IsLearnedFromDifferencesOfConsecutiveSuites) {
  struct Case {
    const char* name;
    std::vector<double> values;
    Noise expected;
  };
  std::vector<double> many;
  for (int i = 0; i < 40; ++i) many.push_back(i % 2 == 0 ? 10.0 : 11.0);
  std::vector<double> calmed(20, 5.0);  // the oldest, which no longer count, were wild
  calmed.insert(calmed.begin(), {0.0, 100.0, 0.0, 100.0});
  std::vector<double> long_calm(31, 5.0);
  long_calm.insert(long_calm.begin(), {0.0, 100.0, 0.0, 100.0});
  const Case cases[] = {
      {"no history", {}, {0, 0.0}},
      {"one suite", {1.0}, {0, 0.0}},
      {"four differences are too few", {1.0, 2.0, 1.0, 2.0, 1.0}, {4, 0.0}},
      {"five differences", {1.0, 2.0, 1.0, 2.0, 1.0, 2.0}, {5, 0.0}},  // +1 -1 +1 -1 +1: median 1, deviations 0 2 0 2 0
      {"a steady drift is no noise", {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, {5, 0.0}},
      {"up and down, evenly", {1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0}, {6, 1.0}},
      {"at most thirty", many, {30, 1.0}},
      {"old noise among few", calmed, {23, 0.0}},
      {"old noise that is forgotten", long_calm, {30, 0.0}},
  };
  for (const Case& row : cases) EXPECT_EQ(learn_noise(row.values), row.expected) << row.name;
}

TEST(Noise, AMetricHasMovedIfItChangedByMore) {
  struct Case {
    const char* name;
    double before, after;
    Noise noise;
    double min_change;
    bool moved;
  };
  const Case cases[] = {
      {"just within 1 %", 100.0, 100.99, {}, 0.01, false},
      {"just beyond 1 %", 100.0, 101.02, {}, 0.01, true},
      {"down", 101.02, 100.0, {}, 0.01, true},
      {"within the noise", 100.0, 103.0, {10, 1.0}, 0.01, false},
      {"beyond the noise", 100.0, 103.001, {10, 1.0}, 0.01, true},
      {"noise smaller than 1 %", 100.0, 100.9, {10, 0.03}, 0.01, false},
      {"noise of too few differences", 100.0, 102.0, {4, 50.0}, 0.01, true},
      {"from zero", 0.0, 0.001, {}, 0.01, true},
      {"equal", 5.0, 5.0, {}, 0.0, false},
      {"any change with no least one", 5.0, 5.0000001, {}, 0.0, true},
      {"across zero", -1.0, 1.0, {10, 0.5}, 0.01, true},
  };
  for (const Case& row : cases)
    EXPECT_EQ(has_moved(row.before, row.after, row.noise, {.min_change = row.min_change}), row.moved) << row.name;
}

}  // namespace
}  // namespace scrutineer::suite
