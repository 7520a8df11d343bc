#include "lang/vm/detail/instance_events.h"

#include <cmath>
#include <utility>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"

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
// machine runs in one go, and asks here who is next.
class InstanceEvents::Round final : public Turns {
 public:
  Round(InstanceEvents& events, InstanceGroup& group, std::uint32_t declaration)
      : events_(events),
        machine_(events.machine_),
        group_(group),
        plan_(*group.plan),
        only_clock_(events.image_.heard[declaration].clock.empty() ? plan_.only_clock : kNone),
        first_is_all_(!plan_.has_more && plan_.then == kNone),
        now_(to_seconds(machine_.context().now())),
        epoch_(machine_.scene().actors.epoch()),
        where_{declaration, 0},
        self_(group.instances.data()),
        end_(self_ + group.instances.size()),
        member_(&group.population[0]),
        me_(Instances::own(group, where_)) {}

  void run() {
    Turn turn = begin();
    while (turn.own != nullptr) {
      if (turn.function == kNone) {
        turn = next(kNull);
        continue;
      }
      bool is_over = false;
      // Who is stopped by what goes wrong is whose turn it is by then.
      events_.guarded(where_, [&] {
        machine_.run_each(turn, *this);
        is_over = true;
      });
      if (is_over) return;
      turn = part_ == Part::clock ? end() : clock();
    }
  }

  // As little as possible is called from here: for most instances this is most of their step.
  Turn next(double result) override {
    if (part_ == Part::clock) return end();
    if (part_ == Part::first && !first_is_all_) {
      if (plan_.then != kNone && holds(result)) {
        part_ = Part::then;
        return {&me_, plan_.then};
      }
      if (plan_.has_more) go_on(result);
    }
    return clock();
  }

 private:
  enum class Part : std::uint8_t { first, then, clock };

  // Of who is at this place, or of the first one behind it.
  Turn begin() {
    while (self_ != end_ && (member_->is_frozen || self_->is_stopped)) pass();
    if (self_ == end_) return {};
    me_.actor = member_->actor;
    me_.slot = member_->slot;
    me_.is_open = &self_->is_open;
    if (self_->is_open && plan_.data_cells > 1) me_.cells[group_.object->data + 1] = now_;
    machine_.begin_steps();
    part_ = Part::first;
    return {&me_, plan_.first};
  }

  void pass() {
    ++where_.place;
    ++self_;
    ++member_;
    me_.cells += plan_.stride;
  }

  // It has done what it does every frame; if its interval is open, it hears that.
  Turn clock() {
    self_->stepped = epoch_;
    if (self_->is_open && !self_->lifecycle.is_waiting()) {
      part_ = Part::clock;
      if (only_clock_ != kNone && !self_->is_stopped) {
        machine_.count_step();
        return {&me_, only_clock_};
      }
      hear_clock();
    }
    return end();
  }

  Turn end() {
    if (!member_->can_judge) [[unlikely]]
      look_for_facts();
    pass();
    return begin();
  }

  [[gnu::noinline]] void go_on(double result) {
    const Machine::Aside aside(machine_);
    events_.guarded(where_, [&] { events_.go_on(group_, where_, me_, result); });
  }
  [[gnu::noinline]] void hear_clock() {
    const Machine::Aside aside(machine_);
    events_.clock(group_, where_, me_);
  }
  [[gnu::noinline]] void look_for_facts() {
    if (group_.population.look_for_facts(*member_, *group_.info, machine_.context()))
      group_.population.set_lacks(*member_, "");
  }

  InstanceEvents& events_;
  Machine& machine_;
  InstanceGroup& group_;
  const ObjectPlan& plan_;
  FunctionId only_clock_;  // none: what they do on their interval_clock is not for the machine alone
  bool first_is_all_;      // that they run, unless their interval is open
  double now_;
  scene::Epoch epoch_;
  // ---- whose turn it is, and with what ----
  At where_;
  Instance* self_;
  Instance* end_;
  watch::Population::Member* member_;
  OwnInstance me_;
  Part part_ = Part::first;
};

void InstanceEvents::step(std::uint32_t declaration) {
  InstanceGroup& group = instances_.group(declaration);
  if (!group.is_idle && !group.population.is_empty()) Round(*this, group, declaration).run();
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
