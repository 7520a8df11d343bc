// A line beside a strip's reference line, t(ds) to its left: a lane border, a centre line, or (t = 0) the line itself.
//
// All of it is in the strip's local frame. With w = r' the reference line's derivative, q = |w|, T its direction, N the
// left normal and tau = t cos(roll) the offset as the plan sees it, the line is B = r + tau N, and with the turn rate
// omega = (w x w') / q^2
//   B'  = (q - omega tau) T + tau' N
//   B'' = r'' - (omega' tau + 2 omega tau') T + (tau'' - omega^2 tau) N
// The second gives a bound of |B''| over the strip from bounds of its parts, and so how far a chord strays from the
// line: at most |B''| h^2 / 8 over a step h.
#pragma once

#include <cmath>
#include <cstddef>

#include "map/detail/projection.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// How much a strip's reference line bends, over its whole length; all of them are upper bounds but the last.
struct Bend {
  double second = 0.0;       // |r''|
  double turn = 0.0;         // |omega|
  double turn_change = 0.0;  // |omega'|
  double slowest = 1.0;      // |r'| is never below this
};
Bend bend_of(const Strip& strip);

// Of these the two that tell how far somebody beside the line may move: the same numbers for a third of the work.
struct Pace {
  double turn = 0.0, slowest = 1.0;
};
Pace pace_of(const Strip& strip);

// As most borders and heights are, at least along one strip.
constexpr bool is_constant(const Cubic& cubic) { return cubic.b == 0.0 && cubic.c == 0.0 && cubic.d == 0.0; }

// Upper bounds of |value|, |first| and |second derivative| of a cubic over [0, length].
struct CubicBounds {
  double value = 0.0, slope = 0.0, bend = 0.0;
};
CubicBounds bounds_of(const Cubic& cubic, double length);
double slope_bound(const Cubic& cubic, double length);  // that of the first derivative alone

// An upper bound of |B''| over the strip in the plane; and of the second derivative of the line's height.
double bend_bound(const RoadNetwork& map, const Strip& strip, const Bend& bend, const Cubic& t);
double rise_bound(const RoadNetwork& map, const Strip& strip, const Cubic& height_t);

// The surface of a strip, from its outermost right to its outermost left border, lies between these heights.
struct HeightRange {
  double low = 0.0, high = 0.0;
};
HeightRange height_range(const RoadNetwork& map, const Strip& strip);

// Which of a strip's borders is the outer one of the lane with that number; of lane 0 the line that parts left from
// right, of a lane that the section has not, the outermost below it.
std::size_t outer_border_place(const RoadNetwork& map, const LaneSection& section, int lane_number);

class SideLine {
 public:
  // The cubics must outlive it. `height_t` is where on the rolled cross-section the line has its height: elsewhere than
  // at t on lanes that stay level.
  SideLine(const RoadNetwork& map, const Strip& strip, const Cubic& t, const Cubic& height_t)
      : strip_(strip), t_(t), height_t_(height_t), roll_(roll_of(map, strip)) {}
  SideLine(const RoadNetwork& map, const Strip& strip, const Cubic& t) : SideLine(map, strip, t, t) {}

  Local at(double ds) const {
    const double tau = plan_offset(ds);
    if (strip_.straight) return {ds, tau};
    const CurveAt c = curve_at(strip_, ds);
    const double scale = tau / std::sqrt(c.du * c.du + c.dv * c.dv);
    return {c.u - c.dv * scale, c.v + c.du * scale};
  }

  struct Jet {
    double u, v, du, dv, ddu, ddv;  // position and derivatives by ds
  };
  Jet jet(double ds) const;

  double height(double ds) const {
    const double z = strip_.elevation.at(ds);
    return roll_ == nullptr ? z : z + height_t_.at(ds) * std::sin(roll_->at(ds));
  }

  const Strip& strip() const { return strip_; }

 private:
  static const Cubic* roll_of(const RoadNetwork& map, const Strip& strip) {
    return strip.superelevation == 0 ? nullptr : &map.superelevations()[strip.superelevation - 1];
  }
  double plan_offset(double ds) const { return roll_ == nullptr ? t_.at(ds) : t_.at(ds) * std::cos(roll_->at(ds)); }

  const Strip& strip_;
  const Cubic& t_;
  const Cubic& height_t_;
  const Cubic* roll_;
};

inline double to_world_x(const Strip& strip, Local p) { return strip.origin_x + strip.cos * p.u - strip.sin * p.v; }
inline double to_world_y(const Strip& strip, Local p) { return strip.origin_y + strip.sin * p.u + strip.cos * p.v; }

}  // namespace scrutineer::map::detail
