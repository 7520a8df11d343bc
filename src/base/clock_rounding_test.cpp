#include "base/clock_rounding.h"

#include <gtest/gtest.h>

namespace scrutineer {
namespace {

using namespace std::chrono_literals;

TEST(ClockRounding, DurationsBetweenFramesAreAsLongAsClocksCanTell) {
  struct Case {
    const char* name;
    Duration lasted, wanted;
    bool reaches, exceeds;
  };
  const Case cases[] = {
      {"just as long", 300ms, 300ms, true, false},
      {"a nanosecond short", 299'999'999ns, 300ms, true, false},
      {"a nanosecond longer", 300'000'001ns, 300ms, true, false},
      {"what clocks are rounded by", 299'950us, 300ms, true, false},
      {"shorter than that", 299'949us, 300ms, false, false},
      {"longer than that", 300'051us, 300ms, true, true},
      {"1 % of what is short", 990us, 1ms, true, false},
      {"more than 1 % of what is short", 989us, 1ms, false, false},
      {"nothing is wanted", 0s, 0s, true, false},
      {"a nanosecond where nothing is wanted", 1ns, 0s, true, true},
      {"for ever", 300s, Duration::max(), false, false},
  };
  for (const auto& [name, lasted, wanted, expected, longer] : cases) {
    EXPECT_EQ(reaches(lasted, wanted), expected) << name;
    EXPECT_EQ(exceeds(lasted, wanted), longer) << name;
  }
}

TEST(ClockRounding, TablesHoldInTheFrameOfTheirTime) {
  EXPECT_EQ(latest_in(Time(1s)), Time(1s + 50us));
  EXPECT_EQ(latest_in(Time(-1s)), Time(-1s + 50us));
  EXPECT_EQ(latest_in(Time::max()), Time::max());
  EXPECT_EQ(latest_in(Duration::max() - 1ns), Duration::max());
}

}  // namespace
}  // namespace scrutineer
