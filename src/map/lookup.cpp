#include "map/lookup.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/angle.h"
#include "map/detail/grid_index.h"
#include "map/detail/projection.h"
#include "map/detail/seen.h"
#include "map/detail/strip_distance.h"
#include "map/lookup_elsewhere.h"

namespace scrutineer::map {

using detail::Local;
using detail::Projection;

namespace detail {

const Strip* strip_among(std::span<const Strip> strips, double s) {
  if (strips.empty()) return nullptr;
  auto next = std::upper_bound(strips.begin(), strips.end(), s,
                               [](double value, const Strip& strip) { return value < strip.s_begin; });
  if (next != strips.begin()) --next;
  return &*next;
}

bool search_foot_on(const Strip& strip, Local p, FootGuess guess, Projection& found) {
  constexpr int kMostRounds = 31;
  for (int i = 0; i < kMostRounds; ++i) {
    const FootSearch search = search_foot(strip, p, guess, found);
    if (search != FootSearch::not_yet) return search == FootSearch::found;
  }
  return false;
}

const Strip* strip_at(const RoadNetwork& map, RoadId road, double s) { return strip_among(map.strips_of(road), s); }

const Strip* strip_at(const RoadNetwork& map, SectionId section, double s) {
  return strip_among(map.strips().subspan(map.section(section).first_strip, map.section(section).strip_count), s);
}

RoadPoint point_on_strip(const RoadNetwork& map, const Strip& strip, double ds, double t) {
  const double roll = roll_at(map, strip, ds);
  const double across = t * std::cos(roll);
  const CurveAt c = curve_at(strip, ds);
  const double squared = c.du * c.du + c.dv * c.dv;
  const double norm = 1.0 / std::sqrt(squared);
  const double tu = c.du * norm, tv = c.dv * norm;
  const double u = c.u - across * tv, v = c.v + across * tu;
  const double curvature = (c.du * c.ddv - c.dv * c.ddu) * norm / squared;
  return {.x = strip.origin_x + strip.cos * u - strip.sin * v,
          .y = strip.origin_y + strip.sin * u + strip.cos * v,
          .z = strip.elevation.at(ds) + t * std::sin(roll),
          .heading = std::atan2(strip.sin * tu + strip.cos * tv, strip.cos * tu - strip.sin * tv),
          .curvature = curvature / (1.0 - curvature * across)};
}

}  // namespace detail

namespace {

// Apart from the quick way, which so stays small. The surface of a level lane stays at the height of its inner border.
[[gnu::noinline]] double rolled_height(const RoadNetwork& map, const Strip& strip, double ds, double t,
                                       std::size_t lane_slot) {
  const double z = strip.elevation.at(ds);
  const LaneSection& section = map.sections()[strip.section];
  if (map.lanes()[section.first_lane + lane_slot].level) {
    const bool right = lane_slot < section.right_count;
    t = map.borders_of(strip)[right ? lane_slot + 1 : lane_slot].at(ds);
  }
  return z + t * std::sin(detail::roll_at(map, strip, ds));
}

inline double surface_height(const RoadNetwork& map, const Strip& strip, double ds, double t, std::size_t lane_slot) {
  return strip.superelevation == 0 ? strip.elevation.at(ds) : rolled_height(map, strip, ds, t, lane_slot);
}

struct LaneSlot {
  std::size_t slot;
  double right, left;
};

// The same, border by border: for points within the tolerance of an outermost border, and for lanes that fold.
bool search_lane_slot(const Cubic* borders, std::size_t lane_count, double ds, double t, LaneSlot& found) {
  double right = borders[0].at(ds);
  bool any = false;
  for (std::size_t i = 0; i < lane_count; ++i) {
    const double left = borders[i + 1].at(ds);
    if (left > right) {
      // Before the first lane that has a width lies only the tolerance.
      const bool holds = t < left && (t >= right || (!any && t >= right - detail::kBorderTolerance));
      found = {i, right, left};
      if (holds) return true;
      any = true;
    }
    right = left;
  }
  return any && t >= found.right && t <= found.left + detail::kBorderTolerance;
}

// The lane of the strip that holds t. Borders are shared: a point on one belongs to the lane on its left, on the
// outermost to the only lane there.
inline bool find_lane_slot(const Cubic* borders, std::size_t lane_count, double ds, double t, LaneSlot& found) {
  // Counting the borders right of the point has no branch to mispredict.
  std::size_t count = 0;
  for (std::size_t i = 0; i <= lane_count; ++i) count += borders[i].at(ds) <= t ? 1U : 0U;
  if (count > 0 && count <= lane_count) [[likely]] {
    found = {count - 1, borders[count - 1].at(ds), borders[count].at(ds)};
    if (found.right <= t && t < found.left) [[likely]]
      return true;
  }
  return search_lane_slot(borders, lane_count, ds, t, found);
}

// The same for an actor that was in `last` a moment ago, and mostly still is: two borders tell.
[[gnu::always_inline]] inline bool find_lane_slot(const RoadNetwork& map, const Strip& strip, double ds, double t,
                                                  LaneId last, LaneSlot& found) {
  const Cubic* borders = map.borders().data() + strip.first_border;
  const std::size_t slot = last.index() - strip.first_lane;
  if (slot < strip.lane_count && strip.lanes_in_order) [[likely]] {
    found = {slot, borders[slot].at(ds), borders[slot + 1].at(ds)};
    if (found.right <= t && t < found.left) [[likely]]
      return true;
  }
  return find_lane_slot(borders, strip.lane_count, ds, t, found);
}

// t is measured in the rolled cross-section.
inline double rolled_t(const RoadNetwork& map, const Strip& strip, const Projection& at) {
  return strip.superelevation == 0 ? at.t : at.t / std::cos(detail::roll_at(map, strip, at.ds));
}

inline RoadPosition position_in(const RoadNetwork& map, std::uint32_t index, const Strip& strip, const Projection& at,
                                double t, const LaneSlot& lane) {
  return {.road = RoadId(strip.road),
          .lane = LaneId(strip.first_lane + lane.slot),
          .s = strip.s_begin + at.ds,
          .t = t,
          .offset = t - 0.5 * (lane.left + lane.right),
          .width = lane.left - lane.right,
          .height = surface_height(map, strip, at.ds, t, lane.slot),
          .tangent_x = strip.cos * at.tangent_u - strip.sin * at.tangent_v,
          .tangent_y = strip.sin * at.tangent_u + strip.cos * at.tangent_v,
          .strip = index};
}

inline bool make_position(const RoadNetwork& map, std::uint32_t index, const Strip& strip, const Projection& at,
                          RoadPosition& position) {
  const double t = rolled_t(map, strip, at);
  LaneSlot lane{};
  if (!find_lane_slot(map.borders().data() + strip.first_border, strip.lane_count, at.ds, t, lane)) return false;
  position = position_in(map, index, strip, at, t, lane);
  return true;
}

inline bool position_on(const RoadNetwork& map, std::uint32_t index, Point point, RoadPosition& position) {
  const Strip& strip = map.strip(index);
  const Local local = detail::to_local(strip, point.x, point.y);
  if (!detail::in_box(strip, local)) return false;
  Projection projection;
  return detail::project(strip, local, projection) && make_position(map, index, strip, projection, position);
}

// Neighbouring strips of a road share their border, so a point on it is found in both.
bool same_place(const RoadPosition& a, const RoadPosition& b) {
  return a.road == b.road && std::abs(a.s - b.s) < 5.0 * detail::kBorderTolerance &&
         std::abs(a.t - b.t) < 5.0 * detail::kBorderTolerance;
}

double height_difference(const RoadPosition& position, double z) { return position.height - z; }

// Adds the position on this strip, if the point is on it and on that level.
[[gnu::always_inline]] inline void add_position(const RoadNetwork& map, std::uint32_t index, Point point,
                                                const std::optional<double>& z, std::vector<RoadPosition>& found) {
  const Strip& strip = map.strip(index);
  Projection projection;
  if (!detail::project(strip, detail::to_local(strip, point.x, point.y), projection)) return;
  RoadPosition position;
  if (!make_position(map, index, strip, projection, position)) return;
  if (z && std::abs(height_difference(position, *z)) > kLevelHeight) return;
  // A road's strips are consecutive in the index, so a double is near the end.
  for (auto other = found.rbegin(); other != found.rend() && other->road == position.road; ++other) {
    if (same_place(*other, position)) return;
  }
  found.push_back(position);
}

void put_nearest_first(const std::optional<double>& z, std::vector<RoadPosition>& found) {
  const auto distance = [&z](const RoadPosition& position) {
    const double dz = z ? height_difference(position, *z) : 0.0;
    return position.offset * position.offset + dz * dz;
  };
  // Insertion sort: a handful of positions, already in order of road and s for ties.
  for (std::size_t i = 1; i < found.size(); ++i) {
    for (std::size_t j = i; j > 0 && distance(found[j]) < distance(found[j - 1]); --j)
      std::swap(found[j], found[j - 1]);
  }
}

}  // namespace

void locate(const RoadNetwork& map, Point point, std::optional<double> z, std::vector<RoadPosition>& found) {
  found.clear();
  map.index().visit_point(point.x, point.y, [&](std::uint32_t index) { add_position(map, index, point, z, found); });
  if (found.size() > 1) put_nearest_first(z, found);
}

void RoadsElsewhere::find(const RoadNetwork& map, std::span<const Point> points, std::optional<double> z,
                          std::vector<StripRange>& known) {
  found_.clear();
  const auto is_new = [&](std::uint32_t strip) {
    return std::ranges::none_of(known, [strip](StripRange range) { return range.holds(strip); });
  };
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    located_.clear();
    map.index().visit_point(points[i].x, points[i].y, [&](std::uint32_t strip) {
      if (is_new(strip)) add_position(map, strip, points[i], z, located_);
    });
    if (located_.empty()) continue;
    put_nearest_first(z, located_);
    for (const RoadPosition& at : located_) {
      // Where a road passes the point twice: the first, which is the nearest.
      if (!is_new(at.strip)) continue;
      found_.push_back({at, i});
      known.push_back(strips_of(map.road(at.road)));
    }
  }
}

std::vector<RoadPosition> locate(const RoadNetwork& map, Point point, std::optional<double> z) {
  std::vector<RoadPosition> found;
  locate(map, point, z, found);
  return found;
}

namespace {

enum class Beyond { inside, begin, end, beside };

// Like position_on, and says on which side the point left the strip. `last` is the lane that it was in.
[[gnu::always_inline]] inline Beyond step_on(const RoadNetwork& map, std::uint32_t index, const Point& point,
                                             LaneId last, RoadPosition& position) {
  const Strip& strip = map.strip(index);
  const Local local = detail::to_local(strip, point.x, point.y);
  Projection at;
  if (!detail::project(strip, local, at)) return local.u < 0.5 * strip.length ? Beyond::begin : Beyond::end;
  const double t = rolled_t(map, strip, at);
  LaneSlot lane{};
  if (!find_lane_slot(map, strip, at.ds, t, last, lane)) return Beyond::beside;
  position = position_in(map, index, strip, at, t, lane);
  return Beyond::inside;
}

// The lane of that number where its road ends (or begins); invalid: there is none.
LaneId lane_at_end(const RoadNetwork& map, RoadId road_id, int number, Beyond side) {
  const Road& road = map.road(road_id);
  const LaneSection& section =
      map.section(SectionId(road.first_section + (side == Beyond::end ? road.section_count - 1 : 0)));
  for (std::size_t i = 0; i < section.lane_count; ++i)
    if (const LaneId lane(section.first_lane + i); map.lane(lane).number == number) return lane;
  return {};
}

// The strips that a lane's links lead to at its end (or begin), tried in order; the lane nearest to the point wins.
// Roads shorter than a vehicle, or than its way in one frame, are stepped over.
std::optional<RoadPosition> on_linked(const RoadNetwork& map, Point point, LaneId from, Beyond side,
                                      int most_roads = 3) {
  std::optional<RoadPosition> best;
  const auto take = [&](const std::optional<RoadPosition>& position) {
    if (position && (!best || std::abs(position->offset) < std::abs(best->offset))) best = position;
  };
  const Lane& lane = map.lane(from);
  for (const LaneId to : side == Beyond::end ? lane.successors : lane.predecessors) {
    const Lane& next = map.lane(to);
    const LaneSection& section = map.section(next.section);
    if (section.strip_count == 0) continue;
    // A lane that touches at its begin is entered through its first strip.
    const bool at_begin = std::ranges::find(next.predecessors, from) != next.predecessors.end();
    const std::uint32_t first = section.first_strip, last = first + section.strip_count - 1;
    std::uint32_t index = at_begin ? first : last;
    // Short strips at the entry may be stepped over within a frame.
    for (int tries = 0; tries < 8; ++tries) {
      RoadPosition position;
      const Beyond where = step_on(map, index, point, to, position);
      if (where == Beyond::inside) {
        take(position);
        break;
      }
      const Road& road = map.road(next.road);
      const std::uint32_t road_last = road.first_strip + road.strip_count - 1;
      if (where == Beyond::end && at_begin && index < road_last) {
        ++index;
      } else if (where == Beyond::begin && !at_begin && index > road.first_strip) {
        --index;
      } else {
        const Beyond far_end = at_begin ? Beyond::end : Beyond::begin;
        const LaneId last_lane = lane_at_end(map, next.road, next.number, far_end);
        if (where == far_end && most_roads > 1 && last_lane.valid())
          take(on_linked(map, point, last_lane, far_end, most_roads - 1));
        break;
      }
    }
  }
  return best;
}

// What follow() says after a point left the strip of `last` on this side. Apart, so that the quick way stays small.
[[gnu::noinline]] std::optional<RoadPosition> follow_beyond(const RoadNetwork& map, Point point,
                                                            const RoadPosition& last, Beyond side) {
  // Where the road folds back or has a kink another of its strips may still hold the point.
  if (side == Beyond::beside) return locate_on_road(map, point, last.road);
  const Road& road = map.road(last.road);
  const std::uint32_t first_strip = road.first_strip, last_strip = first_strip + road.strip_count - 1;
  std::uint32_t index = last.strip;
  const Beyond direction = side;
  while (side == direction && (direction == Beyond::end ? index < last_strip : index > first_strip)) {
    index = direction == Beyond::end ? index + 1 : index - 1;
    RoadPosition position;
    side = step_on(map, index, point, last.lane, position);
    if (side == Beyond::inside) return position;
  }
  if (side != direction) return locate_on_road(map, point, last.road);
  // Over the road's end: along the links of the lane it was in, else of any lane there.
  const SectionId section_id(map.strip(index).section);
  const LaneSection& section = map.section(section_id);
  const int number = map.lane(last.lane).number;
  std::optional<RoadPosition> linked;
  for (std::size_t i = 0; i < section.lane_count && !linked; ++i) {
    const LaneId lane(section.first_lane + i);
    if (map.lane(lane).number == number) linked = on_linked(map, point, lane, direction);
  }
  for (std::size_t i = 0; i < section.lane_count && !linked; ++i) {
    linked = on_linked(map, point, LaneId(section.first_lane + i), direction);
  }
  return linked;
}

}  // namespace

bool follow_on_road(const RoadNetwork& map, const Point& point, RoadPosition& position) {
  const Beyond side = step_on(map, position.strip, point, position.lane, position);
  if (side == Beyond::inside) [[likely]]
    return true;
  const auto next = follow_beyond(map, point, position, side);
  if (!next || next->road != position.road) return false;
  position = *next;
  return true;
}

std::optional<RoadPosition> follow(const RoadNetwork& map, const Point& point, const RoadPosition& last) {
  RoadPosition position;
  const Beyond side = step_on(map, last.strip, point, last.lane, position);
  if (side == Beyond::inside) [[likely]]
    return position;
  return follow_beyond(map, point, last, side);
}

std::optional<RoadPosition> locate_on_road(const RoadNetwork& map, Point point, RoadId road) {
  std::optional<RoadPosition> best;
  const std::uint32_t first = map.road(road).first_strip;
  for (std::uint32_t i = 0; i < map.road(road).strip_count; ++i) {
    RoadPosition position;
    if (!position_on(map, first + i, point, position)) continue;
    if (!best || std::abs(position.t) < std::abs(best->t)) best = position;
  }
  return best;
}

namespace {

// The lane that holds t or, where lanes have no width, ends at it.
LaneSlot lane_slot_at(std::span<const Cubic> borders, double ds, double t) {
  LaneSlot nearest{};
  if (find_lane_slot(borders.data(), borders.size() - 1, ds, t, nearest)) return nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
    const LaneSlot lane{i, borders[i].at(ds), borders[i + 1].at(ds)};
    const double away = std::min(std::abs(t - lane.right), std::abs(t - lane.left));
    if (away >= least) continue;
    least = away;
    nearest = lane;
  }
  return nearest;
}

// Where a point beside or beyond a strip is, of which `place` is nearest to it.
RoadPosition position_beside(const RoadNetwork& map, std::uint32_t index, Point point, const detail::StripPlace& place,
                             std::optional<double> z) {
  const Strip& strip = map.strip(index);
  const auto borders = map.borders_of(strip);
  const Local p = detail::to_local(strip, point.x, point.y);
  const auto own_t = [&](const Projection& at) { return at.t / std::cos(detail::roll_at(map, strip, at.ds)); };
  // Across from the place, perpendicular to the road.
  const detail::CurveAt c = detail::curve_at(strip, place.ds);
  const double norm = 1.0 / std::sqrt(c.du * c.du + c.dv * c.dv);
  Projection at{place.ds, 0.0, c.du * norm, c.dv * norm};
  at.t = (p.v - c.v) * at.tangent_u - (p.u - c.u) * at.tangent_v;
  LaneSlot lane = lane_slot_at(borders, at.ds, place.t);

  // Where borders do not run parallel to the road, the point's own s is a little off that place.
  if (Projection foot; detail::project(strip, p, foot)) {
    const double right = borders.front().at(foot.ds), left = borders.back().at(foot.ds);
    const double t = std::min(std::max(own_t(foot), right), left);
    LaneSlot foot_lane{};
    const bool same_lane =
        find_lane_slot(borders.data(), strip.lane_count, foot.ds, t, foot_lane) && foot_lane.slot == lane.slot;
    const bool same_level = !z || std::abs(surface_height(map, strip, foot.ds, t, foot_lane.slot) - *z) <= kLevelHeight;
    // Inside of a tight bend the foot may be the place that is furthest away.
    const bool as_near = std::abs(own_t(foot) - t) <= 1.1 * place.distance + detail::kBorderTolerance;
    if (same_lane && same_level && as_near) {
      at = foot;
      lane = foot_lane;
    }
  }
  const double t = own_t(at);
  RoadPosition position = position_in(map, index, strip, at, t, lane);
  position.height = surface_height(map, strip, at.ds, std::min(std::max(t, lane.right), lane.left), lane.slot);
  return position;
}

}  // namespace

std::optional<NearLane> nearest_lane(const RoadNetwork& map, Point point, double radius, std::optional<double> z) {
  const auto inside = locate(map, point, z);
  if (!inside.empty()) return NearLane{inside.front(), 0.0};
  detail::StripPlace best{std::nextafter(radius, std::numeric_limits<double>::infinity()), 0.0, 0.0};
  std::optional<std::uint32_t> nearest;
  detail::Seen seen;
  // Circles of growing size, so that the usual case, a point just beside a road, stays cheap. Once there is a best
  // distance, whatever is nearer touches the square of that size.
  for (double reach = std::min(radius, map.index().cell_size());;
       reach = std::min(nearest ? best.distance : 2.0 * reach, radius)) {
    map.index().visit_box(point.x - reach, point.y - reach, point.x + reach, point.y + reach, [&](std::uint32_t index) {
      if (!seen.insert(index)) return;
      const Strip& strip = map.strip(index);
      const Local p = detail::to_local(strip, point.x, point.y);
      if (!(detail::squared_distance_to_box(strip, p) < best.distance * best.distance)) return;
      if (detail::nearest_on_lanes(map, strip, p, z, best)) nearest = index;
    });
    if (reach >= radius || (nearest && best.distance <= reach)) break;
  }
  if (!nearest) return std::nullopt;
  return NearLane{position_beside(map, *nearest, point, best, z), best.distance};
}

RoadPoint point_at(const RoadNetwork& map, RoadId road, double s, double t) {
  const Strip* strip = detail::strip_at(map, road, s);
  if (strip == nullptr) return {};
  return detail::point_on_strip(map, *strip, std::clamp(s - strip->s_begin, 0.0, strip->length), t);
}

namespace {

// Where on a strip a lane's centre line is.
struct CentrePlace {
  const Strip& strip;
  const Cubic &right, &left;  // the lane's borders
  double ds;
  double t() const { return 0.5 * (right.at(ds) + left.at(ds)); }
};

CentrePlace centre_place(const RoadNetwork& map, const Strip& strip, std::size_t slot, double s) {
  const auto borders = map.borders_of(strip);
  return {strip, borders[slot], borders[slot + 1], std::clamp(s - strip.s_begin, 0.0, strip.length)};
}

bool is_constant(const Cubic& border) { return border.b == 0.0 && border.c == 0.0 && border.d == 0.0; }

// Does the centre line run along the strip's chord? Then its bend is none, exactly.
bool is_straight(const CentrePlace& at) {
  return at.strip.straight && at.strip.superelevation == 0 && is_constant(at.right) && is_constant(at.left);
}

// How the line through there, at constant distance from the centre line, runs beside the reference line.
struct Bend {
  double along, across;  // its direction, in that of the reference line
  double curvature;
};

// The centre line c = r + w n has c' = (1 - k w) T + w' n; from it the heading relative to the reference line, and
// with c'' = (-k' w - 2 k w') T + (k (1 - k w) + w'') n its curvature. w is t as the plane sees it.
// Everything by the curve's own length: where s is stretched (curves.h) the reference line's speed is not 1.
Bend bend_at(const RoadNetwork& map, const CentrePlace& at, double t) {
  const Strip& strip = at.strip;
  const double ds = at.ds;
  const detail::CurveAt c = detail::curve_at(strip, ds);
  const double speed = std::hypot(c.du, c.dv);
  const double k = (c.du * c.ddv - c.dv * c.ddu) / (speed * speed * speed);
  const detail::UvPair third = detail::third_derivative(strip, ds);
  const double k1 = (c.du * third[1] - c.dv * third[0]) / (speed * speed * speed * speed);
  const double t1 = 0.5 * (at.right.slope(ds) + at.left.slope(ds));
  const double t2 = at.right.c + at.left.c + 3.0 * ds * (at.right.d + at.left.d);
  double w = t, w1 = t1 / speed, w2 = t2 / (speed * speed);
  if (strip.superelevation != 0) {
    const Cubic& roll_curve = map.superelevations()[strip.superelevation - 1];
    const double roll = roll_curve.at(ds), roll1 = roll_curve.slope(ds);
    const double roll2 = 2.0 * roll_curve.c + 6.0 * roll_curve.d * ds;
    const double seen = std::cos(roll), hidden = std::sin(roll);
    w = t * seen;
    w1 = (t1 * seen - t * hidden * roll1) / speed;
    w2 = (t2 * seen - 2.0 * t1 * hidden * roll1 - t * (seen * roll1 * roll1 + hidden * roll2)) / (speed * speed);
  }
  const double along = 1.0 - k * w;
  const double squared = along * along + w1 * w1;
  const double c2_along = -k1 * w - 2.0 * k * w1, c2_across = k * along + w2;
  return {along, w1, squared < 1e-18 ? 0.0 : (along * c2_across - w1 * c2_along) / (squared * std::sqrt(squared))};
}

}  // namespace

RoadPoint point_at(const RoadNetwork& map, LaneId lane_id, double s, double offset) {
  const Lane& lane = map.lane(lane_id);
  const Strip* strip = detail::strip_at(map, lane.section, s);
  if (strip == nullptr) return point_at(map, lane.road, s, offset);
  const std::size_t slot = lane_id.index() - map.section(lane.section).first_lane;
  const CentrePlace at = centre_place(map, *strip, slot, s);
  const double t = at.t() + offset;
  RoadPoint point = detail::point_on_strip(map, *strip, at.ds, t);
  point.z = surface_height(map, *strip, at.ds, t, slot);
  if (is_straight(at)) return point;
  const Bend bend = bend_at(map, at, t);
  point.heading = wrapped_angle(point.heading + std::atan2(bend.across, bend.along));
  point.curvature = bend.curvature;
  return point;
}

double centre_curvature(const RoadNetwork& map, LaneId lane_id, double s, std::uint32_t probable_strip) {
  const Lane& lane = map.lane(lane_id);
  const LaneSection& section = map.section(lane.section);
  const Strip* strip = detail::strip_among(map, section.first_strip, section.strip_count, s, probable_strip);
  if (strip == nullptr) return point_at(map, lane.road, s, 0.0).curvature;
  const CentrePlace at = centre_place(map, *strip, lane_id.index() - section.first_lane, s);
  if (is_straight(at)) return 0.0;
  return bend_at(map, at, at.t()).curvature;
}

double lane_turn(const RoadNetwork& map, const RoadPosition& at) {
  const Strip& strip = map.strip(at.strip);
  const CentrePlace place = centre_place(map, strip, at.lane.index() - strip.first_lane, at.s);
  const bool is_parallel = strip.superelevation == 0 && is_constant(place.right) && is_constant(place.left);
  if (is_parallel) [[likely]]
    return 0.0;
  const Bend bend = bend_at(map, place, at.t);
  return bend.along > 0.0 ? std::atan2(bend.across, bend.along) : 0.0;
}

LaneSpan lane_span(const RoadNetwork& map, LaneId lane_id, double s) {
  const Lane& lane = map.lane(lane_id);
  const Strip* strip = detail::strip_at(map, lane.section, s);
  if (strip == nullptr) return {};
  const double ds = std::clamp(s - strip->s_begin, 0.0, strip->length);
  const std::size_t slot = lane_id.index() - map.section(lane.section).first_lane;
  return {map.borders_of(*strip)[slot].at(ds), map.borders_of(*strip)[slot + 1].at(ds)};
}

LaneSpan road_span(const RoadNetwork& map, RoadId road, double s) {
  const Strip* strip = detail::strip_at(map, road, s);
  if (strip == nullptr) return {};
  const double ds = std::clamp(s - strip->s_begin, 0.0, strip->length);
  return {map.borders_of(*strip).front().at(ds), map.borders_of(*strip).back().at(ds)};
}

}  // namespace scrutineer::map
