// How fast a store takes rows, and how large they are in it:
//
//   build/release/bin/store_microbench
//   build/release/bin/store_microbench --benchmark_filter=postgresql
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "kit/made_up_records.h"
#include "kit/postgresql.h"
#include "kit/scratch_folder.h"
#include "store/store.h"

namespace scrutineer::store {
namespace {

void must(const std::optional<Problem>& problem) {
  if (problem) throw std::runtime_error(to_string(*problem));
}

// Bytes of a table with its indices.
double size_of(Store& store, Dialect dialect, const std::string& table) {
  double bytes = 0.0;
  must(store.query(
      dialect == Dialect::sqlite
          ? "SELECT sum(pgsize) FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = ?)"
          : "SELECT pg_total_relation_size(CAST(? AS TEXT)::regclass)",
      {std::string_view(table)}, [&](const Row& row) { bytes = row.number(0); }));
  return bytes;
}

struct Counted {
  double runs = 0, issues = 0, issue_metrics = 0, metrics = 0;
};
Counted count(const std::vector<RunRecord>& records) {
  Counted counted;
  for (const RunRecord& record : records) {
    counted.runs += 1;
    counted.issues += static_cast<double>(record.issues.size());
    counted.metrics += static_cast<double>(record.metrics.size());
    for (const IssueRow& issue : record.issues) counted.issue_metrics += static_cast<double>(issue.metrics.size());
  }
  return counted;
}

// Only what the store does is timed, not the making up.
void write_suite(benchmark::State& state, Dialect dialect, int issue_metrics, std::int64_t runs = 100'000,
                 std::int64_t at_once = 500) {
  using Clock = std::chrono::steady_clock;
  for (auto _ : state) {
    const kit::ScratchFolder scratch;
    auto opened = open_store(
        dialect == Dialect::sqlite ? scratch.file("store.db") : kit::PostgresqlServer::shared().new_database(),
        OpenMode::create);
    if (!opened) throw std::runtime_error(to_string(opened.problem()));
    Store& store = **opened;
    const std::int64_t suite = store.make_suite({.name = "night"})->id;
    Counted all;
    double seconds = 0.0, cpu_seconds = 0.0;
    for (std::int64_t first = 0; first < runs; first += at_once) {
      const auto records = kit::made_up_records({.first = first, .count = at_once, .issue_metrics = issue_metrics});
      const Counted counted = count(records);
      const auto began = Clock::now();
      const std::clock_t cpu_began = std::clock();
      must(store.write(suite, records));
      cpu_seconds += static_cast<double>(std::clock() - cpu_began) / CLOCKS_PER_SEC;
      seconds += std::chrono::duration<double>(Clock::now() - began).count();
      all.runs += counted.runs;
      all.issues += counted.issues;
      all.metrics += counted.metrics;
      all.issue_metrics += counted.issue_metrics;
    }
    state.SetIterationTime(seconds);
    state.counters["issues"] = all.issues;
    state.counters["issues_per_s"] = all.issues / seconds;
    state.counters["cpu_s"] = cpu_seconds;
    state.counters["cpu_us_per_run"] = 1e6 * cpu_seconds / all.runs;
    state.counters["rows_per_s"] = (all.issues + all.metrics + all.issue_metrics + 5 * all.runs) / seconds;
    state.counters["bytes_per_issue"] = size_of(store, dialect, "issues") / all.issues;
    state.counters["bytes_per_metric"] = size_of(store, dialect, "metrics") / all.metrics;
    if (issue_metrics > 0)
      state.counters["bytes_per_issue_metric"] = size_of(store, dialect, "issue_metrics") / all.issue_metrics;
  }
}
// Issues alone, and with what was measured of them; and run by run, as a suite of slow runs stores them.
#define SCRUTINEER_STORE_BENCH(...) \
  BENCHMARK_CAPTURE(__VA_ARGS__)->UseManualTime()->Iterations(1)->Unit(benchmark::kSecond)
SCRUTINEER_STORE_BENCH(write_suite, sqlite_issues, Dialect::sqlite, 0);
SCRUTINEER_STORE_BENCH(write_suite, sqlite_all, Dialect::sqlite, 5);
SCRUTINEER_STORE_BENCH(write_suite, sqlite_run_by_run, Dialect::sqlite, 5, 5'000, 1);
SCRUTINEER_STORE_BENCH(write_suite, postgresql_issues, Dialect::postgresql, 0);
SCRUTINEER_STORE_BENCH(write_suite, postgresql_all, Dialect::postgresql, 5);
SCRUTINEER_STORE_BENCH(write_suite, postgresql_run_by_run, Dialect::postgresql, 5, 5'000, 1);

}  // namespace
}  // namespace scrutineer::store
