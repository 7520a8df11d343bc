// The place of an actor in the arrays of the scene: dense, the same while the actor is there, used again after it.
#pragma once

#include "base/id.h"

namespace scrutineer::scene {

using Slot = StrongId<struct SlotTag>;

}  // namespace scrutineer::scene
