// Third pass: what declarations refer to. Bases, actors, members, the types of fields and methods.
#pragma once

#include "lang/sema/analyse.h"
#include "lang/sema/detail/type_table.h"

namespace scrutineer::lang::detail {

// Fills in the rest of the symbols; actors and objects get their places in the program.
TypeTable link(SymbolTable& symbols, const Units& units, const Library& library, Program& program, Reporter& reporter);

}  // namespace scrutineer::lang::detail
