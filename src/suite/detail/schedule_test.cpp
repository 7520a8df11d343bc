#include "suite/detail/schedule.h"

#include <gtest/gtest.h>

namespace scrutineer::suite::detail {
namespace {

std::vector<PlannedRun> runs_on(const std::vector<std::string>& maps) {
  std::vector<PlannedRun> runs;
  for (const std::string& map : maps)
    runs.push_back({.key = std::to_string(runs.size()), .manifest = {}, .trace = {}, .map = map});
  return runs;
}

TEST(Schedule, KeepsAWorkerOnItsMap) {
  const auto runs = runs_on({"a", "b", "a", "b", "b"});
  Schedule schedule(runs);
  std::string first = "none", second = "none";
  EXPECT_EQ(schedule.next(first), 1);  // b has most
  EXPECT_EQ(schedule.next(second), 0);
  EXPECT_EQ(schedule.next(first), 3);
  EXPECT_EQ(schedule.next(second), 2);
  EXPECT_EQ(schedule.next(second), 4);  // nothing is left on a
  EXPECT_EQ(second, "b");
  EXPECT_EQ(schedule.next(first), std::nullopt);
}

TEST(Schedule, GivesOutAgainWhatComesBack) {
  const auto runs = runs_on({"", "", "m"});
  Schedule schedule(runs);
  std::string map = "none";
  EXPECT_EQ(schedule.next(map), 0);
  schedule.give_back(0);
  EXPECT_EQ(schedule.left(), 3);
  EXPECT_EQ(schedule.next(map), 0);
  EXPECT_EQ(schedule.next(map), 1);
  EXPECT_EQ(schedule.next(map), 2);
  EXPECT_EQ(schedule.left(), 0);
}

}  // namespace
}  // namespace scrutineer::suite::detail
