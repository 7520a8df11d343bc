// Evaluates the runs of a plan in worker processes and hands what was found to a sink, many records at a time.
//
//   SuiteJob job{.runs = plan->runs, .jobs = 2, .timeout = 60.0};
//   const SuiteOutcome outcome = run_suite(job, sink, watcher, outside);
//
// A run that crashes, takes too long or wants too much memory has that as its outcome, and the suite goes on. What is
// found does not depend on the number of workers or on their order.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/outside.h"
#include "store/rows.h"
#include "suite/content.h"
#include "suite/plan.h"

namespace scrutineer::suite {

namespace detail {
class Evaluator;
}

struct SuiteJob {
  std::vector<PlannedRun> runs;
  Judging judging = {};
  bool keep_intervals = false;
  std::string folders = {};  // each run's result is kept in a subfolder of this; empty: not kept
  int jobs = 1;
  std::optional<double> timeout = {};            // seconds for a run
  std::optional<std::uint64_t> max_memory = {};  // bytes for a worker
  // How long storing records is tried again before the suite stops.
  std::chrono::milliseconds patience{60'000};
};

// Where records go.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  // Stores all of them, or none and gives a problem; then it is called again with the same records.
  virtual std::optional<Problem> write(std::span<const store::RunRecord> records) = 0;
};

// How far a suite is.
struct SuiteProgress {
  std::size_t done = 0, all = 0;  // done includes runs that had not changed
  std::size_t not_evaluated = 0;  // of those that are done: unreadable, crashed, ...
  double seconds = 0.0;
  double rate = 0.0;                   // runs each second, of late
  std::optional<double> seconds_left;  // nothing: nobody knows
  struct Busy {
    std::string key;
    double seconds = 0.0;
  };
  std::vector<Busy> workers;  // that evaluate something just now
  std::string trouble = {};   // why records cannot be stored just now
};

class SuiteWatcher {
 public:
  virtual ~SuiteWatcher() = default;
  virtual void show(const SuiteProgress& progress) = 0;  // several times a second
};

using FailedRuns = std::vector<std::pair<std::string, std::string>>;  // key and reason, by key

struct SuiteOutcome {
  // Every run of the job is in one of these five.
  std::size_t evaluated = 0;       // in this call
  std::size_t unchanged = 0;       // evaluated before, and not again
  std::size_t left = 0;            // the suite stopped before them
  FailedRuns not_evaluated;        // tried in this call
  FailedRuns still_not_evaluated;  // tried before, and not again because they have not changed

  std::map<store::Outcome, std::size_t> outcomes;  // of what was tried in this call
  std::map<std::string, std::size_t> verdicts;     // of what was evaluated in this call
  bool is_cancelled = false;                       // by Ctrl-C, or SIGTERM
  std::optional<Problem> problem;                  // why it could not go on
  double seconds = 0.0;
  double evaluating = 0.0;           // seconds of processor time that decoding and evaluating took, of all workers
  std::uint64_t largest_worker = 0;  // bytes of memory at most

  std::size_t tried() const { return evaluated + not_evaluated.size(); }
  std::size_t all() const { return tried() + unchanged + still_not_evaluated.size() + left; }
  bool is_complete() const { return left == 0 && !is_cancelled && !problem; }
};

// What runs would be evaluated from now: the content of their records.
class RunContents {
 public:
  RunContents(const Judging& judging, run::Outside& outside);
  ~RunContents();
  RunContents(const RunContents&) = delete;
  RunContents& operator=(const RunContents&) = delete;

  std::string of(const PlannedRun& run);

 private:
  std::unique_ptr<detail::Evaluator> evaluator_;
};

SuiteOutcome run_suite(const SuiteJob& job, RecordSink& sink, SuiteWatcher& watcher, run::Outside& outside);

}  // namespace scrutineer::suite
