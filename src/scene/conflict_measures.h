// How near two moving bodies are to a collision: each measure of docs/conflicts.md as a formula over two motions.
//
//   const PairMotion pair{{.parts = car, .velocity = {12.0, 0.0}}, {.parts = truck, .velocity = {8.0, 0.0}}};
//   time_to_collision(pair, 10.0);   // seconds; infinite: not within 10 s
//   required_braking(pair);          // m/s^2 of the first one
//
// A motion is in the plane, or along a road: then x is s, y is t, and boxes are turned by nothing. What does not exist
// is NaN; what never happens is infinite. encounters.h says which motions two actors have.
#pragma once

#include <span>

#include "scene/boxes.h"
#include "scene/motion.h"
#include "trace/frame.h"

namespace scrutineer::scene {

// One of the two: all its boxes move alike.
struct Mover {
  std::span<const FlatBox> parts;
  Velocity velocity;
  Vector heading{1.0, 0.0};   // unit vector
  double acceleration = 0.0;  // along the heading
  double lateral = 0.0;       // m/s to the left of the frame, where `velocity` leaves that out (one follows the other)
};

struct PairMotion {
  Mover ego, other;
};

bool overlap(const PairMotion& pair);
// Between the boxes; 0 while they overlap.
double distance(const PairMotion& pair);
double distance(const FlatBox& a, const FlatBox& b);

// Both keep their velocity.
double time_to_collision(const PairMotion& pair, double horizon);
// Both keep their acceleration along the heading; one that brakes to a standstill stays there.
double modified_time_to_collision(const PairMotion& pair, double horizon);

// The least constant deceleration of the first one with which the boxes never overlap while the other keeps its
// velocity: 0 if they do not meet anyway; NaN if braking cannot prevent it, because the other comes to where the first
// one already is.
double required_braking(const PairMotion& pair);
// The same where the first one goes on for `reaction` seconds before it brakes; infinite if that is too late.
double required_braking_after(const PairMotion& pair, double reaction);
PairMotion swapped(const PairMotion& pair);

// One behind the other: the gap between bumpers, both speeds, and the acceleration of the one in front, which it keeps
// until it stands. The least constant deceleration of the rear one with which it never touches the front one.
struct Following {
  double gap = 0.0, rear_speed = 0.0, front_speed = 0.0, front_acceleration = 0.0;
};
double required_deceleration(const Following& pair);

// The least constant lateral acceleration with which the first one is beside the other after `seconds`.
double required_lateral(const PairMotion& pair, double seconds, Vector left_of_frame);

// The least distance of the boxes within the horizon while both keep their velocity, and when it is reached first.
struct ClosestEncounter {
  double distance = 0.0, seconds = 0.0;
};
ClosestEncounter closest_encounter(const PairMotion& pair, double horizon);

// The first time at which both can have met, whatever they do: circles around the boxes that grow with `acceleration`,
// the sum of what both are capable of.
double worst_time_to_collision(const PairMotion& pair, double acceleration);

// How hard it would be: how fast they move against each other after the first one braked that hard for that long.
double closing_speed(const PairMotion& pair, double braking = 0.0, double seconds = 0.0);
// The share of a change of velocity that an actor of this mass takes; masses may be infinite.
double share_of_impact(double own_mass, double other_mass);

// Kilograms: what the run says, else what is usual; infinite for what does not give way.
double mass_of(const trace::ActorInfo& info);

// ---- responsibility-sensitive safety ----------------------------------------------------------------------------

// What RSS takes for granted of drivers. The model's authors and IEEE 2846 set no numbers; these are ad-rss-lib's.
struct RssParameters {
  double acceleration = 3.5, brakes_at_least = 4.0, brakes_at_most = 8.0, brakes_in_own_lane = 3.0;
  double lateral_acceleration = 0.2, lateral_braking = 0.8;
  double margin = 0.1;  // metres sideways
};
struct RssDriver {
  double speed = 0.0;          // along the road, in its own direction of travel
  double towards_other = 0.0;  // m/s sideways, towards the other
  double reaction = 1.0;       // seconds
  bool is_in_own_lane = true;  // it travels the way its lane does
};
double rss_distance_same_direction(const RssDriver& rear, const RssDriver& front, const RssParameters& by = {});
double rss_distance_opposite(const RssDriver& a, const RssDriver& b, const RssParameters& by = {});
double rss_distance_lateral(const RssDriver& a, const RssDriver& b, const RssParameters& by = {});

}  // namespace scrutineer::scene
