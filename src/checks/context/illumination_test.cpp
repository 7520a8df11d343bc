#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using testing::ElementsAre;

TEST(Illumination, HasAnIntervalForEachState) {
  kit::Scenario scenario({.duration = 2s});
  scenario.add({.id = "7", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  kit::RunData run = scenario.run();
  for (trace::Frame& frame : run.frames)
    if (frame.time >= Time(500ms))
      frame.environment.illumination = frame.time < Time(1s) ? trace::Illumination::day : trace::Illumination::night;
  const auto found = CheckTester("illumination").run(run);
  EXPECT_THAT(found.intervals(), ElementsAre("7, 0 to 0.5, condition", "7, 0.5 to 1, condition", "7, 1 to 2, run_end"));
  std::vector<std::string> words;
  for (const watch::IntervalRecord& record : found.evaluation.intervals)
    words.push_back(std::get<std::string>(record.data[0]));
  EXPECT_THAT(words, ElementsAre("unknown", "day", "night"));
}

}  // namespace
}  // namespace scrutineer::checks
