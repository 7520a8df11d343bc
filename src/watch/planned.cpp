#include "watch/planned.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "trace/planned_path.h"

namespace scrutineer::watch {

std::optional<OnPlan> on_plan(const View& at) {
  if (at.context.plans == nullptr) return std::nullopt;
  const trace::PlannedPath* path = at.context.plans->of(at.info().id);
  if (path == nullptr || path->points.empty()) return std::nullopt;
  const double x = at.state().x, y = at.state().y;
  OnPlan best{std::numeric_limits<double>::infinity(), 0.0, 0.0};
  double driven = 0.0, driven_at_best = 0.0;
  const auto take = [&](double px, double py, double speed, double so_far) {
    const double distance = std::hypot(x - px, y - py);
    if (distance >= best.distance) return;
    best.distance = distance;
    best.speed = speed;
    driven_at_best = so_far;
  };
  take(path->points.front().x, path->points.front().y, path->points.front().speed, 0.0);
  for (std::size_t i = 1; i < path->points.size(); ++i) {
    const trace::PlannedPoint& from = path->points[i - 1];
    const trace::PlannedPoint& to = path->points[i];
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    const double share =
        length == 0.0 ? 0.0 : std::clamp(((x - from.x) * dx + (y - from.y) * dy) / (length * length), 0.0, 1.0);
    take(from.x + share * dx, from.y + share * dy, from.speed + share * (to.speed - from.speed),
         driven + share * length);
    driven += length;
  }
  best.remaining = driven - driven_at_best;
  return best;
}

bool is_standing_planned(const View& at, double ahead) {
  const auto plan = on_plan(at);
  if (!plan) return false;
  if (plan->speed <= kStandingStill) return true;
  const std::vector<trace::PlannedPoint>& points = at.context.plans->of(at.info().id)->points;
  // Backwards from the path's end, whose distance from there is known.
  double to_here = plan->remaining;
  for (std::size_t i = points.size() - 1; i > 0; --i) {
    const trace::PlannedPoint &from = points[i - 1], &to = points[i];
    const double length = std::hypot(to.x - from.x, to.y - from.y), to_before = to_here - length;
    if (to_here < 0.0) break;
    if (to_here <= ahead && to.speed <= kStandingStill) return true;
    // Where `ahead` ends on this piece.
    const double share = (ahead - to_before) / length;
    if (share > 0.0 && share < 1.0 && from.speed + share * (to.speed - from.speed) <= kStandingStill) return true;
    to_here = to_before;
  }
  return false;
}

double planned_speed(const View& at) {
  if (const auto plan = on_plan(at)) return plan->speed;
  const map::LegalSpeed legal = at.scene.places.legal_speed(at.slot);
  if (legal.kind == map::LegalSpeed::Kind::limit) return legal.max.si();
  if (legal.kind == map::LegalSpeed::Kind::no_limit) return std::numeric_limits<double>::infinity();
  return std::numeric_limits<double>::quiet_NaN();
}

bool is_on_motorway(const View& at) {
  const map::RoadPosition* position = at.scene.places.road_position(at.slot);
  if (position == nullptr) return false;
  const map::RoadTypeRecord* type = map::road_type_at(at.scene.places.map(), position->road, position->s);
  return type != nullptr && type->type == "motorway";
}

bool is_slow_object_in_front(const View& at, double slower_than, double within) {
  const scene::InFront front = at.scene.relations.object_in_front(at.slot);
  if (!front.other.valid() || front.gap > within) return false;
  if (at.scene.actors.info(front.other).is_static) return true;
  return std::abs(at.scene.motion.speed(front.other)) < slower_than;
}

}  // namespace scrutineer::watch
