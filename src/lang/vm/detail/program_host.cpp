#include "lang/vm/detail/program_host.h"

#include <algorithm>

#include "lang/lower/handles.h"

namespace scrutineer::lang::detail {

ProgramHost::ProgramHost(const Image& image, Machine& machine, Instances& instances, InstanceEvents& events, Said& said)
    : image_(image),
      machine_(machine),
      instances_(instances),
      events_(events),
      said_(said),
      settings_(image.program.parameters.size()),
      settings_known_(image.program.parameters.size()) {}

InstanceCells ProgramHost::instance(double handle) {
  const std::optional<InstanceAt> where = instances_.find(handle);
  if (!where) return {};
  const InstanceGroup& group = instances_.group(where->declaration);
  return {instances_.cells(*where), std::max<std::uint32_t>(1, group.object->cells), instances_.at(*where).is_open};
}

double ProgramHost::instance_of(std::uint32_t declaration, double actor) {
  const std::uint32_t index = index_below(actor, kNoActor);
  if (index == kNoActor) return kNull;
  // What is one for the run is everybody's.
  const trace::ActorId id = instances_.is_of_run(declaration) ? trace::ActorId() : trace::ActorId(index);
  return instances_.find(declaration, id) ? instance_handle(declaration, id) : kNull;
}

double ProgramHost::instance_of_run(std::uint32_t declaration) {
  return instances_.find(declaration, {}) ? instance_handle(declaration, trace::ActorId()) : kNull;
}

double* ProgramHost::actor_cells(trace::ActorId actor) {
  const std::size_t stride = machine_.actor_stride();
  if ((actor.index() + 1) * stride > actor_cells_.size()) actor_cells_.resize((actor.index() + 1) * stride, kNull);
  return actor_cells_.data() + actor.index() * stride;
}

double ProgramHost::metric(std::uint32_t metric) {
  if (subject_.metrics == nullptr || metric >= subject_.metrics->size()) return kNull;
  const watch::Value& value = (*subject_.metrics)[metric];
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1.0 : 0.0;
  return machine_.pools().add_text(std::get<std::string>(value));
}

// Settings are as they were when the actor appeared, so they are looked up once.
double ProgramHost::setting(std::uint32_t parameter, scene::Slot slot) {
  if (!slot.valid()) return machine_.context().settings.value(*image_.program.parameters[parameter], {}, false);
  const scene::Actors& actors = machine_.scene().actors;
  const std::size_t actor = actors.id(slot).index();
  std::vector<double>& values = settings_[parameter];
  std::vector<char>& known = settings_known_[parameter];
  if (actor >= values.size()) {
    values.resize(actor + 1);
    known.resize(actor + 1, 0);
  }
  if (known[actor] == 0) {
    values[actor] = machine_.context().settings.value(*image_.program.parameters[parameter], actors.info(slot),
                                                      actors.is_ego(slot));
    known[actor] = 1;
  }
  return values[actor];
}

std::optional<map::RoadDistance> ProgramHost::road_distance(scene::Slot from, scene::Slot to, BodyPoint from_point,
                                                            BodyPoint to_point) {
  return distances_.distance(machine_.scene(), from, to, from_point, to_point);
}

double ProgramHost::everybody(Everybody who) {
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
  std::ranges::sort(found_, {},
                    [&](double actor) { return actors.uid(trace::ActorId(static_cast<std::size_t>(actor))); });
  list = machine_.pools().add_list(found_);
  epoch = actors.epoch();
  return list;
}

void ProgramHost::set_mode(std::uint32_t declaration, trace::ActorId actor, bool frozen) {
  for (const std::uint32_t inside : image_.inside[declaration])
    machine_.context().findings.request_freeze(image_.program.declarations[inside].name, actor, frozen);
}

void ProgramHost::set_check_mode(const std::string& check, trace::ActorId actor, bool frozen) {
  machine_.context().findings.request_freeze(check, actor, frozen);
}

void ProgramHost::leave_if_stopped(const OwnInstance& running) {
  if (running.declaration == kNone) return;
  if (const auto where = instances_.find(running.declaration, running.actor)) events_.leave_if_stopped(*where);
}

void ProgramHost::emit(const OwnInstance& own, std::uint32_t event) {
  if (own.declaration == kNone) return;
  const auto where = instances_.find(own.declaration, own.actor);
  if (!where) return;
  events_.emit(*where, event);
  events_.leave_if_stopped(*where);
}

void ProgramHost::emit_of(double handle, std::uint32_t event) {
  const auto where = instances_.find(handle);
  if (!where || instances_.member(*where).is_frozen || instances_.at(*where).is_stopped) return;
  events_.emit(*where, event);
  leave_if_stopped(machine_.own());
}

void ProgramHost::start_interval(double handle, double since) {
  const auto where = instances_.find(handle);
  if (!where) return;
  events_.start_interval(*where, since);
  if (const OwnInstance& running = machine_.own(); instance_handle(running.declaration, running.actor) == handle)
    events_.leave_if_stopped(*where);
}

void ProgramHost::end_interval(double handle) {
  const auto where = instances_.find(handle);
  if (!where) return;
  events_.end_interval(*where);
  if (const OwnInstance& running = machine_.own(); instance_handle(running.declaration, running.actor) == handle)
    events_.leave_if_stopped(*where);
}

void ProgramHost::raise(const OwnInstance& own, const std::string& kind, watch::Severity severity,
                        const std::string& details) {
  if (own.declaration == kNone) return;
  const auto where = instances_.find(own.declaration, own.actor);
  if (!where) return;
  instances_.group(where->declaration).population.set_has_judged();
  said_.raise_now(*where, kind, severity, details);
}

}  // namespace scrutineer::lang::detail
