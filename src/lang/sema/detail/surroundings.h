// What code sees, by where it stands.
#pragma once

#include <functional>

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

// Gives code the names that it sees.
using EnterScope = std::function<void(FunctionCompiler&)>;

// The members of the instance's own actor.
void enter_actor(FunctionCompiler& code, TypeInfo& actor);
// The members of what exists once.
void enter_singleton(FunctionCompiler& code, TypeInfo& type);
// The members of the instance that runs, then those of its actor.
void enter_object(FunctionCompiler& code, TypeInfo& object);
// The members of its data, then the same.
void enter_data(FunctionCompiler& code, TypeInfo& watcher);
// Inside of an actor's or singleton's extension: its members, and its actor.
void enter_holder(FunctionCompiler& code, TypeInfo& holder);
// For a new instance: the members of the modifier that holds it.
void enter_outer(FunctionCompiler& code, std::uint32_t declaration, TypeInfo* holder);
// Of `extend car.physical:`, the names of the part that `path` leads to. Its type is null if there is no such part.
NameLevel nested_level(FunctionCompiler& code, const Operand& self, const std::vector<const syntax::Name*>& path);

}  // namespace scrutineer::lang::detail
