// Which version a store has, and bringing it to the program's.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/result.h"
#include "store/database.h"
#include "store/schema.h"
#include "store/store.h"

namespace scrutineer::store::detail {

// Of the store's schema; nothing: there is no store in this database.
Result<std::optional<std::int64_t>> stored_version(Database& database);

// Makes the tables of a new store, or brings those of an older one to `version`, in one transaction.
std::optional<Problem> bring_up_to_date(Database& database, OpenMode mode, std::int64_t version = kSchemaVersion,
                                        std::span<const Migration> steps = migrations());

}  // namespace scrutineer::store::detail
