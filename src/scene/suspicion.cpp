#include "scene/suspicion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "base/angle.h"
#include "map/lane_graph.h"
#include "scene/detail/suspicion_scale.h"
#include "trace/conventions.h"

namespace scrutineer::scene {
namespace {

using detail::is_share;
using detail::kContradicted;
using detail::kFewest;
using detail::kShortestVehicle;
using detail::kWay;
using trace::ActorType;
using trace::Field;

constexpr double kFastest = 150.0;             // m/s: beyond it was put elsewhere
constexpr std::uint64_t kMostFrames = 200;     // per drive: standing still starts a new one
constexpr double kSteady = 0.3;                // how much speed may change on a way, as a share
constexpr std::uint32_t kMostSamples = 5'000;  // ways; what they do not show, more of them will not
constexpr std::uint32_t kMostLaneLookups = 1'000;
constexpr int kMostLaneLookupsOfOne = 100;
constexpr double kLaneSpacing = 4.0;                         // metres
constexpr double kSpeedTolerance = 0.12;                     // of a ratio
constexpr double kSame = 0.966;                              // cosine of 15 degrees: directions that fit ...
constexpr double kOther = 0.866;                             // ... of 30: that differ ...
constexpr double kAlongLane = 0.5;                           // ... and of 60: a lane's direction
constexpr double kSmallestTurn = 0.005, kLargestTurn = 0.5;  // radians within one way
constexpr double kEnoughTurn = 0.5;                          // radians in all

// Of what an actor claims: so much of what is driven is another speed.
constexpr double kTooSlow = 0.7, kTooFast = 1.4;
constexpr double kClearChange = 1.0;   // m/s^2: changes of speed that an acceleration of 0 contradicts, ...
constexpr double kEnoughChange = 5.0;  // ... m/s of them in all
constexpr double kClearTurn = 0.05;    // rad/s
constexpr double kTooWeak = 0.4, kTooStrong = 2.5;  // of what speeds or headings tell: not of the same moment
// What reported speeds make while a position stays within a metre: metres of one stay, and so fast, and metres in all.
constexpr double kClearClaim = 10.0, kClearSpeed = 1.0, kEnoughClaimed = 20.0;

constexpr std::uint32_t kMostPartLookups = 1'000;
constexpr double kLongestDrawbar = 5.0;  // metres between the bodies of one vehicle

constexpr double kSecondsPer[] = {1.0, 1e-3, 1e-6, 1e-9};  // trace::TimeUnit
// What vehicles and people move at, m/s, while they do.
constexpr double kSlowest = 0.5, kFastestUsual = 100.0;

template <typename Vector>
double cosine_between(const Vector& a, const Vector& b) {
  const double lengths = std::sqrt((a.x * a.x + a.y * a.y) * (b.x * b.x + b.y * b.y));
  return lengths > 0.0 ? (a.x * b.x + a.y * b.y) / lengths : 0.0;
}

std::optional<double> reported_speed(const trace::ActorState& state) {
  if (state.fields.has(Field::velocity)) return std::hypot(state.vx, state.vy);
  return state.fields.has(Field::speed) ? std::optional(std::abs(state.speed)) : std::nullopt;
}

// Vehicles whose place is in a lane of the map.
bool drives_in_lanes(const trace::ActorInfo& actor) {
  switch (actor.category) {
    case trace::Category::car:
    case trace::Category::truck:
    case trace::Category::bus:
    case trace::Category::van:
    case trace::Category::motorcycle:
    case trace::Category::other_vehicle:
      return true;
    default:
      return false;
  }
}

}  // namespace

Suspicion::Vector Suspicion::mean_heading(double first, double last, Reading reading) {
  const double unit = reading == as_radians ? 1.0 : kDegree;
  const double middle = unit * first + 0.5 * wrapped_angle(unit * (last - first));
  return {std::cos(middle), std::sin(middle)};
}

bool Suspicion::Contest::is_won_by_other() const {
  return count >= kFewest && is_share(other, count, 0.8) && !is_share(usual, count, 0.4);
}

bool Suspicion::Turning::is_clear() const {
  return turn >= kEnoughTurn && both * both >= 0.7 * squared_turn * squared_side;
}

bool Suspicion::Claims::has_wrong_speeds() const {
  return speeds >= kFewest && is_share(wrong_speeds, speeds, kContradicted);
}
bool Suspicion::Claims::has_wrong_headings() const {
  return headings >= kFewest && is_share(wrong_headings, headings, kContradicted);
}
bool Suspicion::Claims::has_zero_accelerations() const { return !has_acceleration && clear_change >= kEnoughChange; }
bool Suspicion::Claims::has_wrong_accelerations() const {
  return has_acceleration && clear_change >= kEnoughChange && speed_change.is_wrong() && !has_wrong_speeds();
}
bool Suspicion::Claims::has_wrong_yaw_rates() const {
  return has_yaw_rate && clear_turn >= kEnoughTurn && heading_change.is_wrong() && !has_wrong_headings();
}
void Suspicion::Claims::Change::take(double reported, double real) {
  ++ways;
  const double ratio = reported / real;
  if (ratio >= kTooWeak && ratio <= kTooStrong) return;
  ++wrong_ways;
  ratios += ratio;
}
bool Suspicion::Claims::Change::is_wrong() const {
  return ways >= kFewest && is_share(wrong_ways, ways, kContradicted);
}
bool Suspicion::Claims::has_zero_yaw_rates() const { return !has_yaw_rate && clear_turn >= kEnoughTurn; }
bool Suspicion::Claims::has_stuck_positions() const {
  return claimed_still >= kEnoughClaimed && claimed_still >= kContradicted * (claimed_still + driven);
}
bool Suspicion::Claims::has_repeated_positions() const {
  return ways >= kFewest && is_share(repeating_ways, ways, kContradicted);
}

void Suspicion::Track::begin(const trace::Frame& frame, const trace::ActorState& state) {
  is_open = true;
  start = last = frame.time;
  first_frame = last_frame = frame.number;
  from = state;
  claimed = 0.0;
  last_place = {state.x, state.y};
  repeats = true;
  frames = steps = 0;
}

void Suspicion::Track::stay(const trace::Frame& frame, const trace::ActorState& state) {
  if (frame.number == last_frame + 1) claimed += reported_speed(state).value_or(0.0) * to_seconds(frame.time - last);
  last = frame.time;
  last_frame = frame.number;
}

void Suspicion::Track::look_for_repeats(const trace::ActorState& state) {
  const bool moves = state.x != last_place.x || state.y != last_place.y;
  repeats = repeats && !(moves && has_just_moved);
  has_just_moved = moves;
  last_place = {state.x, state.y};
  ++frames;
  if (moves) ++steps;
}

double Suspicion::Track::claimed_still() const {
  return claimed >= std::max(kClearClaim, kClearSpeed * to_seconds(last - start)) ? claimed : 0.0;
}

void Suspicion::advance(const trace::Frame& frame, std::span<const trace::ActorInfo> actors) {
  if (samples_ >= kMostSamples) return;
  tracks_.resize(std::max(tracks_.size(), actors.size()));
  for (const trace::ActorState& state : frame.actors) {
    Track& track = tracks_[state.actor.index()];
    const Vector moved{state.x - track.from.x, state.y - track.from.y};
    const double squared = moved.x * moved.x + moved.y * moved.y;
    const bool goes_on = track.is_open && frame.number - track.first_frame <= kMostFrames;
    track.look_for_repeats(state);
    if (actors[state.actor.index()].parent.valid()) take_part(frame, state, actors);
    if (goes_on && squared < kWay * kWay) {
      track.stay(frame, state);
      continue;
    }
    const trace::ActorInfo& actor = actors[state.actor.index()];
    if (actor.is_static || actor.parent.valid() || actor.type == ActorType::plain_object) continue;
    const Way way{track.from, state, actor, moved, std::sqrt(squared), to_seconds(frame.time - track.start)};
    if (goes_on && way.distance <= kFastest * way.seconds) {
      ++samples_;
      track.claims.driven += way.distance;
      take_repeats(track);
      take_speed(track.claims, way);
      take_changes(track.claims, way);
      if (actor.type == ActorType::vehicle && !track.from.yaw_is_course && !state.yaw_is_course)
        take_heading(track.claims, way);
      take_lane(track, way);
    } else {
      track.claims.claimed_still += track.claimed_still();
    }
    if (track.id.empty()) track.id = actor.id;
    track.is_vehicle = actor.type == ActorType::vehicle;
    if (drives_in_lanes(actor) && !actor.size_is_default) {
      track.length = actor.length;
      track.width = actor.width;
    }
    track.begin(frame, state);
  }
}

// A log may be written more often than what it logs is told: then places come several times, and all steps are jumps.
void Suspicion::take_repeats(Track& track) {
  Claims& claims = track.claims;
  ++claims.ways;
  if (!track.repeats) return;
  ++claims.repeating_ways;
  claims.repeating_frames += track.frames;
  claims.repeating_steps += track.steps;
}

void Suspicion::take_speed(Claims& claims, const Way& way) {
  for (std::size_t time = 0; time < kTimeUnits; ++time) {
    const double seconds = way.seconds * kSecondsPer[time];
    if (way.distance >= kSlowest * seconds && way.distance <= kFastestUsual * seconds) ++plausible_[time];
  }
  const auto first = reported_speed(way.from), last = reported_speed(way.to);
  if (!first || !last) return;
  if (std::abs(*last - *first) > kSteady * std::max(*first, *last)) return;  // their mean would say little of the way
  ++speeds_;
  const double as_read = 0.5 * (*first + *last) * way.seconds / way.distance;
  for (std::size_t unit = 0; unit < kVelocityUnits; ++unit) {
    const double metres = as_read * metres_per_second(static_cast<trace::VelocityUnit>(unit));
    for (std::size_t time = 0; time < kTimeUnits; ++time)
      if (std::abs(metres * kSecondsPer[time] - 1.0) <= kSpeedTolerance) ++speeds_fit_[time][unit];
  }
  if (way.distance < kSlowest * way.seconds) return;  // it stood in between, or its place trembles
  ++claims.speeds;
  claims.speed_ratios += as_read;
  if (as_read < kTooSlow || as_read > kTooFast) ++claims.wrong_speeds;
}

// A run that does not know accelerations or yaw rates may report 0 all the time.
void Suspicion::take_changes(Claims& claims, const Way& way) {
  const auto reports = [&](Field field) { return way.from.fields.has(field) && way.to.fields.has(field); };
  if (reports(Field::acceleration)) take_acceleration(claims, way);
  if (reports(Field::yaw_rate) && !way.from.yaw_is_course && !way.to.yaw_is_course) {
    claims.has_yaw_rate = claims.has_yaw_rate || way.from.yaw_rate != 0.0 || way.to.yaw_rate != 0.0;
    const double turn = wrapped_angle(way.to.yaw - way.from.yaw);
    if (std::abs(turn) < kSmallestTurn || std::abs(turn) > kLargestTurn) return;
    claims.clear_turn += std::abs(turn);
    if (std::abs(turn) >= kClearTurn * way.seconds)
      claims.heading_change.take(0.5 * (way.from.yaw_rate + way.to.yaw_rate) * way.seconds, turn);
  }
}

void Suspicion::take_acceleration(Claims& claims, const Way& way) {
  const auto first = reported_speed(way.from), last = reported_speed(way.to);
  if (!first || !last) return;
  for (const trace::ActorState* state : {&way.from, &way.to})
    claims.has_acceleration = claims.has_acceleration || state->ax != 0.0 || state->ay != 0.0;
  const double change = *last - *first;
  if (std::abs(change) < kClearChange * way.seconds) return;
  claims.clear_change += std::abs(change);
  // Along the movement, as the change of speed is.
  const double along =
      0.5 * ((way.from.ax + way.to.ax) * way.moved.x + (way.from.ay + way.to.ay) * way.moved.y) / way.distance;
  claims.speed_change.take(along * way.seconds, change);
}

void Suspicion::take_heading(Claims& claims, const Way& way) {
  const Vector in_radians = mean_heading(way.from.yaw, way.to.yaw, as_radians);
  const Vector in_degrees = mean_heading(way.from.yaw, way.to.yaw, as_degrees);
  const bool is_across = std::abs(cosine_between(in_radians, way.moved)) < kOther;  // backwards is no contradiction
  ++claims.headings;
  if (is_across) ++claims.wrong_headings;
  has_heading_ = has_heading_ || way.from.yaw != 0.0 || way.to.yaw != 0.0;
  const bool points_ahead = cosine_between(in_radians, way.moved) >= kSame;
  const std::array<Vector, kHeadings> others = {
      Vector{-in_radians.x, -in_radians.y}, in_degrees,
      Vector{in_radians.y, in_radians.x},   Vector{in_degrees.y, in_degrees.x},
      Vector{in_radians.x, -in_radians.y},  Vector{in_degrees.x, -in_degrees.y}};
  for (std::size_t i = 0; i < kHeadings; ++i) {
    if (cosine_between(in_radians, others[i]) > kOther) continue;
    ++headings_[i].count;
    if (points_ahead) ++headings_[i].usual;
    if (cosine_between(others[i], way.moved) >= kSame) ++headings_[i].other;
  }
  if (!is_across) take_turn(way, in_radians, as_radians);  // else it is not the point that is wrong, but the heading
  take_velocity(way, in_radians, as_radians);
  if (headings_[degrees].other <= headings_[degrees].usual) return;  // as degrees they mean nothing so far
  take_turn(way, in_degrees, as_degrees);
  take_velocity(way, in_degrees, as_degrees);
}

Suspicion::Heading Suspicion::likely_heading() const {
  std::size_t likely = kHeadings;
  for (std::size_t i = 0; i < kHeadings; ++i)
    if (headings_[i].is_won_by_other() && (likely == kHeadings || headings_[i].share() > headings_[likely].share()))
      likely = i;
  return static_cast<Heading>(likely);
}

// Is the velocity along the map's axes, or along the vehicle's?
void Suspicion::take_velocity(const Way& way, Vector heading, Reading reading) {
  if (!way.from.fields.has(Field::velocity) || !way.to.fields.has(Field::velocity)) return;
  const Vector as_read{way.from.vx + way.to.vx, way.from.vy + way.to.vy};
  const Vector turned{heading.x * as_read.x - heading.y * as_read.y, heading.y * as_read.x + heading.x * as_read.y};
  if (cosine_between(as_read, turned) > kOther) return;
  Contest& contest = frames_[reading];
  ++contest.count;
  if (cosine_between(as_read, way.moved) >= kSame) ++contest.usual;
  if (cosine_between(turned, way.moved) >= kSame) ++contest.other;
}

void Suspicion::take_turn(const Way& way, Vector heading, Reading reading) {
  const double unit = reading == as_radians ? 1.0 : kDegree;
  const double turn = wrapped_angle((way.to.yaw - way.from.yaw) * unit);
  if (std::abs(turn) < kSmallestTurn || std::abs(turn) > kLargestTurn || !(way.actor.length >= kShortestVehicle))
    return;
  const double across = heading.x * way.moved.y - heading.y * way.moved.x;
  const double side = across / way.actor.length;
  Turning& turning = turnings_[reading];
  turning.turn += std::abs(turn);
  turning.both += turn * side;
  turning.squared_turn += turn * turn;
  turning.squared_side += side * side;
}

// A lane that vehicles drive in this direction.
bool Suspicion::is_in_lane(map::Point point, Vector direction) {
  map::locate(*map_, point, std::nullopt, found_);
  return std::ranges::any_of(found_, [&](const map::RoadPosition& position) {
    const map::Lane& lane = map_->lane(position.lane);
    if (!map::carries_vehicles(lane.type)) return false;
    const double along = cosine_between(Vector{position.tangent_x, position.tangent_y}, direction);
    if (map::is_two_way(lane)) return std::abs(along) >= kAlongLane;
    return (map::as_travelled(*map_, position.lane).along_s ? along : -along) >= kAlongLane;
  });
}

// Compared with the nearest of the roads that were found where it is.
void Suspicion::take_height(const trace::ActorState& state) {
  if (!state.fields.has(Field::z) || found_.empty()) return;
  double above = std::numeric_limits<double>::infinity();
  for (const map::RoadPosition& position : found_)
    if (std::abs(state.z - position.height) < std::abs(above)) above = state.z - position.height;
  ++heights_;
  if (std::abs(above) <= map::kLevelHeight) return;
  ++other_levels_;
  above_ += above;
}

void Suspicion::take_lane(Track& track, const Way& way) {
  if (map_ == nullptr || lane_lookups_ >= kMostLaneLookups || !drives_in_lanes(way.actor)) return;
  if (track.lane_samples >= kMostLaneLookupsOfOne) return;
  if (std::hypot(way.to.x - track.lane_sample.x, way.to.y - track.lane_sample.y) < kLaneSpacing) return;
  track.lane_sample = {way.to.x, way.to.y};
  ++track.lane_samples;
  ++lane_lookups_;
  if (is_in_lane({way.to.x, way.to.y}, way.moved)) ++in_lane_;
  take_height(way.to);
  if (is_in_lane({way.to.x, -way.to.y}, {way.moved.x, -way.moved.y})) ++in_lane_mirrored_;
}

// Parts are not judged by themselves, nor against their whole: whoever is called one by mistake is out of all judgement.
void Suspicion::take_part(const trace::Frame& frame, const trace::ActorState& state,
                          std::span<const trace::ActorInfo> actors) {
  if (part_lookups_ >= kMostPartLookups) return;
  ++part_lookups_;
  const trace::ActorInfo& part = actors[state.actor.index()];
  double nearest = std::numeric_limits<double>::infinity();
  for (const trace::ActorState& other : frame.actors) {
    const trace::ActorInfo& info = actors[other.actor.index()];
    if (other.actor == state.actor || (other.actor != part.parent && info.parent != part.parent)) continue;
    const double between = std::hypot(other.x - state.x, other.y - state.y);
    nearest =
        std::min(nearest, between - 0.5 * (std::hypot(part.length, part.width) + std::hypot(info.length, info.width)));
  }
  if (std::isinf(nearest)) return;
  Track& track = tracks_[state.actor.index()];
  track.id = part.id;
  ++track.part_frames;
  if (nearest <= kLongestDrawbar) return;
  ++track.frames_apart;
  track.farthest = std::max(track.farthest, nearest);
}

}  // namespace scrutineer::scene
