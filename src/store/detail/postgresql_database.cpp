#include "store/detail/postgresql_database.h"

#include "base/plugin.h"
#include "store/detail/postgresql_plugin.h"

namespace scrutineer::store::detail {

std::string without_password(std::string_view url) {
  const std::size_t begin = url.find("://");
  if (begin == std::string_view::npos) return std::string(url);
  const std::size_t host = begin + 3;
  const std::size_t at = url.substr(host, url.find('/', host) - host).rfind('@');
  std::string shown(url.substr(0, url.find('?')));  // options may hold one, too
  if (at == std::string_view::npos) return shown;
  const std::size_t colon = url.substr(host, at).find(':');
  if (colon != std::string_view::npos) shown.erase(host + colon, at - colon);
  return shown;
}

Result<std::unique_ptr<Database>> open_postgresql(const std::string& url, OpenMode mode) {
  const auto connect = plugin_function<decltype(scrutineer_postgresql)>(
      {.name = "scrutineer_postgresql",
       .function = "scrutineer_postgresql",
       .what_to_do =
           "a store in PostgreSQL needs libpq, and this program was built without it; first: scripts/install-deps "
           "postgresql && make build (a store in a file, --store nights.db, needs nothing)"});
  if (!connect) return connect.problem();
  std::unique_ptr<Database> database;
  Problem problem;
  if (!(*connect)({url, without_password(url), mode == OpenMode::read}, database, problem)) return problem;
  return database;
}

}  // namespace scrutineer::store::detail
