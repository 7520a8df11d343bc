#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/detail/encounter_work.h"
#include "scene/encounters.h"

namespace scrutineer::scene {

NearMeasures Encounters::near_measures(const Encounter& met) {
  NearMeasures found;
  if (met.type == EncounterType::none ||
      std::isnan(met.ego_motion.mover.velocity.x + met.other_motion.mover.velocity.x))
    return found;
  found.headway = met.gap;
  if (met.overlaps) {
    found.ttc = 0.0;
    found.headway = kNoMeasure;
    return found;
  }
  const PairMotion pair = work_->motion_of(met);
  found.ttc = time_to_collision(pair, kConflictHorizon);
  if (met.rear_speed > detail::kStandsStill) found.thw = met.gap / met.rear_speed;
  if (met.type == EncounterType::oncoming) return found;
  const bool meets = found.ttc < detail::kFar;
  if (met.role != EncounterRole::leader) found.drac = meets ? required_braking(pair) : 0.0;
  const bool others_brakes = met.role != EncounterRole::follower && met.type != EncounterType::standing;
  if (others_brakes) found.other_drac = meets ? required_braking(swapped(pair)) : 0.0;
  return found;
}

Measures Encounters::measures(const Encounter& met, const MeasureOptions& options) {
  Measures found;
  static_cast<NearMeasures&>(found) = near_measures(met);
  if (std::isnan(found.ttc)) return found;
  Work& work = *work_;
  const PairMotion pair = work.motion_of(met);
  Encounter in_plane = met;
  work.set_plane(in_plane);
  const PairMotion plane = work.motion_of(in_plane);
  const trace::ActorInfo &ego = work.actors.info(met.ego), &other = work.actors.info(met.other);
  found.distance = met.overlaps ? 0.0 : distance(plane);
  found.mttc = met.overlaps ? 0.0 : modified_time_to_collision(pair, kConflictHorizon);
  const ClosestEncounter closest = met.overlaps ? ClosestEncounter{} : closest_encounter(pair, kConflictHorizon);
  found.dce = closest.distance;
  found.ttce = closest.seconds;
  const auto ability = [&](const trace::ActorInfo& info) {
    if (info.type == trace::ActorType::plain_object) return 0.0;
    return info.is_vru ? options.vru_acceleration : options.full_braking;
  };
  found.wttc = met.overlaps ? 0.0 : worst_time_to_collision(plane, ability(ego) + ability(other));
  const bool meets = found.ttc < detail::kFar;
  double mass = 0.0, other_mass = 0.0;
  for (const Slot part : work.actors.parts(met.ego)) mass += mass_of(work.actors.info(part));
  for (const Slot part : work.actors.parts(met.other)) other_mass += mass_of(work.actors.info(part));
  if (meets) {
    const double share = share_of_impact(mass, other_mass);
    found.impact_speed = closing_speed(pair);
    found.predicted_delta_v = share * found.impact_speed;
    found.extended_delta_v = found.predicted_delta_v;
    if (found.drac < options.comfortable_braking)
      found.extended_delta_v = 0.0;
    else if (found.drac >= options.comfortable_braking)
      found.extended_delta_v = share * closing_speed(pair, options.comfortable_braking, found.ttc);
  }
  if (met.overlaps) return found;
  const Vector left = met.is_along_road ? Vector{0.0, 1.0} : Vector{-pair.ego.heading.y, pair.ego.heading.x};
  found.required_lateral = required_lateral(pair, found.ttc, left);
  found.stn = found.required_lateral / options.full_braking;
  if (!std::isnan(found.drac)) found.mdrac = meets ? required_braking_after(pair, options.reaction_time) : 0.0;
  if (!std::isnan(met.gap)) {
    found.required_deceleration =
        required_deceleration({met.gap, met.rear_speed, met.front_speed, met.front_acceleration});
    found.btn = found.required_deceleration / options.full_braking;
  }
  if (met.type == EncounterType::following) {
    const bool is_behind = met.role == EncounterRole::follower;
    const Work::Now rear = work.now(is_behind ? met.ego : met.other);
    const FlatBox& box = work.boxes[rear.first_box];
    const Vector front{box.x + box.half_length * box.cos, box.y + box.half_length * box.sin};
    const auto ahead_of_rear = [&](const FlatBox& there) {
      return there.cos * (front.x - there.x) + there.sin * (front.y - there.y) + there.half_length;
    };
    // The last of its bodies to pass there is the rear, in whichever order the run names them.
    for (const detail::Trail& trail : work.past(is_behind ? met.other : met.ego).trails)
      if (const auto then = trail.last_crossing(ahead_of_rear))
        found.trail_time = std::fmin(found.trail_time, to_seconds(work.actors.time()) - *then);
  }
  return found;
}

bool Encounters::is_rss_violated(const Encounter& met, double ego_reaction, double other_reaction) {
  if (!met.is_along_road || met.overlaps) return false;
  const PairMotion pair = work_->motion_of(met);
  const FlatBox &own = pair.ego.parts[0], &other = pair.other.parts[0];
  const double along = std::abs(other.x - own.x) - own.half_length - other.half_length;
  const double across = std::abs(other.y - own.y) - own.half_width - other.half_width;
  const double to_other = other.y >= own.y ? 1.0 : -1.0;
  const auto lateral = [](const Mover& mover) { return mover.velocity.y + mover.lateral; };
  const auto in_own_lane = [&](Slot slot) {
    return std::abs(work_->places.lane_heading(slot)) <= std::numbers::pi / 2.0;
  };
  const RssDriver ego{.speed = std::abs(pair.ego.velocity.x),
                      .towards_other = to_other * lateral(pair.ego),
                      .reaction = ego_reaction,
                      .is_in_own_lane = in_own_lane(met.ego)};
  const RssDriver others{.speed = std::abs(pair.other.velocity.x),
                         .towards_other = -to_other * lateral(pair.other),
                         .reaction = other_reaction,
                         .is_in_own_lane = in_own_lane(met.other)};
  // Where it is about to go, for one that stands.
  const double sense = work_->now(met.ego).speed > detail::kStandsStill ? pair.ego.velocity.x : pair.ego.heading.x;
  const bool is_ego_behind = sense * (other.x - own.x) >= 0.0;
  const bool come_together = met.type == EncounterType::oncoming && is_ego_behind;
  if (met.type == EncounterType::oncoming && !come_together) return false;  // they have passed each other
  const double safe = come_together   ? rss_distance_opposite(ego, others)
                      : is_ego_behind ? rss_distance_same_direction(ego, others)
                                      : rss_distance_same_direction(others, ego);
  return along < safe && across < rss_distance_lateral(ego, others);
}

}  // namespace scrutineer::scene
