// A store: all suites that were ever evaluated, in a SQLite file or a PostgreSQL database.
//
//   auto store = open_store("nights.db", OpenMode::create);
//   if (!store) return store.problem();
//   auto suite = (*store)->make_suite({.name = "night-17", .created = now});
//   if (auto problem = (*store)->write(*suite, records)) return *problem;      // all of them, or none
//
// Several processes may have one store open. docs/store.md describes the tables for people's own tools.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/rows.h"

namespace scrutineer::store {

namespace detail {
class Hold;
}

enum class OpenMode : std::uint8_t { read, write, create };  // create: makes it if there is none

// Who evaluates a suite does so alone, or shares the work with others that do.
enum class Holding : std::uint8_t { alone, shared };

struct OpenOptions {
  // How long to wait for other processes that are writing, and for a server that went away to come back.
  std::chrono::milliseconds patience{30'000};
};

class Store {
 public:
  Store(std::unique_ptr<Database> database, OpenOptions options);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  std::string name() const;  // the file, or the address without a password
  Dialect dialect() const;

  // ---- suites -------------------------------------------------------------------------------------------------------
  // With the id that the store gave it. A problem: there is one of that name.
  Result<SuiteRow> make_suite(SuiteRow suite);
  Result<std::optional<SuiteRow>> find_suite(std::string_view name);
  Result<std::vector<SuiteRow>> suites();  // by the time they were created, then by id
  std::optional<Problem> set_state(std::int64_t suite, SuiteState state);
  // Before a suite is evaluated, so that two processes do not do the same work: until this store is closed, or the
  // process ends. A problem says who has it.
  std::optional<Problem> hold(const SuiteRow& suite, Holding holding);

  // ---- runs ---------------------------------------------------------------------------------------------------------
  // In one transaction: all are stored when this returns, or none. A key that the suite has is replaced, so that what
  // may have been written can be written again. The ids in the records are not looked at.
  std::optional<Problem> write(std::int64_t suite, std::span<const RunRecord> records);
  Result<std::vector<KnownRun>> known(std::int64_t suite);  // by key
  Result<std::vector<RunRow>> runs(std::int64_t suite);     // by key
  Result<RunRecord> read(const RunRow& run);                // everything about one of them
  // With all of its rows.
  std::optional<Problem> remove_suite(std::int64_t suite);

  // What removed rows leave behind in a file; a server sees to it itself.
  std::optional<Problem> give_room_back();

  // ---- anything else ------------------------------------------------------------------------------------------------
  // SQL as both databases understand it; see database.h. For questions only: changes belong into a transaction.
  std::optional<Problem> query(std::string_view sql, std::span<const Value> parameters, const RowVisitor& row);
  std::optional<Problem> query(std::string_view sql, std::initializer_list<Value> parameters, const RowVisitor& row) {
    return query(sql, std::span<const Value>(parameters.begin(), parameters.size()), row);
  }
  // The same for an answer of one column of bytes.
  std::optional<Problem> query_bytes(std::string_view sql, std::initializer_list<Value> parameters,
                                     const BytesVisitor& bytes);
  // Commits what `work` did, or undoes all of it where that returns a problem. `work` may be called again when the
  // server went away in between.
  std::optional<Problem> transaction(const std::function<std::optional<Problem>(Database&)>& work);

 private:
  using Work = std::function<std::optional<Problem>(Database&)>;
  std::optional<Problem> persistently(const Work& work);
  std::optional<Problem> ask_again_unless(const bool& has_answered, const Work& ask);
  std::optional<Problem> hold_again();

  std::unique_ptr<Database> database_;
  OpenOptions options_;
  std::unique_ptr<detail::Hold> hold_;
  std::string held_suite_;
};

// A file, or "postgresql://user@host/database". A store of an older version is brought up to date; of a newer one it is
// a problem.
Result<std::unique_ptr<Store>> open_store(const std::string& place, OpenMode mode, OpenOptions options = {});

// Whether it names a database server rather than a file.
bool is_server(std::string_view place);

}  // namespace scrutineer::store
