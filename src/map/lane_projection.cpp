#include "map/lane_projection.h"

#include <algorithm>
#include <cmath>

#include "map/detail/projection.h"

namespace scrutineer::map {
namespace {

// The lane that continues this one in another section of its road; invalid if it ends or forks on the way.
LaneId continued_in(const RoadNetwork& map, LaneId lane, SectionId section) {
  while (lane.valid() && map.lane(lane).section != section) {
    const Lane& here = map.lane(lane);
    const bool onward = here.section < section;
    LaneId next;
    for (const LaneId linked : onward ? here.successors : here.predecessors) {
      const SectionId wanted(onward ? here.section.index() + 1 : here.section.index() - 1);
      if (map.lane(linked).section == wanted) next = linked;
    }
    lane = next;
  }
  return lane;
}

}  // namespace

std::optional<RoadPosition> project_on_lane(const RoadNetwork& map, Point point, LaneId lane, double tolerance) {
  std::optional<RoadPosition> best;
  const Road& road = map.road(map.lane(lane).road);
  for (std::uint32_t i = 0; i < road.strip_count; ++i) {
    const std::uint32_t index = road.first_strip + i;
    const Strip& strip = map.strip(index);
    const detail::Local local = detail::to_local(strip, point.x, point.y);
    if (local.u < strip.u_min - tolerance || local.u > strip.u_max + tolerance) continue;
    if (local.v < strip.v_min - tolerance || local.v > strip.v_max + tolerance) continue;
    detail::Projection at{};
    if (!detail::project(strip, local, at)) continue;
    const LaneId here = continued_in(map, lane, SectionId(strip.section));
    if (!here.valid()) continue;
    const std::size_t place = here.index() - strip.first_lane;
    const double right = map.borders_of(strip)[place].at(at.ds), left = map.borders_of(strip)[place + 1].at(at.ds);
    const double roll = detail::roll_at(map, strip, at.ds);
    const double t = at.t / std::cos(roll);
    const double offset = t - 0.5 * (left + right), width = left - right;
    if (!(std::abs(offset) <= 0.5 * width + tolerance)) continue;
    if (best && std::abs(best->offset) <= std::abs(offset)) continue;
    best = RoadPosition{.road = RoadId(strip.road),
                        .lane = here,
                        .s = strip.s_begin + at.ds,
                        .t = t,
                        .offset = offset,
                        .width = width,
                        .height = strip.elevation.at(at.ds) + t * std::sin(roll),
                        .tangent_x = strip.cos * at.tangent_u - strip.sin * at.tangent_v,
                        .tangent_y = strip.sin * at.tangent_u + strip.cos * at.tangent_v,
                        .strip = index};
  }
  return best;
}

}  // namespace scrutineer::map
