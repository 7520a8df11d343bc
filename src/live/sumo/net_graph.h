// The lanes of a SUMO net with what they lead into, and which of them a line follows.
//
//   NetGraph graph;
//   graph.add("E4_0", shape); graph.link("E4_0", ":J1_2_0"); ...
//   if (const auto lanes = graph.lanes_along(way)) ...        // E4_0, :J1_2_0, E7_0
//
// In a junction many lanes lie over each other: where one of them goes, not where it begins, tells which is meant.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "map/lookup.h"

namespace scrutineer::live::sumo {

class NetGraph {
 public:
  using Lane = std::size_t;  // in the order they were added

  void add(const std::string& id, std::vector<map::Point> shape);
  // Ignored unless both lanes were added.
  void link(const std::string& from, const std::string& to);

  // The lanes that the line drives along, first to last; nothing: it leaves them, or they do not lead into each other.
  std::optional<std::vector<Lane>> lanes_along(std::span<const map::Point> line) const;
  // The lane that is `metres` along these lanes from `begin`; the last lane if they are shorter.
  Lane lane_ahead(std::span<const Lane> lanes, map::Point begin, double metres) const;
  // The edges of the lanes, without those inside junctions. If the first lane is in a junction, the edge before it,
  // too.
  std::vector<std::string> edges_of(std::span<const Lane> lanes) const;

  const std::string& id(Lane lane) const { return lanes_[lane].id; }
  std::optional<Lane> find(const std::string& id) const;
  std::span<const Lane> next(Lane lane) const { return lanes_[lane].next; }
  // The edge of a lane, by its id: "E4_0" is one of E4.
  static std::string edge_of(const std::string& lane_id) { return lane_id.substr(0, lane_id.rfind('_')); }
  static bool is_in_junction(const std::string& lane_id) { return lane_id.starts_with(':'); }

 private:
  struct NetLane {
    std::string id;
    std::vector<map::Point> shape;
    double length = 0.0;
    double most_beside = 0.0;  // metres that a line may lie beside it
    map::Point least, most;    // corners of the box around it
    std::vector<Lane> next, previous;
  };
  // Where the line is on a lane, and where it leaves it.
  struct Followed {
    std::size_t end = 0;  // the first of its points beyond the lane, or their number
    double beside = 0.0;  // metres, on average
  };
  struct Search {
    std::span<const map::Point> line;
    std::set<std::pair<Lane, std::size_t>> tried;
    std::vector<Lane> lanes;
  };

  bool is_near(const NetLane& lane, map::Point point) const;
  std::optional<Followed> follow(const NetLane& lane, std::span<const map::Point> line, std::size_t begin) const;
  bool goes_on(std::span<const Lane> choices, std::size_t begin, Search& search) const;

  std::vector<NetLane> lanes_;
  std::unordered_map<std::string, Lane> by_id_;
};

}  // namespace scrutineer::live::sumo
