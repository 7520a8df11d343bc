// Intervals: opened, closed, and what they measure.
#include <algorithm>
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/session.h"

namespace scrutineer::lang {

void Session::start_interval(double handle) {
  const std::optional<At> where = find(handle);
  if (!where) return;
  open(*where);
  if (const Own& running = machine_.own(); instance_handle(running.declaration, running.actor) == handle)
    leave_if_stopped(*where);
}

void Session::end_interval(double handle) {
  const std::optional<At> where = find(handle);
  if (!where) return;
  const Time now = machine_.context().now();
  if (Instance& self = at(*where); self.is_open && !self.is_ending && self.merge_gap > Duration{}) {
    // It goes on if it is started again soon. Until then its data does not exist for anybody.
    self.is_open = false;
    self.paused = now;
    held_.push_back(handle);
    return;
  }
  close(*where, watch::EndedBy::condition, now);
  if (const Own& running = machine_.own(); instance_handle(running.declaration, running.actor) == handle)
    leave_if_stopped(*where);
}

watch::SubjectRef Session::subject(At where) const {
  const Instance& self = groups_[where.declaration].instances[where.place];
  scene::Scene& scene = machine_.scene();
  // What belongs to the run is about the ego.
  const scene::Slot slot = self.slot.valid() ? self.slot : scene.actors.ego();
  if (!slot.valid()) return {};
  return {watch::actor_ref(scene, slot), watch::driver_of(scene, slot)};
}

void Session::open(At where) {
  Instance& self = at(where);
  Group& group = groups_[where.declaration];
  if (self.is_open || self.is_frozen || self.is_stopped || has_ended_ || !group.object->has_intervals) return;
  watch::Context& context = machine_.context();
  if (is_held(self) && context.now() - self.paused <= self.merge_gap) {
    self.is_open = true;
    self.paused = kNotPaused;
    if (self.stepped == context.scene.actors.epoch()) pending_.push_back(where);
    return;
  }
  if (is_held(self)) end(where, watch::EndedBy::condition, self.paused);
  if (self.is_stopped) return;
  double* const begin = cells(where);
  std::copy_n(begin + group.plan->fresh_data, group.plan->data_cells,
              begin + (group.plan->data_cells > 0 ? group.object->data : 0));
  if (group.plan->data_cells > 1) begin[group.object->data] = begin[group.object->data + 1] = to_seconds(context.now());
  std::fill(begin + group.plan->metrics, begin + group.plan->stride, kNull);
  self.is_open = true;
  self.paused = kNotPaused;
  group.has_found = true;
  if (self.slot.valid()) {
    watch::Watch(*group.info, context, self.slot, context.previous).open(self.interval);
  } else {
    self.interval.start = context.now();
    self.interval.subject = std::make_unique<watch::SubjectRef>(subject(where));
    context.recorder.interval_started(*group.info, self.interval.subject->actor, self.interval.start);
  }
  hear(where, group.plan->interval_started);
  take_metrics(where, EventKind::interval_start);
  tell(image_->heard[where.declaration].started, instance_handle(where.declaration, self.actor), self.actor);
  if (self.stepped == context.scene.actors.epoch()) pending_.push_back(where);
}

void Session::end(At where, watch::EndedBy ended_by, Time last) {
  Instance& self = at(where);
  if (is_held(self)) self.is_open = true;
  if (!self.is_open) return;
  machine_.begin_steps();
  if (self.paused != kNotPaused) {
    close(where, watch::EndedBy::condition, self.paused);
  } else {
    close(where, ended_by, last);
  }
}

void Session::close(At where, watch::EndedBy ended_by, Time end) {
  Instance& self = at(where);
  const Group& group = groups_[where.declaration];
  if (!self.is_open || self.is_ending) return;
  self.is_ending = true;
  if (group.plan->data_cells > 1) cells(where)[group.object->data + 1] = to_seconds(end);
  hear(where, group.plan->interval_ended);
  take_metrics(where, EventKind::interval_end);
  watch::Finding finding;
  finding.data = metrics(where);
  if (ended_by != watch::EndedBy::frozen && !self.is_stopped) raise_issues(where, end, finding.data);
  watch::Watch(*group.info, machine_.context(), self.slot, end)
      .record(self.interval, self.is_stopped ? watch::EndedBy::frozen : ended_by, end, finding);
  tell(image_->heard[where.declaration].ended, instance_handle(where.declaration, self.actor), self.actor);
  self.is_open = self.is_ending = false;
  self.paused = kNotPaused;
}

void Session::end_held() {
  const Time now = machine_.context().now();
  // Ending one may hold another: those are looked at in the next frame.
  const std::size_t count = held_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<At> where = find(held_[i]);
    if (where && is_held(at(*where)) && now - at(*where).paused >= at(*where).merge_gap)
      end(*where, watch::EndedBy::condition, at(*where).paused);
  }
  std::erase_if(held_, [&](double handle) {
    const std::optional<At> where = find(handle);
    return !where || !is_held(at(*where));
  });
}

void Session::take_metrics(At where, EventKind event) {
  const Group& group = groups_[where.declaration];
  const auto& metrics = group.object->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (metrics[i].at != event || metrics[i].value == kNone || at(where).is_stopped) continue;
    guarded(where, [&] { cells(where)[group.plan->metrics + i] = machine_.run(metrics[i].value, own(where)); });
  }
}

watch::Value Session::value(double number, const Type& type) const {
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
    default:
      return number;
  }
}

std::vector<watch::Value> Session::metrics(At where) const {
  const Group& group = groups_[where.declaration];
  const double* taken = group.cells.data() + std::size_t{where.place} * group.plan->stride + group.plan->metrics;
  std::vector<watch::Value> values;
  values.reserve(group.object->metrics.size());
  for (const Metric& metric : group.object->metrics) values.push_back(value(*taken++, metric.type));
  return values;
}

}  // namespace scrutineer::lang
