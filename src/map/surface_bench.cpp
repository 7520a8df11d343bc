// Distances to the road surface and junction membership, per point.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <string>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/junctions.h"
#include "map/lookup.h"
#include "map/outline.h"
#include "map/read.h"
#include "map/surface.h"

namespace scrutineer::map {
namespace {

constexpr const char* kMaps[] = {"multi_intersections", "Town10HD", "Town07", "McityMap_Main", "grid of 6000 roads"};
constexpr std::size_t kPoints = 20'000;

const RoadNetwork& network(std::int64_t which) {
  static std::unique_ptr<const RoadNetwork> networks[std::size(kMaps)];
  auto& map = networks[which];
  if (!map) {
    const std::string name = kMaps[which];
    map = name.starts_with("grid") ? build_network(kit::grid(6000)) : kit::load_map(name);
    for (std::size_t i = 0; i < map->junctions().size(); ++i) junction_area(*map, JunctionId(i));
  }
  return *map;
}

struct SurfacePoint {
  Point point;
  double z;
};

// On lanes, or `beside` metres beyond a road's outermost border.
std::vector<SurfacePoint> random_places(const RoadNetwork& map, double beside) {
  std::vector<SurfacePoint> places;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  while (places.size() < kPoints) {
    const LaneId id(static_cast<std::size_t>(part(random) * 0.999999 * static_cast<double>(map.lanes().size())));
    const Lane& lane = map.lane(id);
    if (lane.type == LaneType::none || map.section(lane.section).strip_count == 0) continue;
    const double s = lane.s_begin + part(random) * (lane.s_end - lane.s_begin);
    RoadPoint p = point_at(map, id, s, (part(random) - 0.5) * lane_span(map, id, s).width());
    if (beside > 0.0) p = point_at(map, lane.road, s, road_span(map, lane.road, s).left + beside);
    if (beside > 0.0 && is_on_surface(map, {p.x, p.y}, p.z)) continue;
    places.push_back({{p.x, p.y}, p.z});
  }
  return places;
}

// Along lanes in steps of 0.5 m.
std::vector<SurfacePoint> drives(const RoadNetwork& map) {
  std::vector<SurfacePoint> places;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  while (places.size() < kPoints) {
    const LaneId id(static_cast<std::size_t>(part(random) * 0.999999 * static_cast<double>(map.lanes().size())));
    const Lane& lane = map.lane(id);
    if (lane.type != LaneType::driving || map.section(lane.section).strip_count == 0) continue;
    for (double s = lane.s_begin; s < lane.s_end && places.size() < kPoints; s += 0.5) {
      const RoadPoint p = point_at(map, id, s, 0.0);
      places.push_back({{p.x, p.y}, p.z});
    }
  }
  return places;
}

void finish(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPoints));
  state.SetLabel(kMaps[state.range(0)]);
  state.counters["per_point"] = benchmark::Counter(static_cast<double>(state.iterations()) * kPoints,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void on_road(benchmark::State& state) {
  const RoadNetwork& map = network(state.range(0));
  const auto places = random_places(map, 0.0);
  for (auto _ : state) {
    for (const SurfacePoint& p : places) benchmark::DoNotOptimize(distance_to_surface(map, p.point, p.z, 20.0));
  }
  finish(state);
}
BENCHMARK(on_road)->DenseRange(0, std::size(kMaps) - 1);

void on_road_hinted(benchmark::State& state) {
  const RoadNetwork& map = network(state.range(0));
  const auto places = drives(map);
  for (auto _ : state) {
    SurfaceHint hint;
    for (const SurfacePoint& p : places) benchmark::DoNotOptimize(distance_to_surface(map, p.point, p.z, 20.0, hint));
  }
  finish(state);
}
BENCHMARK(on_road_hinted)->DenseRange(0, std::size(kMaps) - 1);

void body_hinted(
    benchmark::State& state) {  // eight points of a car around each place of a drive; time is for all eight
  const RoadNetwork& map = network(state.range(0));
  const auto places = drives(map);
  for (auto _ : state) {
    SurfaceHint hints[10];
    for (std::size_t i = 1; i < places.size(); ++i) {
      const SurfacePoint& p = places[i];
      SurfaceHint* hint = hints;
      const double length = std::hypot(p.point.x - places[i - 1].point.x, p.point.y - places[i - 1].point.y);
      const double c = (p.point.x - places[i - 1].point.x) / length, s = (p.point.y - places[i - 1].point.y) / length;
      for (const double u : {-2.25, 0.0, 2.25}) {
        for (const double v : {-0.9, 0.0, 0.9}) {
          ++hint;
          if (u == 0.0 && v == 0.0) continue;
          const Point corner{p.point.x + c * u - s * v, p.point.y + s * u + c * v};
          benchmark::DoNotOptimize(distance_to_surface(map, corner, p.z, 20.0, *hint));
        }
      }
    }
  }
  finish(state);
}
BENCHMARK(body_hinted)->DenseRange(0, std::size(kMaps) - 1);

void off_road(benchmark::State& state) {
  const RoadNetwork& map = network(state.range(0));
  const auto places = random_places(map, 0.001 * static_cast<double>(state.range(1)));
  for (auto _ : state) {
    for (const SurfacePoint& p : places) benchmark::DoNotOptimize(distance_to_surface(map, p.point, p.z, 20.0));
  }
  finish(state);
}
BENCHMARK(off_road)->ArgsProduct({benchmark::CreateDenseRange(0, std::size(kMaps) - 1, 1), {500, 8000}});

void in_junctions(benchmark::State& state) {
  const RoadNetwork& map = network(state.range(0));
  const auto places = random_places(map, 0.0);
  std::vector<JunctionId> found;
  for (auto _ : state) {
    for (const SurfacePoint& p : places) {
      junctions_containing(map, p.point, p.z, found);
      benchmark::DoNotOptimize(found.data());
    }
  }
  finish(state);
}
BENCHMARK(in_junctions)->DenseRange(0, std::size(kMaps) - 1);

void borders_of_all_lanes(benchmark::State& state) {
  const RoadNetwork& map = network(state.range(0));
  for (auto _ : state) {
    for (std::size_t i = 0; i < map.lanes().size(); ++i) {
      benchmark::DoNotOptimize(border(map, LaneId(i), Side::left, 0.01));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(map.lanes().size()));
  state.SetLabel(kMaps[state.range(0)]);
}
BENCHMARK(borders_of_all_lanes)->DenseRange(0, std::size(kMaps) - 2);

}  // namespace
}  // namespace scrutineer::map
