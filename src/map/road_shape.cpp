#include "map/road_shape.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "map/detail/projection.h"
#include "map/lane_length.h"
#include "map/lookup.h"
#include "map/signal_controls.h"

namespace scrutineer::map {
namespace {

// Nobody drives on a strip this narrow, and paint is as wide: it parts nothing.
constexpr double kNarrow = 0.5;  // metres

bool is_oncoming(const RoadNetwork& map, LaneId lane, bool along_s) {
  const Lane& other = map.lane(lane);
  return carries_vehicles(other.type) && drives_along_s(map, lane) != along_s && !is_two_way(other);
}

// ---- roundabouts ----------------------------------------------------------------------------------------------------

constexpr double kLargestRing = 250.0;  // metres around
constexpr double kBackTurn = 0.35;      // radians that a piece of a ring may bend outward

double turn_along(const RoadNetwork& map, DirectedLane way) {
  const Lane& lane = map.lane(way.lane);
  const double begin = point_at(map, way.lane, lane.s_begin, 0.0).heading;
  const double end = point_at(map, way.lane, lane.s_end, 0.0).heading;
  const double turn = std::remainder(end - begin, 2.0 * kPi);
  return way.along_s ? turn : -turn;
}

// Follows lanes that bend all to one side and have no oncoming traffic beside them.
class RingSearch {
 public:
  RingSearch(const RoadNetwork& map, DirectedLane begin, double side) : map_(map), begin_(begin), side_(side) {}

  bool closes() { return follow(begin_, 0.0, 0.0, 0); }

 private:
  bool follow(DirectedLane way, double length, double turned, int depth) {
    constexpr int kDeepest = 40;
    const double turn = side_ * turn_along(map_, way);
    const Lane& lane = map_.lane(way.lane);
    length += lane.s_end - lane.s_begin;
    turned += turn;
    if (turn < -kBackTurn || length > kLargestRing || turned > 2.0 * kPi + 1.0 || depth > kDeepest) return false;
    if (!map_.road(lane.road).junction.valid() && !is_divided(map_, way)) return false;
    if (!visited_.insert({way.lane.index(), way.along_s}).second) return false;
    for (const DirectedLane next : next_lanes(map_, way)) {
      if (next == begin_) return std::abs(turned - 2.0 * kPi) < 0.5;
      if (follow(next, length, turned, depth + 1)) return true;
    }
    return false;
  }

  const RoadNetwork& map_;
  DirectedLane begin_;
  double side_;
  std::set<std::pair<std::size_t, bool>> visited_;
};

bool is_part_of_ring(const RoadNetwork& map, const std::vector<LaneConnection>& connections) {
  for (const LaneConnection& connection : connections) {
    const RoadId road = map.lane(connection.connecting).road;
    const double side = map.road(road).rule == TrafficRule::right_hand ? 1.0 : -1.0;
    if (RingSearch(map, as_travelled(map, connection.connecting), side).closes()) return true;
  }
  return false;
}

// ---- arms -----------------------------------------------------------------------------------------------------------

// Of travel, at one end of the lane.
double heading_at(const RoadNetwork& map, DirectedLane way, ContactPoint end) {
  const Lane& lane = map.lane(way.lane);
  const double along = point_at(map, way.lane, end == ContactPoint::start ? lane.s_begin : lane.s_end, 0.0).heading;
  return way.along_s ? along : along + kPi;
}

// Both carriageways of a road are one arm: directions that are close together count once.
std::size_t arms_among(std::vector<double> directions) {
  constexpr double kApart = 35.0 * kPi / 180.0;
  for (double& direction : directions) direction = std::remainder(direction, 2.0 * kPi);
  std::ranges::sort(directions);
  std::size_t gaps = 0;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const bool is_last = i + 1 == directions.size();
    const double next = is_last ? directions.front() + 2.0 * kPi : directions[i + 1];
    if (next - directions[i] > kApart) ++gaps;
  }
  return std::max<std::size_t>(gaps, 1);
}

}  // namespace

double curvature(const RoadNetwork& map, DirectedLane way, double s, std::uint32_t probable_strip) {
  const double along = centre_curvature(map, way.lane, s, probable_strip);
  return way.along_s ? along : -along;
}

double grade(const RoadNetwork& map, DirectedLane way, double s, std::uint32_t probable_strip) {
  const Road& road = map.road(map.lane(way.lane).road);
  const Strip* strip = detail::strip_among(map, road.first_strip, road.strip_count, s, probable_strip);
  if (strip == nullptr) return 0.0;
  const double slope = strip->elevation.slope(std::clamp(s - strip->s_begin, 0.0, strip->length));
  return way.along_s ? slope : -slope;
}

int lanes_this_way(const RoadNetwork& map, DirectedLane way) {
  const LaneSection& section = map.section(map.lane(way.lane).section);
  int count = 0;
  for (std::uint32_t i = 0; i < section.lane_count; ++i) {
    const LaneId lane(section.first_lane + i);
    if (carries_vehicles(map.lane(lane).type) && allows(map, {lane, way.along_s})) ++count;
  }
  return count;
}

bool is_divided(const RoadNetwork& map, DirectedLane way) {
  const Lane& own = map.lane(way.lane);
  if (is_two_way(own)) return false;
  const LaneSection& section = map.section(own.section);
  const double s = 0.5 * (own.s_begin + own.s_end);
  // From the own lane towards the oncoming traffic: whatever is met first decides.
  for (const int step : {-1, 1}) {
    for (auto i = static_cast<int>(way.lane.index()) + step;
         i >= static_cast<int>(section.first_lane) && i < static_cast<int>(section.first_lane + section.lane_count);
         i += step) {
      const LaneId lane(static_cast<std::size_t>(i));
      if (is_oncoming(map, lane, way.along_s)) return false;
      if (is_two_way(map.lane(lane))) return false;
      if (!carries_vehicles(map.lane(lane).type) && lane_span(map, lane, s).width() > kNarrow) break;
    }
  }
  return true;
}

std::string_view to_string(JunctionKind kind) {
  constexpr std::string_view kWords[] = {"tee", "crossing", "roundabout", "merge", "other"};
  return kWords[static_cast<std::size_t>(kind)];
}

JunctionKind junction_kind(const RoadNetwork& map, JunctionId junction) {
  const std::vector<LaneConnection> connections = lane_connections(map, junction);
  if (map.junction(junction).kind == JunctionRecord::Kind::direct) return JunctionKind::merge;
  if (connections.empty()) return JunctionKind::other;
  if (is_part_of_ring(map, connections)) return JunctionKind::roundabout;
  std::set<RoadId> roads;
  std::vector<double> directions;
  bool has_turn = false;
  for (const LaneConnection& connection : connections) {
    roads.insert(map.lane(connection.incoming).road);
    const DirectedLane in = as_travelled(map, connection.incoming);
    directions.push_back(heading_at(map, in, in.exit()) + kPi);
    if (connection.outgoing.valid()) {
      roads.insert(map.lane(connection.outgoing).road);
      const DirectedLane out = as_travelled(map, connection.outgoing);
      directions.push_back(heading_at(map, out, out.entry()));
    }
    has_turn = has_turn || connection.manoeuvre != Manoeuvre::straight;
  }
  if (!has_turn) return roads.size() > 2 ? JunctionKind::merge : JunctionKind::other;
  const std::size_t arms = arms_among(std::move(directions));
  if (arms == 3) return JunctionKind::tee;
  return arms > 3 ? JunctionKind::crossing : JunctionKind::other;
}

}  // namespace scrutineer::map
