// A database as the store uses it: SQLite and PostgreSQL in the same words.
//
// SQL is the subset that both understand, with `?` for parameters. Numbers that are added up are cast where PostgreSQL
// would make them decimals: CAST(sum(frames) AS BIGINT).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

namespace scrutineer::store {

struct Bytes {
  std::string_view content;
};

// A parameter or cell; std::monostate is NULL. Texts and bytes are views: they belong to the caller.
using Value = std::variant<std::monostate, std::int64_t, double, std::string_view, Bytes>;

// The current row of an answer. Columns count from 0.
class Row {
 public:
  virtual ~Row() = default;
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;  // NULL: 0
  virtual double number(int column) const = 0;
  virtual std::string_view text(int column) const = 0;  // NULL: empty; good until the next row
  virtual int columns() const = 0;
};
using RowVisitor = std::function<void(const Row&)>;
using BytesVisitor = std::function<void(std::string_view)>;

// Takes the rows of one table, one after the other. Their texts must live until all rows are added.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void add(std::span<const Value> row) = 0;
};

// When repeating a failed transaction may help: never, at once (another process wrote the same rows), or when the
// server is back.
enum class Retry : std::uint8_t { no, at_once, when_back };

enum class Dialect : std::uint8_t { sqlite, postgresql };

class Database {
 public:
  virtual ~Database() = default;

  virtual Dialect dialect() const = 0;
  virtual std::string name() const = 0;  // the file, or the address without a password
  // Runs one statement; `row` is called for every row of its answer, and must not use the database meanwhile.
  // Nothing: it worked.
  virtual std::optional<Problem> query(std::string_view sql, std::span<const Value> parameters,
                                       const RowVisitor& row) = 0;
  // The same for an answer of one column of bytes; a cell may hold tens of megabytes.
  virtual std::optional<Problem> query_bytes(std::string_view sql, std::span<const Value> parameters,
                                             const BytesVisitor& bytes) = 0;
  // Many rows at once, the fastest way there is. `columns` is a list: "run, number, time".
  virtual std::optional<Problem> append(std::string_view table, std::string_view columns,
                                        const std::function<void(RowSink&)>& rows) = 0;

  // A transaction that writes: others wait until commit() or roll_back().
  virtual std::optional<Problem> begin() = 0;
  virtual std::optional<Problem> commit() = 0;
  virtual void roll_back() = 0;

  // Whether the transaction that failed last may work if it is repeated as a whole, after reconnect().
  virtual Retry retry() const = 0;
  virtual std::optional<Problem> reconnect() = 0;

  std::optional<Problem> query(std::string_view sql, std::initializer_list<Value> parameters, const RowVisitor& row) {
    return query(sql, std::span<const Value>(parameters.begin(), parameters.size()), row);
  }
  std::optional<Problem> run(std::string_view sql, std::initializer_list<Value> parameters = {}) {
    return query(sql, parameters, [](const Row&) {});
  }
};

}  // namespace scrutineer::store
