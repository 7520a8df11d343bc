#include "scene/detail/footprints.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "scene/detail/bodies.h"

namespace scrutineer::scene::detail {

using map::Point;
using map::RoadPosition;

Halves halves_of(const trace::ActorInfo& info, Vector heading, const RoadPosition& at) {
  const double along = std::abs(heading.x * at.tangent_x + heading.y * at.tangent_y);
  const double across = std::abs(heading.y * at.tangent_x - heading.x * at.tangent_y);
  return {0.5 * (info.length * along + info.width * across), 0.5 * (info.length * across + info.width * along)};
}

void Footprints::refresh() {
  epoch_ = actors_.epoch();
  all_.clear();
  longest_half_ = 0.0;
  if (kept_.size() < actors_.slot_count()) kept_.resize(actors_.slot_count());
  for (const Slot part : actors_.present_with_parts()) {
    const trace::ActorState& state = actors_.state(part);
    if (!can_be_run_into(actors_.info(part)) || !std::isfinite(state.x + state.y + state.yaw)) continue;
    Kept& kept = kept_[part.index()];
    const bool stays = kept.id == actors_.id(part) && kept.x == state.x && kept.y == state.y && kept.z == state.z &&
                       kept.yaw == state.yaw;
    if (!stays) {
      kept.id = actors_.id(part);
      kept.x = state.x;
      kept.y = state.y;
      kept.z = state.z;
      kept.yaw = state.yaw;
      kept.footprints.clear();
      find(part, kept.footprints);
    }
    for (const Footprint& footprint : kept.footprints) {
      all_.push_back(footprint);
      longest_half_ = std::max(longest_half_, footprint.half_s);
    }
  }
  std::ranges::sort(all_, [](const Footprint& a, const Footprint& b) {
    return std::tuple(a.road, a.key, a.part) < std::tuple(b.road, b.key, b.part);
  });
}

std::span<const Footprint> Footprints::on_road(map::RoadId road) {
  all();
  const auto found = std::ranges::equal_range(all_, road, {}, &Footprint::road);
  return {found.begin(), found.end()};
}

void Footprints::find(Slot part, std::vector<Footprint>& found) {
  const trace::ActorState& state = actors_.state(part);
  const std::span<const RoadPosition> positions = places_.road_positions(part);
  for (const RoadPosition& at : positions) add(part, at, {state.x, state.y}, found);
  if (positions.empty()) {
    find_on_other_roads(part, places_.height(part), found);
  } else if (reaches_beyond(positions[0], found[0])) {
    // Without heights: not on what passes above or below the road that it is on.
    find_on_other_roads(part, places_.height(part).value_or(positions[0].height), found);
  }
}

bool Footprints::reaches_beyond(const RoadPosition& at, const Footprint& footprint) const {
  const map::Road& road = places_.map().road(at.road);
  if (road.junction.valid()) return true;
  if (at.s < footprint.half_s && road.predecessor.junction.valid()) return true;
  if (at.s + footprint.half_s > road.length && road.successor.junction.valid()) return true;
  const map::LaneSpan span = map::road_span(places_.map(), at.road, at.s);
  return at.t - footprint.half_t < span.right || at.t + footprint.half_t > span.left;
}

void Footprints::find_on_other_roads(Slot part, std::optional<double> z, std::vector<Footprint>& found) {
  const trace::ActorState& state = actors_.state(part);
  const auto look_at = [&](Point point) {
    map::locate(places_.map(), point, z, located_);
    for (const RoadPosition& at : located_) {
      const bool is_new = std::ranges::find(found, at.road, &Footprint::road) == found.end();
      if (is_new) add(part, at, point, found);
    }
  };
  look_at({state.x, state.y});
  const BodyPoints& body = places_.body(part);
  // The middles first: they are nearer to the centre.
  for (const std::size_t i : {1, 5, 3, 7, 0, 2, 4, 6}) look_at(body.points[i]);
}

// `at` is where the point is; the body's centre may be elsewhere.
void Footprints::add(Slot part, const RoadPosition& at, Point point, std::vector<Footprint>& found) {
  const trace::ActorState& state = actors_.state(part);
  const Halves halves = halves_of(actors_.info(part), motion_.heading(part), at);
  const double dx = state.x - point.x, dy = state.y - point.y;
  Footprint footprint{.road = at.road,
                      .s = at.s + dx * at.tangent_x + dy * at.tangent_y,
                      .t = at.t + dy * at.tangent_x - dx * at.tangent_y,
                      .half_s = halves.along,
                      .half_t = halves.across,
                      .part = part};
  footprint.key = std::clamp(footprint.s, 0.0, places_.map().road(at.road).length);
  const auto z = places_.height(part);
  footprint.clearance = z ? *z - at.height : -std::numeric_limits<double>::infinity();
  found.push_back(footprint);
}

}  // namespace scrutineer::scene::detail
