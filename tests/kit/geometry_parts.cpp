#include "kit/geometry_parts.h"

#include <cmath>
#include <variant>

#include "base/quantity.h"
#include "kit/curve.h"

namespace scrutineer::kit {
namespace {

using namespace map;

// cubic(p_begin + q * width) - cubic(p_begin) as a cubic of q.
Cubic part(const Cubic& cubic, double p_begin, double width) {
  const Cubic moved = cubic.moved_to(p_begin);
  return {0.0, moved.b * width, moved.c * width * width, moved.d * width * width * width};
}

// The stretch of a parametric cubic from p_begin to p_end, also backwards, in the frame of its own begin.
ParamPoly3 part(const Cubic& u, const Cubic& v, double p_begin, double p_end) {
  const Cubic along = part(u, p_begin, p_end - p_begin), left = part(v, p_begin, p_end - p_begin);
  const double turn = std::atan2(left.b, along.b);
  const double c = std::cos(turn), s = std::sin(turn);
  const auto mix = [](double a, const Cubic& p, double b, const Cubic& q) {
    return Cubic{0.0, a * p.b + b * q.b, a * p.c + b * q.c, a * p.d + b * q.d};
  };
  ParamPoly3 shape{mix(c, along, s, left), mix(-s, along, c, left), 1.0};
  shape.v.b = 0.0;  // but for rounding it is
  return shape;
}

Geometry begun_at(const Pose& pose, double s, double length) {
  Geometry geometry;
  geometry.s = s;
  geometry.x = pose.x;
  geometry.y = pose.y;
  geometry.heading = pose.heading;
  geometry.length = length;
  return geometry;
}

// A cubic as it is followed: u and v of a parameter that ends at p_end.
struct Curve {
  Cubic u, v;
  double p_end;
};

Curve curve_of(const Geometry& geometry) {
  if (const auto* poly3 = std::get_if<Poly3>(&geometry.shape))
    return {{0.0, 1.0, 0.0, 0.0}, poly3->v, parameter_at(*poly3, geometry.length)};
  const auto& shape = std::get<ParamPoly3>(geometry.shape);
  return {shape.u, shape.v, shape.p_end};
}

}  // namespace

std::pair<Geometry, Geometry> cut(const Geometry& geometry, double ds) {
  Geometry before = begun_at(pose_at(geometry, 0.0), geometry.s, ds);
  Geometry after = begun_at(pose_at(geometry, ds), geometry.s + ds, geometry.length - ds);
  if (const auto* spiral = std::get_if<Spiral>(&geometry.shape)) {
    const double middle = std::lerp(spiral->curvature_begin, spiral->curvature_end, ds / geometry.length);
    before.shape = Spiral{spiral->curvature_begin, middle};
    after.shape = Spiral{middle, spiral->curvature_end};
  } else if (std::holds_alternative<Line>(geometry.shape) || std::holds_alternative<Arc>(geometry.shape)) {
    before.shape = after.shape = geometry.shape;
  } else {
    const Curve curve = curve_of(geometry);
    const ParamPoly3 whole{curve.u, curve.v, curve.p_end};
    const double p = parameter_at(whole, ds * (arc_length(whole, whole.p_end) / geometry.length));
    before.shape = part(curve.u, curve.v, 0.0, p);
    after.shape = part(curve.u, curve.v, p, curve.p_end);
  }
  return {before, after};
}

Geometry reversed(const Geometry& geometry) {
  Geometry back = begun_at(turned_around(end_pose(geometry)), geometry.s, geometry.length);
  if (const auto* arc = std::get_if<Arc>(&geometry.shape)) {
    back.shape = Arc{-arc->curvature};
  } else if (const auto* spiral = std::get_if<Spiral>(&geometry.shape)) {
    back.shape = Spiral{-spiral->curvature_end, -spiral->curvature_begin};
  } else if (std::holds_alternative<Line>(geometry.shape)) {
    back.shape = Line{};
  } else {
    const Curve curve = curve_of(geometry);
    back.shape = part(curve.u, curve.v, curve.p_end, 0.0);
  }
  return back;
}

}  // namespace scrutineer::kit
