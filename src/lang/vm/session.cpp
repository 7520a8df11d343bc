#include "lang/vm/session.h"

#include <algorithm>
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/actor_types.h"
#include "watch/wording.h"

namespace scrutineer::lang {
namespace {

constexpr watch::KindInfo kEvaluationError{"evaluation_error",
                                           watch::Severity::error_continue,
                                           watch::Severity::error_continue,
                                           "Code of the configuration could not be evaluated.",
                                           nullptr,
                                           watch::Category::tool};

std::uint32_t index_of(trace::ActorId actor) {
  return actor.valid() ? static_cast<std::uint32_t>(actor.index()) : kNoActor;
}

double handle_of(std::uint32_t declaration, trace::ActorId actor) {
  return instance_handle(declaration, index_of(actor));
}

trace::ActorId actor_of(const watch::ActorRef& actor) {
  return actor.uid > 0 ? trace::ActorId(static_cast<std::size_t>(actor.uid - 1)) : trace::ActorId();
}

std::string issue_message(std::string_view meaning, std::string_view kind, const watch::SubjectRef& subject,
                          const std::string& details) {
  std::string message(meaning.empty() ? kind : meaning);
  message += " " + watch::describe(subject);
  if (!details.empty()) message += ": " + details;
  return message;
}

}  // namespace

Session::Session(std::shared_ptr<const Image> image)
    : image_(std::move(image)),
      program_(image_->program),
      machine_(image_->code, program_, *this),
      groups_(program_.declarations.size()),
      settings_(program_.parameters.size()),
      settings_known_(program_.parameters.size()) {}

void Session::begin(std::span<const watch::CheckInfo* const> checks) {
  std::map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t d = 0; d < program_.declarations.size(); ++d) by_name.emplace(program_.declarations[d].name, d);
  for (const watch::CheckInfo* check : checks) {
    if (const auto found = by_name.find(check->name); found != by_name.end()) {
      const std::uint32_t d = found->second;
      const Declaration& declaration = program_.declarations[d];
      groups_[d].info = check;
      if (declaration.object != kNone) {
        groups_[d].object = &program_.objects[declaration.object];
        groups_[d].plan = &image_->objects[declaration.object];
        own_checks_.push_back(check);
      } else {
        heard_[check] = &image_->heard[d];
      }
    } else if (const auto heard = image_->heard_checks.find(check->name); heard != image_->heard_checks.end()) {
      heard_[check] = &heard->second;
    }
  }
  std::ranges::sort(own_checks_);
}

// ---- finding instances ----------------------------------------------------------------------------------------------

std::uint32_t Session::place_of(std::uint32_t declaration, trace::ActorId actor) const {
  const Group& group = groups_[declaration];
  if (group.object == nullptr) return kNone;
  if (!actor.valid()) {
    const bool is_of_run = !group.instances.empty() && program_.declarations[declaration].whom.empty();
    return is_of_run ? 0 : kNone;
  }
  return actor.index() < group.by_actor.size() ? group.by_actor[actor.index()] : kNone;
}

std::optional<Session::At> Session::find(double handle) const {
  const double whole = std::floor(handle / kInstancesPerDeclaration);
  const auto count = static_cast<std::uint32_t>(groups_.size());
  const std::uint32_t declaration = index_below(whole, count);
  if (declaration == count) return std::nullopt;
  const double rest = handle - whole * kInstancesPerDeclaration;
  if (rest != std::floor(rest)) return std::nullopt;
  const auto actor = static_cast<std::uint32_t>(rest);
  const std::uint32_t place = place_of(declaration, actor == kNoActor ? trace::ActorId() : trace::ActorId(actor));
  if (place == kNone) return std::nullopt;
  return At{declaration, place};
}

Own Session::own(At where) {
  Instance& self = at(where);
  return {.cells = cells(where),
          .declaration = where.declaration,
          .actor = self.actor,
          .slot = self.slot,
          .is_open = &self.is_open};
}

InstanceCells Session::instance(double handle) {
  const std::optional<At> where = find(handle);
  if (!where) return {};
  const Group& group = groups_[where->declaration];
  return {cells(*where), std::max<std::uint32_t>(1, group.object->cells), at(*where).is_open};
}

double Session::instance_of(std::uint32_t declaration, double actor) {
  const std::uint32_t index = index_below(actor, kNoActor);
  if (index == kNoActor) return kNull;
  // What is one for the run is everybody's.
  const bool is_of_run = program_.declarations[declaration].whom.empty();
  const trace::ActorId id = is_of_run ? trace::ActorId() : trace::ActorId(index);
  return place_of(declaration, id) == kNone ? kNull : handle_of(declaration, id);
}

double Session::instance_of_run(std::uint32_t declaration) {
  return place_of(declaration, {}) == kNone ? kNull : handle_of(declaration, {});
}

double* Session::actor_cells(trace::ActorId actor) {
  const std::size_t stride = machine_.actor_stride();
  if ((actor.index() + 1) * stride > actor_cells_.size()) actor_cells_.resize((actor.index() + 1) * stride, kNull);
  return actor_cells_.data() + actor.index() * stride;
}

double Session::metric(std::uint32_t metric) {
  if (metrics_now_ == nullptr || metric >= metrics_now_->size()) return kNull;
  const watch::Value& value = (*metrics_now_)[metric];
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1.0 : 0.0;
  return machine_.pools().add_text(std::get<std::string>(value));
}

// Settings are as they were when the actor appeared, so they are looked up once.
double Session::setting(std::uint32_t parameter, scene::Slot slot) {
  if (!slot.valid()) return machine_.context().settings.value(*program_.parameters[parameter], {}, false);
  const scene::Actors& actors = machine_.scene().actors;
  const std::size_t actor = actors.id(slot).index();
  std::vector<double>& values = settings_[parameter];
  std::vector<char>& known = settings_known_[parameter];
  if (actor >= values.size()) {
    values.resize(actor + 1);
    known.resize(actor + 1, 0);
  }
  if (known[actor] == 0) {
    values[actor] =
        machine_.context().settings.value(*program_.parameters[parameter], actors.info(slot), actors.is_ego(slot));
    known[actor] = 1;
  }
  return values[actor];
}

std::optional<map::RoadDistance> Session::road_distance(scene::Slot from, scene::Slot to, BodyPoint from_point,
                                                        BodyPoint to_point) {
  return distances_.distance(machine_.scene(), from, to, from_point, to_point);
}

double Session::everybody(Everybody who) {
  const scene::Actors& actors = machine_.scene().actors;
  auto& [epoch, list] = everybody_[static_cast<std::size_t>(who)];
  if (epoch == actors.epoch()) return list;
  const auto is_one = [&](scene::Slot slot) {
    switch (who) {
      case Everybody::physical_objects:
        return true;
      case Everybody::vehicles:
        return actors.info(slot).type == trace::ActorType::vehicle;
      case Everybody::persons:
        return actors.info(slot).type == trace::ActorType::person;
      case Everybody::animals:
        return actors.info(slot).type == trace::ActorType::animal;
      case Everybody::plain_objects:
        return actors.info(slot).type == trace::ActorType::plain_object;
    }
    return false;
  };
  found_.clear();
  for (const scene::Slot slot : actors.present())
    if (is_one(slot)) found_.push_back(static_cast<double>(actors.id(slot).index()));
  std::ranges::sort(found_);
  list = machine_.pools().add_list(found_);
  epoch = actors.epoch();
  return list;
}

// ---- making and ending instances ------------------------------------------------------------------------------------

bool Session::is_wanted(std::uint32_t declaration, watch::Context& context, scene::Slot slot) const {
  const Declaration& what = program_.declarations[declaration];
  if (what.outer != kNone) {
    const bool outer_is_of_run = program_.declarations[what.outer].whom.empty();
    const trace::ActorId actor = slot.valid() && !outer_is_of_run ? context.scene.actors.id(slot) : trace::ActorId();
    if (place_of(what.outer, actor) == kNone) return false;
  }
  return !slot.valid() || watch::watches(*groups_[declaration].info, context, slot);
}

void Session::add(std::uint32_t declaration, scene::Slot slot, trace::ActorId actor) {
  Group& group = groups_[declaration];
  const auto place = static_cast<std::uint32_t>(group.instances.size());
  Instance& self = group.instances.emplace_back();
  self.actor = actor;
  self.slot = slot;
  self.is_frozen = group.all_frozen;
  if (actor.valid()) {
    if (actor.index() >= group.by_actor.size()) group.by_actor.resize(actor.index() + 1, kNone);
    group.by_actor[actor.index()] = place;
    const auto early = std::ranges::find(group.early, actor, &std::pair<trace::ActorId, bool>::first);
    if (early != group.early.end()) {
      self.is_frozen = early->second;
      group.early.erase(early);
    }
    const scene::Actors& actors = machine_.scene().actors;
    self.merge_gap = machine_.context().settings.merge_gap(*group.info, actors.info(slot), actors.is_ego(slot));
  }
  group.cells.resize(group.instances.size() * group.plan->stride, kNull);
  ++group.created;
}

void Session::remove(std::uint32_t declaration, trace::ActorId actor) {
  Group& group = groups_[declaration];
  const std::uint32_t place = place_of(declaration, actor);
  if (place == kNone) return;
  group.by_actor[actor.index()] = kNone;
  const auto stride = static_cast<std::ptrdiff_t>(group.plan->stride);
  const auto cells = group.cells.begin() + place * stride;
  group.cells.erase(cells, cells + stride);
  group.instances.erase(group.instances.begin() + place);
  for (std::uint32_t later = place; later < group.instances.size(); ++later)
    group.by_actor[group.instances[later].actor.index()] = later;
}

void Session::give_values(At where) {
  Group& group = groups_[where.declaration];
  Instance& self = at(where);
  self.created = machine_.context().now();
  self.paused = kNotPaused;
  double* const begin = cells(where);
  std::fill_n(begin, group.plan->stride, kNull);
  guarded(where, [&] {
    const Own me = own(where);
    if (group.object->initial != kNone) machine_.run(group.object->initial, me);
    if (const FunctionId create = program_.declarations[where.declaration].create; create != kNone)
      machine_.run(create, me);
  });
  if (group.plan->data_cells > 0)
    std::copy_n(begin + group.object->data, group.plan->data_cells, begin + group.plan->fresh_data);
}

void Session::initialise_actor(scene::Slot slot) {
  if (machine_.actor_stride() == 0) return;
  const scene::Actors& actors = machine_.scene().actors;
  const trace::ActorId actor = actors.id(slot);
  // Who comes back is the same actor: its fields stay as they were.
  if (actor.index() >= known_actors_.size()) known_actors_.resize(actor.index() + 1, 0);
  if (std::exchange(known_actors_[actor.index()], 1) != 0) return;
  std::fill_n(actor_cells(actor), machine_.actor_stride(), kNull);
  const Own nobody{.cells = nullptr, .declaration = kNone, .actor = actor, .slot = slot, .is_open = nullptr};
  const double argument = static_cast<double>(actor.index());
  for (const std::uint32_t type : types_of(program_, actors.info(slot), actors.is_ego(slot))) {
    const FunctionId initial = program_.actors[type].initial;
    if (initial == kNone) continue;
    run_for_nobody(initial, nobody, {&argument, 1});
  }
}

// Code that belongs to no instance: an error in it is told in the name of the first of ours.
double Session::run_for_nobody(FunctionId function, const Own& own, std::span<const double> arguments) {
  machine_.begin_steps();
  try {
    return machine_.run(function, own, arguments);
  } catch (const Fault& fault) {
    const scene::Actors& actors = machine_.scene().actors;
    const scene::Slot slot = own.slot.valid() ? own.slot : actors.ego();
    watch::SubjectRef subject;
    if (slot.valid()) subject = {watch::actor_ref(machine_.scene(), slot), watch::driver_of(machine_.scene(), slot)};
    for (const Group& group : groups_) {
      if (group.info == nullptr) continue;
      raise_fault(*group.info, subject, fault);
      break;
    }
    return kNull;
  }
}

void Session::begin_frame(watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  pending_.clear();
  if (machine_.pools().wants_sweep()) sweep();
  const scene::Actors& actors = context.scene.actors;
  const auto count = static_cast<std::uint32_t>(groups_.size());

  for (const scene::Slot slot : actors.vanished()) {
    const trace::ActorId actor = actors.id(slot);
    const bool is_on_its_way = std::ranges::find(context.relocating, actor) != context.relocating.end();
    end_all_of(actor, is_on_its_way ? watch::EndedBy::relocation : watch::EndedBy::actor_gone, context.previous);
    for (std::uint32_t d = 0; d < count; ++d) remove(d, actor);
  }
  fresh_.clear();
  for (const scene::Slot slot : actors.present()) {
    if (!actors.relocated(slot)) [[likely]]
      continue;
    const trace::ActorId actor = actors.id(slot);
    end_all_of(actor, watch::EndedBy::relocation, context.previous);
    for (std::uint32_t d = 0; d < count; ++d)
      if (const std::uint32_t place = place_of(d, actor); place != kNone && !at({d, place}).is_frozen)
        fresh_.push_back({d, place});
  }
  for (const At where : fresh_) at(where).is_stopped = false;

  if (!has_begun_ && program_.initial != kNone) run_for_nobody(program_.initial, {}, {});
  for (const scene::Slot slot : actors.appeared()) initialise_actor(slot);
  for (std::uint32_t d = 0; d < count; ++d) {
    if (groups_[d].object == nullptr) continue;
    const auto is_new = [&](scene::Slot slot, trace::ActorId actor) {
      if (!is_wanted(d, context, slot)) return;
      add(d, slot, actor);
      fresh_.push_back({d, static_cast<std::uint32_t>(groups_[d].instances.size() - 1)});
    };
    if (program_.declarations[d].whom.empty()) {
      if (!has_begun_) is_new({}, {});
    } else {
      for (const scene::Slot slot : actors.appeared()) is_new(slot, actors.id(slot));
    }
  }
  has_begun_ = true;
  std::ranges::stable_sort(fresh_, {}, &At::declaration);
  for (const At where : fresh_) give_values(where);
  for (const At where : fresh_) {
    machine_.begin_steps();
    if (!at(where).is_frozen) hear(where, groups_[where.declaration].plan->created);
  }
}

void Session::end_all_of(trace::ActorId actor, watch::EndedBy ended_by, Time last) {
  for (std::uint32_t d = 0; d < groups_.size(); ++d)
    if (const std::uint32_t place = place_of(d, actor); place != kNone) end({d, place}, ended_by, last);
  for (std::uint32_t d = 0; d < groups_.size(); ++d)
    if (const std::uint32_t place = place_of(d, actor); place != kNone && !at({d, place}).is_frozen)
      hear({d, place}, groups_[d].plan->ended);
}

void Session::end_frame(watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  for (std::size_t i = 0; i < open_elsewhere_.size(); ++i) {
    const auto [heard, actor] = open_elsewhere_[i];
    tell(heard->clock, kNull, actor);
  }
  clock_pending();
}

void Session::finish_all(watch::Context& context) {
  if (std::exchange(has_ended_, true)) return;
  const Machine::Seeing seeing(machine_, context);
  const auto each = [&](auto&& work) {
    for (std::uint32_t d = 0; d < groups_.size(); ++d)
      for (std::uint32_t place = 0; place < groups_[d].instances.size(); ++place) work(At{d, place});
  };
  each([&](At where) { end(where, watch::EndedBy::run_end, context.now()); });
  each([&](At where) {
    if (!at(where).is_frozen) hear(where, groups_[where.declaration].plan->ended);
  });
}

void Session::freeze(std::uint32_t declaration, watch::Context& context, trace::ActorId actor, bool frozen) {
  const Machine::Seeing seeing(machine_, context);
  Group& group = groups_[declaration];
  if (!actor.valid()) {
    group.all_frozen = frozen;
    group.early.clear();
  } else if (place_of(declaration, actor) == kNone && !program_.declarations[declaration].whom.empty()) {
    std::erase_if(group.early, [&](const auto& known) { return known.first == actor; });
    group.early.emplace_back(actor, frozen);
  }
  for (std::uint32_t place = 0; place < group.instances.size(); ++place) {
    const At where{declaration, place};
    Instance& self = group.instances[place];
    if (self.is_frozen == frozen || (actor.valid() && self.actor.valid() && self.actor != actor)) continue;
    machine_.begin_steps();
    if (frozen) {
      end(where, watch::EndedBy::frozen, context.now());
      self.is_frozen = true;
    } else {
      self.is_frozen = false;
      self.is_stopped = false;
      give_values(where);
      hear(where, group.plan->created);
    }
  }
}

void Session::set_mode(std::uint32_t declaration, trace::ActorId actor, bool frozen) {
  for (const std::uint32_t inside : image_->inside[declaration])
    machine_.context().recorder.request_freeze(program_.declarations[inside].name, actor, frozen);
}

void Session::set_check_mode(const std::string& check, trace::ActorId actor, bool frozen) {
  machine_.context().recorder.request_freeze(check, actor, frozen);
}

void Session::sweep() {
  std::vector<std::span<const double>> roots{machine_.program_cells(), actor_cells_};
  for (const Group& group : groups_) roots.emplace_back(group.cells);
  machine_.pools().sweep(roots);
}

// ---- running --------------------------------------------------------------------------------------------------------

template <typename Work>
void Session::guarded(At where, Work&& work) {
  try {
    work();
  } catch (const Fault& fault) {
    if (!at(where).is_stopped) stop(where, fault);
  } catch (const PoolFull& full) {
    if (!at(where).is_stopped) stop(where, Fault{full.what(), {}, false});
  }
}

void Session::raise_fault(const watch::CheckInfo& info, const watch::SubjectRef& subject, const Fault& fault) {
  watch::Context& context = machine_.context();
  watch::Issue issue;
  issue.time = issue.start = issue.end = context.now();
  issue.actor = subject.actor;
  issue.driver = subject.driver;
  const std::string place = fault.has_span ? image_->place(fault.span) : std::string();
  issue.message = (place.empty() ? "" : place + ": ") + fault.message + ". " + watch::describe(subject);
  issue.details = "The watcher or checker is stopped; everything else goes on.";
  issue.data.assign(info.metrics.size(), kNull);
  context.recorder.raise(info, kEvaluationError, std::move(issue));
}

void Session::stop(At where, const Fault& fault) {
  Instance& self = at(where);
  self.is_stopped = true;
  const watch::CheckInfo& info = *groups_[where.declaration].info;
  if (self.is_open && !self.is_ending) {
    watch::Context& context = machine_.context();
    watch::Finding finding;
    finding.data = metrics(where);
    watch::Watch(info, context, self.slot, context.previous)
        .record(self.interval, watch::EndedBy::frozen, context.now(), finding);
    self.is_open = false;
  }
  raise_fault(info, subject(where), fault);
}

void Session::hear(At where, const std::vector<std::uint32_t>& handlers) {
  if (handlers.empty()) return;
  const Group& group = groups_[where.declaration];
  const double self = handle_of(where.declaration, at(where).actor);
  for (const std::uint32_t handler : handlers) {
    if (at(where).is_stopped) return;
    hear(where, group.object->handlers[handler], self);
  }
}

void Session::hear(At where, const Handler& handler, double emitter) {
  guarded(where, [&] {
    machine_.count_step();
    const Own me = own(where);
    if (handler.condition != kNone && !holds(machine_.run(handler.condition, me))) return;
    if (handler.body != kNone) machine_.run(handler.body, me, {&emitter, 1});
  });
}

void Session::tell(const std::vector<Listener>& listeners, double emitter, trace::ActorId actor) {
  for (const Listener& listener : listeners) {
    Group& group = groups_[listener.declaration];
    if (group.object == nullptr) continue;
    const Handler& handler = group.object->handlers[listener.handler];
    const auto hears = [&](std::uint32_t place) {
      const At where{listener.declaration, place};
      if (at(where).is_frozen || at(where).is_stopped) return;
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
      for (std::uint32_t place = 0; place < group.instances.size(); ++place) hears(place);
    }
  }
}

void Session::emit(const Own& own, std::uint32_t event) {
  if (own.declaration == kNone) return;
  const std::uint32_t place = place_of(own.declaration, own.actor);
  if (place == kNone) return;
  const At where{own.declaration, place};
  const auto& handlers = groups_[own.declaration].plan->user;
  if (const auto found = handlers.find(event); found != handlers.end()) hear(where, found->second);
  const auto& listeners = image_->heard[own.declaration].user;
  if (const auto found = listeners.find(event); found != listeners.end())
    tell(found->second, handle_of(own.declaration, own.actor), own.actor);
  leave_if_stopped(where);
}

// Code that was stopped by what it set off does not go on.
void Session::leave_if_stopped(At where) {
  if (at(where).is_stopped) throw Fault{"stopped", {}, true};
}

void Session::start_interval(double handle) {
  const std::optional<At> where = find(handle);
  if (!where) return;
  open(*where);
  if (const Own& running = machine_.own(); handle_of(running.declaration, running.actor) == handle)
    leave_if_stopped(*where);
}

void Session::end_interval(double handle) {
  const std::optional<At> where = find(handle);
  if (!where) return;
  close(*where, watch::EndedBy::condition, machine_.context().now());
  if (const Own& running = machine_.own(); handle_of(running.declaration, running.actor) == handle)
    leave_if_stopped(*where);
}

void Session::step(std::uint32_t declaration, watch::Context& context) {
  const Machine::Seeing seeing(machine_, context);
  const auto count = static_cast<std::uint32_t>(groups_[declaration].instances.size());
  for (std::uint32_t place = 0; place < count; ++place) step({declaration, place});
  clock_pending();
}

void Session::step(At where) {
  Instance& self = at(where);
  if (self.is_frozen || self.is_stopped) return;
  const Group& group = groups_[where.declaration];
  machine_.begin_steps();
  if (self.is_open && group.plan->data_cells > 1)
    cells(where)[group.object->data + 1] = to_seconds(machine_.context().now());
  guarded(where, [&] {
    if (group.object->condition != kNone) look_at_condition(where);
    const Own me = own(where);
    for (const std::uint32_t place : group.plan->frame) {
      const Handler& handler = group.object->handlers[place];
      if (handler.event == EventKind::clock) {
        if (handler.condition != kNone && !holds(machine_.run(handler.condition, me))) continue;
      } else if (!is_due(where, handler)) {
        continue;
      }
      if (handler.body == kNone) continue;
      const double emitter = handle_of(where.declaration, self.actor);
      machine_.run(handler.body, me, {&emitter, 1});
    }
  });
  self.stepped = machine_.scene().actors.epoch();
  if (self.is_open && self.paused == kNotPaused) clock(where);
  if (!self.can_judge) [[unlikely]]
    look_for_facts(where);
}

bool Session::is_due(At where, const Handler& handler) {
  if (handler.memory == kNone) return false;
  const Own me = own(where);
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

void Session::look_at_condition(At where) {
  Instance& self = at(where);
  const Group& group = groups_[where.declaration];
  const Time now = machine_.context().now();
  if (holds(machine_.run(group.object->condition, own(where)))) {
    self.paused = kNotPaused;
    open(where);
    return;
  }
  if (!self.is_open) return;
  if (self.paused == kNotPaused) self.paused = now;
  if (now - self.paused >= self.merge_gap) close(where, watch::EndedBy::condition, self.paused);
}

void Session::clock(At where) {
  const Group& group = groups_[where.declaration];
  hear(where, group.plan->interval_clock);
  if (group.plan->has_clock_metrics) take_metrics(where, EventKind::interval_clock);
  const auto& listeners = image_->heard[where.declaration].clock;
  if (!listeners.empty()) tell(listeners, handle_of(where.declaration, at(where).actor), at(where).actor);
}

void Session::clock_pending() {
  if (pending_.empty()) [[likely]]
    return;
  // What is opened meanwhile has its turn, too, but not without end: each is opened at most once more.
  for (std::size_t i = 0; i < pending_.size() && i < kMostPending; ++i)
    if (at(pending_[i]).is_open) clock(pending_[i]);
  pending_.clear();
}

void Session::look_for_facts(At where) {
  Instance& self = at(where);
  Group& group = groups_[where.declaration];
  std::string reason;
  if (self.slot.valid()) reason = watch::missing_facts(*group.info, machine_.context(), self.slot);
  self.can_judge = reason.empty();
  group.any_could_judge = group.any_could_judge || self.can_judge;
  if (!self.can_judge && group.first_reason.empty()) group.first_reason = std::move(reason);
}

std::optional<std::string> Session::skip_reason(std::uint32_t declaration) const {
  const Group& group = groups_[declaration];
  if (group.created == 0 || group.any_could_judge || group.has_found || group.first_reason.empty()) return std::nullopt;
  return group.first_reason;
}

// ---- intervals ------------------------------------------------------------------------------------------------------

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
  tell(image_->heard[where.declaration].started, handle_of(where.declaration, self.actor), self.actor);
  if (self.stepped == context.scene.actors.epoch()) pending_.push_back(where);
}

void Session::end(At where, watch::EndedBy ended_by, Time last) {
  const Instance& self = at(where);
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
  tell(image_->heard[where.declaration].ended, handle_of(where.declaration, self.actor), self.actor);
  self.is_open = self.is_ending = false;
  self.paused = kNotPaused;
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

void Session::raise_issues(At where, Time end, const std::vector<watch::Value>& data) {
  const Instance& self = at(where);
  const Group& group = groups_[where.declaration];
  const Declaration& declaration = program_.declarations[where.declaration];
  if (!declaration.is_checker) return;
  for (std::size_t i = 0; i < declaration.issues.size() && i < group.info->kinds.size(); ++i) {
    const IssueRule& rule = declaration.issues[i];
    watch::KindInfo kind = group.info->kinds[i];
    std::string details;
    guarded(where, [&] {
      const Own me = own(where);
      if (rule.severity != kNone) {
        const std::uint32_t level = index_below(machine_.run(rule.severity, me), 5);
        if (level < 5) kind.sut = kind.other = static_cast<watch::Severity>(level);
      }
      if (rule.details != kNone) {
        const std::string* text = machine_.pools().find_text(machine_.run(rule.details, me));
        if (text != nullptr) details = *text;
      }
    });
    if (self.is_stopped) return;
    watch::Issue issue;
    issue.time = issue.end = end;
    issue.start = self.interval.start;
    issue.actor = self.interval.subject->actor;
    issue.driver = self.interval.subject->driver;
    issue.message = issue_message(kind.when, kind.name, *self.interval.subject, details);
    issue.details = std::move(details);
    issue.data = data;
    machine_.context().recorder.raise(*group.info, kind, std::move(issue));
  }
}

void Session::raise(const Own& own, const std::string& kind, watch::Severity severity, const std::string& details) {
  if (own.declaration == kNone) return;
  const std::uint32_t place = place_of(own.declaration, own.actor);
  if (place == kNone) return;
  const At where{own.declaration, place};
  const Instance& self = at(where);
  const watch::CheckInfo& info = *groups_[where.declaration].info;
  watch::KindInfo what{.name = kind, .sut = severity, .other = severity, .when = {}};
  const auto known = std::ranges::find(info.kinds, std::string_view(kind), &watch::KindInfo::name);
  if (known != info.kinds.end()) what.when = known->when;
  const watch::SubjectRef who = self.interval.is_open() ? *self.interval.subject : subject(where);
  watch::Issue issue;
  issue.time = issue.end = machine_.context().now();
  issue.start = self.interval.is_open() ? self.interval.start : issue.time;
  issue.actor = who.actor;
  issue.driver = who.driver;
  issue.message = issue_message(what.when, kind, who, details);
  issue.details = details;
  issue.data = metrics(where);
  machine_.context().recorder.raise(info, what, std::move(issue));
}

// ---- what other checks find -----------------------------------------------------------------------------------------

void Session::interval_started(watch::Context& context, const watch::CheckInfo& check, const watch::ActorRef& actor) {
  if (heard_.empty() || std::ranges::binary_search(own_checks_, &check)) return;
  const auto found = heard_.find(&check);
  if (found == heard_.end()) return;
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  if (!found->second->clock.empty()) open_elsewhere_.emplace_back(found->second, actor_of(actor));
  tell(found->second->started, kNull, actor_of(actor));
}

void Session::interval_ended(watch::Context& context, const watch::CheckInfo& check,
                             const watch::IntervalRecord& record) {
  if (heard_.empty() || std::ranges::binary_search(own_checks_, &check)) return;
  const auto found = heard_.find(&check);
  if (found == heard_.end()) return;
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  const auto opened = std::ranges::find(open_elsewhere_, std::pair(found->second, actor_of(record.actor)));
  if (opened != open_elsewhere_.end()) open_elsewhere_.erase(opened);
  const auto* before = std::exchange(metrics_now_, &record.data);
  tell(found->second->ended, kNull, actor_of(record.actor));
  metrics_now_ = before;
}

void Session::judge(watch::Context& context, const watch::CheckInfo& check, watch::Issue& issue) {
  if (image_->rules.empty()) return;
  const Machine::Seeing seeing(machine_, context);
  watch::Issue* const before = std::exchange(issue_, &issue);
  const watch::CheckInfo* const check_before = std::exchange(issue_check_, &check);
  for (const Listener& rule : image_->rules) {
    const Group& group = groups_[rule.declaration];
    if (group.object == nullptr) continue;
    for (std::uint32_t place = 0; place < group.instances.size(); ++place) {
      const At where{rule.declaration, place};
      if (!at(where).is_frozen && !at(where).is_stopped) hear(where, group.object->handlers[rule.handler], kNull);
    }
  }
  issue_ = before;
  issue_check_ = check_before;
}

Session::IssueWords Session::words_of(const IssueRule& rule, std::uint32_t declaration, watch::Context& context,
                                      const watch::ActorRef& actor, const std::vector<watch::Value>& metrics) {
  const Machine::Seeing seeing(machine_, context);
  machine_.begin_steps();
  const auto* before = std::exchange(metrics_now_, &metrics);
  const trace::ActorId id = actor_of(actor);
  const Own me{.cells = nullptr,
               .declaration = declaration,
               .actor = id,
               .slot = id.valid() ? context.scene.actors.slot_of(id) : scene::Slot(),
               .is_open = nullptr};
  IssueWords words;
  try {
    if (rule.severity != kNone) {
      const std::uint32_t level = index_below(machine_.run(rule.severity, me), 5);
      if (level < 5) words.severity = static_cast<watch::Severity>(level);
    }
    if (rule.details != kNone) {
      const std::string* text = machine_.pools().find_text(machine_.run(rule.details, me));
      if (text != nullptr) words.details = *text;
    }
  } catch (const Fault& fault) {
    // The finding stands; only its words could not be made.
    words.details = image_->place(fault.span) + ": " + fault.message;
  } catch (const PoolFull& full) {
    words.details = full.what();
  }
  metrics_now_ = before;
  return words;
}

// ---- what it says ---------------------------------------------------------------------------------------------------

void Session::log(const Own& own, std::string_view level, const std::string& text) {
  if (messages_.size() >= kMostMessages) {
    ++messages_left_out_;
    return;
  }
  watch::LogMessage message;
  message.time = machine_.context().now();
  message.level = level;
  if (own.declaration != kNone) message.source = program_.declarations[own.declaration].name;
  if (own.slot.valid()) message.actor = machine_.scene().actors.info(own.slot).id;
  message.text = text;
  messages_.push_back(std::move(message));
}

void Session::finish(watch::Context& context, watch::Evaluation& evaluation) {
  const Machine::Seeing seeing(machine_, context);
  for (const Metric& metric : program_.info) {
    if (metric.value == kNone) continue;
    machine_.begin_steps();
    try {
      const double number = machine_.run(metric.value, {});
      if (!std::isnan(number)) evaluation.info.push_back({metric.name, value(number, metric.type)});
    } catch (const Fault& fault) {
      log({}, "warning", "top.info." + metric.name + ": " + image_->place(fault.span) + ": " + fault.message);
    }
  }
  evaluation.messages = std::move(messages_);
  evaluation.messages_left_out = messages_left_out_;
}

}  // namespace scrutineer::lang
