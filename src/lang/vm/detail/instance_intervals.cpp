#include <algorithm>
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/sema/time_limits.h"
#include "lang/vm/detail/instance_events.h"

namespace scrutineer::lang::detail {
namespace {

// Code ended its interval, and may start it again within merge_gap.
bool is_held(const Instance& self) { return !self.is_open && self.lifecycle.is_waiting(); }

}  // namespace

// What belongs to the run has the value that is set for everybody.
Duration InstanceEvents::merge_gap(At where) const {
  const watch::CheckInfo& info = *instances_.group(where.declaration).info;
  const watch::Settings& settings = machine_.context().settings;
  const scene::Slot slot = instances_.member(where).slot;
  if (!slot.valid()) return settings.merge_gap(info, {}, false);
  const scene::Actors& actors = machine_.scene().actors;
  return settings.merge_gap(info, actors.info(slot), actors.is_ego(slot));
}

void InstanceEvents::give_values(At where) {
  InstanceGroup& group = instances_.group(where.declaration);
  Instance& self = instances_.at(where);
  self.created = machine_.context().now();
  self.lifecycle = watch::Lifecycle({.merge_gap = merge_gap(where)});
  double* const begin = instances_.cells(where);
  std::fill_n(begin, group.plan->stride, kNull);
  guarded(where, [&] {
    const OwnInstance me = instances_.own(where);
    if (group.object->initial != kNone) machine_.run(group.object->initial, me);
    if (const FunctionId create = image_.program.declarations[where.declaration].create; create != kNone)
      machine_.run(create, me);
    if (const FunctionId least = group.object->for_at_least; least != kNone) {
      const double seconds = machine_.run(least, me);
      if (std::string wrong = fault_of_least_time(seconds); !wrong.empty())
        throw Fault{std::move(wrong), image_.program.functions[least].span, true};
      self.lifecycle = watch::Lifecycle({.merge_gap = merge_gap(where), .debounce_start_time = *from_seconds(seconds)});
    }
  });
  if (group.plan->data_cells > 0)
    std::copy_n(begin + group.object->data, group.plan->data_cells, begin + group.plan->fresh_data);
}

void InstanceEvents::start_interval(At where, double since) {
  const Instance& self = instances_.at(where);
  if (self.is_open || self.is_stopped || instances_.member(where).is_frozen || is_over_) return;
  // What is unknown is now; nothing began before its actor came.
  const auto seconds = from_seconds(since);
  const Time began = seconds ? std::max(self.created, Time(*seconds)) : watch::kNever;
  follow(where, {.starts = true, .keeps = true, .since = began});
}

void InstanceEvents::end_interval(At where) {
  Instance& self = instances_.at(where);
  if (!self.is_open || self.is_ending) return;
  follow(where, {});
  if (!self.is_open) return;
  // It goes on if it is started again soon. Until then its data does not exist for anybody.
  self.is_open = false;
  held_.push_back(instances_.handle(where));
}

// What keeps or excuses an interval is asked only where it matters.
watch::Conditions InstanceEvents::conditions(At where, bool condition_holds) {
  const ObjectType& object = *instances_.group(where.declaration).object;
  watch::Conditions seen{.starts = condition_holds, .keeps = condition_holds};
  if (!condition_holds && object.until != kNone && instances_.at(where).lifecycle.is_open())
    seen.keeps = !holds(machine_.run(object.until, instances_.own(where)));
  if (seen.keeps && object.unless != kNone && holds(machine_.run(object.unless, instances_.own(where))))
    seen.justified_by = object.unless_text;
  return seen;
}

void InstanceEvents::follow(At where, const watch::Conditions& seen) {
  Instance& self = instances_.at(where);
  const Time now = machine_.context().now();
  if (const auto ending = self.lifecycle.ends(now, seen)) {
    self.is_open = true;  // also what code ended: it is heard once more
    close(where, *ending);
  }
  if (self.is_stopped) return;
  switch (self.lifecycle.advance(now, seen)) {
    case watch::Progress::begins:
      if (instances_.group(where.declaration).object->has_intervals) open(where);
      break;
    case watch::Progress::goes_on:
      if (self.is_open) break;
      self.is_open = true;
      if (self.stepped == machine_.scene().actors.epoch()) pending_.push_back(where);
      break;
    default:
      break;
  }
}

void InstanceEvents::open(At where) {
  Instance& self = instances_.at(where);
  InstanceGroup& group = instances_.group(where.declaration);
  watch::Context& context = machine_.context();
  const Time start = self.lifecycle.start();
  double* const begin = instances_.cells(where);
  std::copy_n(begin + group.plan->fresh_data, group.plan->data_cells,
              begin + (group.plan->data_cells > 0 ? group.object->data : 0));
  if (group.object->fresh_data != kNone)
    guarded(where, [&] { machine_.run(group.object->fresh_data, instances_.own(where)); });
  if (group.plan->data_cells > 1) {
    begin[group.object->data] = to_seconds(start);
    begin[group.object->data + 1] = to_seconds(context.now());
  }
  std::fill(begin + group.plan->metrics, begin + group.plan->stride, kNull);
  self.is_open = true;
  group.population.set_has_judged();
  watch::Watch(*group.info, context, instances_.member(where).slot, context.previous)
      .open(self.lifecycle.interval, start);
  hear(where, group.plan->interval_started);
  take_metrics(where, EventKind::interval_start);
  tell(image_.heard[where.declaration].started, instances_.handle(where), instances_.member(where).actor);
  if (self.stepped == context.scene.actors.epoch()) pending_.push_back(where);
}

void InstanceEvents::end(At where, watch::EndedBy ended_by, Time last) {
  Instance& self = instances_.at(where);
  if (!self.lifecycle.is_open()) return;
  self.is_open = true;  // also what code ended: it is heard once more
  machine_.begin_steps();
  close(where, self.lifecycle.end(ended_by, last));
}

void InstanceEvents::close(At where, const watch::Ending& ending) {
  Instance& self = instances_.at(where);
  const InstanceGroup& group = instances_.group(where.declaration);
  if (!self.is_open || self.is_ending) return;
  self.is_ending = true;
  if (group.plan->data_cells > 1) instances_.cells(where)[group.object->data + 1] = to_seconds(ending.at);
  if (group.plan->data_cells > 2 && !ending.justified_by.empty())
    instances_.cells(where)[group.object->data + 2] = machine_.pools().add_text(ending.justified_by);
  hear(where, group.plan->interval_ended);
  take_metrics(where, EventKind::interval_end);
  watch::RecordedFinding finding;
  finding.data = said_.metrics(where);
  if (ending.by != watch::EndedBy::frozen && !self.is_stopped) raise_issues(where, ending.at, finding.data);
  watch::Watch(*group.info, machine_.context(), instances_.member(where).slot, ending.at)
      .record(self.lifecycle.interval, self.is_stopped ? watch::EndedBy::frozen : ending.by, ending.at, finding);
  tell(image_.heard[where.declaration].ended, instances_.handle(where), instances_.member(where).actor);
  self.is_open = self.is_ending = false;
}

void InstanceEvents::end_held() {
  // Ending one may hold another: those are looked at in the next frame.
  const std::size_t count = held_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<At> where = instances_.find(held_[i]);
    if (!where || !is_held(instances_.at(*where))) continue;
    machine_.begin_steps();
    follow(*where, {});
  }
  std::erase_if(held_, [&](double handle) {
    const std::optional<At> where = instances_.find(handle);
    return !where || !is_held(instances_.at(*where));
  });
}

// A modifier has no intervals of its own: what it records is of the time for which it exists.
void InstanceEvents::record_life(At where, watch::EndedBy ended_by, Time last) {
  const InstanceGroup& group = instances_.group(where.declaration);
  if (group.object == nullptr || group.object->has_intervals || group.object->metrics.empty()) return;
  machine_.begin_steps();
  take_metrics(where, EventKind::end);
  if (instances_.at(where).is_stopped) return;
  watch::RecordedFinding finding;
  finding.data = said_.metrics(where);
  watch::OpenInterval life;
  watch::Watch watch(*group.info, machine_.context(), instances_.member(where).slot, last);
  watch.open(life, instances_.at(where).created);
  watch.record(life, ended_by, last, finding);
}

void InstanceEvents::take_metrics(At where, EventKind event) {
  const InstanceGroup& group = instances_.group(where.declaration);
  const auto& metrics = group.object->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (metrics[i].at != event || metrics[i].value == kNone || instances_.at(where).is_stopped) continue;
    guarded(where, [&] { take_metric(where, i); });
  }
}

void InstanceEvents::take_metric(At where, std::size_t place) {
  const InstanceGroup& group = instances_.group(where.declaration);
  const Metric& metric = group.object->metrics[place];
  const double now = machine_.run(metric.value, instances_.own(where));
  const double limit = metric.limit == kNone ? kNull : machine_.run(metric.limit, instances_.own(where));
  double& kept = instances_.cells(where)[group.plan->metrics + place];
  if (metric.limit != kNone && !std::isnan(kept) && !(std::abs(now - limit) > std::abs(kept - limit))) return;
  kept = now;
}

void InstanceEvents::raise_issues(At where, Time end, const std::vector<watch::Value>& data) {
  const Declaration& declaration = image_.program.declarations[where.declaration];
  if (!declaration.is_checker) return;
  const std::size_t kinds = instances_.group(where.declaration).info->kinds.size();
  for (std::size_t i = 0; i < declaration.issues.size() && i < kinds; ++i) {
    Said::IssueWords words;
    guarded(where, [&] { words = said_.words_of(declaration.issues[i], instances_.own(where)); });
    if (instances_.at(where).is_stopped) return;
    said_.raise_at_end(where, i, words, end, data);
  }
}

}  // namespace scrutineer::lang::detail
