// Intervals: opened, closed, and what they measure.
#include <algorithm>
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/program_run.h"
#include "lang/vm/whole_numbers.h"

namespace scrutineer::lang {

void ProgramRun::start_interval(double handle, double since) {
  const std::optional<At> where = find(handle);
  if (!where) return;
  if (const Instance& self = at(*where);
      !self.is_open && !self.is_stopped && !member(*where).is_frozen && !has_ended_) {
    // What is unknown is now; nothing began before its actor came.
    const auto seconds = from_seconds(since);
    const Time began = seconds ? std::max(self.created, Time(*seconds)) : watch::kNever;
    follow(*where, {.starts = true, .keeps = true, .since = began});
  }
  if (const OwnInstance& running = machine_.own(); instance_handle(running.declaration, running.actor) == handle)
    leave_if_stopped(*where);
}

void ProgramRun::end_interval(double handle) {
  const std::optional<At> where = find(handle);
  if (!where) return;
  if (Instance& self = at(*where); self.is_open && !self.is_ending) {
    follow(*where, {});
    if (self.is_open) {
      // It goes on if it is started again soon. Until then its data does not exist for anybody.
      self.is_open = false;
      held_.push_back(handle);
      return;
    }
  }
  if (const OwnInstance& running = machine_.own(); instance_handle(running.declaration, running.actor) == handle)
    leave_if_stopped(*where);
}

// Of a while_w. What keeps or excuses an interval is asked only where it matters.
watch::Conditions ProgramRun::conditions(At where, bool condition_holds) {
  const ObjectType& object = *groups_[where.declaration].object;
  watch::Conditions seen{.starts = condition_holds, .keeps = condition_holds};
  if (!condition_holds && object.until != kNone && at(where).lifecycle.is_open())
    seen.keeps = !holds(machine_.run(object.until, own(where)));
  if (seen.keeps && object.unless != kNone && holds(machine_.run(object.unless, own(where))))
    seen.justified_by = object.unless_text;
  return seen;
}

void ProgramRun::follow(At where, const watch::Conditions& seen) {
  Instance& self = at(where);
  const Time now = machine_.context().now();
  if (const auto ending = self.lifecycle.ends(now, seen)) {
    self.is_open = true;  // also what code ended: it is heard once more
    close(where, *ending);
  }
  if (self.is_stopped) return;
  switch (self.lifecycle.advance(now, seen)) {
    case watch::Progress::begins:
      if (groups_[where.declaration].object->has_intervals) open(where);
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

void ProgramRun::open(At where) {
  Instance& self = at(where);
  Group& group = groups_[where.declaration];
  watch::Context& context = machine_.context();
  const Time start = self.lifecycle.start();
  double* const begin = cells(where);
  std::copy_n(begin + group.plan->fresh_data, group.plan->data_cells,
              begin + (group.plan->data_cells > 0 ? group.object->data : 0));
  if (group.object->fresh_data != kNone) guarded(where, [&] { machine_.run(group.object->fresh_data, own(where)); });
  if (group.plan->data_cells > 1) {
    begin[group.object->data] = to_seconds(start);
    begin[group.object->data + 1] = to_seconds(context.now());
  }
  std::fill(begin + group.plan->metrics, begin + group.plan->stride, kNull);
  self.is_open = true;
  group.population.set_has_judged();
  watch::Watch(*group.info, context, member(where).slot, context.previous).open(self.lifecycle.interval, start);
  hear(where, group.plan->interval_started);
  take_metrics(where, EventKind::interval_start);
  tell(image_->heard[where.declaration].started, handle(where), member(where).actor);
  if (self.stepped == context.scene.actors.epoch()) pending_.push_back(where);
}

void ProgramRun::end(At where, watch::EndedBy ended_by, Time last) {
  Instance& self = at(where);
  if (!self.lifecycle.is_open()) return;
  self.is_open = true;  // also what code ended: it is heard once more
  machine_.begin_steps();
  close(where, self.lifecycle.end(ended_by, last));
}

void ProgramRun::close(At where, const watch::Ending& ending) {
  Instance& self = at(where);
  const Group& group = groups_[where.declaration];
  if (!self.is_open || self.is_ending) return;
  self.is_ending = true;
  if (group.plan->data_cells > 1) cells(where)[group.object->data + 1] = to_seconds(ending.at);
  if (group.plan->data_cells > 2 && !ending.justified_by.empty())
    cells(where)[group.object->data + 2] = machine_.pools().add_text(ending.justified_by);
  hear(where, group.plan->interval_ended);
  take_metrics(where, EventKind::interval_end);
  watch::RecordedFinding finding;
  finding.data = metrics(where);
  if (ending.by != watch::EndedBy::frozen && !self.is_stopped) raise_issues(where, ending.at, finding.data);
  watch::Watch(*group.info, machine_.context(), member(where).slot, ending.at)
      .record(self.lifecycle.interval, self.is_stopped ? watch::EndedBy::frozen : ending.by, ending.at, finding);
  tell(image_->heard[where.declaration].ended, handle(where), member(where).actor);
  self.is_open = self.is_ending = false;
}

void ProgramRun::end_held() {
  // Ending one may hold another: those are looked at in the next frame.
  const std::size_t count = held_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<At> where = find(held_[i]);
    if (!where || !is_held(at(*where))) continue;
    machine_.begin_steps();
    follow(*where, {});
  }
  std::erase_if(held_, [&](double handle) {
    const std::optional<At> where = find(handle);
    return !where || !is_held(at(*where));
  });
}

// A modifier has no intervals of its own: what it records is of the time for which it exists.
void ProgramRun::record_life(At where, watch::EndedBy ended_by, Time last) {
  const Group& group = groups_[where.declaration];
  if (group.object == nullptr || group.object->has_intervals || group.object->metrics.empty()) return;
  machine_.begin_steps();
  take_metrics(where, EventKind::end);
  if (at(where).is_stopped) return;
  watch::RecordedFinding finding;
  finding.data = metrics(where);
  watch::OpenInterval life;
  watch::Watch watch(*group.info, machine_.context(), member(where).slot, last);
  watch.open(life, at(where).created);
  watch.record(life, ended_by, last, finding);
}

void ProgramRun::take_metrics(At where, EventKind event) {
  const Group& group = groups_[where.declaration];
  const auto& metrics = group.object->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (metrics[i].at != event || metrics[i].value == kNone || at(where).is_stopped) continue;
    guarded(where, [&] { take_metric(where, i); });
  }
}

void ProgramRun::take_metric(At where, std::size_t place) {
  const Group& group = groups_[where.declaration];
  const Metric& metric = group.object->metrics[place];
  const double now = machine_.run(metric.value, own(where));
  const double limit = metric.limit == kNone ? kNull : machine_.run(metric.limit, own(where));
  double& kept = cells(where)[group.plan->metrics + place];
  if (metric.limit != kNone && !std::isnan(kept) && !(std::abs(now - limit) > std::abs(kept - limit))) return;
  kept = now;
}

void ProgramRun::plot_all(watch::Context& context) {
  std::vector<double> values;
  for (std::uint32_t d = 0; d < groups_.size(); ++d) {
    const Group& group = groups_[d];
    if (group.info == nullptr || group.lines.empty()) continue;
    for (std::uint32_t place = 0; place < group.population.size(); ++place) {
      const At where{d, place};
      const trace::ActorId actor = member(where).actor;
      if (!actor.valid() || at(where).is_stopped || member(where).is_frozen) continue;
      if (!context.plots->wants(*group.info, actor, context.now())) continue;
      values.clear();
      for (const detail::PlottedLine& line : group.lines) values.push_back(plotted(where, line));
      context.plots->take(*group.info, actor, context.now(), values);
    }
  }
}

// NaN where there is nothing to draw, also because code asks for data that is not there now: that is no fault of it.
double ProgramRun::plotted(At where, const detail::PlottedLine& line) {
  if (line.needs_interval && !at(where).is_open) return kNull;
  machine_.begin_steps();
  try {
    return to_number(machine_.pools(), machine_.run(line.function, own(where)));
  } catch (const Fault&) {
    return kNull;
  }
}

watch::Value ProgramRun::value(double number, const Type& type) const {
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

std::vector<watch::Value> ProgramRun::metrics(At where) const {
  const Group& group = groups_[where.declaration];
  const double* taken = group.cells.data() + std::size_t{where.place} * group.plan->stride + group.plan->metrics;
  std::vector<watch::Value> values;
  values.reserve(group.object->metrics.size());
  for (const Metric& metric : group.object->metrics) values.push_back(value(*taken++, metric.type));
  return values;
}

}  // namespace scrutineer::lang
