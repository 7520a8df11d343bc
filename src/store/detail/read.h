// Reading runs back as the records that they were written from.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/rows.h"

namespace scrutineer::store::detail {

Result<std::vector<RunRow>> read_runs(Database& database, std::int64_t suite);
// All that belongs to the run.
Result<RunRecord> read_record(Database& database, RunRow run);

}  // namespace scrutineer::store::detail
