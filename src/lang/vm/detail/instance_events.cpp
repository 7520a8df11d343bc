#include "lang/vm/detail/instance_events.h"

#include <cmath>
#include <utility>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"

namespace scrutineer::lang::detail {

void InstanceEvents::hear(At where, const std::vector<std::uint32_t>& handlers) {
  if (handlers.empty()) return;
  const InstanceGroup& group = instances_.group(where.declaration);
  const double self = instances_.handle(where);
  for (const std::uint32_t handler : handlers) {
    if (instances_.at(where).is_stopped) return;
    hear(where, group.object->handlers[handler], self);
  }
}

void InstanceEvents::hear(At where, const Handler& handler, double emitter) {
  guarded(where, [&] {
    machine_.count_step();
    const OwnInstance me = instances_.own(where);
    if (handler.condition != kNone && !holds(machine_.run(handler.condition, me, {&emitter, 1}))) return;
    if (handler.body != kNone) machine_.run(handler.body, me, {&emitter, 1});
  });
}

void InstanceEvents::tell(const std::vector<Listener>& listeners, double emitter, trace::ActorId actor) {
  for (const Listener& listener : listeners) {
    InstanceGroup& group = instances_.group(listener.declaration);
    if (group.object == nullptr) continue;
    const Handler& handler = group.object->handlers[listener.handler];
    const auto hears = [&](std::uint32_t place) {
      const At where{listener.declaration, place};
      if (instances_.member(where).is_frozen || instances_.at(where).is_stopped) return;
      if (handler.of_actor != kNone) {
        bool is_meant = false;
        guarded(where, [&] {
          const double wanted = machine_.run(handler.of_actor, instances_.own(where));
          is_meant = actor.valid() && wanted == static_cast<double>(actor.index());
        });
        if (!is_meant) return;
      }
      hear(where, handler, emitter);
    };
    if (handler.of_actor == kNone && handler.of_own_actor && actor.valid() &&
        !instances_.is_of_run(listener.declaration)) {
      if (const auto where = instances_.find(listener.declaration, actor)) hears(where->place);
    } else {
      for (std::uint32_t place = 0; place < group.population.size(); ++place) hears(place);
    }
  }
}

void InstanceEvents::emit(At where, std::uint32_t event) {
  const trace::ActorId actor = instances_.member(where).actor;
  const auto& handlers = instances_.group(where.declaration).plan->user;
  if (const auto found = handlers.find(event); found != handlers.end()) hear(where, found->second);
  const auto& listeners = image_.heard[where.declaration].user;
  if (const auto found = listeners.find(event); found != listeners.end())
    tell(found->second, instance_handle(where.declaration, actor), actor);
}

void InstanceEvents::leave_if_stopped(At where) {
  if (instances_.at(where).is_stopped) throw Fault{"stopped", {}, true};
}

void InstanceEvents::step(std::uint32_t declaration) {
  InstanceGroup& group = instances_.group(declaration);
  const std::uint32_t count = group.is_idle ? 0 : group.population.size();
  for (std::uint32_t place = 0; place < count; ++place) step(group, {declaration, place});
  clock_pending();
}

void InstanceEvents::step(InstanceGroup& group, At where) {
  Instance& self = group.instances[where.place];
  watch::Population::Member& member = group.population[where.place];
  if (member.is_frozen || self.is_stopped) return;
  machine_.begin_steps();
  const OwnInstance me = Instances::own(group, where);
  if (self.is_open && group.plan->data_cells > 1)
    me.cells[group.object->data + 1] = to_seconds(machine_.context().now());
  guarded(where, [&] {
    if (group.object->condition != kNone) {
      const bool condition_holds = holds(machine_.run(group.object->condition, me));
      if (condition_holds || !self.lifecycle.is_idle()) follow(where, conditions(where, condition_holds));
    }
    for (const FrameHandler& handler : group.plan->frame) {
      if (handler.event == EventKind::clock) {
        if (handler.condition != kNone && !holds(machine_.run(handler.condition, me))) continue;
      } else if (!is_due(where, group.object->handlers[handler.place])) {
        continue;
      }
      if (handler.body == kNone) continue;
      if (!handler.wants_emitter) [[likely]] {
        machine_.run(handler.body, me);
      } else {
        const double emitter = instances_.handle(where);
        machine_.run(handler.body, me, {&emitter, 1});
      }
    }
  });
  self.stepped = machine_.scene().actors.epoch();
  if (self.is_open && !self.lifecycle.is_waiting()) clock(where);
  if (!member.can_judge) [[unlikely]]
    if (group.population.look_for_facts(member, *group.info, machine_.context()))
      group.population.set_lacks(member, "");
}

bool InstanceEvents::is_due(At where, const Handler& handler) {
  if (handler.memory == kNone) return false;
  const OwnInstance me = instances_.own(where);
  double& memory = me.cells[handler.memory];
  const auto seconds = [&](FunctionId function) {
    return from_seconds(function == kNone ? 0.0 : machine_.run(function, me));
  };
  switch (handler.event) {
    case EventKind::rise:
    case EventKind::fall: {
      const bool holds_now = handler.condition != kNone && holds(machine_.run(handler.condition, me));
      const double before = std::exchange(memory, holds_now ? 1.0 : 0.0);
      return handler.event == EventKind::rise ? holds_now && before == 0.0 : !holds_now && before == 1.0;
    }
    case EventKind::elapsed: {
      if (!std::isnan(memory)) return false;
      const auto period = seconds(handler.period);
      if (!period || machine_.context().now() + *period / 100 < instances_.at(where).created + *period) return false;
      memory = 1.0;
      return true;
    }
    case EventKind::every: {
      const auto period = seconds(handler.period);
      if (!period || *period <= Duration{}) return false;
      if (std::isnan(memory)) memory = static_cast<double>(seconds(handler.offset).value_or(Duration{}).count());
      const Duration age = machine_.context().now() - instances_.at(where).created + *period / 100;
      const Duration due(static_cast<std::int64_t>(memory));
      if (age < due) return false;
      memory = static_cast<double>((due + ((age - due) / *period + 1) * *period).count());
      return true;
    }
    default:
      return false;
  }
}

void InstanceEvents::clock(At where) {
  const InstanceGroup& group = instances_.group(where.declaration);
  hear(where, group.plan->interval_clock);
  if (group.plan->has_clock_metrics) take_metrics(where, EventKind::interval_clock);
  const auto& listeners = image_.heard[where.declaration].clock;
  if (!listeners.empty()) tell(listeners, instances_.handle(where), instances_.member(where).actor);
}

void InstanceEvents::clock_pending() {
  if (pending_.empty()) [[likely]]
    return;
  // What is opened meanwhile has its turn, too, but not without end: each is opened at most once more.
  for (std::size_t i = 0; i < pending_.size() && i < kMostPending; ++i)
    if (instances_.at(pending_[i]).is_open) clock(pending_[i]);
  pending_.clear();
}

void InstanceEvents::stop(At where, const Fault& fault) {
  Instance& self = instances_.at(where);
  self.is_stopped = true;
  const watch::CheckInfo& info = *instances_.group(where.declaration).info;
  instances_.group(where.declaration).population.set_has_judged();
  if (self.lifecycle.is_open() && !self.is_ending) {
    watch::Context& context = machine_.context();
    watch::RecordedFinding finding;
    finding.data = said_.metrics(where);
    const watch::Ending ending = self.lifecycle.end(watch::EndedBy::frozen, context.now());
    watch::Watch(info, context, instances_.member(where).slot, context.previous)
        .record(self.lifecycle.interval, watch::EndedBy::frozen, ending.at, finding);
    self.is_open = false;
  }
  said_.raise_fault(where, fault);
}

}  // namespace scrutineer::lang::detail
