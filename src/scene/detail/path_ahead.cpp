#include "scene/detail/path_ahead.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrutineer::scene::detail {
namespace {

using map::DirectedLane;

constexpr double kNobody = std::numeric_limits<double>::infinity();
// Metres: ways are followed so much further than kPathReach, because that counts from the front bumper to the other's
// rear bumper, and lanes are looked up by centres.
constexpr double kBodies = 30.0;
static_assert(kPathReach + kBodies <= map::kFollowingKept);

}  // namespace

InFront PathAhead::look_ahead(Slot slot) {
  Search search{.whole = actors_.whole(slot), .found = {{}, kNobody}};
  if (!places_.has_map()) return search.found;
  const trace::ActorInfo& info = actors_.info(slot);
  search.height = info.height;
  const Vector heading = motion_.heading(slot);
  const double longest_half = footprints_.longest_half();
  for (const map::RoadPosition& at : places_.road_positions(slot)) {
    const bool along_s = heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
    const map::LanesFollowing& follow = map::lanes_following(places_.map(), {at.lane, along_s});
    const Halves halves = halves_of(info, heading, at);
    const double offset = along_s ? at.offset : -at.offset;
    search.half_length = halves.along;
    search.right = offset - halves.across;
    search.left = offset + halves.across;
    look_along(follow.own, at.s, 0.0, search);
    const double rest = std::max(0.0, along_s ? follow.own.s_end - at.s : at.s - follow.own.s_begin);
    for (const map::LanesFollowing::Next& next : follow.lanes) {
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
    const map::LanesFollowing& follow = map::lanes_following(places_.map(), {at.lane, along_s});
    if (follow.own.is_in_junction) return 0.0;
    const double rest = std::max(0.0, along_s ? follow.own.s_end - at.s : at.s - follow.own.s_begin);
    const double from_front = rest - halves_of(actors_.info(slot), heading, at).along;
    const double distance = std::max(0.0, from_front + follow.junction);
    if (distance <= std::min(nearest, kPathReach)) nearest = distance;
  }
  return nearest;
}

void PathAhead::look_along(const map::LaneStretch& stretch, double s, double distance, Search& search) {
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

bool PathAhead::is_in_the_way(const Footprint& footprint, const map::LaneStretch& stretch, const Search& search) const {
  if (footprint.clearance >= search.height) return false;  // it drives through below
  const double centre = stretch.has_fixed_centre
                            ? stretch.centre
                            : map::lane_span(places_.map(), stretch.lane.lane, footprint.key).centre();
  const bool along_s = stretch.lane.along_s;
  const double right = along_s ? centre + search.right : centre - search.left;
  const double left = along_s ? centre + search.left : centre - search.right;
  return footprint.t - footprint.half_t < left && right < footprint.t + footprint.half_t;
}

}  // namespace scrutineer::scene::detail
