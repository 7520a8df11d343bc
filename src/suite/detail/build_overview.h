// Makes the overview of a suite (suite/overview.h) from the rows of its store.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/overview.h"
#include "suite/rules.h"

namespace scrutineer::suite::detail {

// A rule that matches an issue.
struct RuleHit {
  std::int64_t rule = 0, run = 0, issue = 0;
};

struct BuiltOverview {
  Overview overview;  // without ages and noise
  std::vector<RuleHit> hits;
};

Result<BuiltOverview> build_overview(store::Store& store, const store::SuiteRow& suite, std::span<const Rule> rules);

}  // namespace scrutineer::suite::detail
