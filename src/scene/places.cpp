#include "scene/places.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/lane_projection.h"
#include "map/road_distance.h"

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

constexpr double kSameTurn = 0.01;  // radians; ways that turn alike keep their order

// By how much traffic turns along the road of a lane.
double turn_of(const map::RoadNetwork& map, LaneId lane) {
  const map::RoadId road = map.lane(lane).road;
  const double begin = map::point_at(map, road, 0.0, 0.0).heading;
  const double end = map::point_at(map, road, map.road(road).length, 0.0).heading;
  return std::abs(std::remainder(end - begin, 2.0 * kPi));
}

double distance(Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

}  // namespace

Places::Places(const Actors& actors, Motion& motion, const map::RoadNetwork* map)
    : actors_(actors), motion_(motion), map_(map) {}

const BodyPoints& Places::body(Slot slot) {
  return bodies_.get(slot, actors_, [&](BodyPoints& body) {
    const trace::ActorState& state = actors_.state(slot);
    const trace::ActorInfo& info = actors_.info(slot);
    const Vector heading = motion_.heading(slot);
    const Vector ahead{0.5 * info.length * heading.x, 0.5 * info.length * heading.y};
    const Vector left{-0.5 * info.width * heading.y, 0.5 * info.width * heading.x};
    constexpr std::array<std::array<int, 2>, 8> kPlaces{
        {{1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}}};
    for (std::size_t i = 0; i < kPlaces.size(); ++i) {
      const double along = kPlaces[i][0], across = kPlaces[i][1];
      body.points[i] = {state.x + along * ahead.x + across * left.x, state.y + along * ahead.y + across * left.y};
    }
  });
}

std::optional<double> Places::height(Slot slot) const {
  const trace::ActorState& state = actors_.state(slot);
  return state.fields.has(trace::Field::z) ? std::optional(state.z) : std::nullopt;
}

void Places::advance() {
  if (map_ == nullptr) return;
  for (const Slot slot : actors_.present())
    if (!actors_.info(slot).is_static) updated_track(slot);
}

Places::Track& Places::track(Slot slot) {
  if (slot.index() >= tracks_.size()) tracks_.resize(actors_.slot_count());
  Track& track = tracks_[slot.index()];
  if (track.id == actors_.id(slot) && track.since == actors_.since(slot)) [[likely]]
    return track;
  track.id = actors_.id(slot);
  track.since = actors_.since(slot);
  track.updated = 0;
  track.positions.clear();
  track.origins.clear();
  track.hints = {};
  return track;
}

Places::Track& Places::updated_track(Slot slot) {
  Track& kept = track(slot);
  if (kept.updated != actors_.epoch()) {
    kept.updated = actors_.epoch();
    if (map_ != nullptr) update(slot, kept);
  }
  return kept;
}

void Places::update(Slot slot, Track& track) {
  const trace::ActorState& state = actors_.state(slot);
  const Point centre{state.x, state.y};
  if (track.positions.empty() || !go_on(slot, track, centre)) look_up(slot, track, centre);
  track.centre = centre;
}

bool Places::go_on(Slot slot, Track& track, Point centre) {
  RoadPosition& last = track.positions.front();
  if (track.positions.size() > 1 || track.origins.front().valid() || junction_of(last).valid())
    return go_on_among_candidates(slot, track, centre);
  const auto next = map::follow(*map_, centre, last);
  if (next && next->road == last.road) [[likely]] {
    last = *next;
    return true;
  }
  return change_road(slot, track, centre, next);
}

// Over an end of the road of its only position. `next` is where follow() sees it.
bool Places::change_road(Slot slot, Track& track, Point centre, const std::optional<RoadPosition>& next) {
  found_.clear();
  found_origins_.clear();
  const RoadPosition& last = track.positions.front();
  add_linked(centre, last.lane, track.origins.front(), distance(track.centre, centre) + kWayMargin, 0);
  // From another lane of its road than the one it was seen in last.
  if (found_.empty() && next) add_found(*next, junction_of(*next).valid() ? last.lane : LaneId());
  if (found_.empty()) return hold_in_gap(track, centre);
  // Ways that have not parted yet fit equally well: it is the straightest until another fits clearly better.
  if (found_.size() > 1) {
    std::size_t straightest = 0;
    for (std::size_t i = 1; i < found_.size(); ++i)
      if (turn_of(*map_, found_[i].lane) < turn_of(*map_, found_[straightest].lane) - kSameTurn) straightest = i;
    std::swap(found_[0], found_[straightest]);
    std::swap(found_origins_[0], found_origins_[straightest]);
  }
  take_found(slot, track, 1, kHysteresis);
  return true;
}

// The lane by which one who goes on from `last` (of a road entered by `origin`) to `next` enters the junction there.
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

void Places::add_found(const RoadPosition& position, LaneId origin) {
  for (const RoadPosition& other : found_)
    if (other.lane == position.lane) return;
  found_.push_back(position);
  found_origins_.push_back(origin);
}

bool Places::go_on_among_candidates(Slot slot, Track& track, Point centre) {
  found_.clear();
  found_origins_.clear();
  const double way = distance(track.centre, centre) + kWayMargin;
  std::size_t of_first = 0;
  for (std::size_t i = 0; i < track.positions.size(); ++i) {
    const RoadPosition& position = track.positions[i];
    const LaneId origin = track.origins[i];
    if (const auto at =
            map::project_on_lane(*map_, centre, position.lane, {.beside = kCandidateTolerance}, position.strip)) {
      add_found(*at, origin);
    } else {
      add_linked(centre, position.lane, origin, way, 0);
    }
    if (i == 0) of_first = found_.size();
  }
  if (found_.empty()) {
    const RoadPosition first = track.positions.front();
    const LaneId origin = track.origins.front();
    track.positions.resize(1);
    track.origins.resize(1);
    const auto next = map::follow(*map_, centre, first);
    if (!next) return hold_in_gap(track, centre);
    if (next->road != first.road) return change_road(slot, track, centre, next);
    add_found(*next, origin);  // to another lane of the same road
    of_first = 1;
  }
  take_found(slot, track, of_first, kHysteresis);
  return true;
}

// What was found becomes what is kept. The first `of_first` of them follow from the actor's last position: another must
// fit better than the best of those by `lead_of_first`.
void Places::take_found(Slot slot, Track& track, std::size_t of_first, double lead_of_first) {
  std::size_t best = 0;
  if (found_.size() > 1) {
    const std::size_t best_of_all = best_of_found(slot, found_.size());
    best = of_first == 0 ? best_of_all : best_of_found(slot, of_first);
    if (misfit(slot, found_[best_of_all]) < misfit(slot, found_[best]) - lead_of_first) best = best_of_all;
    std::swap(found_[0], found_[best]);
    std::swap(found_origins_[0], found_origins_[best]);
  }
  std::swap(track.positions, found_);
  std::swap(track.origins, found_origins_);
  // Once its way led out of the junction and on to a further road, the other ways are history.
  const auto& before = found_;
  const bool was_out = before.size() > 1 && !junction_of(before.front()).valid();
  if (was_out && before.front().road != track.positions.front().road) {
    track.positions.resize(1);
    track.origins.resize(1);
  }
}

// Linked lanes need not touch: it stays on the lane that it leaves until it is on the next.
bool Places::hold_in_gap(Track& track, Point centre) {
  const RoadPosition& last = track.positions.front();
  const auto at = map::project_on_lane(*map_, centre, last.lane, {.beyond = kGap}, last.strip);
  if (!at) return false;
  const bool at_start = at->s < 0.5 * map_->road(at->road).length;
  if (map::links_at(map_->lane(at->lane), at_start ? map::ContactPoint::start : map::ContactPoint::end).empty())
    return false;
  track.positions.assign(1, *at);
  track.origins.resize(1);
  return true;
}

std::size_t Places::best_of_found(Slot slot, std::size_t count) {
  std::size_t best = 0;
  double best_misfit = misfit(slot, found_[0]);
  for (std::size_t i = 1; i < count; ++i) {
    const double here = misfit(slot, found_[i]);
    if (here >= best_misfit) continue;
    best = i;
    best_misfit = here;
  }
  return best;
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

void Places::look_up(Slot slot, Track& track, Point centre) {
  const map::JunctionId last_junction =
      track.positions.empty() ? map::JunctionId() : junction_of(track.positions.front());
  const LaneId last_origin = track.positions.empty() ? LaneId() : track.origins.front();
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
  track.origins.assign(found_.size(), same_junction ? last_origin : LaneId());
  std::swap(track.positions, found_);
}

const RoadPosition* Places::road_position(Slot slot) {
  const Track& kept = updated_track(slot);
  return kept.positions.empty() ? nullptr : &kept.positions.front();
}

std::span<const RoadPosition> Places::road_positions(Slot slot) {
  const Track& kept = updated_track(slot);
  // Ways that it may still turn out to have taken do not count once it seems to have left the junction.
  const bool inside = !kept.positions.empty() && junction_of(kept.positions.front()).valid();
  return std::span(kept.positions)
      .first(inside ? kept.positions.size() : std::min<std::size_t>(kept.positions.size(), 1));
}

LaneId Places::came_from(Slot slot) {
  const Track& kept = updated_track(slot);
  return kept.origins.empty() ? LaneId() : kept.origins.front();
}

const map::NearLane* Places::nearest_lane(Slot slot) {
  if (map_ == nullptr) return nullptr;
  const auto& near = nearest_.get(slot, actors_, [&](std::optional<map::NearLane>& found) {
    if (const RoadPosition* at = road_position(slot)) {
      found = map::NearLane{*at, 0.0};
    } else {
      const trace::ActorState& state = actors_.state(slot);
      found = map::nearest_lane(*map_, {state.x, state.y}, kNearestLaneReach, height(slot));
    }
  });
  return near ? &*near : nullptr;
}

bool Places::faces_along_s(Slot slot) {
  const RoadPosition* at = road_position(slot);
  return at != nullptr && map::faces_along_s(*at, actors_.state(slot).yaw);
}

double Places::lane_heading(Slot slot) {
  const RoadPosition* at = road_position(slot);
  if (at == nullptr) return kNone;
  const double lane = at->heading() + (map::drives_along_s(*map_, at->lane) ? 0.0 : kPi);
  return std::remainder(actors_.state(slot).yaw - lane, 2.0 * kPi);
}

double Places::lane_offset(Slot slot) {
  const RoadPosition* at = road_position(slot);
  if (at == nullptr) return kNone;
  return map::drives_along_s(*map_, at->lane) ? at->offset : -at->offset;
}

map::LegalSpeed Places::legal_speed(Slot slot) {
  return legal_speed_.get(slot, actors_, [&](map::LegalSpeed& legal) {
    const RoadPosition* at = road_position(slot);
    legal = at == nullptr ? map::LegalSpeed() : map::legal_speed(*map_, at->lane, at->s, came_from(slot));
  });
}

Vector Places::road_direction(Slot slot) {
  const map::NearLane* near = nearest_lane(slot);
  if (near == nullptr) return {kNone, kNone};
  const Vector heading = motion_.heading(slot);
  const RoadPosition& at = near->position;
  const bool along = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
  return along ? Vector{at.tangent_x, at.tangent_y} : Vector{-at.tangent_x, -at.tangent_y};
}

Local Places::road_acceleration(Slot slot) {
  return road_acceleration_.get(slot, actors_, [&](Local& acceleration) {
    const Vector direction = road_direction(slot), change = motion_.acceleration_vector(slot);
    acceleration = {change.x * direction.x + change.y * direction.y, change.y * direction.x - change.x * direction.y};
  });
}

map::JunctionId Places::junction(Slot slot) {
  if (map_ == nullptr) return {};
  return junction_.get(slot, actors_, [&](map::JunctionId& junction) {
    const RoadPosition* at = road_position(slot);
    junction = at == nullptr ? map::JunctionId() : map_->road(at->road).junction;
    if (junction.valid()) return;
    const trace::ActorState& state = actors_.state(slot);
    map::junctions_containing(*map_, {state.x, state.y}, height(slot), found_junctions_);
    if (!found_junctions_.empty()) junction = found_junctions_.front();
  });
}

bool Places::touches_junction(Slot slot) {
  if (map_ == nullptr) return false;
  return touches_junction_.get(slot, actors_, [&](char& touches) {
    touches = 0;
    for (const Slot part : actors_.parts(slot)) {
      const BodyPoints& outline = body(part);
      for (const Point& corner :
           {outline.front_left(), outline.front_right(), outline.rear_right(), outline.rear_left()})
        if (map::is_in_junction(*map_, corner, height(part))) {
          touches = 1;
          return;
        }
    }
  }) != 0;
}

double Places::deviation(Slot slot) {
  if (map_ == nullptr) return kNone;
  return deviation_.get(slot, actors_, [&](double& largest) {
    largest = 0.0;
    for (const Slot part : actors_.parts(slot)) {
      const BodyPoints& outline = body(part);
      const auto z = height(part);
      Track& kept = track(part);
      for (std::size_t i = 0; i < outline.points.size(); ++i)
        largest =
            std::max(largest, map::distance_to_surface(*map_, outline.points[i], z, kDeviationReach, kept.hints[i]));
    }
  });
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
