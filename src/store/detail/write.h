// Writing runs: texts become ids of the dictionaries, and the rows of a run replace older ones of the same key.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "store/database.h"
#include "store/rows.h"

namespace scrutineer::store::detail {

// Within a transaction of the caller.
std::optional<Problem> write_runs(Database& database, std::int64_t suite, std::span<const RunRecord> records);
// All that belongs to the runs of the suite, but for their own rows.
std::optional<Problem> remove_rows_of_suite(Database& database, std::int64_t suite);

}  // namespace scrutineer::store::detail
