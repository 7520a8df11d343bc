// `plot(expression, limit: ...)`: what pictures of a checker's issues show, frame by frame.
#pragma once

#include <functional>
#include <vector>

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

// Those that stand in the type of a watcher, and in that of its data.
void add_plots(PassResults& passes, TypeInfo& object);
// Those of a `with:`. `new_code` makes code in which the instance's names are known.
void add_plots(PassResults& passes, const std::vector<syntax::Member>& with, std::uint32_t declaration,
               bool is_own_object, const std::function<FunctionCompiler()>& new_code);

// When everything is compiled: a limit in the `with:` of a checker whose type others share is in the table of its
// issues alone, so it gets an object like that of its type, and the limit in it.
void add_limits_of_declarations(PassResults& passes);

}  // namespace scrutineer::lang::detail
