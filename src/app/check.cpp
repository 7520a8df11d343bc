// scrutineer check: what went wrong in one run.

#include "map/check.h"

#include <fmt/format.h>

#include <ostream>
#include <tuple>
#include <utility>

#include "app/commands.h"
#include "app/configuration.h"
#include "app/run_settings.h"
#include "app/side_files.h"
#include "app/version.h"
#include "app/write_report.h"
#include "results/json.h"
#include "results/junit.h"
#include "results/run_manifest.h"
#include "results/sarif.h"
#include "results/text.h"
#include "results/write_folder.h"
#include "trace/placement.h"
#include "trace/read_ahead.h"
#include "trace/sumo_net.h"
#include "watch/evaluate.h"

namespace scrutineer::app {

namespace {

// What the manifest says, and over it what the flags say.
Result<trace::Manifest> inputs_of(const CheckOptions& options, Outside& outside) {
  trace::Manifest used;
  if (!options.manifest.empty()) {
    const auto content = outside.files.read(options.manifest);
    if (!content) return content.problem();
    auto read = trace::read_manifest(*content, options.manifest);
    if (!read) return read;
    used = *std::move(read);
  }
  const auto take = [](std::string& into, const std::string& flag) {
    if (!flag.empty()) into = flag;
  };
  take(used.map, options.map);
  take(used.trace, options.trace);
  take(used.lights, options.lights);
  take(used.sumo_net, options.sumo_net);
  take(used.vehicle_types, options.vehicle_types);
  take(used.planned_path, options.planned_path);
  take(used.relocations, options.relocations);
  used.config.insert(used.config.end(), options.config.begin(), options.config.end());
  if (options.flip_y) used.placement.flip_y = true;
  if (options.offset) std::tie(used.placement.x, used.placement.y) = *options.offset;
  if (options.derive) used.derive = options.derive;
  used.skip_bad_frames = used.skip_bad_frames || options.skip_bad_frames;
  used.stop_on_error = used.stop_on_error || options.stop_on_error;
  for (trace::ManifestSetting& setting : given_settings(options.set, options.enable, options.disable, options.severity))
    used.settings.push_back(std::move(setting));
  if (used.trace.empty())
    return Problem{{}, "a run is missing: name it with --trace FILE, or give a manifest (scrutineer check run.json)"};
  return used;
}

// How many anomalies the map has; a problem if there may be none.
Result<std::size_t> count_anomalies(const map::RoadNetwork& map, const CheckOptions& options, Outside& outside) {
  outside.progress.begin("checking " + map.file());
  const std::size_t count = map::check_map(map).count();
  if (options.strict_map && count > 0)
    return Problem{{.file = map.file()},
                   fmt::format("{} found in the map, and --strict-map allows none; scrutineer map check {} lists them",
                               count == 1 ? "1 anomaly was" : fmt::format("{} anomalies were", count), map.file())};
  return count;
}

// These formats have no place for what a configuration's code says.
bool leaves_out_messages(CheckOptions::Format format) {
  return format == CheckOptions::Format::junit || format == CheckOptions::Format::sarif;
}

std::string formatted(const results::RunResult& result, const CheckOptions& options, bool colour) {
  switch (options.format) {
    case CheckOptions::Format::json:
      return results::to_json(result);
    case CheckOptions::Format::junit:
      return results::to_junit(result);
    case CheckOptions::Format::sarif:
      return results::to_sarif(result);
    case CheckOptions::Format::text:
      break;
  }
  results::TextOptions text{.colour = colour, .verbosity = options.verbosity};
  if (!options.out.empty()) text.all_are_in = options.out;
  return results::to_text(result, text);
}

std::string incomplete_reason(const watch::RunOutcome& outcome) {
  return outcome.fault ? to_string(*outcome.fault) : "stopped at the first error, as --stop-on-error asks";
}

}  // namespace

int check(const CheckOptions& options, Outside& outside) {
  auto used = inputs_of(options, outside);
  if (!used) return refuse(outside, used.problem());
  const auto configuration = read_configuration(used->config, outside);
  if (!configuration) return kNotEvaluated;
  const std::vector<watch::Check>& checks = configuration->checks;
  watch::Settings settings(checks);
  if (const auto problem = configuration->apply(settings)) return refuse(outside, *problem);
  const auto companion = configuration->start();
  if (const auto problem = apply_settings(*used, settings)) return refuse(outside, *problem);
  if (options.report && options.out.empty())
    return refuse(outside, "--report needs --out DIR: the report is written there, beside the result");
  std::optional<results::ResultFolder> folder;
  if (!options.out.empty()) {
    auto opened = results::ResultFolder::open(options.out, outside.folders);
    if (!opened) return refuse(outside, opened.problem());
    folder.emplace(*std::move(opened));
  }
  auto side_files = read_side_files(*used, outside);
  if (!side_files) return refuse(outside, side_files.problem());
  std::size_t anomalies = 0;
  if (side_files->map) {
    const auto counted = count_anomalies(*side_files->map, options, outside);
    if (!counted) return refuse(outside, counted.problem());
    anomalies = *counted;
  }

  auto opened = outside.files.open_trace(trace_source(*used));
  if (!opened) return refuse(outside, opened.problem());
  const auto trace = read_ahead(placed(*std::move(opened), used->placement));

  std::uint64_t frames = 0;
  const auto progress = [&](Time time) {
    constexpr std::uint64_t kFramesBetweenNews = 256;
    if (++frames % kFramesBetweenNews == 0)
      outside.progress.begin(fmt::format("evaluating {}: {} frames, {:.0f} s", used->trace, frames, to_seconds(time)));
  };
  outside.progress.begin("evaluating " + used->trace);
  const watch::RunOutcome outcome =
      watch::evaluate(checks, settings,
                      {.trace = *trace,
                       .map = side_files->map.get(),
                       .ego_flag = options.ego.empty() ? std::nullopt : std::optional(options.ego),
                       .ego_named = used->ego,
                       .plans = side_files->plans ? &*side_files->plans : nullptr,
                       .relocations = side_files->relocations,
                       .light_ties = side_files->light_ties,
                       .differences = used->derive.value_or(1),
                       .stop_on_error = used->stop_on_error,
                       .companion = companion.get(),
                       .progress = progress});
  outside.progress.end();
  if (options.verbosity != CheckOptions::Verbosity::quiet)
    for (const std::string& note : outcome.notes) outside.screen.err << "note: " << note << '\n';
  if (outcome.fault) refuse(outside, *outcome.fault);
  if (!outcome.is_usable || (outcome.fault && outcome.evaluation.frames == 0)) return kNotEvaluated;

  results::RunResult result;
  result.evaluation = outcome.evaluation;
  result.engine_version = version();
  if (outcome.fault || outcome.stopped_on_error) result.incomplete_reason = incomplete_reason(outcome);
  result.info = results::resolved_info(used->info, outcome.evaluation.ego_driver, version(), outcome.evaluation.info);
  if (side_files->map) result.map = results::MapUsed{used->map, anomalies};
  result.trace = {used->trace, std::string(trace->format())};
  result.metrics = results::kpi_metrics(outcome.evaluation);
  if (const trace::TraceCounts& counts = outcome.tables.counts(); counts.bad_frames > 0)
    outside.screen.err << fmt::format("note: {} bad frame{} dropped, the first: {}\n", counts.bad_frames,
                                      counts.bad_frames == 1 ? " was" : "s were", to_string(*counts.first_bad));
  if (folder) {
    if (outcome.evaluation.ego) used->ego = outcome.evaluation.ego->id;
    const auto manifest = results::run_manifest(*used, options.out, outside.folders);
    if (!manifest) return refuse(outside, manifest.problem());
    if (const auto problem = folder->write(results::result_files(result, *manifest))) return refuse(outside, *problem);
  }
  if (leaves_out_messages(options.format) && options.verbosity != CheckOptions::Verbosity::quiet)
    outside.screen.err << results::messages_text(result.evaluation, {.verbosity = options.verbosity});
  outside.screen.out << formatted(result, options, outside.screen.colour_out);
  if (options.report) {
    outside.screen.out.flush();
    const std::string file = options.out + "/" + std::string(results::kReportFile);
    const auto written = write_report({.result = results::to_json(result),
                                       .result_file = options.out + "/" + std::string(results::kResultFile),
                                       .checks = checks,
                                       .settings = settings,
                                       .manifest = &*used},
                                      file, outside);
    if (!written) return refuse(outside, written.problem());
    // What programs read is on the other stream.
    (options.format == CheckOptions::Format::text ? outside.screen.out : outside.screen.err) << *written;
  }
  return results::exit_code(result);
}

}  // namespace scrutineer::app
