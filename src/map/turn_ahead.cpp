#include "map/turn_ahead.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/quantity.h"
#include "map/lookup.h"

namespace scrutineer::map {
namespace {

double heading_at(const RoadNetwork& map, DirectedLane lane, double s) {
  return point_at(map, lane.lane, s, 0.0).heading + (lane.along_s ? 0.0 : kPi);
}

// Where the way goes on in the same junction, or outside of all; on the same road if it does. Invalid: nowhere.
DirectedLane next_of(const RoadNetwork& map, DirectedLane lane) {
  const RoadId road = map.lane(lane.lane).road;
  const JunctionId junction = map.road(road).junction;
  const bool with_traffic = allows(map, lane);
  DirectedLane found;
  for (const LaneId other : links_at(map.lane(lane.lane), lane.exit())) {
    const RoadId onto = map.lane(other).road;
    if (map.road(onto).junction != junction || (found.lane.valid() && onto != road)) continue;
    const DirectedLane next{other, touching_end(map, lane.lane, lane.exit(), other) == ContactPoint::start};
    if (with_traffic && !allows(map, next)) continue;
    if (onto == road) return next;
    found = next;
  }
  return found;
}

}  // namespace

double turn_ahead(const RoadNetwork& map, DirectedLane lane) {
  constexpr int kMostLanes = 64;  // a ring of links has no end
  const Lane& first = map.lane(lane.lane);
  const double entry = heading_at(map, lane, lane.along_s ? first.s_begin : first.s_end);
  const bool is_in_junction = map.road(first.road).junction.valid();
  double left = is_in_junction ? std::numeric_limits<double>::infinity() : kTurnSeen, exit = entry;
  for (int i = 0; i < kMostLanes && lane.lane.valid() && left > 0.0; ++i) {
    const Lane& of = map.lane(lane.lane);
    const double length = std::min(of.s_end - of.s_begin, left);
    exit = heading_at(map, lane, lane.along_s ? of.s_begin + length : of.s_end - length);
    left -= length;
    if (left > 0.0) lane = next_of(map, lane);
  }
  return std::remainder(exit - entry, 2.0 * kPi);
}

bool is_to_the_near_side(const RoadNetwork& map, DirectedLane lane, double turn) {
  constexpr double kClearly = 0.01;  // radians
  const bool keeps_right = map.road(map.lane(lane.lane).road).rule == TrafficRule::right_hand;
  return (keeps_right ? -turn : turn) > kClearly;
}

}  // namespace scrutineer::map
