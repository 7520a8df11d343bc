// The issue that is being raised, raising one, and messages.
#include <algorithm>
#include <string>

#include "lang/lower/fold.h"
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;

double actor_named(Machine& machine, const watch::ActorRef& named) {
  const trace::ActorId actor = machine.scene().actors.actor_of(named.uid);
  return actor.valid() ? static_cast<double>(actor.index()) : kNull;
}

watch::Issue& issue(Machine& machine) {
  watch::Issue* now = machine.host().issue();
  if (now == nullptr) Machine::fail("null access: no issue is being raised");
  return *now;
}

const std::string& kind_name(const Machine& machine, double kind) {
  const auto& enums = machine.program().enums;
  const auto kinds = std::ranges::find(enums, "issue_kind", &EnumType::name);
  if (kinds == enums.end()) Machine::fail("null access: there is no kind of issue");
  const auto count = static_cast<std::uint32_t>(kinds->words.size());
  const std::uint32_t place = index_below(kind, count);
  if (place == count) Machine::fail("null access: there is no such kind of issue");
  return kinds->words[place];
}

void modify(Machine& machine, double severity, double reason) {
  watch::Issue& changed = issue(machine);
  const auto level = choice<watch::Severity>(severity, 5);
  if (level == changed.severity) return;
  if (!changed.original_severity) changed.original_severity = changed.severity;
  changed.severity = level;
  const std::string* why = machine.pools().find_text(reason);
  changed.reason = why == nullptr ? std::string() : *why;
}

double issue_kind(Machine& machine, const double*) {
  const std::string& name = issue(machine).kind;
  const auto& enums = machine.program().enums;
  const auto kinds = std::ranges::find(enums, "issue_kind", &EnumType::name);
  if (kinds == enums.end()) return kNull;
  const auto found = std::ranges::find(kinds->words, name);
  return found == kinds->words.end() ? kNull : static_cast<double>(found - kinds->words.begin());
}

double modify_of_kind(Machine& machine, const double* a) {
  if (issue(machine).kind == kind_name(machine, a[0])) modify(machine, a[1], a[2]);
  return kNull;
}
double modify_any(Machine& machine, const double* a) {
  modify(machine, a[0], a[1]);
  return kNull;
}

double raise(Machine& machine, const double* a, watch::Severity severity) {
  const std::string* details = machine.pools().find_text(a[1]);
  // A copy: rules that hear of it may make texts.
  const std::string words = details == nullptr ? std::string() : *details;
  machine.host().raise(machine.own(), kind_name(machine, a[0]), severity, words);
  return kNull;
}

double log(Machine& machine, const double* a, std::string_view level) {
  const std::string* text = machine.pools().find_text(a[0]);
  machine.host().log(machine.own(), level, text == nullptr ? "null" : *text);
  return kNull;
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kIssues[] = {
    {.owner = "issue", .declaration = "var kind: issue_kind", .function = issue_kind, .meaning = "What went wrong."},
    {.owner = "issue",
     .declaration = "var category: issue_category",
     .function = SCRUTINEER_GIVES(word(issue(machine).category)),
     .meaning = "Whose fault it is."},
    {.owner = "issue",
     .declaration = "var severity: issue_severity",
     .function = SCRUTINEER_GIVES(word(issue(machine).severity)),
     .meaning = "As it is now; `modify` changes it."},
    {.owner = "issue",
     .declaration = "var original_severity: issue_severity",
     .function = SCRUTINEER_GIVES(issue(machine).original_severity ? word(*issue(machine).original_severity) : kNull),
     .meaning = "Where it is not what it was: before the first rule changed it."},
    {.owner = "issue",
     .declaration = "var message: string",
     .function = SCRUTINEER_GIVES(machine.pools().add_text(issue(machine).message)),
     .meaning = "The sentence for people."},
    {.owner = "issue",
     .declaration = "var details: string",
     .function = SCRUTINEER_GIVES(machine.pools().add_text(issue(machine).details)),
     .meaning = "The sentence with the numbers."},
    {.owner = "issue",
     .declaration = "var actor: physical_object",
     .function = SCRUTINEER_GIVES(actor_named(machine, issue(machine).actor)),
     .meaning = "Who is at fault."},
    {.owner = "issue",
     .declaration = "var other: physical_object",
     .function = SCRUTINEER_GIVES(issue(machine).other ? actor_named(machine, *issue(machine).other) : kNull),
     .meaning = "The other one, of issues between two; else null."},
    {.owner = "issue",
     .declaration = "var start_time: time",
     .function = SCRUTINEER_GIVES(to_seconds(issue(machine).start)),
     .meaning = "When its interval began."},
    {.owner = "issue",
     .declaration = "var end_time: time",
     .function = SCRUTINEER_GIVES(to_seconds(issue(machine).end)),
     .meaning = "When its interval ended; now, if it has not."},
    {.owner = "issue",
     .declaration = "var checker: string",
     .function = SCRUTINEER_GIVES((issue(machine), machine.pools().add_text(machine.host().issue_check()))),
     .meaning = "The name of the check that raised it."},
    {.owner = "issue",
     .declaration = "def modify(kind: issue_kind, severity: issue_severity, reason: string = \"\")",
     .function = modify_of_kind,
     .meaning = "Gives it another severity, if it is of this kind."},
    {.owner = "issue",
     .declaration = "def modify(severity: issue_severity, reason: string = \"\")",
     .name = "modify_any",
     .function = modify_any,
     .meaning = "The same, of whatever kind it is."},
    {.owner = "logger",
     .declaration = "def log_info(text: string)",
     .function = SCRUTINEER_GIVES(log(machine, a, "info")),
     .meaning = "A message with the own actor and the time, for `--log`."},
    {.owner = "logger",
     .declaration = "def log_warning(text: string)",
     .function = SCRUTINEER_GIVES(log(machine, a, "warning")),
     .meaning = "The same as a warning."},
    {.owner = "logger",
     .declaration = "def log_debug(text: string)",
     .function = SCRUTINEER_GIVES(log(machine, a, "debug")),
     .meaning = "The same, for finding a mistake."},
    {.owner = "logger",
     .declaration = "def log_trace(text: string)",
     .function = SCRUTINEER_GIVES(log(machine, a, "trace")),
     .meaning = "The same in all detail."},
    {.owner = "builtin",
     .declaration = "def sut_error(kind: issue_kind, details: string = \"\")",
     .function = SCRUTINEER_GIVES(raise(machine, a, watch::Severity::error)),
     .meaning = "Raise an issue of severity error now, against the own actor."},
    {.owner = "builtin",
     .declaration = "def sut_warning(kind: issue_kind, details: string = \"\")",
     .function = SCRUTINEER_GIVES(raise(machine, a, watch::Severity::warning)),
     .meaning = "The same of severity warning."},
};

}  // namespace

BuiltinRows issue_builtins() { return kIssues; }

}  // namespace scrutineer::lang
