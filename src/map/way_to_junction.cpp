#include "map/way_to_junction.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "map/detail/lane_travel.h"
#include "map/lane_length.h"

namespace scrutineer::map {
namespace {

constexpr double kTableStep = 1.0;  // metres of s

JunctionId junction_with_roads(const RoadNetwork& map, LaneId lane) {
  const JunctionId junction = map.road(map.lane(lane).road).junction;
  const bool is_one = junction.valid() && map.junction(junction).kind == JunctionRecord::Kind::standard;
  return is_one ? junction : JunctionId();
}

struct Reached {
  double distance;  // from the first lane's exit to the exit of this one
  DirectedLane lane;
  bool operator<(const Reached& other) const {  // the nearest is on top
    return std::tuple(distance, lane.lane, lane.along_s) >
           std::tuple(other.distance, other.lane.lane, other.lane.along_s);
  }
};

// The lane before this one on the way back to `wanted`: there, or on the same road, or on the road before.
std::optional<DirectedLane> lane_before(const RoadNetwork& map, DirectedLane lane, RoadId wanted) {
  const std::vector<DirectedLane> before = previous_lanes(map, lane);
  const auto road_of = [&map](DirectedLane other) { return map.lane(other.lane).road; };
  for (const RoadId road : {wanted, road_of(lane)}) {
    const auto found = std::ranges::find(before, road, road_of);
    if (found != before.end()) return *found;
  }
  const auto outside =
      std::ranges::find_if(before, [&](DirectedLane other) { return !map.road(road_of(other)).junction.valid(); });
  return outside == before.end() ? std::nullopt : std::optional(*outside);
}

}  // namespace

double WayToJunction::distance(double s) const {
  const double left = begin_.along_s ? exit_s_ - s : s - exit_s_;
  const double place = left / kTableStep;
  if (place <= 0.0 || lengths_.empty()) return after_ + left;
  const auto last = lengths_.size();
  if (place >= static_cast<double>(last)) return after_ + lengths_.back() + left - static_cast<double>(last);
  const auto below = static_cast<std::size_t>(place);
  const double from = below == 0 ? 0.0 : lengths_[below - 1];
  return after_ + std::lerp(from, lengths_[below], place - static_cast<double>(below));
}

std::optional<WayToJunction> way_to_junction(const RoadNetwork& map, DirectedLane lane, double reach) {
  if (junction_with_roads(map, lane.lane).valid()) return std::nullopt;
  std::priority_queue<Reached> open;
  std::vector<DirectedLane> seen;
  open.push({0.0, lane});
  while (!open.empty()) {
    const Reached at = open.top();
    open.pop();
    if (std::ranges::find(seen, at.lane) != seen.end()) continue;
    seen.push_back(at.lane);
    const std::vector<DirectedLane> following = next_lanes(map, at.lane);
    for (const DirectedLane next : following) {
      const JunctionId junction = junction_with_roads(map, next.lane);
      if (!junction.valid()) continue;
      WayToJunction way;
      way.junction_ = junction;
      way.incoming_ = at.lane;
      way.begin_ = lane;
      way.exit_s_ = detail::exit_s(map, lane);
      way.after_ = at.distance;
      const double sense = lane.along_s ? -1.0 : 1.0;
      const double length = std::abs(way.exit_s_ - detail::entry_s(map, lane));
      double sum = 0.0;
      for (double back = 0.0; back + kTableStep <= length && back <= reach; back += kTableStep) {
        const double begin = way.exit_s_ + sense * (back + kTableStep), end = way.exit_s_ + sense * back;
        sum += centre_length(map, lane.lane, begin, end);
        way.lengths_.push_back(sum);
      }
      return way;
    }
    for (const DirectedLane next : following) {
      if (!carries_vehicles(map.lane(next.lane).type)) continue;
      const double distance = at.distance + centre_length(map, next.lane, detail::entry_s(map, next),
                                                          detail::exit_s(map, next), reach - at.distance);
      if (distance <= reach) open.push({distance, next});
    }
  }
  return std::nullopt;
}

double distance_before_junction(const RoadNetwork& map, DirectedLane incoming, double s) {
  const RoadId road = map.lane(incoming.lane).road;
  DirectedLane lane = incoming;
  double distance = 0.0;
  for (std::uint32_t sections = map.road(road).section_count; sections > 0; --sections) {
    const Lane& here = map.lane(lane.lane);
    const double stop = std::clamp(s, here.s_begin, here.s_end);
    distance += centre_length(map, lane.lane, stop, detail::exit_s(map, lane));
    if (stop == s) break;
    const std::vector<DirectedLane> before = previous_lanes(map, lane);
    const auto on_road =
        std::ranges::find_if(before, [&](DirectedLane other) { return map.lane(other.lane).road == road; });
    if (on_road == before.end()) return distance + std::abs(s - stop);
    lane = *on_road;
  }
  return distance;
}

double distance_before_junction(const RoadNetwork& map, DirectedLane incoming, RoadId road, double s) {
  constexpr int kMostLanes = 64;  // a ring of links would never end
  DirectedLane lane = incoming;
  double distance = 0.0;
  for (int i = 0; i < kMostLanes && map.lane(lane.lane).road != road; ++i) {
    distance += centre_length(map, lane.lane, detail::entry_s(map, lane), detail::exit_s(map, lane));
    const auto before = lane_before(map, lane, road);
    if (!before) return distance;
    lane = *before;
  }
  return distance + distance_before_junction(map, lane, s);
}

}  // namespace scrutineer::map
