// The issue that is being raised, and raising one.
#include <algorithm>
#include <string>

#include "lang/lower/fold.h"
#include "lang/vm/detail/functions.h"

namespace scrutineer::lang::detail {
namespace {

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

}  // namespace

watch::Issue& issue(Machine& machine) {
  watch::Issue* now = machine.host().issue();
  if (now == nullptr) Machine::fail("null access: no issue is being raised");
  return *now;
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

}  // namespace scrutineer::lang::detail
