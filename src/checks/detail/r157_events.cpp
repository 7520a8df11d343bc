#include "checks/detail/r157_events.h"

#include <algorithm>
#include <cmath>

#include "base/clock_rounding.h"

namespace scrutineer::checks {
namespace {

using scene::Encounter;
using scene::EncounterType;
using scene::Scene;
using scene::Slot;

constexpr double kWander = 0.375;     // metres off its lane's centre that are no lane change yet
constexpr double kHardBraking = 5.0;  // m/s^2
constexpr Duration kLongest = std::chrono::seconds(10);
constexpr double kIntoLane = 0.3;   // metres over the border at which R157 judges a cut-in
constexpr double kStandsNow = 0.1;  // m/s

// To the left of its lane's centre as it faces, whichever way that lane's traffic runs.
double offset_in_lane(Scene& scene, Slot slot) {
  const double offset = scene.places.lane_offset(slot);
  return std::cos(scene.places.lane_heading(slot)) < 0.0 ? -offset : offset;
}

// One that was put elsewhere is another.
bool is_same(const scene::Actors& actors, Slot slot, const R157Event& event) {
  return actors.id(slot) == event.other && !actors.relocated(slot);
}

}  // namespace

// Side by side they are measured in the plane: along the ego's road and across it, from its first body to its last trailer.
void R157Events::see_in_plane(Scene& scene, Slot ego, SeenVehicle& seen) {
  const scene::Vector road = scene.places.road_direction(ego);
  const auto along = [&](const scene::Vector& of) { return road.x * of.x + road.y * of.y; };
  const auto across = [&](const scene::Vector& of) { return road.x * of.y - road.y * of.x; };
  const trace::ActorState& own = scene.actors.state(ego);
  const auto from_ego = [&](Slot part) {
    const trace::ActorState& state = scene.actors.state(part);
    return scene::Vector{state.x - own.x, state.y - own.y};
  };
  const Slot other = seen.met->other;
  const trace::ActorInfo& info = scene.actors.info(other);
  struct Span {
    double rear, front;
    double middle() const { return 0.5 * (rear + front); }
  };
  const auto span_of = [&](Slot whole) {
    const double centre = along(from_ego(whole));
    Span span{centre, centre};
    for (const Slot part : scene.actors.parts(whole)) {
      const double middle = along(from_ego(part)), half = 0.5 * scene.actors.info(part).length;
      span.front = std::max(span.front, middle + half);
      span.rear = std::min(span.rear, middle - half);
    }
    return span;
  };
  const Span mine = span_of(ego), theirs = span_of(other);
  seen.along = theirs.middle() - mine.middle();
  seen.length = theirs.front - theirs.rear;
  seen.ego_length = mine.front - mine.rear;
  seen.across = across(from_ego(other));
  seen.width = info.width;
  const scene::Vector velocity = scene.motion.velocity(other), heading = scene.motion.heading(other);
  seen.speed = along(velocity);
  seen.side_speed = across(velocity);
  seen.half_across = 0.5 * (info.width * std::abs(along(heading)) + info.length * std::abs(across(heading)));
}

void R157Events::look(Scene& scene, Slot ego) {
  for (const Encounter& met : scene.encounters.of(ego)) {
    const bool is_near = met.type == EncounterType::following || met.type == EncounterType::adjacent ||
                         met.type == EncounterType::standing;
    if (!is_near || scene.actors.info(met.other).type != trace::ActorType::vehicle) continue;
    SeenVehicle seen{.met = &met};
    if (met.is_along_road) {
      const scene::PairMotion pair = scene.encounters.motion(met);
      const scene::FlatBox &mine = pair.ego.parts[0], &others = pair.other.parts[0];
      seen.along = others.x - mine.x;
      seen.across = others.y - mine.y;
      seen.speed = pair.other.velocity.x;
      seen.side_speed = pair.other.velocity.y + pair.other.lateral;
      seen.length = 2.0 * others.half_length;
      const bool has_trailer = scene.actors.parts(ego).size() > 1;
      seen.ego_length = has_trailer ? 2.0 * mine.half_length : scene.actors.info(ego).length;
      seen.width = 2.0 * others.half_width;
      seen.half_across = others.half_width;
    } else {
      see_in_plane(scene, ego, seen);
    }
    seen.acceleration = scene.motion.acceleration(met.other);
    seen_vehicles_.push_back(seen);
  }
  // The nearest ahead in line is the leader.
  SeenVehicle* leader = nullptr;
  for (SeenVehicle& seen : seen_vehicles_) {
    const bool is_ahead = (seen.met->type != EncounterType::adjacent) && seen.along > 0.0;
    if (is_ahead && (leader == nullptr || seen.along < leader->along)) leader = &seen;
  }
  if (leader != nullptr) leader->is_leader = true;
}

// Can any of those near begin a manoeuvre? Each takes a vehicle that brakes hard or is not in the middle of its lane,
// which is seen much faster than how everybody meets the ego.
bool R157Events::may_begin(Scene& scene, Slot ego) {
  return std::ranges::any_of(scene.encounters.near(ego), [&](Slot other) {
    return scene.actors.info(other).type == trace::ActorType::vehicle &&
           (!(std::abs(scene.places.lane_offset(other)) <= kWander) ||
            scene.motion.acceleration(other) <= -kHardBraking);
  });
}

// In the next lane, its front ahead of the ego's, and off its lane's centre towards the ego.
bool R157Events::cuts_in(Scene& scene, Slot ego, const SeenVehicle& seen) {
  if (seen.met->type != EncounterType::adjacent) return false;
  const map::RoadPosition* at = scene.places.road_position(ego);
  if (at == nullptr || std::abs(seen.across) > 1.5 * at->width) return false;
  if (seen.along + 0.5 * seen.length <= 0.5 * seen.ego_length) return false;
  const map::RoadPosition* others = scene.places.road_position(seen.met->other);
  if (others == nullptr || others->lane == at->lane) return false;
  // One that goes away from the ego has just left its lane.
  const double left = scene.places.lane_offset(seen.met->other), sense = seen.across > 0.0 ? 1.0 : -1.0;
  return sense * left < -kWander && sense * seen.side_speed <= 0.0;
}

void R157Events::begin(Scene& scene, Slot ego, const SeenVehicle& seen, Manoeuvre manoeuvre) {
  const trace::ActorId other = scene.actors.id(seen.met->other);
  seen_.emplace_back(other, manoeuvre);
  const bool is_old = std::ranges::find(seen_before_, std::pair(other, manoeuvre)) != seen_before_.end();
  const bool is_open = std::ranges::find(open_, other, &R157Event::other) != open_.end();
  if (is_old || is_open) return;
  const trace::ActorInfo& info = scene.actors.info(ego);
  const double speed = scene.motion.speed(ego);
  const VirtualDriver::Start start{manoeuvre, std::max(0.0, speed), seen.ego_length};
  R157Event event{.other = other,
                  .other_ref = watch::actor_ref(scene, seen.met->other),
                  .manoeuvre = manoeuvre,
                  .start = scene.actors.time(),
                  .last = scene.actors.time(),
                  .cc = VirtualDriver(DriverModel::cc, start),
                  .fsm = VirtualDriver(DriverModel::fsm, start),
                  .reg157 = std::nullopt};
  event.ego_length = seen.ego_length;
  event.ego_width = info.width;
  event.start_across = event.ego_offset = offset_in_lane(scene, ego);
  const double gap = seen.along - 0.5 * (seen.ego_length + seen.length);
  if (manoeuvre == Manoeuvre::lead_braking) event.reg157 = gap >= least_following_distance(speed);
  open_.push_back(std::move(event));
  goes_on(scene, ego, open_.back(), &seen);
}

// How far the ego drove, and to where across the lane that it started in: virtual drivers keep to that one.
void R157Events::follow_ego(Scene& scene, Slot ego, R157Event& event, double seconds) {
  const trace::ActorState &now = scene.actors.state(ego), &before = scene.actors.state(ego, 1);
  event.ego_driven += std::hypot(now.x - before.x, now.y - before.y);
  if (scene.places.road_position(ego) == nullptr) return;
  const double offset = offset_in_lane(scene, ego);
  if (scene.places.lane_crossing(ego) != 0) {
    // From here on the offset is that in the next lane.
    const scene::Vector along = scene.places.road_direction(ego), velocity = scene.motion.velocity(ego);
    event.lane_shift += event.ego_offset + seconds * (along.x * velocity.y - along.y * velocity.x) - offset;
  }
  event.ego_offset = offset;
}

// What both virtual drivers see.
void R157Events::show(R157Event& event) {
  for (VirtualDriver* driver : {&event.cc, &event.fsm}) {
    const double across = event.other_across - event.start_across;
    driver->look({.gap = event.other_along - driver->driven() - 0.5 * (event.ego_length + event.other_length),
                  .speed = event.other_speed,
                  .side_gap = std::abs(across) - 0.5 * (event.ego_width + event.other_width),
                  .side_speed = across >= 0.0 ? event.other_side_speed : -event.other_side_speed,
                  .length = event.other_length});
  }
}

void R157Events::judge_cut_in(Scene& scene, Slot ego, R157Event& event, const SeenVehicle& seen) {
  const map::RoadPosition* at = scene.places.road_position(ego);
  if (event.manoeuvre != Manoeuvre::cut_in || event.reg157 || at == nullptr) return;
  const double edge = std::abs(event.other_across) - seen.half_across;
  if (edge > 0.5 * at->width - kIntoLane) return;
  const double gap = seen.along - 0.5 * (event.ego_length + seen.length);
  const double closing_speed = scene.motion.speed(ego) - seen.speed;
  // The inequality is about one that the ego comes up to. One beside it that is as fast, or faster, is judged once it is
  // ahead; if it never is, it is not judged.
  if (gap < 0.0 && closing_speed <= 0.0) return;
  event.reg157 = is_cut_in_preventable(gap, closing_speed);
}

// Has the ego passed it, and is no virtual ego still behind it that might run into it?
bool R157Events::is_passed(const R157Event& event, const SeenVehicle& seen) {
  const auto is_behind_it = [&](const VirtualDriver& driver) {
    const double gap = event.other_along - driver.driven() - 0.5 * (event.ego_length + event.other_length);
    return gap > 0.0 && !driver.has_collided();
  };
  const bool is_ahead_of_ego = seen.along + 0.5 * seen.length > 0.5 * event.ego_length;
  return !is_ahead_of_ego && !is_behind_it(event.cc) && !is_behind_it(event.fsm);
}

// Brings the event up to this frame; false: it is over.
bool R157Events::goes_on(Scene& scene, Slot ego, R157Event& event, const SeenVehicle* seen) {
  const double seconds = to_seconds(scene.actors.time() - event.last);
  event.last = scene.actors.time();
  if (seconds > 0.0) {
    follow_ego(scene, ego, event, seconds);
    event.cc.drive(seconds);
    event.fsm.drive(seconds);
  }
  const bool is_first = event.last == event.start;
  const bool touches = seen != nullptr && seen->met->overlaps;
  if (event.has_touched || (touches && !is_first)) {
    // On at its velocity before: what a collision does to it is not what the virtual ego meets.
    event.other_along += event.other_speed * seconds;
    event.other_across += event.other_side_speed * seconds;
  } else if (seen != nullptr) {
    event.other_along = seen->along + event.ego_driven;
    event.other_across = seen->across + event.ego_offset + event.lane_shift;
    event.other_speed = seen->speed;
    event.other_side_speed = seen->side_speed;
    event.other_length = seen->length;
    event.other_width = seen->width;
    judge_cut_in(scene, ego, event, *seen);
  } else {
    return false;
  }
  event.has_touched = event.has_touched || touches;
  show(event);
  if (reaches(event.last - event.start, kLongest)) return false;
  if (event.has_touched) return true;
  const bool both_stand = std::abs(scene.motion.speed(ego)) <= kStandsNow && std::abs(event.other_speed) <= kStandsNow;
  return !both_stand && !is_passed(event, *seen);
}

void R157Events::step(Scene& scene, Slot ego) {
  ended_.clear();
  std::swap(seen_, seen_before_);
  seen_.clear();
  if (!scene.places.has_map()) return;
  const bool is_on_road = scene.places.road_position(ego) != nullptr;
  if (open_.empty() && !(is_on_road && may_begin(scene, ego))) return;
  seen_vehicles_.clear();
  if (is_on_road) look(scene, ego);
  // Off the road the ego sees nobody. An event goes on all the same if a crash has thrown it there.
  follow_open(scene, ego);
  if (is_on_road) look_for_new(scene, ego);
}

void R157Events::follow_open(Scene& scene, Slot ego) {
  const std::span<const SeenVehicle> vehicles = seen_vehicles_;
  for (auto event = open_.begin(); event != open_.end();) {
    const auto seen = std::ranges::find_if(
        vehicles, [&](const SeenVehicle& one) { return is_same(scene.actors, one.met->other, *event); });
    if (goes_on(scene, ego, *event, seen == vehicles.end() ? nullptr : &*seen)) {
      ++event;
    } else {
      ended_.push_back(std::move(*event));
      event = open_.erase(event);
    }
  }
}

void R157Events::look_for_new(Scene& scene, Slot ego) {
  const std::span<const SeenVehicle> vehicles = seen_vehicles_;
  const auto leader = std::ranges::find_if(vehicles, &SeenVehicle::is_leader);
  for (const SeenVehicle& seen : vehicles)
    if (cuts_in(scene, ego, seen)) begin(scene, ego, seen, Manoeuvre::cut_in);
  if (leader == vehicles.end()) return;
  if (leader->acceleration <= -kHardBraking) begin(scene, ego, *leader, Manoeuvre::lead_braking);
  if (std::abs(scene.places.lane_offset(leader->met->other)) <= kWander) return;
  // The leader leaves: the next vehicle ahead of it, if that is slower, is revealed.
  const SeenVehicle* revealed = nullptr;
  for (const SeenVehicle& seen : vehicles) {
    const bool is_beyond = seen.met->type != EncounterType::adjacent && seen.along > leader->along;
    if (is_beyond && seen.speed < leader->speed && (revealed == nullptr || seen.along < revealed->along))
      revealed = &seen;
  }
  if (revealed != nullptr) begin(scene, ego, *revealed, Manoeuvre::cut_out);
}

void R157Events::end() {
  for (R157Event& event : open_) ended_.push_back(std::move(event));
  open_.clear();
}

}  // namespace scrutineer::checks
