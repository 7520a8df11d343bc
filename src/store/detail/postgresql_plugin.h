// What the plugin for PostgreSQL exports; its code is in store/plugin/.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/database.h"

namespace scrutineer::store::detail {

struct PostgresqlAddress {
  std::string url;
  std::string name;  // what people are shown: the url without a password
  bool is_read_only = false;
};

}  // namespace scrutineer::store::detail

// False: `problem` says why there is no connection.
extern "C" bool scrutineer_postgresql(const scrutineer::store::detail::PostgresqlAddress& address,
                                      std::unique_ptr<scrutineer::store::Database>& database,
                                      scrutineer::Problem& problem);
