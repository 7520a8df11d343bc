// Issues, errors while running, and messages.
#include <algorithm>

#include "lang/lower/handles.h"
#include "lang/vm/program_run.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::lang {
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

void ProgramRun::raise_fault(const watch::CheckInfo& info, const watch::SubjectRef& subject, const Fault& fault) {
  watch::Context& context = machine_.context();
  watch::Issue issue;
  issue.time = issue.start = issue.end = context.now();
  issue.actor = subject.actor;
  issue.driver = subject.driver;
  const std::string place = fault.has_span ? image_->place(fault.span) : std::string();
  issue.message = (place.empty() ? "" : place + ": ") + fault.message + ". " + watch::describe(subject);
  issue.details = "The watcher or checker is stopped; everything else goes on.";
  issue.data.assign(info.metrics.size(), kNull);
  context.findings.raise(info, kEvaluationError, std::move(issue));
}

void ProgramRun::stop(At where, const Fault& fault) {
  Instance& self = at(where);
  self.is_stopped = true;
  const watch::CheckInfo& info = *groups_[where.declaration].info;
  groups_[where.declaration].population.set_has_judged();
  if (self.lifecycle.is_open() && !self.is_ending) {
    watch::Context& context = machine_.context();
    watch::RecordedFinding finding;
    finding.data = metrics(where);
    const watch::Ending ending = self.lifecycle.end(watch::EndedBy::frozen, context.now());
    watch::Watch(info, context, member(where).slot, context.previous)
        .record(self.lifecycle.interval, watch::EndedBy::frozen, ending.at, finding);
    self.is_open = false;
  }
  raise_fault(info, subject(where), fault);
}

void ProgramRun::raise_issues(At where, Time end, const std::vector<watch::Value>& data) {
  const Instance& self = at(where);
  const Group& group = groups_[where.declaration];
  const Declaration& declaration = program_.declarations[where.declaration];
  if (!declaration.is_checker) return;
  for (std::size_t i = 0; i < declaration.issues.size() && i < group.info->kinds.size(); ++i) {
    const IssueRule& rule = declaration.issues[i];
    watch::KindInfo kind = group.info->kinds[i];
    std::string details;
    guarded(where, [&] {
      const OwnInstance me = own(where);
      if (rule.severity != kNone) {
        const std::uint32_t level = index_below(machine_.run(rule.severity, me), 5);
        if (level < 5) kind.sut = kind.other = static_cast<watch::Severity>(level);
      }
      if (rule.details != kNone) {
        const std::string* text = machine_.pools().find_text(machine_.run(rule.details, me));
        if (text != nullptr) details = *text;
      }
    });
    if (self.is_stopped) return;
    watch::Issue issue;
    issue.time = issue.end = end;
    const watch::OpenInterval& interval = self.lifecycle.interval;
    issue.start = interval.start;
    issue.actor = interval.subject->actor;
    issue.driver = interval.subject->driver;
    issue.message = issue_message(kind.when, kind.name, *interval.subject, details);
    issue.details = std::move(details);
    issue.data = data;
    machine_.context().findings.raise(*group.info, kind, std::move(issue));
  }
}

void ProgramRun::raise(const OwnInstance& own, const std::string& kind, watch::Severity severity,
                       const std::string& details) {
  if (own.declaration == kNone) return;
  const std::uint32_t place = place_of(own.declaration, own.actor);
  if (place == kNone) return;
  const At where{own.declaration, place};
  const watch::OpenInterval& interval = at(where).lifecycle.interval;
  const watch::CheckInfo& info = *groups_[where.declaration].info;
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

ProgramRun::IssueWords ProgramRun::words_of(const IssueRule& rule, std::uint32_t declaration, watch::Context& context,
                                            const watch::ActorRef& actor, const std::vector<watch::Value>& metrics) {
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  const auto* before = std::exchange(metrics_now_, &metrics);
  const trace::ActorId id = actor_of(actor);
  const OwnInstance me{.cells = nullptr,
                       .declaration = declaration,
                       .actor = id,
                       .slot = id.valid() ? context.scene.actors.slot_of(id) : scene::Slot(),
                       .is_open = nullptr};
  IssueWords words;
  try {
    if (rule.severity != kNone) {
      const std::uint32_t level = index_below(machine_.run(rule.severity, me), 5);
      if (level < 5) words.severity = static_cast<watch::Severity>(level);
    }
    if (rule.details != kNone) {
      const std::string* text = machine_.pools().find_text(machine_.run(rule.details, me));
      if (text != nullptr) words.details = *text;
    }
  } catch (const Fault& fault) {
    // The finding stands; only its words could not be made.
    words.details = image_->place(fault.span) + ": " + fault.message;
  } catch (const PoolFull& full) {
    words.details = full.what();
  }
  metrics_now_ = before;
  return words;
}

void ProgramRun::log(const OwnInstance& own, std::string_view level, const std::string& text) {
  if (messages_ >= kMostMessages) {
    ++messages_left_out_;
    return;
  }
  ++messages_;
  watch::LogMessage message;
  message.time = machine_.context().now();
  message.level = level;
  if (own.declaration != kNone) message.source = program_.declarations[own.declaration].name;
  if (own.slot.valid()) message.actor = machine_.scene().actors.info(own.slot).id;
  message.text = text;
  machine_.context().findings.log(std::move(message));
}

}  // namespace scrutineer::lang
