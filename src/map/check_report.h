// A check report for people, for programs and for ASAM's Quality Checker tools.
#pragma once

#include <string>
#include <string_view>

#include "map/check.h"

namespace scrutineer::map {

// One numbered line per anomaly, grouped by check, and a summary. `file` is what the user calls the map.
std::string to_text(const CheckReport& report);

// Keys always come in the same order; documented in docs/map_checks.md.
std::string to_json(const CheckReport& report);

// A result file of the ASAM Quality Checker framework (.xqar), for its viewers and result pooling. `map` must be the
// one that was checked; `version` is the program's.
std::string to_xqar(const CheckReport& report, const RoadNetwork& map, std::string_view version);

}  // namespace scrutineer::map
