#include "checks/detail/passing_through.h"

#include <cmath>

#include "scene/boxes.h"

namespace scrutineer::checks {
namespace {

// A body that would only have brushed the other may well have missed it, because nothing moves quite evenly. So bodies
// are taken half as large.
constexpr double kCore = 0.5;

scene::FlatBox body_back(const scene::Actors& actors, scene::Slot part, int back, double share) {
  const trace::ActorState& state = actors.state(part, back);
  const trace::ActorInfo& info = actors.info(part);
  return {
      state.x, state.y, std::cos(state.yaw), std::sin(state.yaw), 0.5 * share * info.length, 0.5 * share * info.width};
}

scene::Velocity even_velocity(const scene::Actors& actors, scene::Slot part) {
  const trace::ActorState &now = actors.state(part), &before = actors.state(part, 1);
  return {(now.x - before.x) / actors.step_seconds(), (now.y - before.y) / actors.step_seconds()};
}

bool overlap_back(const scene::Actors& actors, scene::Slot a, scene::Slot b, int back) {
  return scene::overlap_depth(body_back(actors, a, back, 1.0), body_back(actors, b, back, 1.0)) > 0.0;
}

bool is_on_same_level(scene::Scene& scene, scene::Slot a, scene::Slot b) {
  const scene::Box one = scene.relations.box(a), other = scene.relations.box(b);
  return one.z_low < other.z_high && other.z_low < one.z_high;
}

bool would_have_met(const scene::Actors& actors, scene::Slot a, scene::Slot b) {
  return std::isfinite(scene::time_to_collision(body_back(actors, a, 1, kCore), even_velocity(actors, a),
                                                body_back(actors, b, 1, kCore), even_velocity(actors, b),
                                                actors.step_seconds()));
}

}  // namespace

bool seem_to_have_passed_through(scene::Scene& scene, scene::Slot a, scene::Slot b) {
  const scene::Actors& actors = scene.actors;
  bool have_met = false;
  for (const scene::Slot one : actors.parts(a)) {
    for (const scene::Slot other : actors.parts(b)) {
      if (actors.age(one) < 2 || actors.age(other) < 2 || !is_on_same_level(scene, one, other)) continue;
      if (overlap_back(actors, one, other, 0) || overlap_back(actors, one, other, 1)) return false;
      have_met = have_met || would_have_met(actors, one, other);
    }
  }
  return have_met;
}

}  // namespace scrutineer::checks
