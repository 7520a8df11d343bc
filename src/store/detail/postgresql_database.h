// A PostgreSQL server as a Database, through the plugin for it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace scrutineer::store::detail {

Result<std::unique_ptr<Database>> open_postgresql(const std::string& url, OpenMode mode);

// "postgresql://me:secret@host/db" is "postgresql://me@host/db" for people.
std::string without_password(std::string_view url);

}  // namespace scrutineer::store::detail
