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
    const SectionId wanted(onward ? here.section.index() + 1 : here.section.index() - 1);
    LaneId next;
    for (const LaneId linked : onward ? here.successors : here.predecessors)
      if (map.lane(linked).section == wanted) next = linked;
    lane = next;
  }
  return lane;
}

class Projector {
 public:
  Projector(const RoadNetwork& map, const Point& point, LaneId lane, LaneReach reach)
      : map_(map), road_(map.road(map.lane(lane).road)), point_(point), lane_(lane), reach_(reach) {}

  std::uint32_t first() const { return road_.first_strip; }
  std::uint32_t count() const { return road_.strip_count; }
  bool has(std::uint32_t index) const { return index >= first() && index < first() + count(); }

  // Takes the place on this strip if it is better than what was found so far.
  bool look_at(std::uint32_t index) {
    const Strip& strip = map_.strip(index);
    const detail::Local local = detail::to_local(strip, point_.x, point_.y);
    const double around = std::max(reach_.beside, reach_.beyond);
    if (local.u < strip.u_min - around || local.u > strip.u_max + around) return false;
    if (local.v < strip.v_min - around || local.v > strip.v_max + around) return false;
    detail::Projection at{local.u, local.v, 1.0, 0.0};
    if (!strip.straight && !detail::project_within(strip, local, reach_.beyond, at)) return false;
    const double before = detail::slack_begin(strip, at.t) + (index == first() ? reach_.beyond : 0.0);
    const double behind = detail::slack_end(strip, at.t) + (index == first() + count() - 1 ? reach_.beyond : 0.0);
    if (!(at.ds >= -before && at.ds <= strip.length + behind)) return false;
    at.ds = std::clamp(at.ds, 0.0, strip.length);

    const bool same_section = lane_.index() - strip.first_lane < strip.lane_count;
    const LaneId here = same_section ? lane_ : continued_in(map_, lane_, SectionId(strip.section));
    if (!here.valid()) return false;
    const Cubic* borders = map_.borders().data() + strip.first_border + (here.index() - strip.first_lane);
    const double right = borders[0].at(at.ds), left = borders[1].at(at.ds);
    const double roll = detail::roll_at(map_, strip, at.ds);
    const double t = strip.superelevation == 0 ? at.t : at.t / std::cos(roll);
    const double offset = t - 0.5 * (left + right), width = left - right;
    if (!(std::abs(offset) <= 0.5 * width + reach_.beside + detail::kBorderTolerance)) return false;
    if (found_ && std::abs(found_->offset) <= std::abs(offset)) return false;
    found_ = RoadPosition{.road = RoadId(strip.road),
                          .lane = here,
                          .s = strip.s_begin + at.ds,
                          .t = t,
                          .offset = offset,
                          .width = width,
                          .height = strip.elevation.at(at.ds) + (strip.superelevation == 0 ? 0.0 : t * std::sin(roll)),
                          .tangent_x = strip.cos * at.tangent_u - strip.sin * at.tangent_v,
                          .tangent_y = strip.sin * at.tangent_u + strip.cos * at.tangent_v,
                          .strip = index};
    return true;
  }

  const std::optional<RoadPosition>& found() const { return found_; }

 private:
  const RoadNetwork& map_;
  const Road& road_;
  Point point_;
  LaneId lane_;
  LaneReach reach_;
  std::optional<RoadPosition> found_;
};

}  // namespace

std::optional<RoadPosition> project_on_lane(const RoadNetwork& map, const Point& point, LaneId lane, LaneReach reach,
                                            std::uint32_t hint) {
  Projector projector(map, point, lane, reach);
  if (projector.has(hint)) {
    if (projector.look_at(hint)) return projector.found();
    for (const std::uint32_t beside : {hint + 1, hint - 1})
      if (projector.has(beside) && projector.look_at(beside)) return projector.found();
  }
  for (std::uint32_t i = 0; i < projector.count(); ++i) projector.look_at(projector.first() + i);
  return projector.found();
}

LaneId continued_to(const RoadNetwork& map, LaneId lane, ContactPoint end) {
  const Road& road = map.road(map.lane(lane).road);
  return continued_in(
      map, lane,
      SectionId(end == ContactPoint::start ? road.first_section : road.first_section + road.section_count - 1));
}

}  // namespace scrutineer::map
