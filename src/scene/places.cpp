#include "scene/places.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/angle.h"
#include "map/lane_projection.h"
#include "map/road_distance.h"
#include "map/turn_ahead.h"
#include "scene/continuation.h"

namespace scrutineer::scene {
namespace {

using map::LaneId;
using map::Point;
using map::RoadPosition;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
// A heading that is off by this many radians is as bad as a metre beside the lane's centre.
constexpr double kRadiansPerMetre = 0.2;

// Roads shorter than the way driven since the last frame may have been passed over, but not many of them.
constexpr int kMostRoadsAtOnce = 4;
constexpr double kWayMargin = 1.0;  // metres

constexpr map::OutlinePoints kWholeOutline = (1U << map::TurnedBox::kOutlinePoints) - 1U;

constexpr double kSameTurn = 0.01;  // radians

double distance(Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

}  // namespace

Places::Places(const Actors& actors, Motion& motion, const map::RoadNetwork* map)
    : actors_(actors), motion_(motion), map_(map) {}

const BodyPoints& Places::body(Slot slot) {
  return bodies_.get(slot, actors_, [&](BodyPoints& body) { body.points = box(slot).outline(); });
}

// ---- following ------------------------------------------------------------------------------------------------------

void Places::advance() {
  if (map_ == nullptr) return;
  const std::span<const Slot> present = actors_.present();
  constexpr std::size_t kMany = 200;  // fewer stay in the nearest memory anyway
  for (std::size_t i = 0; i < present.size(); ++i) {
    if (present.size() > kMany) fetch_ahead(i);
    if (!actors_.info(present[i]).is_static) updated_track(present[i]);
  }
}

// With thousands of actors tracks and roads come from far memory: asked for early, they are there in time.
void Places::fetch_ahead(std::size_t place) const {
  constexpr std::size_t kTracksAhead = 8, kStripsAhead = 4;
  constexpr std::size_t kLine = 64;
  const std::span<const Slot> present = actors_.present();
  const auto fetch = [](const void* begin, std::size_t size) {
    for (std::size_t i = 0; i < size; i += kLine) __builtin_prefetch(static_cast<const char*>(begin) + i);
  };
  if (place + kTracksAhead < present.size()) {
    const std::size_t slot = present[place + kTracksAhead].index();
    if (slot < tracks_.size()) fetch(&tracks_[slot], sizeof(Track) / 2);
  }
  if (place + kStripsAhead < present.size()) {
    const std::size_t slot = present[place + kStripsAhead].index();
    if (slot < tracks_.size()) fetch(&map_->strip(tracks_[slot].position.strip), sizeof(map::Strip));
  }
}

Places::Track& Places::new_track(Slot slot) {
  if (slot.index() >= tracks_.size()) tracks_.resize(actors_.slot_count());
  Track& track = tracks_[slot.index()];
  // Somebody else, or elsewhere: nothing that was known of the slot may hold.
  constexpr double kElsewhere = 1e3;  // metres
  const double moved = track.moved + kElsewhere;
  track = Track{};
  track.moved = moved;
  track.id = actors_.id(slot);
  track.since = actors_.since(slot);
  track.reach = 0.5 * (actors_.info(slot).length + actors_.info(slot).width);
  return track;
}

// A point of the body moves as its centre does, and turns around that by an arc that is no longer than this.
inline void Places::Track::count_movement(const trace::ActorState& state) {
  const double dx = state.x - centre.x, dy = state.y - centre.y;
  moved += std::sqrt(dx * dx + dy * dy) + reach * std::abs(state.yaw - yaw) + std::abs(state.z - z);
  const bool has_z_now = state.fields.has(trace::Field::z);
  if (has_z_now != has_z)
    on_surface_until = deviation_found_at = nearest_found_at = -1.0;  // it is looked up otherwise now
  has_z = has_z_now;
  yaw = state.yaw;
  z = state.z;
}

[[gnu::always_inline]] inline bool Places::go_on(Slot slot, Track& track, Point centre) {
  if (track.has_ways) return go_on_among_ways(slot, track, centre);
  RoadPosition& last = track.position;
  if (!track.is_in_junction) {
    if (map::follow_on_road(*map_, centre, last)) [[likely]]
      return true;
    return change_road(slot, track, centre, map::follow(*map_, centre, last));
  }
  const auto at = map::project_on_lane(*map_, centre, last.lane, {.beside = kCandidateTolerance}, last.strip);
  if (!at) return go_on_among_ways(slot, track, centre);
  last = *at;
  return true;
}

[[gnu::always_inline]] inline void Places::update(Slot slot, Track& track) {
  const bool was_outside = track.is_on_road && !track.is_in_junction && track.updated + 1 == actors_.epoch();
  track.lane_before = was_outside ? track.position.lane : LaneId();
  track.updated = actors_.epoch();
  if (map_ == nullptr) return;
  const trace::ActorState& state = actors_.state(slot);
  track.count_movement(state);
  const Point centre{state.x, state.y};
  if (!track.is_on_road || !go_on(slot, track, centre)) look_up(slot, track, centre);
  track.centre = centre;
}

Places::Track& Places::update_track(Slot slot) {
  Track& kept = track(slot);
  if (kept.updated != actors_.epoch()) [[likely]]
    update(slot, kept);
  return kept;
}

// Over an end of the road of its only position. `next` is where follow() sees it.
bool Places::change_road(Slot slot, Track& track, Point centre, const std::optional<RoadPosition>& next) {
  clear_found();
  const LaneId last = track.position.lane;
  add_linked(centre, last, track.origin, distance(track.centre, centre) + kWayMargin, 0);
  // From another lane of its road than the one it was seen in last.
  if (found_.empty() && next) add_found(*next, junction_of(*next).valid() ? last : LaneId());
  if (found_.empty()) return hold_in_gap(track, centre);
  // Ways that have not parted yet fit equally well: it is the straightest until another fits clearly better.
  const auto way = [&](std::size_t place) { return map::as_travelled(*map_, found_[place].lane); };
  const std::size_t straightest = found_.size() == 1 ? 0 : map::straightest(*map_, found_.size(), way, kSameTurn);
  std::swap(found_[0], found_[straightest]);
  std::swap(found_origins_[0], found_origins_[straightest]);
  choose(slot, track, 1);
  return true;
}

bool Places::go_on_among_ways(Slot slot, Track& track, Point centre) {
  clear_found();
  const double driven = distance(track.centre, centre) + kWayMargin;
  const std::size_t count = track.has_ways ? track.ways.size() : 1;
  std::size_t follow_on_count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const RoadPosition& way = track.has_ways ? track.ways[i] : track.position;
    const LaneId origin = track.has_ways ? track.origins[i] : track.origin;
    if (const auto at = map::project_on_lane(*map_, centre, way.lane, {.beside = kCandidateTolerance}, way.strip)) {
      add_found(*at, origin);
    } else {
      add_linked(centre, way.lane, origin, driven, 0);
    }
    if (i == 0) follow_on_count = found_.size();
  }
  if (!found_.empty()) {
    choose(slot, track, follow_on_count);
    return true;
  }
  track.has_ways = false;
  const auto next = map::follow(*map_, centre, track.position);
  if (!next) return stray(slot, track, centre) || hold_in_gap(track, centre);
  if (next->road != track.position.road) return change_road(slot, track, centre, next);
  track.position = *next;  // to another lane of the same road
  return true;
}

// Inside a junction, beside all ways that lead on from where it came in.
bool Places::stray(Slot slot, Track& track, Point centre) {
  if (!track.is_in_junction) return false;
  clear_found();
  const auto try_lane = [&](LaneId lane, std::uint32_t hint) {
    if (const auto at = map::project_on_lane(*map_, centre, lane, {.beside = kStray}, hint))
      add_found(*at, track.origin);
  };
  try_lane(track.position.lane, track.position.strip);
  const std::size_t follow_on_count = found_.size();
  if (track.origin.valid()) {
    const map::JunctionId junction = junction_of(track.position);
    for (const auto end : {map::ContactPoint::start, map::ContactPoint::end})
      for (const LaneId lane : map::links_at(map_->lane(track.origin), end))
        if (map_->road(map_->lane(lane).road).junction == junction) try_lane(lane, map::kNoStrip);
  }
  if (found_.empty()) return false;
  choose(slot, track, follow_on_count);
  return true;
}

// Linked lanes need not touch: it stays on the lane that it leaves until it is on the next.
bool Places::hold_in_gap(Track& track, Point centre) {
  const auto at = map::project_on_lane(*map_, centre, track.position.lane, {.beyond = kGap}, track.position.strip);
  if (!at) return false;
  const bool at_start = at->s < 0.5 * map_->road(at->road).length;
  if (map::links_at(map_->lane(at->lane), at_start ? map::ContactPoint::start : map::ContactPoint::end).empty())
    return false;
  take(track, *at, track.origin);
  return true;
}

void Places::look_up(Slot slot, Track& track, Point centre) {
  const map::JunctionId last_junction = track.is_on_road ? junction_of(track.position) : map::JunctionId();
  const LaneId last_origin = track.origin;
  map::locate(*map_, centre, height(slot), found_);
  if (found_.size() > 1) {
    std::swap(found_[0], found_[best_of_found(slot, found_.size())]);
    // Several only inside one junction, and only ways that it may be following.
    const map::JunctionId junction = junction_of(found_.front());
    if (!junction.valid()) {
      found_.resize(1);
    } else {
      const double most = misfit(slot, found_.front()) + kPi / 3.0 / kRadiansPerMetre;
      std::erase_if(found_, [&](const RoadPosition& position) {
        return junction_of(position) != junction || misfit(slot, position) > most;
      });
    }
  }
  const bool same_junction = !found_.empty() && last_junction.valid() && junction_of(found_.front()) == last_junction;
  found_origins_.assign(found_.size(), same_junction ? last_origin : LaneId());
  take_found(track);
}

// ---- ways that come into question -----------------------------------------------------------------------------------

void Places::clear_found() {
  found_.clear();
  found_origins_.clear();
}

void Places::add_found(const RoadPosition& position, LaneId origin) {
  for (const RoadPosition& other : found_)
    if (other.lane == position.lane) return;
  found_.push_back(position);
  found_origins_.push_back(origin);
}

// The lane by which an actor that goes on from `last` (of a road entered by `origin`) to `next` enters the junction.
LaneId Places::origin_on(LaneId next, LaneId last, LaneId origin) const {
  const map::JunctionId entered = map_->road(map_->lane(next).road).junction;
  if (!entered.valid()) return {};
  const bool same = map_->road(map_->lane(last).road).junction == entered;
  return same ? origin : last;
}

// The lanes that the ends of `lane`'s road lead to, if they hold the point. `way_left` bounds what may lie between.
void Places::add_linked(Point centre, LaneId lane, LaneId origin, double way_left, int depth) {
  const std::size_t found_before = found_.size();
  const auto each_link = [&](auto&& use) {
    for (const auto end : {map::ContactPoint::start, map::ContactPoint::end}) {
      const LaneId last = map::continued_to(*map_, lane, end);
      if (!last.valid()) continue;
      for (const LaneId next : map::links_at(map_->lane(last), end)) use(next, origin_on(next, last, origin));
    }
  };
  each_link([&](LaneId next, LaneId next_origin) {
    if (const auto at = map::project_on_lane(*map_, centre, next, {.beside = kCandidateTolerance}))
      add_found(*at, next_origin);
  });
  if (found_.size() > found_before || depth >= kMostRoadsAtOnce) return;
  each_link([&](LaneId next, LaneId next_origin) {
    const double length = map_->road(map_->lane(next).road).length;
    if (length <= way_left) add_linked(centre, next, next_origin, way_left - length, depth + 1);
  });
}

// Of the first `count`; misfits_ then has the misfit of each.
std::size_t Places::best_of_found(Slot slot, std::size_t count) {
  misfits_.resize(count);
  for (std::size_t i = 0; i < count; ++i) misfits_[i] = misfit(slot, found_[i]);
  return static_cast<std::size_t>(std::ranges::min_element(misfits_) - misfits_.begin());
}

double Places::misfit(Slot slot, const RoadPosition& position) {
  double misfit = std::abs(position.offset);
  if (actors_.info(slot).type != trace::ActorType::vehicle) return misfit;
  const Vector heading = motion_.heading(slot);
  const double along = heading.x * position.tangent_x + heading.y * position.tangent_y;
  const double across = heading.y * position.tangent_x - heading.x * position.tangent_y;
  const bool with_s =
      map::is_two_way(map_->lane(position.lane)) ? along >= 0.0 : map::drives_along_s(*map_, position.lane);
  return misfit + std::abs(std::atan2(across, with_s ? along : -along)) / kRadiansPerMetre;
}

// Takes what was found. The first `follow_on_count` of them follow from its last position: another must fit better than the
// best of those by kHysteresis.
void Places::choose(Slot slot, Track& track, std::size_t follow_on_count) {
  if (found_.size() > 1) {
    const std::size_t best_of_all = best_of_found(slot, found_.size());
    std::size_t best = best_of_all;
    if (follow_on_count > 0) {
      const auto followers = std::span(misfits_).first(follow_on_count);
      best = static_cast<std::size_t>(std::ranges::min_element(followers) - followers.begin());
      if (misfits_[best_of_all] < misfits_[best] - kHysteresis) best = best_of_all;
    }
    std::swap(found_[0], found_[best]);
    std::swap(found_origins_[0], found_origins_[best]);
  }
  // Once its way led out of the junction and on to a further road, the other ways are history.
  const bool was_out = track.has_ways && !track.is_in_junction;
  if (was_out && found_.front().road != track.position.road) {
    found_.resize(1);
    found_origins_.resize(1);
  }
  take_found(track);
}

void Places::take_found(Track& track) {
  track.is_on_road = !found_.empty();
  track.has_ways = found_.size() > 1;
  if (found_.empty()) {
    track.origin = {};
    track.is_in_junction = false;
    return;
  }
  take(track, found_.front(), found_origins_.front());
  if (found_.size() < 2) return;
  track.has_ways = true;
  track.ways = found_;
  track.origins = found_origins_;
}

void Places::take(Track& track, const RoadPosition& position, LaneId origin) {
  track.position = position;
  track.origin = origin;
  track.is_in_junction = junction_of(position).valid();
  track.has_ways = false;
}

// ---- answers --------------------------------------------------------------------------------------------------------

std::optional<double> Places::lowest_point(Slot part) {
  if (const auto z = height(part); z || map_ == nullptr) return z;
  const RoadPosition* at = road_position(part);
  return at != nullptr ? std::optional(at->height) : std::nullopt;
}

LaneId Places::came_from(Slot slot) { return updated_track(slot).origin; }

const map::NearLane* Places::nearest_lane(Slot slot) {
  if (map_ == nullptr) return nullptr;
  const auto& near = nearest_.get(slot, actors_, [&](std::optional<map::NearLane>& found) {
    Track& kept = updated_track(slot);
    if (kept.is_on_road) {
      found = map::NearLane{kept.position, 0.0};
      kept.nearest_found_at = -1.0;
    } else if (kept.nearest_found_at != kept.moved) {
      found = map::nearest_lane(*map_, kept.centre, kNearestLaneReach, height(slot));
      kept.nearest_found_at = kept.moved;
    }
  });
  return near ? &*near : nullptr;
}

bool Places::faces_along_s(Slot slot) {
  const RoadPosition* at = road_position(slot);
  return at != nullptr && map::faces_along_s(*at, actors_.state(slot).yaw);
}

double Places::lane_heading(Slot slot) {
  Track& kept = updated_track(slot);
  if (!kept.is_on_road) return kNone;
  const RoadPosition& at = kept.position;
  // On a straight road it is what it was.
  const bool is_same = kept.heading_x == at.tangent_x && kept.heading_y == at.tangent_y &&
                       std::signbit(kept.heading_y) == std::signbit(at.tangent_y);  // a zero's sign turns it round
  if (!is_same) {
    kept.heading_x = at.tangent_x;
    kept.heading_y = at.tangent_y;
    kept.road_heading = at.heading();
  }
  const double lane = kept.road_heading + map::lane_turn(*map_, at) + (drives_along_s(kept) ? 0.0 : kPi);
  return wrapped_angle(actors_.state(slot).yaw - lane);
}

double Places::lane_offset(Slot slot) {
  Track& kept = updated_track(slot);
  if (!kept.is_on_road) return kNone;
  return drives_along_s(kept) ? kept.position.offset : -kept.position.offset;
}

LaneId Places::lane_left_behind(Slot slot) {
  const Track& kept = updated_track(slot);
  const LaneId before = kept.lane_before;
  if (!before.valid() || !kept.is_on_road || kept.is_in_junction || before == kept.position.lane) return {};
  const LaneId here = continuation(*map_, before, kept.position);
  return here == kept.position.lane ? LaneId() : here;
}

int Places::lane_crossing(Slot slot) {
  const LaneId from = lane_left_behind(slot);
  if (!from.valid()) return 0;
  const RoadPosition& at = track(slot).position;
  const Vector heading = motion_.heading(slot);
  const bool along_s = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
  return is_to_the_left(*map_, from, at.lane, along_s) ? 1 : -1;
}

void Places::look_up_legal_speed(Track& kept) const {
  const RoadPosition& at = kept.position;
  kept.legal = map::legal_speed(*map_, at.lane, at.s, kept.origin);
  kept.legal_lane = at.lane;
  kept.legal_origin = kept.origin;
  kept.legal_begin = -std::numeric_limits<double>::infinity();
  kept.legal_end = std::numeric_limits<double>::infinity();
  const auto narrow = [&](const auto& records) {
    for (const auto& record : records) {
      if (record.s <= at.s) kept.legal_begin = std::max(kept.legal_begin, record.s);
      if (record.s > at.s) kept.legal_end = std::min(kept.legal_end, record.s);
    }
  };
  narrow(map_->lane(at.lane).speeds);
  narrow(map_->road(at.road).types);
}

Vector Places::road_direction(Slot slot) {
  const RoadPosition* at = nearest_position(slot);
  if (at == nullptr) return {kNone, kNone};
  const Vector heading = motion_.heading(slot);
  const bool along = heading.x * at->tangent_x + heading.y * at->tangent_y >= 0.0;
  return along ? Vector{at->tangent_x, at->tangent_y} : Vector{-at->tangent_x, -at->tangent_y};
}

Local Places::road_acceleration(Slot slot) {
  const Vector direction = road_direction(slot), change = motion_.acceleration_vector(slot);
  return {change.x * direction.x + change.y * direction.y, change.y * direction.x - change.x * direction.y};
}

// Junctions do not move, so an actor that was far from all of them a moment ago cannot be in one now.
bool Places::is_clear_of_junctions(Track& track, Point centre, double radius) {
  constexpr double kReach = 10.0, kLookAgain = 4.0;  // metres
  const double dx = centre.x - track.junctions_looked_for.x, dy = centre.y - track.junctions_looked_for.y;
  const double moved = std::sqrt(dx * dx + dy * dy);
  if (track.has_looked_for_junctions && moved < kLookAgain && track.clear_radius < 0.0) return false;
  if (moved + radius <= track.clear_radius) return true;
  track.has_looked_for_junctions = true;
  track.junctions_looked_for = centre;
  track.clear_radius = map::is_clear_of_junctions(*map_, centre, kReach) ? kReach : -1.0;
  return radius <= track.clear_radius;
}

map::JunctionId Places::junction(Slot slot) {
  if (map_ == nullptr) return {};
  return junction_.get(slot, actors_, [&](map::JunctionId& junction) {
    Track& kept = updated_track(slot);
    junction = kept.is_in_junction ? junction_of(kept.position) : map::JunctionId();
    if (junction.valid() || is_clear_of_junctions(kept, kept.centre, 0.0)) return;
    map::junctions_containing(*map_, kept.centre, height(slot), found_junctions_);
    if (!found_junctions_.empty()) junction = found_junctions_.front();
  });
}

bool Places::touches_junction(Slot slot) {
  if (map_ == nullptr) return false;
  return touches_junction_.get(slot, actors_, [&](char& touches) {
    touches = 0;
    for (const Slot part : actors_.parts(slot)) {
      const trace::ActorState& state = actors_.state(part);
      const trace::ActorInfo& info = actors_.info(part);
      if (is_clear_of_junctions(track(part), {state.x, state.y}, 0.5 * (info.length + info.width))) continue;
      for (const Point& corner : box(part).corners())
        if (map::is_in_junction(*map_, corner, height(part))) {
          touches = 1;
          return;
        }
    }
  }) != 0;
}

double Places::find_deviation(Slot slot) {
  if (map_ == nullptr) return kNone;
  double largest = 0.0;
  for (const Slot part : actors_.parts(slot)) largest = std::max(largest, part_deviation(part));
  return largest;
}

map::SurfaceDistance Places::find_quick_deviation(Slot slot) {
  if (map_ == nullptr) return {.metres = kNone};
  const auto quick = [](const Deviation& of) {
    return map::SurfaceDistance{.metres = std::max(of.known, of.at_most), .is_exact = of.is_exact()};
  };
  if (actors_.is_one_body(slot)) [[likely]]
    return quick(known_deviation(slot));
  Deviation all;
  for (const Slot part : actors_.parts(slot)) {
    const Deviation& of_part = known_deviation(part);
    all.known = std::max(all.known, of_part.known);
    all.at_most = std::max(all.at_most, of_part.at_most);
  }
  return quick(all);
}

double Places::part_deviation(Slot part) {
  if (map_ == nullptr) return kNone;
  Deviation& found = known_deviation(part);
  if (!found.is_exact()) [[unlikely]] {
    const BodyPoints& outline = body(part);
    for (std::size_t i = 0; i < outline.points.size(); ++i) {
      if ((found.unsure >> i & 1U) == 0) continue;
      map::SurfaceHint& hint = updated_track(part).hints[i];
      found.known = std::max(found.known,
                             map::distance_to_surface(*map_, outline.points[i], height(part), kDeviationReach, hint));
    }
    found.at_most = 0.0;
  }
  return found.known;
}

Places::Deviation& Places::known_deviation(Slot part) {
  deviation_.get(part, actors_, [&](Deviation& found) {
    constexpr double kRounding = 1e-6;  // metres
    Track& kept = updated_track(part);
    if (kept.deviation_found_at == kept.moved) return;  // `found` has what is known of it
    kept.deviation_found_at = kept.moved;
    found = {};
    if (kept.is_surely_on_surface()) return;
    const map::TurnedBox now = box(part);
    const auto z = height(part);
    const map::SurfaceHint hint{kept.is_on_road ? kept.position.strip : map::SurfaceHint::kNowhere};
    const map::OutlinePoints held = map::surely_on_surface(*map_, now, z, hint);
    if (held == kWholeOutline) {
      kept.on_surface_until = kept.moved + map::room_on_surface(*map_, now, z, hint) - kRounding;
    } else {
      find_largest_distance(part, kept, held, found);
    }
  });
  return deviation_.set(part, actors_.epoch());
}

// `held`: the points that are known to be on the strip of its centre.
void Places::find_largest_distance(Slot part, Track& track, map::OutlinePoints held, Deviation& found) {
  const auto z = height(part);
  if (track.is_on_road) {
    const map::Road& road = map_->road(track.position.road);
    const map::TurnedBox now = box(part);
    const std::uint32_t here = track.position.strip;
    const bool mostly_ahead = track.position.s - map_->strip(here).s_begin > 0.5 * map_->strip(here).length;
    const std::array<std::uint32_t, 2> beside{mostly_ahead ? here + 1 : here - 1, mostly_ahead ? here - 1 : here + 1};
    for (const std::uint32_t strip : beside) {
      if (strip < road.first_strip || strip >= road.first_strip + road.strip_count) continue;
      held |= map::surely_on_surface(*map_, now, z, {strip});
      if (held == kWholeOutline) return;
    }
  }
  const BodyPoints& outline = body(part);
  for (std::size_t i = 0; i < outline.points.size(); ++i) {
    if ((held >> i & 1U) != 0) continue;
    const map::SurfaceDistance distance =
        map::quick_distance_to_surface(*map_, outline.points[i], z, kDeviationReach, track.hints[i]);
    double& largest = distance.is_exact ? found.known : found.at_most;
    largest = std::max(largest, distance.metres);
    if (!distance.is_exact) found.unsure |= map::OutlinePoints{1} << i;
  }
}

std::optional<RoadPosition> Places::position_of(Slot slot, Point point) {
  const RoadPosition* at = road_position(slot);
  if (at == nullptr) return std::nullopt;
  if (const auto there = map::follow(*map_, point, *at)) return there;
  // Beside the lanes or beyond the last road: straight on from the centre.
  const trace::ActorState& state = actors_.state(slot);
  const double dx = point.x - state.x, dy = point.y - state.y;
  RoadPosition there = *at;
  const double across = dy * at->tangent_x - dx * at->tangent_y;
  there.s += dx * at->tangent_x + dy * at->tangent_y;
  there.t += across;
  there.offset += across;
  return there;
}

}  // namespace scrutineer::scene
