#include "watch/per_actor.h"

#include "scene/facts.h"

namespace scrutineer::watch {

void Watch::open(OpenInterval& interval, Time since) {
  interval.start = since;
  interval.subject =
      std::make_unique<SubjectRef>(SubjectRef{actor_ref(context_.scene, slot_), driver_of(context_.scene, slot_)});
  context_.recorder.interval_started(check_, interval.subject->actor, since);
}

void Watch::record(OpenInterval& interval, EndedBy ended_by, Time end, const Finding& finding) {
  context_.recorder.interval_ended(check_, {.check = 0,
                                            .actor = interval.subject->actor,
                                            .other = finding.other,
                                            .start = interval.start,
                                            .end = end,
                                            .ended_by = ended_by,
                                            .data = finding.data});
  interval.subject.reset();
}

void Watch::raise(const OpenInterval& interval, Time end, Time known, const Finding& finding) {
  Issue issue;
  issue.time = known;
  issue.actor = interval.subject->actor;
  issue.other = finding.other;
  issue.driver = interval.subject->driver;
  issue.start = interval.start;
  issue.end = end;
  issue.message = finding.message;
  issue.details = finding.details;
  issue.data = finding.data;
  context_.recorder.raise(check_, check_.kinds[finding.kind], std::move(issue));
}

void Watch::close(OpenInterval& interval, EndedBy ended_by, Time end, const Finding& finding) {
  if (finding.is_issue && ended_by != EndedBy::frozen && !check_.kinds.empty()) raise(interval, end, finding);
  record(interval, ended_by, end, finding);
}

std::string missing_facts(const CheckInfo& check, Context& context, scene::Slot slot) {
  std::string first;
  for (const auto& test : check.needs) {
    std::string reason;
    for (const std::string_view name : test) {
      if (name == "lights" || name == "plan") {
        const bool there = name == "lights" ? context.lights != nullptr : context.plans != nullptr;
        if (!there) reason = name == "lights" ? "the run has no light states" : "the run has no planned path";
      } else if (const auto why = scene::why_missing(context.scene, slot, *scene::find_fact(name))) {
        reason = *why;
      }
      if (!reason.empty()) break;
    }
    if (reason.empty()) return {};
    if (first.empty()) first = reason;
  }
  return first;
}

bool is_about(Subject subject, trace::ActorType type) {
  switch (subject) {
    case Subject::vehicle:
      return type == trace::ActorType::vehicle;
    case Subject::person:
      return type == trace::ActorType::person;
    case Subject::plain_object:
      return type == trace::ActorType::plain_object;
    case Subject::physical_object:
      break;
  }
  return true;
}

bool watches(const CheckInfo& check, const Context& context, scene::Slot slot) {
  const trace::ActorInfo& info = context.scene.actors.info(slot);
  const bool is_ego = context.scene.actors.is_ego(slot);
  if (!is_about(check.subject, info.type)) return false;
  if (check.concerns && !check.concerns(info, is_ego)) return false;
  if (!context.settings.is_enabled(check, info, is_ego)) return false;
  if (check.kinds.empty()) return true;
  // Nobody would see what it finds.
  return std::ranges::any_of(check.kinds, [&](const KindInfo& kind) {
    return context.settings.severity(kind, info, is_ego) != Severity::ignore || context.settings.names_kind(kind.name);
  });
}

}  // namespace scrutineer::watch
