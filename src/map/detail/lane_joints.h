// Which lanes lead into which, and how roads and junctions of the OpenDRIVE kind say so.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "map/detail/lane_groups.h"
#include "map/detail/lane_roads.h"
#include "map/model.h"

namespace scrutineer::map::detail {

// Two lanes that touch; an end is one of the lane's own points' order.
struct LaneTouch {
  std::uint32_t lane = 0, other = 0;
  bool at_end = false, other_at_end = false;
  auto operator<=>(const LaneTouch&) const = default;
};

// The links that the lanes state and that fit, each once; what does not fit is added to `contradictions`, with the
// lane's index in the place of its number.
std::vector<LaneTouch> find_touches(const LaneMap& map, const LaneIndex& index,
                                    std::vector<LaneContradiction>& contradictions);

// Names the junctions of lanes that have none: lanes of junctions that touch, touch the same end of a group, or cross,
// are in one.
void name_junctions(std::vector<MapLane>& lanes, std::span<const LaneTouch> touches, std::span<const LaneGroup> groups,
                    std::span<const GroupPlace> places);

// A group in a junction can be a connecting road only if it leads from one road to one other: the rest is taken apart.
void split_groups(const LaneMap& map, std::span<const LaneTouch> touches, std::vector<LaneGroup>& groups,
                  std::vector<GroupPlace>& places);
void set_places(std::span<const LaneGroup> groups, std::vector<GroupPlace>& places);

// Links and junctions of the roads, which are in the order of `groups`.
void link_roads(const LaneMap& map, std::span<const LaneTouch> touches, std::span<const LaneGroup> groups,
                std::span<const GroupPlace> places, std::span<MadeRoad> roads, std::vector<JunctionRecord>& junctions);

}  // namespace scrutineer::map::detail
