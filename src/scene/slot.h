// How the scene counts: actors by slot, frames by epoch.
#pragma once

#include <cstdint>

#include "base/id.h"

namespace scrutineer::scene {

// The place of an actor in the arrays of the scene: dense, the same while the actor is there, used again after it.
using Slot = StrongId<struct SlotTag>;

using Epoch = std::uint32_t;  // grows by one with every frame, from 1

}  // namespace scrutineer::scene
