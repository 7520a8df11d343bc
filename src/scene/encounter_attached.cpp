// A trailer that the run does not tie to its truck is as much a part of it as others: it is nobody whom the truck meets.
#include <algorithm>

#include "scene/detail/encounter_work.h"

namespace scrutineer::scene {

bool Encounters::Work::are_attached(Followed& who, const Encounter& met, bool is_known) {
  if (is_known) return std::ranges::find(who.attached, actors.id(met.other), &Attached::id) != who.attached.end();
  const auto has_come = [&](Slot slot) { return actors.since(slot) == actors.time() && !actors.relocated(slot); };
  if (!has_come(met.ego) && !has_come(met.other)) return false;
  if (actors.info(met.ego).is_static || actors.info(met.other).is_static) return false;
  constexpr double kTouch = 0.1;  // metres: rounded numbers
  Encounter in_plane = met;
  set_plane(in_plane);
  const Now &own = now(met.ego), &others = now(met.other);
  const bool is_level = own.z_low < others.z_high && others.z_low < own.z_high;
  if (!is_level || !(met.overlaps || distance(motion_of(in_plane)) <= kTouch)) return false;
  who.attached.push_back({actors.id(met.other), actors.since(met.other), actors.since(met.ego),
                          Attachment(actors.state(met.ego), actors.state(met.other))});
  return true;
}

void Encounters::Work::forget_detached(Followed& who, Slot ego) {
  std::erase_if(who.attached, [&](Attached& one) {
    const Slot other = actors.slot_of(one.id);
    if (!other.valid() || actors.since(other) != one.since || actors.since(ego) != one.ego_since) return true;
    const trace::ActorState &own = actors.state(ego), &others = actors.state(other);
    const Attachment::Answer answer = one.attachment.after(own, others, actors.step_seconds());
    return answer == Attachment::Answer::two ||
           (answer == Attachment::Answer::one_vehicle && !one.attachment.holds(own, others));
  });
}

}  // namespace scrutineer::scene
