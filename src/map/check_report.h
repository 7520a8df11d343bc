// A check report for people, for programs and for ASAM's Quality Checker tools.
#pragma once

#include <string>
#include <string_view>

#include "map/check.h"

namespace scrutineer::map {

struct TextOptions {
  bool all = false;  // every finding and every rule; else the worst of each road, and ten roads of a rule
};
// What is wrong, worst first, and a summary. `file` is what the user calls the map.
std::string to_text(const CheckReport& report, const TextOptions& options = {});
// "2 errors, 1 warning, 40 notes"
std::string counts_text(const CheckReport& report);

// Keys always come in the same order; documented in docs/map_checks.md.
std::string to_json(const CheckReport& report);
// Several maps as one array.
std::string to_json(const std::vector<CheckReport>& reports);

// A result file of the ASAM Quality Checker framework (.xqar), for its viewers and result pooling. `version` is the
// program's.
std::string to_xqar(const CheckReport& report, std::string_view version);

// SARIF 2.1.0, which code review tools read.
std::string to_sarif(const std::vector<CheckReport>& reports, std::string_view version);

// "road 12, lane -1, s 75.00 (75.00, -1.75)"; what is not known is left out.
std::string place_text(const Finding& finding);
// "is odd: 0.75 m (limit 0.5 m)"
std::string what_text(const Finding& finding);

}  // namespace scrutineer::map
