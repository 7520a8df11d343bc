// How long people wait for answers about suites of 100,000 runs with 1,000,000 issues and 1,000,000 metrics:
//
//   build/release/bin/suite_microbench --benchmark_filter=questions
//
// The first answer of each is that of a connection that was just opened; the rest are warm.
#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include "kit/made_up_records.h"
#include "kit/postgresql.h"
#include "kit/scratch_folder.h"
#include "suite/finish.h"
#include "suite/questions.h"

namespace scrutineer::suite {
namespace {

constexpr std::int64_t kRuns = 100'000, kAtOnce = 500;
constexpr int kNights = 2;

void must(const std::optional<Problem>& problem) {
  if (problem) throw std::runtime_error(to_string(*problem));
}

// Two nights, made once for all benchmarks of a kind of store.
class LargeStore {
 public:
  explicit LargeStore(store::Dialect dialect)
      : place_(dialect == store::Dialect::sqlite ? scratch_.file("store.db")
                                                 : kit::PostgresqlServer::shared().new_database()) {
    const auto store = open(store::OpenMode::create);
    for (int night = 1; night <= kNights; ++night) {
      const std::int64_t suite =
          store->make_suite({.name = "night-" + std::to_string(night), .created = "2026-11-0" + std::to_string(night)})
              ->id;
      for (std::int64_t first = 0; first < kRuns; first += kAtOnce)
        must(store->write(
            suite, kit::made_up_records({.first = first, .count = kAtOnce, .night = night, .issue_metrics = 1})));
      const auto began = std::chrono::steady_clock::now();
      must(finish_suite(*store, suite));
      finishing_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    }
  }
  std::unique_ptr<store::Store> open(store::OpenMode mode = store::OpenMode::read) const {
    auto store = store::open_store(place_, mode);
    if (!store) throw std::runtime_error(to_string(store.problem()));
    return std::move(*store);
  }
  double finishing() const { return finishing_; }  // seconds, of the second night

 private:
  kit::ScratchFolder scratch_;
  std::string place_;
  double finishing_ = 0.0;
};

const LargeStore& large_store(store::Dialect dialect) {
  if (dialect == store::Dialect::sqlite) {
    static const LargeStore kSqlite(store::Dialect::sqlite);
    return kSqlite;
  }
  static const LargeStore kPostgresql(store::Dialect::postgresql);
  return kPostgresql;
}

using Ask = Result<Answer> (*)(store::Store&);
Result<Answer> show(store::Store& store) { return ask_show(store, {.suite = "night-2"}); }
Result<Answer> issues(store::Store& store) { return ask_issues(store, {.suite = "night-2", .only_new = true}); }
Result<Answer> diff(store::Store& store) {
  return ask_diff(store, {.before = "night-1", .now = "night-2", .with_metrics = false});
}
Result<Answer> diff_with_metrics(store::Store& store) {
  return ask_diff(store, {.before = "night-1", .now = "night-2"});
}

void questions(benchmark::State& state, store::Dialect dialect, Ask ask) {
  const LargeStore& large = large_store(dialect);
  const auto store = large.open();
  const auto timed = [&] {
    const auto began = std::chrono::steady_clock::now();
    const auto answer = ask(*store);
    if (!answer) throw std::runtime_error(to_string(answer.problem()));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };
  const double first = timed();
  for (auto _ : state) state.SetIterationTime(timed());
  state.counters["first_s"] = first;
  state.counters["finishing_s"] = large.finishing();
}

#define SCRUTINEER_QUESTION(name, dialect, ask) \
  BENCHMARK_CAPTURE(questions, name, dialect, ask)->UseManualTime()->Iterations(3)->Unit(benchmark::kSecond)
SCRUTINEER_QUESTION(sqlite_show, store::Dialect::sqlite, show);
SCRUTINEER_QUESTION(sqlite_new_issues, store::Dialect::sqlite, issues);
SCRUTINEER_QUESTION(sqlite_diff, store::Dialect::sqlite, diff);
SCRUTINEER_QUESTION(sqlite_diff_with_metrics, store::Dialect::sqlite, diff_with_metrics);
SCRUTINEER_QUESTION(postgresql_show, store::Dialect::postgresql, show);
SCRUTINEER_QUESTION(postgresql_new_issues, store::Dialect::postgresql, issues);
SCRUTINEER_QUESTION(postgresql_diff, store::Dialect::postgresql, diff);
SCRUTINEER_QUESTION(postgresql_diff_with_metrics, store::Dialect::postgresql, diff_with_metrics);
#undef SCRUTINEER_QUESTION

}  // namespace
}  // namespace scrutineer::suite
