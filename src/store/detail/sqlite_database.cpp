#include "store/detail/sqlite_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/overloaded.h"
#include "base/sqlite.h"

namespace scrutineer::store::detail {

namespace {

class SqliteRow final : public Row {
 public:
  explicit SqliteRow(const SqliteStatement& statement) : statement_(statement) {}
  bool is_null(int column) const override { return statement_.is_null(column); }
  std::int64_t integer(int column) const override { return statement_.integer(column); }
  double number(int column) const override { return statement_.number(column); }
  std::string_view text(int column) const override { return statement_.text(column); }
  int columns() const override { return statement_.columns(); }

 private:
  const SqliteStatement& statement_;
};

void bind_all(SqliteStatement& statement, std::span<const Value> values) {
  for (int place = 0; place < static_cast<int>(values.size()); ++place)
    std::visit(Overloaded{[&](std::monostate) { statement.bind_null(place); },
                          [&](Bytes bytes) { statement.bind_bytes(place, bytes.content); },
                          [&](auto value) { statement.bind(place, value); }},
               values[static_cast<std::size_t>(place)]);
}

// Adds rows several at a time: for short rows, running a statement costs more than what it writes.
class InsertingSink final : public RowSink {
 public:
  static constexpr std::size_t kRowsAtOnce = 32;

  InsertingSink(SqliteStatement& one, SqliteStatement& many, std::size_t columns)
      : one_(one), many_(many), columns_(columns) {
    waiting_.reserve(columns * kRowsAtOnce);
  }
  void add(std::span<const Value> row) override {
    waiting_.insert(waiting_.end(), row.begin(), row.end());
    if (waiting_.size() < columns_ * kRowsAtOnce) return;
    run(many_, waiting_);
    waiting_.clear();
  }
  std::optional<Problem> finish() {
    for (std::span<const Value> left = waiting_; !left.empty(); left = left.subspan(columns_))
      run(one_, left.first(columns_));
    return problem_;
  }

 private:
  void run(SqliteStatement& statement, std::span<const Value> values) {
    if (problem_) return;
    bind_all(statement, values);
    problem_ = statement.run();
  }

  SqliteStatement &one_, &many_;
  std::size_t columns_;
  std::vector<Value> waiting_;
  std::optional<Problem> problem_;
};

// For so many rows of so many columns.
std::string insert_statement(std::string_view table, std::string_view columns, std::size_t column_count,
                             std::size_t row_count) {
  std::string row = "(?";
  for (std::size_t column = 1; column < column_count; ++column) row += ", ?";
  row += ")";
  std::string sql = fmt::format("INSERT INTO {} ({}) VALUES {}", table, columns, row);
  for (std::size_t count = 1; count < row_count; ++count) sql += ", " + row;
  return sql;
}

class SqliteDatabase final : public Database {
 public:
  SqliteDatabase(Sqlite sqlite, std::string file) : sqlite_(std::move(sqlite)), file_(std::move(file)) {}

  using Database::query;

  Dialect dialect() const override { return Dialect::sqlite; }
  std::string name() const override { return file_; }

  std::optional<Problem> query(std::string_view sql, std::span<const Value> parameters,
                               const RowVisitor& row) override {
    auto statement = take(sql);
    if (!statement) return statement.problem();
    bind_all(*statement, parameters);
    const SqliteRow current(*statement);
    auto has_row = statement->step();
    for (; has_row && *has_row; has_row = statement->step()) row(current);
    give_back(sql, std::move(*statement));
    return has_row ? std::nullopt : std::optional(has_row.problem());
  }

  std::optional<Problem> query_bytes(std::string_view sql, std::span<const Value> parameters,
                                     const BytesVisitor& bytes) override {
    return query(sql, parameters, [&](const Row& row) { bytes(row.text(0)); });
  }

  std::optional<Problem> append(std::string_view table, std::string_view columns,
                                const std::function<void(RowSink&)>& rows) override {
    const std::size_t column_count = 1 + static_cast<std::size_t>(std::ranges::count(columns, ','));
    const std::string sql_of_one = insert_statement(table, columns, column_count, 1);
    const std::string sql_of_many = insert_statement(table, columns, column_count, InsertingSink::kRowsAtOnce);
    auto one = take(sql_of_one), many = take(sql_of_many);
    if (!one) return one.problem();
    if (!many) return many.problem();
    InsertingSink sink(*one, *many, column_count);
    rows(sink);
    auto problem = sink.finish();
    give_back(sql_of_one, std::move(*one));
    give_back(sql_of_many, std::move(*many));
    return problem;
  }

  // IMMEDIATE: two that first read and then write would otherwise refuse each other at once, without waiting.
  std::optional<Problem> begin() override { return sqlite_.run("BEGIN IMMEDIATE"); }
  std::optional<Problem> commit() override { return sqlite_.run("COMMIT"); }
  void roll_back() override {
    if (sqlite_.is_in_transaction()) (void)sqlite_.run("ROLLBACK");
  }
  Retry retry() const override { return Retry::no; }
  std::optional<Problem> reconnect() override { return std::nullopt; }

 private:
  static constexpr std::size_t kMostKept = 100;

  // Statements are kept from call to call, as preparing one costs more than running most of them.
  Result<SqliteStatement> take(std::string_view sql) {
    const auto found = statements_.find(sql);
    if (found == statements_.end()) return sqlite_.prepare(sql);
    SqliteStatement statement = std::move(found->second);
    statements_.erase(found);
    return statement;
  }
  void give_back(std::string_view sql, SqliteStatement statement) {
    statement.reset();
    if (statements_.size() < kMostKept) statements_.insert_or_assign(std::string(sql), std::move(statement));
  }

  Sqlite sqlite_;
  std::string file_;
  std::map<std::string, SqliteStatement, std::less<>> statements_;
};

Sqlite::Mode sqlite_mode(OpenMode mode) {
  switch (mode) {
    case OpenMode::read:
      return Sqlite::Mode::read;
    case OpenMode::write:
      return Sqlite::Mode::write;
    case OpenMode::create:
      return Sqlite::Mode::create;
  }
  return Sqlite::Mode::read;
}

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const std::string& file, OpenMode mode, const OpenOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    return Problem{{.file = file}, "is a folder; a store is a file, such as nights.db, or postgresql://host/database"};
  if (mode != OpenMode::create && !std::filesystem::exists(file, ignored))
    return Problem{{.file = file}, "there is no such store; `scrutineer suite run PATH --store FILE` makes one"};
  auto sqlite = Sqlite::open(file, sqlite_mode(mode));
  if (!sqlite) return sqlite.problem();
  const int patience = static_cast<int>(options.patience.count());
  sqlite->wait_for_locks(patience);
  // A read-only connection cannot switch it on.
  if (mode != OpenMode::read)
    if (auto problem = sqlite->use_log(patience)) return *problem;
  if (auto problem =
          sqlite->run("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; "
                      "PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824; PRAGMA wal_autocheckpoint = 8000"))
    return *problem;
  return std::unique_ptr<Database>(std::make_unique<SqliteDatabase>(std::move(*sqlite), file));
}

}  // namespace scrutineer::store::detail
