#include "trace/relocations.h"

#include <gtest/gtest.h>

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;

TEST(Relocations, AreReadAndSorted) {
  struct Case {
    const char *name, *content;
    std::vector<Relocation> expected;
  };
  const Case cases[] = {
      {"none", "id,start,end\n", {}},
      {"one", "id,start,end\n7,1.5,1.6\n", {{"7", Time(1500ms), Time(1600ms)}}},
      {"other order of columns, rows out of order",
       "end,id,start\n9,a,8\n2,b,1\n2,a,1\n",
       {{"a", Time(1s), Time(2s)}, {"b", Time(1s), Time(2s)}, {"a", Time(8s), Time(9s)}}},
      {"the Teleporter's log",
       "timestamp,midpoint_segment,spawn_lane,sample_index,distance_to_midpoint,estimated_time,target_time,"
       "reached_cruise,spawn_x,spawn_y,spawn_z\n"
       "31.25,mid,lane_3,4,120.5,17.3,17.0,true,1,2,3\n"
       "12.5,mid,RandomPoint,,,,,,1,2,3\n",
       {{"", Time(12500ms), Time(12500ms)}, {"", Time(31250ms), Time(31250ms)}}},
  };
  for (const auto& [name, content, expected] : cases) {
    const auto relocations = read_relocations(content, "r.csv");
    ASSERT_TRUE(relocations) << name << ": " << to_string(relocations.problem());
    EXPECT_EQ(*relocations, expected) << name;
  }
}

TEST(Relocations, SaysWhatIsWrongAndWhere) {
  struct Case {
    const char *name, *content, *expected;
  };
  const Case cases[] = {
      {"something else", "time,id,x\n",
       "r.csv:1: column start is missing; needed are id, start, end, or the Teleporter's timestamp"},
      {"nothing", "", "r.csv: is empty: a header was expected, id, start, end, timestamp"},
      {"a bad time", "id,start,end\n7,1,late\n", "r.csv:2:5: end must be seconds, found \"late\""},
      {"a bad timestamp", "timestamp,spawn_x\n?,1\n", "r.csv:2:1: timestamp must be seconds, found \"?\""},
      {"no id", "id,start,end\n,1,2\n", "r.csv:2:1: id is empty"},
      {"it ends before it begins", "id,start,end\n7,1,2\n8,2,1.9\n", "r.csv:3:5: end is before start"},
  };
  for (const auto& [name, content, expected] : cases) {
    const auto relocations = read_relocations(content, "r.csv");
    ASSERT_FALSE(relocations) << name;
    EXPECT_EQ(to_string(relocations.problem()), expected) << name;
  }
}

TEST(Relocations, OfAFileThatIsNotThere) { EXPECT_FALSE(read_relocations("no/such/file.csv")); }

}  // namespace
}  // namespace scrutineer::trace
