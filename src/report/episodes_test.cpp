#include "report/episodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrutineer::report {
namespace {

using testing::HasSubstr;

constexpr std::string_view kEpisodes =
    "episode,start,end,duration,issues_info\n0,0,12.5,12.5,0\n1,12.5,30,17.5,2\n2,30,41,11,0\n";

TEST(Episodes, AreReadWithTheirArrivals) {
  const auto found = read_episodes(kEpisodes,
                                   "episode,start,spawn_lane,distance_to_midpoint,target_time,estimated_time,"
                                   "achieved_time\n1,12.5,\"a, \"\"b\"\"/0/-1\",80,8,7.5,9.25\r\n2,30,c,80,5,4,\n",
                                   "e.csv");
  ASSERT_TRUE(found) << to_string(found.problem());
  ASSERT_EQ(found->size(), 3U);
  EXPECT_EQ((*found)[0].end, 12.5);
  EXPECT_EQ((*found)[0].estimated_time, std::nullopt);
  EXPECT_EQ((*found)[1].spawn_lane, "a, \"b\"/0/-1");
  EXPECT_EQ((*found)[1].target_time, 8.0);
  EXPECT_EQ((*found)[1].achieved_time, 9.25);
  EXPECT_EQ((*found)[2].estimated_time, 4.0);
  EXPECT_EQ((*found)[2].achieved_time, std::nullopt);
}

TEST(Episodes, MayHaveNoArrivals) {
  const auto found = read_episodes(kEpisodes, "", "e.csv");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 3U);
}

TEST(Episodes, SayWhatIsWrong) {
  struct Case {
    const char *name, *text;
  };
  const Case cases[] = {{"no number", "episode,start,end\n0,0,5\n1,a,9\n"},
                        {"another table", "id,start\n0,0\n1,2\n"},
                        {"ends before it begins", "episode,start,end\n0,0,5\n1,6,5\n"}};
  for (const auto& [name, text] : cases) {
    const auto found = read_episodes(text, "", "e.csv");
    ASSERT_FALSE(found) << name;
    EXPECT_THAT(to_string(found.problem()), HasSubstr("e.csv:")) << name;
    EXPECT_THAT(to_string(found.problem()), HasSubstr("is no list of episodes")) << name;
  }
}

}  // namespace
}  // namespace scrutineer::report
