#include "base/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

namespace scrutineer {

namespace {

// What happened and what to do. The words must fit every use of SQLite: the caller knows what the file is for.
Problem sqlite_problem(sqlite3* database, int code, const std::string& file) {
  const std::string detail = database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database);
  const int system_error = database == nullptr ? 0 : sqlite3_system_errno(database);
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {{.file = file}, "another process holds this database and did not let go of it in time; try again"};
    case SQLITE_FULL:
      return {{.file = file},
              "the disk is full; what was written before stays. Free some space and start the command again"};
    case SQLITE_CORRUPT:
      return {
          {.file = file},
          fmt::format(
              "this database is damaged ({}). Restore a copy of it, or save what can be read: sqlite3 {} .recover | "
              "sqlite3 saved.db",
              detail, file)};
    case SQLITE_NOTADB:
      return {{.file = file}, "this file is no SQLite database, or it is damaged at its beginning"};
    case SQLITE_READONLY:
      return {{.file = file}, "cannot write: the file or its folder is read-only"};
    case SQLITE_CANTOPEN:
      return {{.file = file},
              system_error == 0 ? "cannot open" : fmt::format("cannot open: {}", std::strerror(system_error))};
    case SQLITE_IOERR:
      return {{.file = file},
              fmt::format("reading or writing failed: {}", system_error == 0 ? detail : std::strerror(system_error))};
    default:
      return {{.file = file}, detail};
  }
}

int flags_of(Sqlite::Mode mode) {
  switch (mode) {
    case Sqlite::Mode::read:
      return SQLITE_OPEN_READONLY;
    case Sqlite::Mode::write:
      return SQLITE_OPEN_READWRITE;
    case Sqlite::Mode::create:
      return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  }
  return 0;
}

}  // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void SqliteStatement::bind_null(int place) { sqlite3_bind_null(statement_.get(), place + 1); }
void SqliteStatement::bind(int place, std::int64_t value) { sqlite3_bind_int64(statement_.get(), place + 1, value); }
void SqliteStatement::bind(int place, double value) { sqlite3_bind_double(statement_.get(), place + 1, value); }
void SqliteStatement::bind(int place, std::string_view text) {
  // A null pointer would be NULL, not the empty text.
  sqlite3_bind_text64(statement_.get(), place + 1, text.data() == nullptr ? "" : text.data(), text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
}
void SqliteStatement::bind_bytes(int place, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), place + 1, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                      SQLITE_STATIC);
}

Result<bool> SqliteStatement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return sqlite_problem(sqlite3_db_handle(statement_.get()), code, file_);
}

void SqliteStatement::reset() { sqlite3_reset(statement_.get()); }

std::optional<Problem> SqliteStatement::run() {
  std::optional<Problem> problem;
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_DONE && code != SQLITE_ROW)
    problem = sqlite_problem(sqlite3_db_handle(statement_.get()), code, file_);
  sqlite3_reset(statement_.get());
  return problem;
}

int SqliteStatement::columns() const { return sqlite3_column_count(statement_.get()); }
bool SqliteStatement::is_null(int place) const { return sqlite3_column_type(statement_.get(), place) == SQLITE_NULL; }
std::int64_t SqliteStatement::integer(int place) const { return sqlite3_column_int64(statement_.get(), place); }
double SqliteStatement::number(int place) const { return sqlite3_column_double(statement_.get(), place); }
std::string_view SqliteStatement::text(int place) const {
  const void* bytes = sqlite3_column_type(statement_.get(), place) == SQLITE_BLOB
                          ? sqlite3_column_blob(statement_.get(), place)
                          : sqlite3_column_text(statement_.get(), place);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), place))};
}

void Sqlite::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Result<Sqlite> Sqlite::open(const std::string& file, Mode mode) {
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(file.c_str(), &opened, flags_of(mode) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  Sqlite database(opened, file);
  if (code != SQLITE_OK) return sqlite_problem(opened, code, file);
  return database;
}

Result<SqliteStatement> Sqlite::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  if (code != SQLITE_OK) return sqlite_problem(database_.get(), code, file_);
  return SqliteStatement(statement, file_);
}

std::optional<Problem> Sqlite::run(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return sqlite_problem(database_.get(), code, file_);
  return std::nullopt;
}

void Sqlite::wait_for_locks(int milliseconds) { sqlite3_busy_timeout(database_.get(), milliseconds); }

std::optional<Problem> Sqlite::use_log(int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    const int code = sqlite3_exec(database_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return std::nullopt;
    if ((code & 0xff) != SQLITE_BUSY || Clock::now() >= end) return sqlite_problem(database_.get(), code, file_);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

bool Sqlite::is_in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

}  // namespace scrutineer
