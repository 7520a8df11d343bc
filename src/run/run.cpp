#include "run/run.h"

#include <fmt/format.h>

#include <utility>

#include "base/version.h"
#include "map/check.h"
#include "run/load.h"
#include "trace/placement.h"
#include "trace/read_ahead.h"
#include "trace/sumo_net.h"

namespace scrutineer::run {

namespace {

// Everything beside map and trace that a run may come with.
std::optional<Problem> read_side_files(Run& run, Outside& outside) {
  const trace::Manifest& manifest = run.manifest;
  if (!manifest.planned_path.empty()) {
    auto content = outside.files.read(manifest.planned_path);
    if (!content) return content.problem();
    auto plans = trace::PlannedPaths::open(*std::move(content), manifest.planned_path);
    if (!plans) return plans.problem();
    run.plans.emplace(*std::move(plans));
  }
  if (!manifest.relocations.empty()) {
    auto content = outside.files.read(manifest.relocations);
    if (!content) return content.problem();
    auto relocations = trace::read_relocations(*std::move(content), manifest.relocations);
    if (!relocations) return relocations.problem();
    run.relocations = *std::move(relocations);
  }
  if (!manifest.sumo_net.empty()) {
    auto content = outside.files.read(manifest.sumo_net);
    if (!content) return content.problem();
    auto net = trace::read_sumo_net(*std::move(content), manifest.sumo_net);
    if (!net) return net.problem();
    run.light_ties = *std::move(net);
  }
  return std::nullopt;
}

// How many anomalies the map has; a problem if there may be none.
Result<std::size_t> count_anomalies(const map::RoadNetwork& map, bool is_strict, Outside& outside) {
  outside.progress.begin("checking " + map.file());
  const std::size_t count = map::check_map(map).count();
  if (is_strict && count > 0)
    return Problem{{.file = map.file()},
                   fmt::format("{} found in the map, and --strict-map allows none; scrutineer map check {} lists them",
                               count == 1 ? "1 anomaly was" : fmt::format("{} anomalies were", count), map.file())};
  return count;
}

// The texts of a declaration may lie in the program that it comes from: it keeps the program with it.
void own(watch::Evaluation& evaluation, const std::shared_ptr<const Configuration>& configuration) {
  struct Kept {
    std::shared_ptr<const Configuration> configuration;
    std::shared_ptr<const watch::CheckInfo> info;
  };
  for (std::shared_ptr<const watch::CheckInfo>& info : evaluation.infos) {
    const watch::CheckInfo* const declaration = info.get();
    info = {std::make_shared<const Kept>(Kept{configuration, std::move(info)}), declaration};
  }
}

results::RunResult result_of(const Run& run, const trace::Trace& trace, watch::RunOutcome& outcome) {
  results::RunResult result;
  result.evaluation = std::move(outcome.evaluation);
  own(result.evaluation, run.configuration);
  result.engine_version = version();
  if (outcome.fault) result.incomplete_reason = to_string(*outcome.fault);
  if (outcome.stopped_on_error) result.incomplete_reason = "stopped at the first error, as --stop-on-error asks";
  result.info =
      results::resolved_info(run.manifest.info, result.evaluation.ego_driver, version(), result.evaluation.info);
  if (run.map) result.map = results::MapUsed{run.manifest.map, run.anomalies};
  result.trace = {run.manifest.trace, run.format ? *run.format : std::string(trace.format())};
  result.metrics = results::kpi_metrics(result.evaluation);
  return result;
}

}  // namespace

Result<Run> open(trace::Manifest manifest, std::shared_ptr<const Configuration> configuration, Outside& outside,
                 const OpenOptions& options) {
  auto settings = settings_for(*configuration, manifest);
  if (!settings) return settings.problem();
  Run run(std::move(configuration), *std::move(settings));
  run.manifest = std::move(manifest);
  run.ego = options.ego;
  run.companion = run.configuration->start();
  if (!run.manifest.map.empty()) {
    auto map = load_map(run.manifest.map, outside);
    if (!map) return map.problem();
    run.map = *std::move(map);
  }
  if (auto problem = read_side_files(run, outside)) return *std::move(problem);
  if (run.map && options.checks_map) {
    const auto anomalies = count_anomalies(*run.map, options.strict_map, outside);
    if (!anomalies) return anomalies.problem();
    run.anomalies = *anomalies;
  }
  if (options.is_live) return run;
  auto trace = outside.files.open_trace(trace_source(run.manifest));
  if (!trace) return trace.problem();
  run.trace = read_ahead(placed(*std::move(trace), run.manifest.placement));
  return run;
}

Result<Run> open(trace::Manifest manifest, Outside& outside, const OpenOptions& options) {
  Configured configured = read_configuration(manifest.config, outside);
  if (configured.problem) return *std::move(configured.problem);
  if (!configured.configuration) return Problem{{}, std::move(configured.diagnostics)};
  return open(std::move(manifest), std::move(configured.configuration), outside, options);
}

Outcome evaluate(Run& run, const watch::Sinks& sinks) { return evaluate(run, *run.trace, sinks); }

Outcome evaluate(Run& run, trace::Trace& trace, const watch::Sinks& sinks) {
  watch::RunOutcome found = watch::evaluate(run.checks, run.settings,
                                            {.trace = trace,
                                             .map = run.map.get(),
                                             .ego_flag = run.ego,
                                             .ego_named = run.manifest.ego,
                                             .plans = run.plans ? &*run.plans : nullptr,
                                             .relocations = run.relocations,
                                             .light_ties = run.light_ties,
                                             .differences = run.manifest.derive.value_or(1),
                                             .stop_on_error = run.manifest.stop_on_error,
                                             .companion = run.companion.get()},
                                            sinks);
  Outcome outcome{
      .result = {}, .fault = found.fault, .notes = std::move(found.notes), .tables = std::move(found.tables)};
  if (found.is_usable && !(found.fault && found.evaluation.frames == 0)) outcome.result = result_of(run, trace, found);
  return outcome;
}

std::function<void(Time)> progress_of(Outside& outside, std::string what, std::uint64_t all_frames) {
  constexpr std::uint64_t kFramesBetweenNews = 256;
  const std::string of_all = all_frames == 0 ? "" : fmt::format(" of {}", all_frames);
  return [&outside, what = std::move(what), of_all, frames = std::uint64_t{0}](Time time) mutable {
    if (++frames % kFramesBetweenNews == 0)
      outside.progress.begin(fmt::format("{}: {}{} frames, {:.0f} s", what, frames, of_all, to_seconds(time)));
  };
}

}  // namespace scrutineer::run
