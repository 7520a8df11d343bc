// Instances: how they are found, made, given their values and removed.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "lang/lower/handles.h"
#include "lang/vm/actor_types.h"
#include "lang/vm/program_run.h"

namespace scrutineer::lang {

std::uint32_t ProgramRun::place_of(std::uint32_t declaration, trace::ActorId actor) const {
  const Group& group = groups_[declaration];
  if (group.object == nullptr) return kNone;
  if (!actor.valid()) {
    const bool is_of_run = !group.population.is_empty() && program_.declarations[declaration].whom.empty();
    return is_of_run ? 0 : kNone;
  }
  const std::uint32_t place = group.population.place_of(actor);
  return place == watch::Population::kNowhere ? kNone : place;
}

std::optional<ProgramRun::At> ProgramRun::find(double handle) const {
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

InstanceCells ProgramRun::instance(double handle) {
  const std::optional<At> where = find(handle);
  if (!where) return {};
  const Group& group = groups_[where->declaration];
  return {cells(*where), std::max<std::uint32_t>(1, group.object->cells), at(*where).is_open};
}

double ProgramRun::instance_of(std::uint32_t declaration, double actor) {
  const std::uint32_t index = index_below(actor, kNoActor);
  if (index == kNoActor) return kNull;
  // What is one for the run is everybody's.
  const bool is_of_run = program_.declarations[declaration].whom.empty();
  const trace::ActorId id = is_of_run ? trace::ActorId() : trace::ActorId(index);
  return place_of(declaration, id) == kNone ? kNull : instance_handle(declaration, id);
}

double ProgramRun::instance_of_run(std::uint32_t declaration) {
  return place_of(declaration, {}) == kNone ? kNull : instance_handle(declaration, trace::ActorId());
}

bool ProgramRun::is_wanted(std::uint32_t declaration, watch::Context& context, scene::Slot slot) const {
  const Declaration& what = program_.declarations[declaration];
  if (what.outer != kNone) {
    const bool outer_is_of_run = program_.declarations[what.outer].whom.empty();
    const trace::ActorId actor = slot.valid() && !outer_is_of_run ? context.scene.actors.id(slot) : trace::ActorId();
    if (place_of(what.outer, actor) == kNone) return false;
  }
  return !slot.valid() || watch::watches(*groups_[declaration].info, context, slot);
}

void ProgramRun::add(std::uint32_t declaration, scene::Slot slot, trace::ActorId actor) {
  Group& group = groups_[declaration];
  group.population.add(actor, slot);
  group.instances.emplace_back();
  group.cells.resize(group.instances.size() * group.plan->stride, kNull);
  if (group.is_idle) group.population.set_has_judged();  // it is never stepped
}

void ProgramRun::remove(std::uint32_t declaration, trace::ActorId actor) {
  Group& group = groups_[declaration];
  const std::uint32_t place = place_of(declaration, actor);
  if (place == kNone) return;
  const auto stride = static_cast<std::ptrdiff_t>(group.plan->stride);
  const auto cells = group.cells.begin() + place * stride;
  group.cells.erase(cells, cells + stride);
  group.instances.erase(group.instances.begin() + place);
  group.population.remove(place);
}

// What belongs to the run has the value that is set for everybody.
Duration ProgramRun::merge_gap(At where) const {
  const watch::CheckInfo& info = *groups_[where.declaration].info;
  const watch::Settings& settings = machine_.context().settings;
  const scene::Slot slot = member(where).slot;
  if (!slot.valid()) return settings.merge_gap(info, {}, false);
  const scene::Actors& actors = machine_.scene().actors;
  return settings.merge_gap(info, actors.info(slot), actors.is_ego(slot));
}

void ProgramRun::give_values(At where) {
  Group& group = groups_[where.declaration];
  Instance& self = at(where);
  self.created = machine_.context().now();
  self.lifecycle = watch::Lifecycle({.merge_gap = merge_gap(where)});
  double* const begin = cells(where);
  std::fill_n(begin, group.plan->stride, kNull);
  guarded(where, [&] {
    const OwnInstance me = own(where);
    if (group.object->initial != kNone) machine_.run(group.object->initial, me);
    if (const FunctionId create = program_.declarations[where.declaration].create; create != kNone)
      machine_.run(create, me);
    if (const FunctionId least = group.object->for_at_least; least != kNone) {
      const double seconds = machine_.run(least, me);
      const auto duration = from_seconds(seconds);
      if (!duration || *duration < Duration{})
        Machine::fail("for_at_least is a time from 0 s on, and not " + shortest(seconds) + " s");
      self.lifecycle = watch::Lifecycle({.merge_gap = merge_gap(where), .debounce_start_time = *duration});
    }
  });
  if (group.plan->data_cells > 0)
    std::copy_n(begin + group.object->data, group.plan->data_cells, begin + group.plan->fresh_data);
}

void ProgramRun::initialise_actor(scene::Slot slot) {
  if (machine_.actor_stride() == 0) return;
  const scene::Actors& actors = machine_.scene().actors;
  const trace::ActorId actor = actors.id(slot);
  // An actor that comes back is the same one, so its fields keep their values.
  if (actor.index() >= known_actors_.size()) known_actors_.resize(actor.index() + 1, 0);
  if (std::exchange(known_actors_[actor.index()], 1) != 0) return;
  std::fill_n(actor_cells(actor), machine_.actor_stride(), kNull);
  const OwnInstance nobody{.cells = nullptr, .declaration = kNone, .actor = actor, .slot = slot, .is_open = nullptr};
  const double argument = static_cast<double>(actor.index());
  for (const std::uint32_t type : types_of(program_, actors.info(slot), actors.is_ego(slot))) {
    const FunctionId initial = program_.actors[type].initial;
    if (initial == kNone) continue;
    run_for_nobody(initial, nobody, {&argument, 1});
  }
}

// Code that belongs to no instance: an error in it is told in the name of the first of ours.
double ProgramRun::run_for_nobody(FunctionId function, const OwnInstance& own, std::span<const double> arguments) {
  machine_.begin_steps();
  try {
    return machine_.run(function, own, arguments);
  } catch (const Fault& fault) {
    const watch::SubjectRef subject = watch::subject_of(machine_.scene(), own.slot);
    for (const Group& group : groups_) {
      if (group.info == nullptr) continue;
      raise_fault(*group.info, subject, fault);
      break;
    }
    return kNull;
  }
}

void ProgramRun::end_all_of(trace::ActorId actor, watch::EndedBy ended_by, Time last) {
  for (std::uint32_t d = 0; d < groups_.size(); ++d)
    if (const std::uint32_t place = place_of(d, actor); place != kNone) end({d, place}, ended_by, last);
  for (std::uint32_t d = 0; d < groups_.size(); ++d)
    if (const std::uint32_t place = place_of(d, actor); place != kNone && !member({d, place}).is_frozen) {
      hear({d, place}, groups_[d].plan->ended);
      record_life({d, place}, ended_by, last);
    }
}

void ProgramRun::look_for_facts(At where) {
  Group& group = groups_[where.declaration];
  if (group.population.look_for_facts(member(where), *group.info, machine_.context()))
    group.population.set_lacks(member(where), "");
}

}  // namespace scrutineer::lang
