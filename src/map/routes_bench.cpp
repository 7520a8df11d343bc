#include <benchmark/benchmark.h>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/read.h"
#include "map/routes.h"

namespace scrutineer::map {
namespace {

// Routes between random places on driving lanes, some of them far apart.
void route(benchmark::State& state, const std::string& name, double max_length) {
  const auto map = name == "grid" ? build_network(kit::grid(6000)) : kit::load_map(name);
  std::vector<LanePlace> places;
  for (const auto& place : kit::random_lane_positions(*map, 400, 7)) {
    if (is_driving(map->lane(place.lane).type)) places.push_back({place.lane, place.s});
  }
  RouteFinder finder(*map);
  const RouteOptions options{.max_length = Distance::from_si(max_length)};
  std::size_t i = 0, found = 0;
  for (auto _ : state) {
    const auto result = finder.find(places[i % places.size()], places[(i * 7 + 3) % places.size()], options);
    found += result.has_value();
    ++i;
  }
  state.counters["found"] = static_cast<double>(found) / static_cast<double>(state.iterations());
}

BENCHMARK_CAPTURE(route, multi_intersections, std::string("multi_intersections"), 1e7);
BENCHMARK_CAPTURE(route, Town10HD, std::string("Town10HD"), 1e7);
BENCHMARK_CAPTURE(route, Town07, std::string("Town07"), 1e7);
BENCHMARK_CAPTURE(route, McityMap_Main, std::string("McityMap_Main"), 1e7);
BENCHMARK_CAPTURE(route, grid_6000, std::string("grid"), 1e7);
BENCHMARK_CAPTURE(route, grid_6000_within_300_m, std::string("grid"), 300.0);

}  // namespace
}  // namespace scrutineer::map
