#include "lang/sema/detail/settings.h"

#include "trace/words.h"

namespace scrutineer::lang::detail {
namespace {

std::string_view last_part(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

}  // namespace

std::vector<std::uint32_t> checks_below(const TypeTable& types, const TypeInfo& settings) {
  std::vector<std::uint32_t> checks;
  for (const InstanceInfo* instance : settings.instances)
    if (instance->check != kNone) checks.push_back(instance->check);
  for (const FieldInfo* field : settings.fields)
    if (const TypeInfo* inner = types.info_of(field->type);
        inner != nullptr && inner->is_settings && inner != &settings)
      for (const std::uint32_t check : checks_below(types, *inner)) checks.push_back(check);
  return checks;
}

std::optional<watch::Scope> scope_of(const TypeInfo& actor) {
  using Kind = watch::Scope::Kind;
  if (!actor.is_library) return std::nullopt;
  if (actor.name == "sut_vehicle") return watch::Scope{Kind::role, "sut"};
  if (actor.name == "npc_vehicle") return watch::Scope{Kind::role, "npc_vehicle"};
  if (trace::from_word<trace::ActorType>(actor.name) || trace::from_word<trace::Category>(actor.name))
    return watch::Scope{Kind::type, actor.name};
  // physical_object, and what lies between it and vehicles: everybody.
  return watch::Scope{Kind::type, "physical_object"};
}

std::optional<std::string> path_of_group(const watch::CheckInfo& check, const std::string& group) {
  std::optional<std::string> found;
  for (const watch::AnyParameter* parameter : check.parameters) {
    // The group by its name in the parameter's path; configs of the ego are known without `ego_`.
    for (const std::string& part : {"." + group + ".", ".ego_" + group + "."}) {
      const std::string path = "." + std::string(parameter->path);
      const auto at = path.find(part);
      if (at != std::string::npos) found = path.substr(1, at + part.size() - 2);
    }
  }
  return found;
}

const watch::AnyParameter* parameter_named(const watch::CheckInfo& check, std::string_view name,
                                           const watch::AnyParameter* otherwise) {
  const watch::AnyParameter* found = otherwise;
  for (const watch::AnyParameter* parameter : check.parameters)
    if (last_part(parameter->path) == name) found = parameter;
  return found;
}

std::string path_of_instance(const watch::CheckInfo& check, std::string_view parameter, std::string_view instance) {
  const bool is_its_own =
      std::ranges::find(check.parameters, parameter, &watch::AnyParameter::path) != check.parameters.end();
  if (is_its_own || !parameter.starts_with(check.name)) return {};
  const std::string_view rest = parameter.substr(check.name.size());
  return rest == ".enabled" || rest == ".merge_gap" ? std::string(instance) + std::string(rest) : std::string();
}

}  // namespace scrutineer::lang::detail
