#include "scene/detail/contacts.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/angle.h"

namespace scrutineer::scene::detail {
namespace {

Corner to_world(const FlatBox& frame, Corner p) {
  return {frame.x + frame.cos * p.x - frame.sin * p.y, frame.y + frame.sin * p.x + frame.cos * p.y};
}

Corner from_world(const FlatBox& frame, Corner p) {
  const double dx = p.x - frame.x, dy = p.y - frame.y;
  return {frame.cos * dx + frame.sin * dy, frame.cos * dy - frame.sin * dx};
}

// Somewhere between two states: 0 is the one before, 1 this one.
Outline between(Outline outline, const trace::ActorState& before, const trace::ActorState& now, double share) {
  const double yaw = before.yaw + share * wrapped_angle(now.yaw - before.yaw);
  outline.frame.x = before.x + share * (now.x - before.x);
  outline.frame.y = before.y + share * (now.y - before.y);
  outline.frame.cos = std::cos(yaw);
  outline.frame.sin = std::sin(yaw);
  return outline;
}

// Around the body's circle, in axes that are turned by 22.5 degrees: most streets run along x, y or halfway between them,
// and bodies on a street across the axis that is swept would all lie beside each other.
Rect turned_square(const Body& body) {
  constexpr double kCos = 0.92387953251128674, kSin = 0.38268343236508977;
  const double x = kCos * body.x + kSin * body.y, y = kCos * body.y - kSin * body.x;
  return {x - body.radius, y - body.radius, x + body.radius, y + body.radius};
}

}  // namespace

void Contacts::find() {
  epoch_ = actors_.epoch();
  const std::span<const Body> bodies = bodies_.all();
  rects_.clear();
  for (const Body& body : bodies) rects_.push_back(turned_square(body));
  hits_.clear();
  sweep_.each_pair(rects_, [&](std::uint32_t i, std::uint32_t j) {
    const Body &a = bodies[i], &b = bodies[j];
    const double dx = b.x - a.x, dy = b.y - a.y, reach = a.radius + b.radius;
    if (dx * dx + dy * dy < reach * reach && may_meet(a, b)) meet(a, b);
  });

  overlaps_.clear();
  if (hits_.empty()) return;
  std::ranges::sort(hits_, [&](const Hit& a, const Hit& b) {
    const auto order = [&](const Hit& hit) {
      return std::tuple(hit.uid_a, hit.uid_b, -hit.depth, actors_.uid(hit.overlap.part_a),
                        actors_.uid(hit.overlap.part_b));
    };
    return order(a) < order(b);
  });
  for (const Hit& hit : hits_) {
    const bool is_deepest =
        overlaps_.empty() || overlaps_.back().a != hit.overlap.a || overlaps_.back().b != hit.overlap.b;
    if (is_deepest) overlaps_.push_back(hit.overlap);
  }
}

void Contacts::meet(const Body& a, const Body& b) {
  if (a.uid > b.uid) return meet(b, a);
  const double depth = overlap_depth(bodies_.flat(a), bodies_.flat(b));
  const bool overlap = a.has_polygon || b.has_polygon ? overlaps(bodies_.outline(a), bodies_.outline(b)) : depth > 0.0;
  // The depth of the boxes also tells which parts of two actors overlap most where one has another outline.
  if (overlap) hits_.push_back({a.uid, b.uid, depth, {a.whole, b.whole, a.part, b.part}});
}

Contacts::Touch Contacts::first_touch(const Body& a, const Body& b) {
  const Touch now{bodies_.outline(a), bodies_.outline(b), 0.0};
  if (actors_.age(a.part) < 2 || actors_.age(b.part) < 2) return now;
  const auto at = [&](double share) -> Touch {
    return {between(now.a, actors_.state(a.part, 1), actors_.state(a.part), share),
            between(now.b, actors_.state(b.part, 1), actors_.state(b.part), share), share};
  };
  const auto overlap_at = [&](double share) {
    const Touch touch = at(share);
    return overlaps(touch.a, touch.b);
  };
  if (overlap_at(0.0)) return now;
  constexpr double kCloseEnough = 1e-3;  // of the way between two frames
  double apart = 0.0, together = 1.0;
  while (together - apart > kCloseEnough) {
    const double middle = 0.5 * (apart + together);
    (overlap_at(middle) ? together : apart) = middle;
  }
  return at(together);
}

Contact Contacts::contact(const Overlap& overlap) {
  const std::span<const Body> bodies = bodies_.all();
  const Body &a = bodies[bodies_.index_of(overlap.part_a)], &b = bodies[bodies_.index_of(overlap.part_b)];
  const Outline outline_a = bodies_.outline(a);
  const Corner point = to_world(outline_a.frame, shared_area(outline_a, bodies_.outline(b)).centroid);
  const Touch touch = first_touch(a, b);
  const Corner on_a = shared_area(touch.a, touch.b).centroid;
  const Corner on_b = from_world(touch.b.frame, to_world(touch.a.frame, on_a));
  return {point.x, point.y, side_of(on_a.x, on_a.y, a.half_length, a.half_width),
          side_of(on_b.x, on_b.y, b.half_length, b.half_width), touch.share};
}

}  // namespace scrutineer::scene::detail
