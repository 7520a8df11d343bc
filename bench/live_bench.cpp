// What evaluating costs beside a running SUMO: a session with all default checkers against stepping SUMO with the same
// subscriptions and doing nothing, in turns of one process.
//
//   build/release/bin/live_bench
//
// docs/performance.md holds the ratio against its bound.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>

#include "kit/data.h"
#include "kit/figures.h"
#include "kit/run_writers.h"
#include "kit/sumo.h"
#include "live/session.h"
#include "live/sumo/sumo_simulator.h"
#include "live/sumo_net.h"

namespace scrutineer {
namespace {

constexpr int kTurns = 3;
constexpr int kVehicles = 100;
constexpr auto kDuration = std::chrono::seconds(300);

std::unique_ptr<live::sumo::SumoSimulator> start(const kit::TemporaryFolder& folder) {
  auto sumo = live::sumo::SumoSimulator::start({.net = folder.file("net.xml"),
                                                .ego = "ego",
                                                .vehicles = kVehicles,
                                                .between_vehicles = std::chrono::milliseconds(200),
                                                .seed = 3,
                                                .duration = kDuration,
                                                .log = folder.file("sumo.log")});
  if (!sumo) throw std::runtime_error(to_string(sumo.problem()));
  return *std::move(sumo);
}

template <typename Work>
double seconds(const Work& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void measure() {
  if (!kit::has_data() || !kit::has_sumo()) {
    fmt::print("live_bench: no data folder, or no SUMO; nothing was measured\n");
    return;
  }
  const std::shared_ptr<const map::RoadNetwork> map = kit::load_map("Town10HD");
  const kit::TemporaryFolder folder;
  if (auto problem = live::sumo::convert_map(kit::map_path("Town10HD").string(), folder.file("net.xml"),
                                             folder.file("netconvert.log")))
    throw std::runtime_error(to_string(*problem));
  run::Run run(run::catalogue_only());
  run.map = map;
  run.ego = "ego";
  double alone = std::numeric_limits<double>::infinity(), evaluated = alone;
  std::uint64_t frames = 0, actor_frames = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    {
      const auto sumo = start(folder);
      frames = actor_frames = 0;
      alone = std::min(alone, seconds([&] {
                         trace::Step step;
                         while (*sumo->next(step)) {
                           ++frames;
                           actor_frames += step.frame.actors.size();
                         }
                       }));
    }
    const auto sumo = start(folder);
    evaluated = std::min(evaluated,
                         seconds([&] { live::run_session({.run = run, .simulator = *sumo, .ends_with_ego = false}); }));
  }
  fmt::print("SUMO on Town10HD, {} frames, {:.0f} vehicles on average, best of {} turns each\n", frames,
             static_cast<double>(actor_frames) / static_cast<double>(frames), kTurns);
  fmt::print(
      "  subscriptions alone  {:7.2f} s\n  with all checkers    {:7.2f} s\n  ratio                {:7.2f}   (bound "
      "1.30)\n",
      alone, evaluated, evaluated / alone);
  kit::figure("live/evaluated_over_alone/Town10HD", evaluated / alone, "times");
}

}  // namespace
}  // namespace scrutineer

int main() { scrutineer::measure(); }
