// What an instance of a built-in check is given in its brackets: `approach_junction(mine, reaction_time: 0.2s)`.
#pragma once

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

// Sets the parameters of the instance. Returns the declaration of the watcher that it is handed; kNone: none of the
// user's own.
std::uint32_t take_check_arguments(FunctionCompiler& code, const InstanceInfo& instance);

// The settings of that watcher apply to the instance too, unless the instance sets them itself.
void take_settings_of_handle(PassResults& passes, const InstanceInfo& instance, std::uint32_t handle);

}  // namespace scrutineer::lang::detail
