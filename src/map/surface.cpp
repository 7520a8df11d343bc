#include "map/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "map/detail/junction_area.h"
#include "map/detail/patch.h"
#include "map/detail/projection.h"
#include "map/detail/seen.h"
#include "map/detail/strip_distance.h"
#include "map/detail/surface_index.h"

namespace scrutineer::map {
namespace {

using detail::Local;
using detail::Patch;
using detail::Spot;
using detail::StripSurface;
using detail::SureSurface;
using detail::SurfaceIndex;

// The first circle that is searched around a point outside: most of them are just beside the road.
constexpr double kFirstReach = 2.0;  // metres

inline bool in_run(const Cubic* borders, detail::Run run, double ds, double t) {
  return t >= borders[run.right].at(ds) - detail::kHairline && t <= borders[run.left].at(ds) + detail::kHairline;
}

inline bool is_surely_level(const SureSurface& sure, const std::optional<double>& z) {
  return !z || (sure.z_max <= *z + kLevelHeight && sure.z_min >= *z - kLevelHeight);
}

// True only if the point is on the strip, but not always then.
inline bool is_surely_on(const SureSurface& sure, Point point, const std::optional<double>& z) {
  return sure.holds(point.x, point.y) && is_surely_level(sure, z);
}

// Numbers of two points, computed with at once.
using Both [[gnu::vector_size(16)]] = double;
using BothBits [[gnu::vector_size(16)]] = long long;

// SureSurface::holds() of two points: the bits of those that it holds, which are given by their numbers.
inline BothBits held_of(const SureSurface& sure, Both u, Both v, int first, int second) {
  const double bulge = sure.bulge, length = sure.length, begin_tilt = sure.begin_tilt, end_tilt = sure.end_tilt;
  const double w_min = sure.w_min, w_max = sure.w_max;
  const Both w = v - bulge * u * (length - u);
  return (w >= w_min) & (w <= w_max) & (u + begin_tilt * v >= SureSurface::kMargin) &
         (u + end_tilt * v <= length - SureSurface::kMargin) & BothBits{1LL << first, 1LL << second};
}

bool is_on_strip(const RoadNetwork& map, const SurfaceIndex& index, std::uint32_t strip_index, Point point,
                 const std::optional<double>& z) {
  const Strip& strip = map.strip(strip_index);
  const Local p = detail::to_local(strip, point.x, point.y);
  if (!detail::in_box(strip, p)) return false;
  double ds = p.u, t = p.v;
  if (!strip.straight) {
    detail::Projection at;
    if (!detail::project_within(strip, p, detail::kHairline, at)) return false;
    ds = at.ds;
    t = at.t;
  }
  if (!(ds >= -detail::kHairline && ds <= strip.length + detail::kHairline)) return false;
  double sin_roll = 0.0;
  if (strip.superelevation != 0) {
    const double roll = detail::roll_at(map, strip, ds);
    t /= std::cos(roll);
    sin_roll = std::sin(roll);
  }
  const StripSurface& surface = index.of_strip(strip_index);
  const Cubic* borders = map.borders().data() + strip.first_border;
  bool inside = surface.first.right != surface.first.left && in_run(borders, surface.first, ds, t);
  if (!inside) {
    for (const detail::SurfaceRun& run : index.more_runs(surface)) inside = inside || in_run(borders, run, ds, t);
  }
  return inside && (!z || std::abs(strip.elevation.at(ds) + t * sin_roll - *z) <= kLevelHeight);
}

bool is_level(const Patch& patch, const std::optional<double>& z) {
  if (!z) return true;
  const auto [low, high] = std::ranges::minmax_element(patch.corners, {}, &Spot::z);
  return low->z <= *z + kLevelHeight && high->z >= *z - kLevelHeight;
}

constexpr double square(double value) { return value * value; }

// The smaller of `best` and the distance to the patch, 0 inside.
double nearest_on_patch(const Patch& patch, Point p, double best) {
  bool inside = true;
  for (std::size_t i = 0; i < 4; ++i) {
    const Spot& a = patch.corners[i];
    const Spot& b = patch.corners[(i + 1) % 4];
    const double dx = b.x - a.x, dy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    const double squared = dx * dx + dy * dy;
    if (squared < detail::kHairline * detail::kHairline) continue;  // two corners that coincide
    if (dx * py - dy * px >= 0.0) continue;  // to the left of the edge: not nearest to it, or inside
    inside = false;
    const double part = std::clamp((px * dx + py * dy) / squared, 0.0, 1.0);
    best = std::min(best, std::sqrt(square(px - part * dx) + square(py - part * dy)));
  }
  return inside ? 0.0 : best;
}

bool is_on_patch(const SurfaceIndex& index, Point point, const std::optional<double>& z) {
  for (const std::uint32_t place : index.patch_grid().at(point.x, point.y)) {
    const Patch& patch = index.patches()[place];
    if (is_level(patch, z) && nearest_on_patch(patch, point, 1.0) == 0.0) return true;
  }
  return false;
}

// Whether areas of junctions are made where they are needed, and whether one was left out that was.
struct AreaUse {
  bool makes = true;
  bool missed = false;
};

// In what a junction's area has beyond the surface of its roads.
bool is_enclosed(const RoadNetwork& map, Point point, const std::optional<double>& z, AreaUse& areas) {
  bool found = false;
  detail::junction_boxes(map).visit_at(point.x, point.y, [&](JunctionId id) {
    if (found) return;
    if (!areas.makes && detail::needs_area(map, id, point)) {
      areas.missed = true;
      return;
    }
    found = detail::area_encloses(map, id, point) && (!z || detail::is_level(map, id, point, *z));
  });
  return found;
}

// The strips of the point's cell, and what lies between them. `strip` is set if it is on one.
bool is_on_road(const RoadNetwork& map, const SurfaceIndex& index, Point point, const std::optional<double>& z,
                std::uint32_t& strip, AreaUse& areas) {
  const auto candidates = map.index().at(point.x, point.y);
  for (const std::uint32_t candidate : candidates) {
    if (!is_surely_on(index.sure(candidate), point, z)) continue;
    strip = candidate;
    return true;
  }
  for (const std::uint32_t candidate : candidates) {
    if (!is_on_strip(map, index, candidate, point, z)) continue;
    strip = candidate;
    return true;
  }
  return is_on_patch(index, point, z) || is_enclosed(map, point, z, areas);
}

// The hinted strip by exact means, then the next few of its road, on the side to which the point lies.
bool is_near_hinted(const RoadNetwork& map, const SurfaceIndex& index, Point point, const std::optional<double>& z,
                    std::uint32_t& hint) {
  constexpr int kNeighbours = 3;
  const Strip& first = map.strip(hint);
  if (is_on_strip(map, index, hint, point, z)) return true;
  const bool ahead = detail::to_local(first, point.x, point.y).u > 0.5 * first.length;
  const Road& road = map.road(RoadId(first.road));
  const std::uint32_t last = ahead ? road.first_strip + road.strip_count - 1 : road.first_strip;
  std::uint32_t strip = hint;
  for (int i = 0; i < kNeighbours && strip != last; ++i) {
    strip = ahead ? strip + 1 : strip - 1;
    if (!is_surely_on(index.sure(strip), point, z) && !is_on_strip(map, index, strip, point, z)) continue;
    hint = strip;
    return true;
  }
  return false;
}

// Of a point that is not on the road. The hinted strip first: its distance bounds where to look for nearer ones. The
// nearest strip becomes the hint.
double distance_from_outside(const RoadNetwork& map, const SurfaceIndex& index, Point point,
                             const std::optional<double>& z, double max_distance, std::uint32_t& hint, AreaUse& areas) {
  double best = max_distance;
  detail::Seen seen, seen_junctions;
  const auto try_strip = [&](std::uint32_t candidate) {
    if (!seen.insert(candidate)) return;
    const Strip& strip = map.strip(candidate);
    const Local p = detail::to_local(strip, point.x, point.y);
    if (!(detail::squared_distance_to_box(strip, p) < best * best)) return;
    const double before = best;
    best = detail::nearest_on_strip(map, index, candidate, p, z, best);
    if (best < before) hint = candidate;
  };
  if (hint < map.strips().size()) try_strip(hint);
  // Once there is a best distance, whatever is nearer touches the square of that size.
  const auto next_reach = [&](double wanted) { return std::min(best < max_distance ? best : wanted, max_distance); };
  for (double reach = next_reach(kFirstReach);; reach = next_reach(2.0 * reach)) {
    const double x_min = point.x - reach, y_min = point.y - reach, x_max = point.x + reach, y_max = point.y + reach;
    map.index().visit_box(x_min, y_min, x_max, y_max, try_strip);
    index.patch_grid().visit_box(x_min, y_min, x_max, y_max, [&](std::uint32_t place) {
      const Patch& patch = index.patches()[place];
      if (is_level(patch, z)) best = nearest_on_patch(patch, point, best);
    });
    detail::junction_boxes(map).visit_box(x_min, y_min, x_max, y_max, [&](JunctionId id) {
      // Without a boundary the roads' surface is nearer than what they enclose.
      if (map.junction(id).boundary.empty() || !seen_junctions.insert(static_cast<std::uint32_t>(id.index()))) return;
      if (!areas.makes && !detail::is_area_made(map, id)) {
        areas.missed = true;
        return;
      }
      const detail::JunctionArea& area = detail::area_of(map, id);
      if (!area.by_boundary || (z && !detail::is_level(map, id, point, *z))) return;
      best = std::min(best, distance_to_area(area.area, point));
    });
    if (best <= reach || reach >= max_distance) return best;
  }
}

// Apart from the quick way, which so stays small.
[[gnu::noinline]] double distance_elsewhere(const RoadNetwork& map, const SurfaceIndex& index, Point point,
                                            const std::optional<double>& z, double max_distance, std::uint32_t& hint,
                                            AreaUse& areas) {
  if (hint < index.strip_count() && is_near_hinted(map, index, point, z, hint)) return 0.0;
  if (is_on_road(map, index, point, z, hint, areas)) return 0.0;
  return distance_from_outside(map, index, point, z, max_distance, hint, areas);
}

}  // namespace

double distance_to_surface(const RoadNetwork& map, Point point, std::optional<double> z, double max_distance) {
  SurfaceHint hint;
  return distance_to_surface(map, point, z, max_distance, hint);
}

double distance_to_surface(const RoadNetwork& map, Point point, std::optional<double> z, double max_distance,
                           SurfaceHint& hint) {
  const SurfaceIndex& index = detail::surface_index(map);
  if (hint.strip < index.strip_count() && is_surely_on(index.sure(hint.strip), point, z)) [[likely]] {
    return 0.0;
  }
  AreaUse areas;
  return distance_elsewhere(map, index, point, z, max_distance, hint.strip, areas);
}

SurfaceDistance quick_distance_to_surface(const RoadNetwork& map, Point point, std::optional<double> z,
                                          double max_distance, SurfaceHint& hint) {
  const SurfaceIndex& index = detail::surface_index(map);
  if (hint.strip < index.strip_count() && is_surely_on(index.sure(hint.strip), point, z)) [[likely]] {
    return {};
  }
  AreaUse areas{.makes = false};
  std::uint32_t strip = hint.strip;
  const double metres = distance_elsewhere(map, index, point, z, max_distance, strip, areas);
  const bool is_exact = !areas.missed || metres == 0.0;
  if (is_exact) hint.strip = strip;
  return {metres, is_exact};
}

double room_on_surface(const RoadNetwork& map, const TurnedBox& box, std::optional<double> z, SurfaceHint hint) {
  const SurfaceIndex& index = detail::surface_index(map);
  if (hint.strip >= index.strip_count()) return -1.0;
  const SureSurface& sure = index.sure(hint.strip);
  const double level = z ? std::min(*z + kLevelHeight - sure.z_max, sure.z_min - (*z - kLevelHeight))
                         : std::numeric_limits<double>::infinity();
  if (!(level >= 0.0)) return -1.0;
  if (sure.is_rectangle()) {
    const double dx = box.centre.x - sure.origin_x, dy = box.centre.y - sure.origin_y;
    const double u = sure.cos * dx + sure.sin * dy, v = sure.cos * dy - sure.sin * dx;
    const double u_reach = std::abs(sure.cos * box.ahead.x + sure.sin * box.ahead.y) +
                           std::abs(sure.cos * box.left.x + sure.sin * box.left.y);
    const double v_reach = std::abs(sure.cos * box.ahead.y - sure.sin * box.ahead.x) +
                           std::abs(sure.cos * box.left.y - sure.sin * box.left.x);
    const double along = std::min(sure.behind_begin(u - u_reach, 0.0), sure.before_end(u + u_reach, 0.0));
    const double across = std::min(v - v_reach - sure.w_min, sure.w_max - (v + v_reach));
    return std::min({along, across, level});
  }
  const std::array<Point, 4> corners = box.corners();
  // Between two points of the band that are `reach` apart along u, a straight line leaves it by at most
  // |bulge| (reach / 2)^2; the rectangle's interior lies between points of its edges.
  const double diagonal = square(corners[2].x - corners[0].x) + square(corners[2].y - corners[0].y);
  const double margin = 0.5 * std::abs(static_cast<double>(sure.bulge)) * diagonal;
  double along = std::numeric_limits<double>::infinity(), across = along, farthest = 0.0;
  for (const Point& corner : corners) {
    const double dx = corner.x - sure.origin_x, dy = corner.y - sure.origin_y;
    const double u = sure.cos * dx + sure.sin * dy, v = sure.cos * dy - sure.sin * dx;
    const double w = sure.across(u, v);
    along = std::min({along, sure.behind_begin(u, v), sure.before_end(u, v)});
    across = std::min({across, w - (sure.w_min + margin), sure.w_max - margin - w});
    farthest = std::max(farthest, std::abs(sure.length - 2.0 * u));
  }
  along /= 1.0 + std::max(std::abs(sure.begin_tilt), std::abs(sure.end_tilt));
  if (!(along >= 0.0)) return -1.0;
  // Along the band w changes with u, too: within `along`, no place is steeper than this.
  const double steepest = std::abs(static_cast<double>(sure.bulge)) * (farthest + 2.0 * along);
  return std::min({along, across / (1.0 + steepest), level});
}

OutlinePoints surely_on_surface(const RoadNetwork& map, const TurnedBox& box, std::optional<double> z,
                                SurfaceHint hint) {
  const SurfaceIndex& index = detail::surface_index(map);
  if (hint.strip >= index.strip_count()) return 0;
  const SureSurface& sure = index.sure(hint.strip);
  if (!is_surely_level(sure, z)) return 0;
  const double dx = box.centre.x - sure.origin_x, dy = box.centre.y - sure.origin_y;
  const double u = sure.cos * dx + sure.sin * dy, v = sure.cos * dy - sure.sin * dx;
  const double u_ahead = sure.cos * box.ahead.x + sure.sin * box.ahead.y;
  const double v_ahead = sure.cos * box.ahead.y - sure.sin * box.ahead.x;
  const double u_left = sure.cos * box.left.x + sure.sin * box.left.y;
  const double v_left = sure.cos * box.left.y - sure.sin * box.left.x;
  const Both u_sides{u_left, -u_left}, v_sides{v_left, -v_left};
  const BothBits held = held_of(sure, u + u_ahead + u_sides, v + v_ahead + v_sides, 0, 2) |
                        held_of(sure, u - u_ahead + u_sides, v - v_ahead + v_sides, 6, 4) |
                        held_of(sure, u + Both{u_ahead, -u_ahead}, v + Both{v_ahead, -v_ahead}, 1, 5) |
                        held_of(sure, u + u_sides, v + v_sides, 7, 3);
  return static_cast<OutlinePoints>(held[0] | held[1]);
}

bool is_on_surface(const RoadNetwork& map, Point point, std::optional<double> z) {
  std::uint32_t strip = SurfaceHint::kNowhere;
  AreaUse areas;
  return is_on_road(map, detail::surface_index(map), point, z, strip, areas);
}

SurfaceHeights surface_heights(const RoadNetwork& map) {
  if (map.strips().empty()) return {};
  SurfaceHeights all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Strip& strip : map.strips()) {
    const detail::HeightRange range = detail::height_range(map, strip);
    all = {std::min(all.low, range.low), std::max(all.high, range.high)};
  }
  return all;
}

}  // namespace scrutineer::map
