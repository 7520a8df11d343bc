#include "trace/paths.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

double distance_to(const std::vector<Corner>& line, const Corner& point) {
  double least = std::hypot(line[0].x - point.x, line[0].y - point.y);
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y;
    const double square = dx * dx + dy * dy;
    const double along =
        square == 0.0
            ? 0.0
            : std::clamp(((point.x - line[i - 1].x) * dx + (point.y - line[i - 1].y) * dy) / square, 0.0, 1.0);
    least = std::min(least, std::hypot(line[i - 1].x + along * dx - point.x, line[i - 1].y + along * dy - point.y));
  }
  return least;
}

TEST(LineThinner, StaysNearAndIsShort) {
  struct Case {
    const char* name;
    std::function<Corner(double)> at;  // of 0 to 1
    std::size_t most;                  // corners
  };
  const Case cases[] = {
      {"straight", [](double u) { return Corner{300 * u, 70 * u}; }, 2},
      {"standing", [](double) { return Corner{3, 4}; }, 2},
      {"standing noisily", [](double u) { return Corner{0.015 * std::sin(991 * u), 0.0}; }, 2},
      {"there and back", [](double u) { return Corner{100 - std::abs(200 * u - 100), 0.0}; }, 3},
      {"circle", [](double u) { return Corner{50 * std::cos(6.2 * u), 50 * std::sin(6.2 * u)}; }, 120},
      {"slalom", [](double u) { return Corner{400 * u, 2 * std::sin(60 * u)}; }, 200},
      {"a corner", [](double u) { return u < 0.5 ? Corner{100 * u, 0.0} : Corner{50.0, 100 * u - 50}; }, 4},
      {"far from the origin", [](double u) { return Corner{600'000 + 300 * u, 5'800'000 + 70 * u}; }, 2},
  };
  for (const auto& [name, at, most] : cases) {
    std::vector<Corner> points, line;
    LineThinner thinner(0.02);
    for (int i = 0; i <= 10'000; ++i) {
      points.push_back(at(i / 10'000.0));
      thinner.add(points.back().x, points.back().y, line);
    }
    EXPECT_LE(line.size(), most) << name;
    EXPECT_EQ(line.back().x, points.back().x) << name;
    double worst = 0.0;
    for (const Corner& point : points) worst = std::max(worst, distance_to(line, point));
    EXPECT_LE(worst, 0.0201) << name;
  }
}

Frame frame_at(Duration time, std::vector<ActorState> actors) {
  return {.time = Time(time), .number = 0, .actors = std::move(actors), .lights = {}};
}

TEST(PathCollector, KeepsOneStrokeForEachPresence) {
  PathCollector collector;
  const auto car = [](double x) { return ActorState{.actor = ActorId(1), .x = x}; };
  collector.add(frame_at(0s, {car(0)}));
  collector.add(frame_at(1s, {car(10)}));
  collector.add(frame_at(2s, {}));
  collector.add(frame_at(3s, {car(50)}));
  ASSERT_EQ(collector.paths().size(), 2U);
  EXPECT_TRUE(collector.paths()[0].strokes.empty());
  const ActorPath& path = collector.paths()[1];
  ASSERT_EQ(path.strokes.size(), 2U);
  EXPECT_EQ(path.strokes[0].size(), 2U);
  EXPECT_EQ(path.strokes[1].size(), 1U);
  EXPECT_EQ(path.first.x, 0.0);
  EXPECT_EQ(path.last.x, 50.0);
  EXPECT_EQ(path.last.time, Time(3s));
}

TEST(PathCollector, TicksAtEvenTimes) {
  struct Case {
    const char* name;
    Duration frame_step, duration, tick_step;
    std::size_t ticks;
  };
  const Case cases[] = {
      {"short", 100ms, 3s, 500ms, 7},
      {"frames that are a little early", 99'999'999ns, 3s, 500ms, 7},
      {"frames of no even step", 33ms, 3s, 500ms, 6},
      {"longer", 100ms, 15s, 1s, 16},
      {"a minute", 100ms, 60s, 10s, 7},
      {"an hour", 100ms, 3600s, 300s, 13},
      {"frames farther apart than ticks", 700ms, 3500ms, 500ms, 6},
      {"one frame", 1s, 0s, 500ms, 1},
  };
  for (const auto& [name, frame_step, duration, tick_step, ticks] : cases) {
    PathCollector collector;
    for (Duration time{}; time <= duration; time += frame_step)
      collector.add(frame_at(time, {{.actor = ActorId(0), .x = to_seconds(time)}}));
    EXPECT_EQ(collector.tick_step(), tick_step) << name;
    const ActorPath& path = collector.paths()[0];
    EXPECT_EQ(path.ticks.size(), ticks) << name;
    EXPECT_LE(path.strokes[0].size(), 2U) << name;
    for (const Pose& pose : path.ticks) {
      EXPECT_EQ(pose.due.time_since_epoch() % tick_step, Duration{}) << name;
      EXPECT_LT(std::abs(to_seconds(pose.time - pose.due)), to_seconds(std::max(frame_step, tick_step))) << name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::trace
