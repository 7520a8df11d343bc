#include "scene/detail/contacts.h"

#include <algorithm>
#include <tuple>

namespace scrutineer::scene::detail {

void Contacts::find() {
  epoch_ = actors_.epoch();
  const std::span<const Body> bodies = bodies_.all();
  rects_.clear();
  for (const Body& body : bodies)
    rects_.push_back({body.x - body.radius, body.y - body.radius, body.x + body.radius, body.y + body.radius});
  hits_.clear();
  grid_.each_pair(rects_, [&](std::uint32_t i, std::uint32_t j) {
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

}  // namespace scrutineer::scene::detail
