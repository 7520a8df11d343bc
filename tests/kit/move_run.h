// The same run told in other coordinates, as kit/transform.h does for maps, or with its rows in another order: for tests
// that no answer depends on them.
//
//   const auto map = build_network(shifted_and_rotated(document, 5e5, 0.0, 0.5));
//   tester.on(*map).run(shifted_and_rotated(run, 5e5, 0.0, 0.5));
#pragma once

#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "kit/random.h"
#include "kit/run_data.h"

namespace scrutineer::kit {

// Turned around the origin by `angle`, then shifted.
inline RunData shifted_and_rotated(RunData run, double dx, double dy, double angle) {
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const auto turn = [&](double& x, double& y) {
    std::tie(x, y) = std::pair(cosine * x - sine * y, sine * x + cosine * y);
  };
  for (trace::Frame& frame : run.frames)
    for (trace::ActorState& state : frame.actors) {
      turn(state.x, state.y);
      turn(state.vx, state.vy);
      turn(state.ax, state.ay);
      state.x += dx;
      state.y += dy;
      state.yaw = std::remainder(state.yaw + angle, 2.0 * 3.14159265358979323846);
    }
  return run;
}

// Mirrored at the x axis: y becomes -y.
inline RunData mirrored(RunData run) {
  for (trace::ActorInfo& actor : run.actors)
    for (trace::Corner& corner : actor.base_polygon) corner.y = -corner.y;
  for (trace::Frame& frame : run.frames)
    for (trace::ActorState& state : frame.actors)
      for (double trace::ActorState::* number :
           {&trace::ActorState::y, &trace::ActorState::yaw, &trace::ActorState::roll, &trace::ActorState::vy,
            &trace::ActorState::ay, &trace::ActorState::yaw_rate})
        state.*number = -(state.*number);
  return run;
}

// The rows of each frame in another order, so that actors of one frame also appear in another order.
inline RunData shuffled(RunData run, std::uint64_t seed) {
  Random random(seed);
  std::vector<trace::ActorId> renumbered(run.actors.size());
  std::vector<trace::ActorInfo> actors;
  for (trace::Frame& frame : run.frames) {
    for (std::size_t i = frame.actors.size(); i > 1; --i) std::swap(frame.actors[i - 1], frame.actors[random.index(i)]);
    for (trace::ActorState& state : frame.actors) {
      trace::ActorId& actor = renumbered[state.actor.index()];
      if (!actor.valid()) {
        actor = trace::ActorId(actors.size());
        actors.push_back(run.actors[state.actor.index()]);
      }
      state.actor = actor;
    }
  }
  for (trace::ActorInfo& actor : actors)
    if (actor.parent.valid()) actor.parent = renumbered[actor.parent.index()];
  run.actors = std::move(actors);
  return run;
}

}  // namespace scrutineer::kit
