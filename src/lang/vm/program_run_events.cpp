// Events: the step of an instance, its handlers, and who else hears what.
#include <cmath>
#include <utility>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/program_run.h"

namespace scrutineer::lang {

void ProgramRun::hear(At where, const std::vector<std::uint32_t>& handlers) {
  if (handlers.empty()) return;
  const Group& group = groups_[where.declaration];
  const double self = handle(where);
  for (const std::uint32_t handler : handlers) {
    if (at(where).is_stopped) return;
    hear(where, group.object->handlers[handler], self);
  }
}

void ProgramRun::hear(At where, const Handler& handler, double emitter) {
  guarded(where, [&] {
    machine_.count_step();
    const OwnInstance me = own(where);
    if (handler.condition != kNone && !holds(machine_.run(handler.condition, me, {&emitter, 1}))) return;
    if (handler.body != kNone) machine_.run(handler.body, me, {&emitter, 1});
  });
}

void ProgramRun::tell(const std::vector<Listener>& listeners, double emitter, trace::ActorId actor) {
  for (const Listener& listener : listeners) {
    Group& group = groups_[listener.declaration];
    if (group.object == nullptr) continue;
    const Handler& handler = group.object->handlers[listener.handler];
    const auto hears = [&](std::uint32_t place) {
      const At where{listener.declaration, place};
      if (member(where).is_frozen || at(where).is_stopped) return;
      if (handler.of_actor != kNone) {
        bool is_meant = false;
        guarded(where, [&] {
          const double wanted = machine_.run(handler.of_actor, own(where));
          is_meant = actor.valid() && wanted == static_cast<double>(actor.index());
        });
        if (!is_meant) return;
      }
      hear(where, handler, emitter);
    };
    const bool is_of_run = program_.declarations[listener.declaration].whom.empty();
    if (handler.of_actor == kNone && handler.of_own_actor && actor.valid() && !is_of_run) {
      if (const std::uint32_t place = place_of(listener.declaration, actor); place != kNone) hears(place);
    } else {
      for (std::uint32_t place = 0; place < group.population.size(); ++place) hears(place);
    }
  }
}

void ProgramRun::emit(const OwnInstance& own, std::uint32_t event) {
  if (own.declaration == kNone) return;
  const std::uint32_t place = place_of(own.declaration, own.actor);
  if (place == kNone) return;
  const At where{own.declaration, place};
  const auto& handlers = groups_[own.declaration].plan->user;
  if (const auto found = handlers.find(event); found != handlers.end()) hear(where, found->second);
  const auto& listeners = image_->heard[own.declaration].user;
  if (const auto found = listeners.find(event); found != listeners.end())
    tell(found->second, instance_handle(own.declaration, own.actor), own.actor);
  leave_if_stopped(where);
}

void ProgramRun::emit_of(double handle, std::uint32_t event) {
  const std::optional<At> where = find(handle);
  if (!where || member(*where).is_frozen || at(*where).is_stopped) return;
  const trace::ActorId actor = member(*where).actor;
  const auto& handlers = groups_[where->declaration].plan->user;
  if (const auto found = handlers.find(event); found != handlers.end()) hear(*where, found->second);
  const auto& listeners = image_->heard[where->declaration].user;
  if (const auto found = listeners.find(event); found != listeners.end()) tell(found->second, handle, actor);
  // The one that runs may have been stopped by what it set off.
  if (const OwnInstance& running = machine_.own(); running.declaration != kNone)
    if (const std::uint32_t place = place_of(running.declaration, running.actor); place != kNone)
      leave_if_stopped({running.declaration, place});
}

// Code that was stopped by what it set off does not go on.
void ProgramRun::leave_if_stopped(At where) {
  if (at(where).is_stopped) throw Fault{"stopped", {}, true};
}

void ProgramRun::step(std::uint32_t declaration, watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  Group& group = groups_[declaration];
  const std::uint32_t count = group.is_idle ? 0 : group.population.size();
  for (std::uint32_t place = 0; place < count; ++place) step(group, {declaration, place});
  clock_pending();
}

void ProgramRun::step(Group& group, At where) {
  Instance& self = group.instances[where.place];
  const watch::Population::Member& member = group.population[where.place];
  if (member.is_frozen || self.is_stopped) return;
  machine_.begin_steps();
  const OwnInstance me = own(group, where);
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
        const double emitter = handle(where);
        machine_.run(handler.body, me, {&emitter, 1});
      }
    }
  });
  self.stepped = machine_.scene().actors.epoch();
  if (self.is_open && !self.lifecycle.is_waiting()) clock(where);
  if (!member.can_judge) [[unlikely]]
    look_for_facts(where);
}

bool ProgramRun::is_due(At where, const Handler& handler) {
  if (handler.memory == kNone) return false;
  const OwnInstance me = own(where);
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
      if (!period || machine_.context().now() + *period / 100 < at(where).created + *period) return false;
      memory = 1.0;
      return true;
    }
    case EventKind::every: {
      const auto period = seconds(handler.period);
      if (!period || *period <= Duration{}) return false;
      if (std::isnan(memory)) memory = static_cast<double>(seconds(handler.offset).value_or(Duration{}).count());
      const Duration age = machine_.context().now() - at(where).created + *period / 100;
      const Duration due(static_cast<std::int64_t>(memory));
      if (age < due) return false;
      memory = static_cast<double>((due + ((age - due) / *period + 1) * *period).count());
      return true;
    }
    default:
      return false;
  }
}

void ProgramRun::clock(At where) {
  const Group& group = groups_[where.declaration];
  hear(where, group.plan->interval_clock);
  if (group.plan->has_clock_metrics) take_metrics(where, EventKind::interval_clock);
  const auto& listeners = image_->heard[where.declaration].clock;
  if (!listeners.empty()) tell(listeners, handle(where), member(where).actor);
}

void ProgramRun::clock_pending() {
  if (pending_.empty()) [[likely]]
    return;
  // What is opened meanwhile has its turn, too, but not without end: each is opened at most once more.
  for (std::size_t i = 0; i < pending_.size() && i < kMostPending; ++i)
    if (at(pending_[i]).is_open) clock(pending_[i]);
  pending_.clear();
}

}  // namespace scrutineer::lang
