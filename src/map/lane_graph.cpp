#include "map/lane_graph.h"

#include <algorithm>
#include <cmath>

#include "map/lookup.h"

namespace scrutineer::map {
namespace {

// Links are by id.
bool contains(const std::vector<LaneId>& links, LaneId lane) {
  constexpr std::size_t kMany = 16;
  if (links.size() > kMany) return std::binary_search(links.begin(), links.end(), lane);
  return std::find(links.begin(), links.end(), lane) != links.end();
}

const RoadEnd& end_of(const Road& road, ContactPoint end) {
  return end == ContactPoint::start ? road.predecessor : road.successor;
}

RoadPoint point_at_end(const RoadNetwork& map, LaneId lane, ContactPoint end) {
  const Lane& l = map.lane(lane);
  return point_at(map, lane, end == ContactPoint::start ? l.s_begin : l.s_end, 0.0);
}

// The lane whose position in its section is `step` away; invalid beyond the outermost.
LaneId beside(const RoadNetwork& map, LaneId lane, int step) {
  const LaneSection& section = map.section(map.lane(lane).section);
  const long long place = static_cast<long long>(lane.index()) - section.first_lane + step;
  if (place < 0 || place >= section.lane_count) return {};
  return LaneId{section.first_lane + static_cast<std::size_t>(place)};
}

LaneId neighbour(const RoadNetwork& map, DirectedLane lane, int step_along_s) {
  const LaneId other = beside(map, lane.lane, lane.along_s ? step_along_s : -step_along_s);
  if (!other.valid() || !allows(map, {other, lane.along_s})) return {};
  return other;
}

std::vector<DirectedLane> reached_over(const RoadNetwork& map, DirectedLane lane, ContactPoint end) {
  std::vector<DirectedLane> reached;
  for (const LaneId other : links_at(map.lane(lane.lane), end)) {
    const bool meets_start = touching_end(map, lane.lane, end, other) == ContactPoint::start;
    // Going on over our exit enters at the other's start to travel it along s; coming from our entry leaves at its end.
    const DirectedLane candidate{other, meets_start == (end == lane.exit())};
    if (allows(map, candidate)) reached.push_back(candidate);
  }
  return reached;
}

std::vector<LaneId> without_direction(const std::vector<DirectedLane>& lanes) {
  std::vector<LaneId> ids;
  ids.reserve(lanes.size());
  for (const DirectedLane& lane : lanes) ids.push_back(lane.lane);
  return ids;
}

}  // namespace

bool is_driving(LaneType type) {
  switch (type) {
    case LaneType::driving:
    case LaneType::entry:
    case LaneType::exit:
    case LaneType::mway_entry:
    case LaneType::mway_exit:
    case LaneType::on_ramp:
    case LaneType::off_ramp:
    case LaneType::connecting_ramp:
    case LaneType::slip_lane:
    case LaneType::bidirectional:
      return true;
    default:
      return false;
  }
}

bool carries_vehicles(LaneType type) {
  return is_driving(type) || type == LaneType::bus || type == LaneType::taxi || type == LaneType::hov;
}

bool is_two_way(const Lane& lane) {
  return lane.direction == LaneDirection::both || lane.type == LaneType::bidirectional;
}

DirectedLane as_travelled(const RoadNetwork& map, LaneId lane) {
  return {lane, is_two_way(map.lane(lane)) || drives_along_s(map, lane)};
}

bool allows(const RoadNetwork& map, DirectedLane lane) {
  return is_two_way(map.lane(lane.lane)) || drives_along_s(map, lane.lane) == lane.along_s;
}

const std::vector<LaneId>& links_at(const Lane& lane, ContactPoint end) {
  return end == ContactPoint::start ? lane.predecessors : lane.successors;
}

ContactPoint touching_end(const RoadNetwork& map, LaneId lane, ContactPoint end, LaneId other) {
  const Lane& a = map.lane(lane);
  const Lane& b = map.lane(other);
  if (a.road == b.road) {  // the next section of the same road
    const std::size_t here = a.section.index(), there = b.section.index();
    if (end == ContactPoint::end && there == here + 1) return ContactPoint::start;
    if (end == ContactPoint::start && there + 1 == here) return ContactPoint::end;
  }
  const bool at_start = contains(b.predecessors, lane);
  if (at_start != contains(b.successors, lane)) return at_start ? ContactPoint::start : ContactPoint::end;

  // The two lanes touch at both ends (a ring of one or two roads): the roads' own links tell which end this is.
  const RoadEnd& stated = end_of(map.road(a.road), end);
  if (stated.road == b.road) return stated.contact;
  for (const ContactPoint contact : {ContactPoint::start, ContactPoint::end}) {
    const RoadEnd& back = end_of(map.road(b.road), contact);
    if (back.road == a.road && back.contact == end) return contact;
  }
  const RoadPoint here = point_at_end(map, lane, end);
  const RoadPoint begin = point_at_end(map, other, ContactPoint::start);
  const RoadPoint finish = point_at_end(map, other, ContactPoint::end);
  const bool start_is_nearer =
      std::hypot(begin.x - here.x, begin.y - here.y) <= std::hypot(finish.x - here.x, finish.y - here.y);
  return start_is_nearer ? ContactPoint::start : ContactPoint::end;
}

std::vector<DirectedLane> next_lanes(const RoadNetwork& map, DirectedLane lane) {
  return reached_over(map, lane, lane.exit());
}
std::vector<DirectedLane> previous_lanes(const RoadNetwork& map, DirectedLane lane) {
  return reached_over(map, lane, lane.entry());
}
std::vector<LaneId> next_lanes(const RoadNetwork& map, LaneId lane) {
  return without_direction(next_lanes(map, as_travelled(map, lane)));
}
std::vector<LaneId> previous_lanes(const RoadNetwork& map, LaneId lane) {
  return without_direction(previous_lanes(map, as_travelled(map, lane)));
}

LaneId neighbour_left(const RoadNetwork& map, DirectedLane lane) { return neighbour(map, lane, +1); }
LaneId neighbour_right(const RoadNetwork& map, DirectedLane lane) { return neighbour(map, lane, -1); }
LaneId neighbour_left(const RoadNetwork& map, LaneId lane) { return neighbour_left(map, as_travelled(map, lane)); }
LaneId neighbour_right(const RoadNetwork& map, LaneId lane) { return neighbour_right(map, as_travelled(map, lane)); }

LaneId opposite(const RoadNetwork& map, LaneId lane) {
  const DirectedLane own = as_travelled(map, lane);
  const int step = map.lane(lane).number < 0 ? 1 : -1;  // towards the centre and on
  for (LaneId other = beside(map, lane, step); other.valid(); other = beside(map, other, step)) {
    if (carries_vehicles(map.lane(other).type) && allows(map, {other, !own.along_s})) return other;
  }
  return {};
}

}  // namespace scrutineer::map
