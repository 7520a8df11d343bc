// Fifth pass: what `set` and `keep` say. Settings of built-in checks go into the program at once, values of fields are
// kept for the functions that make new instances.
#pragma once

#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "lang/sema/detail/symbols.h"

namespace scrutineer::lang::detail {

struct PassResults;

// A value that one `set` or `keep` gives to a cell.
struct FieldValue {
  syntax::KeepStrength strength = syntax::KeepStrength::by_default;
  const syntax::Expression* value = nullptr;  // null: a truth ...
  bool truth = true;                          // ... this one
  bool is_range = false;                      // the value is in a range
  std::vector<std::uint32_t> inside;  // the cells that lead to the struct whose cell it is for, the outermost first
  std::uint32_t offset = 0;
  Type type;
  const Namespace* space = nullptr;
  TypeInfo* from = nullptr;        // the type in which it stands
  const TypeInfo* only = nullptr;  // for these actors only
  Span span;

  std::uint32_t first_cell() const { return inside.empty() ? offset : inside.front(); }
};
using FieldValues = std::vector<FieldValue>;

struct Configuration {
  std::unordered_map<const TypeInfo*, FieldValues> values_of_type;       // structs, actors, objects: of new ones
  std::unordered_map<std::uint32_t, FieldValues> values_of_declaration;  // of its instances
  FieldValues values_of_program;
  // What users set in config structs of their own, by config and field.
  std::map<std::pair<const FieldInfo*, const FieldInfo*>, double> config_values;
  std::unordered_map<const FieldInfo*, std::uint32_t> config_cells;
  std::deque<syntax::Expression> made_expressions;  // that stand in no tree

  // Of other fields that users add to settings.
  std::uint32_t config_cell(const FieldInfo& field, Program& program);
};

// Fills passes.configuration: expressions that are looked at meanwhile may read config structs already set.
void configure(PassResults& passes);

}  // namespace scrutineer::lang::detail
