// All map rules, and those that `check` runs on every map it loads.
#include <benchmark/benchmark.h>

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
