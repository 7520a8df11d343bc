#include "map/rules/lane_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "map/lane_graph.h"

namespace scrutineer::map::rules {
namespace {

// Lanes as they are travelled, as nodes 0, 1, ...: two of them for each lane, of which most have only one that counts.
class TravelGraph {
 public:
  explicit TravelGraph(const RoadNetwork& map) : map_(map), next_(2 * map.lanes().size()) {
    for (std::size_t node = 0; node < next_.size(); ++node)
      if (counts(node)) add_ways_on(node);
  }

  std::size_t size() const { return next_.size(); }
  bool counts(std::size_t node) const {
    const DirectedLane lane = lane_of(node);
    return carries_vehicles(map_.lane(lane.lane).type) && allows(map_, lane);
  }
  const std::vector<std::size_t>& next(std::size_t node) const { return next_[node]; }

 private:
  static DirectedLane lane_of(std::size_t node) { return {LaneId(node / 2), node % 2 == 0}; }

  void add(std::size_t from, DirectedLane to) {
    const std::size_t node = 2 * to.lane.index() + (to.along_s ? 0 : 1);
    if (counts(node)) next_[from].push_back(node);
  }
  void add_ways_on(std::size_t node) {
    const DirectedLane lane = lane_of(node);
    for (const DirectedLane& next : next_lanes(map_, lane)) add(node, next);
    for (const LaneId beside : {neighbour_left(map_, lane), neighbour_right(map_, lane)})
      if (beside.valid()) add(node, {beside, lane.along_s});
  }

  const RoadNetwork& map_;
  std::vector<std::vector<std::size_t>> next_;
};

// Tarjan's algorithm with a stack of its own, as roads may be long.
class StrongParts {
 public:
  explicit StrongParts(const TravelGraph& graph) : graph_(graph), found_(graph.size(), 0), lowest_(graph.size(), 0) {
    for (std::size_t node = 0; node < graph.size(); ++node)
      if (graph.counts(node) && found_[node] == 0) search_from(node);
  }

  PartSizes sizes;

 private:
  struct Visit {
    std::size_t node, next = 0;  // next: which way on to look at
  };
  static constexpr std::size_t kDone = static_cast<std::size_t>(-1);  // belongs to a part that is complete

  void enter(std::size_t node) {
    found_[node] = lowest_[node] = ++count_;
    open_.push_back(node);
    visits_.push_back({node});
  }

  void search_from(std::size_t root) {
    enter(root);
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const std::vector<std::size_t>& ways = graph_.next(visit.node);
      if (visit.next < ways.size()) {
        const std::size_t to = ways[visit.next++];
        if (found_[to] == 0)
          enter(to);
        else if (found_[to] != kDone)
          lowest_[visit.node] = std::min(lowest_[visit.node], found_[to]);
      } else {
        leave(visit.node);
      }
    }
  }

  void leave(std::size_t node) {
    visits_.pop_back();
    if (!visits_.empty()) {
      std::size_t& before = lowest_[visits_.back().node];
      before = std::min(before, lowest_[node]);
    }
    if (lowest_[node] != found_[node]) return;
    const auto first = std::find(open_.rbegin(), open_.rend(), node).base() - 1;
    sizes.push_back(static_cast<std::size_t>(open_.end() - first));
    for (auto member = first; member != open_.end(); ++member) found_[*member] = kDone;
    open_.erase(first, open_.end());
  }

  const TravelGraph& graph_;
  std::vector<std::size_t> found_, lowest_;  // when a node was found, 0 not yet; the earliest that it leads back to
  std::vector<std::size_t> open_;            // found, but of a part that is not complete
  std::vector<Visit> visits_;
  std::size_t count_ = 0;
};

PartSizes largest_first(PartSizes sizes) {
  std::ranges::sort(sizes, std::greater<>());
  return sizes;
}

}  // namespace

PartSizes parts_of_lanes(const RoadNetwork& map) {
  const TravelGraph graph(map);
  // Each node points to an earlier one of its part, or to itself.
  std::vector<std::size_t> towards(graph.size());
  for (std::size_t node = 0; node < towards.size(); ++node) towards[node] = node;
  const auto first_of = [&](std::size_t node) {
    while (towards[node] != node) node = towards[node] = towards[towards[node]];
    return node;
  };
  const auto join = [&](std::size_t one, std::size_t other) {
    const std::size_t a = first_of(one), b = first_of(other);
    towards[std::max(a, b)] = std::min(a, b);
  };
  for (std::size_t node = 0; node < graph.size(); ++node)
    for (const std::size_t next : graph.next(node)) join(node, next);
  std::vector<std::size_t> counts(graph.size(), 0);
  for (std::size_t node = 0; node < graph.size(); node += 2) {
    if (graph.counts(node) && graph.counts(node + 1)) join(node, node + 1);  // one lane, travelled both ways
    if (graph.counts(node) || graph.counts(node + 1)) ++counts[graph.counts(node) ? node : node + 1];
  }
  for (std::size_t node = graph.size(); node-- > 0;)
    if (first_of(node) != node) counts[first_of(node)] += std::exchange(counts[node], 0);
  std::erase(counts, 0U);
  return largest_first(std::move(counts));
}

PartSizes strong_parts_of_lanes(const RoadNetwork& map) {
  const TravelGraph graph(map);
  return largest_first(std::move(StrongParts(graph).sizes));
}

std::string to_text(const PartSizes& sizes) {
  constexpr std::size_t kMostSizes = 8;
  std::string text;
  std::size_t told = 0;
  for (auto part = sizes.begin(); part != sizes.end();) {
    const auto next = std::find_if(part, sizes.end(), [&](std::size_t size) { return size != *part; });
    if (++told > kMostSizes) return text + fmt::format(", and {} smaller ones", sizes.end() - part);
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", next - part > 1 ? fmt::format("{} x ", next - part) : "",
                        *part);
    part = next;
  }
  return text;
}

}  // namespace scrutineer::map::rules
