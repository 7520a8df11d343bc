// A lock that tells other processes that a suite is being evaluated, and by which process. The system releases it when
// the process ends, even if it is killed, so the suite can be continued at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace scrutineer::store::detail {

class Hold {
 public:
  virtual ~Hold() = default;
  // Takes the lock, unless it is held already. The text names the process that has it; nothing: this one has it now.
  virtual Result<std::optional<std::string>> take(Database& database) = 0;
};

// For SQLite a locked file beside the store's; for PostgreSQL a lock of the server, which ends with the connection.
std::unique_ptr<Hold> make_hold(const Database& database, std::int64_t suite, Holding holding);

}  // namespace scrutineer::store::detail
