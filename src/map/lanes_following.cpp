#include "map/lanes_following.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "map/detail/kept_by_way.h"
#include "map/detail/lazy_areas.h"
#include "map/lookup.h"

namespace scrutineer::map {
namespace {

// The t of a lane's centre line, if both of its borders run along the reference line all the way.
std::optional<double> fixed_centre(const RoadNetwork& map, LaneId lane) {
  const LaneSection& section = map.section(map.lane(lane).section);
  const std::size_t place = lane.index() - section.first_lane;
  std::optional<LaneSpan> span;
  for (const Strip& strip : map.strips().subspan(section.first_strip, section.strip_count)) {
    const Cubic &right = map.borders_of(strip)[place], &left = map.borders_of(strip)[place + 1];
    for (const Cubic& border : {right, left})
      if (border.b != 0.0 || border.c != 0.0 || border.d != 0.0) return std::nullopt;
    if (!span) span = {right.a, left.a};
    if (span->right != right.a || span->left != left.a) return std::nullopt;
  }
  return span ? std::optional(span->centre()) : std::nullopt;
}

LaneStretch stretch_of(const RoadNetwork& map, DirectedLane directed) {
  const Lane& lane = map.lane(directed.lane);
  const std::optional<double> centre = fixed_centre(map, directed.lane);
  return {.lane = directed,
          .road = lane.road,
          .s_begin = lane.s_begin,
          .s_end = lane.s_end,
          .centre = centre.value_or(0.0),
          .has_fixed_centre = centre.has_value(),
          .is_in_junction = map.road(lane.road).junction.valid()};
}

struct Open {
  DirectedLane way;
  double distance = 0.0;

  bool operator>(const Open& other) const {
    return distance != other.distance ? distance > other.distance : index_of(way) > index_of(other.way);
  }
};

}  // namespace

LanesFollowing::LanesFollowing(const RoadNetwork& map, DirectedLane begin) : own(stretch_of(map, begin)) {
  // A vehicle that faces against its lane's traffic may continue over any link.
  const bool with_traffic = allows(map, begin);
  std::vector<Open> open;  // a heap, nearest on top
  std::vector<std::size_t> done;
  const auto open_next = [&](DirectedLane lane, double distance) {
    for (const LaneId other : links_at(map.lane(lane.lane), lane.exit())) {
      const ContactPoint entry = touching_end(map, lane.lane, lane.exit(), other);
      const DirectedLane next{other, entry == ContactPoint::start};
      if (with_traffic && !allows(map, next)) continue;
      open.push_back({next, distance});
      std::ranges::push_heap(open, std::greater{});
    }
  };
  open_next(begin, 0.0);
  while (!open.empty()) {
    std::ranges::pop_heap(open, std::greater{});
    const Open next = open.back();
    open.pop_back();
    if (std::ranges::find(done, index_of(next.way)) != done.end()) continue;
    done.push_back(index_of(next.way));
    lanes.push_back({stretch_of(map, next.way), next.distance});
    const LaneStretch& stretch = lanes.back().stretch;
    if (stretch.is_in_junction) junction = std::min(junction, next.distance);
    const double distance = next.distance + (stretch.s_end - stretch.s_begin);
    if (distance < kFollowingKept) open_next(next.way, distance);
  }
  lanes.shrink_to_fit();
}

const LanesFollowing& lanes_following(const RoadNetwork& map, DirectedLane way) {
  return detail::kept_by_way(map, map.lazy_areas().lanes_following, way,
                             [&] { return std::make_unique<const LanesFollowing>(map, way); });
}

}  // namespace scrutineer::map
