// A PostgreSQL database as a Database. The only place that includes libpq's header.
#include <fmt/format.h>
#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/overloaded.h"
#include "store/detail/postgresql_plugin.h"

namespace scrutineer::store::detail {

namespace {

struct FinishConnection {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, FinishConnection>;
using Answer = std::unique_ptr<PGresult, ClearResult>;

// "?" as PostgreSQL writes parameters: $1, $2 ... Those in quotes are left alone.
std::string with_numbered_places(std::string_view sql) {
  std::string result;
  int place = 0;
  bool is_quoted = false;
  for (const char c : sql) {
    if (c == '\'') is_quoted = !is_quoted;
    if (c == '?' && !is_quoted) {
      result += '$' + std::to_string(++place);
    } else {
      result += c;
    }
  }
  return result;
}

std::string hex_of(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "\\x";
  text.reserve(2 + 2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

class PostgresqlRow final : public Row {
 public:
  void show(const PGresult* result, int row) {
    result_ = result;
    row_ = row;
  }
  bool is_null(int column) const override { return PQgetisnull(result_, row_, column) != 0; }
  std::int64_t integer(int column) const override { return parsed<std::int64_t>(column); }
  double number(int column) const override { return parsed<double>(column); }
  std::string_view text(int column) const override {
    return {PQgetvalue(result_, row_, column), static_cast<std::size_t>(PQgetlength(result_, row_, column))};
  }
  int columns() const override { return PQnfields(result_); }

 private:
  template <typename Number>
  Number parsed(int column) const {
    const std::string_view digits = text(column);
    if (digits == "t") return 1;
    Number value{};
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }

  const PGresult* result_ = nullptr;
  int row_ = 0;
};

// Rows in the text format of COPY, sent in pieces.
class CopyingSink final : public RowSink {
 public:
  explicit CopyingSink(PGconn* connection) : connection_(connection) {}

  void add(std::span<const Value> row) override {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) buffer_ += '\t';
      std::visit(
          Overloaded{[&](std::monostate) { buffer_ += "\\N"; }, [&](std::string_view text) { add_escaped(text); },
                     [&](Bytes bytes) { buffer_ += '\\' + hex_of(bytes.content); },
                     [&](auto number) { fmt::format_to(std::back_inserter(buffer_), "{}", number); }},
          row[i]);
    }
    buffer_ += '\n';
    if (buffer_.size() > kPiece) send();
  }
  void send() {
    is_good_ = is_good_ && PQputCopyData(connection_, buffer_.data(), static_cast<int>(buffer_.size())) == 1;
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kPiece = 256 * 1024;

  void add_escaped(std::string_view text) {
    for (const char c : text) {
      switch (c) {
        case '\\':
          buffer_ += "\\\\";
          break;
        case '\t':
          buffer_ += "\\t";
          break;
        case '\n':
          buffer_ += "\\n";
          break;
        case '\r':
          buffer_ += "\\r";
          break;
        default:
          buffer_ += c;
      }
    }
  }

  PGconn* connection_;
  std::string buffer_;
  bool is_good_ = true;  // what went wrong is told by the answer to the COPY
};

// The parameters of a statement as libpq wants them.
class Parameters {
 public:
  explicit Parameters(std::span<const Value> values) : texts_(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool is_null = std::holds_alternative<std::monostate>(values[i]);
      texts_[i] = std::visit(Overloaded{[](std::monostate) { return std::string(); },
                                        [](std::string_view text) { return std::string(text); },
                                        [](Bytes bytes) { return hex_of(bytes.content); },
                                        [](auto number) { return fmt::format("{}", number); }},
                             values[i]);
      pointers_.push_back(is_null ? nullptr : texts_[i].c_str());
    }
  }
  int count() const { return static_cast<int>(pointers_.size()); }
  const char* const* data() const { return pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<const char*> pointers_;
};

std::string first_line(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  for (const std::string_view front : {"ERROR:  ", "FATAL:  "})
    if (message.starts_with(front)) message.remove_prefix(front.size());
  return std::string(message);
}

class PostgresqlDatabase final : public Database {
 public:
  explicit PostgresqlDatabase(PostgresqlAddress address) : address_(std::move(address)) {}

  using Database::query;

  Dialect dialect() const override { return Dialect::postgresql; }
  std::string name() const override { return address_.name; }

  std::optional<Problem> query(std::string_view sql, std::span<const Value> parameters,
                               const RowVisitor& row) override {
    PostgresqlRow current;
    return ask(sql, parameters, kAsText, [&](const PGresult* answer) {
      current.show(answer, 0);
      row(current);
    });
  }

  // As text, bytes are twice as many, and both sides spend more time on that than on everything else.
  std::optional<Problem> query_bytes(std::string_view sql, std::span<const Value> parameters,
                                     const BytesVisitor& bytes) override {
    return ask(sql, parameters, kAsBytes, [&](const PGresult* answer) {
      bytes({PQgetvalue(answer, 0, 0), static_cast<std::size_t>(PQgetlength(answer, 0, 0))});
    });
  }

  std::optional<Problem> append(std::string_view table, std::string_view columns,
                                const std::function<void(RowSink&)>& rows) override {
    const Answer begun(PQexec(connection_.get(), fmt::format("COPY {} ({}) FROM STDIN", table, columns).c_str()));
    if (PQresultStatus(begun.get()) != PGRES_COPY_IN) return problem(begun.get());
    CopyingSink sink(connection_.get());
    rows(sink);
    sink.send();
    PQputCopyEnd(connection_.get(), nullptr);
    std::optional<Problem> found;
    while (const Answer answer{PQgetResult(connection_.get())})
      if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK && !found) found = problem(answer.get());
    if (!found && PQstatus(connection_.get()) == CONNECTION_BAD) found = problem(nullptr);
    return found;
  }

  std::optional<Problem> begin() override { return simple("BEGIN"); }
  std::optional<Problem> commit() override { return simple("COMMIT"); }
  void roll_back() override {
    const Retry retry = retry_;  // of what failed
    if (PQtransactionStatus(connection_.get()) != PQTRANS_IDLE) (void)simple("ROLLBACK");
    retry_ = retry;
  }

  Retry retry() const override { return retry_; }

  std::optional<Problem> reconnect() override {
    if (std::exchange(retry_, Retry::no) == Retry::at_once) return std::nullopt;  // it is connected
    // What comes before the address gives way to what the address says.
    const char* const keys[] = {"connect_timeout",
                                "keepalives_idle",
                                "tcp_user_timeout",
                                "application_name",
                                "dbname",
                                "client_encoding",
                                nullptr};
    const char* const values[] = {"10", "10", "30000", "scrutineer", address_.url.c_str(), "UTF8", nullptr};
    connection_.reset(PQconnectdbParams(keys, values, 1));
    if (PQstatus(connection_.get()) != CONNECTION_OK) {
      retry_ = Retry::when_back;
      return Problem{{.file = address_.name}, "cannot connect: " + first_line(PQerrorMessage(connection_.get()))};
    }
    PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
    return address_.is_read_only ? simple("SET default_transaction_read_only = on") : std::nullopt;
  }

 private:
  static constexpr int kAsText = 0, kAsBytes = 1;  // libpq's formats of an answer

  template <typename OnRow>
  std::optional<Problem> ask(std::string_view sql, std::span<const Value> parameters, int format, const OnRow& on_row) {
    const Parameters given(parameters);
    if (PQsendQueryParams(connection_.get(), with_numbered_places(sql).c_str(), given.count(), nullptr, given.data(),
                          nullptr, nullptr, format) == 0)
      return problem(nullptr);
    // Row by row: an answer may be larger than the memory.
    PQsetSingleRowMode(connection_.get());
    std::optional<Problem> found;
    while (const Answer answer{PQgetResult(connection_.get())}) {
      const ExecStatusType status = PQresultStatus(answer.get());
      if (status == PGRES_SINGLE_TUPLE) {
        on_row(answer.get());
      } else if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && !found) {
        found = problem(answer.get());
      }
    }
    return found;
  }

  std::optional<Problem> simple(const char* sql) {
    const Answer answer(PQexec(connection_.get(), sql));
    return PQresultStatus(answer.get()) == PGRES_COMMAND_OK ? std::nullopt : std::optional(problem(answer.get()));
  }

  Problem problem(const PGresult* answer) {
    const char* code = answer == nullptr ? nullptr : PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    const std::string_view state = code == nullptr ? "" : code;
    const std::string said = first_line(PQerrorMessage(connection_.get()));
    const auto begins = [&](std::initializer_list<std::string_view> codes) {
      return std::ranges::any_of(codes, [&](std::string_view front) { return state.starts_with(front); });
    };
    // What the server says has a code; libpq's own words, that the connection is lost, have none.
    const bool is_away = state.empty() || begins({"57P", "08"}) || PQstatus(connection_.get()) == CONNECTION_BAD;
    const bool is_conflict = begins({"40", "23505"});  // serialisation, deadlock; a key that is there now
    retry_ = is_away ? Retry::when_back : is_conflict ? Retry::at_once : Retry::no;
    if (is_away) return {{.file = address_.name}, fmt::format("the database server went away ({})", said)};
    if (begins({"53100"}))
      return {{.file = address_.name},
              "the server's disk is full; what was written before stays. Free some space there and start the command "
              "again"};
    if (begins({"42501", "25006"}))
      return {{.file = address_.name}, fmt::format("this user may not do that there: {}", said)};
    return {{.file = address_.name}, said};
  }

  PostgresqlAddress address_;
  Connection connection_;
  Retry retry_ = Retry::no;
};

}  // namespace

}  // namespace scrutineer::store::detail

extern "C" __attribute__((visibility("default"))) bool scrutineer_postgresql(
    const scrutineer::store::detail::PostgresqlAddress& address, std::unique_ptr<scrutineer::store::Database>& database,
    scrutineer::Problem& problem) {
  auto opened = std::make_unique<scrutineer::store::detail::PostgresqlDatabase>(address);
  if (auto found = opened->reconnect()) {
    problem = *found;
    return false;
  }
  database = std::move(opened);
  return true;
}
