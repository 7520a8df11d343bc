// Plans of suites, for the commands that make, evaluate and merge them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/detail/suite_inputs.h"
#include "app/run.h"
#include "suite/shards.h"

namespace scrutineer::app {

// Writes the plan to the folder.
Result<suite::ShardPlan> make_shards(const SuiteInputs& inputs, const std::string& folder, int shards,
                                     Outside& outside);

// How far each shard is.
struct ShardState {
  std::size_t shard = 0;
  std::size_t records = 0, runs = 0;
  bool is_complete = false;
  bool is_damaged = false;  // it was complete once
};
Result<std::vector<ShardState>> shard_states(const std::string& folder, const suite::ShardPlan& plan, Outside& outside);

// The array's place of Slurm, Kubernetes and AWS Batch, whichever started us.
std::optional<std::string> array_index();

// This program, for scripts that call it again.
std::string own_program();

}  // namespace scrutineer::app
