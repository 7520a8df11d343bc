// <planView>: the road's reference line.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "map/detail/document_reader.h"
#include "map/detail/limits.h"

namespace scrutineer::map::detail {

void DocumentReader::read_geometry(Element& geometry) {
  std::vector<Geometry>& geometries = road_->geometries;
  Geometry out;
  out.s = ordered_s(geometry, "s", 0.0, geometries.empty() ? std::nullopt : std::optional(geometries.back().s));
  out.x = number(geometry, "x");
  out.y = number(geometry, "y");
  out.heading = number(geometry, "hdg");
  out.length = number(geometry, "length");
  if (failed()) return;
  if (std::abs(out.x) > kMaxCoordinate || std::abs(out.y) > kMaxCoordinate) {
    return fail(geometry.node, fmt::format("x and y must be within +-{} m, found {} and {}", kMaxCoordinate,
                                           shortest(out.x), shortest(out.y)));
  }
  if (out.length < 0.0 || out.length > kMaxRoadLength) {
    return fail(geometry.node, fmt::format("length must be above 0 m and at most {} m, found {} m", kMaxRoadLength,
                                           shortest(out.length)));
  }
  check_on_road(geometry, out.s);

  geometry_ = &out;
  has_shape_ = false;
  read_children(geometry);
  geometry_ = nullptr;
  if (failed()) return;
  if (!has_shape_) return fail(geometry.node, "wanted one of line, arc, spiral, poly3 and paramPoly3, found none");
  has_geometry_ = true;
  if (out.length == 0.0) return warn(geometry.node, "left out: it is 0 m long");
  geometries.push_back(out);
}

void DocumentReader::set_shape(Element& shape, std::variant<Line, Arc, Spiral, Poly3, ParamPoly3> value) {
  if (has_shape_) fail(shape.node, "a geometry has one shape, found another");
  has_shape_ = true;
  geometry_->shape = value;
  read_children(shape);
}

void DocumentReader::check_turning(Element& shape, double radians) {
  if (std::abs(radians) <= kMaxTurning) return;
  fail(shape.node, fmt::format("must turn by at most {} rad, found {} rad", kMaxTurning, rounded(radians, 0)));
}

void DocumentReader::read_line(Element& line) { set_shape(line, Line{}); }

void DocumentReader::read_arc(Element& arc) {
  const double curvature = number(arc, "curvature");
  check_turning(arc, curvature * geometry_->length);
  set_shape(arc, Arc{curvature});
}

void DocumentReader::read_spiral(Element& spiral) {
  const double begin = number(spiral, "curvStart");
  const double end = number(spiral, "curvEnd");
  check_turning(spiral, std::max(std::abs(begin), std::abs(end)) * geometry_->length);
  set_shape(spiral, Spiral{begin, end});
}

void DocumentReader::read_poly3(Element& poly) {
  const Cubic v = cubic(poly, "a", "b", "c", "d");
  check_reach(poly, v, geometry_->length);
  set_shape(poly, Poly3{v});
}

void DocumentReader::read_param_poly3(Element& poly) {
  ParamPoly3 out;
  out.u = cubic(poly, "aU", "bU", "cU", "dU");
  out.v = cubic(poly, "aV", "bV", "cV", "dV");
  const std::string_view range = text_or_empty(poly, "pRange");
  if (range == "arcLength") {
    out.p_end = geometry_->length;
  } else if (range != "normalized") {
    warn(poly.node,
         fmt::format("pRange should be arcLength or normalized, found {}: taken as normalized", shown(range)));
  }
  check_reach(poly, out.u, out.p_end);
  check_reach(poly, out.v, out.p_end);
  set_shape(poly, out);
}

void DocumentReader::check_reach(Element& poly, const Cubic& cubic, double p_end) {
  const double reach =
      std::abs(cubic.a) + p_end * (std::abs(cubic.b) + p_end * (std::abs(cubic.c) + p_end * std::abs(cubic.d)));
  if (reach <= kMaxRoadLength) return;
  fail(poly.node,
       fmt::format("must stay within {} m of the geometry's start, found {} m", kMaxRoadLength, rounded(reach, 0)));
}

}  // namespace scrutineer::map::detail
