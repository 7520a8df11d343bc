#include "checks/detail/range_words.h"

#include <gtest/gtest.h>

#include <limits>

namespace scrutineer::checks {
namespace {

TEST(RangeWords, SayWhatAPersonWouldSee) {
  struct Case {
    const char* name;
    std::string words;
    const char* expected;
  };
  const Case cases[] = {
      {"too fast", speed_beyond(60.0, 55.0, true, "can"),
       "drove 216 km/h (60 m/s), faster than the 198 km/h (55 m/s) that it can"},
      {"reversing where none is allowed", speed_beyond(-1.5, 0.0, false, "can"),
       "drove backwards at 5.4 km/h (1.5 m/s)"},
      {"reversing faster than allowed", speed_beyond(-5.0, -2.5, false, "should"),
       "drove backwards at 18 km/h (5 m/s), faster than the 9 km/h (2.5 m/s) that it should"},
      {"too slow", speed_beyond(5.0, 10.0, false, "should"),
       "drove 18 km/h (5 m/s), slower than the 36 km/h (10 m/s) that it should"},
      {"accelerating", acceleration_beyond(6.0, 4.0, true, "should", 5.0),
       "accelerated at 6 m/s^2, harder than the 4 m/s^2 that it should"},
      {"braking", acceleration_beyond(-6.0, -4.0, false, "should", 5.0),
       "braked at 6 m/s^2, harder than the 4 m/s^2 that it should"},
      {"braking too little", acceleration_beyond(-1.0, -2.0, true, "should", 5.0),
       "braked at 1 m/s^2, less hard than the 2 m/s^2 that it should"},
      {"braking where it has to accelerate", acceleration_beyond(-1.0, 2.0, false, "should", 5.0),
       "braked at 1 m/s^2, where its acceleration should be at least 2 m/s^2"},
      {"braking while reversing", acceleration_beyond(6.0, 4.0, true, "should", -5.0),
       "braked while reversing at 6 m/s^2, harder than the 4 m/s^2 that it should"},
      {"accelerating backwards", acceleration_beyond(-6.0, -4.0, false, "can", -5.0),
       "accelerated backwards at 6 m/s^2, harder than the 4 m/s^2 that it can"},
      {"starting backwards", acceleration_beyond(-6.0, -4.0, false, "can", 0.0),
       "accelerated backwards at 6 m/s^2, harder than the 4 m/s^2 that it can"},
      {"starting", acceleration_beyond(6.0, 4.0, true, "can", 0.0),
       "accelerated at 6 m/s^2, harder than the 4 m/s^2 that it can"},
  };
  for (const auto& [name, words, expected] : cases) EXPECT_EQ(words, expected) << name;
}

TEST(RangeWords, KnowTheSpeedOfAStep) {
  struct Case {
    const char* name;
    double before, now, expected;
  };
  const Case cases[] = {
      {"ahead", 5.0, 4.0, 4.5},
      {"comes to a stand ahead", 0.5, 0.0, 0.25},
      {"comes to a stand backwards", -0.5, 0.0, -0.25},
      {"starts backwards", 0.0, -0.5, -0.25},
      {"there was no frame before", std::numeric_limits<double>::quiet_NaN(), -1.0, -1.0},
  };
  for (const auto& [name, before, now, expected] : cases) EXPECT_EQ(speed_over_step(before, now), expected) << name;
}

}  // namespace
}  // namespace scrutineer::checks
