#include "checks/detail/range_words.h"

#include <gtest/gtest.h>

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
      {"accelerating", acceleration_beyond(6.0, 4.0, true, "should"),
       "accelerated at 6 m/s^2, harder than the 4 m/s^2 that it should"},
      {"braking", acceleration_beyond(-6.0, -4.0, false, "should"),
       "braked at 6 m/s^2, harder than the 4 m/s^2 that it should"},
      {"braking too little", acceleration_beyond(-1.0, -2.0, true, "should"),
       "braked at 1 m/s^2, less hard than the 2 m/s^2 that it should"},
      {"braking where it has to accelerate", acceleration_beyond(-1.0, 2.0, false, "should"),
       "braked at 1 m/s^2, where its acceleration should be at least 2 m/s^2"},
  };
  for (const auto& [name, words, expected] : cases) EXPECT_EQ(words, expected) << name;
}

}  // namespace
}  // namespace scrutineer::checks
