#include "lang/vm/detail/instances.h"

#include <cmath>
#include <span>

#include "lang/lower/handles.h"

namespace scrutineer::lang::detail {

void Instances::runs_as(std::uint32_t declaration, const watch::CheckInfo& check) {
  const Program& program = image_.program;
  InstanceGroup& group = groups_[declaration];
  group.info = &check;
  const std::uint32_t object = program.declarations[declaration].object;
  if (object == kNone) return;
  group.object = &program.objects[object];
  group.plan = &image_.objects[object];
  group.is_idle = group.plan->frame.empty() && group.object->condition == kNone && !group.object->has_intervals &&
                  image_.facts[declaration].empty() && image_.told[object].needed_of_anybody.empty();
  group.lines = lines_of(program, declaration);
}

std::uint32_t Instances::place_of(std::uint32_t declaration, trace::ActorId actor) const {
  const InstanceGroup& group = groups_[declaration];
  if (group.object == nullptr) return kNone;
  if (!actor.valid()) return !group.population.is_empty() && is_of_run(declaration) ? 0 : kNone;
  const std::uint32_t place = group.population.place_of(actor);
  return place == watch::Population::kNowhere ? kNone : place;
}

std::optional<InstanceAt> Instances::find(double handle) const {
  const double whole = std::floor(handle / kInstancesPerDeclaration);
  const std::uint32_t declaration = index_below(whole, declarations());
  if (declaration == declarations()) return std::nullopt;
  const double rest = handle - whole * kInstancesPerDeclaration;
  if (rest != std::floor(rest)) return std::nullopt;
  const auto actor = static_cast<std::uint32_t>(rest);
  return find(declaration, actor == kNoActor ? trace::ActorId() : trace::ActorId(actor));
}

std::vector<TurnRow>& Instances::rows(std::uint32_t declaration) {
  InstanceGroup& group = groups_[declaration];
  if (!group.rows.empty()) return group.rows;
  for (std::uint32_t place = 0; place < group.population.size(); ++place) {
    const watch::Population::Member& member = group.population[place];
    group.rows.push_back({.own = own(group, {declaration, place}),
                          .state = &group.instances[place],
                          .needs_care = member.is_frozen || !member.can_judge});
  }
  group.rows.emplace_back();
  return group.rows;
}

bool Instances::is_wanted(std::uint32_t declaration, watch::Context& context, scene::Slot slot) const {
  if (const std::uint32_t outer = image_.program.declarations[declaration].outer; outer != kNone) {
    const trace::ActorId actor = slot.valid() && !is_of_run(outer) ? context.scene.actors.id(slot) : trace::ActorId();
    if (place_of(outer, actor) == kNone) return false;
  }
  return !slot.valid() || watch::watches(*groups_[declaration].info, context, slot);
}

InstanceAt Instances::add(std::uint32_t declaration, scene::Slot slot, trace::ActorId actor) {
  InstanceGroup& group = groups_[declaration];
  group.population.add(actor, slot);
  group.rows.clear();
  group.instances.emplace_back();
  group.cells.resize(group.instances.size() * group.plan->stride, kNull);
  if (group.is_idle) group.population.set_has_judged();  // it is never stepped
  return {declaration, group.population.size() - 1};
}

void Instances::remove(std::uint32_t declaration, trace::ActorId actor) {
  InstanceGroup& group = groups_[declaration];
  const std::uint32_t place = place_of(declaration, actor);
  if (place == kNone) return;
  const auto stride = static_cast<std::ptrdiff_t>(group.plan->stride);
  const auto cells = group.cells.begin() + place * stride;
  group.cells.erase(cells, cells + stride);
  group.instances.erase(group.instances.begin() + place);
  group.population.remove(std::span(&place, 1));
  group.rows.clear();
}

}  // namespace scrutineer::lang::detail
