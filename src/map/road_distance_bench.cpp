#include <benchmark/benchmark.h>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/lane_graph.h"
#include "map/read.h"
#include "map/road_distance.h"

namespace scrutineer::map {
namespace {

RoadPosition position_of(const kit::LanePlace& place) {
  RoadPosition position;
  position.road = place.road;
  position.lane = place.lane;
  position.s = place.s;
  position.t = place.t;
  return position;
}

std::unique_ptr<const RoadNetwork> map_named(const std::string& name) {
  return name == "grid" ? build_network(kit::grid(6000)) : kit::load_map(name);
}

// One frame of one actor: 1,000 actors around an ego that stays in its lane.
void distance_to(benchmark::State& state, const std::string& name) {
  const auto map = map_named(name);
  std::vector<RoadPosition> places;
  for (const auto& place : kit::random_lane_positions(*map, 1'000, 7)) places.push_back(position_of(place));
  RoadReach reach(*map);
  reach.move_ego(places.front(), as_travelled(*map, places.front().lane).along_s);
  for (auto _ : state) {
    for (const RoadPosition& place : places) benchmark::DoNotOptimize(reach.distance_to(place));
  }
  state.SetItemsProcessed(state.iterations() * 1'000);
}

// The search when the ego comes to another lane.
void move_ego(benchmark::State& state, const std::string& name) {
  const auto map = map_named(name);
  std::vector<RoadPosition> places;
  for (const auto& place : kit::random_lane_positions(*map, 100, 7)) places.push_back(position_of(place));
  RoadReach reach(*map);
  for (auto _ : state) {
    for (const RoadPosition& place : places) reach.move_ego(place, as_travelled(*map, place.lane).along_s);
  }
  state.SetItemsProcessed(state.iterations() * 100);
}

BENCHMARK_CAPTURE(distance_to, multi_intersections, std::string("multi_intersections"));
BENCHMARK_CAPTURE(distance_to, Town10HD, std::string("Town10HD"));
BENCHMARK_CAPTURE(distance_to, McityMap_Main, std::string("McityMap_Main"));
BENCHMARK_CAPTURE(distance_to, grid_6000, std::string("grid"));
BENCHMARK_CAPTURE(move_ego, multi_intersections, std::string("multi_intersections"));
BENCHMARK_CAPTURE(move_ego, Town10HD, std::string("Town10HD"));
BENCHMARK_CAPTURE(move_ego, McityMap_Main, std::string("McityMap_Main"));
BENCHMARK_CAPTURE(move_ego, grid_6000, std::string("grid"));

}  // namespace
}  // namespace scrutineer::map
