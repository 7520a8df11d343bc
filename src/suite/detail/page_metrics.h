// Metrics and attributes of many runs at once, for the page of a suite.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/page.h"

namespace scrutineer::suite::detail {

// An attribute that has more values than these tells runs apart, and is none to choose by.
inline constexpr std::size_t kMostValues = 100;

// Those with which runs can be chosen: with two to kMostValues values. `places`: of runs, by their ids.
Result<std::vector<PageAttribute>> read_attributes(store::Store& store, std::int64_t suite,
                                                   const std::map<std::int64_t, std::uint32_t>& places);

// Those that are not the same everywhere: of runs by name, then of issues, where runs have none of that name. `baseline` 0: there
// is none; `trend`: ids of the suites.
Result<std::vector<PageMetric>> read_page_metrics(store::Store& store, std::int64_t suite, std::int64_t baseline,
                                                  const std::vector<std::int64_t>& trend,
                                                  const std::map<std::int64_t, std::uint32_t>& places);

}  // namespace scrutineer::suite::detail
