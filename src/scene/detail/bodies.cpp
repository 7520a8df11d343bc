#include "scene/detail/bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/road_shape.h"

namespace scrutineer::scene::detail {
namespace {

constexpr double kAnyHeight = std::numeric_limits<double>::infinity();
// Metres: what the run gives no height lies flat, but things can still be at its height.
constexpr double kThinnest = 0.01;
// Metres around a body that its circle takes in, so that no rounding can make it miss a corner.
constexpr double kMargin = 1e-6;
// Outlines finer than this count as boxes: cutting them up would take too long.
constexpr std::size_t kMostCorners = 4096;

}  // namespace

void Bodies::refresh() {
  epoch_ = actors_.epoch();
  if (listed_ == actors_.listed() && move()) return;
  listed_ = actors_.listed();
  list();
}

bool Bodies::move() {
  if (some_are_nowhere_) return false;
  for (Body& body : all_) {
    const trace::ActorState& state = actors_.state(body.part);
    if (!std::isfinite(state.x + state.y + state.yaw)) return false;
    place(body, state);
  }
  return true;
}

void Bodies::place(Body& body, const trace::ActorState& state) {
  body.x = state.x;
  body.y = state.y;
  const HeightRange range = heights(body.part, state, body.height);
  body.z_low = range.low;
  body.z_high = range.high;
}

Bodies::HeightRange Bodies::heights(Slot part) {
  return heights(part, actors_.state(part), std::max(actors_.info(part).height, kThinnest));
}

Bodies::HeightRange Bodies::heights(Slot part, const trace::ActorState& state, double height) {
  const auto z = state.fields.has(trace::Field::z) ? std::optional(state.z) : places_.lowest_point(part);
  return z ? HeightRange{*z, *z + height} : HeightRange{-kAnyHeight, kAnyHeight};
}

double Bodies::climb(Slot part) {
  if (actors_.info(actors_.whole(part)).is_static) return 0.0;
  const trace::ActorState& now = actors_.state(part);
  if (now.fields.has(trace::Field::z)) {
    if (actors_.age(part) < 2) return 0.0;
    const trace::ActorState& before = actors_.state(part, 1);
    return before.fields.has(trace::Field::z) ? (now.z - before.z) / actors_.step_seconds() : 0.0;
  }
  const map::RoadPosition* at = places_.has_map() ? places_.road_position(part) : nullptr;
  if (at == nullptr) return 0.0;
  const Vector velocity = motion_.velocity(actors_.whole(part));
  const double along_s = at->tangent_x * velocity.x + at->tangent_y * velocity.y;
  return along_s * map::grade(places_.map(), {at->lane, true}, at->s, at->strip);
}

void Bodies::list() {
  all_.clear();
  some_are_nowhere_ = false;
  indices_.assign(actors_.slot_count(), kNone);
  for (const Slot slot : actors_.present_with_parts()) {
    const trace::ActorInfo& info = actors_.info(slot);
    const trace::ActorState& state = actors_.state(slot);
    if (!can_be_run_into(info)) continue;
    if (!std::isfinite(state.x + state.y + state.yaw + info.length + info.width)) {
      some_are_nowhere_ = true;
      continue;
    }
    Body body{.height = std::max(info.height, kThinnest),
              .half_length = 0.5 * info.length,
              .half_width = 0.5 * info.width,
              .part = slot,
              .whole = actors_.whole(slot)};
    double square = body.half_length * body.half_length + body.half_width * body.half_width;
    body.has_polygon = info.base_polygon.size() >= 3 && info.base_polygon.size() <= kMostCorners;
    if (body.has_polygon)
      for (const trace::Corner& corner : info.base_polygon)
        square = std::max(square, corner.x * corner.x + corner.y * corner.y);
    body.radius = std::sqrt(square) + kMargin;
    body.uid = actors_.uid(body.whole);
    body.compound = info.parent.valid() ? info.parent : actors_.id(slot);
    const trace::ActorInfo& of_whole = body.whole == slot ? info : actors_.info(body.whole);
    body.is_static = of_whole.is_static;
    body.is_vru = of_whole.is_vru;
    place(body, state);
    indices_[slot.index()] = static_cast<std::uint32_t>(all_.size());
    all_.push_back(body);
  }
}

std::span<const Triangle> Bodies::triangles(Slot part) {
  if (part.index() >= cuts_.size()) cuts_.resize(actors_.slot_count());
  Cut& cut = cuts_[part.index()];
  if (cut.id != actors_.id(part) || cut.since != actors_.since(part)) {
    cut.id = actors_.id(part);
    cut.since = actors_.since(part);
    cut.triangles = triangulate(actors_.info(part).base_polygon);
  }
  return cut.triangles;
}

}  // namespace scrutineer::scene::detail
