// runtime_data.json: all of a result, for programs. Its schema is schema.h's; docs/results.md explains it.
#pragma once

#include <string>

#include "results/run_result.h"

namespace scrutineer::results {

// Keys always come in the same order; what is not finite is null; what is no UTF-8 becomes U+FFFD.
std::string to_json(const RunResult& result);

}  // namespace scrutineer::results
