// One interval of one actor: how it is opened, closed and put on record, and the issue that it may raise.
//
// When it opens and closes is decided by a Lifecycle (lifecycle.h) or by the check itself; Watch carries it out.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "watch/context.h"
#include "watch/declare.h"

namespace scrutineer::watch {

// What users may ask a check to say while it runs, with a parameter whose path ends in ".log_level": when intervals
// start and end (every check with such a parameter does, see Watch), and then also what it sees in every sample.
enum class LogLevel : std::uint8_t { info_level, debug_level, trace_level };
inline constexpr std::array<std::string_view, 3> kLogLevels{"info_level", "debug_level", "trace_level"};

inline constexpr Time kNever = Time::max();

// The actor of an instance as it is named in results, good even when it is gone.
struct SubjectRef {
  ActorRef actor;
  trace::Driver driver = trace::Driver::external_driver;  // when the interval began
};

// An invalid slot is the run's own, whose subject is the ego; nobody if the ego is not there.
SubjectRef subject_of(const scene::Scene& scene, scene::Slot slot);

// Where and why an interval ends.
struct Ending {
  Time at{};
  EndedBy by = EndedBy::condition;
  std::string_view justified_by = {};  // what excuses it from then on; empty: nothing does

  bool operator==(const Ending&) const = default;
};

struct Closing {
  const SubjectRef& subject;
  Time start{}, end{};
  EndedBy ended_by = EndedBy::condition;
  std::string_view justified_by = {};  // what ended it by excusing it; empty: nothing did

  double duration() const { return to_seconds(end - start); }
};

// What is recorded of a finding: its kind as a place in CheckInfo::kinds, its metrics as values in the order of
// CheckInfo::metrics. Checks write a Finding, which becomes this.
struct RecordedFinding {
  std::size_t kind = 0;
  bool is_issue = true;
  std::string message, details;
  std::vector<Value> data;
  std::optional<ActorRef> other;
};

// What a check found. `Judge` is the check: it has its kinds of issues and its metrics (declare.h).
template <typename Judge>
struct Finding {
  using Kind = typename DeclarationsOf<Judge>::Kind;
  using Metrics = typename DeclarationsOf<Judge>::Metrics;

  Kind kind{};           // the first, unless it says otherwise
  bool is_issue = true;  // false: only the interval
  std::string message;   // to a person, one line: who did what, the numbers, the setting (person_words.h)
  // The sentence with the parameter's path (wording.h), to which the time is added; empty: the message.
  std::string details;
  Metrics data{};
  std::optional<ActorRef> other;

  operator RecordedFinding() const {  // NOLINT(google-explicit-constructor): it is the same, ready to be recorded
    return {static_cast<std::size_t>(kind), is_issue, message, details, values_of(data), other};
  }
};

// An interval of an instance. Small while it is not open, as nearly all are: instances are stepped through in memory.
struct OpenInterval {
  Time start = kNever;
  std::unique_ptr<SubjectRef> subject;  // null: not open

  bool is_open() const { return subject != nullptr; }
};

// Through which an instance opens and closes its intervals.
class Watch {
 public:
  Watch(const CheckInfo& check, Context& context, scene::Slot slot, Time last)
      : check_(check), context_(context), slot_(slot), last_(last) {}

  Context& context() { return context_; }
  const CheckInfo& check() const { return check_; }
  // At the current frame, or since an earlier one.
  void open(OpenInterval& interval) { open(interval, context_.now()); }
  void open(OpenInterval& interval, Time since);
  // Ends it: by its condition at the current frame, else at the last frame that belongs to it. The finding is recorded,
  // and raised unless it is none or the instance was frozen.
  void close(OpenInterval& interval, EndedBy ended_by, const RecordedFinding& finding) {
    close(interval, ended_by, end_time(ended_by), finding);
  }
  void close(OpenInterval& interval, EndedBy ended_by, Time end, const RecordedFinding& finding);
  // An issue at once, without waiting for the interval's end.
  void raise(const OpenInterval& interval, Time end, const RecordedFinding& finding) {
    raise(interval, end, end, finding);
  }
  // ... that is known only now, though it was over before.
  void raise(const OpenInterval& interval, Time end, Time known, const RecordedFinding& finding);
  // Only the interval.
  void record(OpenInterval& interval, EndedBy ended_by, Time end, const RecordedFinding& finding);

  // What the check says at the level that its log_level asks for.
  void log(LogLevel level, std::string text) const;

  Closing closing(const OpenInterval& interval, EndedBy ended_by) const {
    return closing(interval, Ending{end_time(ended_by), ended_by});
  }
  static Closing closing(const OpenInterval& interval, const Ending& ending) {
    return {*interval.subject, interval.start, ending.at, ending.by, ending.justified_by};
  }
  Time end_time(EndedBy ended_by) const { return ended_by == EndedBy::condition ? context_.now() : last_; }

 private:
  void log(LogLevel level, const ActorRef& actor, std::string text) const;
  bool is_asked_to_log(const ActorRef& actor) const;

  const CheckInfo& check_;
  Context& context_;
  scene::Slot slot_;
  Time last_;  // the last frame that had the actor as it was
};

}  // namespace scrutineer::watch
