// How many runs a suite was to have when it was begun. Its row in the store keeps that, so that one that was stopped is
// not taken for complete because all that it has so far were named again.
//
//   row.configuration = with_planned_runs(row.configuration, plan.runs.size());
#pragma once

#include <cstddef>
#include <string>

namespace scrutineer::suite {

// Of a suite's row: SuiteRow::configuration. 0: the store does not tell, as of suites of older versions.
std::size_t planned_runs_of(const std::string& configuration);
std::string with_planned_runs(const std::string& configuration, std::size_t count);

}  // namespace scrutineer::suite
