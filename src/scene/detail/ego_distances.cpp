#include "scene/detail/ego_distances.h"

namespace scrutineer::scene::detail {

using map::RoadDistance;

EgoDistances::EgoDistances(const Actors& actors, Motion& motion, Places& places)
    : actors_(actors), motion_(motion), places_(places) {
  if (places.has_map()) reach_.emplace(places.map());
}

void EgoDistances::move_ego() {
  if (epoch_ == actors_.epoch()) return;
  epoch_ = actors_.epoch();
  has_ego_ = false;
  if (!reach_ || !actors_.ego().valid()) return;
  const map::RoadPosition* at = places_.road_position(actors_.ego());
  if (at == nullptr) return;
  has_ego_ = true;
  reach_->move_ego(*at, places_.faces_along_s(actors_.ego()));
  ego_front_ = of_end(actors_.ego(), End::front);
  ego_back_ = of_end(actors_.ego(), End::back);
}

std::optional<RoadDistance> EgoDistances::centre(Slot slot) {
  return centre_.get(slot, actors_.epoch(), [&](std::optional<RoadDistance>& distance) {
    move_ego();
    const map::RoadPosition* at = has_ego_ ? places_.road_position(slot) : nullptr;
    distance = at == nullptr           ? std::nullopt
               : slot == actors_.ego() ? std::optional(RoadDistance{})
                                       : reach_->distance_to(*at);
  });
}

std::optional<RoadDistance> EgoDistances::of_end(Slot slot, End end) {
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
  const auto at = places_.position_of(outermost, point);
  return at ? reach_->distance_to(*at) : std::nullopt;
}

// Between two ends of bodies: along the road from the one to the other, across it from centre to centre.
std::optional<RoadDistance> EgoDistances::between(Slot slot, const std::optional<RoadDistance>& ego_end,
                                                  const std::optional<RoadDistance>& actor_end) {
  const auto middle = centre(slot);
  if (!middle || !ego_end || !actor_end) return std::nullopt;
  return RoadDistance{actor_end->lon - ego_end->lon, middle->lat};
}

std::optional<RoadDistance> EgoDistances::ahead(Slot slot) {
  return ahead_.get(slot, actors_.epoch(), [&](std::optional<RoadDistance>& distance) {
    move_ego();
    distance = has_ego_ ? between(slot, ego_front_, of_end(slot, End::back)) : std::nullopt;
  });
}

std::optional<RoadDistance> EgoDistances::behind(Slot slot) {
  return behind_.get(slot, actors_.epoch(), [&](std::optional<RoadDistance>& distance) {
    move_ego();
    distance = has_ego_ ? between(slot, ego_back_, of_end(slot, End::front)) : std::nullopt;
  });
}

}  // namespace scrutineer::scene::detail
