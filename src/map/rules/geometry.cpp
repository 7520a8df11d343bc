// Rules about the plan view: the geometries of reference lines.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "base/quantity.h"
#include "map/detail/curves.h"
#include "map/detail/limits.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

template <typename Judge>
void each_geometry(Check& check, Judge judge) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (std::size_t i = 0; i < road.geometries.size(); ++i) judge(road, road.geometries[i], i);
  });
}

void elem_asc_order(Check& check) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    double highest = 0.0;
    for (const SourceGeometry& geometry : road.geometries) {
      if (!std::isfinite(geometry.s)) {
        check.skip(geometry.node, "s is no number");
        continue;
      }
      if (geometry.s < highest)
        check
            .report(geometry.node, {.road = &road, .s = std::max(geometry.s, 0.0)},
                    "the geometry begins before the one that it follows")
            .measure(geometry.s, highest, "m");
      highest = std::max(highest, geometry.s);
    }
  });
}

// ---- paramPoly3 -----------------------------------------------------------------------------------------------------

struct Coefficients {
  double a_u, b_u, a_v, b_v;
};

// Nothing: one of them is missing.
std::optional<Coefficients> coefficients_of(const SourceGeometry& geometry) {
  const Coefficients c{number_of(geometry.shape, "aU"), number_of(geometry.shape, "bU"),
                       number_of(geometry.shape, "aV"), number_of(geometry.shape, "bV")};
  if (!std::isfinite(c.a_u + c.b_u + c.a_v + c.b_v)) return std::nullopt;
  return c;
}

// The length of the curve for p from begin to end, by Gauss's rule with ten points.
double gauss_length(const ParamPoly3& poly, double begin, double end) {
  constexpr std::array kNodes = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845,
                                 0.9739065285171717};
  constexpr std::array kWeights = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820, 0.1494513491505806,
                                   0.0666713443086881};
  const double middle = 0.5 * (begin + end), half = 0.5 * (end - begin);
  double sum = 0.0;
  for (std::size_t i = 0; i < kNodes.size(); ++i)
    for (const double p : {middle - half * kNodes[i], middle + half * kNodes[i]})
      sum += kWeights[i] * std::hypot(poly.u.slope(p), poly.v.slope(p));
  return half * sum;
}

// Halved until both halves agree with the whole.
double curve_length(const ParamPoly3& poly, double begin, double end, double whole, int depth) {
  const double middle = 0.5 * (begin + end);
  const double left = gauss_length(poly, begin, middle), right = gauss_length(poly, middle, end);
  if (depth == 0 || std::abs(left + right - whole) < 1e-7) return left + right;
  return curve_length(poly, begin, middle, left, depth - 1) + curve_length(poly, middle, end, right, depth - 1);
}

void judge_curve_lengths(Check& check, bool arc_length) {
  const double limit = check.tolerance("max_difference");
  each_geometry(check, [&](const SourceRoad& road, const SourceGeometry& geometry, std::size_t) {
    if (!is_named(geometry.shape, "paramPoly3")) return;
    if ((text_of(geometry.shape, "pRange") == "arcLength") != arc_length) return;
    if (!geometry.geometry) return check.skip(geometry.node, "a number of the geometry is missing");
    const auto& poly = std::get<ParamPoly3>(geometry.geometry->shape);
    const double length = curve_length(poly, 0.0, poly.p_end, gauss_length(poly, 0.0, poly.p_end), 12);
    if (!(std::abs(length - geometry.length) > limit)) return;
    check
        .report(geometry.node, {.road = &road, .s = geometry.s + 0.5 * geometry.length},
                fmt::format("the curve is {:.4f} m long, its length attribute says {:.4f} m", length, geometry.length))
        .measure(std::abs(length - geometry.length), limit, "m");
  });
}

void arclength_range(Check& check) { judge_curve_lengths(check, true); }
void normalized_length(Check& check) { judge_curve_lengths(check, false); }

void report_coefficients(Check& check, double zero, double zero_slope, double least_slope) {
  each_geometry(check, [&](const SourceRoad& road, const SourceGeometry& geometry, std::size_t) {
    if (!is_named(geometry.shape, "paramPoly3")) return;
    const auto c = coefficients_of(geometry);
    if (!c) return check.skip(geometry.shape, "a coefficient is missing");
    std::string wrong;
    const auto add = [&](bool is_wrong, const char* name, double value) {
      if (is_wrong) wrong += fmt::format("{}{} is {:g}", wrong.empty() ? "" : ", ", name, value);
    };
    add(std::abs(c->a_u) > zero, "aU", c->a_u);
    add(std::abs(c->a_v) > zero, "aV", c->a_v);
    add(std::abs(c->b_v) > zero_slope, "bV", c->b_v);
    add(!(c->b_u > least_slope), "bU", c->b_u);
    if (!wrong.empty())
      check.report(geometry.shape, {.road = &road, .s = geometry.s},
                   wrong + "; a curve begins at (0, 0) along its heading if aU, aV and bV are 0 and bU is above");
  });
}

void valid_parameters(Check& check) {
  const double zero = check.tolerance("zero");
  report_coefficients(check, zero, zero, zero);
}

void parampoly3_attributes(Check& check) {
  report_coefficients(check, check.tolerance("zero"), check.tolerance("max_bv"), 0.0);
}

// The start of a cubic as the file gives it, in the local frame: nothing for other shapes.
struct CubicStart {
  double u, v, heading;
};
std::optional<CubicStart> start_of(const SourceGeometry& geometry) {
  if (!geometry.geometry) return std::nullopt;
  if (const auto* poly = std::get_if<ParamPoly3>(&geometry.geometry->shape))
    return CubicStart{poly->u.a, poly->v.a, std::atan2(poly->v.b, poly->u.b)};
  if (const auto* poly = std::get_if<Poly3>(&geometry.geometry->shape))
    return CubicStart{0.0, poly->v.a, std::atan(poly->v.b)};
  return std::nullopt;
}

void hdg_not_tangent(Check& check) {
  const double max_turn = check.tolerance("max_turn"), max_shift = check.tolerance("max_shift");
  each_geometry(check, [&](const SourceRoad& road, const SourceGeometry& geometry, std::size_t) {
    const auto start = start_of(geometry);
    if (!start) return;
    const Where where{.road = &road, .s = geometry.s};
    if (const double turn = std::abs(start->heading) * kDegrees; turn > max_turn)
      check.report(geometry.node, where, "the curve does not begin in the direction of hdg")
          .measure(turn, max_turn, "deg");
    if (const double shift = std::hypot(start->u, start->v); shift > max_shift)
      check.report(geometry.node, where, "the curve does not begin at x, y").measure(shift, max_shift, "m");
  });
}

// ---- lengths --------------------------------------------------------------------------------------------------------

void geometry_length(Check& check) {
  const double limit = check.tolerance("max_difference"), least = check.tolerance("min_length");
  each_geometry(check, [&](const SourceRoad& road, const SourceGeometry& geometry, std::size_t i) {
    const bool last = i + 1 == road.geometries.size();
    const double end = last ? road.length : road.geometries[i + 1].s;
    const double difference = end - geometry.s - geometry.length;
    if (!std::isfinite(difference)) return check.skip(geometry.node, "s or length is no number");
    const Where where{.road = &road, .s = std::clamp(geometry.s, 0.0, std::max(road.length, 0.0))};
    if (std::abs(difference) > limit)
      check
          .report(geometry.node, where,
                  fmt::format("the geometry is {:.3f} m long, but the {} is {:.3f} m away", geometry.length,
                              last ? "road's end" : "next one", end - geometry.s))
          .measure(std::abs(difference), limit, "m");
    if (geometry.length < least)
      check.report(geometry.node, where, "the geometry is very short")
          .measure(geometry.length, least, "m")
          .level(Level::information);
  });
}

void min_length(Check& check) {
  const double least = check.tolerance("min_length");
  for (const SourceRoad& road : check.source().roads())
    if (road.length < least)
      check.report(road.node, {.road = &road, .s = 0.0}, "the road is very short").measure(road.length, least, "m");
}

void geometry_too_short(Check& check) {
  const double least = check.tolerance("min_length");
  each_geometry(check, [&](const SourceRoad& road, const SourceGeometry& geometry, std::size_t) {
    if (geometry.length < least)
      check.report(geometry.node, {.road = &road, .s = geometry.s}, "the geometry has practically no length")
          .measure(geometry.length, least, "m");
  });
}

// ---- curvature ------------------------------------------------------------------------------------------------------

double bend_of(const Cubic& u, const Cubic& v, double p) {
  const double du = u.slope(p), dv = v.slope(p), ddu = 2.0 * u.c + 6.0 * u.d * p, ddv = 2.0 * v.c + 6.0 * v.d * p;
  const double speed = std::hypot(du, dv);
  return speed > 0.0 ? std::abs(du * ddv - dv * ddu) / (speed * speed * speed) : 0.0;
}

// The largest curvature, of cubics sampled.
double largest_curvature(const Geometry& geometry) {
  constexpr int kSamples = 32;
  if (const auto* arc = std::get_if<Arc>(&geometry.shape)) return std::abs(arc->curvature);
  if (const auto* spiral = std::get_if<Spiral>(&geometry.shape))
    return std::max(std::abs(spiral->curvature_begin), std::abs(spiral->curvature_end));
  double largest = 0.0;
  if (const auto* poly = std::get_if<ParamPoly3>(&geometry.shape)) {
    for (int i = 0; i <= kSamples; ++i)
      largest = std::max(largest, bend_of(poly->u, poly->v, poly->p_end * i / kSamples));
  } else if (const auto* cubic = std::get_if<Poly3>(&geometry.shape)) {
    const Cubic along{0.0, 1.0, 0.0, 0.0};
    for (int i = 0; i <= kSamples; ++i)
      largest = std::max(largest, bend_of(along, cubic->v, geometry.length * i / kSamples));
  }
  return largest;
}

// Exporters write a radius of 1 m as a curvature of 1.000002.
constexpr double kCurvatureRounding = 1.001;

void curve_too_tight(Check& check) {
  const double most = check.tolerance("max_curvature"), most_change = check.tolerance("max_change");
  const double least = check.tolerance("min_length");
  each_geometry(check, [&](const SourceRoad& road, const SourceGeometry& geometry, std::size_t) {
    if (!geometry.geometry || geometry.length < least) return;
    const Where where{.road = &road, .s = geometry.s + 0.5 * geometry.length};
    if (const double curvature = largest_curvature(*geometry.geometry); curvature > most * kCurvatureRounding)
      check.report(geometry.node, where, fmt::format("the {} bends too tightly", geometry.shape.name()))
          .measure(curvature, most, "1/m");
    const auto* spiral = std::get_if<Spiral>(&geometry.geometry->shape);
    if (spiral == nullptr) return;
    const double change = std::abs(spiral->curvature_end - spiral->curvature_begin) / geometry.length;
    if (change > most_change)
      check.report(geometry.node, where, "the spiral's curvature changes too fast")
          .measure(change, most_change, "1/m^2");
  });
}

// ---- joints ---------------------------------------------------------------------------------------------------------

struct PlanViewJoint {
  const SourceRoad* road;
  const SourceGeometry *before, *after;
  double gap, turn;  // metres and degrees
};

struct CurveEnd {
  double x, y, heading;
};

// In the plane, from the shape's own numbers.
CurveEnd placed(const Geometry& geometry, double u, double v, double turn) {
  const double cos = std::cos(geometry.heading), sin = std::sin(geometry.heading);
  return {geometry.x + u * cos - v * sin, geometry.y + u * sin + v * cos, geometry.heading + turn};
}

CurveEnd end_of(const Geometry& geometry) {
  if (std::holds_alternative<Line>(geometry.shape)) return placed(geometry, geometry.length, 0.0, 0.0);
  if (const auto* arc = std::get_if<Arc>(&geometry.shape)) {
    const double k = arc->curvature, turn = k * geometry.length;
    if (std::abs(turn) < 1e-9) return placed(geometry, geometry.length, 0.0, turn);
    return placed(geometry, std::sin(turn) / k, (1.0 - std::cos(turn)) / k, turn);
  }
  if (const auto* poly = std::get_if<ParamPoly3>(&geometry.shape)) {
    const double p = poly->p_end;
    return placed(geometry, poly->u.at(p), poly->v.at(p), std::atan2(poly->v.slope(p), poly->u.slope(p)));
  }
  // Spirals, and cubics that are followed by arc length, as the library follows them.
  std::vector<detail::CurvePiece> pieces;
  detail::append_pieces(geometry, pieces);
  if (pieces.empty()) return placed(geometry, 0.0, 0.0, 0.0);
  const detail::CurvePoint point = detail::point_on(pieces.back(), pieces.back().length);
  return {point.x, point.y, std::atan2(point.dy, point.dx)};
}

// The direction in which the curve begins, which is not hdg for every cubic.
double start_heading(const SourceGeometry& geometry) {
  const auto start = start_of(geometry);
  return geometry.heading + (start ? start->heading : 0.0);
}

// Is the shape one that can be computed? Absurd ones are refused by the reader.
bool is_sane(const SourceGeometry& geometry) {
  if (!geometry.geometry || geometry.length > detail::kMaxRoadLength) return false;
  return largest_curvature(*geometry.geometry) * geometry.length < detail::kMaxTurning;
}

// Where two geometries of a road follow each other in the file.
template <typename Judge>
void each_joint(Check& check, Judge judge) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (std::size_t i = 1; i < road.geometries.size(); ++i) {
      const SourceGeometry &before = road.geometries[i - 1], &after = road.geometries[i];
      if (!is_sane(before) || !is_sane(after)) {
        check.skip(before.node, "a number of the geometry is missing");
        continue;
      }
      const CurveEnd end = end_of(*before.geometry);
      const double turn = std::remainder(start_heading(after) - end.heading, 2.0 * kPi);
      judge(PlanViewJoint{&road, &before, &after, std::hypot(after.x - end.x, after.y - end.y),
                          std::abs(turn) * kDegrees});
    }
  });
}

void plan_view_gap(Check& check) {
  const double limit = check.tolerance("max_gap");
  each_joint(check, [&](const PlanViewJoint& joint) {
    if (joint.gap > limit)
      check
          .report(joint.after->node, {.road = joint.road, .s = joint.after->s},
                  "the geometry does not begin where the one before it ends")
          .measure(joint.gap, limit, "m")
          .relate(joint.before->node);
  });
}

void plan_view_kink(Check& check) {
  const double small = check.tolerance("max_turn"), large = check.tolerance("clear_turn"),
               least = check.tolerance("min_length");
  each_joint(check, [&](const PlanViewJoint& joint) {
    // The heading of a piece of a millimetre says nothing.
    if (!(joint.turn > small) || joint.before->length < least || joint.after->length < least) return;
    check.report(joint.after->node, {.road = joint.road, .s = joint.after->s}, "the reference line has a kink")
        .measure(joint.turn, joint.turn > large ? large : small, "deg")
        .relate(joint.before->node)
        .level(joint.turn > large ? Level::warning : Level::information);
  });
}

std::vector<MapRule> param_poly_rules() {
  const std::vector<Tolerance> difference = {
      {"max_difference", "m", "The curve may be longer or shorter than stated by this.", 0.001}};
  return {
      {.uid = "asam.net:xodr:1.7.0:road.geometry.parampoly3.arclength_range",
       .group = "geometry",
       .title = "A paramPoly3 over arcLength is as long as it says.",
       .doc = "The length of the curve for p from 0 to length differs from length by at most max_difference. In annex "
              "F it "
              "is written paramPoly3.arcLength_range.",
       .why = "p is then not the arc length, and places on the road differ between programs.",
       .remedy = "Correct length, or write the curve with pRange normalized.",
       .level = Level::error,
       .since = "1.4",
       .tolerances = difference,
       .run = arclength_range},
      {.uid = "asam.net:xodr:1.7.0:road.geometry.parampoly3.length_match",
       .group = "geometry",
       .title = "A normalized paramPoly3 is as long as it says.",
       .doc =
           "The length of the curve for p from 0 to 1 differs from length by at most max_difference. A curve without "
           "pRange counts as normalized.",
       .why = "s along the road is stretched or cut.",
       .remedy = "Correct length.",
       .since = "1.4",
       .tolerances = difference,
       .run = normalized_length},
      {.uid = "asam.net:xodr:1.7.0:road.geometry.parampoly3.normalized_range",
       .group = "geometry",
       .title = "The parameter of a normalized paramPoly3 runs from 0 to 1.",
       .doc = "Measured as length_match: a curve whose p runs elsewhere has another length.",
       .why = "The curve ends somewhere else.",
       .remedy = "Correct length, or the coefficients.",
       .level = Level::error,
       .since = "1.4",
       .tolerances = difference,
       .run = normalized_length},
      {.uid = "asam.net:xodr:1.7.0:road.geometry.paramPoly3.valid_parameters",
       .group = "geometry",
       .title = "A paramPoly3 begins at its origin along its heading.",
       .doc = "|aU|, |aV| and |bV| are at most zero, and bU is above it.",
       .why = "x, y and hdg then say where and how the curve begins.",
       .remedy = "Put the shift and the turn into x, y and hdg.",
       .since = "1.4",
       .tolerances = {{"zero", "m", "Coefficients up to this are 0.", 1e-6}},
       .peer = "A warning here: places on the road are computed from the tangent.",
       .run = valid_parameters},
      {.uid = "openmsl.net:xodr:1.4.0:road.geometry.parampoly3.attributes",
       .group = "geometry",
       .title = "The coefficients of a paramPoly3 are those of a curve from its origin.",
       .doc = "|aU| and |aV| are at most zero, |bV| at most max_bv, and bU is above 0.",
       .why = "As valid_parameters, with another limit for bV.",
       .remedy = "Put the shift and the turn into x, y and hdg.",
       .since = "1.4",
       .tolerances = {{"zero", "m", "aU and aV up to this are 0.", 1e-6},
                      {"max_bv", "m", "bV up to this is 0.", 0.001}},
       .run = parampoly3_attributes},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.hdg_not_tangent",
       .group = "geometry",
       .title = "Cubics begin at x, y in the direction of hdg.",
       .doc =
           "The tangent of a poly3 or paramPoly3 where it begins differs from hdg by at most max_turn, its start from "
           "x, y by at most max_shift.",
       .why = "Programs that trust hdg and those that trust the curve disagree.",
       .remedy = "Put the shift and the turn into x, y and hdg.",
       .tolerances = {{"max_turn", "deg", "Tangent and hdg may differ by this.", 0.1},
                      {"max_shift", "m", "The start and x, y may differ by this.", 0.001}},
       .run = hdg_not_tangent},
  };
}

std::vector<MapRule> length_rules() {
  return {
      {.uid = "asam.net:xodr:1.4.0:road.geometry.elem_asc_order",
       .group = "geometry",
       .title = "Geometries are in ascending order.",
       .doc = "The s of a road's geometries never falls and never is below 0.",
       .why = "No reference line can be built.",
       .remedy = "Sort the geometries by s.",
       .level = Level::error,
       .run = elem_asc_order},
      {.uid = "openmsl.net:xodr:1.4.0:road.geometry.length",
       .group = "geometry",
       .title = "A geometry reaches to the next one.",
       .doc =
           "s + length of a geometry is the s of the next one, or the road's length, within max_difference. A geometry "
           "shorter than min_length is a note.",
       .why = "Some s have no geometry, or two.",
       .remedy = "Correct s or length.",
       .tolerances = {{"max_difference", "m", "Differences up to this are rounding.", 0.01},
                      {"min_length", "m", "Shorter geometries are noted.", 0.01}},
       .run = geometry_length},
      {.uid = "openmsl.net:xodr:1.4.0:road.min_length",
       .group = "geometry",
       .title = "Roads are not shorter than min_length.",
       .doc = "The road's length attribute.",
       .why = "Programs that sample roads miss them.",
       .remedy = "Merge the road with its neighbour.",
       .tolerances = {{"min_length", "m", "Shorter roads are reported.", 0.1}},
       .run = min_length},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.geometry_too_short",
       .group = "geometry",
       .title = "Geometries have a length.",
       .doc = "A geometry is at least min_length long.",
       .why = "Programs divide by the length.",
       .remedy = "Leave it out.",
       .level = Level::information,
       .tolerances = {{"min_length", "m", "Shorter geometries are reported.", 1e-6}},
       .run = geometry_too_short},
  };
}

std::vector<MapRule> curve_rules() {
  return {
      {.uid = "scrutineer.internal:xodr:1.1.0:map.curve_too_tight",
       .group = "geometry",
       .title = "Reference lines can be followed.",
       .doc =
           "The curvature of a geometry is at most max_curvature, and that of a spiral changes by at most max_change. "
           "Geometries shorter than min_length are left out.",
       .why = "Lanes on the inside fold over.",
       .remedy = "Draw the reference line on the outside of the curve, or remove the artefact.",
       .drives = true,
       .tolerances = {{"max_curvature", "1/m", "One over the smallest radius.", 1.0},
                      {"max_change", "1/m^2", "By which the curvature of a spiral may change.", 10.0},
                      {"min_length", "m", "Shorter pieces bend where nobody sees it.", 0.1}},
       .run = curve_too_tight},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.plan_view_gap",
       .group = "geometry",
       .title = "Geometries meet.",
       .doc = "The end of a geometry, computed from its shape, lies within max_gap of the next one's x, y. In annex F: "
              "asam.net:xodr:1.4.0:road.geometry.refline_no_gaps.",
       .why = "All lanes of the road jump there.",
       .remedy = "Compute x, y of the later geometry from the end of the earlier one.",
       .level = Level::error,
       .drives = true,
       .tolerances = {{"max_gap", "m", "Ends may lie apart by this.", 0.01}},
       .run = plan_view_gap},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.plan_view_kink",
       .group = "geometry",
       .title = "Geometries meet without a kink.",
       .doc = "The heading at the end of a geometry differs from that at the start of the next one by at most "
              "max_turn; more "
              "than clear_turn is a warning, less a note. In annex F: "
              "asam.net:xodr:1.4.0:road.geometry.refline_no_kinks.",
       .why = "Vehicles turn in place.",
       .remedy = "Compute hdg of the later geometry from the end of the earlier one.",
       .drives = true,
       .tolerances = {{"max_turn", "deg", "Headings may differ by this.", 0.1},
                      {"clear_turn", "deg", "From here on it is a warning.", 1.0},
                      {"min_length", "m", "Shorter geometries have no heading worth the name.", 0.1}},
       .run = plan_view_kink},
  };
}

}  // namespace

std::vector<MapRule> geometry_rules() {
  std::vector<MapRule> all;
  for (std::vector<MapRule> more : {length_rules(), param_poly_rules(), curve_rules()})
    all.insert(all.end(), more.begin(), more.end());
  all.push_back(sub_sections_sum());
  return all;
}

}  // namespace scrutineer::map::rules
