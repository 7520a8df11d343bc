// Texts that every database takes: UTF-8 without zero bytes. Anything else becomes U+FFFD, as in runtime_data.json.
#pragma once

#include <span>
#include <vector>

#include "store/rows.h"

namespace scrutineer::store::detail {

bool are_clean(std::span<const RunRecord> records);
void clean(RunRecord& record);
std::vector<RunRecord> cleaned(std::span<const RunRecord> records);

}  // namespace scrutineer::store::detail
