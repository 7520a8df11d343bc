// Physical types and units: those of the standard, and those that users declare.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/unit.h"
#include "lang/sema/detail/load.h"
#include "lang/sema/program.h"

namespace scrutineer::lang::detail {

struct Units {
  std::unordered_map<std::string, Dimension> physical_types;  // "length", "speed"
  std::unordered_map<std::string_view, const Unit*> standard;
  struct UserUnit {
    std::shared_ptr<const DeclaredUnit> declared;
    Span span;
  };
  std::unordered_map<std::string, UserUnit> declared;

  const Unit* find(std::string_view name) const;  // null: there is none
};

// Adds those of users to the program.
Units declare_units(const LoadedFiles& loaded, Program& program, Reporter& reporter);

void report_unknown_unit(const Units& units, const syntax::Name& unit, Reporter& reporter);

std::string si_unit(const Dimension& dimension);  // as results name it

}  // namespace scrutineer::lang::detail
