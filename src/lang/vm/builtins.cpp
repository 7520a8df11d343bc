#include "lang/vm/builtins.h"

#include <utility>

namespace scrutineer::lang {

std::span<const Builtin> builtins() {
  static const std::vector<Builtin> kAll = [] {
    std::vector<Builtin> all;
    for (const BuiltinRows rows : builtin_tables()) all.insert(all.end(), rows.begin(), rows.end());
    return all;
  }();
  return kAll;
}

Signature signature_of(std::string_view declaration) {
  Signature parts;
  parts.is_field = declaration.starts_with("var ");
  parts.is_method = declaration.starts_with("def ");
  if (parts.is_field || parts.is_method) declaration.remove_prefix(4);
  parts.name = declaration.substr(0, declaration.find_first_of(":("));
  if (parts.is_field) {
    parts.type = declaration.substr(declaration.find(": ") + 2);
    return parts;
  }
  const std::size_t begin = declaration.find('(') + 1, end = declaration.find(')', begin);
  parts.parameters = declaration.substr(begin, end - begin);
  if (const std::size_t arrow = declaration.find("-> ", end); arrow != std::string_view::npos)
    parts.type = declaration.substr(arrow + 3);
  return parts;
}

bool is_field(const scene::Fact& fact) { return fact.value != nullptr && fact.field == scene::FactField::of_state; }

std::string_view type_name(const scene::Fact& fact) {
  if (fact.type == scene::FactType::truth) return "bool";
  if (fact.type == scene::FactType::whole) return "int";
  static constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {"m", "length"}, {"m/s", "speed"}, {"m/s^2", "acceleration"}, {"m/s^3", "jerk"},
      {"s", "time"},   {"rad", "angle"}, {"rad/s", "angular_rate"}};
  for (const auto& [unit, type] : kTypes)
    if (fact.unit == unit) return type;
  return "float";
}

}  // namespace scrutineer::lang
