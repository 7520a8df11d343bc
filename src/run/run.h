// One run, from a manifest to its result: what every command, suite and binding calls.
//
//   auto run = open(manifest, configuration, outside);
//   if (!run) return run.problem();
//   const Outcome outcome = evaluate(*run);
//   if (outcome.fault) ...                        // it broke off there; what came before it is evaluated
//   if (outcome.result) std::cout << results::to_text(*outcome.result, {});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "map/check.h"
#include "map/road_network.h"
#include "results/run_result.h"
#include "run/configuration.h"
#include "run/load.h"
#include "run/odd_input.h"
#include "run/outside.h"
#include "trace/environment.h"
#include "trace/kept_steps.h"
#include "trace/light_ties.h"
#include "trace/manifest.h"
#include "trace/planned_path.h"
#include "trace/relocations.h"
#include "trace/tables.h"
#include "trace/trace.h"
#include "watch/evaluate.h"

namespace scrutineer::run {

// A run with all that it needs, opened and read. It can be evaluated once: then its trace is at its end.
struct Run {
  Run(std::shared_ptr<const Configuration> with, watch::Settings set)
      : configuration(std::move(with)), settings(std::move(set)), checks(configuration->checks) {}
  explicit Run(const std::shared_ptr<const Configuration>& with) : Run(with, watch::Settings(with->checks)) {}

  std::shared_ptr<const Configuration> configuration;
  watch::Settings settings;
  std::vector<watch::Check> checks;                  // that are evaluated: the configuration's, unless fewer are wanted
  trace::Manifest manifest = {};                     // as it is used
  std::optional<std::string> ego = {};               // wins over the manifest's
  std::optional<std::string> format = {};            // what the result calls the trace's; nothing: as the trace says
  std::shared_ptr<const map::RoadNetwork> map = {};  // null: checks that need one are skipped
  bool has_map_file = true;                          // false: it was made for the run, and nobody keeps it
  std::vector<map::Finding> anomalies = {};          // that were found in the map
  std::vector<std::string> map_notes = {};           // where the map came from, if nobody named it
  std::optional<trace::PlannedPaths> plans = {};
  std::vector<trace::Relocation> relocations = {};
  std::vector<trace::EnvironmentValue> environment = {};
  std::vector<trace::LightTie> light_ties = {};
  std::unique_ptr<trace::Trace> trace = {};           // null: a simulator is still driving it
  std::shared_ptr<trace::KeptSteps> kept_steps = {};  // of the trace, if they are kept
  std::unique_ptr<watch::Companion> companion = {};   // of the configuration's program
  std::unique_ptr<odd::Monitor> odd = {};             // null: no operational design domain is given
  std::vector<std::string> notes = {};                // of its inputs
};

struct OpenOptions {
  std::optional<std::string> ego = {};  // wins over the manifest's
  bool is_live = false;                 // there is no trace to open
  bool checks_map = true;               // looks for the map's anomalies
  bool strict_map = false;              // refuses a map that has any
  bool reads_ahead = true;              // decodes the trace in a thread of its own
  bool keeps_steps = false;             // for a report that is made at once
  bool has_map_file = true;             // see Run
  const LoadedMap* map = nullptr;       // the manifest's map, if it was read already; then `strict_map` must be false
  std::shared_ptr<const trace::KeptSteps> steps = {};  // of the manifest's trace, if it was read to its end already
};

// Reads what the manifest names: map, trace, side files, settings.
Result<Run> open(trace::Manifest manifest, std::shared_ptr<const Configuration> configuration, Outside& outside,
                 const OpenOptions& options = {});
// The same with the configuration that the manifest names. Errors in its files are the problem's message.
Result<Run> open(trace::Manifest manifest, Outside& outside, const OpenOptions& options = {});

// The map that the frames of a live run bring along, where the manifest names none.
std::optional<Problem> take_carried_map(Run& run, trace::CarriedMap carried, Outside& outside);

// Owns all it holds: the run may be gone.
struct Outcome {
  std::optional<results::RunResult> result;  // nothing: not even the first frame could be read
  std::optional<Problem> fault;              // why it is not complete, or why nothing was judged
  bool is_usable = true;                     // false: there is nothing to draw, and the result has no findings
  std::vector<std::string> notes;            // what a person should know: how the ego was chosen, what the reader noted
  trace::Tables tables;                      // as of the last frame that was read
};
Outcome evaluate(Run& run, const watch::Sinks& sinks = {});
// The same of a run that a simulator is still driving.
Outcome evaluate(Run& run, trace::Trace& trace, const watch::Sinks& sinks);

// For Sinks::progress: tells a waiting person from time to time how far `what` is, of so many frames if that is known.
std::function<void(Time)> progress_of(Outside& outside, std::string what, std::uint64_t all_frames = 0);

}  // namespace scrutineer::run
