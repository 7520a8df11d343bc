// The table of all facts: what each is called, what it means and what it needs.
//
//   constexpr const Fact* kSpeed = fact("speed");            // does not compile if there is none of that name
//   const Fact* named = find_fact(word);                     // null if there is none
//   if (auto reason = why_missing(scene, slot, *kSpeed)) skip(*reason);
//   else use(kSpeed->value(scene, slot));
//
// One more fact is one row. What the language calls it (`actor.state.speed`), reasons for skipped checks and docs/facts.md
// come from here.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scene/scene.h"

namespace scrutineer::scene {

enum class FactType : std::uint8_t { number, whole, truth, word, place, list };
// Whom a fact is about: the frame, one actor, two; or the run, which has it or not.
enum class FactScope : std::uint8_t { world, actor, pair, run };
// The motion that a fact rests on: reported, or so many differences away from what is.
enum class FactBasis : std::uint8_t { none, velocity, acceleration, yaw_rate, jerk };
// How programs of the language ask for a value: by the fact's own name as a field of `actor.state`, or by a builtin that
// has another name or arguments.
enum class FactField : std::uint8_t { of_state, by_builtin };

struct Fact {
  std::string_view name;
  FactType type = FactType::number;
  std::string_view unit = {};  // of numbers, SI; empty: none
  FactScope scope = FactScope::actor;
  bool needs_map = false;
  FactBasis basis = FactBasis::none;
  std::string_view meaning;
  // Of facts that are one number of one actor; null for others. NaN: does not exist now.
  double (*value)(Scene&, Slot) = nullptr;
  FactField field = FactField::of_state;
  const double MotionFacts::* kept = nullptr;  // where its value is kept, for callers that ask very often
  // Of what a run may tell and nothing else can: does it, now? Null: it is not of that kind. The frame's have no slot.
  bool (*is_told)(const Scene&, Slot) = nullptr;
};

namespace detail {

inline constexpr double kNoFact = std::numeric_limits<double>::quiet_NaN();

// Infinite where the map says that there is no limit.
inline double number(const map::LegalSpeed& legal) {
  if (legal.kind == map::LegalSpeed::Kind::no_limit) return std::numeric_limits<double>::infinity();
  return legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : kNoFact;
}

// What the run tells of an actor beside its motion.
template <trace::Field field>
bool is_told_of(const Scene& scene, Slot slot) {
  return scene.actors.state(slot).fields.has(field);
}

// name, type, unit, whom it is about, needs a map, what motion it rests on, meaning, value, how programs ask for it
inline constexpr Fact kFacts[] = {
    Fact{"speed", FactType::number, "m/s", FactScope::actor, false, FactBasis::velocity,
         "Over ground, in the plane; below 0 when a vehicle moves backwards.",
         [](Scene& scene, Slot slot) { return scene.motion.speed(slot); }, FactField::of_state, &MotionFacts::speed},
    Fact{"acceleration", FactType::number, "m/s^2", FactScope::actor, false, FactBasis::acceleration,
         "The reported one along the heading, else the rate of change of speed.",
         [](Scene& scene, Slot slot) { return scene.motion.acceleration(slot); }, FactField::of_state,
         &MotionFacts::speed_change},
    Fact{"yaw_rate", FactType::number, "rad/s", FactScope::actor, false, FactBasis::yaw_rate,
         "How fast it turns, left is positive.", [](Scene& scene, Slot slot) { return scene.motion.yaw_rate(slot); },
         FactField::of_state, &MotionFacts::yaw_rate},
    Fact{"local_speed.lon", FactType::number, "m/s", FactScope::actor, false, FactBasis::velocity,
         "Velocity along its own heading.", [](Scene& scene, Slot slot) { return scene.motion.local_speed(slot).lon; }},
    Fact{"local_speed.lat", FactType::number, "m/s", FactScope::actor, false, FactBasis::velocity,
         "Velocity to its own left.", [](Scene& scene, Slot slot) { return scene.motion.local_speed(slot).lat; }},
    Fact{"local_acceleration.lon", FactType::number, "m/s^2", FactScope::actor, false, FactBasis::acceleration,
         "Acceleration along its own heading.",
         [](Scene& scene, Slot slot) { return scene.motion.local_acceleration(slot).lon; }},
    Fact{"local_acceleration.lat", FactType::number, "m/s^2", FactScope::actor, false, FactBasis::acceleration,
         "Acceleration to its own left.",
         [](Scene& scene, Slot slot) { return scene.motion.local_acceleration(slot).lat; }},
    Fact{"local_jerk.lon", FactType::number, "m/s^3", FactScope::actor, false, FactBasis::jerk,
         "Change of acceleration along its own heading.",
         [](Scene& scene, Slot slot) { return scene.motion.local_jerk(slot).lon; }},
    Fact{"local_jerk.lat", FactType::number, "m/s^3", FactScope::actor, false, FactBasis::jerk,
         "Change of acceleration to its own left.",
         [](Scene& scene, Slot slot) { return scene.motion.local_jerk(slot).lat; }},
    Fact{"road_acceleration.lon", FactType::number, "m/s^2", FactScope::actor, true, FactBasis::acceleration,
         "Acceleration along the road as the vehicle faces it.",
         [](Scene& scene, Slot slot) { return scene.places.road_acceleration(slot).lon; }},
    Fact{"road_acceleration.lat", FactType::number, "m/s^2", FactScope::actor, true, FactBasis::acceleration,
         "Acceleration to the left of the road's direction.",
         [](Scene& scene, Slot slot) { return scene.places.road_acceleration(slot).lat; }},
    Fact{"road_position", FactType::place, "", FactScope::actor, true, FactBasis::none,
         "Road, s, t, lane, and offset in it; several inside junctions, the best first."},
    Fact{"lane_offset", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "To the left of its lane's centre line.",
         [](Scene& scene, Slot slot) { return scene.places.lane_offset(slot); }},
    Fact{"lane_crossing", FactType::whole, "", FactScope::actor, true, FactBasis::none,
         "1 where its centre crossed the border on its left since the frame before, -1 where it crossed that on its "
         "right, else 0; always 0 in junctions.",
         [](Scene& scene, Slot slot) { return static_cast<double>(scene.places.lane_crossing(slot)); }},
    Fact{"lane_heading", FactType::number, "rad", FactScope::actor, true, FactBasis::none,
         "From its lane's direction of traffic to its heading, left is positive.",
         [](Scene& scene, Slot slot) { return scene.places.lane_heading(slot); }},
    Fact{"legal_speed", FactType::number, "m/s", FactScope::actor, true, FactBasis::none,
         "What the map allows on its lane; infinite where it says that there is no limit.",
         [](Scene& scene, Slot slot) { return number(scene.places.legal_speed(slot)); }},
    Fact{"lane_width", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "Of its lane, where it is.",
         [](Scene& scene, Slot slot) { return scene.surroundings.lane_width(slot); }},
    Fact{"lane_count", FactType::whole, "", FactScope::actor, true, FactBasis::none,
         "How many lanes carry vehicles its way.",
         [](Scene& scene, Slot slot) { return static_cast<double>(scene.surroundings.lane_count(slot)); }},
    Fact{"curvature", FactType::number, "1/m", FactScope::actor, true, FactBasis::none,
         "How its lane's centre line bends, the way it faces; left is positive: 0.01 is a radius of 100 m to the left.",
         [](Scene& scene, Slot slot) { return scene.surroundings.curvature(slot); }},
    Fact{"grade", FactType::number, "", FactScope::actor, true, FactBasis::none,
         "How its road rises the way it faces, rise over run: 0.05 is 5 m in 100 m.",
         [](Scene& scene, Slot slot) { return scene.surroundings.grade(slot); }},
    Fact{"crosswalk_ahead", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "From its front to the next crosswalk on its way, at most 100 m.",
         [](Scene& scene, Slot slot) { return scene.surroundings.next_marks(slot).crosswalk; }, FactField::by_builtin},
    Fact{"stop_line_ahead", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "From its front to the next stop line on its way, at most 100 m.",
         [](Scene& scene, Slot slot) { return scene.surroundings.next_marks(slot).stop_line; }, FactField::by_builtin},
    Fact{"light_ahead", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "From its front to the next traffic light that holds for it, at most 100 m.",
         [](Scene& scene, Slot slot) { return scene.surroundings.next_marks(slot).traffic_light; }, FactField::by_builtin},
    Fact{"junction_ahead", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "From its front to the next junction on its way; 0 inside one, infinite: none within 100 m.",
         [](Scene& scene, Slot slot) {
           return scene.places.has_map() ? scene.relations.junction_in_front(slot) : kNoFact;
         }, FactField::by_builtin},
    Fact{"vehicles_near", FactType::whole, "", FactScope::actor, true, FactBasis::velocity,
         "How many vehicles move on the roads of its way, in any direction, at most 100 m along them.",
         [](Scene& scene, Slot slot) {
           if (scene.places.road_position(slot) == nullptr) return kNoFact;
           return static_cast<double>(scene.surroundings.moving_vehicles(slot, kAheadReach));
         }},
    Fact{"deviation", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "The largest distance of its bodies' corners and mid-edges from the road surface.",
         [](Scene& scene, Slot slot) { return scene.places.deviation(slot); }},
    Fact{"junction", FactType::place, "", FactScope::actor, true, FactBasis::none, "The junction that it is in."},
    Fact{"on_connecting_road", FactType::truth, "", FactScope::actor, true, FactBasis::none,
         "Is it on a road that connects others within a junction?",
         [](Scene& scene, Slot slot) { return scene.places.is_on_connecting_road(slot) ? 1.0 : 0.0; },
         FactField::by_builtin},
    Fact{"touches_junction", FactType::truth, "", FactScope::actor, true, FactBasis::none,
         "Is at least one corner of its bodies inside a junction's area?",
         [](Scene& scene, Slot slot) { return scene.places.touches_junction(slot) ? 1.0 : 0.0; }},
    Fact{"object_in_front.gap", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "From its front bumper to the nearest body across its way, along its lane and what follows.",
         [](Scene& scene, Slot slot) {
           const InFront front = scene.relations.object_in_front(slot);
           return front.other.valid() ? front.gap : kNoFact;
         }, FactField::by_builtin},
    Fact{"min_ttc", FactType::number, "s", FactScope::actor, false, FactBasis::velocity,
         "The least time to collision with anybody, looking 3 s ahead; infinite: none.",
         [](Scene& scene, Slot slot) { return scene.relations.min_ttc(slot, 3.0).seconds; }},
    Fact{"ttc", FactType::number, "s", FactScope::pair, false, FactBasis::velocity,
         "The time until two bodies overlap if both keep velocity and heading."},
    Fact{"overlaps", FactType::list, "", FactScope::world, false, FactBasis::none,
         "All pairs of actors whose bodies overlap."},
    Fact{"road_distance.lon", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "From the ego along the roads, centre to centre, ahead is positive.",
         [](Scene& scene, Slot slot) {
           const map::RoadDistance* distance = scene.relations.road_distance(slot);
           return distance != nullptr ? distance->lon : kNoFact;
         }, FactField::by_builtin},
    Fact{"road_distance.lat", FactType::number, "m", FactScope::actor, true, FactBasis::none,
         "To the left of the ego's way, centre to centre.",
         [](Scene& scene, Slot slot) {
           const map::RoadDistance* distance = scene.relations.road_distance(slot);
           return distance != nullptr ? distance->lat : kNoFact;
         }, FactField::by_builtin},
    Fact{"time_gap", FactType::number, "s", FactScope::actor, true, FactBasis::none,
         "road_distance.lon over the ego's speed.",
         [](Scene& scene, Slot slot) { return scene.relations.time_gap(slot); }, FactField::by_builtin},
    Fact{"lights", FactType::list, "", FactScope::run, false, FactBasis::none, "What its traffic lights show."},
    Fact{"plan", FactType::list, "", FactScope::run, false, FactBasis::none, "The path that an actor is to drive."},
    Fact{.name = "precipitation",
         .type = FactType::word,
         .scope = FactScope::world,
         .meaning = "How hard it rains or snows.",
         .is_told =
             [](const Scene& scene, Slot) { return scene.environment.precipitation != trace::Precipitation::unknown; }},
    Fact{.name = "rainfall_rate",
         .type = FactType::number,
         .unit = "mm/h",
         .scope = FactScope::world,
         .meaning = "How hard it rains, as a number.",
         .is_told = [](const Scene& scene, Slot) { return scene.environment.rainfall_rate.has_value(); }},
    Fact{.name = "snowfall",
         .type = FactType::word,
         .scope = FactScope::world,
         .meaning = "How hard it snows.",
         .is_told = [](const Scene& scene, Slot) { return scene.environment.snowfall != trace::Snowfall::unknown; }},
    Fact{.name = "visibility",
         .type = FactType::word,
         .scope = FactScope::world,
         .meaning = "How far one can see.",
         .is_told = [](const Scene& scene,
                       Slot) { return scene.environment.visibility != trace::Visibility::unknown; }},
    Fact{.name = "illumination",
         .type = FactType::word,
         .scope = FactScope::world,
         .meaning = "Day, night or between.",
         .is_told =
             [](const Scene& scene, Slot) { return scene.environment.illumination != trace::Illumination::unknown; }},
    Fact{.name = "indicator",
         .type = FactType::word,
         .meaning = "What its indicators show.",
         .is_told = is_told_of<trace::Field::indicator>},
    Fact{.name = "brake_light",
         .type = FactType::word,
         .meaning = "What its brake lights show.",
         .is_told = is_told_of<trace::Field::brake_light>},
    Fact{.name = "pitch_roll",
         .type = FactType::number,
         .unit = "rad",
         .meaning = "Its pitch and roll.",
         .is_told = is_told_of<trace::Field::pitch_roll>},
};

}  // namespace detail

constexpr std::span<const Fact> facts() { return detail::kFacts; }

namespace detail {

// As many as there are: there is none of that name. A place and no pointer, because g++ cannot compare a pointer with
// null in a constant where it looks for undefined behaviour.
constexpr std::size_t place_of_fact(std::string_view name) {
  std::size_t place = 0;
  while (place < std::size(kFacts) && kFacts[place].name != name) ++place;
  return place;
}

}  // namespace detail

// Null: there is none.
constexpr const Fact* find_fact(std::string_view name) {
  const std::size_t place = detail::place_of_fact(name);
  return place < std::size(detail::kFacts) ? &detail::kFacts[place] : nullptr;
}

// That there must be.
consteval const Fact* fact(std::string_view name) {
  const std::size_t place = detail::place_of_fact(name);
  if (place == std::size(detail::kFacts)) throw "there is no such fact: see the table in scene/facts.h";
  return &detail::kFacts[place];
}

// Can the fact never exist for this actor? An invalid slot: for anybody.
bool is_missing(const Scene& scene, Slot slot, const Fact& fact);
// Why it cannot, as one sentence without a full stop; nothing if it can.
std::optional<std::string> why_missing(const Scene& scene, Slot slot, const Fact& fact);

}  // namespace scrutineer::scene
