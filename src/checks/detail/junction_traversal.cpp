#include "checks/detail/junction_traversal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/clock_rounding.h"
#include "map/lane_length.h"
#include "map/routes.h"
#include "trace/planned_path.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

using map::JunctionId;
using map::LaneConnection;
using map::LaneId;
using map::RoadPosition;

// A junction stays the next one until it is so much further away than where it came into range.
constexpr double kOutOfRange = 20.0;  // metres
// What is beside its lane, on a shoulder or beside the road, for no longer than this is still on its way to the junction.
constexpr Duration kOffLanes = std::chrono::seconds(2);
// Who moved further between two frames did not drive there.
constexpr Speed kFastest = Speed::from_si(300.0 / 3.6);
// The way along the lanes is longer than the straight line between two frames by no more than this.
constexpr double kDetour = 1.3, kMoreDetour = 1.0;  // as a share, and metres
// A plan takes the way whose end it passes nearest, if not further away than this: half a lane.
constexpr double kPlanReach = 2.0;  // metres

JunctionId junction_of(const map::RoadNetwork& map, map::RoadId road) {
  const JunctionId junction = map.road(road).junction;
  const bool is_one = junction.valid() && map.junction(junction).kind == map::JunctionRecord::Kind::standard;
  return is_one ? junction : JunctionId();
}

map::RoadId road_of(const map::RoadNetwork& map, LaneId lane) {
  return lane.valid() ? map.lane(lane).road : map::RoadId();
}

// Calls use(road, metres, along_s) for the roads over which the way leads through the junction, until it returns true;
// metres: from the border to where the road is entered. Mostly there is one, but files cut roads anywhere.
bool any_road_of(const map::RoadNetwork& map, const LaneConnection& way, const auto& use) {
  constexpr int kMostRoads = 32;  // a ring of links has no end
  map::RoadId at = road_of(map, way.connecting);
  map::ContactPoint exit = map::as_travelled(map, way.connecting).exit();
  double metres = 0.0;
  for (int i = 0; i < kMostRoads && at.valid() && map.road(at).junction == way.junction; ++i) {
    if (use(at, metres, exit == map::ContactPoint::end)) return true;
    metres += map.road(at).length;
    const map::RoadEnd& next = exit == map::ContactPoint::start ? map.road(at).predecessor : map.road(at).successor;
    at = next.road;
    exit = next.contact == map::ContactPoint::start ? map::ContactPoint::end : map::ContactPoint::start;
  }
  return false;
}

// The roads of the positions, sorted.
void take_roads(std::span<const RoadPosition> positions, std::vector<map::RoadId>& roads) {
  roads.clear();
  for (const RoadPosition& position : positions) roads.push_back(position.road);
  std::ranges::sort(roads);
}

bool leads_over(const map::RoadNetwork& map, const LaneConnection& way, std::span<const map::RoadId> roads) {
  return any_road_of(map, way, [&](map::RoadId road, double, bool) { return std::ranges::binary_search(roads, road); });
}

bool is_in_area(const View& at, JunctionId junction, map::Point point, std::vector<JunctionId>& scratch) {
  map::junctions_containing(at.scene.places.map(), point, at.scene.places.height(at.slot), scratch);
  return std::ranges::find(scratch, junction) != scratch.end();
}

// How far the vehicle's centre is beyond the border, along the way that it is on. 0: that cannot be told.
double driven_inside(const View& at, const std::vector<LaneConnection>& ways) {
  const map::RoadNetwork& map = at.scene.places.map();
  for (const RoadPosition& on : at.scene.places.road_positions(at.slot)) {
    for (const LaneConnection& way : ways) {
      double before = 0.0;
      bool along_s = true;
      const bool is_on_way = any_road_of(map, way, [&](map::RoadId road, double metres, bool along) {
        before = metres;
        along_s = along;
        return road == on.road;
      });
      if (!is_on_way) continue;
      if (on.lane == way.connecting) {
        const map::Lane& lane = map.lane(on.lane);
        return map::centre_length(map, on.lane, along_s ? lane.s_begin : lane.s_end, on.s);
      }
      // Behind the first section of a connecting road lanes are others, and hardly longer than the road.
      return before + (along_s ? on.s : map.road(on.road).length - on.s);
    }
  }
  return 0.0;
}

bool can_have_driven(const View& at, double way) {
  return way <= kFastest.si() * to_seconds(at.now() - at.context.previous);
}

// How the vehicle got from the end of the way, where that leaves the junction, to where it is since the frame before.
std::optional<map::Route> route_beyond(const View& at, const LaneConnection& way, const RoadPosition& position) {
  const double driven = driven_since_last(at);
  if (!way.outgoing.valid() || driven <= 0.0 || !can_have_driven(at, driven)) return std::nullopt;
  const map::RoadNetwork& map = at.scene.places.map();
  const map::DirectedLane begin = map::as_travelled(map, way.outgoing);
  const map::Lane& lane = map.lane(way.outgoing);
  return map::shortest_route(map, {way.outgoing, begin.along_s ? lane.s_begin : lane.s_end},
                             {position.lane, position.s},
                             {.max_length = Distance::from_si(kDetour * driven + kMoreDetour)});
}

// Of a route from its lane `first` to this s of its last lane, along the lanes' centres.
double length_behind(const map::RoadNetwork& map, const map::Route& route, std::size_t first, double s) {
  double length = 0.0;
  for (std::size_t i = first; i < route.lanes.size(); ++i) {
    const map::DirectedLane way = route.lanes[i];
    const map::Lane& lane = map.lane(way.lane);
    const bool is_change = i + 1 < route.lanes.size() && map.lane(route.lanes[i + 1].lane).road == lane.road &&
                           map.lane(route.lanes[i + 1].lane).s_begin == lane.s_begin;
    if (is_change) continue;  // the lane beside it has the length
    const double entry = way.along_s ? lane.s_begin : lane.s_end, exit = way.along_s ? lane.s_end : lane.s_begin;
    length += map::centre_length(map, way.lane, entry, i + 1 == route.lanes.size() ? s : exit);
  }
  return length;
}

bool is_off_lanes(const View& at, const RoadPosition* position) {
  return position == nullptr || !map::carries_vehicles(at.scene.places.map().lane(position->lane).type);
}

// Is a corner of one of its bodies inside?
bool touches(const View& at, JunctionId junction) {
  if (!at.scene.places.touches_junction(at.slot)) return false;
  std::vector<JunctionId> scratch;
  for (const scene::Slot part : at.scene.actors.parts(at.slot)) {
    const scene::BodyPoints& body = at.scene.places.body(part);
    for (const map::Point& corner : {body.front_left(), body.front_right(), body.rear_left(), body.rear_right()})
      if (is_in_area(at, junction, corner, scratch)) return true;
  }
  return false;
}

}  // namespace

double driven_since_last(const View& at) {
  if (at.scene.actors.age(at.slot) < 2) return 0.0;
  const trace::ActorState &now = at.state(), &before = at.scene.actors.state(at.slot, 1);
  const scene::Vector heading = at.scene.motion.heading(at.slot);
  const double dx = now.x - before.x, dy = now.y - before.y;
  const double way = std::hypot(dx, dy);
  return dx * heading.x + dy * heading.y < 0.0 ? -way : way;
}

JunctionTraversal::Change JunctionTraversal::advance(const View& at) {
  Change change;
  if (!at.scene.places.has_map()) return change;
  const map::RoadNetwork& map = at.scene.places.map();
  const RoadPosition* position = at.scene.places.road_position(at.slot);
  const Here here{position, position == nullptr ? JunctionId() : junction_of(map, position->road)};

  if (current_ && !current_->has_entered) {
    if (!comes_nearer(at, here, *current_)) {
      change.ended = std::move(current_);
      change.ended_by = EndedBy::not_entered;
      current_.reset();
    }
  } else if (current_) {
    current_->to_border -= driven_since_last(at);
  }
  if (current_ && current_->has_entered) {
    std::vector<JunctionId> scratch;
    const bool is_out =
        here.junction != current_->junction &&
        (position != nullptr || !is_in_area(at, current_->junction, {at.state().x, at.state().y}, scratch));
    if (here.junction == current_->junction) {
      follow_inside(at, *current_);
    } else if (is_out && !current_->has_left) {
      leave(at, position);
      if (!next_) next_ = passed_unseen(at, here);
      if (!next_) look_at_next(at, here);
    } else if (is_out) {
      look_at_next(at, here);
    }
    if (is_out && !touches(at, current_->junction)) {
      change.ended = std::move(current_);
      current_ = std::exchange(next_, std::nullopt);
      change.begun = current_.has_value();
      return change;
    }
  }
  if (current_) return change;
  current_ = found(at, here);
  change.begun = current_.has_value();
  return change;
}

// The junction that it is in or that is next on its way.
std::optional<Traversal> JunctionTraversal::found(const View& at, const Here& here) {
  if (here.junction.valid()) return begin_inside(at, here.junction);
  const Ahead* ahead = look_ahead(at, here.position);
  if (ahead == nullptr || ahead->way->distance(here.position->s) > range_) return std::nullopt;
  Traversal traversal;
  traversal.junction = ahead->way->junction();
  traversal.incoming = ahead->way->incoming().lane;
  traversal.ways = traversal.possible = ahead->ways;
  traversal.to_border = ahead->way->distance(here.position->s);
  return traversal;
}

// Up to this frame, before its centre is inside; false: it is no longer the next on the way.
bool JunctionTraversal::comes_nearer(const View& at, const Here& here, Traversal& traversal) {
  if (here.junction == traversal.junction || has_passed_over(at, here.position, traversal)) {
    traversal.to_border -= driven_since_last(at);
    enter(at, traversal);
    return true;
  }
  const Ahead* ahead = look_ahead(at, here.position);
  if (ahead == nullptr && is_off_lanes(at, here.position)) return may_come_back(at, traversal);
  traversal.off_since.reset();
  if (ahead == nullptr || ahead->way->junction() != traversal.junction) return false;
  traversal.to_border = ahead->way->distance(here.position->s);
  if (traversal.incoming != ahead->way->incoming().lane) {
    traversal.incoming = ahead->way->incoming().lane;
    traversal.ways = traversal.possible = ahead->ways;
  }
  return true;
}

// Off the lanes: for a moment it is still on its way to the junction, to which it comes nearer as it drives.
bool JunctionTraversal::may_come_back(const View& at, Traversal& traversal) {
  if (!traversal.off_since) traversal.off_since = at.now();
  traversal.to_border -= driven_since_last(at);
  return !exceeds(at.now() - *traversal.off_since, kOffLanes);
}

void JunctionTraversal::look_at_next(const View& at, const Here& here) {
  if (!next_) {
    next_ = found(at, here);
    if (next_) next_->entered_before = current_->entered;
  } else if (next_->has_entered) {
    next_->to_border -= driven_since_last(at);
    if (here.junction == next_->junction) follow_inside(at, *next_);
  } else if (!comes_nearer(at, here, *next_)) {
    next_.reset();
  } else if (next_->has_entered) {
    follow_inside(at, *next_);
  }
}

// Null: no junction within reach.
const JunctionTraversal::Ahead* JunctionTraversal::look_ahead(const View& at, const RoadPosition* position) {
  if (position == nullptr) return nullptr;
  const map::RoadNetwork& map = at.scene.places.map();
  const map::DirectedLane lane{position->lane, at.scene.places.faces_along_s(at.slot)};
  if (ahead_.lane != lane) {
    ahead_ = {lane, std::nullopt, {}};
    if (map::allows(map, lane)) ahead_.way = map::way_to_junction(map, lane, range_ + kOutOfRange);
    if (ahead_.way) {
      const LaneId incoming = ahead_.way->incoming().lane;
      for (const LaneConnection& connection : connections_of(map, ahead_.way->junction()))
        if (connection.incoming == incoming) ahead_.ways.push_back(connection);
    }
  }
  const bool is_near = ahead_.way && !ahead_.ways.empty() && ahead_.way->distance(position->s) <= range_ + kOutOfRange;
  return is_near ? &ahead_ : nullptr;
}

const std::vector<LaneConnection>& JunctionTraversal::connections_of(const map::RoadNetwork& map, JunctionId junction) {
  if (known_junction_ != junction) {
    known_junction_ = junction;
    known_connections_ = map::lane_connections(map, junction);
  }
  return known_connections_;
}

Traversal JunctionTraversal::begin_inside(const View& at, JunctionId junction) {
  const map::RoadNetwork& map = at.scene.places.map();
  Traversal traversal;
  traversal.junction = junction;
  traversal.incoming = at.scene.places.came_from(at.slot);
  take_roads(at.scene.places.road_positions(at.slot), roads_on_);
  for (const LaneConnection& connection : connections_of(map, junction)) {
    const bool may_be =
        traversal.incoming.valid() ? connection.incoming == traversal.incoming : leads_over(map, connection, roads_on_);
    if (may_be) traversal.ways.push_back(connection);
  }
  traversal.possible = traversal.ways;
  enter(at, traversal);
  follow_inside(at, traversal);
  // From a junction right before this one: it drove on since it passed the border.
  if (traversal.incoming.valid()) traversal.to_border = -driven_inside(at, traversal.possible);
  return traversal;
}

void JunctionTraversal::enter(const View& at, Traversal& traversal) {
  traversal.has_entered = true;
  traversal.entered = at.now();
  last_connecting_ = {};
}

void JunctionTraversal::follow_inside(const View& at, Traversal& traversal) {
  const map::RoadNetwork& map = at.scene.places.map();
  const auto on = at.scene.places.road_positions(at.slot);
  if (on.empty()) return;
  last_connecting_ = on.front().road;
  last_lane_ = map.lane(on.front().lane).number;
  std::vector<LaneConnection>& possible = traversal.possible;
  possible.clear();
  take_roads(on, roads_on_);
  for (const LaneConnection& way : traversal.ways)
    if (leads_over(map, way, roads_on_)) possible.push_back(way);
  // A vehicle that follows none of the ways from its lane may still take any of them.
  if (possible.empty()) possible = traversal.ways;
}

void JunctionTraversal::leave(const View& at, const RoadPosition* position) {
  const map::RoadNetwork& map = at.scene.places.map();
  current_->has_left = true;
  // Where it comes out says most, then the connecting road it was seen on last, then the lanes.
  const auto fits = [&](const LaneConnection& way) {
    int points = 0;
    if (position != nullptr && road_of(map, way.outgoing) == position->road) {
      points += 8;
      if (way.outgoing == position->lane) points += 2;
    }
    if (last_connecting_.valid() && leads_over(map, way, {&last_connecting_, 1})) {
      points += 4;
      if (map.lane(way.connecting).number == last_lane_) points += 1;
    }
    return points;
  };
  const auto best_of = [&](const std::vector<LaneConnection>& ways) -> const LaneConnection* {
    const LaneConnection* best = nullptr;
    for (const LaneConnection& way : ways)
      if (fits(way) >= 4 && (best == nullptr || fits(way) > fits(*best))) best = &way;
    return best;
  };
  const LaneConnection* best = best_of(current_->ways);
  if (best == nullptr) best = best_of(connections_of(map, current_->junction));
  if (best == nullptr && position != nullptr) best = way_beyond(at, current_->ways, *position);
  if (best != nullptr) current_->taken = *best;
}

// Of these ways the one from whose end the shortest route leads to where the vehicle is; null: none does.
const LaneConnection* JunctionTraversal::way_beyond(const View& at, const std::vector<LaneConnection>& ways,
                                                    const RoadPosition& position) {
  const LaneConnection* best = nullptr;
  Distance least;
  for (const LaneConnection& way : ways) {
    const auto route = route_beyond(at, way, position);
    if (!route || (best != nullptr && route->length >= least)) continue;
    best = &way;
    least = route->length;
  }
  return best;
}

// Through all of the junction between two frames.
bool JunctionTraversal::has_passed_over(const View& at, const RoadPosition* position, const Traversal& traversal) {
  const double driven = driven_since_last(at);
  if (position == nullptr || driven < traversal.to_border || !can_have_driven(at, driven)) return false;
  if (std::ranges::any_of(traversal.ways, [&](const LaneConnection& way) { return way.outgoing == position->lane; }))
    return true;
  // Further, such as into the next junction, or onto another lane.
  const map::RoadNetwork& map = at.scene.places.map();
  if (!traversal.incoming.valid() || position->road == road_of(map, traversal.incoming)) return false;
  return way_beyond(at, traversal.ways, *position) != nullptr;
}

// The junction behind the current one through which it drove since the frame before, too.
std::optional<Traversal> JunctionTraversal::passed_unseen(const View& at, const Here& here) {
  if (here.position == nullptr || !current_->taken) return std::nullopt;
  const map::RoadNetwork& map = at.scene.places.map();
  if (road_of(map, current_->taken->outgoing) == here.position->road) return std::nullopt;
  const auto route = route_beyond(at, *current_->taken, *here.position);
  if (!route) return std::nullopt;
  for (std::size_t i = 1; i < route->lanes.size(); ++i) {
    const JunctionId junction = junction_of(map, road_of(map, route->lanes[i].lane));
    if (!junction.valid() || junction == here.junction || junction == current_->junction) continue;
    Traversal traversal{.junction = junction, .incoming = route->lanes[i - 1].lane};
    for (const LaneConnection& connection : connections_of(map, junction)) {
      if (connection.incoming != traversal.incoming) continue;
      traversal.ways.push_back(connection);
      if (connection.connecting == route->lanes[i].lane) traversal.taken = connection;
    }
    if (!traversal.taken) return std::nullopt;
    traversal.possible = {*traversal.taken};
    traversal.to_border = -length_behind(map, *route, i, here.position->s);
    traversal.has_entered = traversal.has_left = true;
    traversal.entered = at.now();
    traversal.entered_before = current_->entered;
    return traversal;
  }
  return std::nullopt;
}

std::optional<LaneConnection> planned_way(const View& at, const std::vector<LaneConnection>& ways) {
  if (at.context.plans == nullptr) return std::nullopt;
  const trace::PlannedPath* path = at.context.plans->of(at.info().id);
  if (path == nullptr) return std::nullopt;
  const map::RoadNetwork& map = at.scene.places.map();
  std::optional<LaneConnection> planned;
  double nearest = kPlanReach;
  for (const LaneConnection& way : ways) {
    const map::DirectedLane lane = map::as_travelled(map, way.connecting);
    const map::Road& road = map.road(road_of(map, way.connecting));
    // The lane of the road's last section where traffic leaves it has the number of the first, if nothing is said.
    const double end = lane.along_s ? road.length : 0.0;
    const LaneId last = map.find_lane(road_of(map, way.connecting), end, map.lane(way.connecting).number);
    const map::RoadPoint exit = map::point_at(map, last.valid() ? last : way.connecting, end, 0.0);
    for (std::size_t i = 1; i < path->points.size(); ++i) {
      const trace::PlannedPoint &from = path->points[i - 1], &to = path->points[i];
      const double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
      const double share =
          square == 0.0 ? 0.0 : std::clamp(((exit.x - from.x) * dx + (exit.y - from.y) * dy) / square, 0.0, 1.0);
      const double distance = std::hypot(exit.x - from.x - share * dx, exit.y - from.y - share * dy);
      if (distance >= nearest) continue;
      nearest = distance;
      planned = way;
    }
  }
  return planned;
}

}  // namespace scrutineer::checks
