#include "trace/summary.h"

#include <gmock/gmock.h>

#include "kit/data.h"
#include "kit/read_run.h"

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

struct Spot {
  double x = 0.0;
  std::optional<double> vx = std::nullopt;
};

// A run of one car; nothing: the car is not in that frame.
RunSummary summarize(Duration step, const std::vector<std::optional<Spot>>& places) {
  const ActorInfo info{.id = "a", .base_polygon = {}};
  Summarizer summarizer;
  for (std::size_t i = 0; i < places.size(); ++i) {
    Frame frame{.time = Time(static_cast<std::int64_t>(i) * step), .number = i, .actors = {}, .lights = {}};
    if (places[i]) {
      ActorState state{.actor = ActorId(0), .x = places[i]->x};
      if (places[i]->vx) {
        state.fields.set(Field::velocity);
        state.vx = *places[i]->vx;
      }
      frame.actors.push_back(state);
    }
    summarizer.add(frame, {&info, 1});
  }
  return summarizer.summary();
}

TEST(Summary, FindsJumps) {
  struct Case {
    const char* name;
    std::vector<std::optional<Spot>> places;  // every 100 ms
    std::vector<std::uint64_t> jumps;         // the frames behind them
  };
  const std::optional<Spot> away;
  const Case cases[] = {
      {"even", {{{0}}, {{1}}, {{2}}, {{3}}}, {}},
      {"one place that is wrong, for good", {{{0}}, {{1}}, {{5}}, {{6}}, {{7}}}, {2}},
      {"there and back", {{{0}}, {{1}}, {{9}}, {{3}}, {{4}}}, {2, 3}},
      {"a new speed", {{{0}}, {{1}}, {{5}}, {{9}}, {{13}}}, {2}},
      {"a new speed that the run reports", {{{0, 10}}, {{1, 10}}, {{5, 40}}, {{9, 40}}}, {}},
      {"a stall", {{{0}}, {{2}}, {{4}}, {{4}}, {{6}}}, {}},
      {"a stop", {{{0}}, {{2}}, {{4}}, {{4}}, {{4}}}, {}},
      {"elsewhere after an absence", {{{0}}, {{1}}, away, {{90}}, {{91}}, {{92}}}, {}},
      {"the first step", {{{0}}, {{50}}}, {}},
      {"braking hard", {{{0}}, {{3}}, {{5.9}}, {{8.7}}, {{11.4}}}, {}},
  };
  for (const auto& [name, places, jumps] : cases) {
    const RunSummary summary = summarize(100ms, places);
    std::vector<std::uint64_t> found;
    for (const Jump& jump : summary.jumps) found.push_back(jump.frame);
    EXPECT_EQ(found, jumps) << name;
    EXPECT_EQ(summary.jump_count, jumps.size()) << name;
    EXPECT_EQ(summary.actors[0].jumps, jumps.size()) << name;
  }
}

TEST(Summary, FollowsActors) {
  const std::optional<Spot> away;
  const RunSummary summary = summarize(1s, {away, {{0}}, {{10}}, away, {{100}}, {{112}}, away, away, {{0}}, away});
  const ActorSummary& actor = summary.actors[0];
  EXPECT_EQ(actor.first, Time(1s));
  EXPECT_EQ(actor.last, Time(8s));
  EXPECT_EQ(actor.frames, 5U);
  EXPECT_EQ(actor.absences, 2U);
  EXPECT_EQ(actor.longest_absence, Duration(3s));
  EXPECT_EQ(actor.longest_absence_start, Time(5s));
  EXPECT_EQ(actor.distance, 22.0);
  EXPECT_EQ(actor.top_speed, 12.0);
  EXPECT_EQ(actor.speed_source, SpeedSource::positions);
  EXPECT_EQ(summary.empty_frames, 5U);
  EXPECT_EQ(summary.extent->x_max, 112.0);
}

TEST(Summary, TakesReportedSpeeds) {
  const RunSummary summary = summarize(1s, {{{0}}, {{30, 5}}, {{60, -7}}, {{61, 6}}});
  EXPECT_EQ(summary.actors[0].top_speed, 7.0);
  EXPECT_EQ(summary.actors[0].speed_source, SpeedSource::reported);
  EXPECT_EQ(summary.count_of(Field::velocity), 3U);
}

TEST(Summary, CountsSteps) {
  struct Case {
    const char* name;
    std::vector<Duration> steps;
    Duration least, median, most;
    bool is_constant;
    std::vector<std::uint64_t> gaps;  // the frames behind them
  };
  const Case cases[] = {
      {"constant", {33ms, 33ms, 33ms}, 33ms, 33ms, 33ms, true, {}},
      {"rounded", {33ms, 33'000'001ns, 33ms}, 33ms, 33ms, 33'000'001ns, true, {}},
      {"a missing frame", {10ms, 20ms, 10ms}, 10ms, 10ms, 20ms, false, {2}},
      {"two gaps", {10ms, 1s, 10ms, 10ms, 2s, 10ms}, 10ms, 10ms, 2s, false, {2, 5}},
      {"jitter", {9ms, 11ms, 10ms, 12ms}, 9ms, 10ms, 12ms, false, {}},
      {"one step", {3s}, 3s, 3s, 3s, true, {}},
  };
  for (const auto& [name, steps, least, median, most, is_constant, gaps] : cases) {
    Summarizer summarizer;
    Frame frame;
    summarizer.add(frame, {});
    for (const Duration step : steps) {
      frame.time += step;
      ++frame.number;
      summarizer.add(frame, {});
    }
    const RunSummary summary = summarizer.summary();
    ASSERT_TRUE(summary.steps) << name;
    EXPECT_EQ(summary.steps->least, least) << name;
    EXPECT_EQ(summary.steps->median, median) << name;
    EXPECT_EQ(summary.steps->most, most) << name;
    EXPECT_EQ(summary.steps->is_constant(), is_constant) << name;
    std::vector<std::uint64_t> found;
    for (const TimeGap& gap : summary.gaps) found.push_back(gap.frame);
    EXPECT_EQ(found, gaps) << name;
    EXPECT_EQ(summary.gap_count, gaps.size()) << name;
  }
  EXPECT_FALSE(Summarizer().summary().steps);
}

TEST(Summary, KeepsTheMedianOfManyDifferentSteps) {
  StepCounts counts;
  // 1 to 2 ms, each nanosecond of it at most once: far more lengths than are kept.
  for (std::int64_t i = 0; i < 100'000; ++i) counts.add(Duration(1'000'000 + i * 7'919 % 1'000'000));
  EXPECT_NEAR(to_seconds(counts.summary().median), 1.5e-3, 0.005e-3);
  EXPECT_GE(counts.summary().least, Duration(1ms));
  EXPECT_NEAR(static_cast<double>(counts.count_above(Duration(1'900'000))), 10'000, 300);
}

TEST(Summary, KeepsTheLongestGaps) {
  Summarizer summarizer;
  Frame frame;
  summarizer.add(frame, {});
  for (std::uint64_t i = 1; i <= 10 * kMostGaps; ++i) {
    frame.number = i;
    frame.time += i % 4 == 0 ? 1s + Duration(i) : 10ms;
    summarizer.add(frame, {});
  }
  const RunSummary summary = summarizer.summary();
  EXPECT_EQ(summary.gap_count, 10 * kMostGaps / 4);
  ASSERT_EQ(summary.gaps.size(), kMostGaps);
  EXPECT_EQ(summary.gaps.back().frame, 10 * kMostGaps) << "the later ones are longer";
  EXPECT_EQ(summary.gaps.front().frame, 6 * kMostGaps + 4);
}

TEST(Summary, SeesLights) {
  Summarizer summarizer;
  Frame frame;
  const LightState states[] = {{LightId(1), LightColour::red, LightMode::regular},
                               {LightId(1), LightColour::red, LightMode::regular},
                               {LightId(1), LightColour::green, LightMode::regular}};
  for (const LightState& state : states) {
    frame.lights = {state};
    summarizer.add(frame, {});
    frame.time += 1s;
  }
  const RunSummary summary = summarizer.summary();
  ASSERT_EQ(summary.lights.size(), 2U);
  EXPECT_EQ(summary.lights[0].statements, 0U);
  EXPECT_EQ(summary.lights[1].statements, 3U);
  EXPECT_EQ(summary.lights[1].changes, 1U);
  EXPECT_EQ(summary.lights[1].colours, 1U << 2U | 1U << 4U);
}

TEST(Summary, FindsTheJumpsOfARealTracker) {
  SCRUTINEER_NEEDS_DATA();
  const auto run = kit::read_run_file({.file = (kit::data_dir() / "runs/pmsf/example_sv_trace.osi").string()});
  Summarizer summarizer;
  for (const Frame& frame : run.frames) summarizer.add(frame, run.tables.actors());
  std::vector<double> times;
  for (const Jump& jump : summarizer.summary().jumps) times.push_back(std::round(to_seconds(jump.time) * 100) / 100);
  EXPECT_THAT(times, ElementsAre(13.25, 14.08, 14.91, 15.75, 16.58, 17.42));
}

}  // namespace
}  // namespace scrutineer::trace
