#include "watch/interval.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::watch {
namespace {

// ": measured_distance 6 m, trigger_reason distance_exceeded"; what does not exist is left out.
std::string metrics_text(const CheckInfo& check, const std::vector<Value>& data) {
  std::string text;
  for (std::size_t i = 0; i < std::min(data.size(), check.metrics.size()); ++i) {
    const MetricInfo& metric = check.metrics[i];
    std::string value;
    if (const auto* number = std::get_if<double>(&data[i])) {
      if (!std::isfinite(*number)) continue;
      value = rounded(*number, 3) + (metric.unit.empty() ? "" : " " + std::string(metric.unit));
    } else if (const auto* word = std::get_if<std::string>(&data[i])) {
      if (word->empty()) continue;
      value = *word;
    } else {
      value = std::get<bool>(data[i]) ? "yes" : "no";
    }
    text += (text.empty() ? ": " : ", ") + std::string(metric.name) + " " + value;
  }
  return text;
}

}  // namespace

bool Watch::is_asked_to_log(const ActorRef& actor) const {
  const auto level = std::ranges::find_if(
      check_.parameters, [](const AnyParameter* parameter) { return parameter->path.ends_with(".log_level"); });
  if (level == check_.parameters.end()) [[likely]]
    return false;
  trace::ActorInfo gone;
  gone.id = actor.id;
  gone.category = actor.type;
  const trace::ActorInfo& info = slot_.valid() ? context_.scene.actors.info(slot_) : gone;
  return context_.settings.value(**level, info, actor.is_ego) >= detail::to_number(LogLevel::debug_level);
}

void Watch::log(LogLevel level, std::string text) const {
  log(level, subject_of(context_.scene, slot_).actor, std::move(text));
}

void Watch::log(LogLevel level, const ActorRef& actor, std::string text) const {
  context_.findings.log({.time = context_.now(),
                         .level = level == LogLevel::trace_level ? "trace" : "debug",
                         .source = std::string(check_.name),
                         .actor = actor.id,
                         .text = std::move(text),
                         .is_asked_for = true});
}

SubjectRef subject_of(const scene::Scene& scene, scene::Slot slot) {
  if (!slot.valid()) slot = scene.actors.ego();
  if (!slot.valid()) return {};
  return {actor_ref(scene, slot), driver_of(scene, slot)};
}

void Watch::open(OpenInterval& interval, Time since) {
  interval.start = since;
  interval.subject = std::make_unique<SubjectRef>(subject_of(context_.scene, slot_));
  context_.findings.interval_started(check_, interval.subject->actor, since);
  if (is_asked_to_log(interval.subject->actor)) [[unlikely]]
    log(LogLevel::debug_level, interval.subject->actor, "an interval starts at " + in_seconds(to_seconds(since)));
}

void Watch::record(OpenInterval& interval, EndedBy ended_by, Time end, const RecordedFinding& finding) {
  if (is_asked_to_log(interval.subject->actor)) [[unlikely]] {
    log(LogLevel::debug_level, interval.subject->actor,
        "the interval from " + in_seconds(to_seconds(interval.start)) + " ends at " + in_seconds(to_seconds(end)) +
            " (" + std::string(to_word(ended_by)) + ")" + metrics_text(check_, finding.data));
  }
  context_.findings.interval_ended(check_, {.check = 0,
                                            .actor = interval.subject->actor,
                                            .other = finding.other,
                                            .start = interval.start,
                                            .end = end,
                                            .ended_by = ended_by,
                                            .data = finding.data});
  interval.start = kNever;
  interval.subject.reset();
}

void Watch::raise(const OpenInterval& interval, Time end, Time known, const RecordedFinding& finding) {
  Issue issue;
  issue.time = known;
  issue.actor = interval.subject->actor;
  issue.other = finding.other;
  issue.driver = interval.subject->driver;
  issue.start = interval.start;
  issue.end = end;
  issue.message = finding.message;
  issue.details = details_of(known, finding.details.empty() ? finding.message : finding.details);
  issue.data = finding.data;
  context_.findings.raise(check_, check_.kinds[finding.kind], std::move(issue));
}

void Watch::close(OpenInterval& interval, EndedBy ended_by, Time end, const RecordedFinding& finding) {
  if (finding.is_issue && ended_by != EndedBy::frozen && !check_.kinds.empty()) raise(interval, end, finding);
  record(interval, ended_by, end, finding);
}

}  // namespace scrutineer::watch
