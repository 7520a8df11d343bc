#include "app/detail/suite_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "app/detail/words.h"
#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"
#include "results/write_folder.h"
#include "suite/finish.h"

namespace scrutineer::app {

namespace {

constexpr std::size_t kMostNamed = 10;

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
  add("not_evaluated", suite::count_cell(outcome.not_evaluated.size()));
  add("seconds", outcome.seconds);
  add("jobs", std::int64_t{said.jobs});
  return suite::to_csv(table);
}

nlohmann::ordered_json outcome_json(const SuiteSaid& said, const suite::SuiteOutcome& outcome) {
  auto failed = nlohmann::ordered_json::array();
  for (const auto& [key, reason] : outcome.not_evaluated) failed.push_back({{"run", key}, {"reason", reason}});
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
  if (row.state != store::SuiteState::running)
    if (auto problem = store.set_state(row.id, store::SuiteState::running)) return *std::move(problem);
  return row;
}

Result<std::size_t> note_known(store::Store& store, const store::SuiteRow& suite, bool retry_failed,
                               suite::SuiteJob& job, Outside& outside) {
  const auto runs = store.runs(suite.id);
  if (!runs) return runs.problem();
  std::size_t planned = 0;
  for (const store::RunRow& known : *runs) {
    const auto run = std::ranges::lower_bound(job.runs, known.key, {}, &suite::PlannedRun::key);
    if (run == job.runs.end() || run->key != known.key) continue;
    ++planned;
    if (retry_failed && known.outcome != store::Outcome::evaluated) continue;
    if (!job.folders.empty() && known.outcome == store::Outcome::evaluated) {
      const auto kept = outside.folders.look(known.folder + "/" + std::string(results::kResultFile));
      if (known.folder.empty() || !kept || *kept == results::Folders::Found::nothing) continue;
    }
    run->content = known.content;
  }
  return runs->size() - planned;
}

std::optional<Problem> end_suite(store::Store& store, const store::SuiteRow& suite,
                                 const suite::SuiteOutcome& outcome) {
  if (outcome.is_complete()) return suite::finish_suite(store, suite.id);
  if (outcome.is_cancelled && !outcome.problem) return store.set_state(suite.id, store::SuiteState::cancelled);
  return std::nullopt;
}

int say_outcome(const SuiteSaid& said, const suite::SuiteOutcome& outcome, AnswerFormat format, Outside& outside) {
  const std::size_t all = outcome.evaluated + outcome.unchanged + outcome.left;
  std::ostream& out = outside.screen.out;
  if (format == AnswerFormat::csv) {
    out << outcome_csv(said, outcome);
  } else if (format == AnswerFormat::json) {
    out << outcome_json(said, outcome).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  } else {
    out << fmt::format("{}: {} evaluated in {} s", printable(said.name), counted(outcome.evaluated, "run"),
                       rounded(outcome.seconds, 1));
    if (outcome.evaluated > 0 && outcome.seconds > 0.0)
      out << fmt::format(" by {}", counted(static_cast<std::size_t>(said.jobs), "worker"));
    if (outcome.unchanged > 0) out << fmt::format("; {} unchanged", outcome.unchanged);
    if (outcome.left > 0) out << fmt::format("; {} of {} left", outcome.left, all);
    out << '\n';
    if (const std::string verdicts = verdicts_text(outcome); !verdicts.empty()) out << "  " << verdicts << '\n';
    if (!outcome.not_evaluated.empty())
      out << fmt::format("  {} could not be evaluated:\n", counted(outcome.not_evaluated.size(), "run"));
    for (std::size_t i = 0; i < std::min(kMostNamed, outcome.not_evaluated.size()); ++i)
      out << fmt::format("    {}: {}\n", printable(outcome.not_evaluated[i].first),
                         printable(outcome.not_evaluated[i].second));
    if (outcome.not_evaluated.size() > kMostNamed)
      out << fmt::format("    and {} more\n", outcome.not_evaluated.size() - kMostNamed);
    if (said.not_planned > 0)
      out << fmt::format("  {} in the store {} not among those named here; {} there\n",
                         counted(said.not_planned, "run"), said.not_planned == 1 ? "is" : "are",
                         said.not_planned == 1 ? "it stays" : "they stay");
    if (outcome.is_complete()) out << fmt::format("scrutineer suite show {} --store {}\n", said.name, said.store);
  }
  if (outcome.is_complete()) return outcome.not_evaluated.empty() ? kFine : kFound;
  if (outcome.problem)
    return refuse(outside, fmt::format("{}; what was stored before is safe, and the same command goes on from there",
                                       to_string(*outcome.problem)));
  return refuse(outside, fmt::format("stopped with {} of {} runs stored; the same command goes on from there",
                                     all - outcome.left, all));
}

}  // namespace scrutineer::app
