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
#include "kit/random.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
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

struct Pose {
  double x, y, z, yaw;
};

// Along lane centres from a random driving lane, turning at random; empty if that leads to a dead end too soon.
std::vector<Pose> drive(const map::RoadNetwork& map, kit::Random& random, std::size_t count, double step) {
  std::vector<Pose> poses;
  auto at = map::as_travelled(map, map::LaneId(random.index(map.lanes().size())));
  if (map.lane(at.lane).type != map::LaneType::driving) return {};
  double done = random.uniform(0.0, map.lane(at.lane).s_end - map.lane(at.lane).s_begin);
  while (poses.size() < count) {
    const map::Lane& lane = map.lane(at.lane);
    for (; done < lane.s_end - lane.s_begin && poses.size() < count; done += step) {
      const double s = at.along_s ? lane.s_begin + done : lane.s_end - done;
      const map::RoadPoint point = map::point_at(map, at.lane, s, 0.0);
      poses.push_back({point.x, point.y, point.z, std::remainder(point.heading + (at.along_s ? 0.0 : kPi), 2.0 * kPi)});
    }
    done -= lane.s_end - lane.s_begin;
    const auto next = map::next_lanes(map, at);
    if (next.empty() && poses.size() < count) return {};
    if (!next.empty()) at = next[random.index(next.size())];
  }
  return poses;
}

Traffic make_traffic(std::unique_ptr<const map::RoadNetwork> map, std::size_t count) {
  Traffic traffic;
  traffic.map = std::move(map);
  kit::Random random(7);
  const std::size_t frame_count = count > 1000 ? 60 : 200;
  traffic.frames.resize(frame_count);
  for (std::size_t i = 0; i < frame_count; ++i) {
    traffic.frames[i].time = Time(static_cast<int>(i) * kStep);
    traffic.frames[i].number = i;
  }
  while (traffic.actors.size() < count) {
    const double speed = random.uniform(5.0, 20.0);
    const auto poses = drive(*traffic.map, random, frame_count, speed * to_seconds(kStep));
    if (poses.empty()) continue;
    trace::ActorInfo info;
    info.id = std::to_string(traffic.actors.size());
    const bool is_truck = random.index(10) == 0;
    info.category = is_truck ? trace::Category::truck : trace::Category::car;
    info.length = is_truck ? 10.0 : 4.5;
    info.width = is_truck ? 2.5 : 1.8;
    info.height = is_truck ? 3.5 : 1.5;
    for (std::size_t i = 0; i < frame_count; ++i) {
      trace::ActorState state;
      state.actor = trace::ActorId(traffic.actors.size());
      state.x = poses[i].x;
      state.y = poses[i].y;
      state.z = poses[i].z;
      state.yaw = poses[i].yaw;
      state.vx = speed * std::cos(state.yaw);
      state.vy = speed * std::sin(state.yaw);
      state.ax = 0.1;
      state.yaw_rate = 0.01;
      for (const auto field :
           {trace::Field::velocity, trace::Field::acceleration, trace::Field::yaw_rate, trace::Field::z})
        state.fields.set(field);
      traffic.frames[i].actors.push_back(state);
    }
    traffic.actors.push_back(std::move(info));
  }
  return traffic;
}

const Traffic& traffic_on(const std::string& map, std::size_t count) {
  static std::map<std::string, Traffic> made;
  const std::string key = fmt::format("{}/{}", map, count);
  const auto known = made.find(key);
  if (known != made.end()) return known->second;
  auto network = map == "grid" ? map::build_network(kit::grid(std::max(100, static_cast<int>(count + count / 5))))
                               : kit::load_map(map);
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
  for (auto _ : state) {
    Scene scene({.map = traffic.map.get(), .follow_roads = question.follow_roads});
    scene.actors.set_ego(trace::ActorId(0));
    for (const trace::Frame& frame : traffic.frames) {
      scene.advance(frame, traffic.actors);
      question.ask(scene);
    }
  }
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
