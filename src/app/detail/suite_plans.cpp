#include "app/detail/suite_plans.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "run/append_file.h"

namespace scrutineer::app {

Result<suite::ShardPlan> make_shards(const SuiteInputs& inputs, const std::string& folder, int shards,
                                     Outside& outside) {
  auto prepared = prepare_suite(inputs, "", outside);
  if (!prepared) return prepared.problem();
  suite::ShardPlan plan{.suite = std::move(prepared->row), .job = std::move(prepared->job)};
  const auto parts = suite::split(std::move(plan.job.runs), static_cast<std::size_t>(shards),
                                  [](const suite::PlannedRun& run) { return run::file_size(run.trace); });
  plan.job.runs.clear();
  for (const auto& part : parts) plan.runs += part.size();
  plan.shards = parts.size();
  if (auto problem = suite::write_plan(folder, plan, parts, outside)) return *std::move(problem);
  return plan;
}

Result<std::vector<ShardState>> shard_states(const std::string& folder, const suite::ShardPlan& plan,
                                             Outside& outside) {
  std::vector<ShardState> states;
  for (std::size_t shard = 0; shard < plan.shards; ++shard) {
    ShardState& state = states.emplace_back(ShardState{.shard = shard});
    const auto runs = suite::read_shard(folder, shard, outside);
    if (!runs) return runs.problem();
    state.runs = runs->size();
    const std::string whole = suite::result_file(folder, shard);
    const auto found = outside.folders.look(whole);
    if (!found) return found.problem();
    const bool is_whole = *found == results::Folders::Found::file;
    const auto content = suite::read_shard_file(
        is_whole ? whole : suite::part_file(folder, shard), [](const store::RunRecord&) {}, outside);
    if (!content) return content.problem();
    state.records = content->records;
    state.is_complete = is_whole && content->is_complete;
    state.is_damaged = is_whole && !content->is_complete;
  }
  return states;
}

std::optional<std::string> array_index() {
  for (const char* const name : {"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"})
    if (const char* const value = std::getenv(name); value != nullptr && *value != '\0') return std::string(value);
  return std::nullopt;
}

std::string own_program() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "scrutineer" : program.string();
}

}  // namespace scrutineer::app
