// Points against one strip: the innermost loop of every lookup, so all of it is inline.
#pragma once

#include <cmath>
#include <optional>

#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// A point in a strip's local frame (u along its chord).
struct Local {
  double u, v;
};

inline Local to_local(const Strip& strip, double x, double y) {
  const double dx = x - strip.origin_x, dy = y - strip.origin_y;
  return {strip.cos * dx + strip.sin * dy, strip.cos * dy - strip.sin * dx};
}

inline bool in_box(const Strip& strip, Local p) {
  return p.u >= strip.u_min && p.u <= strip.u_max && p.v >= strip.v_min && p.v <= strip.v_max;
}

// The reference line at ds in the local frame, with derivatives by s.
struct CurveAt {
  double u, v, du, dv, ddu, ddv;
};

inline CurveAt curve_at(const Strip& strip, double ds) {
  const StripCurve& a = strip.cu;
  const StripCurve& b = strip.cv;
  return {ds * (a[0] + ds * (a[1] + ds * (a[2] + ds * (a[3] + ds * a[4])))),
          ds * (b[0] + ds * (b[1] + ds * (b[2] + ds * (b[3] + ds * b[4])))),
          a[0] + ds * (2.0 * a[1] + ds * (3.0 * a[2] + ds * (4.0 * a[3] + ds * 5.0 * a[4]))),
          b[0] + ds * (2.0 * b[1] + ds * (3.0 * b[2] + ds * (4.0 * b[3] + ds * 5.0 * b[4]))),
          2.0 * a[1] + ds * (6.0 * a[2] + ds * (12.0 * a[3] + ds * 20.0 * a[4])),
          2.0 * b[1] + ds * (6.0 * b[2] + ds * (12.0 * b[3] + ds * 20.0 * b[4]))};
}

// Where a point projects to: ds may lie outside of [0, length] by what lookups tolerate; t is measured in the plane
// (roll is not taken into account), the tangent is a unit vector in the local frame.
struct Projection {
  double ds, t, tangent_u, tangent_v;
};

// Lookups accept a point this far beyond a road's end or outermost border.
inline constexpr double kBorderTolerance = 1e-3;  // metres

// How far beyond its ends a strip still owns a point at lateral distance t: the wedge of a kink, a gap (a road's own
// ends have one of kBorderTolerance), rounding.
inline double slack_begin(const Strip& strip, double t) {
  return 1e-7 + strip.gap_begin + strip.kink_begin * std::abs(t);
}
inline double slack_end(const Strip& strip, double t) { return 1e-7 + strip.gap_end + strip.kink_end * std::abs(t); }

// The point of a curved strip at which the reference line is perpendicular to the way to p, found by Newton's method
// on f(ds) = (p - r) . r'. A strip turns by less than half a radian, so f is monotonous unless p lies near the centre
// of curvature. Nothing if the foot is clearly beyond the strip's ends.
inline std::optional<Projection> project_on_curve(const Strip& strip, Local p) {
  const double margin = 0.25 * strip.length + 0.5 * (p.v < 0 ? -p.v : p.v) + 0.1;
  double ds = p.u < 0.0 ? 0.0 : (p.u > strip.length ? strip.length : p.u);
  CurveAt c{};
  for (int i = 0; i < 32; ++i) {
    c = curve_at(strip, ds);
    const double ru = p.u - c.u, rv = p.v - c.v;
    const double f = ru * c.du + rv * c.dv;
    const double slope = ru * c.ddu + rv * c.ddv - (c.du * c.du + c.dv * c.dv);
    const double step = -f / slope;
    ds += step;
    if (!(ds > -margin && ds < strip.length + margin)) return std::nullopt;
    // What is left after a step is of the order of step^2 over the slope: here below a tenth of a micrometre.
    if (step * step < 1e-8 * (slope < 0 ? -slope : slope)) break;
  }
  c = curve_at(strip, ds);
  const double norm = 1.0 / std::sqrt(c.du * c.du + c.dv * c.dv);
  const double tu = c.du * norm, tv = c.dv * norm;
  return Projection{ds, (p.v - c.v) * tu - (p.u - c.u) * tv, tu, tv};
}

// The foot of the point on the strip if it has one within the strip's ends and their slack; ds is then clamped to it.
inline std::optional<Projection> project(const Strip& strip, Local p) {
  Projection found{p.u, p.v, 1.0, 0.0};
  if (!strip.straight) {
    const auto curved = project_on_curve(strip, p);
    if (!curved) return std::nullopt;
    found = *curved;
  }
  if (found.ds < 0.0) {
    if (found.ds < -slack_begin(strip, found.t)) return std::nullopt;
    found.ds = 0.0;
  } else if (found.ds > strip.length) {
    if (found.ds > strip.length + slack_end(strip, found.t)) return std::nullopt;
    found.ds = strip.length;
  }
  return found;
}

// The roll angle at ds: t is measured along the rolled cross-section, its cosine is what the plane sees of it.
inline double roll_at(const RoadNetwork& map, const Strip& strip, double ds) {
  return strip.superelevation == 0 ? 0.0 : map.superelevations()[strip.superelevation - 1].at(ds);
}

// The point at (ds, t) of a strip with the heading and curvature of the line at constant t.
RoadPoint point_on_strip(const RoadNetwork& map, const Strip& strip, double ds, double t);

// The strip of the road, or of the section, that holds at s; null if it has none.
const Strip* strip_at(const RoadNetwork& map, RoadId road, double s);
const Strip* strip_at(const RoadNetwork& map, SectionId section, double s);

}  // namespace scrutineer::map::detail
