// The map library on fixed inputs: load, cold and hinted lookup, memory; on real maps and on a generated grid.
//
//   make bench                                        everything
//   build/release/bin/map_bench --benchmark_filter=cold
//
// Times are per operation (the column "op"); docs/performance.md holds them against the bounds.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <random>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/xodr_writer.h"
#include "map/lookup.h"
#include "map/read.h"

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

struct Place {
  RoadId road;
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
    const RoadPoint p = point_at(map, road, s, std::uniform_real_distribution(span.right, span.left)(random));
    places.push_back({road, {p.x, p.y}});
  }
  return places;
}

// Drives of up to 200 steps of half a metre along lanes and their links.
std::vector<std::vector<Point>> drives_on(const RoadNetwork& map, std::size_t count) {
  std::mt19937_64 random(11);
  std::vector<std::vector<Point>> drives;
  for (const Place& start : places_on_lanes(map, count)) {
    const auto at = locate_on_road(map, start.point, start.road);
    if (!at) continue;
    LaneId lane = at->lane;
    bool along = drives_along_s(map, lane);
    double s = at->s;
    std::vector<Point>& drive = drives.emplace_back();
    while (drive.size() < 200) {
      const RoadPoint p = point_at(map, lane, s, 0.0);
      drive.push_back({p.x, p.y});
      s += along ? 0.5 : -0.5;
      const Lane& now = map.lane(lane);
      const double over = along ? s - now.s_end : now.s_begin - s;
      if (over <= 0.0) continue;
      const auto& links = along ? now.successors : now.predecessors;
      if (links.empty()) break;
      const LaneId next = links[std::uniform_int_distribution<std::size_t>(0, links.size() - 1)(random)];
      along = std::ranges::find(map.lane(next).predecessors, lane) != map.lane(next).predecessors.end();
      s = along ? map.lane(next).s_begin + over : map.lane(next).s_end - over;
      lane = next;
    }
  }
  return drives;
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
  const auto places = places_on_lanes(map, 20000);
  std::vector<RoadPosition> found;
  std::size_t positions = 0;
  for (auto _ : state) {
    positions = 0;
    for (const Place& place : places) {
      locate(map, place.point, std::nullopt, found);
      positions += found.size();
    }
  }
  count_operations(state, static_cast<double>(places.size()));
  state.counters["positions"] = static_cast<double>(positions) / static_cast<double>(places.size());
}

void hinted(benchmark::State& state, const std::string& name) {
  const RoadNetwork& map = network_of(name);
  const auto drives = drives_on(map, 200);
  std::size_t steps = 0, misses = 0;
  for (auto _ : state) {
    steps = misses = 0;
    for (const auto& drive : drives) {
      std::optional<RoadPosition> at;
      for (const Point& point : drive) {
        ++steps;
        if (at) at = follow(map, point, *at);
        if (at) continue;
        ++misses;
        const auto found = locate(map, point);
        if (!found.empty()) at = found.front();
      }
    }
  }
  count_operations(state, static_cast<double>(steps));
  state.counters["looked_up_cold"] = static_cast<double>(misses) / static_cast<double>(steps);
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
}

}  // namespace
}  // namespace scrutineer::map

int main(int argc, char** argv) {
  scrutineer::map::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
