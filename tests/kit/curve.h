// Where a Document's roads lie, by plain numerical integration: slow, simple, and sharing no code with the map library,
// so that tests can hold the library's answers against it.
//
//   const Pose pose = pose_at(road, 12.0);              // of the reference line
//   const Spot spot = spot_at(road, 12.0, -1.75);       // 1.75 m to the right of it
#pragma once

#include <vector>

#include "map/model.h"

namespace scrutineer::kit {

struct Pose {
  double x = 0.0, y = 0.0, heading = 0.0;
};

// The pose `distance` ahead and `left` to the left of it, with the same heading.
Pose moved(const Pose& pose, double distance, double left = 0.0);
// Facing the other way.
Pose turned_around(const Pose& pose);
// The same angle in (-pi, pi].
double normalised_angle(double angle);

// The true arc length of a Poly3 up to u = `p`, of a ParamPoly3 up to its parameter `p`.
double arc_length(const map::Poly3& shape, double p);
double arc_length(const map::ParamPoly3& shape, double p);
// The inverse of it, at most the curve's end.
double parameter_at(const map::Poly3& shape, double length);
double parameter_at(const map::ParamPoly3& shape, double length);

Pose pose_at(const map::Geometry& geometry, double ds);
inline Pose end_pose(const map::Geometry& geometry) { return pose_at(geometry, geometry.length); }

Pose pose_at(const map::RoadRecord& road, double s);
double curvature_at(const map::RoadRecord& road, double s);

// The value at s of the record that holds there; 0 before the first one.
double value_at(const std::vector<map::CubicRecord>& records, double s);
double slope_at(const std::vector<map::CubicRecord>& records, double s);

struct Spot {
  double x = 0.0, y = 0.0, z = 0.0;
};

// Superelevation tilts the cross-section: t is measured in the tilted plane.
Spot spot_at(const map::RoadRecord& road, double s, double t);

// The t of a lane's two borders; inner is nearer to lane 0.
struct LaneBorders {
  double inner = 0.0, outer = 0.0;
  double centre() const { return 0.5 * (inner + outer); }
  double width() const { return inner < outer ? outer - inner : inner - outer; }
};

// s may be the end of the section, where another one begins. The lane must exist.
LaneBorders lane_borders(const map::RoadRecord& road, const map::LaneSectionRecord& section, int lane, double s);

// Null if there is none.
const map::LaneRecord* find_lane(const map::LaneSectionRecord& section, int lane);

// Where the section ends.
double section_end(const map::RoadRecord& road, const map::LaneSectionRecord& section);

// The section at that end of the road.
const map::LaneSectionRecord& section_at(const map::RoadRecord& road, map::ContactPoint end);
inline double s_at(const map::RoadRecord& road, map::ContactPoint end) {
  return end == map::ContactPoint::start ? 0.0 : road.length;
}

}  // namespace scrutineer::kit
