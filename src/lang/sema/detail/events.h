// Blocks that run on an event.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "lang/sema/detail/surroundings.h"

namespace scrutineer::lang::detail {

// Adds a handler of the event to the object; `then` says what it does.
void add_handler(PassResults& passes, TypeInfo& object, const syntax::EventSpecification& specification,
                 const Namespace& space, const EnterScope& enter, const std::function<void(FunctionCompiler&)>& then);

// start, end, i_start, i_clock, i_end.
std::optional<EventKind> metric_event(std::string_view name);
bool is_interval_event(std::string_view name);  // i_start, i_clock, i_end

}  // namespace scrutineer::lang::detail
