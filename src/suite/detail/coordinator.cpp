#include "suite/detail/coordinator.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "base/printable.h"
#include "suite/detail/record_bytes.h"

namespace scrutineer::suite::detail {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kGivenAhead = 2;         // so that a worker need not wait for us
constexpr std::size_t kRecordsAtOnce = 256;    // in a transaction
constexpr std::size_t kMostUnstored = 2'000;   // then nothing more is given out
constexpr milliseconds kLongestUnstored{500};  // what was found is safe after that
constexpr milliseconds kBetweenTries{1'000};   // of storing
constexpr milliseconds kBetweenNews{200};
constexpr milliseconds kTimeToFinish{4'000};  // after Ctrl-C, for runs that are being evaluated
constexpr std::chrono::seconds kPaceOver{20};
constexpr int kAttempts = 2;

double seconds_of(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

Coordinator::Coordinator(const SuiteJob& job, RecordSink& sink, SuiteWatcher& watcher, run::Outside& outside)
    : job_(job),
      sink_(sink),
      watcher_(watcher),
      workers_outside_{outside.files, outside.folders, silent_},
      schedule_(job.runs) {
  const auto wanted = static_cast<std::size_t>(std::max(job.jobs, 1));
  slots_.resize(std::max<std::size_t>(1, std::min(wanted, job.runs.size())));
}

SuiteOutcome Coordinator::run() {
  while (!is_finished()) {
    heed_signals();
    if (!is_stopping_) give_out();
    if (is_finished()) break;
    wait_for_news();
    kill_overdue();
    store_records(false);
    show();
  }
  abandon();
  store_records(true);
  outcome_.left = job_.runs.size() - done_;
  outcome_.seconds = seconds_of(Clock::now() - begun_);
  std::ranges::sort(outcome_.not_evaluated);
  std::ranges::sort(outcome_.still_not_evaluated);
  slots_.clear();
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  outcome_.largest_worker = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  shown_ = {};
  show();
  return std::move(outcome_);
}

bool Coordinator::is_finished() const {
  const bool is_idle = std::ranges::all_of(slots_, [](const Slot& slot) { return slot.given.empty(); });
  if (is_stopping_) return is_idle || Clock::now() >= give_up_at_;
  return is_idle && schedule_.left() == 0 && again_.empty() && unstored_.empty();
}

void Coordinator::give_out() {
  if (unstored_.size() >= kMostUnstored) return;
  for (Slot& slot : slots_) {
    if (is_stopping_) return;
    give_to(slot);
  }
}

void Coordinator::give_to(Slot& slot) {
  // A run that its worker died of is tried once more by a fresh worker, because results must not depend on which runs a
  // worker had evaluated before.
  if (!again_.empty() && slot.given.empty()) {
    if (slot.worker) schedule_.leave(slot.map);
    slot.worker.reset();
    start(slot);
    if (!slot.worker) return;
    slot.given.push_back(again_.front());
    slot.map = job_.runs[again_.front().run].map;
    again_.pop_front();
    slot.worker->send(slot.given.back());
    return;
  }
  while (slot.given.size() < kGivenAhead) {
    const auto run = schedule_.next(slot.map);
    if (!run) return;
    if (!slot.worker) start(slot);
    if (!slot.worker) {
      schedule_.give_back(*run);
      return;
    }
    slot.given.push_back({Request::Kind::evaluate, *run});
    slot.worker->send(slot.given.back());
  }
}

void Coordinator::start(Slot& slot) {
  auto worker = Worker::start([this](const Request& request) { return serve(request); }, job_.max_memory);
  if (worker)
    slot.worker.emplace(*std::move(worker));
  else
    stop(worker.problem());
}

// Runs in the worker's process.
Message Coordinator::serve(const Request& request) {
  if (!evaluator_)
    evaluator_ = std::make_unique<Evaluator>(
        job_.judging, Keeping{.intervals = job_.keep_intervals, .folders = job_.folders}, workers_outside_);
  const PlannedRun& planned = job_.runs[request.run];
  if (request.kind == Request::Kind::content)
    return {.kind = Message::Kind::content, .run = request.run, .text = evaluator_->content(planned)};
  try {
    auto record = evaluator_->evaluate(planned);
    if (!record) return {.kind = Message::Kind::broken, .run = request.run, .text = to_string(record.problem())};
    if (!*record) return {.kind = Message::Kind::unchanged, .run = request.run};
    return {.kind = Message::Kind::done,
            .run = request.run,
            .text = to_bytes(**record),
            .evaluating = evaluator_->evaluating()};
  } catch (const std::bad_alloc&) {
    return not_evaluated(request, store::Outcome::out_of_memory, "there is not enough memory");
  } catch (const std::exception& error) {  // our own mistake
    return not_evaluated(request, store::Outcome::crashed, fmt::format("internal error: {}", printable(error.what())));
  }
}

Message Coordinator::not_evaluated(const Request& request, store::Outcome outcome, std::string reason) {
  const PlannedRun& planned = job_.runs[request.run];
  store::RunRecord record;
  record.run.key = planned.key;
  record.run.manifest = planned.manifest;
  record.run.outcome = outcome;
  record.run.reason = std::move(reason);
  record.run.content = evaluator_->content(planned);
  return {.kind = Message::Kind::done, .run = request.run, .text = to_bytes(record)};
}

void Coordinator::wait_for_news() {
  std::vector<pollfd> polled{{signals_.descriptor(), POLLIN, 0}};
  std::vector<Slot*> of;
  for (Slot& slot : slots_) {
    if (!slot.worker) continue;
    polled.push_back({slot.worker->messages(), POLLIN, 0});
    of.push_back(&slot);
  }
  constexpr int kLongestWait = 100;  // ms
  if (::poll(polled.data(), polled.size(), kLongestWait) <= 0) return;
  for (std::size_t i = 0; i < of.size(); ++i)
    if (polled[i + 1].revents != 0) take_messages(*of[i]);
}

void Coordinator::take_messages(Slot& slot) {
  const bool is_alive = slot.worker->receive();
  while (auto message = slot.worker->next()) take(slot, *std::move(message));
  if (!is_alive) bury(slot);
}

void Coordinator::take(Slot& slot, Message message) {
  if (message.kind == Message::Kind::started) {
    slot.started = Clock::now();
    return;
  }
  slot.started.reset();
  slot.given.pop_front();
  outcome_.evaluating += message.evaluating;
  switch (message.kind) {
    case Message::Kind::started:
      break;
    case Message::Kind::done:
      if (auto record = record_from_bytes(message.text)) take_record(*std::move(record));
      break;
    case Message::Kind::unchanged:
      take_unchanged(job_.runs[message.run]);
      break;
    case Message::Kind::content: {
      auto failed = failed_.extract(message.run);
      failed.mapped().run.content = std::move(message.text);
      take_record(std::move(failed.mapped()));
      break;
    }
    case Message::Kind::broken:
      stop(Problem{{}, std::move(message.text)});
      break;
  }
}

void Coordinator::take_unchanged(const PlannedRun& run) {
  ++done_;
  if (run.failed_before)
    outcome_.still_not_evaluated.emplace_back(run.key, *run.failed_before);
  else
    ++outcome_.unchanged;
}

void Coordinator::take_record(store::RunRecord record) {
  ++done_;
  ++outcome_.outcomes[record.run.outcome];
  if (record.run.outcome == store::Outcome::evaluated) {
    ++outcome_.evaluated;
    ++outcome_.verdicts[record.run.verdict];
  } else {
    outcome_.not_evaluated.emplace_back(record.run.key, record.run.reason);
  }
  if (unstored_.empty()) oldest_unstored_ = Clock::now();
  unstored_.push_back(std::move(record));
}

// Takes a run out of the counts again: it was evaluated, but could not be stored.
void Coordinator::forget(const store::RunRow& run) {
  --done_;
  --outcome_.outcomes[run.outcome];
  if (run.outcome == store::Outcome::evaluated) {
    --outcome_.evaluated;
    --outcome_.verdicts[run.verdict];
  } else {
    std::erase_if(outcome_.not_evaluated, [&](const auto& failed) { return failed.first == run.key; });
  }
}

// The worker is gone. The run that it was evaluating is tried again or gets this as its outcome; runs that it had not
// begun go to other workers.
void Coordinator::bury(Slot& slot) {
  const Worker::End end = slot.worker->wait();
  slot.worker.reset();
  schedule_.leave(slot.map);
  slot.map = "/";
  const bool had_started = slot.started.has_value() && !slot.given.empty();
  const bool was_overdue = std::exchange(slot.is_overdue, false);
  slot.started.reset();
  std::deque<Request> given = std::exchange(slot.given, {});
  while (given.size() > (had_started ? 1U : 0U)) {
    if (given.back().kind == Request::Kind::content)
      again_.push_front(given.back());
    else
      schedule_.give_back(given.back().run);
    given.pop_back();
  }
  if (!had_started || is_stopping_) return;
  const Request request = given.front();
  if (request.kind == Request::Kind::content) {  // hashing failed, too: without a hash it is evaluated again next time
    take_record(std::move(failed_.extract(request.run).mapped()));
    return;
  }
  if (!was_overdue && ++attempts_[request.run] < kAttempts) {
    again_.push_back(request);
    return;
  }
  const PlannedRun& planned = job_.runs[request.run];
  store::RunRecord record;
  record.run.key = planned.key;
  record.run.manifest = planned.manifest;
  if (was_overdue) {
    record.run.outcome = store::Outcome::timeout;
    record.run.reason = fmt::format("was not evaluated within {} s (--timeout)", *job_.timeout);
    record.run.wall_s = *job_.timeout;
  } else if (end.out_of_memory) {
    record.run.outcome = store::Outcome::out_of_memory;
    record.run.reason =
        job_.max_memory ? fmt::format("needs more than {} MB of memory (--max-memory)", *job_.max_memory / 1'000'000)
                        : "there was not enough memory";
  } else {
    record.run.outcome = store::Outcome::crashed;
    record.run.reason = fmt::format("the process that evaluated it {}", end.how);
  }
  failed_.insert_or_assign(request.run, std::move(record));
  again_.push_back({Request::Kind::content, request.run});
}

void Coordinator::kill_overdue() {
  if (!job_.timeout) return;
  for (Slot& slot : slots_) {
    if (!slot.worker || !slot.started || slot.is_overdue || seconds_of(Clock::now() - *slot.started) < *job_.timeout)
      continue;
    if (!slot.given.empty() && slot.given.front().kind == Request::Kind::content) continue;
    slot.is_overdue = true;
    slot.worker->kill();
  }
}

void Coordinator::store_records(bool is_urgent) {
  if (unstored_.empty()) return;
  const auto now = Clock::now();
  if (!is_urgent && try_again_at_ && now < *try_again_at_) return;
  const bool nothing_is_coming = schedule_.left() == 0 && again_.empty() &&
                                 std::ranges::all_of(slots_, [](const Slot& slot) { return slot.given.empty(); });
  const bool is_time = unstored_.size() >= kRecordsAtOnce || now - *oldest_unstored_ >= kLongestUnstored;
  if (!is_urgent && !is_time && !nothing_is_coming) return;
  const auto problem = sink_.write(unstored_);
  if (!problem) {
    unstored_.clear();
    oldest_unstored_.reset();
    trouble_since_.reset();
    try_again_at_.reset();
    trouble_.clear();
    return;
  }
  trouble_ = to_string(*problem);
  if (!trouble_since_) trouble_since_ = now;
  try_again_at_ = Clock::now() + kBetweenTries;
  if (is_urgent) {  // the last try
    for (const store::RunRecord& record : unstored_) forget(record.run);
    if (!outcome_.problem) outcome_.problem = problem;
  } else if (now - *trouble_since_ >= job_.patience) {
    stop(problem);
  }
}

void Coordinator::heed_signals() {
  signals_.drain();
  if (signals_.times() == 0) return;
  outcome_.is_cancelled = true;
  if (!is_stopping_) stop(std::nullopt);
  if (signals_.times() > 1) give_up_at_ = Clock::now();
}

// Begins no more runs; those under way get kTimeToFinish to end.
void Coordinator::stop(std::optional<Problem> problem) {
  if (problem && !outcome_.problem) outcome_.problem = std::move(problem);
  if (is_stopping_) return;
  is_stopping_ = true;
  give_up_at_ = Clock::now() + kTimeToFinish;
}

void Coordinator::abandon() {
  for (Slot& slot : slots_) slot.worker.reset();
}

void Coordinator::show() {
  const auto now = Clock::now();
  if (now - shown_ < kBetweenNews) return;
  shown_ = now;
  pace_.emplace_back(now, done_);
  while (pace_.size() > 2 && now - pace_.front().first > kPaceOver) pace_.pop_front();
  SuiteProgress progress{.done = done_,
                         .all = job_.runs.size(),
                         .not_evaluated = outcome_.not_evaluated.size() + outcome_.still_not_evaluated.size()};
  progress.seconds = seconds_of(now - begun_);
  const double over = seconds_of(now - pace_.front().first);
  // What could not be stored is not done any more.
  if (over > 0.0 && done_ > pace_.front().second)
    progress.rate = static_cast<double>(done_ - pace_.front().second) / over;
  if (progress.rate > 0.0) progress.seconds_left = static_cast<double>(progress.all - done_) / progress.rate;
  for (const Slot& slot : slots_)
    if (slot.started && !slot.given.empty())
      progress.workers.push_back({job_.runs[slot.given.front().run].key, seconds_of(now - *slot.started)});
  progress.trouble = trouble_;
  watcher_.show(progress);
}

}  // namespace scrutineer::suite::detail

namespace scrutineer::suite {

RunContents::RunContents(const Judging& judging, run::Outside& outside)
    : evaluator_(std::make_unique<detail::Evaluator>(judging, detail::Keeping{}, outside)) {}
RunContents::~RunContents() = default;

std::string RunContents::of(const PlannedRun& run) { return evaluator_->content(run); }

SuiteOutcome run_suite(const SuiteJob& job, RecordSink& sink, SuiteWatcher& watcher, run::Outside& outside) {
  return detail::Coordinator(job, sink, watcher, outside).run();
}

}  // namespace scrutineer::suite
