// A SQLite file as a Database.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace scrutineer::store::detail {

Result<std::unique_ptr<Database>> open_sqlite(const std::string& file, OpenMode mode, const OpenOptions& options);

}  // namespace scrutineer::store::detail
