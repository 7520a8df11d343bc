#include "scene/detail/ego_distances.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/lane_projection.h"

namespace scrutineer::scene::detail {

using map::RoadDistance;
using map::RoadPosition;

std::span<const RoadPosition> EgoDistances::place_beside(Slot slot) {
  if (slot.index() >= beside_.size()) beside_.resize(actors_.slot_count());
  Beside& beside = beside_[slot.index()];
  const trace::ActorState& state = actors_.state(slot);
  const std::optional<double> z = places_.height(slot);
  if (!beside.is_known || beside.x != state.x || beside.y != state.y || beside.z != z) {
    beside = {.x = state.x, .y = state.y, .z = z, .place = {}, .is_known = true};
    const auto near = map::nearest_lane(places_.map(), {state.x, state.y}, kBesideRoad, z);
    // Beyond the end of a road is not beside it: it has no s there.
    constexpr double kSame = 0.01;  // metres
    if (near && std::abs(near->position.offset) - 0.5 * near->position.width > near->distance - kSame)
      beside.place = near->position;
  }
  return beside.place ? std::span(&*beside.place, 1) : std::span<const RoadPosition>();
}

void EgoDistances::move_ego() {
  epoch_ = actors_.epoch();
  ego_places_ = 0;
  const Slot ego = actors_.ego();
  if (!places_.has_map() || !ego.valid()) return;
  const Vector heading = motion_.heading(ego);
  for (const RoadPosition& at : places_of(ego)) {
    // What was searched for this lane in the last frame goes on to hold, even if it had another place in the order.
    std::size_t from = ego_places_;
    while (from < arounds_.size() && arounds_[from].ego.lane != at.lane) ++from;
    if (from == arounds_.size()) arounds_.push_back({.reach = map::RoadReach(places_.map())});
    std::swap(arounds_[ego_places_], arounds_[from]);
    Around& around = arounds_[ego_places_++];
    around.ego = at;
    around.along_s = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
    around.reach.move_ego(at, around.along_s);
    around.ego_front.reset();
    around.ego_back.reset();
  }
}

void EgoDistances::find_way(Slot slot, EgoWay& best) {
  if (epoch_ != actors_.epoch()) move_ego();
  best = {};
  if (ego_places_ == 0) return;
  if (slot == actors_.ego()) {
    best.exists = true;
    return;
  }
  const std::span<const RoadPosition> positions = places_of(slot);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < positions.size(); ++k) {
    for (std::size_t i = 0; i < ego_places_; ++i) {
      const auto distance = arounds_[i].reach.distance_to(positions[k]);
      if (!distance) continue;
      const double cost = std::abs(distance->lon) + (i > 0 ? kOtherPlace : 0.0) + (k > 0 ? kOtherPlace : 0.0);
      if (cost >= least) continue;
      best = {.exists = true,
              .from = static_cast<std::uint16_t>(i),
              .to = static_cast<std::uint16_t>(k),
              .distance = *distance};
      least = cost;
    }
  }
}

// Nearly everybody is in one place alone, and so is the ego.
void EgoDistances::find_ways(Memo<EgoWay>& ways) {
  if (epoch_ != actors_.epoch()) move_ego();
  ways.make_room(actors_.slot_count());
  const Slot ego = actors_.ego();
  const map::RoadReach* only = ego_places_ == 1 ? &arounds_.front().reach : nullptr;
  for (const Slot slot : actors_.present()) {
    EgoWay& way = ways.set(slot, epoch_);
    const RoadPosition* at = only != nullptr && slot != ego ? places_.only_position(slot) : nullptr;
    if (at == nullptr) {
      find_way(slot, way);
      continue;
    }
    way.from = way.to = 0;
    way.exists = only->find_distance(*at, way.distance);
  }
}

double EgoDistances::end_of(Slot slot, End end, const EgoWay& way) {
  const Vector heading = motion_.heading(slot);
  Slot outermost = slot;
  map::Point point;
  double furthest = 0.0;
  for (const Slot part : actors_.parts(slot)) {
    const BodyPoints& body = places_.body(part);
    const map::Point here = end == End::front ? body.front() : body.rear();
    const double ahead = heading.x * here.x + heading.y * here.y, out = end == End::front ? ahead : -ahead;
    if (part != slot && !(out > furthest)) continue;
    outermost = part;
    point = here;
    furthest = out;
  }

  // About where it must be: straight on from the centre.
  const map::RoadReach& reach = arounds_[way.from].reach;
  const trace::ActorState& state = actors_.state(slot);
  const RoadPosition centre = places_of(slot)[way.to];
  const double ds = (point.x - state.x) * centre.tangent_x + (point.y - state.y) * centre.tangent_y;
  RoadPosition beside = centre;
  beside.s += beside.s > 0.5 * places_.map().road(beside.road).length ? -0.01 : 0.01;
  const auto probe = reach.distance_to(beside);
  const bool along = !probe || (probe->lon > way.distance.lon) == (beside.s > centre.s);
  const double straight = way.distance.lon + (along ? ds : -ds);

  // Its own projection, unless that is on another way.
  auto at = places_.position_of(outermost, point);
  if (!at) at = map::project_on_lane(places_.map(), point, centre.lane, {.beside = 2.0 * kBesideRoad}, centre.strip);
  const auto distance = at ? reach.distance_to(*at) : std::nullopt;
  return distance && std::abs(distance->lon - straight) < 1.0 + 0.5 * std::abs(ds) ? distance->lon : straight;
}

double EgoDistances::end_of_ego(End end, std::uint16_t around) {
  std::optional<double>& kept = end == End::front ? arounds_[around].ego_front : arounds_[around].ego_back;
  if (!kept) kept = end_of(actors_.ego(), end, {.exists = true, .from = around, .to = around, .distance = {}});
  return *kept;
}

// Between two ends of bodies: along the road from the one to the other, across it from centre to centre.
std::optional<RoadDistance> EgoDistances::ahead(Slot slot, const EgoWay& way) {
  return ahead_.get(slot, actors_, [&](std::optional<RoadDistance>& distance) {
    distance.reset();
    if (way.exists) distance = {end_of(slot, End::back, way) - end_of_ego(End::front, way.from), way.distance.lat};
  });
}

std::optional<RoadDistance> EgoDistances::behind(Slot slot, const EgoWay& way) {
  return behind_.get(slot, actors_, [&](std::optional<RoadDistance>& distance) {
    distance.reset();
    if (way.exists) distance = {end_of(slot, End::front, way) - end_of_ego(End::back, way.from), way.distance.lat};
  });
}

}  // namespace scrutineer::scene::detail
