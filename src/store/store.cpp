#include "store/store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "store/detail/clean_texts.h"
#include "store/detail/hold.h"
#include "store/detail/postgresql_database.h"
#include "store/detail/read.h"
#include "store/detail/sqlite_database.h"
#include "store/detail/versions.h"
#include "store/detail/write.h"

namespace scrutineer::store {

namespace {

using Labels = std::map<std::string, std::string>;

Result<std::vector<SuiteRow>> read_suites(Database& database) {
  std::map<std::int64_t, Labels> labels;
  if (auto problem = database.query("SELECT suite, name, value FROM suite_labels", {},
                                    [&](const Row& row) { labels[row.integer(0)].emplace(row.text(1), row.text(2)); }))
    return *problem;
  std::vector<SuiteRow> suites;
  if (auto problem = database.query(
          "SELECT id, name, created, engine_version, configuration, state FROM suites", {}, [&](const Row& row) {
            suites.push_back({.id = row.integer(0),
                              .name = std::string(row.text(1)),
                              .labels = labels[row.integer(0)],
                              .created = std::string(row.text(2)),
                              .engine_version = std::string(row.text(3)),
                              .configuration = std::string(row.text(4)),
                              .state = suite_state_from_word(row.text(5)).value_or(SuiteState::running)});
          }))
    return *problem;
  std::ranges::sort(suites, [](const SuiteRow& a, const SuiteRow& b) {
    return std::tie(a.created, a.id) < std::tie(b.created, b.id);
  });
  return suites;
}

std::optional<Problem> insert_suite(Database& database, SuiteRow& suite) {
  bool is_taken = false;
  if (auto problem = database.query("SELECT 1 FROM suites WHERE name = ?", {std::string_view(suite.name)},
                                    [&](const Row&) { is_taken = true; }))
    return problem;
  if (is_taken) return Problem{{.file = database.name()}, fmt::format("there is a suite \"{}\" already", suite.name)};
  if (auto problem = database.query(
          "INSERT INTO suites (name, created, engine_version, configuration, state) VALUES (?, ?, ?, ?, ?) RETURNING "
          "id",
          {std::string_view(suite.name), std::string_view(suite.created), std::string_view(suite.engine_version),
           std::string_view(suite.configuration), to_word(suite.state)},
          [&](const Row& row) { suite.id = row.integer(0); }))
    return problem;
  return database.append("suite_labels", "suite, name, value", [&](RowSink& sink) {
    for (const auto& [name, value] : suite.labels)
      sink.add(std::array<Value, 3>{suite.id, std::string_view(name), std::string_view(value)});
  });
}

}  // namespace

Store::Store(std::unique_ptr<Database> database, OpenOptions options)
    : database_(std::move(database)), options_(options) {}
Store::~Store() = default;

std::string Store::name() const { return database_->name(); }
Dialect Store::dialect() const { return database_->dialect(); }

std::optional<Problem> Store::give_room_back() {
  if (dialect() != Dialect::sqlite) return std::nullopt;
  // VACUUM copies everything through the write-ahead log, so the log has to be cut, too.
  if (auto problem = database_->run("VACUUM")) return problem;
  return database_->run("PRAGMA wal_checkpoint(TRUNCATE)");
}

Result<SuiteRow> Store::make_suite(SuiteRow suite) {
  if (auto problem = transaction([&](Database& database) { return insert_suite(database, suite); })) return *problem;
  return suite;
}

Result<std::optional<SuiteRow>> Store::find_suite(std::string_view name) {
  auto all = suites();
  if (!all) return all.problem();
  const auto found = std::ranges::find(*all, name, &SuiteRow::name);
  return found == all->end() ? std::optional<SuiteRow>() : std::move(*found);
}

Result<std::vector<SuiteRow>> Store::suites() {
  Result<std::vector<SuiteRow>> result = std::vector<SuiteRow>();
  if (auto problem = persistently([&](Database& database) -> std::optional<Problem> {
        result = read_suites(database);
        return result ? std::nullopt : std::optional(result.problem());
      }))
    return *problem;
  return result;
}

std::optional<Problem> Store::set_state(std::int64_t suite, SuiteState state) {
  return transaction([&](Database& database) {
    return database.run("UPDATE suites SET state = ? WHERE id = ?", {to_word(state), suite});
  });
}

std::optional<Problem> Store::hold(const SuiteRow& suite, Holding holding) {
  using Clock = std::chrono::steady_clock;
  // The workers of a killed process keep its lock for another moment, so a refusal is not final at once.
  constexpr std::chrono::milliseconds kPause(100), kLongest(2'000);
  hold_ = detail::make_hold(*database_, suite.id, holding);
  held_suite_ = suite.name;
  const Clock::time_point deadline = Clock::now() + std::min(kLongest, options_.patience);
  auto problem = hold_again();
  while (problem && Clock::now() + kPause < deadline) {
    std::this_thread::sleep_for(kPause);
    problem = hold_again();
  }
  if (problem) hold_.reset();
  return problem;
}

std::optional<Problem> Store::hold_again() {
  if (!hold_) return std::nullopt;
  const auto holder = hold_->take(*database_);
  if (!holder) return holder.problem();
  if (!*holder) return std::nullopt;
  return Problem{{.file = name()},
                 fmt::format("suite \"{}\" is being evaluated by {}; wait until that has ended, or stop it, and start "
                             "this command again",
                             held_suite_, **holder)};
}

std::optional<Problem> Store::write(std::int64_t suite, std::span<const RunRecord> records) {
  if (!detail::are_clean(records)) return write(suite, detail::cleaned(records));
  std::set<std::string_view> keys;
  for (const RunRecord& record : records)
    if (!keys.insert(record.run.key).second)
      return Problem{{.file = record.run.manifest},
                     fmt::format("two runs have the key \"{}\"; a key is one run of a suite", record.run.key)};
  return transaction([&](Database& database) { return detail::write_runs(database, suite, records); });
}

Result<std::vector<KnownRun>> Store::known(std::int64_t suite) {
  std::vector<KnownRun> known;
  if (auto problem = persistently([&](Database& database) {
        known.clear();
        return database.query(
            "SELECT t.key, r.content, r.outcome, r.verdict FROM runs r JOIN tests t ON t.id = r.test WHERE r.suite = ?",
            {suite}, [&](const Row& row) {
              known.push_back({std::string(row.text(0)), std::string(row.text(1)),
                               outcome_from_word(row.text(2)).value_or(Outcome::evaluated), std::string(row.text(3))});
            });
      }))
    return *problem;
  std::ranges::sort(known, {}, &KnownRun::key);
  return known;
}

Result<std::vector<RunRow>> Store::runs(std::int64_t suite) {
  Result<std::vector<RunRow>> result = std::vector<RunRow>();
  if (auto problem = persistently([&](Database& database) -> std::optional<Problem> {
        result = detail::read_runs(database, suite);
        return result ? std::nullopt : std::optional(result.problem());
      }))
    return *problem;
  return result;
}

Result<RunRecord> Store::read(const RunRow& run) {
  Result<RunRecord> result = RunRecord();
  if (auto problem = persistently([&](Database& database) -> std::optional<Problem> {
        result = detail::read_record(database, run);
        return result ? std::nullopt : std::optional(result.problem());
      }))
    return *problem;
  return result;
}

std::optional<Problem> Store::remove_suite(std::int64_t suite) {
  return transaction([&](Database& database) -> std::optional<Problem> {
    if (auto problem = detail::remove_rows_of_suite(database, suite)) return problem;
    for (const std::string_view sql : {"DELETE FROM runs WHERE suite = ?", "DELETE FROM suite_labels WHERE suite = ?",
                                       "DELETE FROM baselines WHERE suite = ?", "DELETE FROM overviews WHERE suite = ?",
                                       "DELETE FROM suites WHERE id = ?"})
      if (auto problem = database.run(sql, {suite})) return problem;
    return std::nullopt;
  });
}

std::optional<Problem> Store::query(std::string_view sql, std::span<const Value> parameters, const RowVisitor& row) {
  bool has_answered = false;
  const Work ask = [&](Database& database) {
    return database.query(sql, parameters, [&](const Row& current) {
      has_answered = true;
      row(current);
    });
  };
  return ask_again_unless(has_answered, ask);
}

std::optional<Problem> Store::query_bytes(std::string_view sql, std::initializer_list<Value> parameters,
                                          const BytesVisitor& bytes) {
  bool has_answered = false;
  const Work ask = [&](Database& database) {
    return database.query_bytes(sql, {parameters.begin(), parameters.size()}, [&](std::string_view content) {
      has_answered = true;
      bytes(content);
    });
  };
  return ask_again_unless(has_answered, ask);
}

// Asks again if the server went away, unless the caller already got rows: those cannot be taken back.
std::optional<Problem> Store::ask_again_unless(const bool& has_answered, const Work& ask) {
  auto problem = ask(*database_);
  if (!problem || has_answered || database_->retry() != Retry::when_back) return problem;
  return persistently(ask);
}

std::optional<Problem> Store::transaction(const std::function<std::optional<Problem>(Database&)>& work) {
  return persistently([&](Database& database) {
    auto problem = database.begin();
    if (!problem) problem = work(database);
    if (!problem) problem = database.commit();
    if (problem) database.roll_back();
    return problem;
  });
}

// If the server goes away, connects again and repeats all of the work, as long as the patience lasts. The work may have
// been committed just before the connection broke; repeating it is harmless, because a run replaces itself.
std::optional<Problem> Store::persistently(const Work& work) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPause(200);
  constexpr int kMostConflicts = 5;
  auto problem = work(*database_);
  const Clock::time_point deadline = Clock::now() + options_.patience;
  for (int conflicts = 0; problem && database_->retry() != Retry::no;) {
    if (database_->retry() == Retry::at_once) {
      if (++conflicts > kMostConflicts) break;
    } else if (Clock::now() + kPause > deadline) {
      break;
    } else {
      std::this_thread::sleep_for(kPause);
    }
    problem = database_->reconnect();
    if (!problem) problem = hold_again();  // the server's lock ended with the connection
    if (!problem) problem = work(*database_);
  }
  if (problem && database_->retry() == Retry::when_back)
    problem->message += fmt::format(
        "; it did not come back within {} s. What was written before stays: start the command again when the server is "
        "back",
        std::chrono::duration_cast<std::chrono::seconds>(options_.patience).count());
  return problem;
}

bool is_server(std::string_view place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

Result<std::unique_ptr<Store>> open_store(const std::string& place, OpenMode mode, OpenOptions options) {
  auto database = is_server(place) ? detail::open_postgresql(place, mode) : detail::open_sqlite(place, mode, options);
  if (!database) return database.problem();
  if (auto problem = detail::bring_up_to_date(**database, mode)) return *problem;
  return std::make_unique<Store>(std::move(*database), options);
}

}  // namespace scrutineer::store
