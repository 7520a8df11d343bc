// What Suspicion says of what it found (suspicion.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/detail/suspicion_scale.h"
#include "scene/suspicion.h"
#include "trace/words.h"

namespace scrutineer::scene {
namespace {

using detail::is_share;
using detail::kFewest;
using detail::kShortestVehicle;
using detail::kWay;

constexpr double kMuchApart = 0.1;  // of its frames: so often a part is far from its whole

double percent(std::uint32_t part, std::uint32_t all) { return 100.0 * part / all; }

// The longest road trains have 53.5 m, and models in a laboratory some 25 cm.
constexpr double kLongestVehicle = 60.0, kWidestVehicle = 10.0;
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

std::vector<Doubt> Suspicion::doubts(trace::ActorId ego) const {
  Suspicion sorted = *this;
  sorted.sort_tracks(ego);
  std::vector<Doubt> doubts;
  sorted.doubt_time_and_velocity(doubts);
  sorted.doubt_headings(doubts);
  sorted.doubt_claims(doubts);
  sorted.doubt_crowd(doubts);
  sorted.doubt_sizes(doubts);
  sorted.doubt_parts(doubts);
  sorted.doubt_reference(doubts);
  sorted.doubt_map(doubts);
  sorted.doubt_heights(doubts);
  return doubts;
}

// As actors are numbered (scene/actors.h): the order of a frame's rows says nothing.
void Suspicion::sort_tracks(trace::ActorId ego) {
  auto rest = tracks_.begin();
  if (ego.valid() && ego.index() < tracks_.size()) std::swap(*rest++, tracks_[ego.index()]);
  std::sort(rest, tracks_.end(), [](const Track& one, const Track& other) {
    return std::pair(one.id.size(), std::string_view(one.id)) < std::pair(other.id.size(), std::string_view(other.id));
  });
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
  if (!are_speeds_explained && !are_headings_explained && !has(Doubt::Kind::motion_frame))
    doubt_change(doubts, &Claims::speed_change, &Claims::has_wrong_accelerations, "accelerations", "reported speeds");
  if (!has(Doubt::Kind::time_unit) && !are_headings_explained)
    doubt_change(doubts, &Claims::heading_change, &Claims::has_wrong_yaw_rates, "yaw rates", "headings");
  doubt_claim(doubts, &Claims::has_zero_yaw_rates, "yaw rates", "are always 0 although headings change", "headings");
}

// What is told twice: accelerations, that speeds tell, and yaw rates, that headings do.
void Suspicion::doubt_change(std::vector<Doubt>& doubts, Claims::Change Claims::* change, ClaimTest is_wrong,
                             std::string_view numbers, std::string_view tells) const {
  Claims::Change all;
  for (const Track& track : tracks_) {
    if (!(track.claims.*is_wrong)()) continue;
    all.ratios += (track.claims.*change).ratios;
    all.wrong_ways += (track.claims.*change).wrong_ways;
  }
  if (all.wrong_ways == 0) return;
  doubt_claim(doubts, is_wrong, numbers,
              fmt::format("contradict {}: on {} ways of a metre they are {:.2g} times what those tell", tells,
                          all.wrong_ways, all.ratios / all.wrong_ways),
              tells);
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
