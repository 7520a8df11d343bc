// The search behind map/road_distance.h: every lane within a distance of a lane, each with the ways that lead there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "map/lane_graph.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// The ego's line runs through the ego in its direction of travel; on the ego's own road it counts as s does, or as -s
// if the ego travels against s. A way maps places of a lane's road onto that line.
//
// A place is ahead or behind, on a road that was entered at its start or at its end: this fixes which way s runs.
inline constexpr std::size_t kAheadFromStart = 0, kAheadFromEnd = 1, kBehindFromStart = 2, kBehindFromEnd = 3;
inline constexpr std::array<double, 4> kSense = {+1.0, -1.0, -1.0, +1.0};  // of s in the ego's direction of travel

struct alignas(32) LaneWays {
  std::array<double, 4> base;      // the place at s is at base + kSense * s on the line; infinite: no such way
  std::array<double, 4> shift;     // what the ego's t, left of its travel, becomes on the lane's road: it plus this
  std::array<float, 4> extra;      // how much longer the way counts than it is
  std::array<float, 2> own_extra;  // the same for the ego's own road without leaving it, ahead and behind
};

// A road through a junction beside the ego's own way through it.
struct RoadAbreast {
  RoadId road;
  double base = 0.0, scale = 0.0;  // the place at s is at base + scale * s on the line
  double sense = 1.0;              // of s in the ego's direction of travel
  double shift = 0.0, shift_slope = 0.0;
};

// All that is reached when the ego is on a lane, wherever on it.
struct LanesReached {
  const LaneWays* ways_to(LaneId lane) const {
    const std::uint32_t entry = entry_of_lane[lane.index()];
    return entry == 0 ? nullptr : &ways[entry - 1];
  }
  std::size_t bytes() const {
    return entry_of_lane.capacity() * sizeof(std::uint32_t) + ways.capacity() * sizeof(LaneWays) +
           abreast.capacity() * sizeof(RoadAbreast);
  }

  std::vector<std::uint32_t> entry_of_lane;  // 1 + its place in the list below; 0: not reached
  std::vector<LaneWays> ways;
  std::vector<RoadAbreast> abreast;
};

// Of each lane: does the search follow it, and which way may its traffic go? It depends on the map alone.
class LaneUses {
 public:
  explicit LaneUses(const RoadNetwork& map);

  bool leads_on(LaneId lane) const { return (uses_[lane.index()] & kLeadsOn) != 0; }
  bool runs(LaneId lane, bool along_s) const { return (uses_[lane.index()] & (along_s ? kAlongS : kAgainstS)) != 0; }

 private:
  static constexpr std::uint8_t kLeadsOn = 1, kAlongS = 2, kAgainstS = 4;

  std::vector<std::uint8_t> uses_;
};

// One search.
class ReachSearch {
 public:
  // `max_counted`: how far to search, with what ways count extra.
  ReachSearch(const RoadNetwork& map, const LaneUses& uses, double max_counted, DirectedLane ego);

  LanesReached run();  // once

 private:
  enum class Side { ahead, behind };
  // The four kinds of ways, and the ego's own road ahead and behind.
  static constexpr std::size_t kSlots = 6, kOwnAhead = 4, kOwnBehind = 5;

  // Entering a lane: the end of its road where the road was entered is also the end of the lane that is entered.
  struct Step {
    double way = 0.0;    // length from the ego's lane to this one
    double extra = 0.0;  // what it counts more
    double gone = 0.0;   // the part of `way` between the ego's road and this lane's road
    double shift = 0.0;
    LaneId lane;
    ContactPoint entered = ContactPoint::start;
    bool on_own_road = false;
    // What orders the search: way and extra in whole tenths of a millimetre, so that rounding does not decide between
    // equal ways; then the lane's place in its section, counted to the left as the ego sees it.
    std::int64_t cost = 0;
    int place = 0;
  };
  // What LaneWays holds of one, for all lanes of a section.
  struct Way {
    std::size_t slot = 0;
    double base = 0.0, shift = 0.0;
    float extra = 0.0F;
  };
  struct Progress {
    std::array<std::int64_t, kSlots> cost;
    std::array<bool, kSlots> done;
  };
  static bool is_later(const Step& a, const Step& b);

  void search(Side side);
  void push(Side side, Step step);
  void settle(Side side, const Step& step);
  Way way_of(Side side, const Step& step) const;
  void set_way(LaneId lane, const Way& way);
  void reach_lanes_beside(LaneId reached, const Way& way);
  void change_lane(Side side, const Step& from);
  void go_on_without_links(Side side, const Step& from);
  void cross(Side side, const Step& from);  // from a lane over the end of its road
  std::uint32_t entry_for(LaneId lane);

  // What a road through a junction comes to at one of its ends, over further roads of that junction if need be.
  struct Passage {
    RoadEnd outside;      // the end of the road there
    double length = 0.0;  // of the roads between
    double shift = 0.0;   // what t, left of the ego's travel, becomes there: it plus this
  };
  void find_roads_abreast();
  std::optional<Passage> passage_from(RoadId road, ContactPoint end, double sense) const;
  std::optional<double> shift_over(RoadId road, ContactPoint end, double sense, const RoadEnd& next,
                                   double next_sense) const;

  std::size_t slot_of(Side side, const Step& step) const;
  double sense_of(std::size_t slot) const;
  double length_of(const Step& step) const;
  ContactPoint exit_of_own_road(Side side) const;
  bool leads_on(LaneId lane) const { return uses_.leads_on(lane); }
  bool runs_with_ego(LaneId lane, std::size_t slot) const;
  bool runs_against_ego(LaneId lane, std::size_t slot) const;
  double centre_at(LaneId lane, ContactPoint end) const;
  SectionId last_section(RoadId road, ContactPoint end) const;

  const RoadNetwork& map_;
  const LaneUses& uses_;
  double max_counted_;
  LaneId ego_lane_;
  bool along_s_ = true;
  LanesReached reached_;
  std::vector<Progress> progress_;  // beside reached_.ways
  std::vector<Step> open_;          // a heap, the next one on top
};

}  // namespace scrutineer::map::detail
