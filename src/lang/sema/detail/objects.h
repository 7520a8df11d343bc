// What runs: watchers, checkers and modifiers. They are declared after the layout and compiled in the last pass.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lang/sema/detail/symbols.h"

namespace scrutineer::lang::detail {

struct PassResults;

// Objects that belong to no declared type, and all instances in the order in which they are compiled.
struct RunningObjects {
  std::unordered_map<const InstanceInfo*, TypeInfo*> ready_made;  // what `while_w` and its like become
  // `on` blocks and events that stand directly in an actor, or in what exists once, live in a modifier without a name.
  std::unordered_map<const TypeInfo*, TypeInfo*> anonymous;
  TypeInfo* run = nullptr;  // holds the `on` blocks outside of types; null: there are none
  std::vector<InstanceInfo*> instances;

  TypeInfo* anonymous_of(const TypeInfo& type) const;  // null: there is none
};

// An object for each type that runs, and a declaration for each that exists for actors or for the run.
RunningObjects declare_objects(PassResults& passes);

// Does it hold code that runs on events?
bool has_code(const Part& part);

// Their handlers, initial values, instances, issues, metrics and plots.
void compile_objects(PassResults& passes);

// The first values of actors' fields, of globals, and of what exists once.
void compile_initials(PassResults& passes);

}  // namespace scrutineer::lang::detail
