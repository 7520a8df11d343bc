// What lanes say of their predecessors and successors, held against where they are; junctions and groups by it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <span>

#include "map/detail/lane_joints.h"
#include "map/detail/lane_use.h"
#include "map/lookup.h"

namespace scrutineer::map::detail {
namespace {

// Where a lane ends: a line across it.
struct LaneCut {
  LanePoint left, right;
  LanePoint middle() const { return {0.5 * (left.x + right.x), 0.5 * (left.y + right.y), 0.5 * (left.z + right.z)}; }
};

LaneCut cut_of(const MapLane& lane, bool at_end) {
  if (at_end) return {lane.left.back(), lane.right.back()};
  return {lane.left.front(), lane.right.front()};
}

double cross_product(const LanePoint& o, const LanePoint& a, const LanePoint& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// Squared, in the plane.
double square_to_cut(const LanePoint& point, const LaneCut& cut) {
  const double dx = cut.right.x - cut.left.x, dy = cut.right.y - cut.left.y;
  const double px = point.x - cut.left.x, py = point.y - cut.left.y;
  const double squared = dx * dx + dy * dy;
  const double part = squared > 0.0 ? std::clamp((px * dx + py * dy) / squared, 0.0, 1.0) : 0.0;
  const double x = px - part * dx, y = py - part * dy;
  return x * x + y * y;
}

// In the plane; 0 where they cross.
double distance_between(const LaneCut& a, const LaneCut& b) {
  const double a1 = cross_product(b.left, b.right, a.left), a2 = cross_product(b.left, b.right, a.right);
  const double b1 = cross_product(a.left, a.right, b.left), b2 = cross_product(a.left, a.right, b.right);
  if (a1 * a2 < 0.0 && b1 * b2 < 0.0) return 0.0;
  return std::sqrt(std::min(
      {square_to_cut(a.left, b), square_to_cut(a.right, b), square_to_cut(b.left, a), square_to_cut(b.right, a)}));
}

class TouchFinder {
 public:
  TouchFinder(const LaneMap& map, const LaneIndex& index, std::vector<LaneContradiction>& contradictions)
      : lanes_(map.lanes), index_(index), contradictions_(contradictions) {}

  std::vector<LaneTouch> find() {
    for (std::uint32_t lane = 0; lane < lanes_.size(); ++lane) {
      for (const std::string& id : lanes_[lane].predecessors) judge(lane, false, id);
      for (const std::string& id : lanes_[lane].successors) judge(lane, true, id);
    }
    std::ranges::sort(touches_);
    const auto repeated = std::ranges::unique(touches_);
    touches_.erase(repeated.begin(), repeated.end());
    return std::move(touches_);
  }

 private:
  void judge(std::uint32_t lane, bool at_end, const std::string& id) {
    const char* const role = at_end ? "successor" : "predecessor";
    const auto found = index_.find(id);
    if (found == index_.end())
      return contradict(lane, at_end, 0.0,
                        fmt::format("names lane {} as its {}, which the map does not have", id, role));
    const std::uint32_t other = found->second;
    const LaneCut own = cut_of(lanes_[lane], at_end);
    const LaneCut begin = cut_of(lanes_[other], false), end = cut_of(lanes_[other], true);
    // How far the end is that is surely the farther one need not be known.
    const double least_to_begin = least_gap(own, begin), least_to_end = least_gap(own, end);
    const bool is_end_first = least_to_end < least_to_begin;
    const double near_gap = gap_between(own, is_end_first ? end : begin);
    const double least_to_far = is_end_first ? least_to_begin : least_to_end;
    const bool is_far = least_to_far > std::max(near_gap, kMostLinkGap) + 0.01;
    const double far_gap = is_far ? least_to_far : gap_between(own, is_end_first ? begin : end);
    const double to_begin = is_end_first ? far_gap : near_gap, to_end = is_end_first ? near_gap : far_gap;
    const double gap = std::min(to_begin, to_end);
    if (gap > kMostLinkGap) {
      return contradict(
          lane, at_end, gap,
          fmt::format("names lane {} as its {}, which does not begin or end there: the link is not used", id, role));
    }
    // A lane that is as near with both ends is met where traffic in the order of the points would meet it.
    bool other_at_end = to_end < to_begin;
    if (std::abs(to_end - to_begin) < 1e-3 || std::max(to_begin, to_end) <= kMostLinkGap)
      other_at_end = middle_gap(own, other, true) < middle_gap(own, other, false);
    if (lane == other && at_end == other_at_end)
      return contradict(lane, at_end, 0.0, fmt::format("names itself as its {}", role));
    LaneTouch touch{lane, other, at_end, other_at_end};
    if (std::pair(other, other_at_end) < std::pair(lane, at_end)) touch = {other, lane, other_at_end, at_end};
    touches_.push_back(touch);
  }

  double middle_gap(const LaneCut& own, std::uint32_t other, bool at_end) const {
    const LanePoint a = own.middle(), b = cut_of(lanes_[other], at_end).middle();
    return std::hypot(a.x - b.x, a.y - b.y);
  }

  // No more than gap_between, and quicker.
  static double least_gap(const LaneCut& a, const LaneCut& b) {
    const double half = 0.5 * (plane_distance(a.left, a.right) + plane_distance(b.left, b.right));
    return plane_distance(a.middle(), b.middle()) - half;
  }

  static double gap_between(const LaneCut& a, const LaneCut& b) {
    const double gap = distance_between(a, b), rise = std::abs(a.middle().z - b.middle().z);
    return rise > kLevelHeight ? std::hypot(gap, rise) : gap;
  }

  void contradict(std::uint32_t lane, bool at_end, double gap, std::string message) {
    const LanePoint place = cut_of(lanes_[lane], at_end).middle();
    contradictions_.push_back({.road = {},
                               .lane = lanes_[lane].id,
                               .lane_number = static_cast<int>(lane),
                               .x = place.x,
                               .y = place.y,
                               .measured = gap,
                               .limit = gap > 0.0 ? kMostLinkGap : 0.0,
                               .message = std::move(message)});
  }

  const std::vector<MapLane>& lanes_;
  const LaneIndex& index_;
  std::vector<LaneContradiction>& contradictions_;
  std::vector<LaneTouch> touches_;
};

// Things that belong together, found pair by pair.
class Clusters {
 public:
  explicit Clusters(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0U); }
  std::uint32_t root(std::uint32_t thing) {
    while (parents_[thing] != thing) thing = parents_[thing] = parents_[parents_[thing]];
    return thing;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parents_[std::max(a, b)] = std::min(a, b);  // the first thing names the cluster
  }

 private:
  std::vector<std::uint32_t> parents_;
};

// The line by which it is told whether lanes cross: the centre line, or the left border where there is none.
const LaneLine& spine_of(const MapLane& lane) { return lane.centre.size() > 1 ? lane.centre : lane.left; }

// Do two pieces of lines cross, on the same level?
bool pieces_cross(const LanePoint& a, const LanePoint& b, const LanePoint& c, const LanePoint& d) {
  const double c_side = cross_product(a, b, c), d_side = cross_product(a, b, d);
  const double a_side = cross_product(c, d, a), b_side = cross_product(c, d, b);
  if (c_side * d_side >= 0.0 || a_side * b_side >= 0.0) return false;
  const double own = a.z + (b.z - a.z) * a_side / (a_side - b_side);
  const double other = c.z + (d.z - c.z) * c_side / (c_side - d_side);
  return std::abs(own - other) <= kLevelHeight;
}

bool spans_cross(std::span<const LanePoint> a, std::span<const LanePoint> b) {
  for (std::size_t i = 0; i + 1 < a.size(); ++i)
    for (std::size_t k = 0; k + 1 < b.size(); ++k)
      if (pieces_cross(a[i], a[i + 1], b[k], b[k + 1])) return true;
  return false;
}

// Some consecutive points of a line, and the box around them.
struct LineStretch {
  std::span<const LanePoint> points;
  double west, east, south, north;
};

std::vector<LineStretch> stretches_of(const LaneLine& line) {
  constexpr std::size_t kPieces = 16;
  std::vector<LineStretch> stretches;
  stretches.reserve(line.size() / kPieces + 1);
  for (std::size_t begin = 0; begin + 1 < line.size(); begin += kPieces) {
    const auto points = std::span(line).subspan(begin, std::min(kPieces + 1, line.size() - begin));
    const auto [west, east] = std::ranges::minmax(points, {}, &LanePoint::x);
    const auto [south, north] = std::ranges::minmax(points, {}, &LanePoint::y);
    stretches.push_back({points, west.x, east.x, south.y, north.y});
  }
  return stretches;
}

bool lines_cross(const LaneLine& a, const LaneLine& b) {
  constexpr std::size_t kFewPairs = 500;  // looking at all of them is quicker than finding out which ones could cross
  if (a.size() * b.size() < kFewPairs) return spans_cross(a, b);
  const std::vector<LineStretch> others = stretches_of(b);
  for (const LineStretch& own : stretches_of(a)) {
    for (const LineStretch& other : others) {
      if (other.west > own.east || other.east < own.west || other.south > own.north || other.north < own.south)
        continue;
      if (spans_cross(own.points, other.points)) return true;
    }
  }
  return false;
}

// Does the way along one lane enter the other?
bool lanes_cross(const MapLane& a, const MapLane& b) {
  const LaneLine &way = spine_of(a), &other = spine_of(b);
  return lines_cross(way, other) || lines_cross(way, b.left) || lines_cross(way, b.right) ||
         lines_cross(a.left, other) || lines_cross(a.right, other);
}

// Lanes whose ways cross are in one junction, though none leads into the other.
void unite_crossing(const std::vector<MapLane>& lanes, std::span<const std::uint32_t> unnamed, Clusters& clusters) {
  struct LaneBox {
    std::uint32_t lane;
    double west, east, south, north;
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<LaneBox> boxes;
  boxes.reserve(unnamed.size());
  for (const std::uint32_t lane : unnamed) {
    LaneBox& box = boxes.emplace_back(LaneBox{lane, kInfinity, -kInfinity, kInfinity, -kInfinity});
    for (const LaneLine* line : {&lanes[lane].left, &lanes[lane].right, &lanes[lane].centre}) {
      for (const LanePoint& point : *line) {
        box.west = std::min(box.west, point.x);
        box.east = std::max(box.east, point.x);
        box.south = std::min(box.south, point.y);
        box.north = std::max(box.north, point.y);
      }
    }
  }
  std::ranges::sort(boxes, {}, [](const LaneBox& box) { return std::pair(box.west, box.lane); });
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = i + 1; k < boxes.size() && boxes[k].west <= boxes[i].east; ++k) {
      if (boxes[k].south > boxes[i].north || boxes[k].north < boxes[i].south) continue;
      if (clusters.root(boxes[i].lane) == clusters.root(boxes[k].lane)) continue;
      if (lanes_cross(lanes[boxes[i].lane], lanes[boxes[k].lane])) clusters.unite(boxes[i].lane, boxes[k].lane);
    }
  }
}

}  // namespace

std::vector<LaneTouch> find_touches(const LaneMap& map, const LaneIndex& index,
                                    std::vector<LaneContradiction>& contradictions) {
  return TouchFinder(map, index, contradictions).find();
}

void name_junctions(std::vector<MapLane>& lanes, std::span<const LaneTouch> touches, std::span<const LaneGroup> groups,
                    std::span<const GroupPlace> places) {
  Clusters clusters(lanes.size());
  const auto is_unnamed = [&](std::uint32_t lane) { return lanes[lane].in_junction && lanes[lane].junction.empty(); };
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> first_at;  // the junction's first lane at the end of a group
  const auto meet = [&](std::uint32_t outside, bool at_end, std::uint32_t inside) {
    const GroupPlace& place = places[outside];
    const bool at_group_end = at_end != groups[place.group].lanes[place.position].is_turned;
    const auto [first, is_new] = first_at.try_emplace({place.group, at_group_end}, inside);
    if (!is_new) clusters.unite(first->second, inside);
  };
  for (const LaneTouch& touch : touches) {
    const bool own = is_unnamed(touch.lane), other = is_unnamed(touch.other);
    if (own && other) clusters.unite(touch.lane, touch.other);
    if (own && !other) meet(touch.other, touch.other_at_end, touch.lane);
    if (other && !own) meet(touch.lane, touch.at_end, touch.other);
  }
  for (const LaneGroup& group : groups)
    for (const GroupedLane& lane : group.lanes)
      if (is_unnamed(lane.lane)) clusters.unite(group.lanes.front().lane, lane.lane);
  std::vector<std::uint32_t> unnamed;
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane)
    if (is_unnamed(lane)) unnamed.push_back(lane);
  unite_crossing(lanes, unnamed, clusters);
  for (const std::uint32_t lane : unnamed) lanes[lane].junction = lanes[clusters.root(lane)].id;
}

void set_places(std::span<const LaneGroup> groups, std::vector<GroupPlace>& places) {
  for (std::uint32_t group = 0; group < groups.size(); ++group)
    for (std::uint32_t i = 0; i < groups[group].lanes.size(); ++i) places[groups[group].lanes[i].lane] = {group, i};
}

void split_groups(const LaneMap& map, std::span<const LaneTouch> touches, std::vector<LaneGroup>& groups,
                  std::vector<GroupPlace>& places) {
  set_places(groups, places);
  const auto end_in_road = [&](std::uint32_t lane, bool at_end) {
    const GroupPlace& place = places[lane];
    return at_end != groups[place.group].lanes[place.position].is_turned;
  };
  using RoadEndKey = std::pair<std::uint32_t, bool>;
  std::map<RoadEndKey, std::set<RoadEndKey>> met;  // of groups with several lanes in a junction
  const auto note = [&](std::uint32_t lane, bool at_end, std::uint32_t other, bool other_at_end) {
    if (!map.lanes[lane].in_junction || groups[places[lane].group].lanes.size() < 2) return;
    met[{places[lane].group, end_in_road(lane, at_end)}].insert(
        {places[other].group, end_in_road(other, other_at_end)});
  };
  for (const LaneTouch& touch : touches) {
    note(touch.lane, touch.at_end, touch.other, touch.other_at_end);
    note(touch.other, touch.other_at_end, touch.lane, touch.at_end);
  }
  std::set<std::uint32_t> to_split;
  for (const auto& [end, others] : met)
    if (others.size() > 1) to_split.insert(end.first);
  for (const std::uint32_t group : to_split) {
    const std::vector<GroupedLane> lanes = std::move(groups[group].lanes);
    groups[group].lanes = {lanes.front()};
    for (std::size_t i = 1; i < lanes.size(); ++i) groups.push_back({{lanes[i]}, 0});
  }
  set_places(groups, places);
}

}  // namespace scrutineer::map::detail
