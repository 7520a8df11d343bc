// Where lanes end, and which ends the file ties together.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

inline constexpr std::array kBothEnds = {ContactPoint::start, ContactPoint::end};

// What the road says of its predecessor or successor.
inline const RoadEnd& end_of(const Road& road, ContactPoint end) {
  return end == ContactPoint::start ? road.predecessor : road.successor;
}

struct LaneEnd {
  LaneId lane;
  ContactPoint end = ContactPoint::start;

  auto operator<=>(const LaneEnd&) const = default;
};

// The lane's surface at one of its ends, in the plane.
struct LaneEndSection {
  Point left, right, centre;  // of the borders and between them, seen along s
  double z = 0.0;             // of the centre
  double s = 0.0;
  double width = 0.0;
  double outward = 0.0;  // the heading in which the centre line leaves the lane here
};

// Nothing for a lane whose section is too short to have a surface.
std::optional<LaneEndSection> cross_section(const RoadNetwork& map, LaneEnd at);

// 0 where the two touch or overlap.
double distance(const LaneEndSection& a, const LaneEndSection& b);

// Every end of another lane that `at` is linked to. Which end of it that is comes from the roads' links and the
// junctions' connections, not from what lies near.
std::vector<LaneEnd> linked_ends(const RoadNetwork& map, LaneEnd at);
// Is `other` one of them?
bool are_linked(const RoadNetwork& map, LaneEnd at, LaneEnd other);

// Does the file say, on either side or in a junction, that this end of road a and that end of road b meet?
bool roads_meet(const RoadNetwork& map, RoadId a, ContactPoint a_end, RoadId b, ContactPoint b_end);

// Has the junction such a connection?
bool has_connection(const Junction& junction, RoadId incoming, RoadId connecting, ContactPoint contact);

const RoadEnd& road_end(const Road& road, ContactPoint end);
bool is_first_section(const RoadNetwork& map, const Lane& lane);
bool is_last_section(const RoadNetwork& map, const Lane& lane);
// Is it an end of the whole road, not only of a section?
bool is_road_end(const RoadNetwork& map, LaneEnd at);

// May somebody leave the lane over this end, or only enter it? People walk both ways.
bool leads_out(const RoadNetwork& map, LaneEnd at);
bool leads_in(const RoadNetwork& map, LaneEnd at);

}  // namespace scrutineer::map::detail
