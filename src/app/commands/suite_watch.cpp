// scrutineer suite watch: how far a planned suite is.

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "app/detail/call_program.h"
#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_plans.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"
#include "base/text.h"
#include "store/store.h"

namespace scrutineer::app {

namespace {

struct SuiteWatchOptions {
  std::string folder;
  bool once = false;
  double interval = 5.0;
  AnswerFormat format = AnswerFormat::text;
};

struct Watched {
  std::size_t runs = 0, all_runs = 0, shards = 0, all_shards = 0, damaged = 0;
  std::map<std::string, std::size_t> tasks;  // of the array and the merge that Slurm still has, by state
  bool is_submitted = false, is_merged = false;
};

nlohmann::json jobs_of(const std::string& folder, Outside& outside) {
  const auto text = outside.files.read(folder + "/jobs.json");
  return text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
}

// What Slurm says of the jobs; nothing where it is not there, or knows them no more.
std::map<std::string, std::size_t> slurm_tasks(const nlohmann::json& jobs) {
  std::map<std::string, std::size_t> tasks;
  const auto printed =
      call_program({"squeue", "-h", "-r", "-o", "%T", "-j",
                    fmt::format("{},{}", jobs["slurm"].value("array", ""), jobs["slurm"].value("merge", ""))});
  if (!printed) return tasks;
  std::string_view rest = *printed;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    if (const std::string_view state = trim(rest.substr(0, end)); !state.empty()) ++tasks[to_lower(state)];
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return tasks;
}

Result<Watched> look_at(const std::string& folder, const suite::ShardPlan& plan, Outside& outside) {
  Watched watched{.all_runs = plan.runs, .all_shards = plan.shards};
  const auto states = shard_states(folder, plan, outside);
  if (!states) return states.problem();
  for (const ShardState& state : *states) {
    watched.runs += state.records;
    watched.shards += state.is_complete ? 1U : 0U;
    watched.damaged += state.is_damaged ? 1U : 0U;
  }
  const nlohmann::json jobs = jobs_of(folder, outside);
  if (!jobs.is_object() || !jobs.contains("slurm")) return watched;
  watched.is_submitted = true;
  watched.tasks = slurm_tasks(jobs);
  if (!watched.tasks.empty()) return watched;
  // Nobody is at it any more: was it merged?
  auto store = store::open_store(jobs.value("store", ""), store::OpenMode::read);
  if (!store) return watched;
  const auto suite = (*store)->find_suite(plan.suite.name);
  watched.is_merged = suite && *suite && (*suite)->state == store::SuiteState::complete;
  return watched;
}

std::string watched_text(const Watched& watched) {
  std::string text = fmt::format("{} of {} runs, {} of {} shards complete", watched.runs, watched.all_runs,
                                 watched.shards, watched.all_shards);
  if (watched.damaged > 0) text += fmt::format(", {} cut short", watched.damaged);
  for (const auto& [state, count] : watched.tasks) text += fmt::format(", {} {}", count, state);
  if (watched.is_merged) text += ", merged";
  return text;
}

// A row each time; the first with the names of the columns.
std::string watched_csv(const Watched& watched, bool is_first) {
  std::size_t tasks = 0;
  for (const auto& [state, count] : watched.tasks) tasks += count;
  return fmt::format("{}{},{},{},{},{},{},{}", is_first ? "runs,all_runs,shards,all_shards,damaged,tasks,merged\n" : "",
                     watched.runs, watched.all_runs, watched.shards, watched.all_shards, watched.damaged, tasks,
                     watched.is_merged);
}

// A line each time.
std::string watched_json(const Watched& watched) {
  const nlohmann::ordered_json json{{"runs", watched.runs},       {"all_runs", watched.all_runs},
                                    {"shards", watched.shards},   {"all_shards", watched.all_shards},
                                    {"damaged", watched.damaged}, {"tasks", watched.tasks},
                                    {"merged", watched.is_merged}};
  return json.dump();
}

int watch_suite(const SuiteWatchOptions& options, Outside& outside) {
  const auto plan = suite::read_plan(options.folder, outside);
  if (!plan) return refuse(outside, plan.problem());
  for (bool is_first = true;; is_first = false) {
    const auto watched = look_at(options.folder, *plan, outside);
    if (!watched) return refuse(outside, watched.problem());
    outside.screen.out << (options.format == AnswerFormat::json  ? watched_json(*watched)
                           : options.format == AnswerFormat::csv ? watched_csv(*watched, is_first)
                                                                 : watched_text(*watched))
                       << '\n'
                       << std::flush;
    const bool all_done = watched->shards == watched->all_shards;
    const bool is_over = watched->is_submitted ? watched->tasks.empty() : all_done;
    if (is_over && watched->is_submitted && !watched->is_merged)
      return refuse(
          outside, fmt::format("no task is left, but the suite is not complete: see {0}/merge.log and {0}/shard-*.log; "
                               "scrutineer suite merge {0} says what is missing",
                               options.folder));
    if (is_over || options.once) return kFine;
    std::this_thread::sleep_for(std::chrono::duration<double>(options.interval));
  }
}

void add_watch_options(Options& options, SuiteWatchOptions& values) {
  options.add("DIR", values.folder, "The folder of the plan").required();
  options.flag("--once", values.once, "Print one line and end");
  options.add("--interval", values.interval, "Seconds between two lines", "S").shows_default().within(0.1, 3600.0);
  add_facts_format(options, values.format);
}

}  // namespace

Command suite_watch_command() {
  return {.name = "suite watch",
          .turn = 190,
          .summary = "Follow a planned suite: how many runs and shards are done, and what Slurm says",
          .example = "scrutineer suite watch plan",
          .declare = declare<SuiteWatchOptions, add_watch_options, watch_suite>};
}

}  // namespace scrutineer::app
