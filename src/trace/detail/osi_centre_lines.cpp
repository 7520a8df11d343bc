#include "trace/detail/osi_centre_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/quantity.h"
#include "trace/detail/lane_lines.h"

namespace scrutineer::trace::osi {
namespace {

using map::LaneLine;
using map::LanePoint;
using map::MapLane;

constexpr double kLeastWidth = 2.2, kMostWidth = 5.0;  // metres between the centres of neighbours
constexpr double kLeastGap = 0.02;                     // metres: less is no hole
constexpr double kMostRise = 1.0;                      // metres between ends that meet
constexpr double kMostTurn = 0.8;                      // radians: a gap beside the lane is none at its end
constexpr double kSameEnd = 0.3;                       // metres along lanes that begin and end beside each other

bool has_only_centre(const PhysicalLane& lane) {
  return lane.left_borders.empty() && lane.right_borders.empty() && lane.centre.size() > 1;
}

// ---- gaps -----------------------------------------------------------------------------------------------------------

struct End {
  std::size_t lane = 0;
  bool is_last = false;
  auto operator<=>(const End&) const = default;
};

class GapCloser {
 public:
  explicit GapCloser(std::vector<PhysicalLane>& lanes) : lanes_(lanes), partners_(lanes.size()) {
    for (std::size_t i = 0; i < lanes.size(); ++i) order_.try_emplace(lanes[i].id, i);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      for (const LanePairing& pairing : lanes[i].pairings) {
        if (pairing.has_before) link({i, false}, pairing.before);
        if (pairing.has_after) link({i, true}, pairing.after);
      }
    }
    for (auto& ends : partners_) {
      for (std::vector<End>& list : ends) {
        std::ranges::sort(list);
        const auto repeated = std::ranges::unique(list);
        list.erase(repeated.begin(), repeated.end());
      }
    }
  }

  void close() {
    struct Extension {
      End end;
      LanePoint to;
    };
    std::vector<Extension> extensions;  // found on the lines as they are, then made
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      for (const bool is_last : {false, true}) {
        const End end{i, is_last};
        if (partners(end).empty() || !has_only_centre(lanes_[i])) continue;
        const End other = partners(end).front();
        if (is_its_turn(end, other) && is_gap(end, point(other))) extensions.push_back({end, point(other)});
      }
    }
    for (const Extension& extension : extensions) {
      LaneLine& line = lanes_[extension.end.lane].centre;
      line.insert(extension.end.is_last ? line.end() : line.begin(), extension.to);
    }
  }

 private:
  std::vector<End>& partners(End end) { return partners_[end.lane][end.is_last ? 1 : 0]; }
  const LanePoint& point(End end) const {
    const LaneLine& line = lanes_[end.lane].centre;
    return end.is_last ? line.back() : line.front();
  }

  // Links this end to the nearer end of the other lane.
  void link(End end, Id id) {
    const auto other = order_.find(id);
    if (other == order_.end() || lanes_[end.lane].centre.size() < 2 || lanes_[other->second].centre.size() < 2) return;
    const End first{other->second, false}, last{other->second, true};
    const End met = apart(point(end), point(last)) < apart(point(end), point(first)) ? last : first;
    if (met == end) return;
    partners(end).push_back(met);
    partners(met).push_back(end);
  }

  // Only one of two ends that meet is moved: at a fork that of the branch, otherwise that of the later lane in the
  // file.
  bool is_its_turn(End end, End other) {
    const std::size_t own = partners(end).size(), its = partners(other).size();
    if (!has_only_centre(lanes_[other.lane])) return true;
    return own < its || (own == its && end.lane > other.lane);
  }

  bool is_gap(End end, const LanePoint& to) const {
    const LaneLine& line = lanes_[end.lane].centre;
    const LanePoint& from = point(end);
    const double gap = apart(from, to);
    if (gap < kLeastGap || gap > map::kMostLinkGap || std::abs(from.z - to.z) > kMostRise) return false;
    const LanePoint& before = end.is_last ? line[line.size() - 2] : line[1];
    const double turn = std::remainder(heading_of(from, to) - heading_of(before, from), 2.0 * kPi);
    return std::abs(turn) < kMostTurn;
  }

  std::vector<PhysicalLane>& lanes_;
  std::unordered_map<Id, std::size_t> order_;
  std::vector<std::array<std::vector<End>, 2>> partners_;
};

// ---- borders --------------------------------------------------------------------------------------------------------

// How far `other` lies to the left of `line` (negative: to the right), measured from the middle of `line`.
double offset_in_middle(const LaneLine& line, const LaneLine& other) {
  const std::size_t middle = line.size() / 2;
  const LanePoint &a = line[middle - 1], &b = line[middle];
  const LanePoint foot = foot_on(other, b);
  const double side = (b.x - a.x) * (foot.y - b.y) - (b.y - a.y) * (foot.x - b.x);
  return std::copysign(apart(b, foot), side);
}

bool runs_against(const LaneLine& line, const LaneLine& other) {
  return apart(line.front(), other.back()) < apart(line.front(), other.front());
}

}  // namespace

void close_gaps(std::vector<PhysicalLane>& lanes) {
  if (std::ranges::any_of(lanes, has_only_centre)) GapCloser(lanes).close();
}

// The nearest of those that are named: lists may name all lanes of the road.
CentreLineBorders::Neighbour CentreLineBorders::neighbour(const PhysicalLane& lane, bool to_left) const {
  Neighbour nearest{nullptr, kMostWidth};
  for (const Id id : to_left ? lane.left_lanes : lane.right_lanes) {
    const auto other = by_id_.find(id);
    if (other == by_id_.end() || other->second == &lane || !has_only_centre(*other->second)) continue;
    const double offset = offset_in_middle(lane.centre, other->second->centre), distance = std::abs(offset);
    if ((offset > 0.0) == to_left && distance > kLeastWidth && distance < nearest.distance)
      nearest = {other->second, distance};
  }
  return nearest;
}

bool CentreLineBorders::is_mutual(const PhysicalLane& lane, const PhysicalLane& other, bool is_reversed) const {
  return neighbour(lane, true).lane == &other    ? neighbour(other, is_reversed).lane == &lane
         : neighbour(lane, false).lane == &other ? neighbour(other, !is_reversed).lane == &lane
                                                 : false;
}

// In the order of the lane's own points; nothing where they do not begin and end side by side.
std::optional<LaneLine> CentreLineBorders::shared_border(const PhysicalLane& lane, const PhysicalLane& other) const {
  const bool is_reversed = runs_against(lane.centre, other.centre);
  if (!is_mutual(lane, other, is_reversed)) return std::nullopt;
  // Both lanes find the same line: it is made from the one that comes first in the file.
  const bool is_first = by_id_.at(lane.id) < by_id_.at(other.id);
  const LaneLine& base = is_first ? lane.centre : other.centre;
  LaneLine facing = is_first ? other.centre : lane.centre;
  if (is_reversed) std::ranges::reverse(facing);
  const auto are_beside = [](const LanePoint& a, const LanePoint& towards, const LanePoint& b) {
    const double heading = heading_of(a, towards);
    return std::abs((b.x - a.x) * std::cos(heading) + (b.y - a.y) * std::sin(heading)) < kSameEnd &&
           apart(a, b) < kMostWidth;
  };
  if (!are_beside(base.front(), base[1], facing.front())) return std::nullopt;
  if (!are_beside(base.back(), base[base.size() - 2], facing.back())) return std::nullopt;
  LaneLine border;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const LanePoint& a = base[i];
    const LanePoint b = i == 0 ? facing.front() : i + 1 == base.size() ? facing.back() : foot_on(facing, a);
    border.push_back({0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)});
  }
  if (!is_first && is_reversed) std::ranges::reverse(border);
  return border;
}

bool CentreLineBorders::set(const PhysicalLane& from, MapLane& lane) {
  const Neighbour left = neighbour(from, true), right = neighbour(from, false);
  const auto half_of = [&](const Neighbour& own, const Neighbour& opposite) {
    return 0.5 * (own.lane != nullptr ? own.distance : opposite.lane != nullptr ? opposite.distance : kAssumedWidth);
  };
  const auto side = [&](const Neighbour& own, const Neighbour& opposite, bool to_left) {
    if (own.lane != nullptr)
      if (auto shared = shared_border(from, *own.lane)) return *std::move(shared);
    MapLane both;
    set_borders(both, from.centre, 2.0 * half_of(own, opposite));
    return to_left ? std::move(both.left) : std::move(both.right);
  };
  lane.left = side(left, right, true);
  lane.right = side(right, left, false);
  return left.lane != nullptr || right.lane != nullptr;
}

}  // namespace scrutineer::trace::osi
