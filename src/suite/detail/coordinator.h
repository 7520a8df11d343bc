// The process that calls run_suite(): hands runs to workers, stores their records, and replaces workers that died.
//
// It has one thread and one loop, so that forking further workers is safe at any time.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "suite/detail/evaluator.h"
#include "suite/detail/schedule.h"
#include "suite/detail/stop_signals.h"
#include "suite/detail/worker.h"
#include "suite/run_suite.h"

namespace scrutineer::suite::detail {

class Coordinator {
 public:
  Coordinator(const SuiteJob& job, RecordSink& sink, SuiteWatcher& watcher, run::Outside& outside);

  SuiteOutcome run();

 private:
  using Clock = std::chrono::steady_clock;
  struct Slot {
    std::optional<Worker> worker = {};
    std::string map = "/";           // of the run evaluated last; "/" is the name of no map
    std::deque<Request> given = {};  // requests; once `started` is set, it works on the first
    std::optional<Clock::time_point> started = {};
    bool is_overdue = false;
  };

  bool is_finished() const;
  void give_out();
  void give_to(Slot& slot);
  void start(Slot& slot);
  void wait_for_news();
  void take_messages(Slot& slot);
  void take(Slot& slot, Message message);
  void take_unchanged(const PlannedRun& run);
  void take_record(store::RunRecord record);
  void forget(const store::RunRow& run);
  void bury(Slot& slot);
  void kill_overdue();
  void store_records(bool is_urgent);
  void heed_signals();
  void stop(std::optional<Problem> problem);
  void abandon();
  void show();
  Message serve(const Request& request);
  Message not_evaluated(const Request& request, store::Outcome outcome, std::string reason);

  const SuiteJob& job_;
  RecordSink& sink_;
  SuiteWatcher& watcher_;
  run::NoProgress silent_;
  run::Outside workers_outside_;
  std::unique_ptr<Evaluator> evaluator_;  // in a worker only
  StopSignals signals_;
  Schedule schedule_;
  std::vector<Slot> slots_;
  std::map<std::size_t, store::RunRecord> failed_;  // by run: records that wait for their content hash
  std::deque<Request> again_;                       // to be tried again, by a fresh worker
  std::map<std::size_t, int> attempts_;             // by run: how often its worker died

  std::vector<store::RunRecord> unstored_;
  std::optional<Clock::time_point> oldest_unstored_, trouble_since_, try_again_at_;
  std::string trouble_;

  SuiteOutcome outcome_;
  std::size_t done_ = 0;
  Clock::time_point begun_ = Clock::now(), shown_{};
  std::deque<std::pair<Clock::time_point, std::size_t>> pace_;  // how many runs were done at recent moments
  bool is_stopping_ = false;
  Clock::time_point give_up_at_{};
};

}  // namespace scrutineer::suite::detail
