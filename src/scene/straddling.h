// Is a vehicle across the border of its lane?
#pragma once

#include "scene/actors.h"
#include "scene/places.h"

namespace scrutineer::scene {

// Not all corners of its bodies are in one driving lane or in lanes that follow each other. Of an actor on no lane: yes.
// Without a map: no.
bool straddles_lanes(const Actors& actors, Places& places, Slot slot);

}  // namespace scrutineer::scene
