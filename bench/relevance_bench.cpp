// What the scenario relevance KPI costs: an evaluation with its watchers against one without, in turns of one process.
//
//   make bench                                        everything
//   build/release/bin/relevance_bench
//
// Frames are made beforehand. All figures are nanoseconds per actor and frame, the best of some turns. The KPI follows
// the ego's roads with one bounded search whenever the ego changes its lane, whatever the number of actors.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "checks/catalogue.h"
#include "kit/data.h"
#include "kit/figures.h"
#include "kit/maps.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "watch/engine.h"

namespace scrutineer {
namespace {

constexpr std::size_t kObjectFrames = 200'000;
constexpr int kTurns = 7;

struct Outcome {
  std::size_t intervals = 0, actors_in_zones = 0;
};

Outcome evaluate(const kit::RunData& run, const map::RoadNetwork& map, const std::vector<watch::Check>& checks) {
  const watch::Settings settings(checks);
  watch::Engine engine(checks, settings, {.map = &map});
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (const trace::Frame& frame : run.frames) engine.step(frame, run.actors);
  const watch::Evaluation evaluation = engine.finish();
  Outcome outcome{.intervals = evaluation.intervals.size()};
  for (const watch::KpiOutcome& kpi : evaluation.kpis) outcome.actors_in_zones += kpi.result.actors.size();
  return outcome;
}

double best(double before, const std::function<void()>& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - began;
  return std::min(before, spent.count());
}

void measure(const std::string& name, const map::RoadNetwork& map, std::size_t actors) {
  const std::size_t frames = std::max<std::size_t>(2, std::min<std::size_t>(2000, kObjectFrames / actors));
  const kit::RunData run =
      kit::random_traffic(map, {.actors = actors, .frames = frames, .step = std::chrono::milliseconds(10)});
  const std::vector<watch::Check> all = checks::catalogue();
  std::vector<watch::Check> others, watchers;
  for (const watch::Check& check : all) (check.info.kpi ? watchers : others).push_back(check);

  constexpr double kNever = std::numeric_limits<double>::infinity();
  double nothing = kNever, alone = kNever, without = kNever, with = kNever;
  Outcome outcome;
  for (int turn = 0; turn < kTurns; ++turn) {
    nothing = best(nothing, [&] { evaluate(run, map, {}); });
    alone = best(alone, [&] { outcome = evaluate(run, map, watchers); });
    without = best(without, [&] { evaluate(run, map, others); });
    with = best(with, [&] { evaluate(run, map, all); });
  }
  const double count = static_cast<double>(actors * frames);
  fmt::print("{:>10} {:>6} {:>9.0f} {:>9.0f} {:>9.0f} {:>9.0f} {:>9.0f} {:>9} {:>9}\n", name, actors, nothing / count,
             (alone - nothing) / count, without / count, with / count, (with - without) / count, outcome.intervals,
             outcome.actors_in_zones);
  kit::figure(fmt::format("relevance/added/{}/{}", name, actors), (with - without) / count, "ns");
}

}  // namespace
}  // namespace scrutineer

int main() {
  using namespace scrutineer;
  fmt::print("ns per actor and frame, best of {} turns\n", kTurns);
  fmt::print("       map actors     scene KPI alone   without      with     added intervals  in zones\n");
  for (const std::size_t actors : {50, 1000}) {
    const auto grid = map::build_network(kit::grid(std::max(100, static_cast<int>(actors + actors / 5))));
    measure("grid", *grid, actors);
    if (kit::has_data()) measure("Town10HD", *kit::load_map("Town10HD"), actors);
  }
  return 0;
}
