// The search behind map/road_distance.h: every lane within a distance of a lane, each with the way that leads there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map::detail {

// The ego's line runs through the ego in its direction of travel; on the ego's own road it counts as s does, or as -s
// if the ego travels against s. A way maps places of a lane's road onto that line.
//
// A place is ahead or behind, on a road that was entered at its start or at its end: this fixes which way s runs.
inline constexpr std::size_t kAheadFromStart = 0, kAheadFromEnd = 1, kBehindFromStart = 2, kBehindFromEnd = 3;
inline constexpr std::array<double, 4> kSense = {+1.0, -1.0, -1.0, +1.0};  // of s in the ego's direction of travel

struct alignas(32) LaneWays {
  std::array<double, 4> base;   // the place at s is at base + kSense * s on the line; infinite: no such way
  std::array<double, 4> shift;  // what the ego's t, left of its travel, becomes on the lane's road: it plus this
  std::array<float, 4> extra;   // how much longer the way counts than it is
};

// A connecting road beside the ego's own.
struct RoadAbreast {
  RoadId road;
  double base = 0.0, scale = 0.0;  // the place at s is at base + scale * s on the line
  double sense = 1.0;              // of s in the ego's direction of travel
  double shift = 0.0, shift_slope = 0.0;
};

class ReachSearch {
 public:
  ReachSearch(const RoadNetwork& map, double max_distance);

  // All that is reached when the ego is on this lane, wherever on it.
  void search_from(LaneId ego_lane, bool along_s);

  LaneId ego_lane() const { return ego_lane_; }
  bool along_s() const { return along_s_; }
  const LaneWays* ways_to(LaneId lane) const {
    const std::uint32_t entry = entry_of_lane_[lane.index()];
    return entry == 0 ? nullptr : &ways_[entry - 1];
  }
  std::span<const RoadAbreast> abreast() const { return abreast_; }

 private:
  enum class Side { ahead, behind };

  // Entering a lane: the end of its road where the road was entered is also the end of the lane that is entered.
  struct Step {
    double cost = 0.0;    // what orders the search: length with what other lanes count extra
    double gone = 0.0;    // length from the ego's road to the lane's road
    double way_in = 0.0;  // length on that road up to the lane
    double shift = 0.0;
    LaneId lane;
    ContactPoint entered = ContactPoint::start;
  };
  struct Progress {
    std::array<double, 4> cost;
    std::array<bool, 4> done;
  };
  static bool is_later(const Step& a, const Step& b);

  void forget();
  void search(Side side);
  void settle(Side side, const Step& step);
  void push(Side side, const Step& step);
  // From a lane over the end of its road; `from.entered` is the other end of it.
  void cross(Side side, const Step& from, double cost, double gone);
  void change_lane(Side side, const Step& from);
  bool is_first_to_change(LaneId lane, std::size_t slot) const;
  std::uint32_t entry_for(LaneId lane);

  void find_roads_abreast();
  bool carry_over(ContactPoint own_end, RoadId road, ContactPoint end, double sense, double& shift) const;

  ContactPoint exit_of_own_road(Side side) const;
  std::vector<LaneId> lanes_followed_to(ContactPoint exit) const;
  bool leads_on(LaneId lane) const;
  bool runs_with_ego(LaneId lane, std::size_t slot) const;
  bool runs_against_ego(LaneId lane, std::size_t slot) const;
  double centre_at(LaneId lane, ContactPoint end) const;
  const LaneSection* section_at(RoadId road, ContactPoint end) const;

  const RoadNetwork& map_;
  double max_distance_;
  LaneId ego_lane_;
  bool along_s_ = true;
  std::vector<std::uint32_t> entry_of_lane_;  // 1 + its place in the lists below; 0: not reached
  std::vector<LaneId> lanes_;
  std::vector<LaneWays> ways_;
  std::vector<Progress> progress_;
  std::vector<RoadAbreast> abreast_;
  std::vector<Step> open_;  // a heap, the next one on top
};

}  // namespace scrutineer::map::detail
