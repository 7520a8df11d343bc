// Maps made from lanes, beside the OpenDRIVE maps that the lanes were made from: reading OSI lanes, and lookups.
//
//   build/release/bin/lanes_bench
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <map>

#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/osi_lanes.h"
#include "kit/random.h"
#include "map/lane_map.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/surface.h"
#include "trace/carried_map.h"

namespace scrutineer::map {
namespace {

constexpr int kRoads = 5000;  // of the grid: some 10,000 lanes

const RoadNetwork& roads() {
  static const auto network = build_network(kit::grid(kRoads));
  return *network;
}

const std::string& osi_lanes() {
  static const std::string file = kit::osi_file(kit::lanes_of(roads(), 0.05));
  return file;
}

const RoadNetwork& network_of(bool from_lanes) {
  static const auto made = build_network(*trace::read_carried_map(osi_lanes(), "run.osi")->lanes);
  return from_lanes ? *made : roads();
}

void decode_osi_lanes(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(trace::read_carried_map(osi_lanes(), "run.osi"));
  state.counters["MB"] = static_cast<double>(osi_lanes().size()) / 1e6;
}

void load_osi_lanes(benchmark::State& state) {
  std::size_t lanes = 0;
  for (auto _ : state) {
    auto carried = trace::read_carried_map(osi_lanes(), "run.osi");
    lanes = build_network(*std::move(carried->lanes))->lanes().size();
  }
  state.counters["lanes"] = static_cast<double>(lanes);
}

void look_up(benchmark::State& state, bool from_lanes) {
  const RoadNetwork& map = network_of(from_lanes);
  const auto places = kit::random_lane_positions(roads(), 20'000, 7);
  std::vector<RoadPosition> found;
  for (auto _ : state)
    for (const kit::LanePlace& place : places) locate(map, place.point, std::nullopt, found);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(places.size()));
  state.counters["strips"] = static_cast<double>(map.strips().size());
}

void surface(benchmark::State& state, bool from_lanes) {
  const RoadNetwork& map = network_of(from_lanes);
  const auto places = kit::random_lane_positions(roads(), 5'000, 7);
  const auto ask = [&](const kit::LanePlace& place) {
    benchmark::DoNotOptimize(distance_to_surface(map, {place.point.x + 6.0, place.point.y - 4.0}, {}, 20.0));
  };
  ask(places[0]);  // the first one makes what the others look things up in
  for (auto _ : state)
    for (const kit::LanePlace& place : places) ask(place);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(places.size()));
}

BENCHMARK(decode_osi_lanes)->Unit(benchmark::kMillisecond);
BENCHMARK(load_osi_lanes)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look_up, roads, false);
BENCHMARK_CAPTURE(look_up, lanes, true);
BENCHMARK_CAPTURE(surface, roads, false);
BENCHMARK_CAPTURE(surface, lanes, true);

}  // namespace
}  // namespace scrutineer::map

BENCHMARK_MAIN();
