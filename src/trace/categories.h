// What follows from an actor's category alone.
#pragma once

#include "trace/frame.h"

namespace scrutineer::trace {

// The size of an actor of this category if neither run nor manifest gives one.
struct Size {
  double length, width, height;
};
Size default_size(Category category);
// Persons, animals, bicycles and wheelchairs are vulnerable road users whatever the run says.
bool is_vulnerable(Category category);
// The type that goes with a category: vehicle for all kinds of vehicles.
ActorType type_of(Category category);

}  // namespace scrutineer::trace
