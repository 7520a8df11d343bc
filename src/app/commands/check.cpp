// scrutineer check: what went wrong in one run.

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "app/detail/command.h"
#include "app/detail/read_run.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "app/detail/write_report.h"
#include "base/printable.h"
#include "results/formats.h"
#include "results/run_manifest.h"
#include "results/write_folder.h"
#include "run/hashing_files.h"
#include "run/load.h"
#include "run/run.h"
#include "trace/formats.h"

namespace scrutineer::app {

namespace {

using Verbosity = results::TextOptions::Verbosity;

struct CheckOptions {
  std::string manifest;  // empty: the flags say all
  std::string map, trace, ego, lights, sumo_net, vehicle_types, planned_path, relocations;
  std::string out;  // the result's folder; empty: only the screen
  const results::ResultFormat* format = &results::text_format();
  Verbosity verbosity = Verbosity::normal;
  JudgingOptions judging;
  bool flip_y = false, ignore_height = false;
  std::vector<double> offset;  // x and y; empty: none
  std::optional<int> derive;
  bool skip_bad_frames = false, stop_on_error = false, strict_map = false;
  bool report = false;  // a page for people as well, in the result's folder
};

// What the manifest says, and over it what the flags say.
Result<trace::Manifest> inputs_of(const CheckOptions& options, Outside& outside) {
  trace::Manifest used;
  if (!options.manifest.empty()) {
    auto read = run::load_manifest(options.manifest, outside);
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
  used.config.insert(used.config.end(), options.judging.config.begin(), options.judging.config.end());
  used.lang_path.insert(used.lang_path.end(), options.judging.lang_path.begin(), options.judging.lang_path.end());
  if (options.flip_y) used.placement.flip_y = true;
  if (options.ignore_height) used.placement.ignore_height = true;
  if (options.offset.size() == 2) {
    used.placement.x = options.offset[0];
    used.placement.y = options.offset[1];
  }
  if (options.derive) used.derive = options.derive;
  used.skip_bad_frames = used.skip_bad_frames || options.skip_bad_frames;
  used.stop_on_error = used.stop_on_error || options.stop_on_error;
  if (options.judging.fail_on) used.fail_on = *options.judging.fail_on;
  for (trace::ManifestSetting& setting : options.judging.settings()) used.settings.push_back(std::move(setting));
  if (used.trace.empty())
    return Problem{{}, "a run is missing: name it with --trace FILE, or give a manifest (scrutineer check run.json)"};
  return used;
}

// What a person should know beside the result. The fault is one of the problems that end with exit code 2.
void say_notes(const run::Outcome& outcome, const CheckOptions& options, Outside& outside) {
  if (options.verbosity != Verbosity::quiet)
    for (const std::string& note : outcome.notes) outside.screen.err << "note: " << printable(note) << '\n';
  if (outcome.fault) refuse(outside, *outcome.fault);
  if (!outcome.result) return;
  const trace::TraceCounts& counts = outcome.tables.counts();
  if (counts.bad_frames > 0)
    outside.screen.err << fmt::format("note: {} bad frame{} dropped, the first: {}\n", counts.bad_frames,
                                      counts.bad_frames == 1 ? " was" : "s were", to_string(*counts.first_bad));
}

int check(const CheckOptions& options, Outside& outside) {
  auto used = inputs_of(options, outside);
  if (!used) return refuse(outside, used.problem());
  run::HashingFiles hashing(outside.files);
  Outside reading{{options.out.empty() ? outside.files : hashing, outside.folders, outside.progress}, outside.screen};
  const auto configuration = configured(used->config, reading, used->lang_path);
  if (!configuration) return kNotEvaluated;
  if (options.report && options.out.empty())
    return refuse(outside, "--report needs --out DIR: the report is written there, beside the result");
  std::optional<results::ResultFolder> folder;
  if (!options.out.empty()) {
    auto opened = results::ResultFolder::open(options.out, outside.folders);
    if (!opened) return refuse(outside, opened.problem());
    folder.emplace(*std::move(opened));
  }
  auto run = run::open(
      *std::move(used), configuration, reading,
      {.ego = options.ego.empty() ? std::nullopt : std::optional(options.ego), .strict_map = options.strict_map});
  if (!run) return refuse(outside, run.problem());
  const std::string what = "evaluating " + run->manifest.trace;
  outside.progress.begin(what);
  const run::Outcome outcome = run::evaluate(*run, {.progress = run::progress_of(outside, what)});
  run->trace.reset();  // which completes the hashes
  run->manifest.hashes = hashing.hashes();
  outside.progress.end();
  say_notes(outcome, options, outside);
  if (!outcome.result) return kNotEvaluated;

  const results::RunResult& result = *outcome.result;
  results::TextOptions text{.colour = outside.screen.colour_out, .verbosity = options.verbosity};
  if (!options.out.empty()) text.all_are_in = options.out;
  results::Documents documents(result, text);
  if (folder) {
    if (result.evaluation.ego) run->manifest.ego = result.evaluation.ego->id;
    const auto manifest = results::run_manifest(run->manifest, options.out, outside.folders);
    if (!manifest) return refuse(outside, manifest.problem());
    if (const auto problem = folder->write(results::result_files(documents, *manifest)))
      return refuse(outside, *problem);
  }
  if (!options.format->has_messages && options.verbosity != Verbosity::quiet)
    outside.screen.err << results::messages_text(result.evaluation, {.verbosity = options.verbosity});
  outside.screen.out << documents.in(*options.format);
  if (options.report) {
    outside.screen.out.flush();
    const std::string file = options.out + "/" + std::string(results::kReportFile);
    EvaluatedRun evaluated{.result = documents.in(results::json_format()),
                           .result_file = options.out + "/" + std::string(results::kResultFile),
                           .configuration = configuration,
                           .settings = run->settings};
    let_be_read_again(evaluated, run->manifest, outside);
    const auto written = write_report(evaluated, file, outside);
    if (!written) return refuse(outside, written.problem());
    // What programs read is on the other stream.
    (options.format == &results::text_format() ? outside.screen.out : outside.screen.err) << *written;
  }
  return results::exit_code(result);
}

void add_inputs(Options& options, CheckOptions& values) {
  options.add("MANIFEST", values.manifest, "run.json: names map, trace and all the rest");
  options.add("--map", values.map, "The OpenDRIVE map; without one, checks that need it are skipped", "FILE");
  options.add("--trace", values.trace, "The run: " + list_of(trace::trace_formats()), "FILE");
  options.add("--ego", values.ego, "The system under test, by its id in the run", "ID");
  add_lights(options, values.lights);
  options.add("--sumo-net", values.sumo_net, "SUMO's net, which ties its lights to the map's signals", "FILE");
  options.add("--vehicle-types", values.vehicle_types, "SUMO's vehicle types, for sizes and classes", "FILE");
  options.add("--planned-path", values.planned_path, "What actors plan to drive: time,id,x,y,speed", "FILE");
  options.add("--relocations", values.relocations, "Where actors were put elsewhere on purpose: id,start,end", "FILE");
}

void add_options(Options& options, CheckOptions& values) {
  add_inputs(options, values);
  options.add("--out", values.out, "Write the whole result to this folder", "DIR");
  options.flag("--report", values.report, "Write a page for people as well: report.html in that folder");
  std::vector<std::pair<std::string, const results::ResultFormat*>> formats;
  std::string words;
  for (const results::ResultFormat* format : results::named_formats()) {
    formats.emplace_back(format->name, format);
    words += fmt::format("{}{}: {}{}", words.empty() ? "" : "; ", format->name, format->words,
                         format == values.format ? " (default)" : "");
  }
  options.choice<const results::ResultFormat*>("--format", values.format, std::move(formats), words);
  options.choice<Verbosity>(
      "--verbosity", values.verbosity,
      {{"quiet", Verbosity::quiet}, {"normal", Verbosity::normal}, {"full", Verbosity::full}},
      "Of the text: only the verdict, also the gravest issues, those of one kind and actor on one line (default), or "
      "every issue with its message");
  add_judging(options, values.judging);
  options.flag("--flip-y", values.flip_y, "Negate y of the run (CARLA's is left-handed)");
  options.add_numbers("--offset", values.offset, 2, "Add this to the positions of the run, after --flip-y", "X,Y", ',');
  options.flag("--ignore-height", values.ignore_height, "Take no z from the run: everything lies on the surface");
  options.add("--derive", values.derive, "How many differences a value may be away from what the run reports", "N")
      .shows_default("1")
      .within(0, 3);
  options.flag("--skip-bad-frames", values.skip_bad_frames, "Drop frames that are not sound, and go on");
  options.flag("--stop-on-error", values.stop_on_error, "End the evaluation at the first issue of severity error");
  options.flag("--strict-map", values.strict_map, "Refuse a map in which map check finds anomalies");
}

}  // namespace

Command check_command() {
  return {.name = "check",
          .summary = "Say what went wrong in a run; exit code 1 if there are errors, 2 if it could not be judged",
          .example = "scrutineer check --map examples/maps/town.xodr --trace examples/runs/departure/run.csv",
          .declare = declare<CheckOptions, add_options, check>,
          .more =
              "\nA manifest names all of it: scrutineer check run.json (docs/traces.md). Flags win over it.\n"
              "scrutineer list checkers and scrutineer list settings say what there is to set.\n"};
}

}  // namespace scrutineer::app
