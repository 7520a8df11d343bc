// How far and how long the ego drove on lanes for which the map gives no legal speed. That was not judged, and a silence
// would look like a pass. (Beside all lanes there is none by nature, and other checks say that it is there.)
//
//   self.unknown.see(at);                          // every frame
//   return self.unknown.note(at);                  // at the end; empty: nothing worth telling
#pragma once

#include <cmath>
#include <string>

#include "checks/detail/successor_parameters.h"
#include "watch/wording.h"

namespace scrutineer::checks {

class UnknownLimit {
 public:
  void see(const watch::View& at) {
    if (!at.scene.actors.is_ego(at.slot)) return;
    const double metres = step_length(at), seconds = at.scene.actors.step_seconds();
    // Whoever stands breaks no limit. The step to the first frame that is judged again was not.
    if (was_unknown_ && metres > watch::kStandingStill * seconds) {
      metres_ += metres;
      seconds_ += seconds;
    }
    was_unknown_ = at.scene.places.road_position(at.slot) != nullptr &&
                   at.scene.places.legal_speed(at.slot).kind == map::LegalSpeed::Kind::unknown;
  }

  std::string note(const watch::View& at) const {
    constexpr double kWorthTelling = 0.5;  // seconds
    if (seconds_ < kWorthTelling) return {};
    return watch::describe(watch::actor_ref(at.scene, at.slot)) + " drove " + watch::in_metres(metres_) + " in " +
           watch::in_seconds(seconds_) + " where the map gives no legal speed: that was not judged";
  }

 private:
  double metres_ = 0.0, seconds_ = 0.0;
  bool was_unknown_ = false;
};

}  // namespace scrutineer::checks
