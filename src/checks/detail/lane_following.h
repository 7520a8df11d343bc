// Which lane is the one that a vehicle was in, further along its way, and how its body lies in it.
#pragma once

#include <optional>

#include "watch/context.h"

namespace scrutineer::checks {

// The lane that goes on from `lane` on the road and section of `at`, over links in either direction; `lane` itself if
// that is there. Invalid: none does.
map::LaneId continuation(const map::RoadNetwork& map, map::LaneId lane, const map::RoadPosition& at);

// From one lane to another one of its section: left or right as a vehicle sees it that faces along s, or against it.
inline bool is_to_the_left(const map::RoadNetwork& map, map::LaneId from, map::LaneId to, bool along_s) {
  return (map.lane(to).number > map.lane(from).number) == along_s;
}

// How far a point of the body is beyond the borders of a lane, metres; below 0: inside. Left as the vehicle faces.
struct Beyond {
  double left = 0.0, right = 0.0;
};
// Of a front corner each, and where the lane goes on there. Nothing: it does not.
std::optional<Beyond> front_beyond(const watch::View& at, map::LaneId lane);

// Half of what the body takes up across its lane, as if that were straight.
double half_across(const watch::View& at);

// By how much the body reaches over the borders of the lane of its centre, as if that were straight; below 0: inside.
Beyond body_beyond(const watch::View& at, const map::RoadPosition& place);

}  // namespace scrutineer::checks
