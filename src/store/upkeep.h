// Keeping a store small and sound.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/rows.h"
#include "store/store.h"

namespace scrutineer::store {

struct PruneOptions {
  std::size_t keep_last = 0;                                          // suites, the newest
  std::vector<std::pair<std::string, std::string>> keep_labels = {};  // suites with any of these labels
};

struct PruneChoice {
  SuiteRow suite;
  bool is_kept = false;
  std::string why;  // it is kept: "one of the last 30", "branch=main", "pinned as baseline", "still running"
};

// What pruning would do, in the order of suites(). Running suites and pinned baselines are always kept.
Result<std::vector<PruneChoice>> plan_pruning(Store& store, const PruneOptions& options);
// Removes the suites, then what only they referred to, and gives a file's room back to the disk.
std::optional<Problem> prune(Store& store, const std::vector<SuiteRow>& suites);

// A store's soundness: pages, and rows that refer to nothing.
struct CheckedStore {
  std::vector<std::string> findings;               // sentences; empty: it is sound
  std::map<std::string, std::int64_t> row_counts;  // by table
};
Result<CheckedStore> check_store(Store& store);

}  // namespace scrutineer::store
