// Which lane is the one that a vehicle was in, further along its way.
#pragma once

#include "map/lookup.h"

namespace scrutineer::scene {

// The lane that goes on from `lane` on the road and section of `at`, over links in either direction; `lane` itself if
// that is there. Invalid: none does.
map::LaneId continuation(const map::RoadNetwork& map, map::LaneId lane, const map::RoadPosition& at);

// From one lane to another one of its section: left or right as a vehicle sees it that faces along s, or against it.
inline bool is_to_the_left(const map::RoadNetwork& map, map::LaneId from, map::LaneId to, bool along_s) {
  return (map.lane(to).number > map.lane(from).number) == along_s;
}

}  // namespace scrutineer::scene
