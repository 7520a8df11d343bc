// What an operational design domain costs: a monitor's step per frame and condition, and `check` with one against `check`
// without.
//
//   make bench                                        everything
//   build/release/bin/odd_bench
//   valgrind --tool=none build/release/bin/odd_bench --once with 400     one evaluation of so many frames, to count
//
// The ODD is examples/odd/motorway.yaml, after UN Regulation 157: ten conditions. Two are about the weather, which does not
// change here; the other eight can change in every frame in which the ego moves, and all are looked at.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checks/catalogue.h"
#include "kit/data.h"
#include "kit/figures.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "odd/monitor.h"
#include "watch/engine.h"

namespace scrutineer {
namespace {

constexpr int kTurns = 7;
constexpr std::size_t kFrames = 2000, kActors = 50;
constexpr double kConditionsThatChange = 8.0;

std::shared_ptr<const odd::Odd> motorway_odd() {
  odd::ReadOdd read =
      odd::read_odd((kit::source_dir() / "examples/odd/motorway.yaml").string(),
                    [](const std::string& path) -> Result<std::string> { return kit::read_text(path); });
  if (!read.errors.empty()) throw std::runtime_error(to_string(read.errors.front()));
  return std::make_shared<const odd::Odd>(std::move(read.odd));
}

kit::RunData traffic(const map::RoadNetwork& map, std::size_t frames) {
  return kit::random_traffic(map, {.actors = kActors, .frames = frames, .step = std::chrono::milliseconds(10)});
}

// The scene and what every evaluation asks of the ego; with a monitor, that, too.
std::uint64_t follow(const kit::RunData& run, const map::RoadNetwork& map, odd::Monitor* monitor) {
  scene::Scene scene({.map = &map});
  scene.actors.set_ego(trace::ActorId(0));
  double sum = 0.0;
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    const scene::Slot ego = scene.actors.ego();
    const map::RoadPosition* const at = scene.places.road_position(ego);
    sum += scene.motion.speed(ego) + (at == nullptr ? 0.0 : at->s);
    if (monitor != nullptr) monitor->step(scene, ego);
  }
  return sum > 0.0 && monitor != nullptr ? monitor->evaluations() : 0;
}

std::size_t check(const kit::RunData& run, const map::RoadNetwork& map, std::vector<watch::Check> checks,
                  odd::Monitor* monitor) {
  if (monitor == nullptr) std::erase_if(checks, [](const watch::Check& one) { return one.info.name == "odd"; });
  const watch::Settings settings(checks);
  watch::Engine engine(checks, settings, {.map = &map, .odd = monitor});
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (const trace::Frame& frame : run.frames) engine.step(frame, run.actors);
  return engine.finish().frames;
}

double best(double before, const std::function<void()>& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - began;
  return std::min(before, spent.count());
}

void measure(const std::string& name, const map::RoadNetwork& map) {
  const auto odd = motorway_odd();
  const kit::RunData run = traffic(map, kFrames);
  const std::vector<watch::Check> checks = checks::catalogue();
  constexpr double kNever = std::numeric_limits<double>::infinity();
  double scene = kNever, watched = kNever, without = kNever, with = kNever;
  std::uint64_t evaluations = 0;
  std::size_t rows = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    odd::Monitor alone(odd, {}), checked(odd, {});
    scene = best(scene, [&] { follow(run, map, nullptr); });
    watched = best(watched, [&] { evaluations = follow(run, map, &alone); });
    without = best(without, [&] { check(run, map, checks, nullptr); });
    with = best(with, [&] { check(run, map, checks, &checked); });
    rows = alone.rows().size();
  }
  fmt::print("{:>10} {:>12.0f} {:>14.0f} {:>14.0f} {:>11.1f} {:>12} {:>9}\n", name, (watched - scene) / kFrames,
             (watched - scene) / kFrames / kConditionsThatChange, without / kFrames, 100.0 * (with / without - 1.0),
             evaluations, rows);
  kit::figure("odd/condition/" + name, (watched - scene) / kFrames / kConditionsThatChange, "ns");
}

}  // namespace
}  // namespace scrutineer

int main(int count, char** words) {
  using namespace scrutineer;
  if (count == 4 && std::string_view(words[1]) == "--once") {
    const auto map = map::build_network(kit::grid(100));
    odd::Monitor monitor(motorway_odd(), {});
    const bool is_with = std::string_view(words[2]) == "with";
    return check(traffic(*map, std::stoul(words[3])), *map, checks::catalogue(), is_with ? &monitor : nullptr) > 0 ? 0
                                                                                                                   : 1;
  }
  fmt::print("50 actors at 100 Hz, best of {} turns\n", kTurns);
  fmt::print("       map  ns per frame  per condition  check without  added in %  evaluations  COD rows\n");
  measure("grid", *map::build_network(kit::grid(100)));
  if (kit::has_data()) {
    measure("Town10HD", *kit::load_map("Town10HD"));
    measure("A39", *kit::load_map("Testfeld_Niedersachsen_ALKS"));
  }
  return 0;
}
