#include "map/detail/lane_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/detail/limits.h"
#include "map/lane_graph.h"

namespace scrutineer::map::detail {
namespace {

constexpr std::size_t kMostLanes = kMaxLanesInSection / 2;  // on one side of where a group was begun

double apart(const LanePoint& a, const LanePoint& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// How far two borders in the same order are apart; infinite if they do not begin and end together.
double border_gap(const LaneLine& a, const LaneLine& b, bool is_reversed) {
  const LanePoint& begin = is_reversed ? b.back() : b.front();
  const LanePoint& end = is_reversed ? b.front() : b.back();
  const double ends = std::max(apart(a.front(), begin), apart(a.back(), end));
  if (ends > kSameBorder) return std::numeric_limits<double>::infinity();
  if (a.size() == 2 && b.size() == 2) return ends;
  return std::max({ends, distance_to_line(a[a.size() / 2], b), distance_to_line(b[b.size() / 2], a)});
}

// Who is left and right of a lane in the order of its own points.
struct Beside {
  GroupedLane left{kNoLane, false}, right{kNoLane, false};
};

class Grouping {
 public:
  Grouping(const LaneMap& map, const LaneIndex& index) : lanes_(map.lanes), index_(index), beside_(map.lanes.size()) {}

  void find_neighbours() {
    for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
      for (const std::string& id : lanes_[lane].left_neighbours) try_pair(lane, true, id);
      for (const std::string& id : lanes_[lane].right_neighbours) try_pair(lane, false, id);
    }
  }

  std::vector<LaneGroup> groups() {
    std::vector<LaneGroup> found;
    std::vector<bool> is_taken(lanes_.size(), false);
    for (std::uint32_t first = 0; first < lanes_.size(); ++first) {
      if (is_taken[first]) continue;
      LaneGroup group;
      // To the left as far as it goes, then all the way to the right.
      std::vector<GroupedLane> left_of_first;
      is_taken[first] = true;
      const auto is_free = [&](const GroupedLane& at) { return at.lane != kNoLane && !is_taken[at.lane]; };
      for (GroupedLane at = step({first, false}, true); is_free(at) && left_of_first.size() < kMostLanes;
           at = step(at, true)) {
        is_taken[at.lane] = true;
        left_of_first.push_back(at);
      }
      group.lanes.assign(left_of_first.rbegin(), left_of_first.rend());
      group.lanes.push_back({first, false});
      for (GroupedLane at = step({first, false}, false); is_free(at) && group.lanes.size() < 2 * kMostLanes;
           at = step(at, false)) {
        is_taken[at.lane] = true;
        group.lanes.push_back(at);
      }
      found.push_back(std::move(group));
    }
    return found;
  }

 private:
  GroupedLane step(GroupedLane from, bool to_left) const {
    const Beside& beside = beside_[from.lane];
    GroupedLane next = to_left != from.is_turned ? beside.left : beside.right;
    next.is_turned = next.is_turned != from.is_turned;
    return next;
  }

  void try_pair(std::uint32_t lane, bool to_left, const std::string& id) {
    GroupedLane& own = to_left ? beside_[lane].left : beside_[lane].right;
    if (own.lane != kNoLane) return;
    const auto found = index_.find(id);
    if (found == index_.end() || found->second == lane) return;
    const MapLane& a = lanes_[lane];
    const MapLane& b = lanes_[found->second];
    if (a.in_junction != b.in_junction || a.junction != b.junction) return;
    const LaneLine& border = to_left ? a.left : a.right;
    // In the same order its facing border is the other one, else the same one backwards.
    const bool is_same = border_gap(border, to_left ? b.right : b.left, false) <= kSameBorder;
    if (!is_same && border_gap(border, to_left ? b.left : b.right, true) > kSameBorder) return;
    Beside& others = beside_[found->second];
    GroupedLane& back = to_left == is_same ? others.right : others.left;
    if (back.lane != kNoLane) return;
    own = {found->second, !is_same};
    back = {lane, !is_same};
  }

  const std::vector<MapLane>& lanes_;
  const LaneIndex& index_;
  std::vector<Beside> beside_;
};

Travel travel_of(const LaneMap& map, const GroupedLane& lane) {
  return OrientedLane{map.lanes[lane.lane], lane.is_turned}.travel();
}

bool carries(const LaneMap& map, const GroupedLane& lane) { return carries_vehicles(map.lanes[lane.lane].type); }

void turn(LaneGroup& group) {
  std::ranges::reverse(group.lanes);
  for (GroupedLane& lane : group.lanes) lane.is_turned = !lane.is_turned;
}

}  // namespace

double distance_to_line(const LanePoint& point, const LaneLine& line) {
  double nearest = std::numeric_limits<double>::infinity();  // squared
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double dx = line[i + 1].x - line[i].x, dy = line[i + 1].y - line[i].y;
    const double px = point.x - line[i].x, py = point.y - line[i].y;
    const double squared = dx * dx + dy * dy;
    const double part = squared > 0.0 ? std::clamp((px * dx + py * dy) / squared, 0.0, 1.0) : 0.0;
    const double x = px - part * dx, y = py - part * dy;
    nearest = std::min(nearest, x * x + y * y);
  }
  return std::sqrt(nearest);
}

std::vector<LaneGroup> group_lanes(const LaneMap& map, const LaneIndex& index) {
  Grouping grouping(map, index);
  grouping.find_neighbours();
  return grouping.groups();
}

TrafficRule rule_of(const LaneMap& map, std::span<const LaneGroup> groups) {
  if (map.rule) return *map.rule;
  long long right = 0;  // votes for it
  for (const LaneGroup& group : groups) {
    const GroupedLane* before = nullptr;
    for (const GroupedLane& lane : group.lanes) {
      if (!carries(map, lane) || travel_of(map, lane) == Travel::both) continue;
      if (before != nullptr && travel_of(map, *before) != travel_of(map, lane))
        right += travel_of(map, *before) == Travel::against ? 1 : -1;
      before = &lane;
    }
  }
  return right < 0 ? TrafficRule::left_hand : TrafficRule::right_hand;
}

void orient(const LaneMap& map, TrafficRule rule, LaneGroup& group) {
  const bool right_hand = rule == TrafficRule::right_hand;
  // Of the lanes with a direction the outermost on the side of the own traffic runs along s.
  const auto is_directed = [&](const GroupedLane& lane) {
    return carries(map, lane) && travel_of(map, lane) != Travel::both;
  };
  const GroupedLane* own = nullptr;
  for (const GroupedLane& lane : group.lanes) {
    if (!is_directed(lane)) continue;
    if (own == nullptr || right_hand) own = &lane;
  }
  if (own != nullptr && travel_of(map, *own) == Travel::against) turn(group);

  const auto runs_along = [&](const GroupedLane& lane) {
    return carries(map, lane) && travel_of(map, lane) != Travel::against;
  };
  if (right_hand) {
    const auto first = std::ranges::find_if(group.lanes, runs_along);
    group.centre = first == group.lanes.end() ? 0 : static_cast<std::size_t>(first - group.lanes.begin());
  } else {
    const auto last = std::find_if(group.lanes.rbegin(), group.lanes.rend(), runs_along);
    group.centre =
        last == group.lanes.rend() ? group.lanes.size() : static_cast<std::size_t>(group.lanes.rend() - last);
  }
}

}  // namespace scrutineer::map::detail
