// Issues, intervals and KPIs as tables, for spreadsheets and data frames: comma-separated, one line of names first,
// quoted as RFC 4180 says, UTF-8, lines end with a line feed. Metrics are one column: the JSON object of
// runtime_data.json.
#pragma once

#include <string>

#include "results/run_result.h"

namespace scrutineer::results {

std::string issues_csv(const RunResult& result);
std::string intervals_csv(const RunResult& result);
// One line per number: of each actor and of each total of each KPI.
std::string kpis_csv(const RunResult& result);

}  // namespace scrutineer::results
