// What no frame shows where frames are far apart: two bodies that have passed through each other in between.
#pragma once

#include "scene/scene.h"

namespace scrutineer::checks {

// Neither in the last frame nor in this one do the two overlap, but they would have in between, and deeply, had both moved
// evenly. All their bodies; false if one of them was not there, or was relocated.
bool seem_to_have_passed_through(scene::Scene& scene, scene::Slot a, scene::Slot b);

}  // namespace scrutineer::checks
