#include "store/detail/versions.h"

#include <fmt/format.h>

#include <string>

#include "base/text.h"

namespace scrutineer::store::detail {

namespace {

std::optional<Problem> set_version(Database& database, std::int64_t version) {
  const std::string text = std::to_string(version);
  if (auto problem = database.run("DELETE FROM store_info WHERE name = 'schema_version'")) return problem;
  return database.run("INSERT INTO store_info (name, value) VALUES ('schema_version', ?)", {std::string_view(text)});
}

std::optional<Problem> make_tables(Database& database, std::int64_t version) {
  for (const std::string& statement : creating_statements(database.dialect()))
    if (auto problem = database.run(statement)) return problem;
  return set_version(database, version);
}

// Views hold nothing: they are dropped first and made anew, so that tables below them can change.
std::optional<Problem> migrate(Database& database, std::int64_t from, std::int64_t to,
                               std::span<const Migration> steps) {
  for (const View& view : views())
    if (auto problem = database.run(fmt::format("DROP VIEW IF EXISTS {}", view.name))) return problem;
  for (const Migration& step : steps) {
    if (step.to_version <= from || step.to_version > to) continue;
    for (const std::string_view statement : step.statements)
      if (auto problem = database.run(statement)) return problem;
  }
  for (const std::string& statement : view_statements())
    if (auto problem = database.run(statement)) return problem;
  return set_version(database, to);
}

Problem too_new(const Database& database, std::int64_t version) {
  return {{.file = database.name()},
          fmt::format("this store was made by a newer program (its schema has version {}, this program knows {}): "
                      "install a Scrutineer that knows version {}",
                      version, kSchemaVersion, version)};
}

}  // namespace

Result<std::optional<std::int64_t>> stored_version(Database& database) {
  bool has_table = false;
  const std::string_view look = database.dialect() == Dialect::sqlite
                                    ? "SELECT 1 FROM sqlite_master WHERE name = 'store_info'"
                                    : "SELECT 1 FROM pg_tables WHERE tablename = 'store_info' AND schemaname = "
                                      "ANY(current_schemas(false))";
  if (auto problem = database.query(look, {}, [&](const Row&) { has_table = true; })) return *problem;
  if (!has_table) return std::optional<std::int64_t>();
  std::optional<std::int64_t> version;
  if (auto problem =
          database.query("SELECT value FROM store_info WHERE name = 'schema_version'", {}, [&](const Row& row) {
            if (const auto number = parse_integer(row.text(0))) version = *number;
          }))
    return *problem;
  if (!version)
    return Problem{{.file = database.name()},
                   "this store is damaged: it does not say which version it has. Restore a copy of it"};
  return version;
}

std::optional<Problem> bring_up_to_date(Database& database, OpenMode mode, std::int64_t version,
                                        std::span<const Migration> steps) {
  auto found = stored_version(database);
  if (!found) return found.problem();
  if (*found == version) return std::nullopt;
  if (*found > version) return too_new(database, **found);
  if (mode == OpenMode::read || (!*found && mode != OpenMode::create))
    return Problem{{.file = database.name()},
                   *found ? fmt::format("this store is of an older version ({}; now {}): `scrutineer suite check` with "
                                        "this store brings it up to date",
                                        **found, version)
                          : "there is no store in this database; `scrutineer suite run PATH --store` makes one"};
  if (auto problem = database.begin()) return problem;
  // SQLite lets only one process in here; a server is asked for a lock (of any number) that ends with the transaction.
  if (database.dialect() == Dialect::postgresql)
    if (auto problem = database.run("SELECT pg_advisory_xact_lock(1179602)")) return problem;
  // Another process may have done it meanwhile.
  found = stored_version(database);
  auto problem = !found              ? std::optional(found.problem())
                 : *found == version ? std::nullopt
                 : *found            ? migrate(database, **found, version, steps)
                                     : make_tables(database, version);
  if (!problem) problem = database.commit();
  if (problem) database.roll_back();
  return problem;
}

}  // namespace scrutineer::store::detail
