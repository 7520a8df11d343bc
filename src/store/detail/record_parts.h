// What records have in common, whether they are made of a result in memory or of its file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/located_json.h"
#include "store/rows.h"
#include "watch/check.h"

namespace scrutineer::store::detail {

std::string lines_of(const std::vector<std::string>& notes);

// An attribute for every value below, by its path; what is null is none.
void add_attributes(const std::string& path, const JsonValue& value, std::vector<AttributeRow>& attributes);

// Which of the issue's metrics people are shown, as its check declares it; null: nobody knows.
void show_worst(IssueRow& issue, const watch::CheckInfo* check);

// Why a run that was evaluated to its end is incomplete all the same: a check could not go on, as the first such says.
void add_failed_check(const std::string& name, const std::string& reason, RunRow& run);

// Finds the issues' clusters and sorts what has an order of its own.
void complete(RunRecord& record);

}  // namespace scrutineer::store::detail
