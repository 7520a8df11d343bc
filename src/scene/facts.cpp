#include "scene/facts.h"

namespace scrutineer::scene {
namespace {

// How many differences lie between the fact and what the run reports of this actor.
int differences_of(const Scene& scene, Slot slot, FactBasis basis) {
  switch (basis) {
    case FactBasis::none:
      return 0;
    case FactBasis::velocity:
      return scene.motion.speed_differences(slot);
    case FactBasis::acceleration:
      return scene.motion.acceleration_differences(slot);
    case FactBasis::yaw_rate:
      return scene.motion.yaw_rate_differences(slot);
    case FactBasis::jerk:
      return scene.motion.jerk_differences(slot);
  }
  return 0;
}

}  // namespace

bool is_missing(const Scene& scene, Slot slot, const Fact& fact) {
  if (fact.needs_map && !scene.places.has_map()) return true;
  if (!slot.valid() && fact.scope != FactScope::world) return false;  // somebody may have it
  if (fact.is_told != nullptr && !fact.is_told(scene, slot)) return true;
  return differences_of(scene, slot, fact.basis) > scene.motion.differences();
}

std::optional<std::string> why_missing(const Scene& scene, Slot slot, const Fact& fact) {
  if (!is_missing(scene, slot, fact)) return std::nullopt;
  if (fact.needs_map && !scene.places.has_map()) return "there is no map";
  if (fact.is_told != nullptr) return "the run does not tell " + std::string(fact.name);
  const int needed = differences_of(scene, slot, fact.basis), allowed = scene.motion.differences();
  return std::string(fact.name) + " of actor " + scene.actors.info(slot).id + " would be " + std::to_string(needed) +
         (needed == 1 ? " difference" : " differences") + " away from what the run reports, and " +
         std::to_string(allowed) + (allowed == 1 ? " is" : " are") + " allowed (--derive " + std::to_string(needed) +
         " allows it)";
}

}  // namespace scrutineer::scene
