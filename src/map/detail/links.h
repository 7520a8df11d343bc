// Which lane touches which: the links that the file states by road ids and lane numbers, resolved to LaneIds.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "map/detail/build_warning.h"
#include "map/model.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// Fills Lane::predecessors and Lane::successors.
//
// Expected: roads[i] is document.roads[i], `sections` in the order of the document, each with its lanes in `lanes`, and
// the roads' ends and the junctions' connections already resolved to RoadIds.
//
// Files often state a link on one side only (an incoming road says "junction", the connecting road names the lanes), so
// every link is entered on both sides, whichever stated it. A link to a lane that does not exist is left out and named in
// `warnings`.
void link_lanes(const Document& document, std::span<const Road> roads, std::span<const LaneSection> sections,
                std::span<const Junction> junctions, std::span<Lane> lanes, std::vector<BuildWarning>& warnings);

}  // namespace scrutineer::map::detail
