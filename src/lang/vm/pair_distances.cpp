#include "lang/vm/pair_distances.h"

namespace scrutineer::lang {
namespace {

int ahead(BodyPoint point) {
  switch (point) {
    case BodyPoint::front_center:
    case BodyPoint::front_left:
    case BodyPoint::front_right:
      return 1;
    case BodyPoint::back_center:
    case BodyPoint::back_left:
    case BodyPoint::back_right:
      return -1;
    default:
      return 0;
  }
}

int left(BodyPoint point) {
  switch (point) {
    case BodyPoint::left_center:
    case BodyPoint::front_left:
    case BodyPoint::back_left:
      return 1;
    case BodyPoint::right_center:
    case BodyPoint::front_right:
    case BodyPoint::back_right:
      return -1;
    default:
      return 0;
  }
}

// A point of the body from its centre, in the frame of a road's direction.
map::RoadDistance offset(scene::Scene& scene, scene::Slot slot, BodyPoint point, scene::Vector direction) {
  const trace::ActorInfo& info = scene.actors.info(slot);
  const scene::Vector heading = scene.motion.heading(slot);
  const double along = heading.x * direction.x + heading.y * direction.y;
  const double across = direction.x * heading.y - direction.y * heading.x;
  const double lon = 0.5 * info.length * ahead(point), lat = 0.5 * info.width * left(point);
  return {lon * along - lat * across, lon * across + lat * along};
}

// The direction of the road at the actor, the way that somebody at `from` who comes to it would drive.
scene::Vector direction_at(scene::Scene& scene, scene::Slot slot, bool with_heading) {
  const scene::Vector road = scene.places.road_direction(slot);
  return with_heading ? road : scene::Vector{-road.x, -road.y};
}

}  // namespace

std::optional<map::RoadDistance> PairDistances::centre(scene::Scene& scene, scene::Slot from, scene::Slot to) {
  if (from == scene.actors.ego()) {
    const map::RoadDistance* known = scene.relations.road_distance(to);
    return known != nullptr ? std::optional(*known) : std::nullopt;
  }
  if (!scene.places.has_map()) return std::nullopt;
  const std::size_t actor = scene.actors.id(from).index();
  if (actor >= around_.size()) around_.resize(actor + 1);
  Around& around = around_[actor];
  if (around.epoch != scene.actors.epoch()) {
    around.epoch = scene.actors.epoch();
    const map::RoadPosition* at = scene.places.road_position(from);
    around.has_place = at != nullptr;
    if (around.has_place) {
      if (!around.reach) around.reach.emplace(scene.places.map());
      around.reach->move_ego(*at, scene.places.faces_along_s(from));
    }
  }
  const map::RoadPosition* place = scene.places.road_position(to);
  if (!around.has_place || place == nullptr) return std::nullopt;
  return around.reach->distance_to(*place);
}

std::optional<map::RoadDistance> PairDistances::distance(scene::Scene& scene, scene::Slot from, scene::Slot to,
                                                         BodyPoint from_point, BodyPoint to_point) {
  if (from_point == BodyPoint::center && to_point == BodyPoint::center) return centre(scene, from, to);
  if (from == scene.actors.ego()) {
    if (from_point == BodyPoint::front_center && to_point == BodyPoint::back_center)
      return scene.relations.road_distance_ahead(to);
    if (from_point == BodyPoint::back_center && to_point == BodyPoint::front_center)
      return scene.relations.road_distance_behind(to);
  }
  auto distance = centre(scene, from, to);
  if (!distance) return distance;
  // On the other's road the way leads with its heading or against it, whichever is nearer to the own direction there.
  const scene::Vector own = direction_at(scene, from, true);
  const scene::Vector road = scene.places.road_direction(to);
  const scene::Vector there = direction_at(scene, to, own.x * road.x + own.y * road.y >= 0.0);
  const map::RoadDistance begin = offset(scene, from, from_point, own);
  const map::RoadDistance end = offset(scene, to, to_point, there);
  distance->lon += end.lon - begin.lon;
  // Ends of bodies that are turned a little do not move sideways by that: only their left and right points do.
  if (left(from_point) != 0) distance->lat -= begin.lat;
  if (left(to_point) != 0) distance->lat += end.lat;
  return distance;
}

}  // namespace scrutineer::lang
