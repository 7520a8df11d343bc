// The types of the program, and which declarations they come from. A struct or enumeration gets its place in the
// program when it is used first.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lang/sema/detail/symbol_table.h"
#include "lang/sema/program.h"

namespace scrutineer::lang::detail {

class TypeTable {
 public:
  TypeTable(SymbolTable& symbols, const Units& units, Program& program, Reporter& reporter)
      : symbols_(symbols), units_(units), program_(program), reporter_(reporter) {}

  // Reports an unknown type. Gives `any` then, and for types that only scenarios need.
  Type type_of(const syntax::TypeReference& reference, const Namespace& space);
  Type type_of(TypeInfo& type);
  Type type_of(EnumInfo& type);
  Type list_of(const Type& element);
  Type range_of(const Type& element);
  Type element_of(const Type& container) const { return program_.elements[container.index]; }

  TypeInfo* info_of(const Type& type) const;  // of structs, actors and instances; null otherwise
  EnumInfo* enum_of(const Type& type) const { return enums[type.index]; }
  bool is_struct(const Type& type) const;        // one that is referred to; not a view of an actor
  std::string describe(const Type& type) const;  // "a length", "a list of vehicle"
  std::string name_of(const Type& type) const;   // "length", "list of vehicle"
  // Can a value of the one type stand where the other is wanted?
  bool converts(const Type& from, const Type& to) const;

  std::vector<TypeInfo*> structs, actors, objects;  // by place in the program
  std::vector<EnumInfo*> enums;

 private:
  Type container_of(const syntax::TypeReference& reference, Type type);
  void report_unknown(const syntax::Path& name);
  std::uint32_t element_place(const Type& element);

  SymbolTable& symbols_;
  const Units& units_;
  Program& program_;
  Reporter& reporter_;
  std::map<std::pair<int, std::pair<std::uint32_t, std::vector<int>>>, std::uint32_t> element_places_;
};

// How many cells a value of the type takes.
inline std::uint32_t cells_of(const Type& type) { return type.kind == TypeKind::range ? 2 : 1; }

}  // namespace scrutineer::lang::detail
