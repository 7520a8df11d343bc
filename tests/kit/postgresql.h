// A PostgreSQL server of the tests' own: in a scratch folder, reached through a socket in it, gone with the process.
//
//   SCRUTINEER_NEEDS_POSTGRESQL();
//   const std::string url = kit::PostgresqlServer::shared().new_database();
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <memory>
#include <string>

#include "kit/plugins.h"
#include "kit/scratch_folder.h"

// Skips the test, visibly, where there is no server or no plugin for it.
#define SCRUTINEER_NEEDS_POSTGRESQL()                                                                 \
  do {                                                                                                \
    SCRUTINEER_NEEDS_PLUGIN("scrutineer_postgresql", "postgresql");                                   \
    if (!::scrutineer::kit::PostgresqlServer::is_installed())                                         \
      GTEST_SKIP() << "no PostgreSQL server: Debian's package postgresql; scripts/install-deps test"; \
  } while (false)

namespace scrutineer::kit {

class PostgresqlServer {
 public:
  static bool is_installed();
  static PostgresqlServer& shared();  // started when first asked for

  PostgresqlServer();
  ~PostgresqlServer();
  PostgresqlServer(const PostgresqlServer&) = delete;
  PostgresqlServer& operator=(const PostgresqlServer&) = delete;

  // An empty one, as an address.
  std::string new_database();
  // At once, as if the machine had failed; what was committed is there after start().
  void kill();
  void start();

 private:
  bool answers() const;

  ScratchFolder folder_;
  pid_t process_ = 0;
  int databases_ = 0;
};

}  // namespace scrutineer::kit
