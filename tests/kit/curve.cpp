#include "kit/curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <variant>

#include "base/quantity.h"

namespace scrutineer::kit {
namespace {

using namespace map;

// Gauss-Legendre with five points on each of `panels` equal parts of [from, to]: exact for polynomials of degree 9.
template <typename Function>
double integral(Function f, double from, double to, int panels) {
  constexpr std::array<double, 5> kNodes{-0.906179845938663992797626878299, -0.538469310105683091036314420700, 0.0,
                                         0.538469310105683091036314420700, 0.906179845938663992797626878299};
  constexpr std::array<double, 5> kWeights{0.236926885056189087514264040720, 0.478628670499366468041291514836,
                                           0.568888888888888888888888888889, 0.478628670499366468041291514836,
                                           0.236926885056189087514264040720};
  const double half = 0.5 * (to - from) / panels;
  double sum = 0.0;
  for (int panel = 0; panel < panels; ++panel) {
    const double middle = from + (2 * panel + 1) * half;
    for (std::size_t i = 0; i < kNodes.size(); ++i) sum += kWeights[i] * f(middle + half * kNodes[i]);
  }
  return sum * half;
}

constexpr int kArcLengthPanels = 40;

// The p in [0, p_max] up to which the integral of `speed` is `length`: Newton, kept inside of what bisection still
// allows.
template <typename Speed>
double inverse_of_length(Speed speed, double length, double p_max) {
  double low = 0.0, high = p_max, p = 0.5 * p_max;
  for (int i = 0; i < 200 && high - low > 1e-16 * p_max; ++i) {
    const double excess = integral(speed, 0.0, p, kArcLengthPanels) - length;
    (excess > 0.0 ? high : low) = p;
    const double newton = p - excess / std::max(speed(p), 1e-12);
    const double next = newton >= low && newton <= high ? newton : 0.5 * (low + high);
    if (std::abs(next - p) <= 1e-16 * p_max) break;
    p = next;
  }
  return p;
}

double speed_of(const Poly3& shape, double u) { return std::hypot(1.0, shape.v.slope(u)); }
double speed_of(const ParamPoly3& shape, double p) { return std::hypot(shape.u.slope(p), shape.v.slope(p)); }

struct Local {  // in the frame of the geometry's start
  double u, v, heading, curvature;
};

Local at(const Line&, double ds) { return {ds, 0.0, 0.0, 0.0}; }

Local at(const Arc& arc, double ds) {
  const double turn = arc.curvature * ds;
  if (std::abs(turn) < 1e-9) return {ds, 0.5 * turn * ds, turn, arc.curvature};
  // 1 - cos without cancellation.
  const double half_sine = std::sin(0.5 * turn);
  return {std::sin(turn) / arc.curvature, 2.0 * half_sine * half_sine / arc.curvature, turn, arc.curvature};
}

Local at_spiral(const Spiral& spiral, double length, double ds) {
  const double change = (spiral.curvature_end - spiral.curvature_begin) / length;
  const auto turn = [&](double s) { return s * (spiral.curvature_begin + 0.5 * change * s); };
  const double sharpest = std::max(std::abs(spiral.curvature_begin), std::abs(spiral.curvature_end));
  const int panels = 4 + static_cast<int>(std::min(sharpest * ds * 8.0, 1e5));
  return {integral([&](double s) { return std::cos(turn(s)); }, 0.0, ds, panels),
          integral([&](double s) { return std::sin(turn(s)); }, 0.0, ds, panels), turn(ds),
          spiral.curvature_begin + change * ds};
}

Local at(const Poly3& shape, double ds) {
  const double u = parameter_at(shape, ds);
  const double slope = shape.v.slope(u);
  const double bend = 2.0 * shape.v.c + 6.0 * shape.v.d * u;
  return {u, shape.v.at(u), std::atan(slope), bend / std::pow(1.0 + slope * slope, 1.5)};
}

// The curve is as long as the file says, so that s is stretched where the two differ.
Local at_param_poly3(const ParamPoly3& shape, double length, double ds) {
  const double p = parameter_at(shape, ds * (arc_length(shape, shape.p_end) / length));
  const double du = shape.u.slope(p), dv = shape.v.slope(p);
  const double ddu = 2.0 * shape.u.c + 6.0 * shape.u.d * p, ddv = 2.0 * shape.v.c + 6.0 * shape.v.d * p;
  return {shape.u.at(p), shape.v.at(p), std::atan2(dv, du), (du * ddv - dv * ddu) / std::pow(std::hypot(du, dv), 3)};
}

Local local_at(const Geometry& geometry, double ds) {
  return std::visit(
      [&](const auto& shape) {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<Shape, Spiral>) {
          return at_spiral(shape, geometry.length, ds);
        } else if constexpr (std::is_same_v<Shape, ParamPoly3>) {
          return at_param_poly3(shape, geometry.length, ds);
        } else {
          return at(shape, ds);
        }
      },
      geometry.shape);
}

const Geometry& geometry_at(const RoadRecord& road, double s) {
  const auto after = std::ranges::upper_bound(road.geometries, s, {}, &Geometry::s);
  return after == road.geometries.begin() ? *after : *std::prev(after);
}

const CubicRecord* record_at(const std::vector<CubicRecord>& records, double s) {
  const auto after = std::ranges::upper_bound(records, s, {}, &CubicRecord::s);
  return after == records.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

Pose moved(const Pose& pose, double distance, double left) {
  const double c = std::cos(pose.heading), s = std::sin(pose.heading);
  return {pose.x + distance * c - left * s, pose.y + distance * s + left * c, pose.heading};
}

Pose turned_around(const Pose& pose) { return {pose.x, pose.y, normalised_angle(pose.heading + kPi)}; }

double normalised_angle(double angle) {
  const double folded = std::remainder(angle, 2.0 * kPi);
  return folded <= -kPi ? folded + 2.0 * kPi : folded;
}

double arc_length(const Poly3& shape, double p) {
  return integral([&](double q) { return speed_of(shape, q); }, 0.0, p, kArcLengthPanels);
}
double arc_length(const ParamPoly3& shape, double p) {
  return integral([&](double q) { return speed_of(shape, q); }, 0.0, p, kArcLengthPanels);
}
double parameter_at(const Poly3& shape, double length) {
  // A curve is never shorter than its u.
  return inverse_of_length([&](double q) { return speed_of(shape, q); }, length, length);
}
double parameter_at(const ParamPoly3& shape, double length) {
  return inverse_of_length([&](double q) { return speed_of(shape, q); }, length, shape.p_end);
}

Pose pose_at(const Geometry& geometry, double ds) {
  const Local local = local_at(geometry, ds);
  Pose pose = moved({geometry.x, geometry.y, geometry.heading}, local.u, local.v);
  pose.heading = normalised_angle(pose.heading + local.heading);
  return pose;
}

Pose pose_at(const RoadRecord& road, double s) {
  const Geometry& geometry = geometry_at(road, s);
  return pose_at(geometry, s - geometry.s);
}

double curvature_at(const RoadRecord& road, double s) {
  const Geometry& geometry = geometry_at(road, s);
  return local_at(geometry, s - geometry.s).curvature;
}

double value_at(const std::vector<CubicRecord>& records, double s) {
  const CubicRecord* record = record_at(records, s);
  return record == nullptr ? 0.0 : record->cubic.at(s - record->s);
}

double slope_at(const std::vector<CubicRecord>& records, double s) {
  const CubicRecord* record = record_at(records, s);
  return record == nullptr ? 0.0 : record->cubic.slope(s - record->s);
}

Spot spot_at(const RoadRecord& road, double s, double t) {
  const double roll = value_at(road.superelevations, s);
  const Pose pose = moved(pose_at(road, s), 0.0, t * std::cos(roll));
  return {pose.x, pose.y, value_at(road.elevations, s) + t * std::sin(roll)};
}

const LaneRecord* find_lane(const LaneSectionRecord& section, int lane) {
  const auto found = std::ranges::find(section.lanes, lane, &LaneRecord::number);
  return found == section.lanes.end() ? nullptr : &*found;
}

LaneBorders lane_borders(const RoadRecord& road, const LaneSectionRecord& section, int lane, double s) {
  const double side = lane > 0 ? 1.0 : -1.0;
  const double offset = value_at(road.lane_offsets, s);
  LaneBorders borders{offset, offset};
  // From lane 0 outward up to the lane.
  for (int number = lane > 0 ? 1 : -1; std::abs(number) <= std::abs(lane); number += lane > 0 ? 1 : -1) {
    const LaneRecord* record = find_lane(section, number);
    if (record == nullptr) continue;
    borders.inner = borders.outer;
    if (record->widths.empty() && !record->borders.empty()) {
      borders.outer = value_at(record->borders, s);
    } else {
      borders.outer += side * value_at(record->widths, s);
    }
  }
  return borders;
}

double section_end(const RoadRecord& road, const LaneSectionRecord& section) {
  const auto next = std::ranges::upper_bound(road.sections, section.s, {}, &LaneSectionRecord::s);
  return next == road.sections.end() ? road.length : next->s;
}

const LaneSectionRecord& section_at(const RoadRecord& road, ContactPoint end) {
  return end == ContactPoint::start ? road.sections.front() : road.sections.back();
}

}  // namespace scrutineer::kit
