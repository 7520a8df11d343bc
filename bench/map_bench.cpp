// The map library on fixed inputs: load, memory, cold and hinted lookup, distance to the road's surface, routes; on
// real maps and on generated grids.
//
//   make bench                                        everything
//   build/release/bin/map_bench --benchmark_filter=cold
//
// Times are per operation (the column "op"); docs/performance.md holds them against the bounds.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include <map>
#include <pugixml.hpp>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "kit/xodr_writer.h"
#include "map/lane_graph.h"
#include "map/locate_points.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/routes.h"
#include "map/surface.h"

namespace scrutineer::map {
namespace {

constexpr const char* kRealMaps[] = {"multi_intersections", "Town10HD", "Town07", "McityMap_Main"};
constexpr int kGrids[] = {100, 1000, 6000};

// The map's text, read or generated once.
const std::string& text_of(const std::string& name) {
  static std::map<std::string, std::string> texts;
  auto [entry, is_new] = texts.try_emplace(name);
  if (is_new) {
    entry->second = name.starts_with("grid_") ? kit::to_xodr(kit::grid(std::stoi(name.substr(5))))
                                              : kit::read_text(kit::map_path(name));
  }
  return entry->second;
}

const RoadNetwork& network_of(const std::string& name) {
  static std::map<std::string, std::unique_ptr<const RoadNetwork>> networks;
  auto& network = networks[name];
  if (!network) network = std::move(*read_xodr(text_of(name), name));
  return *network;
}

void count_operations(benchmark::State& state, double operations) {
  state.counters["op"] =
      benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void parse_only(benchmark::State& state, const std::string& name) {
  const std::string& text = text_of(name);
  for (auto _ : state) {
    pugi::xml_document document;
    benchmark::DoNotOptimize(document.load_buffer(text.data(), text.size()));
  }
  count_operations(state, 1);
}

void load(benchmark::State& state, const std::string& name) {
  const std::string& text = text_of(name);
  for (auto _ : state) benchmark::DoNotOptimize(read_xodr(text, name));
  count_operations(state, 1);
}

void memory(benchmark::State& state, const std::string& name) {
  const std::string& text = text_of(name);
  double bytes = 0.0;
  for (auto _ : state) {
    const auto before = mallinfo2();
    const auto network = read_xodr(text, name);
    const auto after = mallinfo2();
    bytes = static_cast<double>(after.uordblks + after.hblkhd) - static_cast<double>(before.uordblks + before.hblkhd);
    benchmark::DoNotOptimize(network);
  }
  state.counters["MB"] = bytes / 1e6;
}

void cold(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  const auto places = kit::random_lane_positions(map, 20000, 7);
  std::vector<RoadPosition> found;
  std::size_t positions = 0;
  for (auto _ : state) {
    positions = 0;
    for (const kit::LanePlace& place : places) {
      locate(map, place.point, std::nullopt, found);
      positions += found.size();
    }
  }
  count_operations(state, static_cast<double>(places.size()));
  state.counters["positions"] = static_cast<double>(positions) / static_cast<double>(places.size());
}

void hinted(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  const auto drives = kit::random_drives(map, 20000, 11);
  std::size_t steps = 0, misses = 0;
  for (auto _ : state) {
    steps = misses = 0;
    for (const auto& drive : drives) {
      std::optional<RoadPosition> at;
      for (const kit::LanePlace& place : drive) {
        ++steps;
        if (at) at = follow(map, place.point, *at);
        if (at) continue;
        ++misses;
        const auto found = locate(map, place.point);
        if (!found.empty()) at = found.front();
      }
    }
  }
  count_operations(state, static_cast<double>(steps));
  state.counters["looked_up_cold"] = static_cast<double>(misses) / static_cast<double>(steps);
}

// Points up to 15 m aside of lanes, so that many are beside all of them.
void nearest(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  kit::Random random(17);
  std::vector<Point> points;
  for (const kit::LanePlace& place : kit::random_lane_positions(map, 5000, 13)) {
    points.push_back({place.point.x + random.uniform(-15.0, 15.0), place.point.y + random.uniform(-15.0, 15.0)});
  }
  std::size_t beside = 0;
  for (auto _ : state) {
    beside = 0;
    for (const Point& point : points) {
      const auto near = nearest_lane(map, point, 20.0);
      beside += near && near->distance > 0.0 ? 1U : 0U;
    }
  }
  count_operations(state, static_cast<double>(points.size()));
  state.counters["beside"] = static_cast<double>(beside) / static_cast<double>(points.size());
}

// A table of points, text in and text out.
void points(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  std::string text = "x,y\n";
  const auto places = kit::random_lane_positions(map, 20000, 7);
  for (const kit::LanePlace& place : places) text += fmt::format("{:.3f},{:.3f}\n", place.point.x, place.point.y);
  for (auto _ : state) {
    std::string out;
    PointLocator locator(map, "points.csv");
    if (locator.add(text, out) || locator.finish(out)) state.SkipWithError("the table is not read");
    benchmark::DoNotOptimize(out);
  }
  count_operations(state, static_cast<double>(places.size()));
}

// Points on lanes, so the distance is 0: what a checker asks nearly always.
void surface_inside(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  const auto places = kit::random_lane_positions(map, 5000, 13);
  distance_to_surface(map, places.front().point, std::nullopt, 20.0);  // what is made on first use
  double sum = 0.0;
  for (auto _ : state) {
    for (const kit::LanePlace& place : places) sum += distance_to_surface(map, place.point, std::nullopt, 20.0);
  }
  benchmark::DoNotOptimize(sum);
  count_operations(state, static_cast<double>(places.size()));
}

// The same points up to 15 m aside, so that many are off the road.
void surface_around(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  kit::Random random(17);
  std::vector<Point> points;
  for (const kit::LanePlace& place : kit::random_lane_positions(map, 5000, 13)) {
    points.push_back({place.point.x + random.uniform(-15.0, 15.0), place.point.y + random.uniform(-15.0, 15.0)});
  }
  double sum = 0.0;
  for (const Point& point : points) sum += distance_to_surface(map, point, std::nullopt, 20.0);  // makes junction areas
  std::size_t outside = 0;
  for (auto _ : state) {
    outside = 0;
    for (const Point& point : points) {
      const double distance = distance_to_surface(map, point, std::nullopt, 20.0);
      sum += distance;
      outside += distance > 0.0 ? 1U : 0U;
    }
  }
  benchmark::DoNotOptimize(sum);
  count_operations(state, static_cast<double>(points.size()));
  state.counters["outside"] = static_cast<double>(outside) / static_cast<double>(points.size());
}

// Between random driving lanes at most 1 km apart along the way.
void route(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  std::vector<LanePlace> places;
  for (const kit::LanePlace& place : kit::random_lane_positions(map, 400, 19)) {
    if (carries_vehicles(map.lane(place.lane).type)) places.push_back({place.lane, place.s});
  }
  RouteFinder finder(map);
  RouteOptions options;
  options.max_length = Distance::from_si(1000.0);
  std::size_t found = 0;
  for (auto _ : state) {
    found = 0;
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      found += finder.find(places[i], places[i + 1], options) ? 1U : 0U;
    }
  }
  count_operations(state, static_cast<double>(places.size() - 1));
  state.counters["found"] = static_cast<double>(found) / static_cast<double>(places.size() - 1);
}

void register_all() {
  std::vector<std::string> names;
  if (kit::has_data()) names.assign(std::begin(kRealMaps), std::end(kRealMaps));
  for (const int roads : kGrids) names.push_back(fmt::format("grid_{}", roads));
  const auto add = [&names](const char* what, auto run) {
    for (const std::string& name : names) {
      benchmark::RegisterBenchmark(fmt::format("{}/{}", what, name).c_str(), [run, name](benchmark::State& state) {
        run(state, name);
      })->Unit(benchmark::kMillisecond);
    }
  };
  add("parse_only", parse_only);
  add("load", load);
  add("memory", memory);
  add("cold", cold);
  add("hinted", hinted);
  add("nearest", nearest);
  add("points", points);
  add("surface_inside", surface_inside);
  add("surface_around", surface_around);
  add("route", route);
}

}  // namespace
}  // namespace scrutineer::map

int main(int argc, char** argv) {
  scrutineer::map::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
