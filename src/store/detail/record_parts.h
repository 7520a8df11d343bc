// The common part of making records from a result in memory and from its file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/located_json.h"
#include "store/rows.h"
#include "watch/check.h"

namespace scrutineer::store::detail {

std::string lines_of(const std::vector<std::string>& notes);

// Adds an attribute for every value below `value`, named by its path. Nulls are left out.
void add_attributes(const std::string& path, const JsonValue& value, std::vector<AttributeRow>& attributes);

// Sets the issue's worst value and limit from the metrics that its check declares for that. Without a check (null) the
// issue has none.
void show_worst(IssueRow& issue, const watch::CheckInfo* check);

// Counts a failed check. The first one also gives the reason why a run that was evaluated to its end is incomplete.
void add_failed_check(const std::string& name, const std::string& reason, RunRow& run);

// Finds the issues' clusters and sorts what has an order of its own.
void complete(RunRecord& record);

}  // namespace scrutineer::store::detail
