// Second pass: everything that is declared, by its name.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/sema/detail/reporter.h"
#include "lang/sema/detail/symbols.h"

namespace scrutineer::lang::detail {

struct LoadedFiles;
struct Units;

// An `on` block outside of types.
struct RunBlock {
  const syntax::OnBlock* block = nullptr;
  const Namespace* space = nullptr;
  Span span;
};

class SymbolTable {
 public:
  explicit SymbolTable(Reporter& reporter) : reporter_(reporter) {}

  // By the standard's rules: the namespace itself, what those that it uses export, what is built in. Null: there is
  // none. Reports a name that several of the namespaces export.
  TypeInfo* find_type(const syntax::Name& name, const Namespace& space) const;
  TypeInfo* find_type(const syntax::Path& path, const Namespace& space) const;
  EnumInfo* find_enum(const syntax::Name& name, const Namespace& space) const;
  FieldInfo* find_global(const syntax::Name& name, const Namespace& space) const;
  // Likewise among the members of a type and of those that it inherits from.
  const MemberInfo* visible_member(const TypeInfo& type, const syntax::Name& name, const Namespace& space) const;
  // A hint, where only the namespace keeps a member from being seen; else empty.
  std::string in_other_namespace(const TypeInfo& type, const syntax::Name& name) const;
  // Of what is built in.
  TypeInfo* library_type(std::string_view name) const;
  EnumInfo* library_enum(std::string_view name) const;

  // Does the namespace export what another one, or itself, declares?
  bool exports(std::string_view space, std::string_view declared_in, std::string_view name, int depth = 0) const;

  // Pointers to their elements stay valid: they only grow.
  std::deque<Namespace> namespaces;
  std::deque<EnumInfo> enums;
  std::deque<TypeInfo> types;
  std::deque<FieldInfo> fields;
  std::deque<MethodInfo> methods;
  std::deque<EventInfo> events;
  std::deque<InstanceInfo> instances;

  std::unordered_map<std::string, TypeInfo*> types_by_name;     // "namespace::name"
  std::unordered_map<std::string, EnumInfo*> enums_by_name;     // likewise
  std::unordered_map<std::string, FieldInfo*> globals_by_name;  // likewise
  std::unordered_map<std::string_view, std::vector<EnumInfo*>> enums_by_word;
  std::unordered_map<std::string, TypeInfo*> primitives;                 // what `extend string:` adds to
  std::map<std::string, std::vector<ExportInfo>, std::less<>> exported;  // by namespace
  std::set<std::string, std::less<>> namespace_names;
  std::vector<FieldInfo*> globals;
  std::vector<std::string> user_issue_kinds;
  std::vector<RunBlock> run_blocks;

 private:
  template <typename Symbol>
  Symbol* find(const std::unordered_map<std::string, Symbol*>& symbols, std::string_view text, const syntax::Name& name,
               const Namespace& space) const;

  Reporter& reporter_;
};

// "namespace::name"
std::string qualified(std::string_view space, std::string_view name);
// The name as tables have it: "" and "null" are the global namespace.
std::string_view namespace_name(std::string_view written);
std::string joined(const syntax::Path& path);

// Which types, enumerations, globals and namespaces there are. Nothing is looked up but what an extension extends.
SymbolTable declare(const LoadedFiles& loaded, const Units& units, Reporter& reporter);

// Of a type that is not known, for a hint: the names of all that are. Empty where there are enough hints already.
std::vector<std::string_view> all_type_names(const SymbolTable& symbols, const Units& units, const Reporter& reporter);

}  // namespace scrutineer::lang::detail
