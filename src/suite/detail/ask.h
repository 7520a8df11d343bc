// What several questions need.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/baseline.h"
#include "suite/compare.h"
#include "suite/overview.h"
#include "suite/questions.h"

namespace scrutineer::suite::detail {

// A suite with what it is compared with.
struct Compared {
  store::SuiteRow suite;
  Overview now;
  std::optional<store::SuiteRow> baseline_row;
  Overview before;  // empty where there is no baseline
  Comparison comparison;
  bool after_rules = true;
};
// Notes tell what a reader should know of the baseline.
Result<Compared> compared(store::Store& store, const std::string& name, const Against& against, Answer& answer);

// Suites with all of these labels (k=v), the newest `last` of them (0: all), in the order in which they were created.
Result<std::vector<store::SuiteRow>> suites_with(store::Store& store, const std::vector<std::string>& labels,
                                                 std::size_t last, bool only_complete);

watch::Severity severity_of(const Finding& finding, bool after_rules);
std::string percent(double share, int decimals = 1);  // "93.3 %"
std::string_view which_verdict(bool after_rules);     // "after rules", "as evaluated"
// Leaves the first `top` rows (0: all).
void keep_top(AnswerTable& table, std::size_t top);

struct VerdictCounts {
  std::size_t runs = 0, evaluated = 0, pass = 0, fail = 0, suspect = 0, incomplete = 0, not_evaluated = 0;
};
VerdictCounts count_verdicts(const Overview& overview, bool after_rules);

}  // namespace scrutineer::suite::detail
