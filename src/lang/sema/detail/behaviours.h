// Checks what never runs: scenarios, actions, modifiers, and what scenarios say of actors and structs.
#pragma once

#include "lang/sema/detail/pass_results.h"

namespace scrutineer::lang::detail {

void check_behaviours(PassResults& passes);

}  // namespace scrutineer::lang::detail
