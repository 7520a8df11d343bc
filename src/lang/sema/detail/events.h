// Blocks that run on an event.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "lang/sema/detail/body.h"

namespace scrutineer::lang::detail {

// Gives a body the names that code of the object sees.
using EnterScopes = std::function<void(Body&)>;

// Adds a handler of the event to the object; `then` says what it does.
void add_handler(Compilation& c, TypeInfo& object, const syntax::EventSpecification& specification, const Space& space,
                 const EnterScopes& enter, const std::function<void(Body&)>& then);

// start, end, i_start, i_clock, i_end.
std::optional<EventKind> metric_event(std::string_view name);

}  // namespace scrutineer::lang::detail
