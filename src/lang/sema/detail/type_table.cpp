#include "lang/sema/detail/type_table.h"

#include "lang/library/standard_names.h"
#include "lang/sema/analyse.h"
#include "lang/sema/detail/units.h"

namespace scrutineer::lang::detail {

namespace {

std::string with_article(const std::string& name) {
  const bool has_vowel = !name.empty() && std::string_view("aeiouAEIOU").find(name.front()) != std::string_view::npos;
  return (has_vowel ? "an " : "a ") + name;
}

}  // namespace

Type TypeTable::type_of(const syntax::TypeReference& reference, const Namespace& space) {
  const std::vector<syntax::Name>& names = reference.name.names;
  Type type;
  if (names.size() == 1 && !names.front().space) {
    const std::string& text = names.front().text;
    if (text == "bool") type = {TypeKind::truth};
    if (text == "int" || text == "uint") type = {TypeKind::integer};
    if (text == "float") type = {TypeKind::number};
    if (text == "string") type = {TypeKind::text};
  }
  if (type.kind == TypeKind::any && names.size() == 1) {
    TypeInfo* declared = symbols_.find_type(names.front(), space);
    EnumInfo* const words = symbols_.find_enum(names.front(), space);
    if (declared != nullptr && words != nullptr && declared->is_library && !words->is_library) declared = nullptr;
    if (declared != nullptr) {
      type = type_of(*declared);
      if (type.kind == TypeKind::any) return type;  // a behaviour: left alone
    } else if (words != nullptr) {
      type = type_of(*words);
    } else if (const auto physical = units_.physical_types.find(names.front().text);
               physical != units_.physical_types.end()) {
      type = {TypeKind::number, kNone, physical->second};
    }
  }
  if (type.kind == TypeKind::any && names.size() > 1) {
    if (TypeInfo* declared = symbols_.find_type(reference.name, space)) return type_of(*declared);
    if (symbols_.find_type(names.front(), space) != nullptr && !is_standard_name(names.back().text)) {
      reporter_.error(reference.name.span, "there is no type `" + to_string(reference.name) + "`");
      return {};
    }
  }
  if (type.kind == TypeKind::any && is_standard_name(names.back().text)) return {};
  if (type.kind == TypeKind::any) {
    report_unknown(reference.name);
    return {};
  }
  return container_of(reference, type);
}

void TypeTable::report_unknown(const syntax::Path& name) {
  const std::string& first = name.names.front().text;
  std::string hint = reporter_.suggestion(first, all_type_names(symbols_, units_, reporter_));
  if (reporter_.has_room_for_hints())
    for (const TypeInfo& other : symbols_.types)
      if (other.name == first) hint = "`" + other.space->name + "::" + other.name + "` is one";
  reporter_.error(name.span, "unknown type `" + to_string(name) + "`", hint);
}

// The type with what stands before it: `list of`, `range of`.
Type TypeTable::container_of(const syntax::TypeReference& reference, Type type) {
  for (std::size_t i = reference.containers.size(); i-- > 0;) {
    if (reference.containers[i] == syntax::Container::range) {
      if (type.kind != TypeKind::integer && type.kind != TypeKind::number) {
        reporter_.error(reference.span, "a range is of numbers, not of " + name_of(type));
        return {};
      }
      type = range_of(type);
    } else {
      if (type.kind == TypeKind::list) {
        reporter_.error(reference.span, "a list holds no lists");
        return {};
      }
      type = list_of(type);
    }
  }
  return type;
}

Type TypeTable::type_of(TypeInfo& type) {
  switch (type.kind) {
    case TypeClass::structure:
      if (type.index == kNone) {
        type.index = static_cast<std::uint32_t>(program_.structs.size());
        program_.structs.push_back({type.name, type.is_view, {}, 0, type.is_library});
        structs.push_back(&type);
      }
      return {TypeKind::structure, type.index};
    case TypeClass::actor:
      return {TypeKind::actor, type.index};
    case TypeClass::object:
      return {TypeKind::instance, type.index};
    case TypeClass::behaviour:
      break;
  }
  return {};
}

Type TypeTable::type_of(EnumInfo& type) {
  if (type.index == kNone) {
    type.index = static_cast<std::uint32_t>(program_.enums.size());
    program_.enums.push_back({type.name, type.words, type.is_library});
    enums.push_back(&type);
  }
  return {TypeKind::word, type.index};
}

std::uint32_t TypeTable::element_place(const Type& element) {
  const Dimension& d = element.dimension;
  const std::vector<int> exponents = {d.length,  d.time,  d.angle, d.mass, d.temperature, d.luminous_intensity,
                                      d.current, d.amount};
  const auto [found, is_new] =
      element_places_.emplace(std::pair(static_cast<int>(element.kind), std::pair(element.index, exponents)),
                              static_cast<std::uint32_t>(program_.elements.size()));
  if (is_new) program_.elements.push_back(element);
  return found->second;
}

Type TypeTable::list_of(const Type& element) { return {TypeKind::list, element_place(element)}; }
Type TypeTable::range_of(const Type& element) { return {TypeKind::range, element_place(element)}; }

TypeInfo* TypeTable::info_of(const Type& type) const {
  switch (type.kind) {
    case TypeKind::structure:
      return structs[type.index];
    case TypeKind::actor:
      return actors[type.index];
    case TypeKind::instance:
      return objects[type.index];
    default:
      return nullptr;
  }
}

std::string TypeTable::name_of(const Type& type) const { return type_name(program_, type); }

std::string TypeTable::describe(const Type& type) const {
  if (type.kind == TypeKind::any) return "something unknown";
  if (type.kind == TypeKind::null || type.kind == TypeKind::nothing) return name_of(type);
  if (type.kind == TypeKind::number && !units_.physical_types.contains(to_string(type.dimension)) &&
      type.dimension != kPlainNumber)
    return "a quantity in " + to_string(type.dimension);
  return with_article(name_of(type));
}

bool TypeTable::converts(const Type& from, const Type& to) const {
  if (from == to || from.kind == TypeKind::any || to.kind == TypeKind::any) return true;
  if (from.kind == TypeKind::integer && to.kind == TypeKind::number) return to.dimension == kPlainNumber;
  if (from.kind == TypeKind::null)
    return to.kind == TypeKind::text || to.kind == TypeKind::actor || to.kind == TypeKind::instance ||
           to.kind == TypeKind::list || to.kind == TypeKind::structure;
  if (from.kind == to.kind && from.index != kNone && to.index != kNone) {
    switch (from.kind) {
      case TypeKind::structure:
      case TypeKind::actor:
      case TypeKind::instance:
        return is_a(info_of(from), info_of(to));
      case TypeKind::list:
      case TypeKind::range:
        return converts(element_of(from), element_of(to));
      default:
        break;
    }
  }
  return false;
}

bool TypeTable::is_struct(const Type& type) const {
  return type.kind == TypeKind::structure && !info_of(type)->is_view;
}

}  // namespace scrutineer::lang::detail
