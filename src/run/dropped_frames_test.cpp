#include "run/dropped_frames.h"

#include <gtest/gtest.h>

namespace scrutineer::run {
namespace {

TEST(DroppedFrames, AreTold) {
  struct Case {
    const char* name;
    std::uint64_t frames, bad_frames;
    const char* note;
  };
  const Case cases[] = {
      {"none", 100, 0, ""},
      {"one", 99, 1, "1 bad frame was dropped, the first: run.csv:3: x is missing"},
      {"half of them", 50, 50, "50 bad frames were dropped, the first: run.csv:3: x is missing"},
      {"most of them", 10, 190,
       "190 of 200 frames were bad and are dropped, so most of the run is not judged; the first: run.csv:3: x is "
       "missing"},
  };
  for (const Case& c : cases) {
    trace::TraceCounts counts{.frames = c.frames, .bad_frames = c.bad_frames};
    if (c.bad_frames > 0) counts.first_bad = Problem{{.file = "run.csv", .line = 3}, "x is missing"};
    EXPECT_EQ(bad_frames_note(counts), c.note) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::run
