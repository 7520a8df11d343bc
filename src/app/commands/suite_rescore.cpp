// scrutineer suite rescore: other severities on what is stored, without the traces.

#include <fmt/format.h>

#include <map>
#include <ostream>
#include <set>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_inputs.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"
#include "base/sha256.h"
#include "base/text.h"
#include "checks/catalogue.h"
#include "run/hashing_files.h"
#include "suite/finish.h"
#include "suite/rescore.h"

namespace scrutineer::app {

namespace {

using Hashes = std::map<std::string, std::string>;  // of files, by path

struct SuiteRescoreOptions {
  std::string name, as, store;
  std::vector<std::string> severities, config;
  AnswerFormat format = AnswerFormat::text;
};

// What the runs are rescored with, by content: the severities, the configurations in their order, and all that these
// import. Runs that are rescored alike have the same content wherever the files lie.
std::string fingerprint(const SuiteRescoreOptions& options, const Hashes& hashes) {
  std::vector<std::string> parts{"rescored"};
  parts.insert(parts.end(), options.severities.begin(), options.severities.end());
  for (const std::string& file : options.config)
    if (const auto hash = hashes.find(file); hash != hashes.end()) parts.push_back(hash->second);
  std::set<std::string> all;
  for (const auto& [file, hash] : hashes) all.insert(hash);
  parts.insert(parts.end(), all.begin(), all.end());
  return fmt::format("{}", fmt::join(parts, "\n"));
}

constexpr std::string_view kBeginning = "{\"rescored_from\": ";  // of what the store says of a rescored suite

// What the store says of how the suite came about.
std::string configuration_text(const SuiteRescoreOptions& options, const Hashes& hashes, const std::string& before) {
  std::vector<std::string> files;
  for (const auto& [file, hash] : hashes)
    files.push_back(fmt::format("{{\"file\": \"{}\", \"hash\": \"{}\"}}", json_escaped(file), hash));
  std::vector<std::string> severities;
  severities.reserve(options.severities.size());
  for (const std::string& severity : options.severities)
    severities.push_back(fmt::format("\"{}\"", json_escaped(severity)));
  return fmt::format("{}\"{}\", \"severities\": [{}], \"config\": [{}], \"configuration\": {}}}", kBeginning,
                     json_escaped(options.name), fmt::join(severities, ", "), fmt::join(files, ", "),
                     before.empty() ? "{}" : before);
}

// Makes the new suite, and holds it. What is left of a rescoring that was interrupted has no other use, so that it makes
// way.
Result<store::SuiteRow> begin_rescored(store::Store& store, const store::SuiteRow& wanted) {
  const auto found = store.find_suite(wanted.name);
  if (!found) return found.problem();
  if (*found && (*found)->state != store::SuiteState::complete && (*found)->configuration.starts_with(kBeginning)) {
    if (auto problem = store.hold(**found, store::Holding::alone)) return *std::move(problem);
    if (auto problem = store.remove_suite((*found)->id)) return *std::move(problem);
  }
  auto made = store.make_suite(wanted);
  if (!made) return made;
  if (auto problem = store.hold(*made, store::Holding::alone)) return *std::move(problem);
  return made;
}

// All runs of one suite, rescored, into the other. Gives how many verdicts changed.
Result<std::size_t> rescore_runs(store::Store& store, std::int64_t from, std::int64_t to,
                                 const suite::Rescorer& rescorer, const std::string& with, Outside& outside) {
  constexpr std::size_t kAtOnce = 500;
  const auto known = store.runs(from);
  if (!known) return known.problem();
  std::size_t changed = 0, done = 0;
  std::vector<store::RunRecord> records;
  for (const store::RunRow& run : *known) {
    auto record = store.read(run);
    if (!record) return record.problem();
    rescorer.apply(*record);
    changed += record->run.verdict != run.verdict ? 1U : 0U;
    record->run.content = sha256_hex(record->run.content + with);
    records.push_back(*std::move(record));
    if (records.size() < kAtOnce && ++done < known->size()) continue;
    outside.progress.begin(fmt::format("rescoring {} of {} runs", done, known->size()));
    if (auto problem = store.write(to, records)) return *std::move(problem);
    records.clear();
  }
  if (!records.empty())
    if (auto problem = store.write(to, records)) return *std::move(problem);
  return changed;
}

Result<suite::RescoredSuite> rescored_suite(store::Store& store, const store::SuiteRow& row) {
  suite::RescoredSuite suite{.configuration = row.configuration};
  if (auto problem = store.query(
          "SELECT DISTINCT c.kind, c.roles FROM issues i JOIN runs r ON r.id = i.run JOIN clusters "
          "c ON c.id = i.cluster WHERE r.suite = ?",
          {row.id},
          [&](const store::Row& found) { suite.reported.emplace(found.text(0), found.text(1).starts_with("sut")); }))
    return *std::move(problem);
  return suite;
}

int rescore_suite(const SuiteRescoreOptions& options, Outside& outside) {
  if (options.severities.empty() && options.config.empty())
    return refuse(outside, "nothing is to be changed: --severity KIND=LEVEL or --config FILE says what");
  const std::vector<watch::Check> checks = checks::catalogue();
  auto rescorer = suite::Rescorer::make(options.severities, checks);
  if (!rescorer) return refuse(outside, rescorer.problem());
  run::HashingFiles hashing(outside.files);
  if (!options.config.empty()) {
    Outside reading{{hashing, outside.folders, outside.progress}, outside.screen};
    const auto configuration = configured(options.config, reading);
    if (!configuration) return kNotEvaluated;
    if (const auto problem = rescorer->add_rules(configuration)) return refuse(outside, *problem);
  }
  auto store = store::open_store(options.store, store::OpenMode::write);
  if (!store) return refuse(outside, store.problem());
  const auto from = (*store)->find_suite(options.name);
  if (!from) return refuse(outside, from.problem());
  if (!*from)
    return refuse(outside, fmt::format("{} has no suite {} (scrutineer suite list --store {})", options.store,
                                       options.name, options.store));
  if ((*from)->state != store::SuiteState::complete)
    return refuse(outside, fmt::format("{} is not complete; go on with it first: scrutineer suite run", options.name));
  const auto rescored = rescored_suite(**store, **from);
  if (!rescored) return refuse(outside, rescored.problem());
  if (const auto problem = suite::find_unreported(options.severities, checks, *rescored))
    return refuse(outside, *problem);
  store::SuiteRow row = **from;
  row.name = options.as;
  row.created = now_as_text();
  std::vector<std::string> changes = options.severities;
  changes.insert(changes.end(), options.config.begin(), options.config.end());
  const std::string how = fmt::format("rescored from {} with {}", options.name, fmt::join(changes, ", "));
  row.configuration = configuration_text(options, hashing.hashes(), row.configuration);
  row.state = store::SuiteState::running;
  const auto made = begin_rescored(**store, row);
  if (!made) return refuse(outside, made.problem());
  const auto changed =
      rescore_runs(**store, (*from)->id, made->id, *rescorer, fingerprint(options, hashing.hashes()), outside);
  if (!changed) return refuse(outside, changed.problem());
  if (const auto problem = suite::finish_suite(**store, made->id)) return refuse(outside, *problem);
  outside.progress.end();
  print_facts(fmt::format("{}: {}; the verdicts of {} runs changed\n", options.as, how, *changed),
              {.title = options.as,
               .facts = {{"suite", options.as},
                         {"rescored_from", options.name},
                         {"changes", fmt::format("{}", fmt::join(changes, ", "))},
                         {"verdicts_changed", suite::count_cell(*changed)}}},
              options.format, outside);
  return kFine;
}

void add_rescore_options(Options& options, SuiteRescoreOptions& values) {
  options.add("NAME", values.name, "The suite").required();
  options.add("--as", values.as, "The name of the new suite", "NAME").required();
  add_store(options, values.store);
  options.add("--severity", values.severities, "How bad a kind of issue is; @sut or @other says whose",
              "KIND=LEVEL[@WHOSE]");
  options.add("--config", values.config,
              "Issue rules (on @top.new_issue) in OpenSCENARIO DSL; whatever else is in it needs the traces", "FILE");
  add_facts_format(options, values.format);
}

}  // namespace

Command suite_rescore_command() {
  return {
      .name = "suite rescore",
      .turn = 140,
      .summary =
          "Judge the issues of a stored suite by other severities and issue rules, as a new suite, without the traces",
      .example = "scrutineer suite rescore night1 --as night1-strict --store nights.db --severity off_lane=error",
      .declare = declare<SuiteRescoreOptions, add_rescore_options, rescore_suite>};
}

}  // namespace scrutineer::app
