// What an evaluation finds: intervals, and the issues that some of them raise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/time.h"
#include "trace/frame.h"

namespace scrutineer::watch {

// In order. `ignore` is not reported; both error levels count against the run, `error` also ends a live one.
enum class Severity : std::uint8_t { ignore, info, warning, error_continue, error };
// Whose fault: the ego's, somebody else's, or the evaluation's own.
enum class Category : std::uint8_t { sut, other, tool };
enum class EndedBy : std::uint8_t { condition, run_end, actor_gone, relocation, frozen, not_entered };

std::string_view to_word(Severity severity);
std::string_view to_word(Category category);
std::string_view to_word(EndedBy ended_by);
std::optional<Severity> severity_from_word(std::string_view word);
std::span<const std::string_view> severity_words();

// An actor as results name it: still good when the actor is gone.
struct ActorRef {
  std::string id;
  int uid = 0;  // the order of first appearance; results are sorted by it
  trace::Category type = trace::Category::other_vehicle;
  bool is_ego = false;

  bool operator==(const ActorRef&) const = default;
};

// A metric's value; a number in the unit that the metric declares (not finite: it does not exist), a text or a truth.
using Value = std::variant<double, std::string, bool>;

// A closed interval. `data` are the values of its check's metrics, in the order declared.
struct IntervalRecord {
  std::uint32_t check = 0;  // place in Evaluation::checks
  ActorRef actor;
  std::optional<ActorRef> other;
  Time start{}, end{};
  EndedBy ended_by = EndedBy::condition;
  std::vector<Value> data;
};

struct Issue {
  std::uint32_t check = 0;
  Time time{};  // when it was raised
  std::string kind;
  Category category = Category::other;
  Severity severity = Severity::error;
  std::optional<Severity> original_severity;  // if a rule changed it ...
  std::string reason;                         // ... and why
  ActorRef actor;
  std::optional<ActorRef> other;
  trace::Driver driver = trace::Driver::external_driver;  // in control when it began
  Time start{}, end{};
  std::string message, details;    // to a person; and with the time and the parameter's path (details_of())
  std::vector<Value> data;         // as of its interval
  std::vector<std::string> notes;  // what a reader should know before trusting it, one sentence each
};

// What a configuration's code said while it ran, or a check whose log_level asks for it.
struct LogMessage {
  Time time{};
  std::string level;   // "info", "warning", "debug", "trace"
  std::string source;  // the name of the check
  std::string actor;   // its id; empty: none
  std::string text;
  bool is_asked_for = false;  // by a log_level: people are shown it whatever its level is
};

}  // namespace scrutineer::watch
