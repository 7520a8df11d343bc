// How the body of a vehicle lies in its lane.
#pragma once

#include <optional>

#include "watch/context.h"

namespace scrutineer::checks {

bool faces_along_s(const watch::View& at, const map::RoadPosition& place);

// How far a point of the body is beyond the borders of a lane, metres; below 0: inside. Left as the vehicle faces.
struct Beyond {
  double left = 0.0, right = 0.0;
};
// Of a front corner each, and where the lane goes on there. Nothing: it does not, or a corner is in a junction.
std::optional<Beyond> front_beyond(const watch::View& at, map::LaneId lane);

// Half of what the body takes up across its lane, as if that were straight.
double half_across(const watch::View& at);

// By how much the body reaches over the borders of the lane of its centre, as if that were straight; below 0: inside.
Beyond body_beyond(const watch::View& at, const map::RoadPosition& place);

}  // namespace scrutineer::checks
