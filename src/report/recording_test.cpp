#include "report/recording.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kit/maps.h"
#include "kit/scenario.h"
#include "map/read.h"

namespace scrutineer::report {
namespace {

using namespace std::chrono_literals;

Found found_in(const kit::RunData& run, std::vector<FoundIssue> issues = {}) {
  Found found;
  found.issues = std::move(issues);
  found.frames = run.frames.size();
  found.end = run.frames.back().time;
  return found;
}

FoundIssue issue(const char* actor, Duration start, Duration end) {
  FoundIssue issue;
  issue.checker = "speed_limit";
  issue.actor = actor;
  issue.start = Time(start);
  issue.end = Time(end);
  return issue;
}

Recording recorded(const kit::RunData& run, const map::RoadNetwork* map, const Found& found,
                   RecordingLimits limits = {}) {
  RecordingBuilder builder(found, limits);
  scene::Scene scene({.map = map});
  scene.actors.set_ego(trace::ActorId(0));
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    builder.look(scene, nullptr);
  }
  return builder.finish();
}

// 30 s at 100 Hz: the ego (0), one that stays (1), and one that comes late and goes early (2).
class RecordingOfARun : public testing::Test {
 protected:
  void SetUp() override {
    kit::Scenario scenario({.map = map_.get(), .step = 10ms, .duration = 30s});
    scenario.add({.id = "0", .is_ego = true}).start_at("1", -1, 10.0).speed(20.0);
    scenario.add({.id = "7"}).start_at("1", -1, 100.0).speed(10.0).appears(5s).vanishes(9s);
    scenario.add({.id = "8"}).start_at("1", 1, 900.0).speed(10.0);
    run_ = scenario.run();
  }
  std::unique_ptr<const map::RoadNetwork> map_ = map::build_network(kit::straight_road(1000.0));
  kit::RunData run_;
};

TEST_F(RecordingOfARun, HasTenPosesASecond) {
  const Recording recording = recorded(run_, map_.get(), found_in(run_));
  EXPECT_EQ(recording.times.size(), 301U);
  EXPECT_EQ(recording.actors[0].x.size(), 301U);
  EXPECT_EQ(recording.actors[1].x.size(), 301U);
  EXPECT_NEAR(static_cast<double>(recording.actors[2].x.size()), 40.0, 1.0);
  EXPECT_EQ(recording.actors[2].presences.size(), 1U);
  EXPECT_EQ(recording.times[recording.actors[2].frames.front()], Time(5s));
}

TEST_F(RecordingOfARun, HasEveryFrameAroundAnIssue) {
  const Recording recording = recorded(run_, map_.get(), found_in(run_, {issue("0", 15s, 16s)}));
  // From 10 s to 21 s.
  EXPECT_EQ(recording.times.size(), 301U + 1101U - 111U);
  EXPECT_EQ(recording.actors[0].x.size(), recording.times.size());
  EXPECT_EQ(recording.actors[1].x.size(), 301U);
  EXPECT_EQ(recording.actors[0].presences.size(), 3U);
  EXPECT_EQ(recording.actors[1].presences.size(), 1U);
}

TEST_F(RecordingOfARun, KeepsWhatFits) {
  const std::vector<FoundIssue> issues{issue("0", 10s, 11s), issue("8", 20s, 21s)};
  const Recording recording = recorded(run_, map_.get(), found_in(run_, issues), {.window_poses = 1300});
  EXPECT_GT(recording.actors[0].x.size(), 1000U);
  EXPECT_EQ(recording.actors[1].x.size(), 301U);
}

TEST_F(RecordingOfARun, HasSignalsAtThePosesAndFewerWhereThatIsTooMuch) {
  struct Case {
    const char* name;
    std::size_t most;
    std::uint32_t stride;
  };
  const Case cases[] = {{"all fit", 1'000'000, 1}, {"half fit", 10'000, 2}, {"a quarter fits", 5'000, 4}};
  for (const auto& [name, most, stride] : cases) {
    const Recording recording = recorded(run_, map_.get(), found_in(run_), {.signals = most});
    const RecordedActor &ego = recording.actors[0], &other = recording.actors[1];
    EXPECT_EQ(ego.signal_poses.size(), 301U) << name;
    EXPECT_EQ(other.signal_poses.size(), 300U / stride + 1) << name;
    EXPECT_EQ(other.signal_poses[1], stride) << name;
    const auto deviation = std::ranges::find(recording.facts, "deviation", &scene::Fact::name);
    const auto& signal = other.signals[static_cast<std::size_t>(deviation - recording.facts.begin())];
    EXPECT_EQ(signal.size(), other.signal_poses.size()) << name;
  }
}

TEST_F(RecordingOfARun, HasSignalsAtEveryFrameAroundIssuesWhileThatFits) {
  struct Case {
    const char* name;
    std::size_t most, expected;
  };
  const Case cases[] = {{"it fits", 100'000, 301 + 1101 - 111}, {"it does not", 1'000, 301}};
  for (const auto& [name, most, expected] : cases) {
    const Recording recording = recorded(run_, map_.get(), found_in(run_, {issue("8", 15s, 16s)}),
                                         {.window_signals = most, .signals = 1 << 20});
    EXPECT_EQ(recording.actors[1].signal_poses.size(), expected) << name;
    EXPECT_EQ(recording.actors[1].x.size(), 1291U) << name;
  }
}

TEST_F(RecordingOfARun, TakesWhatChecksPlotWhileTheirIssuesLast) {
  RecordingBuilder builder(found_in(run_, {issue("0", 15s, 16s)}));
  scene::Scene scene({.map = map_.get()});
  watch::CheckInfo drawn, other;
  drawn.name = "speed_limit";
  other.name = "off_lane";
  const double value = 1.5;
  for (const trace::Frame& frame : run_.frames) {
    scene.advance(frame, run_.actors);
    for (const watch::CheckInfo* check : {&drawn, &other})
      for (const std::size_t actor : {0U, 2U})
        if (builder.wants(*check, trace::ActorId(actor), frame.time))
          builder.take(*check, trace::ActorId(actor), frame.time, {&value, 1});
    builder.look(scene, nullptr);
  }
  const Recording recording = builder.finish();
  ASSERT_EQ(recording.plots.size(), 1U);
  const auto& [key, plot] = *recording.plots.begin();
  EXPECT_EQ(key, std::pair(std::string("speed_limit"), 0U));
  ASSERT_EQ(plot.frames.size(), 1101U);
  EXPECT_EQ(recording.times[plot.frames.front()], Time(10s));
  EXPECT_EQ(recording.times[plot.frames.back()], Time(21s));
}

TEST(Recording, TurnsOnWithoutAJump) {
  kit::RunData run;
  run.actors.resize(1);
  run.actors[0].id = "0";
  for (int i = 0; i < 10; ++i) {
    trace::Frame frame;
    frame.time = Time(i * Duration(100ms));
    frame.actors.resize(1);
    frame.actors[0].actor = trace::ActorId(0);
    frame.actors[0].yaw = std::remainder(3.0 + 0.1 * i, 2.0 * 3.14159265358979);
    run.frames.push_back(frame);
  }
  const Recording recording = recorded(run, nullptr, found_in(run));
  EXPECT_NEAR(recording.actors[0].yaw.back(), 3.9, 1e-9);
}

}  // namespace
}  // namespace scrutineer::report
