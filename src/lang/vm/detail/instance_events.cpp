#include "lang/vm/detail/instance_events.h"

#include <cmath>
#include <utility>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/sema/time_limits.h"

namespace scrutineer::lang::detail {

void InstanceEvents::hear(At where, const std::vector<std::uint32_t>& handlers) {
  if (!handlers.empty()) hear(instances_.group(where.declaration), where, instances_.own(where), handlers);
}

void InstanceEvents::hear(const InstanceGroup& group, At where, const OwnInstance& me,
                          const std::vector<std::uint32_t>& handlers) {
  const double self = instances_.handle(where);
  for (const std::uint32_t handler : handlers) {
    if (group.instances[where.place].is_stopped) return;
    hear(where, me, group.object->handlers[handler], self);
  }
}

void InstanceEvents::hear(At where, const OwnInstance& me, const Handler& handler, double emitter) {
  guarded(where, [&] {
    machine_.count_step();
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
      hear(where, instances_.own(where), handler, emitter);
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

// The steps of a declaration's instances in one frame, one after the other. What most of them run most of the time the
// machine runs in one go, and asks here only about those that do more.
class InstanceEvents::Round final : public Turns {
 public:
  Round(InstanceEvents& events, InstanceGroup& group, std::vector<TurnRow>& rows, std::uint32_t declaration)
      : events_(events),
        machine_(events.machine_),
        group_(group),
        plan_(*group.plan),
        rows_(rows),
        declaration_(declaration) {
    now_ = rows.data();
    // What is not stepped by the machine is not handed to it in between either.
    if (plan_.first != kNone && events.image_.heard[declaration].clock.empty()) only_clock_ = plan_.only_clock;
    if (!plan_.has_more) {
      first_ = plan_.first;
      then_ = plan_.then;
    }
    epoch_ = machine_.scene().actors.epoch();
    if (plan_.data_cells > 1) time_cell_ = group.object->data + 1;
    seconds_ = to_seconds(machine_.context().now());
    if (plan_.asks_for_own_motion) machine_.scene().motion.find_all();
  }

  void run() {
    Turn turn = begin();
    while (turn.own != nullptr) {
      if (turn.function == kNone) {
        turn = next(kNull);
        continue;
      }
      bool is_over = false;
      events_.guarded_at([&] { return where(); },
                         [&] {
                           machine_.run_each(turn, *this);
                           is_over = true;
                         });
      if (is_over) return;
      turn = part_ == Part::clock ? end() : clock();
    }
  }

  Turn next(double result) override {
    if (part_ == Part::clock) return end();
    if (part_ == Part::first) {
      if (plan_.then != kNone && holds(result)) {
        part_ = Part::then;
        return {&now_->own, plan_.then};
      }
      if (plan_.has_more) go_on(result);
    }
    return clock();
  }

 private:
  At where() const { return {declaration_, static_cast<std::uint32_t>(now_ - rows_.data())}; }
  bool is_last() const { return now_ == &rows_.back(); }  // there is nobody any more

  // Of whose turn it is, or of the first one behind.
  Turn begin() {
    while (!is_last() && (now_->state->is_stopped || (now_->needs_care && is_frozen()))) ++now_;
    if (is_last()) return {};
    tell_time();
    machine_.begin_steps();
    part_ = Part::first;
    can_end_alike_ = first_ != kNone && !now_->needs_care;
    return {&now_->own, plan_.first};
  }

  // It has done what it does every frame; if its interval is open, it hears that.
  Turn clock() {
    now_->state->stepped = epoch_;
    if (now_->state->is_open && !instance().lifecycle.is_waiting()) {
      part_ = Part::clock;
      if (only_clock_ != kNone && !now_->state->is_stopped) {
        machine_.count_step();
        return {&now_->own, only_clock_};
      }
      hear_clock();
    }
    return end();
  }

  Turn end() {
    if (now_->needs_care) [[unlikely]]
      look_for_facts();
    ++now_;
    return begin();
  }

  Instance& instance() const { return group_.instances[where().place]; }
  bool is_frozen() const { return group_.population[where().place].is_frozen; }

  // Apart, so that the way of instances that need none of it stays short.
  [[gnu::noinline]] void go_on(double result) {
    const Machine::Aside aside(machine_);
    events_.guarded(where(), [&] { events_.go_on(group_, where(), now_->own, result); });
  }
  [[gnu::noinline]] void hear_clock() {
    const Machine::Aside aside(machine_);
    events_.clock(group_, where(), now_->own);
  }
  [[gnu::noinline]] void look_for_facts() {
    watch::Population::Member& member = group_.population[where().place];
    if (!member.can_judge && group_.population.look_for_facts(member, *group_.info, machine_.context()))
      group_.population.set_lacks(member, events_.untold_.lacked_by(declaration_));
    now_->needs_care = !member.can_judge;
  }

  InstanceEvents& events_;
  Machine& machine_;
  InstanceGroup& group_;
  const ObjectPlan& plan_;
  std::span<const TurnRow> rows_;
  std::uint32_t declaration_;
  FunctionId only_clock_ = kNone;  // none: what they do on their interval_clock is not for the machine alone
};

void InstanceEvents::step(std::uint32_t declaration) {
  InstanceGroup& group = instances_.group(declaration);
  if (!group.is_idle && !group.population.is_empty())
    Round(*this, group, instances_.rows(declaration), declaration).run();
  clock_pending();
}

void InstanceEvents::go_on(const InstanceGroup& group, At where, const OwnInstance& me, double result) {
  const ObjectPlan& plan = *group.plan;
  auto handler = plan.frame.begin();
  if (group.object->condition != kNone) {
    const bool condition_holds = holds(result);
    if (condition_holds || !group.instances[where.place].lifecycle.is_idle())
      follow(where, conditions(where, condition_holds));
  } else if (plan.first != kNone) {
    if (plan.first == handler->condition && holds(result)) run_body(*handler, where, me);
    ++handler;
  }
  for (; handler != plan.frame.end(); ++handler) {
    if (handler->event == EventKind::clock) {
      if (handler->condition != kNone && !holds(machine_.run(handler->condition, me))) continue;
    } else if (!is_due(where, group.object->handlers[handler->place])) {
      continue;
    }
    run_body(*handler, where, me);
  }
}

void InstanceEvents::run_body(const FrameHandler& handler, At where, const OwnInstance& me) {
  if (handler.body == kNone) return;
  if (!handler.wants_emitter) [[likely]] {
    machine_.run(handler.body, me);
  } else {
    const double emitter = instances_.handle(where);
    machine_.run(handler.body, me, {&emitter, 1});
  }
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
      const auto period = seconds(handler.period);  // nothing: it is not known yet
      if (period && *period < Duration{}) [[unlikely]]
        throw Fault{fault_of_delay(to_seconds(*period)), handler.span, true};
      if (!period || machine_.context().now() + *period / 100 < instances_.at(where).created + *period) return false;
      memory = 1.0;
      return true;
    }
    case EventKind::every: {
      const double given = handler.period == kNone ? 0.0 : machine_.run(handler.period, me);
      const auto period = from_seconds(given);
      if (!period || *period <= Duration{}) [[unlikely]] {
        if (std::string wrong = fault_of_period(given); !wrong.empty())
          throw Fault{std::move(wrong), handler.span, true};
        return false;
      }
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

void InstanceEvents::clock(const InstanceGroup& group, At where, const OwnInstance& me) {
  if (!group.plan->interval_clock.empty()) hear(group, where, me, group.plan->interval_clock);
  if (group.plan->has_clock_metrics) take_metrics(where, EventKind::interval_clock);
  const auto& listeners = image_.heard[where.declaration].clock;
  if (!listeners.empty()) tell(listeners, instances_.handle(where), instances_.member(where).actor);
}

void InstanceEvents::clock_pending() {
  if (pending_.empty()) [[likely]]
    return;
  // What is opened meanwhile has its turn, too, but not without end: each is opened at most once more.
  for (std::size_t i = 0; i < pending_.size() && i < kMostPending; ++i)
    if (instances_.at(pending_[i]).is_open)
      clock(instances_.group(pending_[i].declaration), pending_[i], instances_.own(pending_[i]));
  pending_.clear();
}

void InstanceEvents::stop(At where, const Fault& fault) {
  Instance& self = instances_.at(where);
  self.is_stopped = true;
  const watch::CheckInfo& info = *instances_.group(where.declaration).info;
  InstanceGroup& group = instances_.group(where.declaration);
  group.population.set_has_judged();
  if (group.stopped++ == 0) group.first_fault = said_.text_of(fault);
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
