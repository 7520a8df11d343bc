#include "lang/vm/detail/said.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/whole_numbers.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::lang::detail {
namespace {

constexpr watch::KindInfo kEvaluationError{"evaluation_error",
                                           watch::Severity::error_continue,
                                           watch::Severity::error_continue,
                                           "Code of the configuration could not be evaluated.",
                                           nullptr,
                                           watch::Category::tool};

// Who it was, what happened, and what the program says of it.
std::string issue_message(std::string_view meaning, std::string_view kind, const watch::SubjectRef& subject,
                          const std::string& details) {
  std::string_view what = meaning.empty() ? kind : meaning;
  if (!details.empty() && what.ends_with('.')) what.remove_suffix(1);
  std::string message = watch::capitalised(watch::name_of(subject.actor)) + ": " + std::string(what);
  if (!details.empty()) message += ": " + details;
  return message;
}

}  // namespace

watch::Value Said::value(double number, const Type& type) const {
  switch (type.kind) {
    case TypeKind::truth:
      return std::isnan(number) ? watch::Value(number) : watch::Value(holds(number));
    case TypeKind::text:
    case TypeKind::word:
    case TypeKind::actor:
    case TypeKind::structure:
    case TypeKind::instance:
    case TypeKind::list: {
      if (std::isnan(number)) return number;
      std::string text;
      machine_.print(number, {type, nullptr}, text);
      return text;
    }
    case TypeKind::integer:
      return to_number(machine_.pools(), number);
    default:
      return number;
  }
}

std::vector<watch::Value> Said::metrics(InstanceAt where) const {
  const InstanceGroup& group = instances_.group(where.declaration);
  const double* taken = instances_.cells(where) + group.plan->metrics;
  std::vector<watch::Value> values;
  values.reserve(group.object->metrics.size());
  for (const Metric& metric : group.object->metrics) values.push_back(value(*taken++, metric.type));
  return values;
}

watch::SubjectRef Said::subject(InstanceAt where) const {
  return watch::subject_of(machine_.scene(), instances_.member(where).slot);
}

Said::IssueWords Said::words_of(const IssueRule& rule, const OwnInstance& own) {
  IssueWords words;
  if (rule.severity != kNone) {
    const std::uint32_t level = index_below(machine_.run(rule.severity, own), 5);
    if (level < 5) words.severity = static_cast<watch::Severity>(level);
  }
  if (rule.details != kNone) {
    const std::string* text = machine_.pools().find_text(machine_.run(rule.details, own));
    if (text != nullptr) words.details = *text;
  }
  return words;
}

void Said::raise_at_end(InstanceAt where, std::size_t kind, const IssueWords& words, Time end,
                        const std::vector<watch::Value>& data) {
  const watch::CheckInfo& info = *instances_.group(where.declaration).info;
  watch::KindInfo what = info.kinds[kind];
  if (words.severity) what.sut = what.other = *words.severity;
  const watch::OpenInterval& interval = instances_.at(where).lifecycle.interval;
  watch::Issue issue;
  issue.time = issue.end = end;
  issue.start = interval.start;
  issue.actor = interval.subject->actor;
  issue.driver = interval.subject->driver;
  issue.message = issue_message(what.when, what.name, *interval.subject, words.details);
  issue.details = words.details;
  issue.data = data;
  machine_.context().findings.raise(info, what, std::move(issue));
}

void Said::raise_now(InstanceAt where, const std::string& kind, watch::Severity severity, const std::string& details) {
  const watch::OpenInterval& interval = instances_.at(where).lifecycle.interval;
  const watch::CheckInfo& info = *instances_.group(where.declaration).info;
  watch::KindInfo what{.name = kind, .sut = severity, .other = severity, .when = {}};
  const auto known = std::ranges::find(info.kinds, std::string_view(kind), &watch::KindInfo::name);
  if (known != info.kinds.end()) what.when = known->when;
  const watch::SubjectRef who = interval.is_open() ? *interval.subject : subject(where);
  watch::Issue issue;
  issue.time = issue.end = machine_.context().now();
  issue.start = interval.is_open() ? interval.start : issue.time;
  issue.actor = who.actor;
  issue.driver = who.driver;
  issue.message = issue_message(what.when, kind, who, details);
  issue.details = details;
  issue.data = metrics(where);
  machine_.context().findings.raise(info, what, std::move(issue));
}

std::string Said::text_of(const Fault& fault) const {
  const std::string place = fault.has_span ? image_.place(fault.span) : std::string();
  return place.empty() ? fault.message : place + ": " + fault.message;
}

void Said::raise_fault(InstanceAt where, const Fault& fault) {
  raise_fault(*instances_.group(where.declaration).info, subject(where), fault);
}

void Said::raise_fault(const watch::CheckInfo& info, const watch::SubjectRef& subject, const Fault& fault) {
  watch::Context& context = machine_.context();
  watch::Issue issue;
  issue.time = issue.start = issue.end = context.now();
  issue.actor = subject.actor;
  issue.driver = subject.driver;
  issue.message = text_of(fault) + ". " + watch::describe(subject);
  issue.details = "The watcher or checker is stopped; everything else goes on.";
  issue.data.assign(info.metrics.size(), kNull);
  context.findings.raise(info, kEvaluationError, std::move(issue));
}

void Said::log(const OwnInstance& own, std::string_view level, const std::string& text) {
  if (messages_ >= kMostMessages) {
    ++messages_left_out_;
    return;
  }
  ++messages_;
  watch::LogMessage message;
  message.time = machine_.context().now();
  message.level = level;
  if (own.declaration != kNone) message.source = image_.program.declarations[own.declaration].name;
  if (own.slot.valid()) message.actor = machine_.scene().actors.info(own.slot).id;
  message.text = text;
  machine_.context().findings.log(std::move(message));
}

void Said::log_fault(const Metric& info, const Fault& fault) {
  log({}, "warning", "top.info." + info.name + ": " + image_.place(fault.span) + ": " + fault.message);
}

}  // namespace scrutineer::lang::detail
