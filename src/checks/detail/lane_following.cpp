#include "checks/detail/lane_following.h"

#include <cmath>

#include "map/lookup.h"
#include "scene/continuation.h"

namespace scrutineer::checks {

bool faces_along_s(const watch::View& at, const map::RoadPosition& place) {
  const scene::Vector heading = at.scene.motion.heading(at.slot);
  return heading.x * place.tangent_x + heading.y * place.tangent_y >= 0.0;
}

std::optional<Beyond> front_beyond(const watch::View& at, map::LaneId lane) {
  const map::RoadPosition* place = at.scene.places.road_position(at.slot);
  if (place == nullptr) return std::nullopt;
  const map::RoadNetwork& map = at.scene.places.map();
  const scene::BodyPoints& body = at.scene.places.body(at.slot);
  Beyond beyond;
  for (const bool is_left : {true, false}) {
    const auto corner = at.scene.places.position_of(at.slot, is_left ? body.front_left() : body.front_right());
    if (!corner) return std::nullopt;
    // In junctions lanes part and lie over each other: a corner that is beyond one may be where the vehicle goes.
    if (map.road(corner->road).junction.valid()) return std::nullopt;
    const map::LaneId there = scene::continuation(map, lane, *corner);
    if (!there.valid()) return std::nullopt;
    const map::LaneSpan span = map::lane_span(map, there, corner->s);
    const bool along_s = faces_along_s(at, *corner);
    const double left_of_left = along_s ? corner->t - span.left : span.right - corner->t;
    const double right_of_right = along_s ? span.right - corner->t : corner->t - span.left;
    (is_left ? beyond.left : beyond.right) = is_left ? left_of_left : right_of_right;
  }
  return beyond;
}

double half_across(const watch::View& at) {
  const double turn = at.scene.places.lane_heading(at.slot);
  return 0.5 * (at.info().width * std::abs(std::cos(turn)) + at.info().length * std::abs(std::sin(turn)));
}

Beyond body_beyond(const watch::View& at, const map::RoadPosition& place) {
  const double half = half_across(at);
  const double offset = faces_along_s(at, place) ? place.offset : -place.offset;
  return {offset + half - 0.5 * place.width, -offset + half - 0.5 * place.width};
}

}  // namespace scrutineer::checks
