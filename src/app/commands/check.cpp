// scrutineer check: what went wrong in a run, or in several.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <utility>

#include "app/detail/check_inputs.h"
#include "app/detail/command.h"
#include "app/detail/files_with_one_more.h"
#include "app/detail/input_options.h"
#include "app/detail/max_memory.h"
#include "app/detail/read_run.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "app/detail/write_report.h"
#include "base/memory_limit.h"
#include "base/printable.h"
#include "live/sumo_net.h"
#include "results/formats.h"
#include "results/run_manifest.h"
#include "results/write_folder.h"
#include "run/dropped_frames.h"
#include "run/hashing_files.h"
#include "run/load.h"
#include "run/named_map.h"
#include "run/overwritten.h"
#include "run/run.h"
#include "run/sumo_run.h"
#include "trace/formats.h"
#include "trace/recognise.h"

namespace scrutineer::app {

namespace {

using Verbosity = results::TextOptions::Verbosity;

struct CheckOptions {
  std::vector<std::string> runs;  // runs, their manifests, a map: told by their content
  std::vector<std::string> sumo;  // a folder, a configuration or a net
  std::string map, map_dir, trace, ego, lights, sumo_net, vehicle_types, planned_path, relocations;
  std::string out;  // the result's folder; empty: only the screen
  const results::ResultFormat* format = &results::text_format();
  Verbosity verbosity = Verbosity::normal;
  JudgingOptions judging;
  ReadingOptions reading;
  InputOptions input;
  bool stop_on_error = false, strict_map = false;
  bool report = false;     // a page for people as well, in the result's folder
  std::string odd_report;  // a file for what the drive was like; empty: none
  std::string max_memory;  // empty: no limit
};

// One of the runs to check, and where its result goes.
struct Target {
  std::string manifest = {}, trace = {};  // one of them, or none: the flags say all
  trace::Manifest sumo = {};              // what was found of a run of SUMO's
  std::string map = {};                   // that was named without a flag
  std::string out = {};
  std::string converted_map = {};  // the content of a map that was made for it
  bool is_one_of_many = false;     // then a line is told of it
};

// What became of it.
struct Checked {
  int code = kNotEvaluated;
  std::optional<results::Verdict> verdict = {};  // nothing: it could not be judged
};

// What the manifest says, and over it what the flags say.
Result<trace::Manifest> inputs_of(const CheckOptions& options, const Target& target, Outside& outside) {
  trace::Manifest used = target.sumo;
  if (!target.manifest.empty()) {
    auto read = run::load_manifest(target.manifest, outside);
    if (!read) return read;
    used = *std::move(read);
  }
  const auto take = [](std::string& into, const std::string& flag) {
    if (!flag.empty()) into = flag;
  };
  take(used.map, target.map);
  take(used.map, options.map);
  take(used.map_dir, options.map_dir);
  take(used.trace, target.trace);
  take(used.trace, options.trace);
  take(used.lights, options.lights);
  take(used.sumo_net, options.sumo_net);
  take(used.vehicle_types, options.vehicle_types);
  take(used.planned_path, options.planned_path);
  take(used.relocations, options.relocations);
  take(used.odd, options.judging.odd);
  used.config.insert(used.config.end(), options.judging.config.begin(), options.judging.config.end());
  used.lang_path.insert(used.lang_path.end(), options.judging.lang_path.begin(), options.judging.lang_path.end());
  options.reading.apply(used);
  if (auto problem = options.input.apply(used.time_unit, used.conventions, used.columns)) return *std::move(problem);
  used.stop_on_error = used.stop_on_error || options.stop_on_error;
  if (options.judging.fail_on) used.fail_on = *options.judging.fail_on;
  for (trace::ManifestSetting& setting : options.judging.settings()) used.settings.push_back(std::move(setting));
  if (auto problem = run::find_named_map(used, outside)) return *std::move(problem);
  return used;
}

// What a person should know beside the result. The fault is one of the problems that end with exit code 2.
void say_notes(const run::Outcome& outcome, const CheckOptions& options, bool is_one_of_many, Outside& outside) {
  const std::string whose = is_one_of_many && outcome.result ? outcome.result->trace.file + ": " : "";
  const std::string dropped = run::bad_frames_note(outcome.tables.counts());
  for (const std::string& note : outcome.notes) {
    // Of many runs a line each is told; but what is wrong with the input has to be known.
    const bool matters = !is_one_of_many || note.starts_with(watch::kSuspiciousInput);
    if (note == dropped || options.verbosity == Verbosity::full || (matters && options.verbosity != Verbosity::quiet))
      outside.screen.err << "note: " << printable(whose + note) << '\n';
  }
  if (outcome.fault) refuse(outside, *outcome.fault);
}

std::optional<Problem> write_page(const CheckOptions& options, const std::string& out, const run::Run& run,
                                  results::Documents& documents, Outside& outside) {
  outside.screen.out.flush();
  EvaluatedRun evaluated{.result = documents.in(results::json_format()),
                         .found = report::found_of(documents.result()),
                         .result_file = out + "/" + std::string(results::kResultFile),
                         .configuration = run.configuration,
                         .settings = run.settings,
                         .still_there = {.map = run.map}};
  if (run.kept_steps && run.kept_steps->end) evaluated.still_there.steps = run.kept_steps;
  let_be_read_again(evaluated, run.manifest, outside);
  const auto written = write_report(evaluated, out + "/" + std::string(results::kReportFile), outside);
  if (!written) return written.problem();
  // What programs read is on the other stream.
  (options.format == &results::text_format() ? outside.screen.out : outside.screen.err) << *written;
  return std::nullopt;
}

// What the drive was like where that changed: a table for .csv, else OpenODD's YAML.
std::optional<Problem> write_cod(const CheckOptions& options, const results::RunResult& result, Outside& outside) {
  if (options.odd_report.empty()) return std::nullopt;
  if (!result.odd) return Problem{{}, "--odd-report is about an operational design domain: name one with --odd FILE"};
  const odd::Taxonomy& taxonomy = result.odd->odd->taxonomy;
  const bool is_table = options.odd_report.ends_with(".csv");
  return outside.files.write(options.odd_report, is_table ? odd::cod_csv(taxonomy, result.odd->rows)
                                                          : odd::cod_yaml(taxonomy, result.odd->rows));
}

// That --odd-report would replace what is read, or a file of the result.
std::optional<Problem> clash_of_cod(const CheckOptions& options, const Target& target, const trace::Manifest& used,
                                    Outside& outside) {
  if (auto problem = run::overwritten({options.odd_report}, run::files_of(used), outside)) return problem;
  if (target.out.empty()) return std::nullopt;
  std::vector<std::string> of_result = run::files_of_result(target.out);
  of_result.push_back(target.out + "/" + std::string(results::kReportFile));
  if (!run::is_one_of(options.odd_report, of_result, outside)) return std::nullopt;
  return Problem{{}, fmt::format("--odd-report {}: is a file of the result, name another one", options.odd_report)};
}

std::string map_of_result(const Target& target) { return target.out + "/" + std::string(results::kMapFile); }

// The content of a map that is nowhere else than in the result's folder, which is about to be replaced; empty: it is.
Result<std::string> kept_map(const Target& target, const trace::Manifest& used, Outside& outside) {
  if (!target.converted_map.empty()) return target.converted_map;
  if (!run::is_one_of(map_of_result(target), {used.map}, outside)) return std::string();
  return outside.files.read(used.map);
}

// What the run is read from would be removed along with the former result.
std::optional<Problem> clash_with_result(const Target& target, const trace::Manifest& used, Outside& outside) {
  if (target.out.empty()) return std::nullopt;
  std::vector<std::string> inputs = run::files_of(used);
  std::erase_if(inputs, [&](const std::string& file) {
    return file == used.file || run::is_one_of(file, {map_of_result(target)}, outside);
  });
  return run::clash_with_result(target.out, inputs, outside);
}

// Writes the result to where it was asked for.
Checked write_result(const CheckOptions& options, const Target& target, run::Run& run, const results::RunResult& result,
                     std::optional<results::ResultFolder>& folder, Outside& outside) {
  results::TextOptions text{.colour = outside.screen.colour_out, .verbosity = options.verbosity};
  if (target.is_one_of_many && options.verbosity != Verbosity::full) text.verbosity = Verbosity::quiet;
  if (!target.out.empty()) text.all_are_in = target.out;
  results::Documents documents(result, text);
  if (folder) {
    if (result.evaluation.ego) run.manifest.ego = result.evaluation.ego->id;
    const auto manifest = results::run_manifest(run.manifest, target.out, outside.folders);
    if (!manifest) return {refuse(outside, manifest.problem())};
    std::vector<results::ResultFile> files = results::result_files(documents, *manifest);
    auto map = kept_map(target, run.manifest, outside);
    if (!map) return {refuse(outside, map.problem())};
    if (!map->empty()) files.insert(files.begin(), {std::string(results::kMapFile), *std::move(map)});
    if (const auto problem = folder->write(files)) return {refuse(outside, *problem)};
  }
  if (!options.format->has_messages && options.verbosity != Verbosity::quiet)
    outside.screen.err << results::messages_text(result.evaluation, {.verbosity = options.verbosity});
  outside.screen.out << documents.in(*options.format);
  if (const auto problem = write_cod(options, result, outside)) return {refuse(outside, *problem)};
  if (options.report)
    if (const auto problem = write_page(options, target.out, run, documents, outside))
      return {refuse(outside, *problem)};
  return {results::exit_code(result), results::verdict(result)};
}

Checked check_run(const CheckOptions& options, const Target& target, Outside& real) {
  FilesWithOneMore with_map(real.files, target.sumo.map, target.converted_map);
  run::Files& files = target.converted_map.empty() ? real.files : with_map;
  Outside outside{{files, real.folders, real.progress}, real.screen};
  auto used = inputs_of(options, target, outside);
  if (!used) return {refuse(outside, used.problem())};
  if (const auto problem = clash_of_cod(options, target, *used, outside)) return {refuse(outside, *problem)};
  if (const auto problem = clash_with_result(target, *used, outside)) return {refuse(outside, *problem)};
  run::HashingFiles hashing(outside.files);
  Outside reading{{target.out.empty() ? outside.files : hashing, outside.folders, outside.progress}, outside.screen};
  const auto configuration = configured(used->config, reading, used->lang_path);
  if (!configuration) return {};
  std::optional<results::ResultFolder> folder;
  if (!target.out.empty()) {
    auto opened = results::ResultFolder::open(target.out, outside.folders);
    if (!opened) return {refuse(outside, opened.problem())};
    folder.emplace(*std::move(opened));
  }
  auto run = run::open(*std::move(used), configuration, reading,
                       {.ego = options.ego.empty() ? std::nullopt : std::optional(options.ego),
                        .strict_map = options.strict_map,
                        .keeps_steps = options.report && !memory_limit(),  // which is for what is found
                        .has_map_file = target.converted_map.empty() || !target.out.empty()});
  if (!run) return {refuse(outside, run.problem())};
  const std::string what = "evaluating " + run->manifest.trace;
  outside.progress.begin(what);
  const run::Outcome outcome = run::evaluate(*run, {.progress = run::progress_of(outside, what)});
  run->trace.reset();  // which completes the hashes
  run->manifest.hashes = hashing.hashes();
  outside.progress.end();
  say_notes(outcome, options, target.is_one_of_many, outside);
  if (!outcome.result) return {};
  return write_result(options, target, *run, *outcome.result, folder, outside);
}

// A line of each, and one of all.
int check_many(const CheckOptions& options, const std::vector<Target>& targets, Outside& outside) {
  int code = kFine;
  std::map<std::string, int> counts;  // by verdict
  for (const Target& target : targets) {
    const Checked checked = check_run(options, target, outside);
    code = std::max(code, checked.code);
    ++counts[checked.verdict ? std::string(to_word(*checked.verdict)) : "not judged"];
    outside.screen.out.flush();
  }
  std::string words;
  for (const char* verdict : {"fail", "suspect", "incomplete", "not judged", "pass"})
    if (counts.contains(verdict)) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", counts[verdict], verdict);
  outside.screen.out << inked(outside.screen.colour_out, Ink::bold, fmt::format("{} runs: {}", targets.size(), words))
                     << (options.out.empty() ? "" : fmt::format("; results are in {}", printable(options.out))) << '\n';
  return code;
}

Problem run_is_missing() {
  return {{}, "a run is missing: scrutineer check RUN --map MAP.xodr, or scrutineer check run.json with a manifest"};
}

// The one run that SUMO drove, with all that is found of it. Its net is converted where there is no map.
Result<std::vector<Target>> sumo_target(const CheckOptions& options, const NamedInputs& named, Outside& outside) {
  std::vector<std::string> words = options.sumo;
  words.insert(words.end(), named.sumo.begin(), named.sumo.end());
  if (named.runs.size() > 1)
    return Problem{{.file = named.runs[1].file},
                   "is a second run; with --sumo name one: scrutineer check --sumo NET FCD"};
  const std::string fcd = named.runs.empty() ? options.trace : named.runs.front().file;
  auto found = run::find_sumo_run(words, fcd, options.map.empty() ? named.map : options.map, outside);
  if (!found) return found.problem();
  Target target{.sumo = std::move(found->manifest), .out = options.out};
  if (target.sumo.map.empty()) {
    const std::string& net = target.sumo.sumo_net;
    outside.progress.begin("converting " + net);
    auto made = live::sumo::map_of_net(net);
    if (!made) return made.problem();
    target.converted_map = *std::move(made);
    target.sumo.map =
        options.out.empty() ? run::map_name_of_net(net) : options.out + "/" + std::string(results::kMapFile);
    found->notes.push_back(fmt::format("no map was named, so {} was converted into one{}", net,
                                       options.out.empty() ? " (--out DIR keeps it as DIR/map.xodr)" : ""));
  }
  outside.progress.end();
  if (options.verbosity != Verbosity::quiet)
    for (const std::string& note : found->notes) outside.screen.err << "note: " << printable(note, 400) << '\n';
  return std::vector<Target>{std::move(target)};
}

// Which runs there are, and where the result of each goes.
Result<std::vector<Target>> targets_of(const CheckOptions& options, Outside& outside) {
  const auto named = sort_inputs(options.runs, outside);
  if (!named) return named.problem();
  if (!options.sumo.empty() || !named->sumo.empty()) return sumo_target(options, *named, outside);
  if (!named->map.empty() && !options.map.empty())
    return Problem{{.file = named->map}, fmt::format("is a second map beside --map {}: name one of them", options.map)};
  std::vector<Target> targets;
  for (const NamedInput& input : named->runs) {
    Target& target = targets.emplace_back();
    (input.is_manifest ? target.manifest : target.trace) = input.file;
    target.map = named->map;
    target.out = options.out;
    if (!input.is_manifest && !options.trace.empty())
      return Problem{{.file = input.file},
                     fmt::format("is a second run beside --trace {}: for both leave --trace away", options.trace)};
  }
  if (targets.empty()) {
    if (options.trace.empty()) {
      if (named->map.empty()) return run_is_missing();
      return Problem{{.file = named->map},
                     fmt::format("is a map; name a run beside it: scrutineer check RUN --map {}", named->map)};
    }
    targets.push_back({.map = named->map, .out = options.out});
  }
  if (targets.size() == 1) return targets;
  std::vector<std::string> files;
  for (const NamedInput& input : named->runs) files.push_back(input.file);
  const std::vector<std::string> names = names_of_runs(files);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    targets[i].is_one_of_many = true;
    if (!options.out.empty()) targets[i].out = options.out + "/" + names[i];
  }
  return targets;
}

// Both files at the other's place.
bool are_swapped(const CheckOptions& options, Outside& outside) {
  const auto kind = [&](const std::string& file) {
    if (file.empty() || outside.folders.is_stream(file)) return trace::FileKind::unknown;
    const auto head = outside.files.head(file);
    return head ? trace::recognise(*head, file).kind : trace::FileKind::unknown;
  };
  return kind(options.map) == trace::FileKind::run && kind(options.trace) == trace::FileKind::map;
}

int check_all(const CheckOptions& options, Outside& outside) {
  if (options.report && options.out.empty())
    return refuse(outside, "--report needs --out DIR: the report is written there, beside the result");
  for (const trace::ManifestSetting& setting : options.judging.given)
    if (setting.kind == trace::ManifestSetting::Kind::set && setting.text.find('=') == std::string::npos)
      return refuse(
          outside,
          fmt::format("--set {}: expected PATH=VALUE without blanks, such as policy.max_speed=130kph", setting.text));
  if (are_swapped(options, outside))
    return refuse(outside, fmt::format("--map and --trace are swapped: {} is a run, {} is a map; scrutineer check "
                                       "--map {} --trace {}",
                                       options.map, options.trace, options.trace, options.map));
  const auto targets = targets_of(options, outside);
  if (!targets) return refuse(outside, targets.problem());
  if (targets->size() == 1) return check_run(options, targets->front(), outside).code;
  if (options.format != &results::text_format())
    return refuse(outside, fmt::format("--format {} is about one run, and {} are named; --out DIR writes it for each",
                                       options.format->name, targets->size()));
  if (!options.odd_report.empty())
    return refuse(outside, fmt::format("--odd-report is about one run, and {} are named; --out DIR writes cod.yaml and "
                                       "cod.csv for each",
                                       targets->size()));
  return check_many(options, *targets, outside);
}

int check(const CheckOptions& options, Outside& outside) {
  return with_max_memory(options.max_memory, outside, [&] { return check_all(options, outside); });
}

void add_inputs(Options& options, CheckOptions& values) {
  options.heading("Inputs");
  options.add("RUN", values.runs,
              "What was driven, one or several: a run (" + list_of(trace::trace_formats()) +
                  "), or run.json, which names it with all the rest. A map among them is used for all");
  options.add("--sumo", values.sumo,
              "A run of SUMO: its folder or configuration, or its net with the FCD as RUN. Net, FCD, vehicle types, "
              "lights and map are found; without a map the net is converted",
              "DIR|CFG|NET");
  options.add("--map", values.map, "The OpenDRIVE map; without one, checks that need it are skipped", "FILE");
  options.add("--map-dir", values.map_dir,
              "A folder of maps: that which the run says it was driven on is used (CARLA recordings do)", "DIR");
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
  options.heading("Result");
  options.add("--out", values.out, "Write the whole result to this folder", "DIR");
  options.flag("--report", values.report, "Write a page for people as well: report.html in that folder");
  options.add("--odd-report", values.odd_report,
              "With --odd: write what the drive was like, where that changed, as OpenODD's YAML or as .csv", "FILE");
  std::vector<std::pair<std::string, const results::ResultFormat*>> formats;
  std::string words;
  for (const results::ResultFormat* format : results::named_formats()) {
    formats.emplace_back(format->name, format);
    words += fmt::format("{}{}: {}{}", words.empty() ? "" : "; ", format->name, format->words,
                         format == values.format ? " (default)" : "");
  }
  options.choice<const results::ResultFormat*>("--format", values.format, std::move(formats), words);
  add_verbosity(options, values.verbosity, "every issue with its message");
  options.heading("What is judged");
  add_judging(options, values.judging);
  options.flag("--stop-on-error", values.stop_on_error, "End the evaluation at the first issue of severity error");
  options.heading("How the inputs are read");
  add_placement(options, values.reading);
  add_input(options, values.input);
  add_doubts(options, values.reading);
  options.flag("--strict-map", values.strict_map, "Refuse a map in which map check finds anomalies");
  add_max_memory(options, values.max_memory);
}

}  // namespace

Command check_command() {
  return {.name = "check",
          .turn = 80,
          .summary = "Say what went wrong in a run; exit code 1 if there are errors, 2 if it could not be judged",
          .example = "scrutineer check examples/runs/departure/run.csv --map examples/maps/town.xodr",
          .declare = declare<CheckOptions, add_options, check>,
          .more =
              "A manifest can name everything: scrutineer check run.json (docs/traces.md). Flags win over it. Several "
              "runs get a line each; the largest exit code counts, and --out DIR gets a folder for each.\n\n"
              "scrutineer list checkers and scrutineer list settings say what there is to set.\n"};
}

}  // namespace scrutineer::app
