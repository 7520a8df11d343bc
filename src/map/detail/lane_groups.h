// Lanes side by side, as they become roads: which lanes share a border, and which way each road runs.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "map/lane_map.h"

namespace scrutineer::map::detail {

inline constexpr std::uint32_t kNoLane = 0xFFFFFFFF;

using LaneIndex = std::unordered_map<std::string_view, std::uint32_t>;

struct GroupedLane {
  std::uint32_t lane = 0;  // into LaneMap::lanes
  bool is_turned = false;  // its points run against the road's s
};

// A road to be: from left to right, seen along s.
struct LaneGroup {
  std::vector<GroupedLane> lanes;
  std::size_t centre = 0;  // so many of them are left of the reference line
};

// Where a lane went.
struct GroupPlace {
  std::uint32_t group = kNoLane, position = 0;
};

// One lane in the sense of its road's s.
struct OrientedLane {
  const MapLane& lane;
  bool is_turned;

  const LaneLine& stored_left() const { return is_turned ? lane.right : lane.left; }
  const LaneLine& stored_right() const { return is_turned ? lane.left : lane.right; }
  LanePoint left(bool at_end) const { return at(stored_left(), at_end); }
  LanePoint right(bool at_end) const { return at(stored_right(), at_end); }
  Travel travel() const {
    if (lane.travel == Travel::both || !is_turned) return lane.travel;
    return lane.travel == Travel::along ? Travel::against : Travel::along;
  }

 private:
  const LanePoint& at(const LaneLine& line, bool at_end) const {
    return at_end != is_turned ? line.back() : line.front();
  }
};

// Every lane is in one group. Lanes of a junction are beside lanes of the same junction only.
std::vector<LaneGroup> group_lanes(const LaneMap& map, const LaneIndex& index);

// Right-hand traffic unless more roads show the opposite.
TrafficRule rule_of(const LaneMap& map, std::span<const LaneGroup> groups);
// Turns the group so that traffic on the side of its own direction runs along s, and sets its centre.
void orient(const LaneMap& map, TrafficRule rule, LaneGroup& group);

// In the plane. Coordinates are bounded, so that the squares are, too.
inline double plane_distance(const LanePoint& a, const LanePoint& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

// From the point to the line in the plane.
double distance_to_line(const LanePoint& point, const LaneLine& line);

}  // namespace scrutineer::map::detail
