#include "lang/sema/detail/symbol_table.h"

#include <algorithm>

#include "lang/library/standard_behaviours.h"
#include "lang/sema/detail/units.h"

namespace scrutineer::lang::detail {
namespace {

// The standard has two namespaces, this program one for both.
std::string_view written_namespace(std::string_view written) {
  return written.starts_with("std") ? kStandardNamespace : namespace_name(written);
}

}  // namespace

std::string qualified(std::string_view space, std::string_view name) {
  std::string text;
  text.reserve(space.size() + name.size() + 2);
  text += space;
  text += "::";
  text += name;
  return text;
}

std::string_view namespace_name(std::string_view written) { return written == "null" ? std::string_view() : written; }

std::string joined(const syntax::Path& path) {
  std::string text;
  for (const syntax::Name& name : path.names) {
    if (!text.empty()) text += '.';
    text += name.text;
  }
  return text;
}

// ---- members ----

const MemberInfo* find_member(const TypeInfo& type, std::string_view name) {
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    if (const auto found = at->members.find(name); found != at->members.end()) return &found->second;
  return nullptr;
}

namespace {

const Namespace* space_of(const MemberInfo& member) {
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

const MemberInfo* SymbolTable::visible_member(const TypeInfo& type, const syntax::Name& name,
                                              const Namespace& space) const {
  const auto prefix = [&] { return written_namespace(*name.space); };
  const MemberInfo* of_others = nullptr;
  for (const TypeInfo* at = &type; at != nullptr; at = at->base) {
    const auto found = at->members.find(name.text);
    if (found == at->members.end()) continue;
    const Namespace* const declared_in = space_of(found->second);
    if (declared_in == nullptr) return &found->second;
    const std::string_view where = declared_in->name;
    if (name.space) {
      const bool is_global = prefix().empty() && where == kStandardNamespace;
      if (where == prefix() || is_global || exports(prefix(), where, name.text)) return &found->second;
      continue;
    }
    if (where == space.name) return &found->second;
    const bool is_seen = where == kStandardNamespace || std::ranges::any_of(space.used, [&](const std::string& used) {
                           return exports(used, where, name.text);
                         });
    if (is_seen && of_others == nullptr) of_others = &found->second;
  }
  return of_others;
}

std::string SymbolTable::in_other_namespace(const TypeInfo& type, const syntax::Name& name) const {
  const MemberInfo* known = find_member(type, std::string_view(name.text));
  const Namespace* const space = known == nullptr ? nullptr : space_of(*known);
  if (space == nullptr || space->name == kStandardNamespace) return {};
  return "`" + space->name + "::" + name.text + "` is one";
}

bool is_of_info(std::string_view name) {
  constexpr std::string_view kInfo[] = {"g_info",    "run_info",   "sim_info",     "model_info",
                                        "frun_info", "image_info", "package_info", "cod"};
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

bool has_standard_member(const TypeInfo* type, std::string_view name) {
  for (const TypeInfo* at = type; at != nullptr; at = at->base)
    if (at->is_library && is_standard_member(at->name, name)) return true;
  return false;
}

// ---- names ----

template <typename Symbol>
Symbol* SymbolTable::find(const std::unordered_map<std::string, Symbol*>& symbols, std::string_view text,
                          const syntax::Name& name, const Namespace& space) const {
  const auto at = [&](std::string_view where) -> Symbol* {
    const auto found = symbols.find(qualified(where, text));
    return found == symbols.end() ? nullptr : found->second;
  };
  // Looks among the names that a namespace exports, including those it re-exports.
  const auto exported_by = [&](std::string_view used, Symbol* known) -> Symbol* {
    for (const std::string& declared_in : namespace_names) {
      Symbol* const symbol = exports(used, declared_in, text) ? at(declared_in) : nullptr;
      if (symbol == nullptr || symbol == known) continue;
      if (known != nullptr) {
        reporter_.error(name.span, "`" + std::string(text) + "` is exported by several of the namespaces that are used",
                        "write the namespace before it: ns::" + std::string(text),
                        {{known->span, "here"}, {symbol->span, "and here"}});
        return known;
      }
      known = symbol;
    }
    return known;
  };
  if (name.space) {
    const std::string_view where = written_namespace(*name.space);
    if (Symbol* symbol = at(where)) return symbol;
    if (Symbol* symbol = exported_by(where, nullptr)) return symbol;
    return where.empty() ? at(kStandardNamespace)
                         : nullptr;  // where the standard's names were before it had namespaces
  }
  if (Symbol* symbol = at(space.name)) return symbol;
  Symbol* found = nullptr;
  for (const std::string& used : space.used) found = exported_by(used, found);
  return found != nullptr ? found : at(kStandardNamespace);
}

bool SymbolTable::exports(std::string_view space, std::string_view declared_in, std::string_view name,
                          int depth) const {
  constexpr int kDeepest = 10;  // namespaces that export each other's names
  const auto of_space = exported.find(space);
  if (of_space == exported.end() || depth > kDeepest) return false;
  return std::ranges::any_of(of_space->second, [&](const ExportInfo& item) {
    if (!item.name.empty() && item.name != name) return false;
    if (item.from) return *item.from == declared_in;
    if (declared_in == space) return true;
    // A name that is not its own is that of a namespace that it uses.
    return !item.name.empty() && std::ranges::any_of(item.space->used, [&](const std::string& used) {
      return exports(used, declared_in, name, depth + 1);
    });
  });
}

TypeInfo* SymbolTable::find_type(const syntax::Name& name, const Namespace& space) const {
  return find(types_by_name, name.text, name, space);
}

TypeInfo* SymbolTable::find_type(const syntax::Path& path, const Namespace& space) const {
  return find(types_by_name, joined(path), path.names.front(), space);
}

EnumInfo* SymbolTable::find_enum(const syntax::Name& name, const Namespace& space) const {
  return find(enums_by_name, name.text, name, space);
}

FieldInfo* SymbolTable::find_global(const syntax::Name& name, const Namespace& space) const {
  return find(globals_by_name, name.text, name, space);
}

TypeInfo* SymbolTable::library_type(std::string_view name) const {
  const auto found = types_by_name.find(qualified(kStandardNamespace, name));
  return found == types_by_name.end() ? nullptr : found->second;
}

EnumInfo* SymbolTable::library_enum(std::string_view name) const {
  const auto found = enums_by_name.find(qualified(kStandardNamespace, name));
  return found == enums_by_name.end() ? nullptr : found->second;
}

std::vector<std::string_view> all_type_names(const SymbolTable& symbols, const Units& units, const Reporter& reporter) {
  if (!reporter.has_room_for_hints()) return {};
  std::vector<std::string_view> names = {"bool", "int", "uint", "float", "string"};
  for (const TypeInfo& type : symbols.types) names.push_back(type.name);
  for (const EnumInfo& type : symbols.enums) names.push_back(type.name);
  for (const auto& [name, dimension] : units.physical_types) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

}  // namespace scrutineer::lang::detail
