// The issues of a result for people, in the order of triage.h: a summary by kind where issues are many, then a table.
//
//   By kind:
//     collision      1: veh7 car, veh9 truck at 31.200 s, 8.3 m/s (29.9 km/h)
//     speed_limit  475 in 61 actors, worst 7.2 m/s (25.9 km/h) over
//
//   severity     began    lasted  actor      issue              worst                                   limit
//   error     31.200 s     0.4 s  veh7 car   collision          8.3 m/s (29.9 km/h)
//   info       2.100 s  1201.5 s  61 actors  speed_limit x 475  21.1 m/s (76 km/h) by veh3 at 31.200 s  13.89 m/s (50 km/h)
#pragma once

#include <string>
#include <string_view>

#include "results/run_result.h"
#include "results/text.h"

namespace scrutineer::results::detail {

// Begins with an empty line; empty if there are no issues. `before` is the text above the issues: together with it, the
// first collision fits on a screen of 80 by 24.
std::string issue_text(const RunResult& result, const TextOptions& options, std::string_view before);

}  // namespace scrutineer::results::detail
