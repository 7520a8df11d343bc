// What commands that evaluate suites have in common: the store's side of it, and what is said at the end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/detail/options.h"
#include "app/detail/shared_options.h"
#include "app/detail/suite_answers.h"
#include "app/run.h"
#include "store/store.h"
#include "suite/run_suite.h"

namespace scrutineer::app {

// Short, as run_suite() tries again by itself and must not miss Ctrl-C meanwhile.
inline constexpr store::OpenOptions kSuitePatience{.patience = std::chrono::milliseconds(1'500)};

void add_store(Options& options, std::string& store);
void add_jobs(Options& options, int& jobs);
int jobs_or_processors(int jobs);

class StoreSink : public suite::RecordSink {
 public:
  StoreSink(store::Store& store, std::int64_t suite) : store_(store), suite_(suite) {}
  std::optional<Problem> write(std::span<const store::RunRecord> records) override {
    return store_.write(suite_, records);
  }

 private:
  store::Store& store_;
  std::int64_t suite_;
};

// The suite of that name, made if there is none, and held. A problem: there is one with other labels, or another process
// evaluates it.
Result<store::SuiteRow> begin_suite(store::Store& store, const store::SuiteRow& wanted, store::Holding holding);
// Tells the runs what they were made from when they were evaluated before, unless they are to be evaluated again anyway.
// Gives how many runs the suite has that are not among them.
Result<std::size_t> note_known(store::Store& store, const store::SuiteRow& suite, bool retry_failed,
                               suite::SuiteJob& job, Outside& outside);
// A suite that was stopped is not complete because some of its runs were named and are done. `not_named`: how many runs
// the store has beside those, `named`.
std::optional<Problem> too_few_named(const store::SuiteRow& before, std::size_t named, std::size_t not_named);
std::optional<Problem> end_suite(store::Store& store, const store::SuiteRow& suite, const suite::SuiteOutcome& outcome);

struct SuiteSaid {
  std::string name, store;
  int jobs = 1;
  std::size_t not_planned = 0;  // runs that the store has beyond the plan
};
// The runs that could not be evaluated, with their reasons, as lines for people; the first ones if there are many.
// `how` goes on behind "could not be evaluated".
std::string not_evaluated_text(const suite::FailedRuns& runs, std::string_view how = "");
// Returns the exit code.
int say_outcome(const SuiteSaid& said, const suite::SuiteOutcome& outcome, AnswerFormat format, Outside& outside);

}  // namespace scrutineer::app
