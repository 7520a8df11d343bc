// The files of an exported suite, one table each: how the rows of a run are written to it, and read from it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/detail/csv.h"
#include "store/rows.h"

namespace scrutineer::store::detail {

// The first sheet holds the runs. Every other sheet has rows that belong to a run, named in the column run_key, in the
// order of the runs in the first sheet.
struct Sheet {
  std::string_view file;
  std::vector<std::string> columns;
  std::int64_t (*count)(const RunRecord&);  // rows
  std::string (*write)(const RunRecord&);
  void (*read)(CsvRows&, RunRecord&);  // adds the current row
};

inline constexpr std::string_view kSuiteFile = "suite.json";
inline constexpr std::int64_t kExportVersion = 1;

std::span<const Sheet> sheets();  // the runs first
std::string header_of(const Sheet& sheet);

struct ExportedSuite {
  SuiteRow suite;
  std::map<std::string, std::int64_t> rows;  // in each sheet
};
std::string suite_json(const ExportedSuite& exported);
Result<ExportedSuite> read_suite_json(std::string_view text, const std::string& file);

}  // namespace scrutineer::store::detail
