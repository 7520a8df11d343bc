#include "scene/suspicion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "base/angle.h"
#include "map/lane_graph.h"
#include "trace/conventions.h"
#include "trace/words.h"

namespace scrutineer::scene {
namespace {

using trace::ActorType;
using trace::Field;

constexpr double kWay = 1.0;                   // metres: as long as a way must be before it is looked at
constexpr double kFastest = 150.0;             // m/s: beyond it was put elsewhere
constexpr std::uint64_t kMostFrames = 200;     // per drive: standing still starts a new one
constexpr double kSteady = 0.3;                // how much speed may change on a way, as a share
constexpr std::uint32_t kMostSamples = 5'000;  // ways; what they do not show, more of them will not
constexpr std::uint32_t kMostLaneLookups = 1'000;
constexpr int kMostLaneLookupsOfOne = 100;
constexpr double kLaneSpacing = 4.0;                         // metres
constexpr std::uint32_t kFewest = 8;                         // ways, before anything is said
constexpr double kSpeedTolerance = 0.12;                     // of a ratio
constexpr double kSame = 0.966;                              // cosine of 15 degrees: directions that fit ...
constexpr double kOther = 0.866;                             // ... of 30: that differ ...
constexpr double kAlongLane = 0.5;                           // ... and of 60: a lane's direction
constexpr double kSmallestTurn = 0.005, kLargestTurn = 0.5;  // radians within one way
constexpr double kEnoughTurn = 0.5;                          // radians in all

// Of what an actor claims: so much of what is driven is another speed, ...
constexpr double kTooSlow = 0.7, kTooFast = 1.4;
constexpr double kContradicted = 0.8;  // ... and on such a share of its ways
constexpr double kClearChange = 1.0;   // m/s^2: changes of speed that an acceleration of 0 contradicts, ...
constexpr double kEnoughChange = 5.0;  // ... m/s of them in all
// What reported speeds make while a position stays within a metre: metres of one stay, and so fast, and metres in all.
constexpr double kClearClaim = 10.0, kClearSpeed = 1.0, kEnoughClaimed = 20.0;

constexpr std::uint32_t kMostPartLookups = 1'000;
constexpr double kLongestDrawbar = 5.0;  // metres between the bodies of one vehicle, but for ...
constexpr double kMuchApart = 0.1;       // ... this share of its frames

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

double percent(std::uint32_t part, std::uint32_t all) { return 100.0 * part / all; }

bool is_share(std::uint32_t part, std::uint32_t all, double share) { return part >= share * all; }

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

// The longest road trains have 53.5 m, and models in a laboratory some 25 cm.
constexpr double kShortestVehicle = 0.1, kLongestVehicle = 60.0, kWidestVehicle = 10.0;
bool is_size_of_vehicle(double length, double width) {
  return length >= kShortestVehicle && length <= kLongestVehicle && width <= kWidestVehicle;
}

struct SizeUnit {
  std::string_view name, words;
  double metres;
};

// In which a size would be that of a motorcycle to an articulated bus; null: in none.
const SizeUnit* likely_unit(double length, double width) {
  static constexpr SizeUnit kUnits[] = {
      {"cm", "centimetres", 0.01}, {"mm", "millimetres", 0.001}, {"km", "kilometres", 1e3}};
  const auto* const found = std::ranges::find_if(kUnits, [&](const SizeUnit& unit) {
    const double l = length * unit.metres, w = width * unit.metres;
    return l >= 1.5 && l <= 30.0 && w >= 0.5 && w <= 3.5;
  });
  return found == std::end(kUnits) ? nullptr : found;
}

// "ego", "ego and 7", "ego, 7 and 3 others".
std::string listed(const std::vector<std::string_view>& ids) {
  if (ids.size() == 1) return std::string(ids[0]);
  if (ids.size() == 2) return fmt::format("{} and {}", ids[0], ids[1]);
  return fmt::format("{}, {} and {} other{}", ids[0], ids[1], ids.size() - 2, ids.size() == 3 ? "" : "s");
}

constexpr std::string_view kIfRight = "; --trust-input if the run is right as it is";

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
bool Suspicion::Claims::has_zero_accelerations() const { return !has_acceleration && zero_change >= kEnoughChange; }
bool Suspicion::Claims::has_zero_yaw_rates() const { return !has_yaw_rate && zero_turn >= kEnoughTurn; }
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
  const auto first = reported_speed(way.from), last = reported_speed(way.to);
  if (reports(Field::acceleration) && first && last) {
    for (const trace::ActorState* state : {&way.from, &way.to})
      claims.has_acceleration = claims.has_acceleration || state->ax != 0.0 || state->ay != 0.0;
    const double change = std::abs(*last - *first);
    if (change >= kClearChange * way.seconds) claims.zero_change += change;
  }
  if (reports(Field::yaw_rate) && !way.from.yaw_is_course && !way.to.yaw_is_course) {
    claims.has_yaw_rate = claims.has_yaw_rate || way.from.yaw_rate != 0.0 || way.to.yaw_rate != 0.0;
    const double turn = std::abs(wrapped_angle(way.to.yaw - way.from.yaw));
    if (turn >= kSmallestTurn && turn <= kLargestTurn) claims.zero_turn += turn;
  }
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

std::vector<Doubt> Suspicion::doubts() const {
  std::vector<Doubt> doubts;
  doubt_time_and_velocity(doubts);
  doubt_headings(doubts);
  doubt_claims(doubts);
  doubt_crowd(doubts);
  doubt_sizes(doubts);
  doubt_parts(doubts);
  doubt_reference(doubts);
  doubt_map(doubts);
  doubt_heights(doubts);
  return doubts;
}

void Suspicion::doubt_time_and_velocity(std::vector<Doubt>& doubts) const {
  std::size_t time = 0, velocity = 0;
  if (speeds_ >= kFewest) {
    for (std::size_t t = 0; t < kTimeUnits; ++t)
      for (std::size_t v = 0; v < kVelocityUnits; ++v)
        if (is_share(speeds_fit_[t][v], speeds_, 0.7)) time = t, velocity = v;
  } else if (samples_ >= kFewest) {
    for (std::size_t t = 1; t < kTimeUnits; ++t)
      if (is_share(plausible_[t], samples_, 0.9) && !is_share(plausible_[0], samples_, 0.1)) time = t;
  }
  if (time != 0) {
    constexpr std::string_view kWords[] = {"seconds", "milliseconds", "microseconds", "nanoseconds"};
    const std::string option = fmt::format("--time-unit {}", trace::to_word(static_cast<trace::TimeUnit>(time)));
    const std::string why =
        speeds_ >= kFewest
            ? fmt::format("positions change as fast as {:.0f} % of {} reported speeds say if times are {}",
                          percent(speeds_fit_[time][velocity], speeds_), speeds_, kWords[time])
            : fmt::format(
                  "as seconds, only {:.0f} % of {} ways of a metre are driven at 0.5 to 100 m/s, as {} {:.0f} %",
                  percent(plausible_[0], samples_), samples_, kWords[time], percent(plausible_[time], samples_));
    doubts.push_back({Doubt::Kind::time_unit, option,
                      fmt::format("times look like {}: {}; {} reads them so{}", kWords[time], why, option, kIfRight)});
  }
  if (velocity == 0) return;
  const std::string_view unit =
      velocity == static_cast<std::size_t>(trace::VelocityUnit::kmh) ? "km/h" : "miles per hour";
  const std::string option =
      fmt::format("--velocity-unit {}", trace::to_word(static_cast<trace::VelocityUnit>(velocity)));
  doubts.push_back(
      {Doubt::Kind::velocity_unit, option,
       fmt::format("velocities look like {}: {:.0f} % of {} reported speeds are {} times what positions tell; {} reads "
                   "them so{}",
                   unit, percent(speeds_fit_[time][velocity], speeds_), speeds_,
                   velocity == static_cast<std::size_t>(trace::VelocityUnit::kmh) ? "3.6" : "2.24", option, kIfRight)});
}

void Suspicion::doubt_clockwise(Heading heading, std::vector<Doubt>& doubts) const {
  const bool is_compass = heading == compass_radians || heading == compass_degrees;
  const bool is_degrees = heading == compass_degrees || heading == clockwise_degrees;
  const std::string_view unit = is_compass ? (is_degrees ? ":deg_north" : ":rad_north") : is_degrees ? ":deg" : "";
  const std::string option = fmt::format("--columns 'yaw={}YAW{}'", is_compass ? "" : "-", unit);
  const Contest& contest = headings_[heading];
  doubts.push_back(
      {Doubt::Kind::compass, option,
       fmt::format(
           "yaw looks clockwise from {}, in {}: read so, {:.0f} % of {} headings point where the vehicle goes, as "
           "they are {:.0f} %; if YAW is its column in a CSV, {} reads it so{}",
           is_compass ? "+y, as a compass counts" : "+x", is_degrees ? "degrees" : "radians",
           percent(contest.other, contest.count), contest.count, percent(contest.usual, contest.count), option,
           kIfRight)});
}

void Suspicion::doubt_headings(std::vector<Doubt>& doubts) const {
  const Heading likely = likely_heading();
  if (likely == degrees) {
    const Contest& contest = headings_[degrees];
    doubts.push_back({Doubt::Kind::angle_unit, "--angle-unit deg",
                      fmt::format("yaw looks like degrees: as degrees {:.0f} % of {} headings point where the vehicle "
                                  "goes, as radians {:.0f} %; --angle-unit deg reads them so{}",
                                  percent(contest.other, contest.count), contest.count,
                                  percent(contest.usual, contest.count), kIfRight)});
  } else if (likely != turned_round && likely != kHeadings && has_heading_) {
    doubt_clockwise(likely, doubts);
    return;  // what else does not fit yaw is explained by it
  }
  const Contest& frames = frames_[reading()];
  if (frames.is_won_by_other())
    doubts.push_back({Doubt::Kind::motion_frame, "--motion-frame vehicle",
                      fmt::format("velocities look as if they were along the vehicle's own axes: turned by yaw, "
                                  "{:.0f} % of {} point where it goes, as they are {:.0f} %; --motion-frame vehicle "
                                  "reads them so{}",
                                  percent(frames.other, frames.count), frames.count,
                                  percent(frames.usual, frames.count), kIfRight)});
}

// What units and axes do not explain, of single actors. `tells` is what the numbers come from if the run has none.
void Suspicion::doubt_claim(std::vector<Doubt>& doubts, ClaimTest is_wrong, std::string_view numbers,
                            std::string_view wrong, std::string_view tells) const {
  std::vector<std::string_view> ids;
  for (const Track& track : tracks_)
    if ((track.claims.*is_wrong)()) ids.push_back(track.id);
  if (ids.empty()) return;
  doubts.push_back({Doubt::Kind::contradiction, "",
                    fmt::format("{} of {} {}, and checks judge what is reported; if the run does not know them, leave "
                                "them out, and {} tell them{}",
                                numbers, listed(ids), wrong, tells, kIfRight)});
}

void Suspicion::doubt_claims(std::vector<Doubt>& doubts) const {
  const auto has = [&](Doubt::Kind kind) { return std::ranges::count(doubts, kind, &Doubt::kind) > 0; };
  const bool are_speeds_explained = has(Doubt::Kind::time_unit) || has(Doubt::Kind::velocity_unit);
  const bool are_headings_explained = has(Doubt::Kind::angle_unit) || has(Doubt::Kind::compass);
  doubt_repeats(doubts);
  if (!are_speeds_explained) {
    doubt_positions(doubts);
    double ratios = 0.0;
    std::uint32_t speeds = 0;
    for (const Track& track : tracks_) {
      if (!track.claims.has_wrong_speeds()) continue;
      ratios += track.claims.speed_ratios;
      speeds += track.claims.speeds;
    }
    doubt_claim(doubts, &Claims::has_wrong_speeds, "velocities",
                fmt::format("contradict positions: on {} ways of a metre they are {:.2g} times what positions tell",
                            speeds, ratios / speeds),
                "positions");
  }
  if (!are_headings_explained)
    doubt_claim(doubts, &Claims::has_wrong_headings, "headings",
                "contradict positions: nearly all movement is across them", "positions");
  doubt_claim(doubts, &Claims::has_zero_accelerations, "accelerations", "are always 0 although speeds change",
              "speeds");
  doubt_claim(doubts, &Claims::has_zero_yaw_rates, "yaw rates", "are always 0 although headings change", "headings");
}

// Positions that stand still, or are degrees: nothing else of a run shows it.
void Suspicion::doubt_positions(std::vector<Doubt>& doubts) const {
  std::vector<std::string_view> ids;
  double metres = 0.0;
  bool may_be_degrees = true;
  for (const Track& track : tracks_) {
    Claims claims = track.claims;
    claims.claimed_still += track.claimed_still();
    if (!claims.has_stuck_positions()) continue;
    ids.push_back(track.id);
    metres += claims.claimed_still;
    may_be_degrees = may_be_degrees && std::abs(track.from.x) <= 180.0 && std::abs(track.from.y) <= 90.0;
  }
  if (ids.empty()) return;
  doubts.push_back({Doubt::Kind::contradiction, "",
                    fmt::format("positions of {} stay within a metre while reported speeds make {:.0f} m, so one of "
                                "both is wrong{}{}",
                                listed(ids), metres,
                                may_be_degrees ? "; if they are degrees of longitude and latitude, turn them into the "
                                                 "map's metres"
                                               : "",
                                kIfRight)});
}

void Suspicion::doubt_repeats(std::vector<Doubt>& doubts) const {
  std::vector<std::string_view> ids;
  double frames = 0.0, steps = 0.0;
  for (const Track& track : tracks_) {
    if (!track.claims.has_repeated_positions()) continue;
    ids.push_back(track.id);
    frames += track.claims.repeating_frames;
    steps += track.claims.repeating_steps;
  }
  if (ids.empty()) return;
  doubts.push_back(
      {Doubt::Kind::contradiction, "",
       fmt::format("positions of {} change only in one of about {:.0f} frames, so each change looks like a "
                   "jump: leave out the frames between, in which they are the old ones{}",
                   listed(ids), frames / steps, kIfRight)});
}

// Degrees without speeds: nobody moves, and everybody is in the same place.
void Suspicion::doubt_crowd(std::vector<Doubt>& doubts) const {
  if (samples_ > 0 || !doubts.empty()) return;
  constexpr Duration kLongEnough = std::chrono::seconds(1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double x_min = kInfinity, y_min = kInfinity, x_max = -kInfinity, y_max = -kInfinity;
  int vehicles = 0;
  for (const Track& track : tracks_) {
    if (!track.is_open || !track.is_vehicle) continue;
    if (track.last - track.start < kLongEnough) return;
    ++vehicles;
    x_min = std::min(x_min, track.from.x);
    x_max = std::max(x_max, track.from.x);
    y_min = std::min(y_min, track.from.y);
    y_max = std::max(y_max, track.from.y);
  }
  const bool may_be_degrees = x_min >= -180.0 && x_max <= 180.0 && y_min >= -90.0 && y_max <= 90.0;
  if (vehicles < 2 || !may_be_degrees || x_max - x_min >= kWay || y_max - y_min >= kWay) return;
  doubts.push_back(
      {Doubt::Kind::contradiction, "",
       fmt::format("all {} vehicles are in the same place, within a metre, and none moves: if positions are "
                   "degrees of longitude and latitude, turn them into the map's metres{}",
                   vehicles, kIfRight)});
}

// Sizes in another unit: bodies that lie across half the map, or are in nobody's way.
void Suspicion::doubt_sizes(std::vector<Doubt>& doubts) const {
  std::vector<std::string_view> ids;
  const Track* first = nullptr;
  const SizeUnit* unit = nullptr;
  for (const Track& track : tracks_) {
    if (track.length == 0.0 || is_size_of_vehicle(track.length, track.width)) continue;
    if (ids.empty()) {
      first = &track;
      unit = likely_unit(track.length, track.width);
    } else if (likely_unit(track.length, track.width) != unit) {
      unit = nullptr;
    }
    ids.push_back(track.id);
  }
  if (ids.empty()) return;
  const std::string option =
      unit == nullptr ? "" : fmt::format("--columns 'length=LENGTH:{0},width=WIDTH:{0},height=HEIGHT:{0}'", unit->name);
  const std::string remedy = unit == nullptr
                                 ? ""
                                 : fmt::format(
                                       ", as if that were {}; if LENGTH, WIDTH and HEIGHT are their columns in a CSV, "
                                       "{} reads them so",
                                       unit->words, option);
  doubts.push_back({Doubt::Kind::contradiction, option,
                    fmt::format("sizes of {} are those of no vehicle: {} is {:.4g} m long and {:.4g} m wide{}{}",
                                listed(ids), first->id, first->length, first->width, remedy, kIfRight)});
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

void Suspicion::doubt_parts(std::vector<Doubt>& doubts) const {
  std::vector<std::string_view> ids;
  double farthest = 0.0;
  for (const Track& track : tracks_) {
    if (track.part_frames < kFewest || !is_share(track.frames_apart, track.part_frames, kMuchApart)) continue;
    farthest = std::max(farthest, track.farthest);
    ids.push_back(track.id);
  }
  if (ids.empty()) return;
  doubts.push_back({Doubt::Kind::contradiction, "",
                    fmt::format("{} {} said to be part of another actor, but up to {:.0f} m from it, so that "
                                "nothing is judged of {}: a part, as a trailer is, is judged with its whole; if {} no "
                                "part, leave the parent out{}",
                                listed(ids), ids.size() == 1 ? "is" : "are", farthest, ids.size() == 1 ? "it" : "them",
                                ids.size() == 1 ? "it is" : "they are", kIfRight)});
}

// The point of a vehicle that moves along its heading is on the rear axle, or the centre where a simulator lets the box
// follow a line. So a centre moves like a point 0 to 0.35 lengths ahead of it, and what does not is none.
void Suspicion::doubt_reference(std::vector<Doubt>& doubts) const {
  constexpr double kFront = 0.42, kRear = -0.15, kBehindRear = -0.38;
  const Heading likely = likely_heading();
  if (likely != degrees && likely != kHeadings) return;  // turns tell something only if yaw is right
  const Turning& turning = turnings_[reading()];
  if (!turning.is_clear()) return;
  const double share = turning.share();
  if (share < kFront && share > kRear) return;
  const std::string_view point = share >= kFront ? "front" : share <= kBehindRear ? "rear" : "rear_axle";
  const std::string_view words = share >= kFront        ? "the front bumper"
                                 : share <= kBehindRear ? "the rear bumper"
                                                        : "the rear axle or bumper";
  const std::string option = fmt::format("--reference {}", point);
  doubts.push_back(
      {Doubt::Kind::reference, option,
       fmt::format("positions look like {} of vehicles, not like the centre of their boxes: in turns they move as a "
                   "point {:.2f} lengths {} the one that does not slip sideways; {} reads them so{}",
                   words, std::abs(share), share > 0.0 ? "ahead of" : "behind", option, kIfRight)});
}

void Suspicion::doubt_map(std::vector<Doubt>& doubts) const {
  if (lane_lookups_ < kFewest || is_share(in_lane_, lane_lookups_, 0.5)) return;
  const double fits = percent(in_lane_, lane_lookups_), mirrored = percent(in_lane_mirrored_, lane_lookups_);
  if (is_share(in_lane_mirrored_, lane_lookups_, 0.8)) {
    doubts.push_back({Doubt::Kind::mirrored, "--flip-y",
                      fmt::format("y looks mirrored: {:.0f} % of {} places of vehicles are in a lane of their "
                                  "direction, with --flip-y {:.0f} %{}",
                                  fits, lane_lookups_, mirrored, kIfRight)});
    return;
  }
  doubts.push_back({Doubt::Kind::other_place, "",
                    fmt::format("the map may be of another place: only {:.0f} % of {} places of vehicles are in a lane "
                                "of their direction; name the map that was driven with --map, or move the run with "
                                "--offset=X,Y{}",
                                fits, lane_lookups_, kIfRight)});
}

// Heights above the ellipsoid, above another zero than the map's, or of another point than the lowest.
void Suspicion::doubt_heights(std::vector<Doubt>& doubts) const {
  if (heights_ < kFewest || !is_share(other_levels_, heights_, 0.8)) return;
  const double above = above_ / other_levels_;
  doubts.push_back({Doubt::Kind::height, "--ignore-height",
                    fmt::format("heights are not the map's: {:.0f} % of {} places of vehicles on its roads are on "
                                "another level, {:.1f} m {} the road on average, so that no road counts as theirs; "
                                "--ignore-height leaves heights out{}",
                                percent(other_levels_, heights_), heights_, std::abs(above),
                                above > 0.0 ? "above" : "below", kIfRight)});
}

}  // namespace scrutineer::scene
