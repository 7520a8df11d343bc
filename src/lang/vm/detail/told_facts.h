// Which facts that a run need not tell, such as the weather, a condition cannot hold without.
//
//   conditions.precipitation >= moderate and actor.state.speed > 10mps      // precipitation
//   gap < (conditions.precipitation >= moderate ? 2s : 1s)                  // none: without it there is a limit, too
//
// A watcher with such a condition never has an interval where the run does not tell them, which would look as if it had
// judged.
#pragma once

#include <set>
#include <string_view>

#include "lang/sema/program.h"

namespace scrutineer::lang::detail {

// Their names, of the actor itself and of the frame. kNone: there is no condition.
std::set<std::string_view> told_facts_of(const Program& program, FunctionId condition);

}  // namespace scrutineer::lang::detail
