#include "scene/detail/path_ahead.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace scrutineer::scene::detail {
namespace {

using map::DirectedLane;
using map::LaneId;

constexpr double kNobody = std::numeric_limits<double>::infinity();
// Metres: ways are followed so much further than kPathReach, because that counts from the front bumper to the other's
// rear bumper, and lanes are looked up by centres.
constexpr double kBodies = 30.0;

// The t of a lane's centre line, if both of its borders run along the reference line all the way.
std::optional<double> fixed_centre(const map::RoadNetwork& map, LaneId lane) {
  const map::LaneSection& section = map.section(map.lane(lane).section);
  const std::size_t place = lane.index() - section.first_lane;
  std::optional<map::LaneSpan> span;
  for (const map::Strip& strip : map.strips().subspan(section.first_strip, section.strip_count)) {
    const map::Cubic &right = map.borders_of(strip)[place], &left = map.borders_of(strip)[place + 1];
    for (const map::Cubic& border : {right, left})
      if (border.b != 0.0 || border.c != 0.0 || border.d != 0.0) return std::nullopt;
    if (!span) span = {right.a, left.a};
    if (span->right != right.a || span->left != left.a) return std::nullopt;
  }
  return span ? std::optional(span->centre()) : std::nullopt;
}

}  // namespace

bool PathAhead::Following::operator>(const Following& other) const {
  return distance != other.distance ? distance > other.distance : index_of(stretch.lane) > index_of(other.stretch.lane);
}

InFront PathAhead::look_ahead(Slot slot) {
  Search search{.whole = actors_.whole(slot), .found = {{}, kNobody}};
  if (!places_.has_map()) return search.found;
  const trace::ActorInfo& info = actors_.info(slot);
  search.height = info.height;
  const Vector heading = motion_.heading(slot);
  const double longest_half = footprints_.longest_half();
  for (const map::RoadPosition& at : places_.road_positions(slot)) {
    const bool along_s = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
    const Follow& follow = following({at.lane, along_s});
    const Halves halves = halves_of(info, heading, at);
    const double offset = along_s ? at.offset : -at.offset;
    search.half_length = halves.along;
    search.right = offset - halves.across;
    search.left = offset + halves.across;
    look_along(follow.own, at.s, 0.0, search);
    const double rest = std::max(0.0, along_s ? follow.own.s_end - at.s : at.s - follow.own.s_begin);
    for (const Following& next : follow.lanes) {
      const double distance = rest + next.distance;
      if (distance - longest_half - search.half_length > std::min(search.found.gap, kPathReach)) break;
      look_along(next.stretch, next.stretch.lane.along_s ? next.stretch.s_begin : next.stretch.s_end, distance, search);
    }
  }
  return search.found;
}

double PathAhead::junction(Slot slot) {
  double nearest = kNobody;
  if (!places_.has_map()) return nearest;
  const Vector heading = motion_.heading(slot);
  for (const map::RoadPosition& at : places_.road_positions(slot)) {
    const bool along_s = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
    const Follow& follow = following({at.lane, along_s});
    if (follow.own.is_in_junction) return 0.0;
    const double rest = std::max(0.0, along_s ? follow.own.s_end - at.s : at.s - follow.own.s_begin);
    const double from_front = rest - halves_of(actors_.info(slot), heading, at).along;
    for (const Following& next : follow.lanes) {
      const double distance = std::max(0.0, from_front + next.distance);
      if (distance > std::min(nearest, kPathReach)) break;
      if (next.stretch.is_in_junction) nearest = distance;
    }
  }
  return nearest;
}

void PathAhead::look_along(const Stretch& stretch, double s, double distance, Search& search) {
  const std::span<const Footprint> on_road = footprints_.on_road(stretch.road);
  if (on_road.empty()) return;
  const DirectedLane directed = stretch.lane;
  const double longest_half = footprints_.longest_half();
  // False: whatever comes after it is too far away.
  const auto look_at = [&](const Footprint& footprint) {
    const double sense = directed.along_s ? 1.0 : -1.0;
    const double at_least = distance + sense * (footprint.key - s) - longest_half - search.half_length;
    if (at_least > std::min(search.found.gap, kPathReach)) return false;
    const double ahead = distance + sense * (footprint.s - s);
    const Slot whole = actors_.whole(footprint.part);
    if (ahead <= 0.0 || whole == search.whole) return true;
    const double gap = ahead - footprint.half_s - search.half_length;
    const int uid = actors_.uid(whole);
    const bool is_nearer = gap < search.found.gap || (gap == search.found.gap && uid < search.found_uid);
    if (gap <= kPathReach && is_nearer && is_in_the_way(footprint, stretch, search)) {
      search.found = {whole, gap};
      search.found_uid = uid;
    }
    return true;
  };
  if (directed.along_s) {
    auto at = std::ranges::lower_bound(on_road, s, {}, &Footprint::key);
    while (at != on_road.end() && at->key <= stretch.s_end && look_at(*at)) ++at;
  } else {
    auto at = std::ranges::upper_bound(on_road, s, {}, &Footprint::key);
    while (at != on_road.begin() && (at - 1)->key >= stretch.s_begin && look_at(*(at - 1))) --at;
  }
}

bool PathAhead::is_in_the_way(const Footprint& footprint, const Stretch& stretch, const Search& search) const {
  if (footprint.clearance >= search.height) return false;  // it drives through below
  const double centre = stretch.has_fixed_centre
                            ? stretch.centre
                            : map::lane_span(places_.map(), stretch.lane.lane, footprint.key).centre();
  const bool along_s = stretch.lane.along_s;
  const double right = along_s ? centre + search.right : centre - search.left;
  const double left = along_s ? centre + search.left : centre - search.right;
  return footprint.t - footprint.half_t < left && right < footprint.t + footprint.half_t;
}

PathAhead::Stretch PathAhead::stretch_of(DirectedLane directed) const {
  const map::RoadNetwork& map = places_.map();
  const map::Lane& lane = map.lane(directed.lane);
  const std::optional<double> centre = fixed_centre(map, directed.lane);
  return {.lane = directed,
          .road = lane.road,
          .s_begin = lane.s_begin,
          .s_end = lane.s_end,
          .centre = centre.value_or(0.0),
          .has_fixed_centre = centre.has_value(),
          .is_in_junction = map.road(lane.road).junction.valid()};
}

const PathAhead::Follow& PathAhead::following(DirectedLane lane) {
  if (follows_.empty()) {
    follows_.resize(2 * places_.map().lanes().size());
    done_.resize(follows_.size());
  }
  Follow& follow = follows_[index_of(lane)];
  if (!follow.known) {
    follow.known = true;
    follow.own = stretch_of(lane);
    find_following(lane, follow.lanes);
  }
  return follow;
}

void PathAhead::find_following(DirectedLane begin, std::vector<Following>& found) {
  const map::RoadNetwork& map = places_.map();
  // A vehicle that faces against its lane's traffic may continue over any link.
  const bool with_traffic = map::allows(map, begin);
  ++searches_;
  open_.clear();
  const auto open_next = [&](DirectedLane lane, double distance) {
    for (const LaneId other : map::links_at(map.lane(lane.lane), lane.exit())) {
      const map::ContactPoint entry = map::touching_end(map, lane.lane, lane.exit(), other);
      const DirectedLane next{other, entry == map::ContactPoint::start};
      if (with_traffic && !map::allows(map, next)) continue;
      open_.push_back({stretch_of(next), distance});
      std::ranges::push_heap(open_, std::greater{});
    }
  };
  open_next(begin, 0.0);
  while (!open_.empty()) {
    std::ranges::pop_heap(open_, std::greater{});
    const Following next = open_.back();
    open_.pop_back();
    std::uint32_t& done = done_[index_of(next.stretch.lane)];
    if (done == searches_) continue;
    done = searches_;
    found.push_back(next);
    const double distance = next.distance + (next.stretch.s_end - next.stretch.s_begin);
    if (distance < kPathReach + kBodies) open_next(next.stretch.lane, distance);
  }
}

}  // namespace scrutineer::scene::detail
