// What commands that begin a suite take: its runs, its name, and how they are judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/detail/options.h"
#include "app/detail/shared_options.h"
#include "app/run.h"
#include "base/result.h"
#include "store/rows.h"
#include "suite/run_suite.h"

namespace scrutineer::app {

struct SuiteInputs {
  std::vector<std::string> paths, pairs, labels, keep;
  std::string match_by, root, name, folders, max_memory;
  std::optional<double> timeout;
  JudgingOptions judging;
};
void add_suite_inputs(Options& options, SuiteInputs& inputs);

// A suite that is ready to be evaluated, or to be cut into shards.
struct PreparedSuite {
  store::SuiteRow row;  // as the store will have it, without an id
  suite::SuiteJob job;
};
// A problem: something cannot be used, and nothing was evaluated. `store` says where results are kept by default.
Result<PreparedSuite> prepare_suite(const SuiteInputs& inputs, const std::string& store, Outside& outside);

// "2026-11-17T02:30:00Z"
std::string now_as_text();

}  // namespace scrutineer::app
