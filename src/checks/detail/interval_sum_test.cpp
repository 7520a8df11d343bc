#include "checks/detail/interval_sum.h"

#include <gtest/gtest.h>

#include <string_view>

namespace scrutineer::checks {
namespace {

// Each frame adds 1. S: the first frame of an interval, t: another one that belongs to it, a dot: one that does not.
TEST(IntervalSum, IsThatOfTheIntervalFromItsStartToItsEnd) {
  struct Case {
    const char* name;
    std::string_view frames;
    double value;
  };
  const Case cases[] = {
      {"only its start", "S", 0.0},
      {"to the run's end", "Stt", 2.0},
      {"to the frame in which it no longer holds", "Stt.", 3.0},
      {"not further, while it waits", "Stt...", 3.0},
      {"goes on after waiting", "Stt..t", 5.0},
      {"goes on and ends", "Stt..t.", 6.0},
      {"not what was before", "..S.", 1.0},
      {"another one", "Stt.St", 1.0},
      {"another one at once", "SttSt.", 2.0},
  };
  for (const auto& [name, frames, value] : cases) {
    IntervalSum sum;
    for (const char frame : frames) {
      sum.add(1.0);
      if (frame != '.') sum.take(frame == 'S');
    }
    EXPECT_EQ(sum.value(), value) << name;
  }
}

}  // namespace
}  // namespace scrutineer::checks
