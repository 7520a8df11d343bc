// scrutineer suite shard: one piece of a suite that was planned.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <string_view>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_plans.h"
#include "app/detail/suite_progress.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"
#include "base/text.h"

namespace scrutineer::app {

namespace {

struct SuiteShardOptions {
  std::string folder, index, store;
  int jobs = 0;
  AnswerFormat format = AnswerFormat::text;
  ProgressStyle progress = ProgressStyle::automatic;
};

Result<std::size_t> shard_number(const std::string& given, const suite::ShardPlan& plan) {
  const std::optional<std::string> text = given.empty() ? array_index() : std::optional(given);
  if (!text)
    return Problem{{}, "which shard? Name it (scrutineer suite shard DIR I), or start it as a task of an array"};
  const auto number = parse_integer(*text);
  if (!number || *number < 0 || static_cast<std::size_t>(*number) >= plan.shards)
    return Problem{{}, fmt::format("there is no shard {}: the plan has 0 to {}", *text, plan.shards - 1)};
  return static_cast<std::size_t>(*number);
}

struct ShardSaid {
  std::size_t evaluated = 0, done_before = 0, left = 0;
  suite::FailedRuns not_evaluated = {};
};

void say_facts(std::size_t shard, std::string_view first_line, const ShardSaid& said, AnswerFormat format,
               Outside& outside) {
  print_facts(fmt::format("shard {}: {}\n{}", shard, first_line, not_evaluated_text(said.not_evaluated)),
              {.title = fmt::format("shard {}", shard),
               .facts = {{"shard", suite::count_cell(shard)},
                         {"evaluated", suite::count_cell(said.evaluated)},
                         {"done_before", suite::count_cell(said.done_before)},
                         {"left", suite::count_cell(said.left)},
                         {"not_evaluated", suite::count_cell(said.not_evaluated.size())}}},
              format, outside);
}

// The exit code of a shard is 0 when it is complete, even if runs could not be evaluated: schedulers start a task again
// that ends with another one, which would change nothing. The merge ends with 1 because of such runs.
int say_shard(std::size_t shard, const suite::SuiteOutcome& outcome, AnswerFormat format, Outside& outside) {
  ShardSaid said{.evaluated = outcome.evaluated,
                 .done_before = outcome.unchanged,
                 .left = outcome.left,
                 .not_evaluated = outcome.not_evaluated};
  said.not_evaluated.insert(said.not_evaluated.end(), outcome.still_not_evaluated.begin(),
                            outcome.still_not_evaluated.end());
  std::ranges::sort(said.not_evaluated);
  say_facts(shard, fmt::format("{} evaluated, {} done before, {} left", said.evaluated, said.done_before, said.left),
            said, format, outside);
  if (outcome.problem)
    return refuse(outside, fmt::format("{}; the same command goes on from there", to_string(*outcome.problem)));
  if (!outcome.is_complete()) return refuse(outside, "stopped; the same command goes on from there");
  return kFine;
}

// What a shard's file tells of a run; a later record replaces an earlier one.
struct RecordedRun {
  std::string content;
  std::optional<std::string> failure = {};
};
using RecordedRuns = std::map<std::string, RecordedRun>;  // by key

void note_record(RecordedRuns& known, const store::RunRow& run) {
  known[run.key] = {.content = run.content,
                    .failure = run.outcome == store::Outcome::evaluated ? std::nullopt : std::optional(run.reason)};
}

int say_complete_already(std::size_t shard, const RecordedRuns& known, AnswerFormat format, Outside& outside) {
  ShardSaid said;
  for (const auto& [key, run] : known)
    if (run.failure) said.not_evaluated.emplace_back(key, *run.failure);
  said.done_before = known.size() - said.not_evaluated.size();
  say_facts(shard, "complete already", said, format, outside);
  return kFine;
}

int shard_into_store(const SuiteShardOptions& options, std::size_t shard, suite::ShardPlan& plan, Outside& outside) {
  auto store = store::open_store(options.store, store::OpenMode::create, kSuitePatience);
  if (!store) return refuse(outside, store.problem());
  const auto row = begin_suite(**store, plan.suite, store::Holding::shared);
  if (!row) return refuse(outside, row.problem());
  const auto others = note_known(**store, *row, false, plan.job, outside);
  if (!others) return refuse(outside, others.problem());
  StoreSink sink(**store, row->id);
  SuiteReporter reporter(options.progress, errors_are_seen(), outside);
  const suite::SuiteOutcome outcome = suite::run_suite(plan.job, sink, reporter, outside);
  outside.progress.end();
  return say_shard(shard, outcome, options.format, outside);
}

int shard_into_file(const SuiteShardOptions& options, std::size_t shard, suite::ShardPlan& plan, Outside& outside) {
  const std::string whole = suite::result_file(options.folder, shard);
  const auto found = outside.folders.look(whole);
  if (!found) return refuse(outside, found.problem());
  if (*found == results::Folders::Found::file) {
    RecordedRuns recorded;
    const auto content = suite::read_shard_file(
        whole, [&](const store::RunRecord& record) { note_record(recorded, record.run); }, outside);
    if (!content) return refuse(outside, content.problem());
    if (content->is_complete) return say_complete_already(shard, recorded, options.format, outside);
    outside.screen.err << fmt::format("note: {} was cut short after {} runs; the others are evaluated again\n", whole,
                                      content->records);
    if (const auto problem = outside.folders.rename(whole, suite::part_file(options.folder, shard)))
      return refuse(outside, *problem);
  }
  RecordedRuns known;
  auto file = suite::ShardFile::open(
      options.folder, shard, [&](const store::RunRecord& record) { note_record(known, record.run); }, outside);
  if (!file) return refuse(outside, file.problem());
  for (suite::PlannedRun& run : plan.job.runs) {
    const auto recorded = known.find(run.key);
    if (recorded == known.end()) continue;
    run.content = recorded->second.content;
    run.failed_before = recorded->second.failure;
  }
  SuiteReporter reporter(options.progress, errors_are_seen(), outside);
  const suite::SuiteOutcome outcome = suite::run_suite(plan.job, **file, reporter, outside);
  outside.progress.end();
  if (outcome.is_complete())
    if (const auto problem = (*file)->complete()) return refuse(outside, *problem);
  return say_shard(shard, outcome, options.format, outside);
}

int shard_suite(const SuiteShardOptions& options, Outside& outside) {
  auto plan = suite::read_plan(options.folder, outside);
  if (!plan) return refuse(outside, plan.problem());
  const auto shard = shard_number(options.index, *plan);
  if (!shard) return refuse(outside, shard.problem());
  auto runs = suite::read_shard(options.folder, *shard, outside);
  if (!runs) return refuse(outside, runs.problem());
  plan->job.runs = *std::move(runs);
  std::ranges::sort(plan->job.runs, {}, &suite::PlannedRun::key);
  plan->job.jobs = jobs_or_processors(options.jobs);
  return options.store.empty() ? shard_into_file(options, *shard, *plan, outside)
                               : shard_into_store(options, *shard, *plan, outside);
}

void add_shard_options(Options& options, SuiteShardOptions& values) {
  options.add("DIR", values.folder, "The folder of the plan").required();
  options.add("I", values.index,
              "Which shard, from 0; by default the place in the array of Slurm, Kubernetes or AWS Batch");
  options.add("--store", values.store, "Write straight to this store, a database server, instead of a file", "STORE");
  add_jobs(options, values.jobs);
  add_progress(options, values.progress);
  add_facts_format(options, values.format);
}

}  // namespace

Command suite_shard_command() {
  return {
      .name = "suite shard",
      .turn = 160,
      .summary = "Evaluate one shard of a planned suite; one that was killed goes on where it stopped",
      .example = "scrutineer suite shard plan 3",
      .declare = declare<SuiteShardOptions, add_shard_options, shard_suite>,
      .more =
          "\nExit code 0: the shard is complete, even if runs could not be evaluated (it names them, and the merge\n"
          "ends with 1); 2: it is not complete, and the same command goes on from there.\n"};
}

}  // namespace scrutineer::app
