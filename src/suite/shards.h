// A suite in pieces, for clusters. A plan is written once, each of its shards can be evaluated on any machine, and the
// files that the shards write are merged into a store.
//
//   DIR/plan.json             the suite, what is judged and how, and how many shards there are
//   DIR/shards/0003.json      the runs of one of them
//   DIR/results/0003.part     what was found so far; a shard that was killed goes on from there
//   DIR/results/0003.runs     all of it: renamed into place when it is complete
//
// Evaluating or merging a shard twice counts nothing twice: a record replaces the earlier one of the same run key.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/append_file.h"
#include "run/outside.h"
#include "store/rows.h"
#include "suite/run_suite.h"

namespace scrutineer::suite {

struct ShardPlan {
  store::SuiteRow suite;  // as the store will have it, without an id
  SuiteJob job;           // without runs
  std::size_t runs = 0;   // of all shards
  std::size_t shards = 0;
};

// Divides the runs so that all shards take about as long, judged by `cost` (the bytes of a run's trace), and runs on
// one map stay together.
std::vector<std::vector<PlannedRun>> split(std::vector<PlannedRun> runs, std::size_t shards,
                                           const std::function<std::uint64_t(const PlannedRun&)>& cost);

// Nothing: it is written. A problem if the folder holds a plan already.
std::optional<Problem> write_plan(const std::string& folder, const ShardPlan& plan,
                                  const std::vector<std::vector<PlannedRun>>& shards, run::Outside& outside);
Result<ShardPlan> read_plan(const std::string& folder, run::Outside& outside);
Result<std::vector<PlannedRun>> read_shard(const std::string& folder, std::size_t shard, run::Outside& outside);

std::string part_file(const std::string& folder, std::size_t shard);
std::string result_file(const std::string& folder, std::size_t shard);

// What a shard's file holds. A file that was cut short is read as far as it is sound.
struct ShardContent {
  std::uint64_t sound_bytes = 0;  // from its beginning
  std::size_t records = 0;
  bool is_complete = false;  // its end is there
};
// Calls `use` for each record, in order; a later one of the same key replaces an earlier one. A missing file has none.
Result<ShardContent> read_shard_file(const std::string& file, const std::function<void(store::RunRecord)>& use,
                                     run::Outside& outside);

// Takes what is found in a shard.
class ShardFile : public RecordSink {
 public:
  // Calls `use` for the records that are there already, and appends to them. Waits if another process has the shard.
  static Result<std::unique_ptr<ShardFile>> open(const std::string& folder, std::size_t shard,
                                                 const std::function<void(store::RunRecord)>& use,
                                                 run::Outside& outside);
  std::optional<Problem> write(std::span<const store::RunRecord> records) override;
  // Appends the mark of the end, and gives the file its final name.
  std::optional<Problem> complete();

 private:
  ShardFile(run::AppendFile file, std::string folder, std::size_t shard, std::uint64_t size, run::Outside& outside)
      : file_(std::move(file)), folder_(std::move(folder)), shard_(shard), size_(size), outside_(outside) {}

  run::AppendFile file_;
  std::string folder_;
  std::size_t shard_;
  std::uint64_t size_;  // bytes of whole records
  run::Outside& outside_;
};

}  // namespace scrutineer::suite
