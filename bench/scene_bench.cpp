// What the scene costs per actor and frame: every fact alone, those that the default checkers ask for, and all of them,
// with 10 to 5,000 actors that drive along the lanes of a map which grows with their number.
//
//   build/release/bin/scene_bench --benchmark_filter=usual/
//
// Frames are made beforehand, so only the scene is measured. Times are per actor-frame (the column "actor_frame");
// docs/performance.md holds them against the bounds. `frame` is what every row contains: making a frame current.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "scene/facts.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

constexpr int kActorCounts[] = {10, 50, 200, 1000, 5000};
constexpr Duration kStep = std::chrono::milliseconds(50);

struct Traffic {
  std::unique_ptr<const map::RoadNetwork> map;
  std::vector<trace::ActorInfo> actors;
  std::vector<trace::Frame> frames;
};

Traffic make_traffic(std::unique_ptr<const map::RoadNetwork> map, std::size_t count) {
  kit::RunData run = kit::random_traffic(*map, {.actors = count, .frames = 200, .step = kStep, .seed = 7});
  return {std::move(map), std::move(run.actors), std::move(run.frames)};
}

const Traffic& traffic_on(const std::string& map, std::size_t count) {
  static std::map<std::string, Traffic> made;
  const std::string key = fmt::format("{}/{}", map, count);
  const auto known = made.find(key);
  if (known != made.end()) return known->second;
  // From 50 actors on equally dense, so that only their number grows.
  auto network =
      map == "grid" ? map::build_network(kit::grid(std::max(100, static_cast<int>(2 * count)))) : kit::load_map(map);
  return made.emplace(key, make_traffic(std::move(network), count)).first->second;
}

struct Question {
  std::string name;
  bool follow_roads = false;
  std::function<void(Scene&)> ask;
};

template <typename Ask>
Question per_actor(std::string name, bool follow_roads, Ask ask) {
  return {std::move(name), follow_roads, [ask](Scene& scene) {
            for (const Slot slot : scene.actors.present()) benchmark::DoNotOptimize(ask(scene, slot));
          }};
}

// What the checkers that are on by default ask of every vehicle in every frame.
void ask_usual(Scene& scene) {
  benchmark::DoNotOptimize(scene.relations.overlaps().size());
  for (const Slot slot : scene.actors.present()) {
    const MotionFacts& motion = scene.motion.facts(slot);
    benchmark::DoNotOptimize(motion.speed);
    benchmark::DoNotOptimize(motion.speed_change);
    benchmark::DoNotOptimize(motion.yaw_rate);
    benchmark::DoNotOptimize(motion.local_speed);
    benchmark::DoNotOptimize(scene.places.road_position(slot));
    benchmark::DoNotOptimize(scene.places.road_acceleration(slot));
    benchmark::DoNotOptimize(scene.places.legal_speed(slot));
    benchmark::DoNotOptimize(scene.places.deviation(slot));
  }
}

void ask_all(Scene& scene) {
  benchmark::DoNotOptimize(scene.relations.overlaps().size());
  for (const Slot slot : scene.actors.present()) {
    for (const Fact& fact : facts())
      if (fact.value != nullptr) benchmark::DoNotOptimize(fact.value(scene, slot));
    benchmark::DoNotOptimize(scene.places.road_positions(slot).size());
    benchmark::DoNotOptimize(scene.places.junction(slot));
  }
}

std::vector<Question> questions() {
  std::vector<Question> questions{{"frame", false, [](Scene&) {}}};
  for (const Fact& fact : facts())
    if (fact.value != nullptr) questions.push_back(per_actor(std::string(fact.name), fact.needs_map, fact.value));
  questions.push_back(
      per_actor("road_position", true, [](Scene& scene, Slot slot) { return scene.places.road_position(slot); }));
  questions.push_back(per_actor("junction", true, [](Scene& scene, Slot slot) { return scene.places.junction(slot); }));
  questions.push_back(
      {"overlaps", false, [](Scene& scene) { benchmark::DoNotOptimize(scene.relations.overlaps().size()); }});
  questions.push_back({"usual", true, ask_usual});
  questions.push_back({"all", true, ask_all});
  return questions;
}

void run(benchmark::State& state, const Question& question, const std::string& map, std::size_t count) {
  const Traffic& traffic = traffic_on(map, count);
  const auto drive = [&] {
    Scene scene({.map = traffic.map.get(), .follow_roads = question.follow_roads});
    scene.actors.set_ego(trace::ActorId(0));
    for (const trace::Frame& frame : traffic.frames) {
      scene.advance(frame, traffic.actors);
      question.ask(scene);
    }
  };
  drive();  // the map makes junction areas and surfaces on first use, once
  for (auto _ : state) drive();
  const double actor_frames = static_cast<double>(traffic.frames.size() * count);
  state.counters["actor_frame"] =
      benchmark::Counter(actor_frames, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void register_all() {
  const auto add = [](const Question& question, const std::string& map, int count) {
    benchmark::RegisterBenchmark(
        fmt::format("{}/{}/{}", question.name, map, count).c_str(),
        [question, map, count](benchmark::State& state) { run(state, question, map, static_cast<std::size_t>(count)); })
        ->Unit(benchmark::kMillisecond);
  };
  for (const Question& question : questions()) {
    for (const int count : kActorCounts) add(question, "grid", count);
    if (!kit::has_data()) continue;
    for (const char* map : {"Town10HD", "Town07", "McityMap_Main"}) add(question, map, 50);
  }
}

}  // namespace
}  // namespace scrutineer::scene

int main(int argc, char** argv) {
  scrutineer::scene::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
