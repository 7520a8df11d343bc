// The lane links that a file states, resolved to lanes: between lane sections, between roads, and in junctions.
#pragma once

#include <optional>
#include <vector>

#include "map/rules/source.h"

namespace scrutineer::map::rules {

struct StatedLink {
  enum class Kind { section, road, junction };
  Kind kind = Kind::section;
  Node node;                         // <predecessor>, <successor> or <laneLink>
  const SourceLane* from = nullptr;  // null: a laneLink from a lane that is not there
  ContactPoint from_end = ContactPoint::start;
  std::optional<int> number;                  // what is named; nothing: no number
  const SourceSection* to_section = nullptr;  // null: nothing follows there, or only a junction
  const SourceRoad* to_road = nullptr;
  ContactPoint to_end = ContactPoint::start;
  const SourceLane* to = nullptr;            // null: there is no such lane
  const SourceJunction* junction = nullptr;  // of a laneLink
};

// Which end of its incoming road a connection leaves: what the connecting road's link says, else the end that leads to
// the junction. Nothing: neither tells.
std::optional<ContactPoint> incoming_end(const Source& source, const SourceJunction& junction,
                                         const SourceConnection& connection);

std::vector<StatedLink> stated_links(const Source& source);

// The ways in which traffic uses a lane, along s (+1) and against it (-1).
struct TravelDirections {
  bool along = false, against = false;
};
TravelDirections directions_of(const SourceRoad& road, const SourceLane& lane);

// Does traffic on the lane leave the road (enter it) over this end?
bool leads_out(const SourceRoad& road, const SourceLane& lane, ContactPoint end);
bool leads_in(const SourceRoad& road, const SourceLane& lane, ContactPoint end);

}  // namespace scrutineer::map::rules
