// Scenarios, actions and modifiers: their names are checked, then they are left alone.
#pragma once

#include "lang/sema/detail/compilation.h"

namespace scrutineer::lang::detail {

// `do` trees with their labels, behaviours and events; modifiers that are applied, wherever they stand; and all that
// the other members of behaviours name.
void check_behaviours(Compilation& c);

}  // namespace scrutineer::lang::detail
