// Which runs a suite consists of, and what each is called.
//
//   auto plan = make_plan({.paths = {"night1"}}, outside);
//   if (!plan) return plan.problem();                      // no runs, or two of the same key
//   for (const PlannedRun& run : plan->runs) ...           // by key
//
// A run's key says "the same test" in other suites: its manifest's path below the suite's root, or the values of the
// attributes that `match_by` names, which the manifest gives in `info` or `attributes`.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "run/outside.h"
#include "trace/manifest.h"

namespace scrutineer::suite {

struct PlanOptions {
  std::vector<std::string> paths;          // manifests (.json), folders that are searched for run.json, list files
  std::vector<std::string> pairs = {};     // "GLOB=MAP": traces in the folders that have no manifest, each with its map
  std::vector<std::string> match_by = {};  // attributes; empty: paths
  std::string root = {};  // empty: the folder, if there is one path; else what all paths have in common
};

struct PlannedRun {
  std::string key;
  std::string manifest;         // its path; empty: a bare trace
  std::string trace, map;       // as the manifest resolves them
  std::string unreadable = {};  // why it cannot be evaluated; empty: it can, as far as the manifest shows
  std::string content = {};     // what it was made from when it was evaluated before; empty: it was not
  // It was tried before, and could not be evaluated because of this. Nothing: it was evaluated, or never tried.
  std::optional<std::string> failed_before = {};

  bool operator==(const PlannedRun&) const = default;
};

// What a manifest says of its configuration.
struct RunConfiguration {
  std::vector<std::string> config, lang_path;

  auto operator<=>(const RunConfiguration&) const = default;
};

struct Plan {
  std::string root;
  std::vector<PlannedRun> runs;                    // by key
  std::set<RunConfiguration> configurations = {};  // of all runs that can be read
  std::size_t results_passed = 0;  // folders that hold a result: their run.json is that of a run which was evaluated
};

Result<Plan> make_plan(const PlanOptions& options, run::Outside& outside);

// What a run is evaluated by: its manifest, or what stands for it.
Result<trace::Manifest> manifest_of(const PlannedRun& run, run::Outside& outside);

// The value of "info.run.seed", "run.seed", "attributes.weather.rain", "weather.rain"; nothing: the manifest has none.
std::optional<std::string> attribute_of(const trace::Manifest& manifest, std::string_view name);

// * and ? within a name, ** for any number of folders. A glob without / is about the name alone.
bool matches_glob(std::string_view glob, std::string_view path);

}  // namespace scrutineer::suite
