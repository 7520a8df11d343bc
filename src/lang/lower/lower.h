// From the typed program to bytecode.
//
// Constants are folded, conditions become jumps, and what does not matter for a truth is not computed. Registers are
// used like a stack: an operand's is free again once its value was used.
#pragma once

#include <vector>

#include "lang/diagnostic.h"
#include "lang/lower/code.h"
#include "lang/sema/program.h"

namespace scrutineer::lang {

// A function that is too long for jumps of 16 bits, or needs more cells than they number, is an error there.
Code lower(const Program& program, std::vector<Diagnostic>& diagnostics);

}  // namespace scrutineer::lang
