// Lanes of which only the centre line is known, as some tools export them: where they meet, and how wide they are.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "trace/detail/osi_lane_records.h"

namespace scrutineer::trace::osi {

inline constexpr double kAssumedWidth = 3.5;  // metres, of lanes without borders and neighbours

// Pointers are into one list, in the file's order.
using LaneById = std::unordered_map<Id, const PhysicalLane*>;

// Tools that sample centre lines end them up to a metre before the next lane. One of two linked lanes is made longer,
// so that no hole is left between them.
void close_gaps(std::vector<PhysicalLane>& lanes);

// Borders half-way to the neighbours, the same line for both. Where there is no neighbour on one side, it is as wide as
// on the other.
class CentreLineBorders {
 public:
  explicit CentreLineBorders(const LaneById& by_id) : by_id_(by_id) {}

  // False: it has no neighbour, and the usual width is assumed.
  bool set(const PhysicalLane& from, map::MapLane& lane);

 private:
  struct Neighbour {
    const PhysicalLane* lane = nullptr;
    double distance = 0.0;  // between the centre lines, in metres
  };
  Neighbour neighbour(const PhysicalLane& lane, bool to_left) const;
  bool is_mutual(const PhysicalLane& lane, const PhysicalLane& other, bool is_reversed) const;
  std::optional<map::LaneLine> shared_border(const PhysicalLane& lane, const PhysicalLane& other) const;

  const LaneById& by_id_;
};

}  // namespace scrutineer::trace::osi
