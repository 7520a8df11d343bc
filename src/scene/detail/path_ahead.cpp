#include "scene/detail/path_ahead.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace scrutineer::scene::detail {
namespace {

using map::DirectedLane;
using map::LaneId;

constexpr double kNobody = std::numeric_limits<double>::infinity();
// Metres: ways are followed so much further than kPathReach, because that counts from the front bumper to the other's
// rear bumper, and lanes are looked up by centres.
constexpr double kBodies = 30.0;

std::size_t index_of(DirectedLane lane) { return 2 * lane.lane.index() + (lane.along_s ? 1 : 0); }

}  // namespace

bool PathAhead::Following::operator>(const Following& other) const {
  return distance != other.distance ? distance > other.distance : index_of(lane) > index_of(other.lane);
}

InFront PathAhead::look_ahead(Slot slot) {
  Search search{.whole = actors_.whole(slot), .found = {{}, kNobody}};
  if (!places_.has_map()) return search.found;
  const trace::ActorInfo& info = actors_.info(slot);
  search.height = info.height;
  const Vector heading = motion_.heading(slot);
  for (const map::RoadPosition& at : places_.road_positions(slot)) {
    const map::Lane& lane = places_.map().lane(at.lane);
    const bool along_s = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
    const Halves halves = halves_of(info, heading, at);
    const double offset = along_s ? at.offset : -at.offset;
    search.half_length = halves.along;
    search.right = offset - halves.across;
    search.left = offset + halves.across;
    look_along({at.lane, along_s}, at.s, 0.0, search);
    const double rest = std::max(0.0, along_s ? lane.s_end - at.s : at.s - lane.s_begin);
    for (const Following& next : following({at.lane, along_s})) {
      const double distance = rest + next.distance;
      if (distance - footprints_.longest_half() - search.half_length > std::min(search.found.gap, kPathReach)) break;
      const map::Lane& next_lane = places_.map().lane(next.lane.lane);
      look_along(next.lane, next.lane.along_s ? next_lane.s_begin : next_lane.s_end, distance, search);
    }
  }
  return search.found;
}

double PathAhead::junction(Slot slot) {
  double nearest = kNobody;
  if (!places_.has_map()) return nearest;
  const map::RoadNetwork& map = places_.map();
  const auto is_in_junction = [&](LaneId lane) { return map.road(map.lane(lane).road).junction.valid(); };
  const Vector heading = motion_.heading(slot);
  for (const map::RoadPosition& at : places_.road_positions(slot)) {
    if (is_in_junction(at.lane)) return 0.0;
    const map::Lane& lane = map.lane(at.lane);
    const bool along_s = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
    const double rest = std::max(0.0, along_s ? lane.s_end - at.s : at.s - lane.s_begin);
    const double from_front = rest - halves_of(actors_.info(slot), heading, at).along;
    for (const Following& next : following({at.lane, along_s})) {
      const double distance = std::max(0.0, from_front + next.distance);
      if (distance > std::min(nearest, kPathReach)) break;
      if (is_in_junction(next.lane.lane)) nearest = distance;
    }
  }
  return nearest;
}

void PathAhead::look_along(DirectedLane directed, double s, double distance, Search& search) {
  const map::Lane& lane = places_.map().lane(directed.lane);
  const std::span<const Footprint> on_road = footprints_.on_road(lane.road);
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
    if (gap <= kPathReach && is_nearer && is_in_the_way(footprint, directed, search)) {
      search.found = {whole, gap};
      search.found_uid = uid;
    }
    return true;
  };
  if (directed.along_s) {
    auto at = std::ranges::lower_bound(on_road, s, {}, &Footprint::key);
    while (at != on_road.end() && at->key <= lane.s_end && look_at(*at)) ++at;
  } else {
    auto at = std::ranges::upper_bound(on_road, s, {}, &Footprint::key);
    while (at != on_road.begin() && (at - 1)->key >= lane.s_begin && look_at(*(at - 1))) --at;
  }
}

bool PathAhead::is_in_the_way(const Footprint& footprint, DirectedLane lane, const Search& search) const {
  if (footprint.clearance >= search.height) return false;  // it drives through below
  const double centre = map::lane_span(places_.map(), lane.lane, footprint.key).centre();
  const double right = lane.along_s ? centre + search.right : centre - search.left;
  const double left = lane.along_s ? centre + search.left : centre - search.right;
  return footprint.t - footprint.half_t < left && right < footprint.t + footprint.half_t;
}

std::span<const PathAhead::Following> PathAhead::following(DirectedLane lane) {
  if (follows_.empty()) {
    follows_.resize(2 * places_.map().lanes().size());
    done_.resize(follows_.size());
  }
  Follow& follow = follows_[index_of(lane)];
  if (!follow.known) {
    follow.known = true;
    find_following(lane, follow.lanes);
  }
  return follow.lanes;
}

void PathAhead::find_following(DirectedLane begin, std::vector<Following>& found) {
  const map::RoadNetwork& map = places_.map();
  // Whoever faces against the traffic of its lane goes on over any link.
  const bool with_traffic = map::allows(map, begin);
  ++searches_;
  open_.clear();
  const auto open_next = [&](DirectedLane lane, double distance) {
    for (const LaneId other : map::links_at(map.lane(lane.lane), lane.exit())) {
      const map::ContactPoint entry = map::touching_end(map, lane.lane, lane.exit(), other);
      const DirectedLane next{other, entry == map::ContactPoint::start};
      if (with_traffic && !map::allows(map, next)) continue;
      open_.push_back({next, distance});
      std::ranges::push_heap(open_, std::greater{});
    }
  };
  open_next(begin, 0.0);
  while (!open_.empty()) {
    std::ranges::pop_heap(open_, std::greater{});
    const Following next = open_.back();
    open_.pop_back();
    std::uint32_t& done = done_[index_of(next.lane)];
    if (done == searches_) continue;
    done = searches_;
    found.push_back(next);
    const map::Lane& lane = map.lane(next.lane.lane);
    const double distance = next.distance + (lane.s_end - lane.s_begin);
    if (distance < kPathReach + kBodies) open_next(next.lane, distance);
  }
}

}  // namespace scrutineer::scene::detail
