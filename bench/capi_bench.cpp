// What the C face costs: a session's step against the engine's step inside the program, and many points through scr_map_locate
// against the loop in C++.
//
//   build/release/bin/capi_bench                              times, in turns of one process
//   valgrind --tool=callgrind build/release/bin/capi_bench session 600      one part alone, to count instructions:
//                                                             session, engine, points, loop; and how many frames or points
//
// docs/performance.md holds the ratios against their bounds; bench/embedding.py measures Python.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "capi/scrutineer.h"
#include "kit/c_frames.h"
#include "kit/data.h"
#include "kit/figures.h"
#include "kit/traffic.h"
#include "map/lookup.h"
#include "run/run.h"

namespace scrutineer {
namespace {

constexpr std::size_t kActors = 50;

std::string map_name() { return kit::maps_like({"Town10HD"}).front(); }

kit::RunData traffic(std::size_t frames) {
  return kit::random_traffic(*kit::load_map(map_name()), {.actors = kActors, .frames = frames});
}

template <typename Work>
double seconds(const Work& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

scr_map* open_map() {
  scr_map* map = scr_map_open(kit::map_path(map_name()).c_str(), nullptr);
  if (map == nullptr) throw std::runtime_error("no map");
  return map;
}

double push(const kit::CRun& run, scr_map* map) {
  scr_run_options options;
  scr_run_options_init(&options);
  options.map = map;
  scr_session* session = scr_session_open("{}", &options, nullptr);
  const double taken = seconds([&] {
    for (const kit::CFrame& frame : run.frames())
      if (scr_session_step(session, frame.time_ns, frame.actors.data(), static_cast<std::int64_t>(frame.actors.size()),
                           nullptr, 0, nullptr) != SCR_OK)
        throw std::runtime_error("a frame was refused");
  });
  scr_session_close(session);
  return taken;
}

double evaluate(const kit::RunData& data, const std::shared_ptr<const map::RoadNetwork>& network) {
  run::Run run(run::catalogue_only());
  run.map = network;
  auto trace = kit::as_trace(data);
  return seconds([&] {
    if (run::evaluate(run, *trace, {}).fault) throw std::runtime_error("not evaluated");
  });
}

std::vector<double> points(const map::RoadNetwork& network, std::size_t count) {
  std::mt19937_64 random(7);
  std::vector<double> xyz;
  std::uniform_int_distribution<std::size_t> lane(0, network.lanes().size() - 1);
  std::uniform_real_distribution<double> share(0.0, 1.0), beside(-2.5, 2.5);
  while (xyz.size() < 3 * count) {
    const map::LaneId id(lane(random));
    const map::Lane& on = network.lane(id);
    const map::RoadPoint at =
        map::point_at(network, id, on.s_begin + share(random) * (on.s_end - on.s_begin), beside(random));
    for (const double value : {at.x, at.y, std::numeric_limits<double>::quiet_NaN()}) xyz.push_back(value);
  }
  return xyz;
}

double locate_in_c(const std::vector<double>& xyz, const scr_map* map) {
  std::vector<scr_position> out(xyz.size() / 3);
  out[0].size = sizeof(scr_position);
  return seconds([&] { scr_map_locate(map, static_cast<std::int64_t>(out.size()), xyz.data(), out.data(), nullptr); });
}

double locate_in_cpp(const std::vector<double>& xyz, const map::RoadNetwork& network) {
  std::vector<map::RoadPosition> found, out(xyz.size() / 3);
  return seconds([&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      map::locate(network, {xyz[3 * i], xyz[3 * i + 1]}, std::nullopt, found);
      if (!found.empty()) out[i] = found.front();
    }
  });
}

void measure_one(std::string_view part, std::size_t count) {
  const std::shared_ptr<const map::RoadNetwork> network = kit::load_map(map_name());
  scr_map* map = open_map();
  if (part == "session" || part == "engine") {
    const kit::RunData data = traffic(count);
    auto trace = kit::as_trace(data);
    const kit::CRun run(*trace);
    fmt::print("{}\n", part == "session" ? push(run, map) : evaluate(data, network));
  } else {
    const std::vector<double> xyz = points(*network, count);
    fmt::print("{}\n", part == "points" ? locate_in_c(xyz, map) : locate_in_cpp(xyz, *network));
  }
  scr_map_close(map);
}

void measure() {
  constexpr int kTurns = 5;
  constexpr std::size_t kFrames = 600, kPoints = 1'000'000;
  const std::shared_ptr<const map::RoadNetwork> network = kit::load_map(map_name());
  scr_map* map = open_map();
  const kit::RunData data = traffic(kFrames);
  auto trace = kit::as_trace(data);
  const kit::CRun run(*trace);
  const std::vector<double> xyz = points(*network, kPoints);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  double session = kNever, engine = kNever, in_c = kNever, in_cpp = kNever;
  for (int turn = 0; turn < kTurns; ++turn) {
    session = std::min(session, push(run, map));
    engine = std::min(engine, evaluate(data, network));
    in_c = std::min(in_c, locate_in_c(xyz, map));
    in_cpp = std::min(in_cpp, locate_in_cpp(xyz, *network));
  }
  scr_map_close(map);
  const double per_frame = 1e6 / static_cast<double>(kFrames), per_point = 1e9 / static_cast<double>(kPoints);
  fmt::print("step of {} actors: session {:.1f} us, engine {:.1f} us, ratio {:.2f} (bound 1.1)\n", kActors,
             session * per_frame, engine * per_frame, session / engine);
  fmt::print("locate: C {:.0f} ns, C++ {:.0f} ns, ratio {:.2f}\n", in_c * per_point, in_cpp * per_point, in_c / in_cpp);
  kit::figure("capi/session_over_engine", session / engine, "times");
  kit::figure("capi/session", session * per_frame, "us");
  kit::figure("capi/locate_over_cpp", in_c / in_cpp, "times");
  kit::figure("capi/locate_in_cpp", in_cpp * per_point, "ns");
}

}  // namespace
}  // namespace scrutineer

int main(int count, char** words) {
  if (count == 3)
    scrutineer::measure_one(words[1], std::strtoul(words[2], nullptr, 10));
  else
    scrutineer::measure();
}
