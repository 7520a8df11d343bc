// What evaluating costs beside reading: all default checkers over OSI runs, against decoding them only and against the
// scene only, in turns of one process.
//
//   make bench                                        everything
//   build/release/bin/eval_bench
//   valgrind --tool=none build/release/bin/eval_bench --once modern 400     one evaluation of so many frames, to count
//   build/release/bin/eval_bench --write run.xml      the run whose `check` scripts/bench counts: a minute on Town10HD
//   ... --once modern 400 Town10HD 200                                      on a map of the data folder, with 200 actors
//   ... --once plain 2000 grid 50 20         classic without what is about conflicts, 20 times: for a profiler that samples
//
// check: wall time of the whole evaluation, decoding in a thread of its own, as `scrutineer check` does it; cpu: the
// same in processor time of both threads. decode: reading the run and nothing else, on one thread. scene: decoding and
// making each frame current. plain: check without what is about conflicts (docs/conflicts.md). All per actor and frame;
// docs/performance.md holds them against the bounds.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checks/catalogue.h"
#include "kit/data.h"
#include "kit/figures.h"
#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "scene/scene.h"
#include "trace/read_ahead.h"
#include "watch/evaluate.h"

namespace scrutineer {
namespace {

constexpr std::size_t kObjectFrames = 200'000;
constexpr int kTurns = 7;

std::unique_ptr<trace::Trace> open(const std::string& bytes) {
  auto trace = trace::open_trace(bytes, {.file = "run.osi"});
  if (!trace) throw std::runtime_error(to_string(trace.problem()));
  return *std::move(trace);
}

void decode(const std::string& bytes) {
  const auto trace = open(bytes);
  trace::Step step;
  while (*trace->next(step)) {
  }
}

void follow(const std::string& bytes, const map::RoadNetwork& map) {
  const auto trace = open(bytes);
  scene::Scene scene({.map = &map});
  trace::Step step;
  trace::Tables tables;
  while (*advance(*trace, step, tables)) scene.advance(step.frame, tables.actors());
}

std::size_t check(const std::string& bytes, const map::RoadNetwork& map, const std::vector<watch::Check>& checks,
                  std::string_view profile = "classic", std::span<const std::string_view> without = {}) {
  const auto trace = trace::read_ahead(open(bytes));
  watch::Settings settings(checks);
  settings.choose_profile(profile);
  for (const std::string_view name : without)
    if (const auto problem = settings.disable(name)) throw std::runtime_error(to_string(*problem));
  const watch::RunOutcome outcome = watch::evaluate(checks, settings, {.trace = *trace, .map = &map});
  if (outcome.fault) throw std::runtime_error(to_string(*outcome.fault));
  std::size_t instances = 0;
  for (const watch::CheckOutcome& one : outcome.evaluation.checks) instances += one.instances;
  return instances;
}

struct Spent {
  double wall = std::numeric_limits<double>::infinity(), cpu = wall;  // nanoseconds, the best turn
};

void measure(Spent& spent, const std::function<void()>& work) {
  const auto began = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  work();
  const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - began;
  spent.wall = std::min(spent.wall, wall.count());
  spent.cpu = std::min(spent.cpu, static_cast<double>(std::clock() - cpu) * 1e9 / CLOCKS_PER_SEC);
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0 / 1e6;
}

constexpr std::string_view kGrid = "grid", kPlain = "plain";
constexpr std::array<std::string_view, 6> kConflicts{"conflict",   "r157_event", "drac_policy",
                                                     "pet_policy", "rss_policy", "thw_policy"};

// The street grid grows with the number of actors.
std::unique_ptr<const map::RoadNetwork> map_for(std::string_view name, std::size_t actors) {
  if (name != kGrid) return kit::load_map(std::string(name));
  return map::build_network(kit::grid(std::max(100, static_cast<int>(actors + actors / 5))));
}

void measure_traffic(std::string_view name, std::size_t actors, const std::vector<watch::Check>& checks) {
  const auto map = map_for(name, actors);
  const std::size_t frames = std::max<std::size_t>(2, std::min<std::size_t>(2000, kObjectFrames / actors));
  const std::string bytes = kit::to_osi(
      kit::random_traffic(*map, {.actors = actors, .frames = frames, .step = std::chrono::milliseconds(10)}));
  Spent decoding, scene, checking, plain;
  std::size_t instances = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    measure(decoding, [&] { decode(bytes); });
    measure(scene, [&] { follow(bytes, *map); });
    measure(checking, [&] { instances = check(bytes, *map, checks); });
    measure(plain, [&] { check(bytes, *map, checks, "classic", kConflicts); });
  }
  const double count = static_cast<double>(actors * frames);
  fmt::print("{:>6} {:>13} {:>8} {:>9.0f} {:>9.0f} {:>9.0f} {:>9.0f} {:>13.2f} {:>11.2f} {:>13.2f} {:>13.1f}\n", actors,
             name, frames, decoding.wall / count, scene.wall / count, checking.wall / count, checking.cpu / count,
             checking.wall / decoding.wall, checking.cpu / decoding.wall, plain.wall / decoding.wall,
             static_cast<double>(instances * frames) / checking.wall * 1e3);
  const std::string place = fmt::format("{}/{}", name, actors);
  kit::figure("eval/decode/" + place, decoding.wall / count, "ns");
  kit::figure("eval/scene/" + place, scene.wall / count, "ns");
  kit::figure("eval/check/" + place, plain.wall / count, "ns");
  kit::figure("eval/check_with_conflicts/" + place, checking.wall / count, "ns");
  kit::figure("eval/processor/" + place, checking.cpu / count, "ns");
}

std::string traffic(const map::RoadNetwork& map, std::size_t actors, std::size_t frames) {
  return kit::to_osi(
      kit::random_traffic(map, {.actors = actors, .frames = frames, .step = std::chrono::milliseconds(10)}));
}

// The profiles beside each other, in turns.
void measure_profiles(const std::vector<watch::Check>& checks) {
  const auto map = map::build_network(kit::grid(100));
  const std::string bytes = traffic(*map, 50, 2000);
  const std::vector<std::string> profiles{"classic", "modern", "all"};
  std::vector<Spent> spent(profiles.size());
  for (int turn = 0; turn < kTurns; ++turn)
    for (std::size_t i = 0; i < profiles.size(); ++i)
      measure(spent[i], [&] { check(bytes, *map, checks, profiles[i]); });
  for (std::size_t i = 0; i < profiles.size(); ++i)
    fmt::print("{:>8}: {:>5.0f} ns of the processor, {:.2f} times classic\n", profiles[i], spent[i].cpu / 100'000.0,
               spent[i].cpu / spent.front().cpu);
  kit::figure("eval/modern_over_classic/grid/50", spent[1].cpu / spent[0].cpu, "times");
}

// The same traffic with and without what is about conflicts (docs/conflicts.md), in turns.
void measure_conflicts(const std::vector<watch::Check>& checks) {
  for (const std::size_t actors : {50U, 1000U}) {
    const auto map = map::build_network(kit::grid(std::max(100, static_cast<int>(actors + actors / 5))));
    const std::size_t frames = std::max<std::size_t>(400, kObjectFrames / actors);
    const std::string bytes = kit::to_osi(
        kit::random_traffic(*map, {.actors = actors, .frames = frames, .step = std::chrono::milliseconds(10)}));
    Spent with, without;
    for (int turn = 0; turn < kTurns; ++turn) {
      measure(with, [&] { check(bytes, *map, checks); });
      measure(without, [&] { check(bytes, *map, checks, "classic", kConflicts); });
    }
    const double count = static_cast<double>(actors * frames);
    fmt::print("{:>6} actors: {:>5.0f} ns with, {:>5.0f} ns without, {:.2f} times\n", actors, with.cpu / count,
               without.cpu / count, with.cpu / without.cpu);
    kit::figure(fmt::format("eval/with_conflicts_over_without/grid/{}", actors), with.cpu / without.cpu, "times");
  }
}

// A run that is ten times as long must not take more memory.
void measure_memory(const std::vector<watch::Check>& checks) {
  const auto map = map::build_network(kit::grid(100));
  const kit::RunData piece =
      kit::random_traffic(*map, {.actors = 50, .frames = 500, .step = std::chrono::milliseconds(10)});
  const watch::Settings settings(checks);
  const auto evaluate_rounds = [&](int rounds) {
    watch::Engine engine(checks, settings, {.map = map.get()});
    trace::Frame frame;
    for (int round = 0; round < rounds; ++round) {
      // To and fro, so that nobody jumps at the ends.
      for (std::size_t i = 0; i < piece.frames.size(); ++i) {
        frame = piece.frames[round % 2 == 0 ? i : piece.frames.size() - 1 - i];
        frame.time = Time(std::chrono::milliseconds(10) *
                          (round * static_cast<std::int64_t>(piece.frames.size()) + static_cast<std::int64_t>(i)));
        engine.step(frame, piece.actors);
      }
    }
    const watch::Evaluation evaluation = engine.finish();
    return evaluation.intervals.size();
  };
  for (const int minutes : {1, 10, 60}) {
    const std::size_t intervals = evaluate_rounds(minutes * 12);
    fmt::print("{:>3} minutes of 50 actors at 100 Hz: peak {:.0f} MB, {} intervals\n", minutes, peak_megabytes(),
               intervals);
    kit::figure(fmt::format("eval/memory/minutes/{}", minutes), peak_megabytes(), "MB");
  }
}

// A minute at 10 Hz, as SUMO writes it.
int write_short_run(const std::string& file) {
  const auto map = kit::load_map("Town10HD");
  const kit::RunData run =
      kit::random_traffic(*map, {.actors = 39, .frames = 600, .step = std::chrono::milliseconds(100)});
  kit::write_file(file, kit::to_fcd(run));
  return 0;
}

}  // namespace
}  // namespace scrutineer

// The numbers of actors, if not the usual ones.
int main(int count, char** words) {
  using namespace scrutineer;
  std::vector<std::size_t> numbers;
  if (count >= 4 && std::string_view(words[1]) == "--once") {
    const std::size_t actors = count > 5 ? std::stoul(words[5]) : 50;
    const auto map = map_for(count > 4 ? words[4] : kGrid, actors);
    const std::string bytes = traffic(*map, actors, std::stoul(words[3]));
    const bool is_plain = std::string_view(words[2]) == kPlain;
    const auto without = is_plain ? std::span<const std::string_view>(kConflicts) : std::span<const std::string_view>();
    const int times = count > 6 ? std::stoi(words[6]) : 1;
    std::size_t instances = 0;
    for (int i = 0; i < times; ++i)
      instances = check(bytes, *map, checks::catalogue(), is_plain ? "classic" : words[2], without);
    return instances > 0 ? 0 : 1;
  }
  if (count == 3 && std::string_view(words[1]) == "--write") return write_short_run(words[2]);
  for (int i = 1; i < count; ++i) numbers.push_back(std::stoul(words[i]));
  if (numbers.empty()) numbers = {10, 50, 200, 1000};
  const std::vector<watch::Check> checks = checks::catalogue();
  fmt::print("memory\n");
  measure_memory(checks);
  fmt::print("\nns per actor and frame, best of {} turns\n", kTurns);
  fmt::print("actors           map   frames    decode     scene     check       cpu  check/decode  cpu/decode  ");
  fmt::print("plain/decode  instances/us\n");
  for (const std::size_t actors : numbers) measure_traffic(kGrid, actors, checks);
  for (const std::string_view name : {"Town10HD", "Town07", "McityMap_Main"}) measure_traffic(name, 50, checks);
  fmt::print("\n50 actors, by profile\n");
  measure_profiles(checks);
  fmt::print("\nwith and without conflicts, ns of the processor per actor and frame\n");
  measure_conflicts(checks);
  return 0;
}
