#include "live/sumo/net_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrutineer::live::sumo {

namespace {

// A net's lanes lie this near to the map's.
constexpr double kBeside = 1.5;  // metres
// In junctions they are drawn anew and cut corners; there the lanes before and behind tell which one it is.
constexpr double kBesideInJunction = 4.0;  // metres
// Points that are no further back than this do not drive against the lane.
constexpr double kBackwards = 0.5;  // metres
constexpr double kAtEnd = 1e-3;     // metres

struct Projection {
  double along = 0.0, beside = 0.0;  // metres
};

double distance(map::Point a, map::Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

Projection project(std::span<const map::Point> shape, map::Point point) {
  Projection best{.along = 0.0, .beside = std::numeric_limits<double>::infinity()};
  double passed = 0.0;
  for (std::size_t i = 1; i < shape.size(); ++i) {
    const map::Point from = shape[i - 1], to = shape[i];
    const double length = distance(from, to);
    const double dot = (point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y);
    const double share = length > 0.0 ? std::clamp(dot / (length * length), 0.0, 1.0) : 0.0;
    const double beside = distance(point, {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    if (beside < best.beside) best = {passed + share * length, beside};
    passed += length;
  }
  return best;
}

}  // namespace

void NetGraph::add(const std::string& id, std::vector<map::Point> shape) {
  if (shape.empty() || !by_id_.try_emplace(id, lanes_.size()).second) return;
  NetLane& lane = lanes_.emplace_back();
  lane.id = id;
  lane.least = lane.most = shape.front();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) lane.length += distance(shape[i - 1], shape[i]);
    lane.least = {std::min(lane.least.x, shape[i].x), std::min(lane.least.y, shape[i].y)};
    lane.most = {std::max(lane.most.x, shape[i].x), std::max(lane.most.y, shape[i].y)};
  }
  lane.most_beside = is_in_junction(id) ? kBesideInJunction : kBeside;
  if (shape.size() == 1) shape.push_back(shape.front());
  lane.shape = std::move(shape);
}

void NetGraph::link(const std::string& from, const std::string& to) {
  const auto before = find(from), after = find(to);
  if (!before || !after) return;
  lanes_[*before].next.push_back(*after);
  lanes_[*after].previous.push_back(*before);
}

std::optional<NetGraph::Lane> NetGraph::find(const std::string& id) const {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return std::nullopt;
  return found->second;
}

bool NetGraph::is_near(const NetLane& lane, map::Point point) const {
  const double beside = lane.most_beside;
  return point.x >= lane.least.x - beside && point.x <= lane.most.x + beside && point.y >= lane.least.y - beside &&
         point.y <= lane.most.y + beside && project(lane.shape, point).beside <= beside;
}

std::optional<NetGraph::Followed> NetGraph::follow(const NetLane& lane, std::span<const map::Point> line,
                                                   std::size_t begin) const {
  Followed followed{.end = begin, .beside = 0.0};
  double last = -kBackwards, sum = 0.0;
  for (; followed.end < line.size(); ++followed.end) {
    const Projection at = project(lane.shape, line[followed.end]);
    if (at.along >= lane.length - kAtEnd) break;  // beyond this lane's end: the point belongs to the next lane
    if (at.beside > lane.most_beside || at.along < last - kBackwards) return std::nullopt;
    last = std::max(last, at.along);
    sum += at.beside;
  }
  if (followed.end > begin) followed.beside = sum / static_cast<double>(followed.end - begin);
  return followed;
}

// The choice that lies nearest to the line is tried first. A line does not begin with a lane that ends there.
bool NetGraph::goes_on(std::span<const Lane> choices, std::size_t begin, Search& search) const {
  // The last point may be the end of a lane that leads nowhere.
  if (begin == search.line.size() || (begin + 1 == search.line.size() && !search.lanes.empty())) return true;
  std::vector<std::pair<Lane, Followed>> possible;
  for (const Lane lane : choices)
    if (is_near(lanes_[lane], search.line[begin]) && search.tried.insert({lane, begin}).second)
      if (const auto followed = follow(lanes_[lane], search.line, begin))
        if (followed->end > begin || !search.lanes.empty()) possible.emplace_back(lane, *followed);
  std::ranges::stable_sort(possible, {}, [](const auto& choice) { return choice.second.beside; });
  for (const auto& [lane, followed] : possible) {
    search.lanes.push_back(lane);
    if (goes_on(lanes_[lane].next, followed.end, search)) return true;
    search.lanes.pop_back();
  }
  return false;
}

std::optional<std::vector<NetGraph::Lane>> NetGraph::lanes_along(std::span<const map::Point> line) const {
  std::vector<Lane> all(lanes_.size());
  for (Lane lane = 0; lane < all.size(); ++lane) all[lane] = lane;
  Search search{.line = line, .tried = {}, .lanes = {}};
  if (line.empty() || !goes_on(all, 0, search)) return std::nullopt;
  return std::move(search.lanes);
}

NetGraph::Lane NetGraph::lane_ahead(std::span<const Lane> lanes, map::Point begin, double metres) const {
  metres += project(lanes_[lanes.front()].shape, begin).along;
  for (const Lane lane : lanes) {
    if (metres < lanes_[lane].length) return lane;
    metres -= lanes_[lane].length;
  }
  return lanes.back();
}

std::vector<std::string> NetGraph::edges_of(std::span<const Lane> lanes) const {
  std::vector<std::string> edges;
  Lane first = lanes.front();
  while (is_in_junction(lanes_[first].id) && !lanes_[first].previous.empty()) first = lanes_[first].previous.front();
  if (!is_in_junction(lanes_[first].id)) edges.push_back(edge_of(lanes_[first].id));
  for (const Lane lane : lanes) {
    std::string edge = edge_of(lanes_[lane].id);
    if (!is_in_junction(edge) && (edges.empty() || edges.back() != edge)) edges.push_back(std::move(edge));
  }
  return edges;
}

}  // namespace scrutineer::live::sumo
