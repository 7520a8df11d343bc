// scrutineer suite merge: what the shards found, into a store.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_plans.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"

namespace scrutineer::app {

namespace {

struct SuiteMergeOptions {
  std::string folder, store;
  AnswerFormat format = AnswerFormat::text;
};

// The content of every run that the store has, by key.
using KnownContents = std::map<std::string, std::string>;

// Which of two records of a run stays, where it was evaluated in different states: it may have been evaluated again in
// the store since the shard was, or in the shard since it was stored.
class RecordChoice {
 public:
  RecordChoice(const suite::ShardPlan& plan, Outside& outside) : contents_(plan.job.judging, outside) {}

  void plan(const std::vector<suite::PlannedRun>& runs) {
    runs_.clear();
    for (const suite::PlannedRun& run : runs) runs_[run.key] = &run;
  }
  // Does what is stored fit the run's files as they are now?
  bool stays(const std::string& key, const std::string& stored) {
    const auto run = runs_.find(key);
    return run != runs_.end() && !stored.empty() && contents_.of(*run->second) == stored;
  }

 private:
  suite::RunContents contents_;
  std::map<std::string, const suite::PlannedRun*> runs_;  // of the shard, by key
};

// Writes the records of a shard that the store does not have yet. Gives how many.
Result<std::size_t> merge_shard(const std::string& file, store::Store& store, std::int64_t suite, KnownContents& known,
                                RecordChoice& choice, Outside& outside) {
  constexpr std::size_t kAtOnce = 500;
  std::vector<store::RunRecord> records;
  std::set<std::string> keys;  // of these records
  std::optional<Problem> problem;
  std::size_t written = 0;
  const auto flush = [&] {
    if (!problem && !records.empty()) problem = store.write(suite, records);
    written += records.size();
    records.clear();
    keys.clear();
  };
  const auto content = suite::read_shard_file(
      file,
      [&](store::RunRecord record) {
        const auto [place, is_new] = known.try_emplace(record.run.key, record.run.content);
        if (!is_new && place->second == record.run.content && !record.run.content.empty()) return;
        if (!is_new && choice.stays(record.run.key, place->second)) return;
        place->second = record.run.content;
        // A run that changed while the shard was stopped is there twice, and is written twice: the later one stays.
        if (records.size() >= kAtOnce || keys.contains(record.run.key)) flush();
        keys.insert(record.run.key);
        records.push_back(std::move(record));
      },
      outside);
  if (!content) return content.problem();
  flush();
  if (problem) return *problem;
  return written;
}

struct MergedShards {
  std::size_t written = 0, missing_runs = 0;
  std::vector<std::string> missing = {};  // "3 (4 of 20 runs)"
  std::set<std::string> planned = {};     // keys of all runs
  std::size_t not_planned = 0;            // runs of the suite beside those
};

Result<MergedShards> merge_shards(const std::string& folder, const suite::ShardPlan& plan, store::Store& store,
                                  std::int64_t suite, Outside& outside) {
  const auto stored = store.known(suite);
  if (!stored) return stored.problem();
  KnownContents known;
  for (const store::KnownRun& run : *stored) known[run.key] = run.content;
  RecordChoice choice(plan, outside);
  MergedShards merged;
  for (std::size_t shard = 0; shard < plan.shards; ++shard) {
    outside.progress.begin(fmt::format("merging shard {} of {}", shard, plan.shards));
    const std::string whole = suite::result_file(folder, shard);
    const auto found = outside.folders.look(whole);
    if (!found) return found.problem();
    const bool is_whole = *found == results::Folders::Found::file;
    const auto runs = suite::read_shard(folder, shard, outside);
    if (!runs) return runs.problem();
    choice.plan(*runs);
    // What a shard has found so far is as good as what it will find.
    const auto written =
        merge_shard(is_whole ? whole : suite::part_file(folder, shard), store, suite, known, choice, outside);
    if (!written) return written.problem();
    merged.written += *written;
    std::size_t not_there = 0;
    for (const suite::PlannedRun& run : *runs) {
      not_there += known.contains(run.key) ? 0U : 1U;
      merged.planned.insert(run.key);
    }
    merged.missing_runs += not_there;
    if (not_there > 0) merged.missing.push_back(fmt::format("{} ({} of {} runs)", shard, not_there, runs->size()));
  }
  merged.not_planned = static_cast<std::size_t>(
      std::ranges::count_if(*stored, [&](const store::KnownRun& run) { return !merged.planned.contains(run.key); }));
  outside.progress.end();
  return merged;
}

// The planned runs that the store has, but which could not be evaluated.
Result<suite::FailedRuns> failed_runs(store::Store& store, std::int64_t suite, const std::set<std::string>& planned) {
  const auto runs = store.runs(suite);
  if (!runs) return runs.problem();
  suite::FailedRuns failed;
  for (const store::RunRow& run : *runs)
    if (run.outcome != store::Outcome::evaluated && planned.contains(run.key)) failed.emplace_back(run.key, run.reason);
  return failed;
}

std::string missing_text(const std::vector<std::string>& missing, const std::string& folder) {
  constexpr std::size_t kMostShards = 10;
  std::string named;
  for (std::size_t i = 0; i < std::min(kMostShards, missing.size()); ++i) named += (i == 0 ? "" : ", ") + missing[i];
  if (missing.size() > kMostShards) named += fmt::format(" and {} more", missing.size() - kMostShards);
  return fmt::format("missing of shard {}; do them with scrutineer suite shard {} I, then merge again", named, folder);
}

int merge_suite(const SuiteMergeOptions& options, Outside& outside) {
  const auto plan = suite::read_plan(options.folder, outside);
  if (!plan) return refuse(outside, plan.problem());
  auto store = store::open_store(options.store, store::OpenMode::create);
  if (!store) return refuse(outside, store.problem());
  const auto row = begin_suite(**store, plan->suite, store::Holding::shared);
  if (!row) return refuse(outside, row.problem());
  const auto merged = merge_shards(options.folder, *plan, **store, row->id, outside);
  if (!merged) return refuse(outside, merged.problem());
  suite::SuiteOutcome outcome;
  outcome.left = merged->missing_runs;
  if (outcome.is_complete()) outcome.problem = too_few_named(*row, plan->runs, merged->not_planned);
  if (const auto problem = end_suite(**store, *row, outcome)) return refuse(outside, *problem);
  const auto failed = failed_runs(**store, row->id, merged->planned);
  if (!failed) return refuse(outside, failed.problem());
  const std::size_t runs = plan->runs - merged->missing_runs;
  print_facts(fmt::format("{}: {} of {} runs are in {}, {} of them new\n{}", row->name, runs, plan->runs, options.store,
                          merged->written, not_evaluated_text(*failed)),
              {.title = row->name,
               .facts = {{"suite", row->name},
                         {"store", options.store},
                         {"runs", suite::count_cell(runs)},
                         {"all_runs", suite::count_cell(plan->runs)},
                         {"new", suite::count_cell(merged->written)},
                         {"shards_missing", suite::count_cell(merged->missing.size())},
                         {"not_evaluated", suite::count_cell(failed->size())}}},
              options.format, outside);
  if (!merged->missing.empty()) return refuse(outside, missing_text(merged->missing, options.folder));
  if (outcome.problem) return refuse(outside, *outcome.problem);
  return failed->empty() ? kFine : kFound;
}

void add_merge_options(Options& options, SuiteMergeOptions& values) {
  options.add("DIR", values.folder, "The folder of the plan").required();
  add_store(options, values.store);
  add_facts_format(options, values.format);
}

}  // namespace

Command suite_merge_command() {
  return {
      .name = "suite merge",
      .turn = 170,
      .summary = "Bring what the shards of a planned suite found into a store; says which are missing",
      .example = "scrutineer suite merge plan --store nights.db",
      .declare = declare<SuiteMergeOptions, add_merge_options, merge_suite>,
      .more =
          "\nYou can merge any number of times, even while shards are still being evaluated. Exit code 0: every run\n"
          "was evaluated, whatever its verdict; 1: some could not be; 2: the suite is not complete.\n"};
}

}  // namespace scrutineer::app
