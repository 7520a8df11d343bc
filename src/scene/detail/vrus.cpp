#include "scene/detail/vrus.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "map/lookup.h"

namespace scrutineer::scene::detail {

void Vrus::refresh() {
  epoch_ = actors_.epoch();
  rects_.clear();
  owners_.clear();
  const std::span<const Body> bodies = bodies_.all();
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i].is_vru) continue;
    rects_.push_back({bodies[i].x, bodies[i].y, bodies[i].x, bodies[i].y});
    owners_.push_back(i);
  }
  if (!rects_.empty()) grid_.fill(rects_);
}

std::span<const NearVru> Vrus::within(Slot part, double radius) {
  if (epoch_ != actors_.epoch()) refresh();
  found_.clear();
  const std::uint32_t index = bodies_.index_of(part);
  if (rects_.empty() || index == Bodies::kNone) return found_;
  const std::span<const Body> bodies = bodies_.all();
  const Body& own = bodies[index];
  const Rect around{own.x - radius, own.y - radius, own.x + radius, own.y + radius};
  grid_.each_near(around, [&](std::uint32_t i) {
    const Body& vru = bodies[owners_[i]];
    const double distance = std::hypot(vru.x - own.x, vru.y - own.y);
    const double between = std::max(vru.z_low - own.z_high, own.z_low - vru.z_high);
    if (vru.whole != own.whole && distance < radius && between < map::kLevelHeight)
      found_.push_back({vru.whole, distance});
  });
  std::ranges::sort(found_, {}, [&](const NearVru& near) { return std::tuple(actors_.uid(near.vru), near.distance); });
  const auto repeated = std::ranges::unique(found_, {}, &NearVru::vru);
  found_.erase(repeated.begin(), repeated.end());
  return found_;
}

}  // namespace scrutineer::scene::detail
