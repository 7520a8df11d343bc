#include "app/detail/suite_inputs.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "app/detail/max_memory.h"
#include "base/printable.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/version.h"
#include "run/configuration.h"
#include "run/hashing_files.h"
#include "run/odd_input.h"
#include "store/store.h"
#include "suite/kinds.h"
#include "suite/plan.h"
#include "suite/planned_runs.h"

namespace scrutineer::app {

namespace {

std::string absolute_path(const std::string& path) {
  if (path.empty()) return path;
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    if (const std::string_view word = trim(text.substr(0, comma)); !word.empty()) words.emplace_back(word);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return words;
}

Result<std::map<std::string, std::string>> read_labels(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> labels;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return Problem{{}, fmt::format("--label {}: expected KEY=VALUE, such as branch=main", text)};
    if (!labels.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      return Problem{{}, fmt::format("--label {} is there twice", text.substr(0, equals))};
  }
  return labels;
}

// What is judged and how, for people and for later comparisons.
std::string configuration_text(const suite::Judging& judging, const std::map<std::string, std::string>& hashes) {
  nlohmann::ordered_json json{{"config", nlohmann::ordered_json::array()},
                              {"settings", nlohmann::ordered_json::array()}};
  for (const std::string& file : judging.config) {
    const auto hash = hashes.find(file);
    json["config"].push_back({{"file", file}, {"hash", hash == hashes.end() ? "" : hash->second}});
  }
  for (const trace::ManifestSetting& setting : judging.settings)
    json["settings"].push_back({{std::string(to_word(setting.kind)), setting.text}});
  if (!judging.odd.empty()) json["odd"] = judging.odd;
  if (judging.fail_on) json["fail_on"] = std::string(trace::to_word(*judging.fail_on));
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

// Flags that cannot be right would make every run unreadable: better said at once. The first run that can be read shows
// what they are applied to. Gives the hashes of the configurations.
Result<std::map<std::string, std::string>> try_flags(const suite::SuiteJob& job, Outside& outside) {
  run::HashingFiles hashing(outside.files);
  Outside reading{{hashing, outside.folders, outside.progress}, outside.screen};
  trace::Manifest manifest;
  for (const suite::PlannedRun& run : job.runs) {
    if (!run.unreadable.empty()) continue;
    auto read = suite::manifest_of(run, outside);
    if (!read) continue;
    manifest = *std::move(read);
    break;
  }
  const run::Configured flags_only = run::read_configuration(job.judging.config, reading, job.judging.lang_path);
  if (flags_only.problem) return *flags_only.problem;
  outside.screen.err << flags_only.diagnostics;
  if (!flags_only.configuration) return Problem{{}, "the configuration cannot be used"};
  if (!job.judging.odd.empty())
    if (const auto odd = run::load_odd(job.judging.odd, reading); !odd) return odd.problem();
  suite::apply(job.judging, manifest);
  const run::Configured configured = run::read_configuration(manifest.config, outside, manifest.lang_path);
  if (configured.configuration) {
    const auto settings = run::settings_for(*configured.configuration, manifest);
    if (!settings && settings.problem().place.file.empty()) return settings.problem();
  }
  return hashing.hashes();
}

// The kinds of issues that the runs' own checkers may raise beside the catalogue's.
suite::OwnKinds kinds_of_runs(const suite::Judging& judging, const std::set<suite::RunConfiguration>& configurations,
                              Outside& outside) {
  constexpr std::size_t kMostCompiled = 100;  // usually one does for all runs
  suite::OwnKinds kinds{.are_all = configurations.size() <= kMostCompiled};
  std::size_t compiled = 0;
  for (const suite::RunConfiguration& of_run : configurations) {
    if (++compiled > kMostCompiled) break;
    trace::Manifest manifest;
    manifest.config = of_run.config;
    manifest.lang_path = of_run.lang_path;
    suite::apply(judging, manifest);
    if (manifest.config.empty()) continue;
    const run::Configured configured = run::read_configuration(manifest.config, outside, manifest.lang_path);
    // Runs whose configuration cannot be used are not evaluated, and so have no issues.
    if (configured.configuration) suite::add(kinds, suite::own_kinds(*configured.configuration));
  }
  return kinds;
}

// "../x": whose folder would be elsewhere.
bool has_parent_step(const std::string& name) {
  for (const std::filesystem::path& piece : std::filesystem::path(name))
    if (piece == "..") return true;
  return false;
}

std::optional<Problem> read_keep(const SuiteInputs& inputs, const std::string& store, suite::SuiteJob& job) {
  for (const std::string& given : inputs.keep) {
    for (const std::string& word : split_words(given)) {
      if (word == "intervals") {
        job.keep_intervals = true;
      } else if (word == "folders") {
        if (inputs.folders.empty() && (store.empty() || store::is_server(store)))
          return Problem{{}, "--keep folders needs --folders DIR: where the folders go"};
        if (inputs.folders.empty() && has_parent_step(inputs.name))
          return Problem{{},
                         fmt::format("--keep folders: the folders of a suite {} would not be beside the store; say "
                                     "where they go with --folders DIR",
                                     printable(inputs.name))};
        job.folders =
            absolute_path(inputs.folders.empty() ? fmt::format("{}.runs/{}", store, inputs.name) : inputs.folders);
      } else {
        return Problem{{}, fmt::format("--keep {}: expected folders or intervals", word)};
      }
    }
  }
  if (!inputs.folders.empty() && job.folders.empty()) return Problem{{}, "--folders DIR needs --keep folders"};
  return std::nullopt;
}

}  // namespace

std::string now_as_text() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

void add_suite_inputs(Options& options, SuiteInputs& inputs) {
  options.add("PATH", inputs.paths, "Manifests, folders that are searched for run.json, files that list those")
      .required();
  options.add("--name", inputs.name, "The name of the suite; an existing suite is continued", "NAME").required();
  options.add("--label", inputs.labels, "What the suite is known by: branch=main", "KEY=VALUE");
  options.add("--pair", inputs.pairs, "Traces in the folders that have no manifest, and their map: '*.osi=town.xodr'",
              "GLOB=MAP");
  options.add(
      "--match-by", inputs.match_by,
      "What makes a run \"the same test\" in other suites: info.run.test_name,info.run.seed (default: its path)",
      "NAMES");
  options.add("--root", inputs.root, "Where the paths of runs begin (default: the folder that is searched)", "DIR");
  options.add("--keep", inputs.keep, "Keep more of each run: folders (its result, for reports), intervals", "WHAT");
  options.add("--folders", inputs.folders, "Where to keep the folders (default: beside the store)", "DIR");
  options.add("--timeout", inputs.timeout, "Seconds after which a run is given up", "S").within(0.001, 1e9);
  options.add("--max-memory", inputs.max_memory, "Memory beyond which a run is given up: 500MB, 2GB", "SIZE");
  add_judging(options, inputs.judging);
}

Result<PreparedSuite> prepare_suite(const SuiteInputs& inputs, const std::string& store, Outside& outside) {
  PreparedSuite prepared;
  auto labels = read_labels(inputs.labels);
  if (!labels) return labels.problem();
  if (trim(inputs.name).empty()) return Problem{{}, "--name must not be empty"};
  if (auto problem = read_keep(inputs, store, prepared.job)) return *std::move(problem);
  if (!inputs.max_memory.empty()) {
    const auto memory = parse_memory(inputs.max_memory);
    if (!memory) return memory.problem();
    prepared.job.max_memory = *memory;
  }
  prepared.job.timeout = inputs.timeout;
  outside.progress.begin("looking for runs");
  auto plan = suite::make_plan(
      {.paths = inputs.paths, .pairs = inputs.pairs, .match_by = split_words(inputs.match_by), .root = inputs.root},
      outside);
  if (!plan) return plan.problem();
  if (plan->results_passed > 0)
    outside.screen.err << fmt::format("note: {} folder{} with results of runs {} passed over\n", plan->results_passed,
                                      plan->results_passed == 1 ? "" : "s", plan->results_passed == 1 ? "was" : "were");
  prepared.job.runs = std::move(plan->runs);
  for (suite::PlannedRun& run : prepared.job.runs)
    for (std::string* const path : {&run.manifest, &run.trace, &run.map}) *path = absolute_path(*path);
  suite::Judging& judging = prepared.job.judging;
  for (const std::string& file : inputs.judging.config) judging.config.push_back(absolute_path(file));
  for (const std::string& folder : inputs.judging.lang_path) judging.lang_path.push_back(absolute_path(folder));
  judging.settings = inputs.judging.settings();
  judging.fail_on = inputs.judging.fail_on;
  if (!inputs.judging.odd.empty()) judging.odd = absolute_path(inputs.judging.odd);
  const auto hashes = try_flags(prepared.job, outside);
  if (!hashes) return hashes.problem();
  prepared.row = {.name = inputs.name,
                  .labels = *std::move(labels),
                  .created = now_as_text(),
                  .engine_version = std::string(version()),
                  .configuration = suite::with_planned_runs(
                      suite::with_own_kinds(configuration_text(judging, *hashes),
                                            kinds_of_runs(judging, plan->configurations, outside)),
                      prepared.job.runs.size())};
  outside.progress.end();
  return prepared;
}

}  // namespace scrutineer::app
