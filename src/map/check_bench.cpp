// All map rules, and those that `check` runs on every map it loads.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "kit/data.h"
#include "map/check.h"
#include "map/map_text.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

void check_rules(benchmark::State& state, const char* name, RuleSet set) {
  if (!kit::has_data()) return state.SkipWithError("no data folder");
  const std::string bytes = kit::read_text(kit::map_path(name));
  const auto map = read_xodr(bytes, name);
  const MapText text(bytes, name);
  const std::vector<MapRule> rules = rules_of(set);
  for (auto _ : state) benchmark::DoNotOptimize(check_map({.text = &text, .map = map->get()}, rules));
}

struct LoadedMap {
  std::string bytes, name;
  std::unique_ptr<const RoadNetwork> map;
};

LoadedMap loaded(const std::filesystem::path& path) {
  LoadedMap result{.bytes = kit::read_text(path), .name = path.filename().string(), .map = {}};
  if (auto map = read_xodr(result.bytes, result.name)) result.map = *std::move(map);
  return result;
}

void check_loaded(benchmark::State& state, const std::vector<LoadedMap>& maps) {
  const std::vector<MapRule> rules = rules_of(RuleSet::all);
  // Parsing the XML once more is part of what checking costs.
  for (auto _ : state)
    for (const LoadedMap& map : maps) {
      const MapText text(map.bytes, map.name);
      benchmark::DoNotOptimize(check_map({.text = &text, .map = map.map.get()}, rules));
    }
}

// Within 1.5 s together.
void check_all_maps(benchmark::State& state) {
  if (!kit::has_data()) return state.SkipWithError("no data folder");
  std::vector<LoadedMap> maps;
  for (const std::filesystem::path& path : kit::all_maps("maps")) maps.push_back(loaded(path));
  check_loaded(state, maps);
}
BENCHMARK(check_all_maps)->Unit(benchmark::kMillisecond);

// 23 MB; within 2 s.
void check_town11(benchmark::State& state) {
  const std::filesystem::path path = kit::data_dir() / "inputs" / "maps" / "Town11.xodr.gz";
  if (!std::filesystem::exists(path)) return state.SkipWithError("no Town11");
  std::vector<LoadedMap> maps;
  maps.push_back(loaded(path));
  check_loaded(state, maps);
}
BENCHMARK(check_town11)->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(check_rules, multi_intersections_all, "multi_intersections", RuleSet::all)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_rules, multi_intersections_drive, "multi_intersections", RuleSet::drive)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_rules, Town10HD_all, "Town10HD", RuleSet::all)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_rules, Town10HD_drive, "Town10HD", RuleSet::drive)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_rules, Town07_all, "Town07", RuleSet::all)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_rules, Town07_drive, "Town07", RuleSet::drive)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_rules, McityMap_Main_all, "McityMap_Main", RuleSet::all)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_rules, McityMap_Main_drive, "McityMap_Main", RuleSet::drive)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace scrutineer::map
