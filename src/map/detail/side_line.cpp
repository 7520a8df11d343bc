#include "map/detail/side_line.h"

#include <algorithm>
#include <array>

namespace scrutineer::map::detail {
namespace {

// c[0] + c[1] ds + ... of a degree known at compile time, so that products of derivatives are exact polynomials too.
template <std::size_t N>
using Polynomial = std::array<double, N>;

template <std::size_t N>
Polynomial<N - 1> derivative(const Polynomial<N>& p) {
  Polynomial<N - 1> d{};
  for (std::size_t i = 1; i < N; ++i) d[i - 1] = static_cast<double>(i) * p[i];
  return d;
}

template <std::size_t N, std::size_t M>
Polynomial<N + M - 1> product(const Polynomial<N>& p, const Polynomial<M>& q) {
  Polynomial<N + M - 1> r{};
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) r[i + j] += p[i] * q[j];
  }
  return r;
}

template <std::size_t N>
Polynomial<N> sum(Polynomial<N> p, const Polynomial<N>& q, double sign = 1.0) {
  for (std::size_t i = 0; i < N; ++i) p[i] += sign * q[i];
  return p;
}

struct Range {
  double low, high;
  double magnitude() const { return std::max(std::abs(low), std::abs(high)); }
};

// On [0, length] a polynomial lies between the smallest and the largest of its Bernstein coefficients.
template <std::size_t N>
Range range_of(const Polynomial<N>& p, double length) {
  Polynomial<N> b{};  // first p over [0, 1], each coefficient divided by its binomial; then summed up to Bernstein's
  double power = 1.0, binomial = 1.0;
  for (std::size_t i = 0; i < N; ++i) {
    b[i] = p[i] * power / binomial;
    power *= length;
    binomial *= static_cast<double>(N - 1 - i) / static_cast<double>(i + 1);
  }
  for (std::size_t pass = 1; pass < N; ++pass) {
    for (std::size_t i = N - 1; i >= pass; --i) b[i] += b[i - 1];
  }
  const auto [low, high] = std::minmax_element(b.begin(), b.end());
  return {*low, *high};
}

// The derivatives of a strip's reference line.
struct Derivatives {
  explicit Derivatives(const StripLine& line)
      : du(derivative(Polynomial<6>{0.0, line.u(0), line.u(1), line.u(2), line.u(3), line.u(4)})),
        dv(derivative(Polynomial<6>{0.0, line.v(0), line.v(1), line.v(2), line.v(3), line.v(4)})),
        ddu(derivative(du)),
        ddv(derivative(dv)) {}

  double slowest(double length) const {
    return std::sqrt(std::max(range_of(sum(product(du, du), product(dv, dv)), length).low, 1e-6));
  }
  double cross(double length) const {
    return range_of(sum(product(du, ddv), product(dv, ddu), -1.0), length).magnitude();
  }

  Polynomial<5> du, dv;
  Polynomial<4> ddu, ddv;
};

}  // namespace

Bend bend_of(const Strip& strip) {
  if (strip.straight) return {};
  const Derivatives line(strip.line);
  const auto& [du, dv, ddu, ddv] = line;
  const auto dddu = derivative(ddu), dddv = derivative(ddv);
  const double length = strip.length;
  Bend bend;
  bend.slowest = line.slowest(length);
  bend.second = std::hypot(range_of(ddu, length).magnitude(), range_of(ddv, length).magnitude());
  const double q2 = bend.slowest * bend.slowest;
  const double cross = line.cross(length);
  const double cross_change = range_of(sum(product(du, dddv), product(dv, dddu), -1.0), length).magnitude();
  const double along = range_of(sum(product(du, ddu), product(dv, ddv)), length).magnitude();
  bend.turn = cross / q2;
  bend.turn_change = cross_change / q2 + 2.0 * cross * along / (q2 * q2);
  return bend;
}

Pace pace_of(const Strip& strip) {
  if (strip.straight) return {};
  const Derivatives line(strip.line);
  const double slowest = line.slowest(strip.length);
  return {.turn = line.cross(strip.length) / (slowest * slowest), .slowest = slowest};
}

CubicBounds bounds_of(const Cubic& c, double length) {
  if (is_constant(c)) return {std::abs(c.a), 0.0, 0.0};
  const Polynomial<4> p{c.a, c.b, c.c, c.d};
  const auto slope = derivative(p);
  return {range_of(p, length).magnitude(), range_of(slope, length).magnitude(),
          range_of(derivative(slope), length).magnitude()};
}

double slope_bound(const Cubic& c, double length) {
  if (is_constant(c)) return 0.0;
  return range_of(derivative(Polynomial<4>{c.a, c.b, c.c, c.d}), length).magnitude();
}

namespace {

// Of t cos(roll) and of t sin(roll): what the roll adds to the derivatives of either is below these.
CubicBounds rolled(const RoadNetwork& map, const Strip& strip, const Cubic& t) {
  const CubicBounds offset = bounds_of(t, strip.length);
  if (strip.superelevation == 0) return offset;
  const CubicBounds roll = bounds_of(map.superelevations()[strip.superelevation - 1], strip.length);
  return {offset.value, offset.slope + offset.value * roll.slope,
          offset.bend + 2.0 * offset.slope * roll.slope + offset.value * (roll.bend + roll.slope * roll.slope)};
}

}  // namespace

double bend_bound(const RoadNetwork& map, const Strip& strip, const Bend& bend, const Cubic& t) {
  const CubicBounds tau = rolled(map, strip, t);
  const double along = bend.turn_change * tau.value + 2.0 * bend.turn * tau.slope;
  const double across = bend.turn * bend.turn * tau.value + tau.bend;
  return bend.second + std::hypot(along, across);
}

double rise_bound(const RoadNetwork& map, const Strip& strip, const Cubic& height_t) {
  const StripHeight& z = strip.elevation;
  const double rise = bounds_of({z.a, z.b, z.c, z.d}, strip.length).bend;
  return strip.superelevation == 0 ? rise : rise + rolled(map, strip, height_t).bend;
}

HeightRange height_range(const RoadNetwork& map, const Strip& strip) {
  const StripHeight& z = strip.elevation;
  const Range range = range_of(Polynomial<4>{z.a, z.b, z.c, z.d}, strip.length);
  if (strip.superelevation == 0) return {range.low, range.high};
  const double roll = bounds_of(map.superelevations()[strip.superelevation - 1], strip.length).value;
  const auto borders = map.borders_of(strip);
  const double reach =
      std::max(bounds_of(borders.front(), strip.length).value, bounds_of(borders.back(), strip.length).value);
  const double rise = reach * std::min(roll, 1.0);  // |sin(x)| <= |x|
  return {range.low - rise, range.high + rise};
}

std::size_t outer_border_place(const RoadNetwork& map, const LaneSection& section, int lane_number) {
  std::size_t place = section.right_count;
  const auto lanes = map.lanes().subspan(section.first_lane, section.lane_count);
  if (lane_number < 0) {
    while (place > 0 && lanes[place - 1].number >= lane_number) --place;
  } else {
    while (place < lanes.size() && lanes[place].number <= lane_number) ++place;
  }
  return place;
}

SideLine::Jet SideLine::jet(double ds) const {
  double tau = t_.at(ds), slope = t_.slope(ds), second = 2.0 * t_.c + 6.0 * t_.d * ds;
  if (roll_ != nullptr) {
    const double roll = roll_->at(ds), rate = roll_->slope(ds), rate_change = 2.0 * roll_->c + 6.0 * roll_->d * ds;
    const double c = std::cos(roll), s = std::sin(roll);
    second = second * c - 2.0 * slope * rate * s - tau * (rate_change * s + rate * rate * c);
    slope = slope * c - tau * rate * s;
    tau *= c;
  }
  if (strip_.straight) return {ds, tau, 1.0, slope, 0.0, second};
  const CurveAt r = curve_at(strip_, ds);
  const UvPair third = third_derivative(strip_, ds);
  const double third_u = third[0], third_v = third[1];
  const double q2 = r.du * r.du + r.dv * r.dv, q = std::sqrt(q2);
  const double tu = r.du / q, tv = r.dv / q;
  const double cross = r.du * r.ddv - r.dv * r.ddu;
  const double turn = cross / q2;
  const double turn_change =
      (r.du * third_v - r.dv * third_u) / q2 - 2.0 * cross * (r.du * r.ddu + r.dv * r.ddv) / (q2 * q2);
  const double along = turn_change * tau + 2.0 * turn * slope, across = second - turn * turn * tau;
  return {r.u - tv * tau,
          r.v + tu * tau,
          (q - turn * tau) * tu - slope * tv,
          (q - turn * tau) * tv + slope * tu,
          r.ddu - along * tu - across * tv,
          r.ddv - along * tv + across * tu};
}

}  // namespace scrutineer::map::detail
