// Parameters of built-in checks: their places, whom a setting is for, which checks a group holds.
#include <algorithm>

#include "lang/sema/detail/body.h"
#include "trace/words.h"

namespace scrutineer::lang::detail {

std::uint32_t Compilation::place_of(const watch::AnyParameter& parameter) {
  const auto [found, is_new] =
      parameter_places.emplace(&parameter, static_cast<std::uint32_t>(program.parameters.size()));
  if (is_new) program.parameters.push_back(&parameter);
  return found->second;
}

std::vector<std::uint32_t> Compilation::checks_below(const TypeInfo& settings) const {
  std::vector<std::uint32_t> checks;
  for (const InstanceInfo* instance : settings.instances)
    if (instance->check != kNone) checks.push_back(instance->check);
  for (const FieldInfo* field : settings.fields)
    if (const TypeInfo* inner = info_of(field->type); inner != nullptr && inner->is_settings && inner != &settings)
      for (const std::uint32_t check : checks_below(*inner)) checks.push_back(check);
  return checks;
}

std::optional<watch::Scope> Compilation::scope_of(const TypeInfo& actor) const {
  using Kind = watch::Scope::Kind;
  if (!actor.is_library) return std::nullopt;
  if (actor.name == "sut_vehicle") return watch::Scope{Kind::role, "sut"};
  if (actor.name == "npc_vehicle") return watch::Scope{Kind::role, "npc_vehicle"};
  if (trace::from_word<trace::ActorType>(actor.name) || trace::from_word<trace::Category>(actor.name))
    return watch::Scope{Kind::type, actor.name};
  // physical_object, and what lies between it and vehicles: everybody.
  return watch::Scope{Kind::type, "physical_object"};
}

std::uint32_t Compilation::config_cell(const FieldInfo& field) {
  const auto [found, is_new] = config_cells.emplace(&field, program.cells);
  if (is_new) program.cells += cells_of(field.type);
  return found->second;
}

}  // namespace scrutineer::lang::detail
