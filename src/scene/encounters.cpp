#include "scene/encounters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "base/clock_rounding.h"
#include "scene/detail/encounter_work.h"

namespace scrutineer::scene {
namespace {

using detail::Bodies;
using detail::Body;
using detail::PlaceOnWay;
using detail::Trail;
using detail::Way;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kStands = detail::kStandsStill;
constexpr double kAlike = std::numbers::sqrt2 / 2.0;  // the cosine of 45 degrees
constexpr double kAnywhere = 1e6;                     // metres: counts as moved by one that may be anywhere
constexpr double kSteepest = 0.15;                    // rise over run of a road
constexpr double kBesideRoads = 10.0;                 // metres: what stands beside a road by less is along it

double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y; }
double cross(Vector a, Vector b) { return a.x * b.y - a.y * b.x; }
// A vector as seen along a direction.
Vector seen_from(Vector direction, Vector of) { return {dot(direction, of), cross(direction, of)}; }

FlatBox box_around(double x_low, double x_high, double y_low, double y_high) {
  return {0.5 * (x_low + x_high), 0.5 * (y_low + y_high), 1.0, 0.0, 0.5 * (x_high - x_low), 0.5 * (y_high - y_low)};
}

std::array<Vector, 4> corners_of(const FlatBox& box) {
  const Vector along{box.half_length * box.cos, box.half_length * box.sin};
  const Vector left{-box.half_width * box.sin, box.half_width * box.cos};
  return {Vector{box.x + along.x + left.x, box.y + along.y + left.y},
          Vector{box.x + along.x - left.x, box.y + along.y - left.y},
          Vector{box.x - along.x - left.x, box.y - along.y - left.y},
          Vector{box.x - along.x + left.x, box.y - along.y + left.y}};
}

// What its box sweeps while it keeps its velocity.
FlatBox swept(const FlatBox& box, Velocity velocity, double seconds) {
  const double speed = std::hypot(velocity.x, velocity.y);
  if (speed == 0.0) return box;
  const Vector along{velocity.x / speed, velocity.y / speed};
  double back = kInfinity, front = -kInfinity, right = kInfinity, left = -kInfinity;
  for (const Vector& corner : corners_of(box)) {
    const Vector at = seen_from(along, {corner.x - box.x, corner.y - box.y});
    back = std::min(back, at.x);
    front = std::max(front, at.x);
    right = std::min(right, at.y);
    left = std::max(left, at.y);
  }
  front += speed * seconds;
  const double x = 0.5 * (back + front), y = 0.5 * (right + left);
  return {box.x + x * along.x - y * along.y,
          box.y + x * along.y + y * along.x,
          along.x,
          along.y,
          0.5 * (front - back),
          0.5 * (left - right)};
}

}  // namespace

std::string_view to_word(EncounterType type) {
  constexpr std::array<std::string_view, 8> kWords{"none",     "standing", "following", "oncoming",
                                                   "adjacent", "merging",  "crossing",  "vru_crossing"};
  return kWords.at(static_cast<std::size_t>(type));
}
std::string_view to_word(EncounterRole role) {
  constexpr std::array<std::string_view, 3> kWords{"none", "follower", "leader"};
  return kWords.at(static_cast<std::size_t>(role));
}
std::string_view to_word(CameFirst first) {
  constexpr std::array<std::string_view, 3> kWords{"nobody", "ego", "other"};
  return kWords.at(static_cast<std::size_t>(first));
}

Encounters::Encounters(const Actors& actors, Motion& motion, Places& places, Relations& relations)
    : work_(std::make_unique<Work>(actors, motion, places, relations)) {}
Encounters::~Encounters() = default;

Encounters::Work::Past& Encounters::Work::new_past(Slot slot) {
  Past& kept = pasts[slot.index()];
  kept = Past();
  kept.id = actors.id(slot);
  kept.since = actors.since(slot);
  return kept;
}

// ---- one actor in this frame ------------------------------------------------------------------------------------------

void Encounters::Work::find_now(Slot slot, Now& now) {
  now = Now();
  const trace::ActorInfo& info = actors.info(slot);
  now.heading = motion.heading(slot);
  now.velocity = info.is_static ? Vector{0.0, 0.0} : motion.velocity(slot);
  now.speed = std::hypot(now.velocity.x, now.velocity.y);
  now.acceleration = info.is_static ? 0.0 : motion.acceleration(slot);
  now.direction = now.speed > kStands ? Vector{now.velocity.x / now.speed, now.velocity.y / now.speed} : now.heading;
  now.first_box = static_cast<std::uint32_t>(boxes.size());
  Bodies& bodies = relations.bodies();
  for (const Slot part : actors.parts(slot)) {
    const std::uint32_t index = bodies.index_of(part);
    if (index == Bodies::kNone) continue;
    const Body& body = bodies.all()[index];
    boxes.push_back(bodies.flat(body));
    now.z_low = now.box_count == 0 ? body.z_low : std::min(now.z_low, body.z_low);
    now.z_high = now.box_count == 0 ? body.z_high : std::max(now.z_high, body.z_high);
    ++now.box_count;
  }
  const Past& before = past(slot);
  now.stands_in_the_way = info.type == trace::ActorType::plain_object || !before.has_moved ||
                          reaches(actors.time() - before.moved, *from_seconds(kStandsFor));
  if (places.has_map()) find_place(slot, now);
}

void Encounters::Work::find_place(Slot slot, Now& now) {
  if (const map::RoadPosition* at = places.road_position(slot)) {
    now.place = at;
    const bool is_vehicle = actors.info(slot).type == trace::ActorType::vehicle;
    const bool along_s = dot(now.direction, {at->tangent_x, at->tangent_y}) >= 0.0;
    if (is_vehicle) now.way = &ways->from({at->lane, along_s});
    return;
  }
  // Only for what stands, and may lie across somebody's way all the same.
  if (!now.stands_in_the_way && !(now.speed <= kStands)) return;
  const trace::ActorState& state = actors.state(slot);
  Past& kept = past(slot);
  if (kept.beside_x != state.x || kept.beside_y != state.y) {
    kept.beside_x = state.x;
    kept.beside_y = state.y;
    const auto near = map::nearest_lane(places.map(), {state.x, state.y}, kBesideRoads, places.height(slot));
    kept.beside = near ? std::optional(near->position) : std::nullopt;
  }
  if (kept.beside) now.place = &*kept.beside;
}

void Encounters::Work::remember_who_moves() {
  motion.find_all();
  if (pasts.size() < actors.slot_count()) pasts.resize(actors.slot_count());  // they stay where they are in this frame
  for (const Slot slot : actors.present()) {
    if (std::abs(motion.speed(slot)) <= kStands) continue;
    Past& kept = past(slot);
    kept.moved = actors.time();
    kept.has_moved = true;
  }
}

void Encounters::Work::leave_trails(Slot slot) {
  Past& kept = past(slot);
  if (kept.trailed == actors.epoch()) return;
  const auto boxes_now = boxes_of(now(slot));
  if (kept.trailed + 1 != actors.epoch() || kept.trails.size() != boxes_now.size()) {
    kept.trails.assign(boxes_now.size(), Trail());
    kept.way += kAnywhere;
  }
  kept.trailed = actors.epoch();
  const double seconds = to_seconds(actors.time());
  double moved = 0.0;
  for (std::size_t i = 0; i < boxes_now.size(); ++i) {
    Trail& trail = kept.trails[i];
    const double radius = trail.radius();
    trail.add(seconds, boxes_now[i]);
    trail.forget_before(seconds - kTrailDuration);
    const detail::BodyStep& step = trail.last_step();
    moved = std::max(moved, trail.radius() == radius ? std::hypot(step.dx, step.dy) : kAnywhere);
  }
  kept.way += moved;
}

// ---- who is near ------------------------------------------------------------------------------------------------------

bool Encounters::Work::are_on_one_road(Slot a, Slot b) {
  if (!places.has_map()) return false;
  const map::RoadPosition *one = places.road_position(a), *other = places.road_position(b);
  return one != nullptr && other != nullptr && one->road == other->road;
}

void Encounters::Work::find_others(Followed& who, Slot ego) {
  if (who.found == actors.epoch()) return;
  who.found = actors.epoch();
  std::vector<Slot>& others = who.others;
  const double range = who.range;
  others.clear();
  Bodies& bodies = relations.bodies();
  const std::span<const Body> all = bodies.all();
  const bool is_static = actors.info(ego).is_static;
  for (const Slot part : actors.parts(ego)) {
    const std::uint32_t index = bodies.index_of(part);
    if (index == Bodies::kNone) continue;
    const Body& own = all[index];
    const auto look_at = [&](const Body& body) {
      const double dx = body.x - own.x, dy = body.y - own.y, reach = range + own.radius + body.radius;
      if (dx * dx + dy * dy > reach * reach || body.compound == own.compound) return;
      if (is_static && body.is_static) return;
      // On another level, unless their road climbs so much between them. Beside all roads, in a run without heights,
      // nobody knows its level: it may be on any.
      const double apart = std::abs(body.z_low - own.z_low);
      const bool is_far = std::isfinite(apart) && apart > map::kLevelHeight;
      if (is_far && !(apart <= kSteepest * std::hypot(dx, dy) && are_on_one_road(ego, body.whole))) return;
      others.push_back(body.whole);
    };
    // A grid is worth it only where many look around.
    constexpr std::size_t kFew = 4;
    if (followed.size() <= kFew) {
      for (const Body& body : all) look_at(body);
    } else {
      const double half = 0.5 * range;
      const auto around = [&](const Body& body) -> detail::Rect {
        const double reach = half + body.radius;
        return {body.x - reach, body.y - reach, body.x + reach, body.y + reach};
      };
      if (grid_epoch != actors.epoch() || grid_range != range) {
        grid_epoch = actors.epoch();
        grid_range = range;
        rects.clear();
        for (const Body& body : all) rects.push_back(around(body));
        grid.fill(rects);
      }
      grid.each_near(around(own), [&](std::uint32_t i) { look_at(all[i]); });
    }
  }
  std::ranges::sort(others, {}, [&](Slot slot) { return actors.uid(slot); });
  const auto [first, last] = std::ranges::unique(others);
  others.erase(first, last);
}

void Encounters::Work::look_around(Followed& who, Slot ego) {
  if (who.looked == actors.epoch()) return;
  who.looked = actors.epoch();
  find_others(who, ego);
  if (who.has_trails) leave_trails(ego);
  who.encounters.clear();
  if (!who.attached.empty()) forget_detached(who, ego);
  std::vector<Pair>& before = who.pairs_before;
  std::swap(before, who.pairs);
  who.pairs.clear();
  auto known = before.begin();
  for (const Slot other : who.others) {
    if (other == ego) continue;
    if (who.has_trails) leave_trails(other);
    const trace::ActorId id = actors.id(other);
    while (known != before.end() && actors.uid(known->id) < actors.uid(id)) ++known;
    const bool is_known = known != before.end() && known->id == id && known->since == actors.since(other) &&
                          known->ego_since == actors.since(ego);
    Pair& pair = who.pairs.emplace_back(is_known ? *known : Pair{.id = id});
    pair.since = actors.since(other);
    pair.ego_since = actors.since(ego);
    Encounter& met = who.encounters.emplace_back(Encounter{.ego = ego, .other = other});
    meet(met);
    if (are_attached(who, met, is_known)) [[unlikely]] {
      pair.together_until = to_seconds(actors.time());
      who.encounters.pop_back();
      continue;
    }
    if (!who.has_trails) continue;
    follow_trails(pair, met);
    met.contact = pair.contact;
  }
}

// From a frame in which it looks around without.
void Encounters::Work::begin_trails(Followed& who, Slot ego) {
  look_around(who, ego);
  who.has_trails = true;
  leave_trails(ego);
  auto pair = who.pairs.begin();
  for (Encounter& met : who.encounters) {
    while (pair->id != actors.id(met.other)) ++pair;  // of one that is attached
    leave_trails(met.other);
    follow_trails(*pair, met);
    met.contact = pair->contact;
  }
}

// ---- how they meet ----------------------------------------------------------------------------------------------------

bool Encounters::Work::bodies_overlap(const Now& a, const Now& b) const {
  if (!(a.z_low < b.z_high && b.z_low < a.z_high)) return false;
  for (const FlatBox& one : boxes_of(a)) {
    for (const FlatBox& other : boxes_of(b)) {
      const double reach = one.half_length + one.half_width + other.half_length + other.half_width;
      if (std::abs(one.x - other.x) > reach || std::abs(one.y - other.y) > reach) continue;
      if (overlap_depth(one, other) > 0.0) return true;
    }
  }
  return false;
}

// Is the one above the other, and stays so if both climb as they do now? Then their ways cross on two decks.
bool Encounters::Work::stay_apart_in_height(const Encounter& met) {
  const Now &ego = now(met.ego), &other = now(met.other);
  const bool is_ego_above = ego.z_low >= other.z_high;
  if (!is_ego_above && other.z_low < ego.z_high) [[likely]]
    return false;
  const double room = is_ego_above ? ego.z_low - other.z_high : other.z_low - ego.z_high;
  detail::Bodies& bodies = relations.bodies();
  const double closer = (bodies.climb(met.other) - bodies.climb(met.ego)) * (is_ego_above ? 1.0 : -1.0);
  return closer * kConflictHorizon < room;
}

void Encounters::Work::meet(Encounter& met) {
  now(met.ego), now(met.other);  // both, before references to either are kept
  const Now &ego = now(met.ego), &other = now(met.other);
  met.overlaps = bodies_overlap(ego, other);
  set_plane(met);
  if (std::isnan(ego.speed + other.speed)) return;
  if (ego.way == nullptr)
    meet_freely(met);
  else
    meet_on_roads(met);
  // What the ego touches is in its way, wherever the roads lead.
  if (met.type == EncounterType::none && met.overlaps)
    met.type = other.stands_in_the_way ? EncounterType::standing : crossing_type(met.other);
}

EncounterType Encounters::Work::crossing_type(Slot other) const {
  return actors.info(other).is_vru ? EncounterType::vru_crossing : EncounterType::crossing;
}

void Encounters::Work::meet_on_roads(Encounter& met) {
  const bool are_on_one_way = meet_on_way(met);
  if (met.type != EncounterType::none) return;
  const Now &ego = now(met.ego), &other = now(met.other);
  if (other.speed <= kStands) {
    if (!are_on_one_way) meet_in_junction(met);
  } else if (!are_on_one_way && other.way != nullptr && detail::Ways::meet(*ego.way, *other.way)) {
    met.type = EncounterType::merging;
  } else if (!stay_apart_in_height(met)) {
    met.type = crossing_type(met.other);
  }
}

void Encounters::Work::set_plane(Encounter& met) const {
  met.is_along_road = false;
  const auto motion_in_plane = [](const Now& of) -> Encounter::Motion {
    return {.mover = {.parts = {},
                      .velocity = {of.velocity.x, of.velocity.y},
                      .heading = of.heading,
                      .acceleration = of.acceleration},
            .first_box = of.first_box,
            .box_count = of.box_count};
  };
  met.ego_motion = motion_in_plane(nows.kept(met.ego));
  met.other_motion = motion_in_plane(nows.kept(met.other));
}

// All of its bodies together, along the way and across it. Around its place the way is taken for part of a circle.
std::uint32_t Encounters::Work::add_box_along(const Now& of, const PlaceOnWay& at) {
  double back = kInfinity, front = -kInfinity, right = kInfinity, left = -kInfinity;
  const Vector centre{boxes[of.first_box].x, boxes[of.first_box].y};
  constexpr double kStraight = 1e-5;  // per metre
  const double radius = 1.0 / at.curvature, way_radius = radius + at.across;
  for (std::uint32_t i = 0; i < of.box_count; ++i) {
    for (const Vector& corner : corners_of(boxes[of.first_box + i])) {
      Vector place = seen_from(at.direction, {corner.x - centre.x, corner.y - centre.y});
      if (std::abs(at.curvature) > kStraight) {
        const double sense = radius > 0.0 ? 1.0 : -1.0;
        const double inward = sense * (radius - place.y);  // from the circle's centre outward
        place = {std::atan2(place.x, inward) * std::abs(way_radius), radius - sense * std::hypot(place.x, inward)};
      }
      back = std::min(back, place.x);
      front = std::max(front, place.x);
      right = std::min(right, place.y);
      left = std::max(left, place.y);
    }
  }
  boxes.push_back(box_around(at.along + back, at.along + front, at.across + right, at.across + left));
  return static_cast<std::uint32_t>(boxes.size() - 1);
}

void Encounters::Work::set_along(Encounter& met, const PlaceOnWay& ego, const PlaceOnWay& other) {
  const auto along = [&](Slot slot, const PlaceOnWay& at) -> Encounter::Motion {
    const Now& of = now(slot);
    const Vector velocity = seen_from(at.direction, of.velocity);
    return {.mover = {.parts = {},
                      .velocity = {velocity.x, velocity.y},
                      .heading = seen_from(at.direction, of.heading),
                      .acceleration = of.acceleration},
            .first_box = add_box_along(of, at),
            .box_count = 1};
  };
  met.is_along_road = true;
  const bool is_on_own_way = on_own_way.place && &*on_own_way.place == &ego;
  if (is_on_own_way && !on_own_way.motion) on_own_way.motion = along(met.ego, ego);
  met.ego_motion = is_on_own_way ? *on_own_way.motion : along(met.ego, ego);
  met.other_motion = along(met.other, other);
}

// The one in front, its gap and both speeds. What both do sideways does not count: the one follows the other.
void Encounters::Work::set_following(Encounter& met) {
  const FlatBox &ego = boxes[met.ego_motion.first_box], &other = boxes[met.other_motion.first_box];
  const bool is_behind = ego.x < other.x;
  const Mover& rear = is_behind ? met.ego_motion.mover : met.other_motion.mover;
  const Mover& front = is_behind ? met.other_motion.mover : met.ego_motion.mover;
  met.gap = std::abs(other.x - ego.x) - ego.half_length - other.half_length;
  met.rear_speed = rear.velocity.x;
  met.front_speed = front.velocity.x;
  met.front_acceleration = front.acceleration * front.heading.x;
  met.role = is_behind ? EncounterRole::follower : EncounterRole::leader;
}

namespace {

// Of two boxes along a way that overlap: did their ends meet, and not their sides? The one that came together last tells,
// or, where nothing moves any more, the one that overlaps less.
bool met_by_their_ends(const FlatBox& a, const FlatBox& b, Vector velocity_between) {
  const double along = a.half_length + b.half_length - std::abs(b.x - a.x);
  const double across = a.half_width + b.half_width - std::abs(b.y - a.y);
  const double by_ends = along * std::abs(velocity_between.y), by_sides = across * std::abs(velocity_between.x);
  return by_ends == by_sides ? along < across : by_ends < by_sides;
}

}  // namespace

// Of two whose places along one way are known: standing, following, oncoming, adjacent; or none of these. True: they are
// in line.
bool Encounters::Work::judge_along(Encounter& met, const PlaceOnWay& at_ego, const PlaceOnWay& at_other) {
  const Now &ego = now(met.ego), &other = now(met.other);
  set_along(met, at_ego, at_other);
  const FlatBox &own = boxes[met.ego_motion.first_box], &others_box = boxes[met.other_motion.first_box];
  const bool is_abreast = std::abs(others_box.x - own.x) < own.half_length + others_box.half_length;
  const bool is_in_line = std::abs(others_box.y - own.y) < own.half_width + others_box.half_width;
  const Vector own_direction = seen_from(at_ego.direction, ego.direction);
  const double alike = dot(own_direction, seen_from(at_other.direction, other.direction));
  const bool stands = other.stands_in_the_way && other.speed <= kStands;
  const bool is_ahead = own_direction.x * (others_box.x - own.x) > 0.0;
  const auto between = [&] {
    const Mover &mine = met.ego_motion.mover, &theirs = met.other_motion.mover;
    return Vector{theirs.velocity.x - mine.velocity.x, theirs.velocity.y - mine.velocity.y};
  };
  // An actor that runs into the one before it still follows it.
  const bool has_run_into = met.overlaps && is_abreast && is_in_line && met_by_their_ends(own, others_box, between());
  if (has_run_into && (stands ? is_ahead : alike >= kAlike)) {
    met.type = stands ? EncounterType::standing : EncounterType::following;
    if (!stands) met.role = own.x < others_box.x ? EncounterRole::follower : EncounterRole::leader;
    set_plane(met);
    return true;
  }
  if (stands && is_in_line && is_ahead && !is_abreast) {
    met.type = EncounterType::standing;
    set_following(met);
    met.role = EncounterRole::none;
    met.front_speed = 0.0;
    met.front_acceleration = 0.0;
    return true;
  }
  if (alike >= kAlike && is_in_line && !is_abreast) {
    met.type = EncounterType::following;
    set_following(met);
    for (Encounter::Motion* of : {&met.ego_motion, &met.other_motion})
      of->mover.lateral = std::exchange(of->mover.velocity.y, 0.0);
    return true;
  }
  const bool has_just_stopped = other.speed <= kStands && !other.stands_in_the_way;
  if (alike <= -kAlike) {
    met.type = EncounterType::oncoming;
  } else if (alike >= kAlike) {
    met.type = EncounterType::adjacent;
  } else {
    set_plane(met);
    // Somebody who stopped halfway across is as much in the way as before.
    if (has_just_stopped && is_in_line && is_ahead) met.type = crossing_type(met.other);
  }
  // Side by side, their boxes as they are tell more than what they take up of the road.
  if (is_abreast) set_plane(met);
  return is_in_line;
}

const std::optional<PlaceOnWay>& Encounters::Work::place_on_own_way(Slot slot, const Now& of) {
  OnOwnWay& known = on_own_way;
  if (known.slot == slot && known.epoch == actors.epoch()) return known.place;
  const FlatBox& box = boxes[of.first_box];
  known = {slot, actors.epoch(), ways->place_on(*of.way, *of.place, {box.x, box.y}), {}};
  return known.place;
}

bool Encounters::Work::meet_on_way(Encounter& met) {
  const Now &ego = now(met.ego), &other = now(met.other);
  const auto place = [&](const Way& way, const Now& of) {
    const FlatBox& box = boxes[of.first_box];
    return ways->place_on(way, *of.place, {box.x, box.y});
  };
  if (other.place == nullptr || ego.box_count == 0 || other.box_count == 0) return false;
  if (const auto at_other = place(*ego.way, other)) {
    const std::optional<PlaceOnWay>& at_ego = place_on_own_way(met.ego, ego);
    if (!at_ego) return false;
    judge_along(met, *at_ego, *at_other);
    return true;
  }
  const auto at_ego = other.way != nullptr ? place(*other.way, ego) : std::nullopt;
  const auto at_itself = at_ego ? place(*other.way, other) : std::nullopt;
  if (!at_itself) return false;
  judge_along(met, *at_ego, *at_itself);
  return true;
}

// One that stands where lanes of a junction lie over each other is on one of them, which need not be the ego's, or on the
// road that it comes from; what of it lies across the ego's way is in the way all the same.
void Encounters::Work::meet_in_junction(Encounter& met) {
  const Now &ego = now(met.ego), &other = now(met.other);
  if (ego.box_count == 0 || other.box_count == 0) return;
  const std::optional<PlaceOnWay>& at_ego = place_on_own_way(met.ego, ego);
  if (!at_ego) return;
  const std::optional<PlaceOnWay>& at_other = place_in_junction(*ego.way, met.other);
  if (!at_other || judge_along(met, *at_ego, *at_other)) return;
  if (met.type != EncounterType::adjacent && met.type != EncounterType::oncoming) return;
  met.type = EncounterType::none;
  set_plane(met);
}

// Kept as long as it stands there, and the way is the same.
const std::optional<PlaceOnWay>& Encounters::Work::place_in_junction(const Way& way, Slot slot) {
  const FlatBox& box = boxes[now(slot).first_box];
  InJunction& known = past(slot).in_junction;
  if (known.way != &way || known.x != box.x || known.y != box.y)
    known = {&way, box.x, box.y, ways->place_in_junction(way, {box.x, box.y}, box.half_length + box.half_width)};
  return known.place;
}

// Without a map the heading of the rear one is the way.
void Encounters::Work::meet_freely(Encounter& met) {
  const Now &ego = now(met.ego), &other = now(met.other);
  if (ego.box_count == 0 || other.box_count == 0) return;
  const FlatBox own = boxes[ego.first_box], others_box = boxes[other.first_box];
  const Vector between{others_box.x - own.x, others_box.y - own.y};
  const double alike = dot(ego.direction, other.direction);
  const bool is_behind = dot(ego.direction, between) >= 0.0;
  const Vector way = is_behind || alike < kAlike ? ego.direction : other.direction;
  const auto at = [&](const FlatBox& box) {
    const Vector place = seen_from(way, {box.x - own.x, box.y - own.y});
    return PlaceOnWay{.along = place.x, .across = place.y, .direction = way};
  };
  judge_along(met, at(own), at(others_box));
  if (met.type == EncounterType::adjacent) {
    set_plane(met);
    const FlatBox a = swept(own, met.ego_motion.mover.velocity, kConflictHorizon);
    const FlatBox b = swept(others_box, met.other_motion.mover.velocity, kConflictHorizon);
    if (!met.overlaps && overlap_depth(a, b) > 0.0 && other.speed > kStands) met.type = EncounterType::merging;
  } else if (met.type == EncounterType::none && other.speed > kStands && !stay_apart_in_height(met)) {
    met.type = crossing_type(met.other);
  }
}

// ---- where they have been ---------------------------------------------------------------------------------------------

// The second comes to where the first was.
void Encounters::Work::take_contact(Pair& pair, Slot second, Slot first, CameFirst came_first) {
  const Past &behind = past(second), &ahead = past(first);
  double& apart_until = came_first == CameFirst::other ? pair.apart_until : pair.other_apart_until;
  const double together = behind.way + ahead.way;
  if (together < apart_until) return;
  constexpr double kRounding = 1e-3;  // metres
  double least_room = 0.5 * kAnywhere;
  for (const Trail& own : behind.trails) {
    for (const Trail& other : ahead.trails) {
      double room = 0.0;
      const auto found = detail::follow_up(own.last_step(), other, kTrailDuration, pair.together_until, room);
      least_room = std::min(least_room, room);
      if (!found) continue;
      constexpr double kSame = 1e-9;
      const bool is_cut = other.is_cut() && found->trail_from <= other.begin() + kSame;
      const bool is_ego_second = came_first == CameFirst::other;
      const double from = is_ego_second ? found->from : found->trail_from;
      const double to = is_ego_second ? found->to : found->trail_to;
      const double other_from = is_ego_second ? found->trail_from : found->from;
      const double other_to = is_ego_second ? found->trail_to : found->to;
      TrailContact& contact = pair.contact;
      if (std::isnan(contact.pet)) {  // the first of this frame
        if (!pair.is_in_contact) {
          contact.least_pet = kInfinity;
          pair.from = pair.other_from = kInfinity;
          pair.to = pair.other_to = -kInfinity;
          pair.is_cut = false;
          contact.et = contact.other_et = kNoMeasure;
        }
        contact.pet = kInfinity;
      }
      contact.pet = std::min(contact.pet, found->least);
      // In a collision each is where the other is: who was there for longer came first.
      const double lead = found->from - found->trail_from;
      const bool is_tied = found->least == contact.least_pet && pair.least_seen == actors.epoch();
      if (found->least < contact.least_pet || (is_tied && lead > pair.lead + kSame)) {
        contact.least_pet = found->least;
        contact.first = came_first;
        pair.least_seen = actors.epoch();
        pair.lead = lead;
      }
      pair.is_cut = pair.is_cut || is_cut;
      pair.from = std::min(pair.from, from);
      pair.to = std::max(pair.to, to);
      pair.other_from = std::min(pair.other_from, other_from);
      pair.other_to = std::max(pair.other_to, other_to);
    }
  }
  apart_until = together + least_room - kRounding;
}

void Encounters::Work::follow_trails(Pair& pair, Encounter& met) {
  const double seconds = to_seconds(actors.time());
  pair.contact.pet = kNoMeasure;
  const bool are_together = met.type == EncounterType::following || met.type == EncounterType::adjacent;
  if (are_together) pair.together_until = seconds;
  const bool is_merging = met.type == EncounterType::merging;
  // Where the one follows the other, it is always where the other was.
  const bool counts = met.type != EncounterType::none && !are_together && !(is_merging && pair.has_met_merging);
  if (counts) {
    take_contact(pair, met.ego, met.other, CameFirst::other);
    take_contact(pair, met.other, met.ego, CameFirst::ego);
  }
  if (met.overlaps) {
    pair.is_cut = pair.is_cut || std::isnan(pair.contact.pet);
    pair.contact.pet = pair.contact.least_pet = 0.0;
  }
  const bool is_in_contact = !std::isnan(pair.contact.pet);
  if (is_merging && is_in_contact) pair.has_met_merging = true;
  if (!is_merging) pair.has_met_merging = pair.has_met_merging && are_together;
  const bool is_crossing = met.type == EncounterType::crossing || met.type == EncounterType::vru_crossing;
  if (pair.is_in_contact && !is_in_contact && is_crossing && !pair.is_cut) {
    pair.contact.et = pair.to - pair.from;
    pair.contact.other_et = pair.other_to - pair.other_from;
  }
  pair.is_in_contact = is_in_contact;
}

// ---- the face ---------------------------------------------------------------------------------------------------------

void Encounters::follow(Slot ego, double range, KeepTrails trails) {
  const trace::ActorId id = work_->actors.id(ego);
  const auto known = std::ranges::find(work_->followed, id, &Work::Followed::id);
  if (known != work_->followed.end()) {
    if (range > known->range) {
      work_->look_around(*known, ego);  // in this frame still as far as before
      known->range = range;
    }
    if (trails == KeepTrails::yes && !known->has_trails) work_->begin_trails(*known, ego);
    return;
  }
  Work::Followed& who = work_->followed.emplace_back();
  who.id = id;
  who.range = range;
  who.has_trails = trails == KeepTrails::yes;
  if (work_->followed.size() == 1) {
    work_->remember_who_moves();
    work_->boxes.clear();
  }
  if (who.has_trails) work_->look_around(who, ego);
}

void Encounters::advance() {
  if (work_->followed.empty()) return;
  work_->boxes.clear();
  work_->remember_who_moves();
  std::erase_if(work_->followed, [&](const Work::Followed& who) { return !work_->actors.slot_of(who.id).valid(); });
  for (Work::Followed& who : work_->followed)
    if (who.has_trails) work_->look_around(who, work_->actors.slot_of(who.id));
}

std::span<const Slot> Encounters::near(Slot ego) {
  const auto known = std::ranges::find(work_->followed, work_->actors.id(ego), &Work::Followed::id);
  if (known == work_->followed.end()) return {};
  work_->find_others(*known, ego);
  return known->others;
}

std::span<const Encounter> Encounters::of(Slot ego) {
  const auto known = std::ranges::find(work_->followed, work_->actors.id(ego), &Work::Followed::id);
  if (known == work_->followed.end()) return {};
  work_->look_around(*known, ego);
  return known->encounters;
}

const Encounter* Encounters::between(Slot ego, Slot other) {
  const std::span<const Encounter> all = of(ego);
  const auto uid = [&](const Encounter& met) { return work_->actors.uid(met.other); };
  const auto found = std::ranges::lower_bound(all, work_->actors.uid(work_->actors.whole(other)), {}, uid);
  return found != all.end() && found->other == work_->actors.whole(other) ? &*found : nullptr;
}

PairMotion Encounters::motion(const Encounter& met) const { return work_->motion_of(met); }

PairMotion Encounters::Work::motion_of(const Encounter& met) const {
  const auto with_parts = [&](const Encounter::Motion& of) {
    Mover mover = of.mover;
    mover.parts = std::span<const FlatBox>(boxes).subspan(of.first_box, of.box_count);
    return mover;
  };
  return {with_parts(met.ego_motion), with_parts(met.other_motion)};
}

}  // namespace scrutineer::scene
