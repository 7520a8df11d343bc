// scrutineer check: what went wrong in one run.

#include "map/check.h"

#include <fmt/format.h>

#include <ostream>
#include <tuple>
#include <utility>

#include "app/commands.h"
#include "app/version.h"
#include "checks/catalogue.h"
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
  if (options.flip_y) used.placement.flip_y = true;
  if (options.offset) std::tie(used.placement.x, used.placement.y) = *options.offset;
  if (options.derive) used.derive = options.derive;
  used.skip_bad_frames = used.skip_bad_frames || options.skip_bad_frames;
  used.stop_on_error = used.stop_on_error || options.stop_on_error;
  using Kind = trace::ManifestSetting::Kind;
  for (const auto& [kind, texts] :
       {std::pair(Kind::set, &options.set), std::pair(Kind::enable, &options.enable),
        std::pair(Kind::disable, &options.disable), std::pair(Kind::severity, &options.severity)})
    for (const std::string& text : *texts) used.settings.push_back({kind, text, {}});
  if (used.trace.empty())
    return Problem{{}, "a run is missing: name it with --trace FILE, or give a manifest (scrutineer check run.json)"};
  return used;
}

std::optional<Problem> apply(const trace::ManifestSetting& setting, watch::Settings& settings) {
  switch (setting.kind) {
    case trace::ManifestSetting::Kind::set:
      return settings.set(setting.text);
    case trace::ManifestSetting::Kind::enable:
      return settings.enable(setting.text);
    case trace::ManifestSetting::Kind::disable:
      return settings.disable(setting.text);
    case trace::ManifestSetting::Kind::severity:
      return settings.severity(setting.text);
  }
  return std::nullopt;
}

std::optional<Problem> apply_settings(const trace::Manifest& used, watch::Settings& settings) {
  for (const trace::ManifestSetting& setting : used.settings) {
    const auto problem = apply(setting, settings);
    if (!problem) continue;
    const bool is_flag = setting.place.file.empty();
    return Problem{setting.place, fmt::format("{}{} {}", is_flag ? "--" : "", to_word(setting.kind), problem->message)};
  }
  return std::nullopt;
}

// Everything beside the trace that a run may come with.
struct SideFiles {
  std::unique_ptr<const map::RoadNetwork> map;
  std::size_t anomalies = 0;
  std::optional<trace::PlannedPaths> plans;
  std::vector<trace::Relocation> relocations;
  std::vector<trace::SumoLink> sumo_net;
};

Result<SideFiles> read_side_files(const trace::Manifest& used, const CheckOptions& options, Outside& outside) {
  SideFiles files;
  if (!used.map.empty()) {
    auto map = load_map(used.map, outside);
    if (!map) return map.problem();
    files.map = *std::move(map);
    outside.progress.begin("checking " + used.map);
    files.anomalies = map::check_map(*files.map).count();
    if (options.strict_map && files.anomalies > 0)
      return Problem{
          {.file = used.map},
          fmt::format("{} found in the map, and --strict-map allows none; scrutineer map check {} lists them",
                      files.anomalies == 1 ? "1 anomaly was" : fmt::format("{} anomalies were", files.anomalies),
                      used.map)};
  }
  if (!used.planned_path.empty()) {
    auto content = outside.files.read(used.planned_path);
    if (!content) return content.problem();
    auto plans = trace::PlannedPaths::open(*std::move(content), used.planned_path);
    if (!plans) return plans.problem();
    files.plans.emplace(*std::move(plans));
  }
  if (!used.relocations.empty()) {
    auto content = outside.files.read(used.relocations);
    if (!content) return content.problem();
    auto relocations = trace::read_relocations(*std::move(content), used.relocations);
    if (!relocations) return relocations.problem();
    files.relocations = *std::move(relocations);
  }
  if (!used.sumo_net.empty()) {
    auto content = outside.files.read(used.sumo_net);
    if (!content) return content.problem();
    auto net = trace::read_sumo_net(*std::move(content), used.sumo_net);
    if (!net) return net.problem();
    files.sumo_net = *std::move(net);
  }
  return files;
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
  const std::vector<watch::Check> checks = checks::catalogue();
  watch::Settings settings(checks);
  auto used = inputs_of(options, outside);
  if (!used) return refuse(outside, used.problem());
  if (const auto problem = apply_settings(*used, settings)) return refuse(outside, *problem);
  std::optional<results::ResultFolder> folder;
  if (!options.out.empty()) {
    auto opened = results::ResultFolder::open(options.out, outside.folders);
    if (!opened) return refuse(outside, opened.problem());
    folder.emplace(*std::move(opened));
  }
  auto side_files = read_side_files(*used, options, outside);
  if (!side_files) return refuse(outside, side_files.problem());

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
                       .sumo_net = side_files->sumo_net,
                       .differences = used->derive.value_or(1),
                       .stop_on_error = used->stop_on_error,
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
  result.info = results::resolved_info(used->info, outcome.evaluation.ego_driver, version());
  if (side_files->map) result.map = results::MapUsed{used->map, side_files->anomalies};
  result.trace = {used->trace, trace::to_string(trace->format())};
  if (trace->counts().bad_frames > 0)
    outside.screen.err << fmt::format("note: {} bad frame{} dropped, the first: {}\n", trace->counts().bad_frames,
                                      trace->counts().bad_frames == 1 ? " was" : "s were",
                                      to_string(*trace->counts().first_bad));
  if (folder) {
    if (outcome.evaluation.ego) used->ego = outcome.evaluation.ego->id;
    const auto manifest = results::run_manifest(*used, options.out, outside.folders);
    if (!manifest) return refuse(outside, manifest.problem());
    if (const auto problem = folder->write(results::result_files(result, *manifest))) return refuse(outside, *problem);
  }
  outside.screen.out << formatted(result, options, outside.screen.colour_out);
  return results::exit_code(result);
}

}  // namespace scrutineer::app
