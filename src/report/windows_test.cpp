#include "report/windows.h"

#include <gtest/gtest.h>

namespace scrutineer::report {
namespace {

using namespace std::chrono_literals;
using watch::Severity;

Time at(Duration since_start) { return Time(since_start); }

FoundIssue issue(const char* actor, Duration start, Duration end, Severity severity = Severity::error) {
  FoundIssue issue;
  issue.actor = actor;
  issue.start = at(start);
  issue.end = at(end);
  issue.severity = severity;
  return issue;
}

TEST(Windows, JoinWhatOverlaps) {
  const Windows windows({{at(20s), at(30s)}, {at(0s), at(5s)}, {at(4s), at(8s)}, {at(8s), at(9s)}});
  const std::vector<Window> expected{{at(0s), at(9s)}, {at(20s), at(30s)}};
  EXPECT_EQ(std::vector(windows.all().begin(), windows.all().end()), expected);
}

TEST(Windows, TellWhetherATimeIsInside) {
  Windows windows({{at(1s), at(2s)}, {at(4s), at(5s)}});
  struct Case {
    Duration time;
    bool expected;
  };
  const Case cases[] = {{0s, false}, {1s, true}, {2s, true}, {2001ms, false}, {4s, true}, {5s, true}, {6s, false}};
  for (const auto& [time, expected] : cases) EXPECT_EQ(windows.contains(at(time)), expected) << time.count();
}

TEST(Windows, HoldFiveSecondsAroundAnInterval) {
  EXPECT_EQ(windows_around(at(10s), at(12s)), (std::vector<Window>{{at(5s), at(17s)}}));
  EXPECT_EQ(windows_around(at(10s), at(90s)), (std::vector<Window>{{at(5s), at(15s)}, {at(85s), at(95s)}}));
}

TEST(Windows, AreTakenForTheGravestFirst) {
  const std::vector<FoundIssue> issues{issue("a", 10s, 11s, Severity::warning), issue("b", 10s, 11s),
                                       issue("c", 50s, 51s, Severity::info)};
  struct Case {
    const char* name;
    std::size_t most;
    std::vector<std::string> actors;
  };
  // Each touches 12 seconds of 100 frames.
  const Case cases[] = {
      {"all", 3600, {"a", "b", "c"}}, {"two", 2400, {"a", "b"}}, {"one", 1200, {"b"}}, {"none", 100, {}}};
  for (const auto& [name, most, actors] : cases) {
    std::vector<std::string> found;
    for (const auto& [actor, windows] : full_rate_windows(issues, 100.0, most)) found.push_back(actor);
    EXPECT_EQ(found, actors) << name;
  }
}

TEST(Windows, CostNothingTwice) {
  std::vector<FoundIssue> issues(1000, issue("a", 10s, 11s));
  EXPECT_EQ(full_rate_windows(issues, 100.0, 1200).size(), 1U);
}

TEST(Windows, AreOfBothActors) {
  FoundIssue collision = issue("a", 10s, 11s);
  collision.other = "b";
  EXPECT_EQ(full_rate_windows(std::vector{collision}, 100.0, 10'000).size(), 2U);
}

}  // namespace
}  // namespace scrutineer::report
