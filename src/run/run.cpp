#include "run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/version.h"
#include "results/write_folder.h"
#include "run/detail/near_anomalies.h"
#include "run/detail/recorded_contacts.h"
#include "run/detail/setting_effects.h"
#include "run/detail/unused_files.h"
#include "run/dropped_frames.h"
#include "run/load.h"
#include "run/stepped_run.h"
#include "trace/columns.h"
#include "trace/no_frames.h"
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
  if (!manifest.environment.empty()) {
    auto content = outside.files.read(manifest.environment);
    if (!content) return content.problem();
    auto values = trace::read_environment(*std::move(content), manifest.environment);
    if (!values) return values.problem();
    run.environment = *std::move(values);
  } else {
    run.environment = manifest.environment_values;
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

// Without an ODD its check does not exist.
std::optional<Problem> set_up_odd(Run& run, Outside& outside) {
  if (run.manifest.odd.empty()) {
    std::erase_if(run.checks, [](const watch::Check& check) { return check.info.name == "odd"; });
    return std::nullopt;
  }
  auto loaded = load_odd(run.manifest.odd, outside);
  if (!loaded) return loaded.problem();
  auto made = odd_monitor(std::move(loaded->odd), run.manifest, run.environment, false, outside);
  if (!made) return made.problem();
  run.odd = std::move(made->monitor);
  run.notes = std::move(loaded->notes);
  std::ranges::move(made->notes, std::back_inserter(run.notes));
  return std::nullopt;
}

// The problem that --strict-map makes of anomalies.
Problem too_many(const std::vector<map::Finding>& found, const std::string& map) {
  return {{.file = map},
          fmt::format("{} found in the map, and --strict-map allows none; scrutineer map check {} lists them",
                      found.size() == 1 ? "1 anomaly was" : fmt::format("{} anomalies were", found.size()), map)};
}

// What lists what was found in the map. `is_stream`: the run came over one, perhaps with its map.
std::string lists_them(std::string_view command, const Run& run, bool is_stream, bool is_one) {
  const char* const them = is_one ? "it" : "them";
  if (!run.has_map_file)
    return fmt::format("--out DIR keeps the map, and scrutineer map {} DIR/{} lists {}", command, results::kMapFile,
                       them);
  if (run.manifest.map.empty() && is_stream)
    return fmt::format("--record FILE keeps the run, and scrutineer map {} FILE lists {}", command, them);
  return fmt::format("scrutineer map {} {} lists {}", command,
                     run.manifest.map.empty() ? run.manifest.trace : run.manifest.map, them);
}

// Does any check that could raise an issue watch the ego?
bool judges_ego(const Run& run) {
  trace::ActorInfo ego;
  ego.type = trace::ActorType::vehicle;
  ego.category = trace::Category::car;
  return std::ranges::any_of(run.checks, [&](const watch::Check& check) {
    return !check.info.kinds.empty() && run.settings.is_enabled(check.info, ego, true);
  });
}

// Why nothing was judged although the run could be read; nothing: something was judged.
std::optional<std::string> why_not_judged(const Run& run, const watch::Evaluation& evaluation) {
  using State = watch::CheckOutcome::State;
  if (evaluation.frames == 0) return "the run has no frames, so nothing was judged";
  if (evaluation.actors == 0) return "no frame of the run has an actor, so nothing was judged";
  if (!evaluation.ego && judges_ego(run))
    return "the run has no vehicle that could be the ego, so the checkers of the ego judged nobody (--ego names one; "
           "--disable NAME@sut turns a checker off for the ego)";
  const bool any_judged = std::ranges::any_of(evaluation.checks, [](const watch::CheckOutcome& outcome) {
    return outcome.state == State::failed || (outcome.state == State::completed && outcome.instances > 0);
  });
  if (!any_judged) return "every checker was turned off, skipped, or had nobody to watch, so nothing was judged";
  return std::nullopt;
}

// The run cannot be judged, so what was found before that was known must not be reported.
void forget_findings(watch::Evaluation& evaluation) {
  evaluation.issues.clear();
  evaluation.issues_left_out.clear();
  evaluation.intervals.clear();
  evaluation.kpis.clear();
  for (watch::CheckOutcome& outcome : evaluation.checks) {
    outcome.state = watch::CheckOutcome::State::skipped;
    outcome.reason = "the run could not be judged";
    outcome.is_switched_off = false;
    outcome.intervals_left_out = 0;
    outcome.notes.clear();
  }
}

// A check's declaration may point at texts of the program that it comes from, so the evaluation keeps the program
// alive.
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

// As people know it.
const std::string& name_of_map(const Run& run) { return run.manifest.map.empty() ? run.map->file() : run.manifest.map; }

// What is odd about the map, and what its reader could not take.
std::vector<std::string> notes_of_map(const Run& run, bool is_stream) {
  std::vector<std::string> notes;
  if (const std::size_t count = run.anomalies.size(); count > 0)
    notes.push_back(fmt::format("{} has {}, near which issues may be the map's fault; {}", name_of_map(run),
                                count == 1 ? "1 anomaly" : fmt::format("{} anomalies", count),
                                lists_them("check", run, is_stream, count == 1)));
  if (const std::size_t count = run.map ? run.map->warnings().size() : 0; count > 0)
    notes.push_back(fmt::format("{} was read with {}: not all of it could be taken as it is written; {}",
                                name_of_map(run), count == 1 ? "1 warning" : fmt::format("{} warnings", count),
                                lists_them("info", run, is_stream, count == 1)));
  return notes;
}

// Shares of time and distance inside, outside and unknown, of the root and of every module.
void add_metrics(const odd::Monitor& monitor, std::vector<results::RunMetric>& metrics) {
  const odd::Odd& odd = monitor.domain();
  const auto add = [&](const std::string& prefix, const odd::Shares& shares, const std::string& whose) {
    for (const odd::Truth truth : {odd::Truth::yes, odd::Truth::no, odd::Truth::unknown}) {
      const std::string word(odd::verdict_word(truth));
      metrics.push_back({prefix + word + "_time_share", 100.0 * shares.time_share(truth), "%",
                         fmt::format("Share of the time that the ego was there in which {} was {}.", whose, word)});
      metrics.push_back({prefix + word + "_distance_share", 100.0 * shares.distance_share(truth), "%",
                         fmt::format("Share of the ego's way on which {} was {}.", whose, word)});
    }
  };
  add("odd.", monitor.shares(odd.root), "the ODD");
  for (std::size_t i = 0; i < odd.modules.size(); ++i)
    if (odd::ModuleId(i) != odd.root && odd.modules[i].is_active)
      add(fmt::format("odd.{}.", odd.modules[i].name), monitor.shares(odd::ModuleId(i)),
          fmt::format("module {}", odd.modules[i].name));
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
  if (run.map) result.map = results::MapUsed{name_of_map(run), run.anomalies.size()};
  result.trace = {run.manifest.trace, run.format ? *run.format : std::string(trace.format())};
  result.metrics = results::run_metrics(result.evaluation);
  if (run.odd && run.odd->frames() > 0) {
    add_metrics(*run.odd, result.metrics);
    result.odd = results::OddSeen{run.odd->shared_domain(), run.odd->rows()};
  }
  result.notes = outcome.notes;
  std::ranges::move(watch::left_out_words(result.evaluation), std::back_inserter(result.notes));
  result.fail_on = run.manifest.fail_on;
  return result;
}

// The map that comes with the run, where nobody named one.
std::optional<Problem> take_map(Run& run, std::optional<MapContent> content, Outside& outside,
                                const OpenOptions& options) {
  if (!content) return std::nullopt;
  run.map_notes = std::move(content->notes);
  if (!options.checks_map) {
    auto map = build_map(*std::move(content), outside);
    if (!map) return map.problem();
    run.map = *std::move(map);
    return std::nullopt;
  }
  const std::string file = content->file;
  auto loaded = check_map(*std::move(content), outside);
  if (!loaded) return loaded.problem();
  if (options.strict_map && !loaded->anomalies.empty()) return too_many(loaded->anomalies, file);
  run.map = std::move(loaded->network);
  run.anomalies = std::move(loaded->anomalies);
  return std::nullopt;
}

// Columns win over the manifest's clock, but angles and velocities would be converted twice.
std::optional<Problem> units_said_twice(const trace::Manifest& manifest) {
  if (manifest.columns.empty() || manifest.conventions.is_usual()) return std::nullopt;
  const auto columns = trace::parse_columns(manifest.columns);
  if (!columns) return columns.problem();
  trace::SaidUnits said;
  if (manifest.conventions.angle_unit != trace::AngleUnit()) said.angle = manifest.conventions.angle_unit;
  if (manifest.conventions.velocity_unit != trace::VelocityUnit()) said.velocity = manifest.conventions.velocity_unit;
  const auto clash = trace::unit_clash(*columns, said);
  if (!clash) return std::nullopt;
  return Problem{{.file = manifest.file},
                 fmt::format("columns says that {} is in {}, and {}_unit says {}: leave one of them away",
                             clash->target, clash->unit, clash->of, clash->said)};
}

}  // namespace

Result<Run> open(trace::Manifest manifest, std::shared_ptr<const Configuration> configuration, Outside& outside,
                 const OpenOptions& options) {
  if (auto problem = units_said_twice(manifest)) return *std::move(problem);
  auto settings = settings_for(*configuration, manifest);
  if (!settings) return settings.problem();
  Run run(std::move(configuration), *std::move(settings));
  run.manifest = std::move(manifest);
  run.ego = options.ego;
  run.has_map_file = options.has_map_file;
  run.companion = run.configuration->start();
  if (options.map != nullptr) {
    run.map = options.map->network;
    run.anomalies = options.map->anomalies;
  } else if (!run.manifest.map.empty() && options.checks_map) {
    auto loaded = load_checked_map(run.manifest.map, outside);
    if (!loaded) return loaded.problem();
    if (options.strict_map && !loaded->anomalies.empty()) return too_many(loaded->anomalies, run.manifest.map);
    run.map = std::move(loaded->network);
    run.anomalies = std::move(loaded->anomalies);
  } else if (!run.manifest.map.empty()) {
    auto map = load_map(run.manifest.map, outside);
    if (!map) return map.problem();
    run.map = *std::move(map);
  } else if (!options.is_live) {
    if (auto problem = take_map(run, find_map_of_run(run.manifest.trace, outside), outside, options))
      return *std::move(problem);
  }
  if (auto problem = read_side_files(run, outside)) return *std::move(problem);
  if (auto problem = set_up_odd(run, outside)) return *std::move(problem);
  if (options.is_live) return run;
  if (options.steps) {
    run.trace = read_again(options.steps);
    return run;
  }
  trace::TraceSource source = trace_source(run.manifest);
  source.ego_is_named = source.ego_is_named || run.ego;
  auto trace = outside.files.open_trace(source);
  if (!trace) return trace.problem();
  run.trace = with_environment(as_meant(*std::move(trace), run.manifest), run.environment);
  if (options.reads_ahead) run.trace = read_ahead(std::move(run.trace));
  if (options.keeps_steps) {
    run.kept_steps = std::make_shared<trace::KeptSteps>();
    run.trace = keeping(std::move(run.trace), run.kept_steps);
  }
  return run;
}

Result<Run> open(trace::Manifest manifest, Outside& outside, const OpenOptions& options) {
  Configured configured = read_configuration(manifest.config, outside, manifest.lang_path);
  if (configured.problem) return *std::move(configured.problem);
  if (!configured.configuration) return Problem{{}, std::move(configured.diagnostics)};
  return open(std::move(manifest), std::move(configured.configuration), outside, options);
}

std::optional<Problem> take_carried_map(Run& run, trace::CarriedMap carried, Outside& outside) {
  return take_map(run, map_in_run(std::move(carried)), outside, {});
}

Outcome evaluate(Run& run, const watch::Sinks& sinks) { return evaluate(run, *run.trace, sinks); }

Outcome evaluate(Run& run, trace::Trace& trace, const watch::Sinks& sinks) {
  SteppedRun stepped(run, trace, sinks);
  while (stepped.advance()) {
  }
  return stepped.finish();
}

struct SteppedRun::State {
  State(Run& of, trace::Trace& from, const watch::Sinks& sinks)
      : run(of),
        trace(from),
        near(of.anomalies),
        evaluation(run.checks, run.settings, inputs_of(of, from), with_near(sinks)) {}

  static watch::RunInputs inputs_of(Run& run, trace::Trace& trace) {
    return {.trace = trace,
            .map = run.map.get(),
            .ego_flag = run.ego,
            .ego_named = run.manifest.ego,
            .plans = run.plans ? &*run.plans : nullptr,
            .relocations = run.relocations,
            .light_ties = run.light_ties,
            .differences = run.manifest.derive.value_or(1),
            .trust_input = run.manifest.trust_input,
            .stop_on_error = run.manifest.stop_on_error,
            .companion = run.companion.get(),
            .odd = run.odd.get()};
  }

  watch::Sinks with_near(const watch::Sinks& sinks) {
    watch::Sinks looking = sinks;
    if (!run.anomalies.empty())
      looking.look = [this, look = sinks.look](scene::Scene& scene, const scene::LightHeads* lights) {
        near.look(scene);
        if (look) look(scene, lights);
      };
    return looking;
  }

  Run& run;
  trace::Trace& trace;
  detail::NearAnomalies near;
  watch::SteppedEvaluation evaluation;
};

SteppedRun::SteppedRun(Run& run, trace::Trace& trace, const watch::Sinks& sinks)
    : state_(std::make_unique<State>(run, trace, sinks)) {}

SteppedRun::~SteppedRun() = default;

bool SteppedRun::advance() { return state_->evaluation.advance(); }

watch::SteppedEvaluation& SteppedRun::evaluation() { return state_->evaluation; }

Outcome SteppedRun::finish() {
  Run& run = state_->run;
  const trace::Trace& trace = state_->trace;
  watch::RunOutcome found = state_->evaluation.finish();
  state_->near.add_notes(found.evaluation.issues);
  for (const std::string& note : run.map_notes) found.notes.push_back(note);
  if (run.map)
    for (const std::string& note : run.map->notes()) found.notes.push_back(note);
  const bool is_stream = !run.trace && run.manifest.trace == trace.file();
  std::ranges::move(notes_of_map(run, is_stream), std::back_inserter(found.notes));
  std::ranges::copy(run.notes, std::back_inserter(found.notes));
  const detail::FilesBeside beside{run.manifest, run.plans ? &*run.plans : nullptr, run.relocations, run.environment,
                                   run.format ? std::string_view(*run.format) : trace.format()};
  if (found.evaluation.frames > 0)
    for (std::string& note : detail::unused_files(beside, found.tables, found.evaluation.end))
      found.notes.push_back(std::move(note));
  for (std::string& note : detail::side_effects(run.configuration->catalogue, run.settings))
    found.notes.push_back(std::move(note));
  for (std::string& note : detail::compare_contacts(found.tables, found.evaluation))
    found.notes.push_back(std::move(note));
  const bool is_empty = found.fault && found.fault->message == trace::kNoFrames;
  const bool is_readable = !found.fault || !found.is_usable || found.evaluation.frames > 0 || is_empty;
  if (!found.is_usable || found.evaluation.frames == 0) forget_findings(found.evaluation);
  if (!found.fault && !found.stopped_on_error)
    if (auto why = why_not_judged(run, found.evaluation))
      found.fault = Problem{{.file = trace.file()}, *std::move(why)};
  Outcome outcome;
  outcome.fault = found.fault;
  outcome.is_usable = found.is_usable && found.evaluation.frames > 0;
  if (is_readable) {
    if (std::string dropped = bad_frames_note(found.tables.counts()); !dropped.empty())
      found.notes.push_back(std::move(dropped));
    outcome.result = result_of(run, trace, found);
  }
  outcome.notes = std::move(found.notes);
  outcome.tables = std::move(found.tables);
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
