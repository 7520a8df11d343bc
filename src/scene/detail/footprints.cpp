#include "scene/detail/footprints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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
  if (on_roads_.empty()) {
    for (const map::Road& road : places_.map().roads())
      on_roads_.push_back({.strips = strips_of(road), .length = road.length});
  }
  find_all();
  sort_by_road();
}

void Footprints::find_all() {
  std::swap(found_, found_before_);
  found_.clear();
  longest_half_ = 0.0;
  if (kept_.size() < actors_.slot_count()) kept_.resize(actors_.slot_count());
  for (const Slot part : actors_.present_with_parts()) {
    const trace::ActorState& state = actors_.state(part);
    if (!can_be_run_into(actors_.info(part)) || !std::isfinite(state.x + state.y + state.yaw)) continue;
    Kept& kept = kept_[part.index()];
    const bool stays = kept.epoch + 1 == epoch_ && kept.id == actors_.id(part) && kept.x == state.x &&
                       kept.y == state.y && kept.z == state.z && kept.yaw == state.yaw;
    const auto begin = static_cast<std::uint32_t>(found_.size());
    if (stays) {
      const auto before = found_before_.begin();
      found_.insert(found_.end(), before + kept.begin, before + kept.end);
    } else {
      find(part);
    }
    kept = {.id = actors_.id(part),
            .epoch = epoch_,
            .x = state.x,
            .y = state.y,
            .z = state.z,
            .yaw = state.yaw,
            .begin = begin,
            .end = static_cast<std::uint32_t>(found_.size())};
    for (std::size_t i = begin; i < found_.size(); ++i) longest_half_ = std::max(longest_half_, found_[i].half_s);
  }
}

// Counts those of each road, gives each its place, and puts the few of a road in order.
void Footprints::sort_by_road() {
  used_.clear();
  for (const Footprint& footprint : found_) {
    OnRoad& on = on_roads_[footprint.road.index()];
    if (on.epoch != epoch_) {
      on.epoch = epoch_;
      on.end = 0;
      used_.push_back(footprint.road);
    }
    ++on.end;
  }
  std::uint32_t place = 0;
  for (const map::RoadId road : used_) {
    OnRoad& on = on_roads_[road.index()];
    const std::uint32_t count = on.end;
    on.begin = on.end = place;
    place += count;
  }
  by_road_.resize(found_.size());
  for (const Footprint& footprint : found_) by_road_[on_roads_[footprint.road.index()].end++] = footprint;
  for (const map::RoadId road : used_) {
    const OnRoad& on = on_roads_[road.index()];
    std::sort(by_road_.begin() + on.begin, by_road_.begin() + on.end,
              [](const Footprint& a, const Footprint& b) { return a.key != b.key ? a.key < b.key : a.part < b.part; });
  }
}

void Footprints::find(Slot part) {
  const trace::ActorState& state = actors_.state(part);
  const std::span<const RoadPosition> positions = places_.road_positions(part);
  const std::size_t first = found_.size();
  known_.clear();
  for (const RoadPosition& at : positions) {
    add(part, at, {state.x, state.y});
    known_.push_back(on_roads_[at.road.index()].strips);
  }
  if (positions.empty()) {
    find_on_other_roads(part, places_.height(part));
  } else if (reaches_beyond(positions[0], found_[first])) {
    // Without heights: not on what passes above or below the road that it is on.
    find_on_other_roads(part, places_.height(part).value_or(positions[0].height));
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

void Footprints::find_on_other_roads(Slot part, std::optional<double> z) {
  const trace::ActorState& state = actors_.state(part);
  const auto& body = places_.body(part).points;
  // The middles first: they are nearer to the centre.
  const std::array<Point, 9> points{
      {{state.x, state.y}, body[1], body[5], body[3], body[7], body[0], body[2], body[4], body[6]}};
  elsewhere_.find(places_.map(), points, z, known_);
  for (const map::RoadsElsewhere::Place& place : elsewhere_.found()) add(part, place.at, points[place.point]);
}

// `at` is where the point is; the body's centre may be elsewhere.
void Footprints::add(Slot part, const RoadPosition& at, Point point) {
  const trace::ActorState& state = actors_.state(part);
  const OnRoad& road = on_roads_[at.road.index()];
  const Halves halves = halves_of(actors_.info(part), motion_.heading(part), at);
  const double dx = state.x - point.x, dy = state.y - point.y;
  Footprint footprint{.road = at.road,
                      .s = at.s + dx * at.tangent_x + dy * at.tangent_y,
                      .t = at.t + dy * at.tangent_x - dx * at.tangent_y,
                      .half_s = halves.along,
                      .half_t = halves.across,
                      .part = part};
  footprint.key = std::clamp(footprint.s, 0.0, road.length);
  const auto z = places_.height(part);
  footprint.clearance = z ? *z - at.height : -std::numeric_limits<double>::infinity();
  found_.push_back(footprint);
}

}  // namespace scrutineer::scene::detail
