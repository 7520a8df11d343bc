#include "checks/detail/clearance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scene/conflict_measures.h"

namespace scrutineer::checks {
namespace {

scene::FlatBox flat(const scene::Box& box) {
  return {box.x, box.y, std::cos(box.yaw), std::sin(box.yaw), 0.5 * box.length, 0.5 * box.width};
}

std::array<map::Point, 4> corners_of(const scene::FlatBox& box) {
  const double ux = box.cos * box.half_length, uy = box.sin * box.half_length;
  const double vx = -box.sin * box.half_width, vy = box.cos * box.half_width;
  return {map::Point{box.x + ux + vx, box.y + uy + vy}, map::Point{box.x + ux - vx, box.y + uy - vy},
          map::Point{box.x - ux - vx, box.y - uy - vy}, map::Point{box.x - ux + vx, box.y - uy + vy}};
}

// So far ahead and to the left of the box's centre.
map::Point seen_from(const scene::FlatBox& box, map::Point point) {
  const double dx = point.x - box.x, dy = point.y - box.y;
  return {box.cos * dx + box.sin * dy, box.cos * dy - box.sin * dx};
}

double distance_to(const scene::FlatBox& box, map::Point point) {
  const map::Point seen = seen_from(box, point);
  return std::hypot(seen.x - std::clamp(seen.x, -box.half_length, box.half_length),
                    seen.y - std::clamp(seen.y, -box.half_width, box.half_width));
}

// Of boxes that do not overlap: the corner of either that is nearest to the other box.
map::Point nearest_corner(const scene::FlatBox& own, const scene::FlatBox& other) {
  double least = std::numeric_limits<double>::infinity();
  map::Point nearest;
  for (const map::Point corner : corners_of(other)) {
    if (distance_to(own, corner) >= least) continue;
    least = distance_to(own, corner);
    nearest = corner;
  }
  for (const map::Point corner : corners_of(own)) {
    if (distance_to(other, corner) >= least) continue;
    least = distance_to(other, corner);
    nearest = corner;
  }
  return nearest;
}

// Where they overlap it is the side towards the middle of the other.
scene::Side nearest_side(const scene::FlatBox& own, const scene::FlatBox& other) {
  const bool overlap = scene::overlap_depth(own, other) > 0.0;
  const map::Point nearest = overlap ? map::Point{other.x, other.y} : nearest_corner(own, other);
  const map::Point seen = seen_from(own, nearest);
  return scene::side_of(std::clamp(seen.x, -own.half_length, own.half_length),
                        std::clamp(seen.y, -own.half_width, own.half_width), own.half_length, own.half_width);
}

bool stands(const watch::View& at, scene::Slot other) {
  const trace::ActorInfo& info = at.scene.actors.info(other);
  if (!scene::can_be_run_into(info)) return false;
  const bool is_still = info.is_static || std::abs(at.scene.motion.speed(other)) <= watch::kStandingStill;
  return is_still && (info.type == trace::ActorType::plain_object || info.is_vru);
}

}  // namespace

Clearance nearest_standing(const watch::View& at, double reach) {
  constexpr double kTrailers = 20.0;  // metres from the first body to the last one
  Clearance nearest;
  for (const scene::Slot other : at.scene.actors.present_with_parts()) {
    const scene::Slot whole = at.scene.actors.whole(other);
    if (whole == at.slot) continue;
    const trace::ActorInfo& info = at.scene.actors.info(other);
    const trace::ActorState& state = at.scene.actors.state(other);
    const double far = reach + 0.5 * (info.length + info.width + at.info().length + at.info().width) + kTrailers;
    if (std::abs(state.x - at.state().x) > far || std::abs(state.y - at.state().y) > far || !stands(at, other))
      continue;
    const scene::Box box = at.scene.relations.box(other);
    const scene::FlatBox theirs = flat(box);
    for (const scene::Slot part : at.scene.actors.parts(at.slot)) {
      const scene::Box body = at.scene.relations.box(part);
      if (body.z_low >= box.z_high || box.z_low >= body.z_high) continue;
      const scene::FlatBox own = flat(body);
      const double distance = scene::distance(own, theirs);
      if (distance > reach || distance >= nearest.distance) continue;
      nearest = {distance, whole, nearest_side(own, theirs)};
    }
  }
  return nearest;
}

}  // namespace scrutineer::checks
