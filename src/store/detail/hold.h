// Tells other processes that a suite is being evaluated, and by whom. The system lets go when the process ends, however it
// ends, so a suite that was killed can be gone on with at once.
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
  // Nothing: it is held now, or was already. Otherwise who has it.
  virtual Result<std::optional<std::string>> take(Database& database) = 0;
};

// A file beside a SQLite file, locked; a lock of the server otherwise, which goes with the connection.
std::unique_ptr<Hold> make_hold(const Database& database, std::int64_t suite, Holding holding);

}  // namespace scrutineer::store::detail
