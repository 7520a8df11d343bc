#include "trace/planned_path.h"

#include <gmock/gmock.h>

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;

PlannedPaths open(const std::string& rows) {
  auto plans = PlannedPaths::open("time,id,x,y,speed\n" + rows, "plan.csv");
  EXPECT_TRUE(plans) << to_string(plans.problem());
  return *std::move(plans);
}

// "0.5: 1,2,3 4,5,6", or "" for none.
std::string text_of(const PlannedPath* path) {
  if (path == nullptr) return "";
  std::string text = std::to_string(to_seconds(path->time)).substr(0, 3) + ":";
  for (const auto& [x, y, speed] : path->points)
    for (const double value : {x, y, speed}) text += " " + std::to_string(static_cast<int>(value));
  return text;
}

TEST(PlannedPath, HoldsFromItsTimeOn) {
  const std::string rows =
      "0.0,7,1,2,3\n"
      "0.0,7,4,5,6\n"
      "0.5,8,1,1,1\n"
      "0.5,7,9,9,9\n"
      "0.5,8,2,2,2\n"  // paths of one time may be interleaved
      "1.5,7,0,0,0\n";
  struct Case {
    const char* name;
    Duration now;
    const char *seven, *eight;
  };
  const Case cases[] = {
      {"at the first", 0ms, "0.0: 1 2 3 4 5 6", ""},
      {"just before the second", 499ms, "0.0: 1 2 3 4 5 6", ""},
      {"at the second, by a clock that is rounded down", 499'999'999ns, "0.5: 9 9 9", "0.5: 1 1 1 2 2 2"},
      {"at the second", 500ms, "0.5: 9 9 9", "0.5: 1 1 1 2 2 2"},
      {"one actor's own goes on", 1500ms, "1.5: 0 0 0", "0.5: 1 1 1 2 2 2"},
      {"after the last", 60s, "1.5: 0 0 0", "0.5: 1 1 1 2 2 2"},
  };
  PlannedPaths plans = open(rows);
  EXPECT_EQ(plans.of("7"), nullptr);
  for (const auto& [name, now, seven, eight] : cases) {
    EXPECT_EQ(plans.advance(Time(now)), std::nullopt) << name;
    EXPECT_EQ(text_of(plans.of("7")), seven) << name;
    EXPECT_EQ(text_of(plans.of("8")), eight) << name;
    EXPECT_EQ(plans.of("9"), nullptr) << name;

    PlannedPaths at_once = open(rows);
    EXPECT_EQ(at_once.advance(Time(now)), std::nullopt) << name;
    EXPECT_EQ(text_of(at_once.of("7")), seven) << name << ", at once";
  }
}

TEST(PlannedPath, MayBeginBeforeTheRun) {
  PlannedPaths plans = open("-2,7,1,1,1\n-1,7,2,2,2\n");
  EXPECT_EQ(plans.advance(Time{}), std::nullopt);
  EXPECT_EQ(text_of(plans.of("7")), "-1.: 2 2 2");
}

TEST(PlannedPath, ABadRowCountsFromItsTimeOn) {
  struct Case {
    const char *name, *row;
    Duration from;  // when it is told
  };
  const Case cases[] = {
      {"no number", "2,7,1,b,3\n", 2s},
      {"no id", "2,,1,2,3\n", 2s},
      {"too short", "2,7,1\n", 2s},
      {"an open quote", "2,\"7,1,2,3\n", 2s},
      {"of the row's time before", "0.5,7,b,2,3\n", 500ms},
      {"no time, so perhaps of the row's before", "?,7,1,2,3\n", 500ms},
  };
  for (const auto& [name, row, from] : cases) {
    PlannedPaths plans = open("0,7,1,1,1\n0.5,7,2,2,2\n" + std::string(row) + "3,7,4,4,4\n");
    EXPECT_EQ(plans.advance(Time(from - 1ms)), std::nullopt) << name;
    EXPECT_EQ(text_of(plans.of("7")), from == 2s ? "0.5: 2 2 2" : "0.0: 1 1 1") << name;
    const auto problem = plans.advance(Time(from));
    ASSERT_TRUE(problem) << name;
    EXPECT_EQ(problem->place.line, 4U) << name;
  }
}

TEST(PlannedPath, SaysWhatIsWrongAndWhere) {
  struct Case {
    const char *name, *content, *expected;
  };
  const Case cases[] = {
      {"nothing", "", "plan.csv: is empty: a header was expected, time, id, x, y, speed"},
      {"a missing column", "time,id,x,y\n", "plan.csv:1: column speed is missing; needed are time, id, x, y, speed"},
      {"a bad number", "time,id,x,y,speed\n0,7,1,b,3\n", "plan.csv:2:7: y must be a number, found \"b\""},
      {"not a number", "time,id,x,y,speed\n0,7,1,2,nan\n",
       "plan.csv:2:9: speed must be a number within +-1e7, found nan"},
      {"absurd", "time,id,x,y,speed\n0,7,1e9,2,3\n", "plan.csv:2:5: x must be a number within +-1e7, found 1000000000"},
      {"a bad time", "time,id,x,y,speed\nsoon,7,1,2,3\n", "plan.csv:2:1: time must be seconds, found \"soon\""},
      {"no id", "time,id,x,y,speed\n0,,1,2,3\n", "plan.csv:2:3: id is empty"},
      {"time goes back", "time,id,x,y,speed\n1,7,1,2,3\n0.5,8,1,2,3\n",
       "plan.csv:3:1: time is earlier than in the row before"},
      {"a short row", "time,id,x,y,speed\n1,7\n", "plan.csv:2: the row has 2 cells, the header has 5"},
  };
  for (const auto& [name, content, expected] : cases) {
    auto plans = PlannedPaths::open(content, "plan.csv");
    const std::optional<Problem> problem = plans ? plans->advance(Time(10s)) : plans.problem();
    ASSERT_TRUE(problem) << name;
    EXPECT_EQ(to_string(*problem), expected) << name;
    if (!plans) continue;
    EXPECT_EQ(plans->advance(Time(20s)), problem) << name << ": it is final";
  }
}

}  // namespace
}  // namespace scrutineer::trace
