// Shortest routes over lanes, in the sense of travel.
//
//   RouteFinder finder(map);                                    // keep it: it remembers its working memory
//   if (auto route = finder.find({here.lane, here.s}, {there.lane, there.s})) use(route->length, route->lanes);
//
// Lengths are along the roads' reference lines, as s and road distances are: the length between two places of a route
// is then a difference of s, and splitting a lane or moving it sideways changes no route.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/quantity.h"
#include "map/lane_graph.h"

namespace scrutineer::map {

struct LanePlace {
  LaneId lane;
  double s = 0.0;  // of the road; clamped to the lane
};

struct RouteOptions {
  Distance max_length = Distance::from_si(1e7);
  // Changing to the lane beside costs this much in the choice between routes; it adds nothing to a route's length.
  // Nothing: no lane changes.
  std::optional<Distance> lane_change_cost = Distance::from_si(10.0);
  // The lanes that may be used on the way; where the route begins and ends any lane will do.
  bool (*usable)(LaneType) = carries_vehicles;
};

struct Route {
  std::vector<DirectedLane> lanes;  // two of one section in a row are a lane change
  Distance length;
};

// Finds routes on one map. It must not outlive the map; one thread at a time.
class RouteFinder {
 public:
  explicit RouteFinder(const RoadNetwork& map);

  // The route of least cost; of several, always the same one. Nothing if there is none or it is longer than allowed.
  std::optional<Route> find(LanePlace from, LanePlace to, const RouteOptions& options = {});

 private:
  // A lane entered at its begin, one of its two ways; or, for the lanes of the first section, at the route's begin:
  // the same lane can then be entered again by a route that comes back to it.
  using Node = std::uint32_t;
  struct Reached {
    std::uint32_t search = 0;  // valid if it is the current one
    Node from = 0;
    double cost = 0.0, length = 0.0;
    bool done = false;
  };
  struct Candidate {
    double cost;
    Node node;
    bool operator>(const Candidate& other) const;
  };

  DirectedLane lane_of(Node node) const;
  void reach(Node node, Node from, double cost, double length);
  Route trace(Node goal, double length) const;

  const RoadNetwork& map_;
  std::uint32_t search_ = 0;
  Node first_begin_node_ = 0;     // nodes from here on are lanes entered at the route's begin
  std::uint32_t begin_lane_ = 0;  // the first lane of that section
  double max_length_ = 0.0;
  std::vector<Reached> reached_;  // by node
  std::vector<Candidate> open_;   // a heap, least cost on top
};

// One route, without keeping the working memory.
std::optional<Route> shortest_route(const RoadNetwork& map, LanePlace from, LanePlace to,
                                    const RouteOptions& options = {});

}  // namespace scrutineer::map
