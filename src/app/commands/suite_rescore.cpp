// scrutineer suite rescore: other severities on what is stored, without the traces.

#include <fmt/format.h>

#include <map>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_inputs.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"
#include "base/sha256.h"
#include "base/text.h"
#include "checks/catalogue.h"
#include "suite/finish.h"
#include "suite/rescore.h"

namespace scrutineer::app {

namespace {

struct SuiteRescoreOptions {
  std::string name, as, store;
  std::vector<std::string> severities, config;
};

// All runs of one suite, rescored, into the other. Gives how many verdicts changed.
Result<std::size_t> rescore_runs(store::Store& store, std::int64_t from, std::int64_t to,
                                 const suite::Rescorer& rescorer, const std::string& how, Outside& outside) {
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
    record->run.content = sha256_hex(record->run.content + how);
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

int rescore_suite(const SuiteRescoreOptions& options, Outside& outside) {
  if (options.severities.empty() && options.config.empty())
    return refuse(outside, "nothing is to be changed: --severity KIND=LEVEL or --config FILE says what");
  const std::vector<watch::Check> checks = checks::catalogue();
  auto rescorer = suite::Rescorer::make(options.severities, checks);
  if (!rescorer) return refuse(outside, rescorer.problem());
  if (!options.config.empty()) {
    const auto configuration = configured(options.config, outside);
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
  store::SuiteRow row = **from;
  row.name = options.as;
  row.created = now_as_text();
  std::vector<std::string> changes = options.severities;
  changes.insert(changes.end(), options.config.begin(), options.config.end());
  const std::string how = fmt::format("rescored from {} with {}", options.name, fmt::join(changes, ", "));
  row.configuration = fmt::format("{{\"rescored_from\": \"{}\", \"changes\": \"{}\", \"configuration\": {}}}",
                                  json_escaped(options.name), json_escaped(fmt::format("{}", fmt::join(changes, ", "))),
                                  row.configuration.empty() ? "{}" : row.configuration);
  row.state = store::SuiteState::running;
  const auto made = (*store)->make_suite(row);
  if (!made) return refuse(outside, made.problem());
  const auto changed = rescore_runs(**store, (*from)->id, made->id, *rescorer, how, outside);
  if (!changed) return refuse(outside, changed.problem());
  if (const auto problem = suite::finish_suite(**store, made->id)) return refuse(outside, *problem);
  outside.progress.end();
  outside.screen.out << fmt::format("{}: {}; the verdicts of {} runs changed\n", options.as, how, *changed);
  return kFine;
}

void add_rescore_options(Options& options, SuiteRescoreOptions& values) {
  options.add("NAME", values.name, "The suite").required();
  options.add("--as", values.as, "What the new one is called", "NAME").required();
  add_store(options, values.store);
  options.add("--severity", values.severities, "How bad a kind of issue is; @sut or @other says whose",
              "KIND=LEVEL[@WHOSE]");
  options.add("--config", values.config,
              "Issue rules (on @top.new_issue) in OpenSCENARIO DSL; whatever else is in it needs the traces", "FILE");
}

}  // namespace

Command suite_rescore_command() {
  return {.name = "suite rescore",
          .summary =
              "Judge the issues of a stored suite by other severities and issue rules, as a suite of its own, without "
              "the traces",
          .example = "scrutineer suite rescore night1 --as night1-strict --store nights.db --severity off_lane=error",
          .declare = declare<SuiteRescoreOptions, add_rescore_options, rescore_suite>};
}

}  // namespace scrutineer::app
