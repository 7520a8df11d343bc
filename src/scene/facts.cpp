#include "scene/facts.h"

#include <algorithm>
#include <array>
#include <limits>

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

double legal_speed(Scene& scene, Slot slot) {
  const map::LegalSpeed legal = scene.places.legal_speed(slot);
  if (legal.kind == map::LegalSpeed::Kind::no_limit) return std::numeric_limits<double>::infinity();
  return legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : std::numeric_limits<double>::quiet_NaN();
}

constexpr auto kActor = FactScope::actor;
constexpr auto kPair = FactScope::pair;
constexpr auto kWorld = FactScope::world;

const std::array kFacts{
    Fact{"speed", "number", "m/s", kActor, false, FactBasis::velocity,
         "Over ground, in the plane; below 0 when a vehicle moves backwards.",
         [](Scene& scene, Slot slot) { return scene.motion.speed(slot); }},
    Fact{"acceleration", "number", "m/s^2", kActor, false, FactBasis::acceleration,
         "The reported one along the heading, else the rate of change of speed.",
         [](Scene& scene, Slot slot) { return scene.motion.acceleration(slot); }},
    Fact{"yaw_rate", "number", "rad/s", kActor, false, FactBasis::yaw_rate, "How fast it turns, left is positive.",
         [](Scene& scene, Slot slot) { return scene.motion.yaw_rate(slot); }},
    Fact{"local_speed.lon", "number", "m/s", kActor, false, FactBasis::velocity, "Velocity along its own heading.",
         [](Scene& scene, Slot slot) { return scene.motion.local_speed(slot).lon; }},
    Fact{"local_speed.lat", "number", "m/s", kActor, false, FactBasis::velocity, "Velocity to its own left.",
         [](Scene& scene, Slot slot) { return scene.motion.local_speed(slot).lat; }},
    Fact{"local_acceleration.lon", "number", "m/s^2", kActor, false, FactBasis::acceleration,
         "Acceleration along its own heading.",
         [](Scene& scene, Slot slot) { return scene.motion.local_acceleration(slot).lon; }},
    Fact{"local_acceleration.lat", "number", "m/s^2", kActor, false, FactBasis::acceleration,
         "Acceleration to its own left.",
         [](Scene& scene, Slot slot) { return scene.motion.local_acceleration(slot).lat; }},
    Fact{"local_jerk.lon", "number", "m/s^3", kActor, false, FactBasis::jerk,
         "Change of acceleration along its own heading.",
         [](Scene& scene, Slot slot) { return scene.motion.local_jerk(slot).lon; }},
    Fact{"local_jerk.lat", "number", "m/s^3", kActor, false, FactBasis::jerk, "Change of acceleration to its own left.",
         [](Scene& scene, Slot slot) { return scene.motion.local_jerk(slot).lat; }},
    Fact{"road_acceleration.lon", "number", "m/s^2", kActor, true, FactBasis::acceleration,
         "Acceleration along the road as the vehicle faces it.",
         [](Scene& scene, Slot slot) { return scene.places.road_acceleration(slot).lon; }},
    Fact{"road_acceleration.lat", "number", "m/s^2", kActor, true, FactBasis::acceleration,
         "Acceleration to the left of the road's direction.",
         [](Scene& scene, Slot slot) { return scene.places.road_acceleration(slot).lat; }},
    Fact{"road_position", "place", "", kActor, true, FactBasis::none,
         "Road, s, t, lane, and offset in it; several inside junctions, the best first.", nullptr},
    Fact{"lane_offset", "number", "m", kActor, true, FactBasis::none, "To the left of its lane's centre line.",
         [](Scene& scene, Slot slot) { return scene.places.lane_offset(slot); }},
    Fact{"lane_heading", "number", "rad", kActor, true, FactBasis::none,
         "From its lane's direction of traffic to its heading, left is positive.",
         [](Scene& scene, Slot slot) { return scene.places.lane_heading(slot); }},
    Fact{"legal_speed", "number", "m/s", kActor, true, FactBasis::none,
         "What the map allows on its lane; infinite where it says that there is no limit.", legal_speed},
    Fact{"deviation", "number", "m", kActor, true, FactBasis::none,
         "The largest distance of its bodies' corners and mid-edges from the road surface.",
         [](Scene& scene, Slot slot) { return scene.places.deviation(slot); }},
    Fact{"junction", "place", "", kActor, true, FactBasis::none, "The junction that it is in.", nullptr},
    Fact{"touches_junction", "truth", "", kActor, true, FactBasis::none,
         "Is at least one corner of its bodies inside a junction's area?",
         [](Scene& scene, Slot slot) { return scene.places.touches_junction(slot) ? 1.0 : 0.0; }},
    Fact{"object_in_front.gap", "number", "m", kActor, true, FactBasis::none,
         "From its front bumper to the nearest body across its way, along its lane and what follows.",
         [](Scene& scene, Slot slot) {
           const InFront front = scene.relations.object_in_front(slot);
           return front.other.valid() ? front.gap : std::numeric_limits<double>::quiet_NaN();
         }},
    Fact{"min_ttc", "number", "s", kActor, false, FactBasis::velocity,
         "The least time to collision with anybody, looking 3 s ahead; infinite: none.",
         [](Scene& scene, Slot slot) { return scene.relations.min_ttc(slot, 3.0).seconds; }},
    Fact{"ttc", "number", "s", kPair, false, FactBasis::velocity,
         "The time until two bodies overlap if both keep velocity and heading.", nullptr},
    Fact{"overlaps", "list", "", kWorld, false, FactBasis::none, "All pairs of actors whose bodies overlap.", nullptr},
    Fact{"road_distance.lon", "number", "m", kActor, true, FactBasis::none,
         "From the ego along the roads, centre to centre, ahead is positive.",
         [](Scene& scene, Slot slot) {
           const auto distance = scene.relations.road_distance(slot);
           return distance ? distance->lon : std::numeric_limits<double>::quiet_NaN();
         }},
    Fact{"road_distance.lat", "number", "m", kActor, true, FactBasis::none,
         "To the left of the ego's way, centre to centre.",
         [](Scene& scene, Slot slot) {
           const auto distance = scene.relations.road_distance(slot);
           return distance ? distance->lat : std::numeric_limits<double>::quiet_NaN();
         }},
    Fact{"time_gap", "number", "s", kActor, true, FactBasis::none, "road_distance.lon over the ego's speed.",
         [](Scene& scene, Slot slot) { return scene.relations.time_gap(slot); }},
};

}  // namespace

std::span<const Fact> facts() { return kFacts; }

const Fact* find_fact(std::string_view name) {
  const auto found = std::ranges::find(kFacts, name, &Fact::name);
  return found == kFacts.end() ? nullptr : &*found;
}

std::optional<std::string> why_missing(const Scene& scene, Slot slot, const Fact& fact) {
  if (fact.needs_map && !scene.places.has_map()) return "there is no map";
  const int needed = differences_of(scene, slot, fact.basis), allowed = scene.motion.differences();
  if (needed <= allowed) return std::nullopt;
  return std::string(fact.name) + " of actor " + scene.actors.info(slot).id + " would be " + std::to_string(needed) +
         (needed == 1 ? " difference" : " differences") + " away from what the run reports, and " +
         std::to_string(allowed) + (allowed == 1 ? " is" : " are") + " allowed (--derive " + std::to_string(needed) +
         " allows it)";
}

}  // namespace scrutineer::scene
