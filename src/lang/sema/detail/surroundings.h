// What code sees, by where it stands.
#pragma once

#include "lang/sema/detail/body.h"

namespace scrutineer::lang::detail {

// The members of the own actor.
void enter_actor(Body& body, TypeInfo& actor);
// The members of what exists once.
void enter_singleton(Body& body, TypeInfo& type);
// The members of the instance that runs, with its actor behind it.
void enter_object(Body& body, TypeInfo& object);
// Inside of an actor's or singleton's extension: its members, and its actor.
void enter_holder(Body& body, TypeInfo& holder);
// From a new instance, the modifier that it stands in: its members, those of the actor.
void enter_outer(Body& body, std::uint32_t declaration, TypeInfo* holder);

}  // namespace scrutineer::lang::detail
