// Ways along the polylines of lanes, in the plane.
#pragma once

#include <cmath>

#include "map/lane_map.h"

namespace scrutineer::trace {

inline double apart(const map::LanePoint& a, const map::LanePoint& b) { return std::hypot(a.x - b.x, a.y - b.y); }
inline double heading_of(const map::LanePoint& a, const map::LanePoint& b) { return std::atan2(b.y - a.y, b.x - a.x); }

double length_of(const map::LaneLine& line);
// How far along a line its point nearest to this one is.
double way_to(const map::LaneLine& line, const map::LanePoint& point);
// The point of a line nearest to this one.
map::LanePoint foot_on(const map::LaneLine& line, const map::LanePoint& point);
// The part of a line between two ways along it.
map::LaneLine part_of(const map::LaneLine& line, double begin, double end);

}  // namespace scrutineer::trace
