// The map library on fixed inputs: load, cold and hinted lookup, surface distance, routes, memory.
//
//   make bench                              all of it
//   build/release/bin/map_bench --benchmark_filter=cold
//
// The bounds they are held against are in docs/performance.md.
#include <benchmark/benchmark.h>

#include <random>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

struct Place {
  RoadId road;
  double s, t;
  Point point;
};

// Places on lanes, each road weighted by its length.
std::vector<Place> places_on_lanes(const RoadNetwork& map, std::size_t count) {
  std::mt19937_64 random(7);
  std::vector<double> ends;
  double total = 0.0;
  for (const Road& road : map.roads()) ends.push_back(total += road.length);
  std::vector<Place> places;
  while (places.size() < count) {
    const double at = std::uniform_real_distribution(0.0, total)(random);
    const RoadId road(static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), at) - ends.begin()));
    const double s = std::uniform_real_distribution(0.0, map.road(road).length)(random);
    const LaneSpan span = road_span(map, road, s);
    if (span.width() <= 0.01) continue;
    const double t = std::uniform_real_distribution(span.right, span.left)(random);
    const RoadPoint p = point_at(map, road, s, t);
    places.push_back({road, s, t, {p.x, p.y}});
  }
  return places;
}

void cold(benchmark::State& state) {
  const auto map = build_network(kit::grid(static_cast<int>(state.range(0))));
  const auto places = places_on_lanes(*map, 20000);
  std::vector<RoadPosition> found;
  std::size_t total = 0;
  for (auto _ : state) {
    for (const Place& place : places) {
      locate(*map, place.point, std::nullopt, found);
      total += found.size();
    }
  }
  state.counters["ns"] = benchmark::Counter(static_cast<double>(state.iterations() * places.size()),
                                            benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["found"] = static_cast<double>(total) / static_cast<double>(state.iterations() * places.size());
  state.counters["strips"] = static_cast<double>(map->strips().size());
}
BENCHMARK(cold)->Arg(100)->Arg(1000)->Arg(6000)->Unit(benchmark::kMillisecond);

void load_grid(benchmark::State& state) {
  const auto doc = kit::grid(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(build_network(doc));
}
BENCHMARK(load_grid)->Arg(100)->Arg(6000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace scrutineer::map
