// Points against one strip: the innermost loop of every lookup, so all of it is inline.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "map/detail/uv_pair.h"
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

// The reference line at ds in the local frame, with derivatives by s; of pairs u is first.
struct LineAt {
  UvPair value, slope, bend;
};

// Grouped so that the products do not wait for each other (Estrin's scheme): this is where lookups spend their time.
[[gnu::always_inline]] inline LineAt line_at(const StripLine& line, double at) {
  const UvPair c0 = pair_of(line.low[0]), c1 = pair_of(line.low[1]);
  const UvPair c2 = pair_of(line.high[0]), c3 = pair_of(line.high[1]), c4 = pair_of(line.high[2]);
  const UvPair ds = both(at), squared = ds * ds, d1 = ds * c1, d3 = ds * c3;
  return {.value = ds * ((c0 + d1) + squared * ((c2 + d3) + squared * c4)),
          .slope = (c0 + 2.0 * d1) + squared * ((3.0 * c2 + 4.0 * d3) + squared * (5.0 * c4)),
          .bend = (2.0 * c1 + 6.0 * ds * c2) + squared * (12.0 * c3 + 20.0 * ds * c4)};
}
[[gnu::always_inline]] inline UvPair third_derivative(const Strip& strip, double at) {
  const auto& high = strip.line.high;
  const UvPair ds = both(at);
  return 6.0 * pair_of(high[0]) + ds * (24.0 * pair_of(high[1]) + ds * 60.0 * pair_of(high[2]));
}

// The same as numbers, where time does not matter.
struct CurveAt {
  double u, v, du, dv, ddu, ddv;
};
inline CurveAt curve_at(const Strip& strip, double ds) {
  const LineAt at = line_at(strip.line, ds);
  return {at.value[0], at.value[1], at.slope[0], at.slope[1], at.bend[0], at.bend[1]};
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
[[gnu::always_inline]] inline double inverse_root(double squared) {
  const double off = squared - 1.0;
  if (std::abs(off) < 1e-3) [[likely]]
    return 1.0 - off * (0.5 - 0.375 * off);
  return 1.0 / std::sqrt(squared);
}

// Where the search for the foot of p on a curved strip begins: the foot on the circle through the strip's middle, whose
// tangent there is nearly the chord's.
[[gnu::always_inline]] inline double first_guess(const Strip& strip, Local p) {
  const double curvature = strip.line.mean_curvature, v_middle = strip.line.v_middle;
  const double turn = curvature * strip.length;
  const double u_middle = 0.5 * strip.length * (1.0 - turn * turn * (1.0 / 24.0));
  const double squeeze = 1.0 - curvature * (p.v - v_middle);
  const double tangent_way = (p.u - u_middle) / (std::abs(squeeze) > 0.2 ? squeeze : 1.0);
  const double bend = curvature * tangent_way;
  const double way = tangent_way * (1.0 - bend * bend * (1.0 / 3.0));  // of atan(bend) / curvature
  return std::min(std::max(0.5 * strip.length + way, 0.0), strip.length);
}

enum class FootSearch { found, not_yet, beyond };

struct FootGuess {
  double ds;
  double error = 0.0;  // about that far from the foot
};

// One round of that search: betters the guess, and fills `found` if that was the last one.
[[gnu::always_inline]] inline FootSearch search_foot(const Strip& strip, Local p, FootGuess& guess, Projection& found) {
  const double ds = guess.ds;
  const LineAt at = line_at(strip.line, ds);
  const UvPair third = third_derivative(strip, ds);
  const UvPair point{p.u, p.v};
  const UvPair away = point - at.value;
  const UvPair of_away = sums(away * at.slope, away * at.bend);
  const UvPair of_slope = sums(at.slope * at.slope, at.slope * at.bend);
  const UvPair of_bend = sums(at.bend * at.bend, away * third);
  const double f = of_away[0];
  const double slope = of_away[1] - of_slope[0];
  const double bow = of_bend[1] - 3.0 * of_slope[1];
  const double inverse = -1.0 / slope;
  const double newton = f * inverse;
  // Halley's method: it leaves an error of the order of curvature^2 step^3, so one round nearly always does. Its
  // quotient newton / (1 - weight) as a series, held back while the guess is bad.
  const double weight = std::min(std::max(0.5 * newton * bow * inverse, -0.3), 0.3);
  const double step = newton * (1.0 + weight * (1.0 + weight));
  guess.ds = ds + step;
  const double margin = 0.25 * strip.length + 0.5 * std::abs(p.v) + 0.1;
  if (!(guess.ds > -margin && guess.ds < strip.length + margin)) return FootSearch::beyond;
  const double squared_curvature = of_bend[0];
  guess.error = std::abs(step * step * step * inverse) * (squared_curvature + 1e-3);
  if (!(guess.error < 1e-7)) return FootSearch::not_yet;
  // So small a step need not evaluate the polynomials again.
  const UvPair tangent = at.slope + step * (at.bend + 0.5 * step * third);
  const UvPair foot = at.value + step * (at.slope + step * (0.5 * at.bend + step * (1.0 / 6.0) * third));
  const UvPair unit = tangent * inverse_root(sum(tangent * tangent));
  const UvPair beside = point - foot;
  found = {guess.ds, beside[1] * unit[0] - beside[0] * unit[1], unit[0], unit[1]};
  return FootSearch::found;
}

// Further rounds; few points need them.
bool search_foot_on(const Strip& strip, Local p, FootGuess guess, Projection& found);

// The point of a curved strip at which the reference line is perpendicular to the way to p: the root of
// f(ds) = (p - r) . r'. A strip turns by less than half a radian, so f is monotonous unless p lies near the centre of
// curvature. Nothing if the foot is clearly beyond the strip's ends.
inline bool project_on_curve(const Strip& strip, Local p, Projection& found) {
  FootGuess guess{first_guess(strip, p)};
  const FootSearch search = search_foot(strip, p, guess, found);
  if (search == FootSearch::found) [[likely]]
    return true;
  return search == FootSearch::not_yet && search_foot_on(strip, p, guess, found);
}

// Is the foot of p certainly further beyond the strip's ends than their slack and `reach`, though it is not found yet?
// True of nearly all actors that drove from one strip to the next.
inline bool is_surely_beyond(const Strip& strip, Local p, const FootGuess& guess, double reach) {
  const double beyond = std::max(-guess.ds, guess.ds - strip.length) - reach;
  const double farthest = std::abs(p.u) + std::abs(p.v);  // t is the distance to the nearest place, or less
  return beyond > std::max(slack_begin(strip, farthest), slack_end(strip, farthest)) + 10.0 * guess.error;
}

// project_on_curve(), where nobody asks for a foot that is further beyond the strip's ends than their slack and `reach`.
[[gnu::always_inline]] inline bool project_within(const Strip& strip, Local p, double reach, Projection& found) {
  FootGuess guess{first_guess(strip, p)};
  const FootSearch search = search_foot(strip, p, guess, found);
  if (search == FootSearch::found) [[likely]]
    return true;
  if (search == FootSearch::beyond || is_surely_beyond(strip, p, guess, reach)) return false;
  return search_foot_on(strip, p, guess, found);
}

// The foot of the point on the strip if it has one within the strip's ends and their slack; ds is then clamped to it.
[[gnu::always_inline]] inline bool project(const Strip& strip, Local p, Projection& found) {
  found = {p.u, p.v, 1.0, 0.0};
  if (!strip.straight && !project_within(strip, p, 0.0, found)) return false;
  if ((found.ds >= 0.0) & (found.ds <= strip.length)) [[likely]]
    return true;
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
// The same of any run of strips.
const Strip* strip_among(std::span<const Strip> strips, double s);
// The same for callers that mostly know which one it is, by its place in the map.
inline const Strip* strip_among(const RoadNetwork& map, std::uint32_t first, std::uint32_t count, double s,
                                std::uint32_t probable) {
  if (probable - first < count) [[likely]] {
    const Strip& strip = map.strip(probable);
    const bool is_last = probable - first + 1 == count;
    if (strip.s_begin <= s && (is_last || s < map.strip(probable + 1).s_begin)) [[likely]]
      return &strip;
  }
  return strip_among(map.strips().subspan(first, count), s);
}

}  // namespace scrutineer::map::detail
