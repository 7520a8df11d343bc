// What running code asks of the world around it.
#include <algorithm>

#include "lang/lower/handles.h"
#include "lang/vm/program_run.h"

namespace scrutineer::lang {

double* ProgramRun::actor_cells(trace::ActorId actor) {
  const std::size_t stride = machine_.actor_stride();
  if ((actor.index() + 1) * stride > actor_cells_.size()) actor_cells_.resize((actor.index() + 1) * stride, kNull);
  return actor_cells_.data() + actor.index() * stride;
}

double ProgramRun::metric(std::uint32_t metric) {
  if (metrics_now_ == nullptr || metric >= metrics_now_->size()) return kNull;
  const watch::Value& value = (*metrics_now_)[metric];
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1.0 : 0.0;
  return machine_.pools().add_text(std::get<std::string>(value));
}

// Settings are as they were when the actor appeared, so they are looked up once.
double ProgramRun::setting(std::uint32_t parameter, scene::Slot slot) {
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

std::optional<map::RoadDistance> ProgramRun::road_distance(scene::Slot from, scene::Slot to, BodyPoint from_point,
                                                           BodyPoint to_point) {
  return distances_.distance(machine_.scene(), from, to, from_point, to_point);
}

double ProgramRun::everybody(Everybody who) {
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

void ProgramRun::set_mode(std::uint32_t declaration, trace::ActorId actor, bool frozen) {
  for (const std::uint32_t inside : image_->inside[declaration])
    machine_.context().findings.request_freeze(program_.declarations[inside].name, actor, frozen);
}

void ProgramRun::set_check_mode(const std::string& check, trace::ActorId actor, bool frozen) {
  machine_.context().findings.request_freeze(check, actor, frozen);
}

}  // namespace scrutineer::lang
