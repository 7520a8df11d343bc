#include "watch/clock.h"

#include <gtest/gtest.h>

#include <vector>

namespace scrutineer::watch {
namespace {

using namespace std::chrono_literals;

// Which of the frames tick.
std::vector<Duration> ticks(PeriodicClock clock, const std::vector<Duration>& frames) {
  std::vector<Duration> ticking;
  for (const Duration frame : frames)
    if (clock.ticks(Time{} + frame)) ticking.push_back(frame);
  return ticking;
}

TEST(PeriodicClock, TicksOnTheFirstFrameAtOrAfterDue) {
  using Frames = std::vector<Duration>;
  struct Case {
    const char* name;
    Duration period;
    Frames frames, ticking;
  };
  const Case cases[] = {
      {"the first frame", 100ms, {0ms}, {0ms}},
      {"on the grid", 100ms, {0ms, 50ms, 100ms, 150ms, 200ms}, {0ms, 100ms, 200ms}},
      {"first frame after", 100ms, {0ms, 90ms, 130ms, 170ms, 210ms}, {0ms, 130ms, 210ms}},
      {"a late frame shifts nothing", 100ms, {0ms, 190ms, 200ms, 300ms}, {0ms, 190ms, 200ms, 300ms}},
      {"a gap ticks once", 100ms, {0ms, 350ms, 360ms, 400ms}, {0ms, 350ms, 400ms}},
      {"1 % early is on time", 100ms, {0ms, 99ms, 100ms, 199ms, 200ms, 300ms}, {0ms, 99ms, 199ms, 300ms}},
      {"more is not", 100ms, {0ms, 99ms - 1ns, 100ms}, {0ms, 100ms}},
      {"jitter of a nanosecond",
       100ms,
       {0ms, 100ms - 1ns, 200ms + 1ns, 300ms - 1ns},
       {0ms, 100ms - 1ns, 200ms + 1ns, 300ms - 1ns}},
      {"early after a gap counts for the coming tick", 100ms, {0ms, 399ms, 400ms, 500ms}, {0ms, 399ms, 500ms}},
      {"shorter than the frames", 10ms, {0ms, 40ms, 80ms, 120ms}, {0ms, 40ms, 80ms, 120ms}},
      {"no period at all", 0ms, {0ms, 1ns, 5ms}, {0ms, 1ns, 5ms}},
      {"a negative one", -5ms, {0ms, 1ns, 5ms}, {0ms, 1ns, 5ms}},
  };
  for (const auto& [name, period, frames, ticking] : cases)
    EXPECT_EQ(ticks(PeriodicClock(period), frames), ticking) << name;
}

TEST(PeriodicClock, TicksOnExactlyEveryTenthFrame) {
  PeriodicClock clock(100ms);
  for (int frame = 0; frame < 1'000'000; ++frame)
    ASSERT_EQ(clock.ticks(Time{} + frame * 10ms), frame % 10 == 0) << frame;
}

TEST(PeriodicClock, BeginsWhenItIsTold) {
  PeriodicClock clock(100ms, Time{} + 250ms);
  EXPECT_FALSE(clock.ticks(Time{} + 200ms));
  EXPECT_TRUE(clock.ticks(Time{} + 250ms));
  EXPECT_FALSE(clock.ticks(Time{} + 300ms));
  EXPECT_TRUE(clock.ticks(Time{} + 350ms));
}

}  // namespace
}  // namespace scrutineer::watch
