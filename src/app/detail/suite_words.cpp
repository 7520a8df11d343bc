#include "app/detail/suite_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <thread>

#include "app/detail/words.h"
#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"
#include "results/write_folder.h"
#include "suite/finish.h"
#include "suite/kinds.h"
#include "suite/planned_runs.h"

namespace scrutineer::app {

namespace {

constexpr std::size_t kMostNamed = 10;

std::size_t all_not_evaluated(const suite::SuiteOutcome& outcome) {
  return outcome.not_evaluated.size() + outcome.still_not_evaluated.size();
}

std::string verdicts_text(const suite::SuiteOutcome& outcome) {
  std::string text;
  for (const std::string_view verdict : {"pass", "fail", "suspect", "incomplete"})
    if (const auto count = outcome.verdicts.find(std::string(verdict));
        count != outcome.verdicts.end() && count->second > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", verdict, count->second);
  return text;
}

std::string_view state_word(const suite::SuiteOutcome& outcome) {
  return outcome.is_complete() ? "complete" : outcome.is_cancelled ? "cancelled" : "running";
}

// One row.
std::string outcome_csv(const SuiteSaid& said, const suite::SuiteOutcome& outcome) {
  suite::AnswerTable table;
  table.rows.emplace_back();
  const auto add = [&](std::string_view name, suite::Cell value) {
    table.columns.push_back({std::string(name), ""});
    table.rows.front().push_back(std::move(value));
  };
  add("suite", said.name);
  add("store", said.store);
  add("state", std::string(state_word(outcome)));
  add("evaluated", suite::count_cell(outcome.evaluated));
  add("unchanged", suite::count_cell(outcome.unchanged));
  add("left", suite::count_cell(outcome.left));
  for (const std::string_view verdict : {"pass", "fail", "suspect", "incomplete"}) {
    const auto count = outcome.verdicts.find(std::string(verdict));
    add(verdict, suite::count_cell(count == outcome.verdicts.end() ? 0 : count->second));
  }
  add("not_evaluated", suite::count_cell(all_not_evaluated(outcome)));
  add("seconds", outcome.seconds);
  add("jobs", std::int64_t{said.jobs});
  return suite::to_csv(table);
}

nlohmann::ordered_json outcome_json(const SuiteSaid& said, const suite::SuiteOutcome& outcome) {
  auto failed = nlohmann::ordered_json::array();
  for (const auto& [key, reason] : outcome.not_evaluated) failed.push_back({{"run", key}, {"reason", reason}});
  for (const auto& [key, reason] : outcome.still_not_evaluated)
    failed.push_back({{"run", key}, {"reason", reason}, {"unchanged", true}});
  auto outcomes = nlohmann::ordered_json::object();
  for (const auto& [kind, count] : outcome.outcomes) outcomes[std::string(to_word(kind))] = count;
  nlohmann::ordered_json json{{"suite", said.name},
                              {"store", said.store},
                              {"state", state_word(outcome)},
                              {"evaluated", outcome.evaluated},
                              {"unchanged", outcome.unchanged},
                              {"left", outcome.left},
                              {"verdicts", outcome.verdicts},
                              {"outcomes", std::move(outcomes)},
                              {"not_evaluated", std::move(failed)},
                              {"seconds", outcome.seconds},
                              {"jobs", said.jobs},
                              {"largest_worker_bytes", outcome.largest_worker}};
  if (outcome.problem) json["problem"] = to_string(*outcome.problem);
  return json;
}

// As a shell takes it.
std::string show_command(const SuiteSaid& said) {
  const std::string name = shell_word(said.name), store = shell_word(said.store);
  return printable(said.name.starts_with('-') ? fmt::format("scrutineer suite show --store {} -- {}", store, name)
                                              : fmt::format("scrutineer suite show {} --store {}", name, store));
}

std::string outcome_text(const SuiteSaid& said, const suite::SuiteOutcome& outcome) {
  std::string text = fmt::format("{}: {} evaluated in {} s", printable(said.name), counted(outcome.evaluated, "run"),
                                 rounded(outcome.seconds, 1));
  if (outcome.tried() > 0 && outcome.seconds > 0.0)
    text += fmt::format(" by {}", counted(static_cast<std::size_t>(said.jobs), "worker"));
  if (outcome.unchanged > 0) text += fmt::format("; {} unchanged", outcome.unchanged);
  if (outcome.left > 0) text += fmt::format("; {} of {} left", outcome.left, outcome.all());
  text += '\n';
  if (const std::string verdicts = verdicts_text(outcome); !verdicts.empty()) text += "  " + verdicts + '\n';
  text += not_evaluated_text(outcome.not_evaluated);
  text += not_evaluated_text(outcome.still_not_evaluated,
                             " when last tried, and nothing has changed since; --retry-failed tries again");
  if (said.not_planned > 0)
    text += fmt::format("  {} in the store {} not among those named here; {} there\n", counted(said.not_planned, "run"),
                        said.not_planned == 1 ? "is" : "are", said.not_planned == 1 ? "it stays" : "they stay");
  if (outcome.is_complete()) text += show_command(said) + '\n';
  return text;
}

// The ids of the suite's runs that have intervals in the store.
Result<std::set<std::int64_t>> runs_with_intervals(store::Store& store, std::int64_t suite) {
  std::set<std::int64_t> runs;
  if (auto problem = store.query("SELECT DISTINCT i.run FROM intervals i JOIN runs r ON r.id = i.run WHERE r.suite = ?",
                                 {suite}, [&](const store::Row& row) { runs.insert(row.integer(0)); }))
    return *problem;
  return runs;
}

}  // namespace

void add_store(Options& options, std::string& store) {
  options.add("--store", store, "Where suites are kept: a SQLite file, or postgresql://USER@HOST/DATABASE", "STORE")
      .required();
}

void add_jobs(Options& options, int& jobs) {
  options.add("--jobs", jobs, "How many workers evaluate at once", "N")
      .shows_default("one for each processor")
      .within(0, 1024);
}

int jobs_or_processors(int jobs) {
  return jobs > 0 ? jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Result<store::SuiteRow> begin_suite(store::Store& store, const store::SuiteRow& wanted, store::Holding holding) {
  auto found = store.find_suite(wanted.name);
  if (!found) return found.problem();
  if (!*found) {
    const auto made = store.make_suite(wanted);
    // Another process may have made it just now.
    found = made ? std::optional(*made) : store.find_suite(wanted.name);
    if (!found || !*found) return made.problem();
  }
  const store::SuiteRow row = **found;
  if (!wanted.labels.empty() && wanted.labels != row.labels)
    return Problem{
        {},
        fmt::format("{} has a suite {} with other labels; leave them out to go on with it, or choose another --name",
                    store.name(), wanted.name)};
  if (auto problem = store.hold(row, holding)) return *std::move(problem);
  if (auto problem = suite::keep_configuration(store, row, wanted)) return *std::move(problem);
  if (row.state != store::SuiteState::running)
    if (auto problem = store.set_state(row.id, store::SuiteState::running)) return *std::move(problem);
  return row;
}

Result<std::size_t> note_known(store::Store& store, const store::SuiteRow& suite, bool retry_failed,
                               suite::SuiteJob& job, Outside& outside) {
  const auto runs = store.runs(suite.id);
  if (!runs) return runs.problem();
  std::set<std::int64_t> have_intervals;
  if (job.keep_intervals) {
    auto found = runs_with_intervals(store, suite.id);
    if (!found) return found.problem();
    have_intervals = *std::move(found);
  }
  std::size_t planned = 0;
  for (const store::RunRow& known : *runs) {
    const auto run = std::ranges::lower_bound(job.runs, known.key, {}, &suite::PlannedRun::key);
    if (run == job.runs.end() || run->key != known.key) continue;
    ++planned;
    const bool is_evaluated = known.outcome == store::Outcome::evaluated;
    if (!is_evaluated) run->failed_before = known.reason;
    if (retry_failed && !(is_evaluated && known.complete)) continue;
    // What is to be kept, but is not there. A run without any interval is evaluated again for nothing.
    if (job.keep_intervals && is_evaluated && !have_intervals.contains(known.id)) continue;
    if (!job.folders.empty() && is_evaluated) {
      const auto kept = outside.folders.look(known.folder + "/" + std::string(results::kResultFile));
      if (known.folder.empty() || !kept || *kept == results::Folders::Found::nothing) continue;
    }
    run->content = known.content;
  }
  return runs->size() - planned;
}

std::optional<Problem> too_few_named(const store::SuiteRow& before, std::size_t named, std::size_t not_named) {
  if (before.state == store::SuiteState::complete) return std::nullopt;
  if (const std::size_t planned = suite::planned_runs_of(before.configuration); not_named == 0 && named < planned)
    return Problem{
        {},
        fmt::format("{} was not complete, and was to have {}, but only {} {} named here; name all of its runs, or "
                    "choose another --name",
                    before.name, counted(planned, "run"), named, named == 1 ? "is" : "are")};
  if (not_named == 0) return std::nullopt;
  return Problem{{},
                 fmt::format("{} was not complete, and {} that the store has {} not among those named here, so that "
                             "others may be missing, too; name all of its runs, or choose another --name",
                             before.name, counted(not_named, "run"), not_named == 1 ? "is" : "are")};
}

std::optional<Problem> end_suite(store::Store& store, const store::SuiteRow& suite,
                                 const suite::SuiteOutcome& outcome) {
  if (outcome.is_complete()) return suite::finish_suite(store, suite.id);
  if (outcome.is_cancelled && !outcome.problem) return store.set_state(suite.id, store::SuiteState::cancelled);
  return std::nullopt;
}

std::string not_evaluated_text(const suite::FailedRuns& runs, std::string_view how) {
  if (runs.empty()) return "";
  std::string text = fmt::format("  {} could not be evaluated{}:\n", counted(runs.size(), "run"), how);
  for (std::size_t i = 0; i < std::min(kMostNamed, runs.size()); ++i)
    text += fmt::format("    {}: {}\n", printable(runs[i].first), printable(runs[i].second));
  if (runs.size() > kMostNamed) text += fmt::format("    and {} more\n", runs.size() - kMostNamed);
  return text;
}

int say_outcome(const SuiteSaid& said, const suite::SuiteOutcome& outcome, AnswerFormat format, Outside& outside) {
  const std::size_t all = outcome.all();
  std::ostream& out = outside.screen.out;
  if (format == AnswerFormat::csv) {
    out << outcome_csv(said, outcome);
  } else if (format == AnswerFormat::json) {
    out << outcome_json(said, outcome).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  } else {
    out << outcome_text(said, outcome);
  }
  if (outcome.is_complete()) return all_not_evaluated(outcome) == 0 ? kFine : kFound;
  if (outcome.problem)
    return refuse(
        outside,
        to_string(*outcome.problem) +
            (outcome.left > 0 ? "; what was stored before is safe, and the same command goes on from there" : ""));
  return refuse(outside, fmt::format("stopped with {} of {} runs stored; the same command goes on from there",
                                     all - outcome.left, all));
}

}  // namespace scrutineer::app
