#include "map/detail/curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/overloaded.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {
namespace {

// Position and its first two derivatives by s.
struct State {
  double x = 0.0, y = 0.0, dx = 1.0, dy = 0.0, ddx = 0.0, ddy = 0.0;
};

// Five-point Gauss-Legendre on [0, 1].
constexpr std::array<double, 5> kNodes = {0.04691007703066800, 0.23076534494715846, 0.5, 0.76923465505284154,
                                          0.95308992296933200};
constexpr std::array<double, 5> kWeights = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                            0.23931433524968324, 0.11846344252809454};

// Below this length the divisions of the quintic would only amplify rounding; a parabola is exact enough.
constexpr double kShortPiece = 1e-3;
constexpr int kMaxPieces = 100000;  // per geometry: bounds what an absurd curvature in a bad file can cost
constexpr int kMaxHalvings = 12;
constexpr double kStandstill = 1e-9;  // metres per unit of a cubic's parameter

CurvePiece hermite_piece(const State& begin, const State& end, double ds_begin, double length) {
  CurvePiece piece;
  piece.ds_begin = ds_begin;
  piece.length = length;
  piece.origin_x = begin.x;
  piece.origin_y = begin.y;
  const double h = length;
  const auto fill = [h](double(&c)[6], double p0, double v0, double a0, double p1, double v1, double a1) {
    c[0] = 0.0;
    c[1] = v0;
    c[2] = 0.5 * a0;
    if (h < kShortPiece) return;
    const double position = p1 - p0 - h * (v0 + 0.5 * h * a0);  // what c0..c2 leave to be reached
    const double speed = (v1 - v0 - h * a0) * h;
    const double bend = 0.5 * (a1 - a0) * h * h;
    const double h3 = h * h * h;
    c[3] = (10.0 * position - 4.0 * speed + bend) / h3;
    c[4] = (-15.0 * position + 7.0 * speed - 2.0 * bend) / (h3 * h);
    c[5] = (6.0 * position - 3.0 * speed + bend) / (h3 * h * h);
  };
  fill(piece.x, begin.x, begin.dx, begin.ddx, end.x, end.dx, end.ddx);
  fill(piece.y, begin.y, begin.dy, begin.ddy, end.y, end.dy, end.ddy);
  return piece;
}

State state_of(double x, double y, double heading, double curvature) {
  const double c = std::cos(heading), s = std::sin(heading);
  return {x, y, c, s, -curvature * s, curvature * c};
}

// How many equal pieces keep the quintic within kCurveError, given a bound of the sixth derivative.
int pieces_for(double length, double sixth_derivative) {
  const double h = std::pow(46080.0 * kCurveError / std::max(sixth_derivative, 1e-30), 1.0 / 6.0);
  return static_cast<int>(std::clamp(std::ceil(length / h), 1.0, static_cast<double>(kMaxPieces)));
}

void append_line(const Geometry& g, std::vector<CurvePiece>& pieces) {
  CurvePiece piece;
  piece.length = g.length;
  piece.straight = true;
  piece.origin_x = g.x;
  piece.origin_y = g.y;
  piece.x[1] = std::cos(g.heading);
  piece.y[1] = std::sin(g.heading);
  pieces.push_back(piece);
}

// Arcs and clothoids: curvature k0 + rate * ds. With r' = e^(i theta), theta' = k and theta'' = rate, the fifth
// derivative of r' gives |r^(6)| <= k^5 + 10 k^3 |rate| + 15 k rate^2.
void append_clothoid(const Geometry& g, double curvature_begin, double curvature_end, std::vector<CurvePiece>& pieces) {
  const double rate = (curvature_end - curvature_begin) / g.length;
  const double k = std::max(std::abs(curvature_begin), std::abs(curvature_end));
  if (k * g.length < 1e-12) return append_line(g, pieces);
  const double bound = k * k * k * k * k + 10.0 * k * k * k * std::abs(rate) + 15.0 * k * rate * rate;
  const int count = pieces_for(g.length, bound);
  const double h = g.length / count;
  const auto heading_at = [&](double ds) { return g.heading + ds * (curvature_begin + 0.5 * rate * ds); };
  State begin = state_of(g.x, g.y, g.heading, curvature_begin);
  for (int i = 0; i < count; ++i) {
    const double ds = h * i;
    double x = begin.x, y = begin.y;
    if (rate == 0.0) {
      // Chord of an arc: 2/k sin(k h / 2), towards the mean heading. From the geometry's own start: no drift.
      const double whole = h * (i + 1);
      const double chord = 2.0 / curvature_begin * std::sin(0.5 * curvature_begin * whole);
      const double towards = g.heading + 0.5 * curvature_begin * whole;
      x = g.x + chord * std::cos(towards);
      y = g.y + chord * std::sin(towards);
    } else {
      // The heading turns by less than a radian in a piece, so two Gauss panels are exact to rounding.
      for (int half = 0; half < 2; ++half) {
        for (std::size_t j = 0; j < kNodes.size(); ++j) {
          const double heading = heading_at(ds + 0.5 * h * (half + kNodes[j]));
          x += 0.5 * h * kWeights[j] * std::cos(heading);
          y += 0.5 * h * kWeights[j] * std::sin(heading);
        }
      }
    }
    const double next = h * (i + 1);
    const State end = state_of(x, y, heading_at(next), curvature_begin + rate * next);
    pieces.push_back(hermite_piece(begin, end, ds, h));
    begin = end;
  }
}

// A cubic curve u(p), v(p) in the geometry's frame.
class ParametricCurve {
 public:
  ParametricCurve(const Geometry& geometry, const Cubic& u, const Cubic& v)
      : geometry_(geometry), cos_(std::cos(geometry.heading)), sin_(std::sin(geometry.heading)), u_(u), v_(v) {}

  double speed(double p) const { return std::hypot(u_.slope(p), v_.slope(p)); }

  double length(double p_begin, double p_end) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < kNodes.size(); ++j) sum += kWeights[j] * speed(p_begin + kNodes[j] * (p_end - p_begin));
    return sum * (p_end - p_begin);
  }

  // `stretch` is s per metre of curve. `side` is +1 for a point that a piece begins with, -1 for its end: it matters
  // where the curve stands still, as its direction is then that of its acceleration.
  State at(double p, double stretch, double side = 1.0) const {
    double du = u_.slope(p), dv = v_.slope(p);
    double ddu = 2.0 * u_.c + 6.0 * u_.d * p, ddv = 2.0 * v_.c + 6.0 * v_.d * p;
    double speed = std::hypot(du, dv);
    if (speed < kStandstill) {
      du = side * ddu;
      dv = side * ddv;
      speed = std::hypot(du, dv);
      ddu = ddv = 0.0;
      if (speed < kStandstill) du = speed = 1.0, dv = 0.0;  // along the geometry's heading
    }
    const double curvature = (du * ddv - dv * ddu) / (speed * speed * speed);
    const double tu = du / speed / stretch, tv = dv / speed / stretch;  // tangent by s
    const double nu = -curvature * dv / speed / (stretch * stretch), nv = curvature * du / speed / (stretch * stretch);
    const double u = u_.at(p), v = v_.at(p);
    return {geometry_.x + cos_ * u - sin_ * v,
            geometry_.y + sin_ * u + cos_ * v,
            cos_ * tu - sin_ * tv,
            sin_ * tu + cos_ * tv,
            cos_ * nu - sin_ * nv,
            sin_ * nu + cos_ * nv};
  }

 private:
  const Geometry& geometry_;
  double cos_, sin_;
  Cubic u_, v_;
};

struct Span {
  double p_begin, p_end, length;  // length: of the curve, unstretched
};

// Halves until Gauss-Legendre of the whole agrees with that of the halves: the lengths are then exact to 0.1 um.
void measure(const ParametricCurve& curve, double p_begin, double p_end, double length, int halvings,
             std::vector<Span>& spans) {
  const double middle = 0.5 * (p_begin + p_end);
  const double first = curve.length(p_begin, middle), second = curve.length(middle, p_end);
  if (halvings == 0 || std::abs(first + second - length) < 1e-7) {
    spans.push_back({p_begin, p_end, first + second});
    return;
  }
  measure(curve, p_begin, middle, first, halvings - 1, spans);
  measure(curve, middle, p_end, second, halvings - 1, spans);
}

// The quintic over a span, halved until it stays within kCurveError of the cubic at three inner points.
void fit(const ParametricCurve& curve, const Span& span, double stretch, double ds_begin, int halvings,
         std::vector<CurvePiece>& pieces) {
  const State begin = curve.at(span.p_begin, stretch), end = curve.at(span.p_end, stretch, -1.0);
  const CurvePiece piece = hermite_piece(begin, end, ds_begin, span.length * stretch);
  const double width = span.p_end - span.p_begin;
  bool fits = true;
  for (const double part : {0.25, 0.5, 0.75}) {
    const double p = span.p_begin + part * width;
    const double ds = curve.length(span.p_begin, p) * stretch;
    const CurvePoint found = point_on(piece, ds);
    const State wanted = curve.at(p, stretch);
    // A quarter of the bound: the largest error lies between the points looked at.
    fits = fits && std::hypot(found.x - wanted.x, found.y - wanted.y) < 0.25 * kCurveError;
  }
  if (fits || halvings == 0 || span.length < kShortPiece) {
    pieces.push_back(piece);
    return;
  }
  const double middle = span.p_begin + 0.5 * width;
  const double first = curve.length(span.p_begin, middle), second = curve.length(middle, span.p_end);
  const double whole = first + second;
  fit(curve, {span.p_begin, middle, first}, stretch, ds_begin, halvings - 1, pieces);
  // Scaled so that rounding of the two quadratures never moves the end of the span.
  fit(curve, {middle, span.p_end, span.length - first * span.length / std::max(whole, 1e-12)}, stretch,
      ds_begin + first * stretch, halvings - 1, pieces);
}

double append_cubic(const Geometry& g, const Cubic& u, const Cubic& v, double p_end, std::vector<CurvePiece>& pieces) {
  const ParametricCurve curve(g, u, v);
  std::vector<Span> spans;
  measure(curve, 0.0, p_end, curve.length(0.0, p_end), kMaxHalvings, spans);
  double length = 0.0;
  for (const Span& span : spans) length += span.length;
  if (!(length > 1e-9) || !std::isfinite(length)) {
    append_line(g, pieces);  // a curve without extent: nothing else to follow than the heading
    return length;
  }
  const double stretch = g.length / length;
  double ds = 0.0;
  for (const Span& span : spans) {
    fit(curve, span, stretch, ds, kMaxHalvings, pieces);
    ds += span.length * stretch;
  }
  return length;
}

// poly3 gives v over u; its u at the end follows from the length by Newton's method on the arc length.
double append_poly3(const Geometry& g, const Poly3& poly, std::vector<CurvePiece>& pieces) {
  const Cubic u{0.0, 1.0, 0.0, 0.0};
  const ParametricCurve curve(g, u, poly.v);
  const auto length_to = [&curve](double u_end) {
    double sum = 0.0;
    for (int i = 0; i < 16; ++i) sum += curve.length(u_end * i / 16.0, u_end * (i + 1) / 16.0);
    return sum;
  };
  double u_end = g.length;
  for (int i = 0; i < 20; ++i) {
    const double step = (length_to(u_end) - g.length) / curve.speed(u_end);
    u_end = std::clamp(u_end - step, 0.0, g.length);  // the curve is never shorter than its u
    if (std::abs(step) < 1e-9) break;
  }
  return append_cubic(g, u, poly.v, u_end, pieces);
}

}  // namespace

double append_pieces(const Geometry& g, std::vector<CurvePiece>& pieces) {
  return std::visit(Overloaded{
                        [&](const Line&) {
                          append_line(g, pieces);
                          return g.length;
                        },
                        [&](const Arc& arc) {
                          append_clothoid(g, arc.curvature, arc.curvature, pieces);
                          return g.length;
                        },
                        [&](const Spiral& spiral) {
                          append_clothoid(g, spiral.curvature_begin, spiral.curvature_end, pieces);
                          return g.length;
                        },
                        [&](const Poly3& poly) { return append_poly3(g, poly, pieces); },
                        [&](const ParamPoly3& poly) { return append_cubic(g, poly.u, poly.v, poly.p_end, pieces); },
                    },
                    g.shape);
}

CurvePoint point_on(const CurvePiece& piece, double ds) {
  const auto value = [ds](const double(&c)[6]) {
    return c[0] + ds * (c[1] + ds * (c[2] + ds * (c[3] + ds * (c[4] + ds * c[5]))));
  };
  const auto slope = [ds](const double(&c)[6]) {
    return c[1] + ds * (2.0 * c[2] + ds * (3.0 * c[3] + ds * (4.0 * c[4] + ds * 5.0 * c[5])));
  };
  return {piece.origin_x + value(piece.x), piece.origin_y + value(piece.y), slope(piece.x), slope(piece.y)};
}

}  // namespace scrutineer::map::detail
