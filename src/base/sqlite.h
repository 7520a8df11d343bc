// SQLite's C interface with errors as values. The only place that includes sqlite3.h.
//
//   auto database = Sqlite::open("night.db", Sqlite::Mode::create);
//   if (!database) return database.problem();
//   auto insert = database->prepare("INSERT INTO runs (key) VALUES (?)");
//   insert->bind(0, "town/17");
//   if (auto problem = insert->run()) return *problem;
//
// Not for several threads at once; several processes may have one file open.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace scrutineer {

// A prepared statement. Places of parameters and columns count from 0.
class SqliteStatement {
 public:
  void bind_null(int place);
  void bind(int place, std::int64_t value);
  void bind(int place, double value);
  // Texts are not copied: they must live until run() or the last step() returned.
  void bind(int place, std::string_view text);
  void bind_bytes(int place, std::string_view bytes);

  // To the next row of the answer; false: there is none. After a problem, and when done, call reset().
  Result<bool> step();
  void reset();
  // A statement without an answer, from the start, ready to be bound and run again.
  std::optional<Problem> run();

  int columns() const;
  bool is_null(int place) const;
  std::int64_t integer(int place) const;
  double number(int place) const;
  std::string_view text(int place) const;  // or bytes; good until the next step

 private:
  friend class Sqlite;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  SqliteStatement(sqlite3_stmt* statement, std::string file) : statement_(statement), file_(std::move(file)) {}

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string file_;
};

class Sqlite {
 public:
  enum class Mode : std::uint8_t { read, write, create };  // create: also where there is no file yet

  static Result<Sqlite> open(const std::string& file, Mode mode);

  Result<SqliteStatement> prepare(std::string_view sql);
  // One statement or several, without an answer.
  std::optional<Problem> run(const std::string& sql);
  // How long to wait for other processes that are writing; SQLite refuses a lock that is held for longer.
  void wait_for_locks(int milliseconds);
  // Keeps changes in a log beside the file, so that readers and a writer do not wait for each other. While several
  // processes do this at once SQLite refuses without waiting; here they wait for each other as for any other lock.
  std::optional<Problem> use_log(int milliseconds);
  bool is_in_transaction() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Sqlite(sqlite3* database, std::string file) : database_(database), file_(std::move(file)) {}

  std::unique_ptr<sqlite3, Close> database_;
  std::string file_;
};

}  // namespace scrutineer
