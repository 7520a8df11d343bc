// Safe distances of RSS between two actors, whichever of them is looked at: the ego reacts faster than others.
#pragma once

#include "scene/scene.h"

namespace scrutineer::checks {

// Is neither the distance along the road nor that across it safe?
inline bool lacks_safe_distance(scene::Scene& scene, const scene::Encounter& met) {
  constexpr double kEgo = 1.0, kOther = 2.0;  // seconds until drivers react
  const auto reaction = [&](scene::Slot slot) { return scene.actors.is_ego(slot) ? kEgo : kOther; };
  return scene.encounters.is_rss_violated(met, reaction(met.ego), reaction(met.other));
}

}  // namespace scrutineer::checks
