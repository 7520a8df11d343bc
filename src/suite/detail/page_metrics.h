// Metrics and attributes of many runs at once, for the page of a suite.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/page.h"

namespace scrutineer::suite::detail {

// An attribute with more values than this is nearly different for every run, so it is useless as a filter.
inline constexpr std::size_t kMostValues = 100;

// The attributes that can be used as filters: those with 2 to kMostValues values. `places` of runs, by their ids.
Result<std::vector<PageAttribute>> read_attributes(store::Store& store, std::int64_t suite,
                                                   const std::map<std::int64_t, std::uint32_t>& places);

// The metrics whose values differ: those of runs by name, then those of issues unless runs have one of that name.
// `baseline` is a suite's id, or 0 without one; `trend` are ids of suites.
Result<std::vector<PageMetric>> read_page_metrics(store::Store& store, std::int64_t suite, std::int64_t baseline,
                                                  const std::vector<std::int64_t>& trend,
                                                  const std::map<std::int64_t, std::uint32_t>& places);

}  // namespace scrutineer::suite::detail
