// Points against one strip: the innermost loop of every lookup, so all of it is inline.
#pragma once

#include <algorithm>
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
  // Not short-circuited: one branch that is hard to predict instead of four.
  return (p.u >= strip.u_min) & (p.u <= strip.u_max) & (p.v >= strip.v_min) & (p.v <= strip.v_max);
}

inline double squared_distance_to_box(const Strip& strip, Local p) {
  const double u = std::max({strip.u_min - p.u, p.u - strip.u_max, 0.0});
  const double v = std::max({strip.v_min - p.v, p.v - strip.v_max, 0.0});
  return u * u + v * v;
}

// The reference line at ds in the local frame, with derivatives by s.
struct CurveAt {
  double u, v, du, dv, ddu, ddv;
};

// Grouped so that the products do not wait for each other (Estrin's scheme): this is where lookups spend their time.
inline CurveAt curve_at(const Strip& strip, double ds) {
  const double squared = ds * ds;
  const auto value = [ds, squared](const StripCurve& c) {
    return ds * ((c[0] + ds * c[1]) + squared * ((c[2] + ds * c[3]) + squared * c[4]));
  };
  const auto slope = [ds, squared](const StripCurve& c) {
    return (c[0] + 2.0 * ds * c[1]) + squared * ((3.0 * c[2] + 4.0 * ds * c[3]) + squared * (5.0 * c[4]));
  };
  const auto bend = [ds, squared](const StripCurve& c) {
    return (2.0 * c[1] + 6.0 * ds * c[2]) + squared * (12.0 * c[3] + 20.0 * ds * c[4]);
  };
  return {value(strip.cu), value(strip.cv), slope(strip.cu), slope(strip.cv), bend(strip.cu), bend(strip.cv)};
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

// 1 / sqrt(squared): reference lines run with unit speed but for rounding and stretched curves, so mostly a short
// series.
inline double inverse_root(double squared) {
  const double off = squared - 1.0;
  if (std::abs(off) < 1e-3) [[likely]]
    return 1.0 - off * (0.5 - 0.375 * off);
  return 1.0 / std::sqrt(squared);
}

// The point of a curved strip at which the reference line is perpendicular to the way to p: the root of
// f(ds) = (p - r) . r'. A strip turns by less than half a radian, so f is monotonous unless p lies near the centre of
// curvature. Nothing if the foot is clearly beyond the strip's ends.
inline bool project_on_curve(const Strip& strip, Local p, Projection& found) {
  // First guess: the foot on the circle through the strip's middle, whose tangent there is nearly the chord's.
  const double curvature = strip.cu.hint, v_middle = strip.cv.hint;
  const double turn = curvature * strip.length;
  const double u_middle = 0.5 * strip.length * (1.0 - turn * turn * (1.0 / 24.0));
  const double squeeze = 1.0 - curvature * (p.v - v_middle);
  const double tangent_way = (p.u - u_middle) / (std::abs(squeeze) > 0.2 ? squeeze : 1.0);
  const double bend = curvature * tangent_way;
  const double way = tangent_way * (1.0 - bend * bend * (1.0 / 3.0));  // of atan(bend) / curvature
  double ds = std::min(std::max(0.5 * strip.length + way, 0.0), strip.length);
  const double margin = 0.25 * strip.length + 0.5 * std::abs(p.v) + 0.1;
  for (int i = 0; i < 32; ++i) {
    const CurveAt c = curve_at(strip, ds);
    const double dddu = 6.0 * strip.cu[2] + ds * (24.0 * strip.cu[3] + ds * 60.0 * strip.cu[4]);
    const double dddv = 6.0 * strip.cv[2] + ds * (24.0 * strip.cv[3] + ds * 60.0 * strip.cv[4]);
    const double ru = p.u - c.u, rv = p.v - c.v;
    const double f = ru * c.du + rv * c.dv;
    const double slope = ru * c.ddu + rv * c.ddv - (c.du * c.du + c.dv * c.dv);
    const double bow = ru * dddu + rv * dddv - 3.0 * (c.du * c.ddu + c.dv * c.ddv);
    const double inverse = -1.0 / slope;
    const double newton = f * inverse;
    // Halley's method: it leaves an error of the order of curvature^2 step^3, so one round nearly always does. Its
    // quotient newton / (1 - weight) as a series, held back while the guess is bad.
    const double weight = std::min(std::max(0.5 * newton * bow * inverse, -0.3), 0.3);
    const double step = newton * (1.0 + weight * (1.0 + weight));
    ds += step;
    if (!(ds > -margin && ds < strip.length + margin)) return false;
    const double squared_curvature = c.ddu * c.ddu + c.ddv * c.ddv;
    if (std::abs(step * step * step) * (squared_curvature + 1e-3) < 1e-7 * std::abs(slope)) {
      // So small a step need not evaluate the polynomials again.
      const double tangent_u = c.du + step * (c.ddu + 0.5 * step * dddu);
      const double tangent_v = c.dv + step * (c.ddv + 0.5 * step * dddv);
      const double u = c.u + step * (c.du + step * (0.5 * c.ddu + step * (1.0 / 6.0) * dddu));
      const double v = c.v + step * (c.dv + step * (0.5 * c.ddv + step * (1.0 / 6.0) * dddv));
      const double norm = inverse_root(tangent_u * tangent_u + tangent_v * tangent_v);
      const double tu = tangent_u * norm, tv = tangent_v * norm;
      found = {ds, (p.v - v) * tu - (p.u - u) * tv, tu, tv};
      return true;
    }
  }
  return false;
}

// The foot of the point on the strip if it has one within the strip's ends and their slack; ds is then clamped to it.
inline bool project(const Strip& strip, Local p, Projection& found) {
  found = {p.u, p.v, 1.0, 0.0};
  if (!strip.straight && !project_on_curve(strip, p, found)) return false;
  const double before = -slack_begin(strip, found.t), behind = strip.length + slack_end(strip, found.t);
  const bool inside = (found.ds >= before) & (found.ds <= behind);
  found.ds = std::min(std::max(found.ds, 0.0), strip.length);
  return inside;
}

// The same as values, where time does not matter.
inline std::optional<Projection> project_on_curve(const Strip& strip, Local p) {
  Projection found;
  return project_on_curve(strip, p, found) ? std::optional(found) : std::nullopt;
}
inline std::optional<Projection> project(const Strip& strip, Local p) {
  Projection found;
  return project(strip, p, found) ? std::optional(found) : std::nullopt;
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
