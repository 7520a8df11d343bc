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

// The lane through which one comes from `road` to `entered`; invalid if no link says so.
LaneId link_back(const map::RoadNetwork& map, LaneId entered, map::RoadId road) {
  const map::Lane& lane = map.lane(entered);
  for (const auto* links : {&lane.predecessors, &lane.successors})
    for (const LaneId back : *links)
      if (map.lane(back).road == road) return back;
  return {};
}

// All lanes that the end of `from` leads to at which it touches `entered`.
const std::vector<LaneId>& links_towards(const map::RoadNetwork& map, LaneId from, LaneId entered) {
  const map::Lane& lane = map.lane(from);
  const bool at_end = std::ranges::find(lane.successors, entered) != lane.successors.end();
  return at_end ? lane.successors : lane.predecessors;
}

}  // namespace

Places::Places(const Actors& actors, Motion& motion, const map::RoadNetwork* map)
    : actors_(actors), motion_(motion), map_(map) {}

const BodyPoints& Places::body(Slot slot) {
  return bodies_.get(slot, actors_.epoch(), [&](BodyPoints& body) {
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

Places::Track& Places::track(Slot slot) {
  if (slot.index() >= tracks_.size()) tracks_.resize(slot.index() + 1);
  Track& track = tracks_[slot.index()];
  if (track.id == actors_.id(slot) && track.since == actors_.since(slot)) return track;
  track.id = actors_.id(slot);
  track.since = actors_.since(slot);
  track.updated = 0;
  track.positions.clear();
  track.came_from = {};
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
  if (!track.positions.empty() && go_on(slot, track, centre)) [[likely]]
    return;
  look_up(slot, track, centre);
}

bool Places::go_on(Slot slot, Track& track, Point centre) {
  const RoadPosition last = track.positions.front();
  if (map_->road(last.road).junction.valid()) return go_on_in_junction(slot, track, centre);
  const auto next = map::follow(*map_, centre, last);
  if (!next) return false;
  if (next->road == last.road) [[likely]] {
    track.positions.assign(1, *next);
  } else {
    enter(slot, track, centre, last, *next);
  }
  return true;
}

// From one road to another: inside a junction all lanes that the incoming lane leads to come into question.
void Places::enter(Slot slot, Track& track, Point centre, const RoadPosition& last, const RoadPosition& entered) {
  track.positions.assign(1, entered);
  track.came_from = {};
  if (!map_->road(entered.road).junction.valid()) return;
  track.came_from = link_back(*map_, entered.lane, last.road);
  if (!track.came_from.valid()) {
    track.came_from = last.lane;
    return;
  }
  for (const LaneId lane : links_towards(*map_, track.came_from, entered.lane)) {
    if (lane == entered.lane) continue;
    if (const auto at = map::project_on_lane(*map_, centre, lane, kCandidateTolerance)) track.positions.push_back(*at);
  }
  put_best_first(slot, track, 0.0);
}

bool Places::go_on_in_junction(Slot slot, Track& track, Point centre) {
  found_.clear();
  const RoadPosition first = track.positions.front();
  bool has_first = false;
  RoadPosition left_from;  // where the best of those that leave the junction came from
  std::optional<RoadPosition> out;
  for (const RoadPosition& position : track.positions) {
    if (const auto at = map::project_on_lane(*map_, centre, position.lane, kCandidateTolerance)) {
      has_first = has_first || position.lane == first.lane;
      found_.push_back(*at);
    } else if (const auto next = map::follow(*map_, centre, position); next && next->road != position.road) {
      if (out && misfit(slot, *out) <= misfit(slot, *next)) continue;
      out = next;
      left_from = position;
    }
  }
  // Where ways of different length part, the end of one may lie within another: out only if that fits better.
  if (out && !found_.empty()) {
    double best = std::numeric_limits<double>::infinity();
    for (const RoadPosition& position : found_) best = std::min(best, misfit(slot, position));
    const double lead = has_first ? kHysteresis : 0.0;
    if (misfit(slot, *out) + lead >= best) out.reset();
  }
  if (out) {
    enter(slot, track, centre, left_from, *out);
    return true;
  }
  if (found_.empty()) return false;
  std::swap(track.positions, found_);
  put_best_first(slot, track, has_first ? kHysteresis : 0.0);
  return true;
}

// `lead_of_first`: by how much another must fit better than the first to take its place.
void Places::put_best_first(Slot slot, Track& track, double lead_of_first) {
  if (track.positions.size() < 2) return;
  std::size_t best = 0;
  double best_misfit = misfit(slot, track.positions[0]) - lead_of_first;
  for (std::size_t i = 1; i < track.positions.size(); ++i) {
    const double here = misfit(slot, track.positions[i]);
    if (here >= best_misfit) continue;
    best = i;
    best_misfit = here;
  }
  std::swap(track.positions[0], track.positions[best]);
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
  const auto z = height(slot);
  const bool was_on_road = !track.positions.empty();
  const map::JunctionId last_junction =
      was_on_road ? map_->road(track.positions.front().road).junction : map::JunctionId();
  map::locate(*map_, centre, z, found_);
  if (found_.empty() && was_on_road) {
    // The gap between two linked lanes.
    const auto near = map::nearest_lane(*map_, centre, kGap, z);
    if (near && std::abs(near->position.offset) <= 0.5 * near->position.width) found_.push_back(near->position);
  }
  std::swap(track.positions, found_);
  put_best_first(slot, track, 0.0);
  const map::JunctionId junction =
      track.positions.empty() ? map::JunctionId() : map_->road(track.positions.front().road).junction;
  if (!junction.valid() || junction != last_junction) track.came_from = {};
  if (track.positions.size() < 2) return;
  // Several only inside one junction, and only ways that it may be following.
  if (!junction.valid()) {
    track.positions.resize(1);
    return;
  }
  const double most = misfit(slot, track.positions.front()) + kPi / 3.0 / kRadiansPerMetre;
  std::erase_if(track.positions, [&](const RoadPosition& position) {
    return map_->road(position.road).junction != junction || misfit(slot, position) > most;
  });
}

const RoadPosition* Places::road_position(Slot slot) {
  const Track& kept = updated_track(slot);
  return kept.positions.empty() ? nullptr : &kept.positions.front();
}

std::span<const RoadPosition> Places::road_positions(Slot slot) { return updated_track(slot).positions; }

LaneId Places::came_from(Slot slot) { return updated_track(slot).came_from; }

const map::NearLane* Places::nearest_lane(Slot slot) {
  if (map_ == nullptr) return nullptr;
  const auto& near = nearest_.get(slot, actors_.epoch(), [&](std::optional<map::NearLane>& found) {
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
  return legal_speed_.get(slot, actors_.epoch(), [&](map::LegalSpeed& legal) {
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
  return road_acceleration_.get(slot, actors_.epoch(), [&](Local& acceleration) {
    const Vector direction = road_direction(slot), change = motion_.acceleration_vector(slot);
    acceleration = {change.x * direction.x + change.y * direction.y, change.y * direction.x - change.x * direction.y};
  });
}

map::JunctionId Places::junction(Slot slot) {
  if (map_ == nullptr) return {};
  return junction_.get(slot, actors_.epoch(), [&](map::JunctionId& junction) {
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
  return touches_junction_.get(slot, actors_.epoch(), [&](char& touches) {
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
  return deviation_.get(slot, actors_.epoch(), [&](double& largest) {
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
