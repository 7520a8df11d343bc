#include "map/routes.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace scrutineer::map {
namespace {

// How far a place lies behind the lane's begin, as it is travelled.
double travelled(const Lane& lane, bool along_s, double s) {
  const double clamped = std::clamp(s, lane.s_begin, lane.s_end);
  return along_s ? clamped - lane.s_begin : lane.s_end - clamped;
}

}  // namespace

bool RouteFinder::Candidate::operator>(const Candidate& other) const {
  return cost != other.cost ? cost > other.cost : node > other.node;
}

RouteFinder::RouteFinder(const RoadNetwork& map)
    : map_(map), first_begin_node_(static_cast<Node>(2 * map.lanes().size())) {}

DirectedLane RouteFinder::lane_of(Node node) const {
  const Node own = node < first_begin_node_ ? node : node - first_begin_node_ + 2 * begin_lane_;
  return {LaneId{own / 2}, own % 2 == 0};
}

void RouteFinder::reach(Node node, Node from, double cost, double length) {
  if (length > max_length_) return;
  Reached& reached = reached_[node];
  if (reached.search == search_ && reached.cost <= cost) return;
  reached = {search_, from, cost, length, false};
  open_.push_back({cost, node});
  std::push_heap(open_.begin(), open_.end(), std::greater<>());
}

Route RouteFinder::trace(Node goal, double length) const {
  Route route;
  route.length = Distance::from_si(length);
  for (Node node = goal;; node = reached_[node].from) {
    route.lanes.push_back(lane_of(node));
    if (reached_[node].from == node) break;
  }
  std::reverse(route.lanes.begin(), route.lanes.end());
  return route;
}

std::optional<Route> RouteFinder::find(LanePlace from, LanePlace to, const RouteOptions& options) {
  const LaneSection& begin_section = map_.section(map_.lane(from.lane).section);
  begin_lane_ = begin_section.first_lane;
  max_length_ = options.max_length.si();
  open_.clear();
  ++search_;
  const std::size_t nodes = first_begin_node_ + 2 * std::size_t{begin_section.lane_count};
  if (reached_.size() < nodes) reached_.resize(nodes);
  if (search_ == 0) {  // wrapped around: old marks would look current
    std::fill(reached_.begin(), reached_.end(), Reached{});
    search_ = 1;
  }

  const auto node_of = [](DirectedLane lane) {
    return static_cast<Node>(2 * lane.lane.index() + (lane.along_s ? 0 : 1));
  };
  const auto begin_node_of = [&](DirectedLane lane) { return node_of(lane) - 2 * begin_lane_ + first_begin_node_; };
  const auto usable = [&](LaneId lane) {
    return lane == from.lane || lane == to.lane || options.usable(map_.lane(lane).type);
  };

  double best_cost = std::numeric_limits<double>::infinity();
  double best_length = 0.0;
  Node goal = 0;

  for (const bool along_s : {true, false}) {
    const DirectedLane begin{from.lane, along_s};
    if (allows(map_, begin)) reach(begin_node_of(begin), begin_node_of(begin), 0.0, 0.0);
  }
  while (!open_.empty() && open_.front().cost < best_cost) {
    const Candidate next = open_.front();
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    open_.pop_back();
    Reached& reached = reached_[next.node];
    if (reached.done) continue;
    reached.done = true;
    const double cost = reached.cost, length = reached.length;
    const DirectedLane here = lane_of(next.node);
    const Lane& lane = map_.lane(here.lane);
    const bool at_begin = next.node >= first_begin_node_;
    const double skipped = at_begin ? travelled(lane, here.along_s, from.s) : 0.0;

    if (here.lane == to.lane) {
      const double ahead = travelled(lane, here.along_s, to.s) - skipped;
      if (ahead >= 0.0 && cost + ahead < best_cost && length + ahead <= max_length_) {
        best_cost = cost + ahead;
        best_length = length + ahead;
        goal = next.node;
      }
    }
    if (options.lane_change_cost) {
      for (const LaneId beside : {neighbour_left(map_, here), neighbour_right(map_, here)}) {
        if (!beside.valid() || !usable(beside)) continue;
        const DirectedLane changed{beside, here.along_s};
        reach(at_begin ? begin_node_of(changed) : node_of(changed), next.node, cost + options.lane_change_cost->si(),
              length);
      }
    }
    const double rest = lane.s_end - lane.s_begin - skipped;
    for (const LaneId other : links_at(lane, here.exit())) {
      if (!usable(other)) continue;
      const DirectedLane entered{other, touching_end(map_, here.lane, here.exit(), other) == ContactPoint::start};
      if (allows(map_, entered)) reach(node_of(entered), next.node, cost + rest, length + rest);
    }
  }
  if (best_cost == std::numeric_limits<double>::infinity()) return std::nullopt;
  return trace(goal, best_length);
}

std::optional<Route> shortest_route(const RoadNetwork& map, LanePlace from, LanePlace to, const RouteOptions& options) {
  return RouteFinder(map).find(from, to, options);
}

}  // namespace scrutineer::map
