// A store: all suites that were ever evaluated, in a SQLite file or a PostgreSQL database.
//
//   auto store = open_store("nights.db", OpenMode::create);
//   if (!store) return store.problem();
//   auto suite = (*store)->make_suite({.name = "night-17", .created = now});
//   if (auto problem = (*store)->write(*suite, records)) return *problem;      // all of them, or none
//
// Several processes may have one store open. docs/store.md is about stores, docs/store_tables.md lists their tables.
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

// Whether a process evaluates a suite alone, or shares the work with other processes that hold it as shared.
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
  // Returns the suite with the id that the store gave it. A problem: the store has a suite of that name.
  Result<SuiteRow> make_suite(SuiteRow suite);
  Result<std::optional<SuiteRow>> find_suite(std::string_view name);
  Result<std::vector<SuiteRow>> suites();  // by the time they were created, then by id
  std::optional<Problem> set_state(std::int64_t suite, SuiteState state);
  // To be called before evaluating a suite, so that two processes do not do the same work. Holds it until this store is
  // closed or the process ends. A problem: another process holds the suite; the message names it.
  std::optional<Problem> hold(const SuiteRow& suite, Holding holding);

  // ---- runs ---------------------------------------------------------------------------------------------------------
  // In one transaction: when this returns, all records are stored or none. A run whose key the suite already has is
  // replaced, so writing it twice does no harm. The ids in the records are ignored.
  std::optional<Problem> write(std::int64_t suite, std::span<const RunRecord> records);
  Result<std::vector<KnownRun>> known(std::int64_t suite);  // by key
  Result<std::vector<RunRow>> runs(std::int64_t suite);     // by key
  Result<RunRecord> read(const RunRow& run);                // everything about one of them
  // Removes the suite with all of its rows.
  std::optional<Problem> remove_suite(std::int64_t suite);

  // Gives the room of removed rows in a SQLite file back to the disk. A server does this itself.
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
  // Commits what `work` did, or undoes all of it if `work` returns a problem. If the server goes away in between,
  // `work` is called again.
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

// `place` is a file, or "postgresql://user@host/database". A store of an older version is brought up to date; a store
// of a newer version is a problem.
Result<std::unique_ptr<Store>> open_store(const std::string& place, OpenMode mode, OpenOptions options = {});

// Whether it names a database server rather than a file.
bool is_server(std::string_view place);

}  // namespace scrutineer::store
