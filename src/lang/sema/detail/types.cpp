// Types as references name them, and how they relate.
#include <algorithm>

#include "lang/library/standard_names.h"
#include "lang/sema/detail/compilation.h"

namespace scrutineer::lang::detail {

const MemberInfo* find_member(const TypeInfo& type, std::string_view name) {
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    if (const auto found = at->members.find(name); found != at->members.end()) return &found->second;
  return nullptr;
}

namespace {

const Space* space_of(const MemberInfo& member) {
  switch (member.kind) {
    case MemberKind::field:
      return member.field->space;
    case MemberKind::method:
      return member.methods.front()->named_in != nullptr ? member.methods.front()->named_in
                                                         : member.methods.front()->space;
    case MemberKind::event:
      return member.event->space;
    case MemberKind::instance:
      return member.instance->space;
    case MemberKind::modifier:
      return member.modifier->space;
  }
  return nullptr;
}

}  // namespace

const MemberInfo* Compilation::visible_member(const TypeInfo& type, const syntax::Name& name,
                                              const Space& space) const {
  const auto prefix = [&]() -> std::string_view {
    if (*name.space == "null") return {};
    return name.space->starts_with("std") ? kStandardSpace : std::string_view(*name.space);
  };
  const MemberInfo* of_others = nullptr;
  for (const TypeInfo* at = &type; at != nullptr; at = at->base) {
    const auto found = at->members.find(name.text);
    if (found == at->members.end()) continue;
    const Space* const declared_in = space_of(found->second);
    if (declared_in == nullptr) return &found->second;
    const std::string_view where = declared_in->name;
    if (name.space) {
      const bool is_global = prefix().empty() && where == kStandardSpace;
      if (where == prefix() || is_global || exposes(prefix(), where, name.text)) return &found->second;
      continue;
    }
    if (where == space.name) return &found->second;
    const bool is_seen = where == kStandardSpace || std::ranges::any_of(space.used, [&](const std::string& used) {
                           return exposes(used, where, name.text);
                         });
    if (is_seen && of_others == nullptr) of_others = &found->second;
  }
  return of_others;
}

std::string Compilation::in_other_space(const TypeInfo& type, const syntax::Name& name) const {
  const MemberInfo* known = find_member(type, std::string_view(name.text));
  const Space* const space = known == nullptr ? nullptr : space_of(*known);
  if (space == nullptr || space->name == kStandardSpace) return {};
  return "`" + space->name + "::" + name.text + "` is one";
}

bool is_of_info(std::string_view name) {
  constexpr std::string_view kInfo[] = {"g_info",    "run_info",   "sim_info",    "model_info",
                                        "frun_info", "image_info", "package_info"};
  return std::ranges::find(kInfo, name) != std::end(kInfo);
}

bool is_a(const TypeInfo* type, const TypeInfo* base) {
  for (; type != nullptr; type = type->base)
    if (type == base) return true;
  return false;
}

bool may_have_any_member(const TypeInfo* type) {
  for (; type != nullptr; type = type->base)
    if (type->is_open) return true;
  return false;
}

namespace {

std::string with_article(const std::string& name) {
  const bool has_vowel = !name.empty() && std::string_view("aeiouAEIOU").find(name.front()) != std::string_view::npos;
  return (has_vowel ? "an " : "a ") + name;
}

}  // namespace

Type Compilation::type_of(const syntax::TypeReference& reference, const Space& space) {
  const syntax::Name& first = reference.name.names.front();
  Type type;
  if (reference.name.names.size() == 1 && !first.space) {
    if (first.text == "bool") type = {TypeKind::truth};
    if (first.text == "int" || first.text == "uint") type = {TypeKind::integer};
    if (first.text == "float") type = {TypeKind::number};
    if (first.text == "string") type = {TypeKind::text};
  }
  if (type.kind == TypeKind::any && reference.name.names.size() == 1) {
    TypeInfo* declared = find_type(first, space);
    EnumInfo* const words = find_enum(first, space);
    if (declared != nullptr && words != nullptr && declared->is_library && !words->is_library) declared = nullptr;
    if (declared != nullptr) {
      type = type_of(*declared);
      if (type.kind == TypeKind::any) return type;  // a behaviour: left alone
    } else if (words != nullptr) {
      type = type_of(*words);
    } else if (const auto physical = physical_types.find(first.text); physical != physical_types.end()) {
      type = {TypeKind::number, kNone, physical->second};
    }
  }
  if (type.kind == TypeKind::any && reference.name.names.size() > 1) {
    if (TypeInfo* declared = find_type(reference.name, space)) return type_of(*declared);
    if (find_type(first, space) != nullptr && !is_standard_name(reference.name.names.back().text)) {
      error(reference.name.span, "there is no type `" + to_string(reference.name) + "`");
      return {};
    }
  }
  if (type.kind == TypeKind::any && is_standard_name(reference.name.names.back().text)) return {};
  if (type.kind == TypeKind::any) {
    std::string hint = meant(first.text, all_type_names());
    if (has_room_for_hints())
      for (const TypeInfo& other : types)
        if (other.name == first.text) hint = "`" + other.space->name + "::" + other.name + "` is one";
    error(reference.name.span, "unknown type `" + to_string(reference.name) + "`", hint);
    return {};
  }
  for (std::size_t i = reference.containers.size(); i-- > 0;) {
    if (reference.containers[i] == syntax::Container::range) {
      if (type.kind != TypeKind::integer && type.kind != TypeKind::number) {
        error(reference.span, "a range is of numbers, not of " + name_of(type));
        return {};
      }
      type = range_of(type);
    } else {
      if (type.kind == TypeKind::list) {
        error(reference.span, "a list holds no lists");
        return {};
      }
      type = list_of(type);
    }
  }
  return type;
}

Type Compilation::type_of(TypeInfo& type) {
  switch (type.kind) {
    case TypeClass::structure:
      if (type.index == kNone) {
        type.index = static_cast<std::uint32_t>(program.structs.size());
        program.structs.push_back({type.name, type.is_view, {}, 0, type.is_library});
        struct_infos.push_back(&type);
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

Type Compilation::type_of(EnumInfo& type) {
  if (type.index == kNone) {
    type.index = static_cast<std::uint32_t>(program.enums.size());
    program.enums.push_back({type.name, type.words, type.is_library});
    enum_infos.push_back(&type);
  }
  return {TypeKind::word, type.index};
}

namespace {

std::uint32_t element_place(Compilation& c, const Type& element) {
  const Dimension& d = element.dimension;
  const std::vector<int> exponents = {d.length,  d.time,  d.angle, d.mass, d.temperature, d.luminous_intensity,
                                      d.current, d.amount};
  const auto [found, is_new] =
      c.element_places.emplace(std::pair(static_cast<int>(element.kind), std::pair(element.index, exponents)),
                               static_cast<std::uint32_t>(c.program.elements.size()));
  if (is_new) c.program.elements.push_back(element);
  return found->second;
}

}  // namespace

Type Compilation::list_of(const Type& element) { return {TypeKind::list, element_place(*this, element)}; }
Type Compilation::range_of(const Type& element) { return {TypeKind::range, element_place(*this, element)}; }

TypeInfo* Compilation::info_of(const Type& type) const {
  switch (type.kind) {
    case TypeKind::structure:
      return struct_infos[type.index];
    case TypeKind::actor:
      return actor_infos[type.index];
    case TypeKind::instance:
      return object_infos[type.index];
    default:
      return nullptr;
  }
}

std::string Compilation::name_of(const Type& type) const { return type_name(program, type); }

std::string Compilation::describe(const Type& type) const {
  if (type.kind == TypeKind::any) return "something unknown";
  if (type.kind == TypeKind::null || type.kind == TypeKind::nothing) return name_of(type);
  if (type.kind == TypeKind::number && !physical_types.contains(to_string(type.dimension)) &&
      type.dimension != kPlainNumber)
    return "a quantity in " + to_string(type.dimension);
  return with_article(name_of(type));
}

bool Compilation::converts(const Type& from, const Type& to) const {
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

std::uint32_t Compilation::cells_of(const Type& type) const { return type.kind == TypeKind::range ? 2 : 1; }

bool Compilation::is_struct(const Type& type) const {
  return type.kind == TypeKind::structure && !info_of(type)->is_view;
}

std::vector<std::string_view> Compilation::all_type_names() const {
  if (!has_room_for_hints()) return {};
  std::vector<std::string_view> names = {"bool", "int", "uint", "float", "string"};
  for (const TypeInfo& type : types) names.push_back(type.name);
  for (const EnumInfo& type : enums) names.push_back(type.name);
  for (const auto& [name, dimension] : physical_types) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

}  // namespace scrutineer::lang::detail
