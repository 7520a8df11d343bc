// A slow drive along lane centres in small steps, swaying so that the body leaves its lane, and the road, now and then: for
// what is remembered from frame to frame and must not be remembered for too long.
//
//   for (const trace::ActorState& state : swaying_drive(map, 2'000, 7)) ...
#pragma once

#include <cmath>
#include <vector>

#include "base/quantity.h"
#include "kit/random.h"
#include "trace/frame.h"

namespace scrutineer::kit {

inline std::vector<trace::ActorState> swaying_drive(const map::RoadNetwork& map, std::size_t steps, std::uint64_t seed,
                                                    double step = 0.06, double sway = 2.5) {
  std::vector<trace::ActorState> drive;
  const std::vector<LanePlace> places = random_drive(map, steps, seed, step);
  for (std::size_t i = 1; i < places.size(); ++i) {
    const map::Point from = places[i - 1].point, to = places[i].point;
    if (std::hypot(to.x - from.x, to.y - from.y) < 1e-6) continue;
    const double along = std::atan2(to.y - from.y, to.x - from.x), driven = step * static_cast<double>(i);
    const double left = sway * std::sin(driven / 7.0) * std::sin(driven / 31.0);
    trace::ActorState state;
    state.actor = trace::ActorId(0);
    state.x = to.x - left * std::sin(along);
    state.y = to.y + left * std::cos(along);
    state.z = places[i].z;
    state.fields.set(trace::Field::z);
    state.yaw = std::remainder(along + 0.2 * std::sin(driven / 3.0), 2.0 * kPi);
    drive.push_back(state);
  }
  return drive;
}

}  // namespace scrutineer::kit
