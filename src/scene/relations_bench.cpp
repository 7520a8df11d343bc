// What relations cost per actor and frame. Traffic without a map: the area grows with the number of actors.
//
// Times include making the frame current and the kinematics that everything needs; `frame` is that alone.
#include <benchmark/benchmark.h>

#include <cmath>

#include "base/quantity.h"
#include "kit/actor_scene.h"
#include "kit/random.h"

namespace scrutineer::scene {
namespace {

// A fifth stands, every tenth is a truck; a third of the roads runs along x, a third along y, a third across both.
std::vector<kit::ActorSpec> traffic(std::size_t count) {
  kit::Random random(7);
  const double edge = std::sqrt(1000.0 * static_cast<double>(count));  // 1,000 m^2 for each
  std::vector<kit::ActorSpec> actors;
  for (std::size_t i = 0; i < count; ++i) {
    const double directions[] = {0.0, 0.5 * kPi, 0.7};
    kit::ActorSpec actor{.yaw = directions[random.index(3)] + (random.index(2) == 0 ? kPi : 0.0)};
    const double lane = 4.0 * std::floor(random.uniform(0.0, 0.25 * edge)), along = random.uniform(0.0, edge);
    actor.x = along * std::cos(actor.yaw) - lane * std::sin(actor.yaw);
    actor.y = along * std::sin(actor.yaw) + lane * std::cos(actor.yaw);
    const double speed = random.index(5) == 0 ? 0.0 : random.uniform(5.0, 20.0);
    actor.vx = speed * std::cos(actor.yaw);
    actor.vy = speed * std::sin(actor.yaw);
    const bool is_truck = random.index(10) == 0;
    actor.length = is_truck ? 12.0 : 4.5;
    actor.width = is_truck ? 2.5 : 1.8;
    actors.push_back(actor);
  }
  return actors;
}

template <typename Ask>
void each_frame(benchmark::State& state, Ask&& ask) {
  const auto actors = traffic(static_cast<std::size_t>(state.range(0)));
  kit::ActorScene world(actors);
  for (auto _ : state) {
    world.advance_again();
    for (const Slot slot : world.scene.actors.present()) benchmark::DoNotOptimize(world.scene.motion.speed(slot));
    ask(world.scene);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void frame(benchmark::State& state) {
  each_frame(state, [](Scene&) {});
}
void overlaps(benchmark::State& state) {
  each_frame(state, [](Scene& scene) { benchmark::DoNotOptimize(scene.relations.overlaps().size()); });
}
void ttc_of_all(benchmark::State& state) {
  each_frame(state, [](Scene& scene) {
    for (const Slot slot : scene.actors.present()) benchmark::DoNotOptimize(scene.relations.min_ttc(slot, 3.0).seconds);
  });
}
void ttc_of_ego(benchmark::State& state) {
  each_frame(state,
             [](Scene& scene) { benchmark::DoNotOptimize(scene.relations.min_ttc(scene.actors.ego(), 3.0).seconds); });
}

BENCHMARK(frame)->Arg(10)->Arg(50)->Arg(200)->Arg(1'000)->Arg(5'000);
BENCHMARK(overlaps)->Arg(10)->Arg(50)->Arg(200)->Arg(1'000)->Arg(5'000);
BENCHMARK(ttc_of_all)->Arg(10)->Arg(50)->Arg(200)->Arg(1'000)->Arg(5'000);
BENCHMARK(ttc_of_ego)->Arg(10)->Arg(50)->Arg(200)->Arg(1'000)->Arg(5'000);

}  // namespace
}  // namespace scrutineer::scene
