// SARIF 2.1.0, the exchange format of static analysis tools: checks are rules, issues are results located in the trace.
// Time, actor and metrics are in a result's properties; what could not be evaluated is a notification of the
// invocation. The run `ego` comes first; issues of others and of the evaluation itself are a run of their own, `others`.
#pragma once

#include <string>

#include "results/run_result.h"

namespace scrutineer::results {

std::string to_sarif(const RunResult& result);

}  // namespace scrutineer::results
