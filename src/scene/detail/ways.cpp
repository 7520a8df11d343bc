#include "scene/detail/ways.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/quantity.h"
#include "map/lane_projection.h"
#include "map/turn_ahead.h"

namespace scrutineer::scene::detail {

using map::DirectedLane;
using map::LaneId;

namespace {

// Do all strips of the lane's section run straight, with borders along the reference line?
bool is_plain(const map::RoadNetwork& map, LaneId lane) {
  const map::LaneSection& section = map.section(map.lane(lane).section);
  const std::size_t place = lane.index() - section.first_lane;
  return std::ranges::all_of(map.strips().subspan(section.first_strip, section.strip_count),
                             [&](const map::Strip& strip) {
                               const auto borders = map.borders_of(strip);
                               const auto is_level = [](const map::Cubic& border) {
                                 return border.b == 0.0 && border.c == 0.0 && border.d == 0.0;
                               };
                               return strip.straight && is_level(borders[place]) && is_level(borders[place + 1]);
                             });
}

// A way through a junction, as the s of one of its roads runs: mostly that is all of it, but files cut roads anywhere.
struct WayThrough {
  map::RoadEnd from, to;  // of the roads outside of the junction
  double before = 0.0;    // metres of the way before the road
  double length = 0.0;    // of all of it
};

// From the road's end outwards, to the first road outside; `metres`: what is driven until there.
map::RoadEnd way_out(const map::RoadNetwork& map, map::RoadId road, map::ContactPoint end, double& metres) {
  constexpr int kMostRoads = 32;  // a ring of links has no end
  const map::JunctionId junction = map.road(road).junction;
  map::RoadEnd next;
  for (int i = 0; i < kMostRoads; ++i) {
    const map::Road& at = map.road(road);
    next = end == map::ContactPoint::start ? at.predecessor : at.successor;
    if (!next.road.valid() || map.road(next.road).junction != junction) break;
    road = next.road;
    end = next.contact == map::ContactPoint::start ? map::ContactPoint::end : map::ContactPoint::start;
    metres += map.road(road).length;
  }
  return next;
}

WayThrough way_through(const map::RoadNetwork& map, map::RoadId road) {
  WayThrough way;
  way.from = way_out(map, road, map::ContactPoint::start, way.before);
  way.length = way.before + map.road(road).length;
  way.to = way_out(map, road, map::ContactPoint::end, way.length);
  return way;
}

bool are_same(const map::RoadEnd& a, const map::RoadEnd& b) {
  return a.road.valid() && a.road == b.road && a.contact == b.contact;
}

// The s of `road` that lies beside a place of another road that leads through the same junction between the same roads,
// whichever way the s of either runs. Below 0 and beyond its length: beside another road of its way.
std::optional<double> s_beside(const map::RoadNetwork& map, map::RoadId road, const map::RoadPosition& at) {
  const map::JunctionId junction = map.road(at.road).junction;
  if (!junction.valid() || map.road(road).junction != junction) return std::nullopt;
  const WayThrough own = way_through(map, road), other = way_through(map, at.road);
  const bool is_alike = are_same(own.from, other.from) && are_same(own.to, other.to);
  if (!is_alike && !(are_same(own.from, other.to) && are_same(own.to, other.from))) return std::nullopt;
  const double share = other.length > 0.0 ? (other.before + at.s) / other.length : 0.0;
  return (is_alike ? share : 1.0 - share) * own.length - own.before;
}

}  // namespace

// ---- lengths ----------------------------------------------------------------------------------------------------------

LaneLengths::LaneLengths(const map::RoadNetwork& map, LaneId lane)
    : s_begin_(map.lane(lane).s_begin), s_end_(map.lane(lane).s_end) {
  const double length = s_end_ - s_begin_;
  if (length <= 0.0 || is_plain(map, lane)) return;
  constexpr double kStep = 2.0;  // metres
  const auto steps = static_cast<std::size_t>(std::ceil(length / kStep));
  step_ = length / static_cast<double>(steps);
  lengths_.push_back(0.0);
  map::RoadPoint last = point_at(map, lane, s_begin_, 0.0);
  for (std::size_t i = 1; i <= steps; ++i) {
    const map::RoadPoint next = point_at(map, lane, s_begin_ + static_cast<double>(i) * step_, 0.0);
    lengths_.push_back(lengths_.back() + std::hypot(next.x - last.x, next.y - last.y));
    last = next;
  }
}

double LaneLengths::until(double s) const {
  if (lengths_.empty() || s <= s_begin_) return s - s_begin_;
  if (s >= s_end_) return lengths_.back() + s - s_end_;
  const double place = (s - s_begin_) / step_;
  const std::size_t i = std::min(static_cast<std::size_t>(place), lengths_.size() - 2);
  return lengths_[i] + (place - static_cast<double>(i)) * (lengths_[i + 1] - lengths_[i]);
}

// ---- ways -------------------------------------------------------------------------------------------------------------

const LaneLengths& Ways::lengths(LaneId lane) {
  if (lengths_.empty()) lengths_.resize(map_.lanes().size());
  std::optional<LaneLengths>& known = lengths_[lane.index()];
  if (!known) known.emplace(map_, lane);
  return *known;
}

const Way& Ways::from(DirectedLane lane) {
  if (ways_.empty()) ways_.resize(2 * map_.lanes().size());
  Way& way = ways_[2 * lane.lane.index() + (lane.along_s ? 1 : 0)];
  if (way.empty()) way = make(lane);
  return way;
}

DirectedLane Ways::straight_on(DirectedLane lane, bool with_traffic) {
  next_.clear();
  for (const LaneId other : map::links_at(map_.lane(lane.lane), lane.exit())) {
    const bool enters_start = map::touching_end(map_, lane.lane, lane.exit(), other) == map::ContactPoint::start;
    if (!with_traffic || map::allows(map_, {other, enters_start})) next_.push_back({other, enters_start});
  }
  if (next_.empty()) return {};
  constexpr double kSameTurn = 1e-6;  // radians
  const auto way = [&](std::size_t place) { return next_[place]; };
  return next_.size() == 1 ? next_.front() : next_[map::straightest(map_, next_.size(), way, kSameTurn)];
}

// The lane of the same road that `lane` goes on from; invalid: none. Where several lead into it, that is the one whose
// centre line it continues, not one that is squeezed out beside it.
DirectedLane Ways::straight_before(DirectedLane lane) const {
  const std::vector<LaneId>& links = map::links_at(map_.lane(lane.lane), lane.entry());
  const auto centre_at = [&](LaneId of, map::ContactPoint end) {
    const map::Lane& at = map_.lane(of);
    return point_at(map_, of, end == map::ContactPoint::start ? at.s_begin : at.s_end, 0.0);
  };
  const auto how_far_aside = [&](LaneId other, map::ContactPoint touching) {
    if (links.size() == 1) return 0.0;
    const map::RoadPoint own = centre_at(lane.lane, lane.entry()), theirs = centre_at(other, touching);
    return std::hypot(theirs.x - own.x, theirs.y - own.y);
  };
  constexpr double kNearer = 1e-6;  // metres
  DirectedLane best;
  double least = 0.0;
  for (const LaneId other : links) {
    const map::ContactPoint touching = map::touching_end(map_, lane.lane, lane.entry(), other);
    const DirectedLane before{other, touching == map::ContactPoint::end};
    if (map_.lane(other).road != map_.lane(lane.lane).road || before.along_s != lane.along_s) continue;
    const double aside = how_far_aside(other, touching);
    if (best.lane.valid() && aside > least - kNearer) continue;
    best = before;
    least = aside;
  }
  return best;
}

// The lanes of the same road from which its traffic comes. There may be thousands, and a road may lead into itself.
void Ways::add_behind(DirectedLane lane, Way& way) {
  std::unordered_set<std::size_t> known;
  double start = 0.0;
  for (DirectedLane before = straight_before(lane); before.lane.valid(); before = straight_before(before)) {
    if (!known.insert(index_of(before)).second) break;
    const map::Lane& of = map_.lane(before.lane);
    start -= lengths(before.lane).whole();
    way.push_back({before, of.road, of.s_begin, of.s_end, start});
  }
  std::ranges::reverse(way);
}

Way Ways::make(DirectedLane lane) {
  // A vehicle that faces against its lane's traffic may continue over any link.
  const bool with_traffic = map::allows(map_, lane);
  constexpr std::size_t kMostLanes = 64;  // a ring of short lanes has no end
  Way way;
  add_behind(lane, way);
  const std::size_t behind = way.size();
  double start = 0.0, beyond = 0.0;
  while (lane.lane.valid() && beyond <= kWayReach && way.size() < behind + kMostLanes) {
    const map::Lane& of = map_.lane(lane.lane);
    way.push_back({lane, of.road, of.s_begin, of.s_end, start});
    const double length = lengths(lane.lane).whole();
    if (way.size() > behind + 1) beyond += length;
    start += length;
    lane = straight_on(lane, with_traffic);
    if (std::ranges::any_of(way, [&](const WayLane& known) { return known.lane == lane; })) break;
  }
  return way;
}

PlaceOnWay Ways::beside(const WayLane& piece, double s, map::Point point) {
  s = std::clamp(s, piece.s_begin, piece.s_end);
  const map::RoadPoint centre = point_at(map_, piece.lane.lane, s, 0.0);
  const double sense = piece.lane.along_s ? 1.0 : -1.0;
  PlaceOnWay place;
  place.direction = {sense * std::cos(centre.heading), sense * std::sin(centre.heading)};
  const double until = lengths(piece.lane.lane).until(s);
  place.along = piece.start + (piece.lane.along_s ? until : lengths(piece.lane.lane).whole() - until);
  // What lies beyond the end of the lane goes on straight from there.
  const double dx = point.x - centre.x, dy = point.y - centre.y;
  place.along += place.direction.x * dx + place.direction.y * dy;
  place.across = place.direction.x * dy - place.direction.y * dx;
  const double curvature = sense * centre.curvature;
  constexpr double kSharpest = 0.1;  // nearer to the curve's centre nothing is along the road any more
  place.curvature = curvature / std::max(kSharpest, 1.0 - curvature * place.across);
  return place;
}

std::optional<PlaceOnWay> Ways::place_on(const Way& way, const map::RoadPosition& at, map::Point point) {
  const bool is_in_junction = map_.road(at.road).junction.valid();
  std::optional<double> beyond;  // metres beyond the piece before
  for (std::size_t i = 0; i < way.size(); ++i) {
    const WayLane& piece = way[i];
    const bool is_own = piece.road == at.road;
    if (!is_own && !is_in_junction) continue;
    std::optional<double> s = is_own ? at.s : s_beside(map_, piece.road, at);
    // Where roads join in a junction, the rest names another one before it than that of the way.
    if (!s && beyond) s = piece.lane.along_s ? piece.s_begin + *beyond : piece.s_end - *beyond;
    beyond.reset();
    if (!s) continue;
    // The lane of the section that holds the place; what lies beyond all of them belongs to the nearest one.
    const double into = piece.lane.along_s ? *s - piece.s_begin : piece.s_end - *s;
    const bool goes_on =
        i + 1 < way.size() && (way[i + 1].road == piece.road ||
                               (!is_own && map_.road(way[i + 1].road).junction == map_.road(piece.road).junction));
    const double over = into - (piece.s_end - piece.s_begin);
    if (!(over > 0.0 && goes_on)) return beside(piece, *s, point);
    beyond = over;
  }
  return std::nullopt;
}

std::optional<PlaceOnWay> Ways::place_in_junction(const Way& way, map::Point point, double reach) {
  std::optional<PlaceOnWay> nearest;
  for (const WayLane& piece : way) {
    if (!map_.road(piece.road).junction.valid()) continue;
    const auto at = map::project_on_lane(map_, point, piece.lane.lane, {.beside = reach});
    if (!at) continue;
    const PlaceOnWay place = beside(piece, at->s, point);
    if (!nearest || std::abs(place.across) < std::abs(nearest->across)) nearest = place;
  }
  return nearest;
}

bool Ways::meet(const Way& a, const Way& b) {
  return std::ranges::any_of(a, [&](const WayLane& one) {
    return one.start >= 0.0 &&
           std::ranges::any_of(b, [&](const WayLane& other) { return other.start >= 0.0 && one.lane == other.lane; });
  });
}

}  // namespace scrutineer::scene::detail
