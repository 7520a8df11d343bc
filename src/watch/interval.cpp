#include "watch/interval.h"

namespace scrutineer::watch {

SubjectRef subject_of(const scene::Scene& scene, scene::Slot slot) {
  if (!slot.valid()) slot = scene.actors.ego();
  if (!slot.valid()) return {};
  return {actor_ref(scene, slot), driver_of(scene, slot)};
}

void Watch::open(OpenInterval& interval, Time since) {
  interval.start = since;
  interval.subject = std::make_unique<SubjectRef>(subject_of(context_.scene, slot_));
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
  interval.start = kNever;
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

}  // namespace scrutineer::watch
