#include "map/road_distance.h"

#include <cmath>
#include <limits>

#include "map/detail/kept_reach.h"

namespace scrutineer::map {
namespace {

// Far enough to find, up to the maximum distance, every way that changes lanes no more than once at each end.
constexpr double kMostExtra = kOtherEgoLane + kOtherLane;

// Two ways count as equally long within this: rounding must not decide between ahead and behind.
constexpr double kTie = 1e-6;  // metres

}  // namespace

bool faces_along_s(const RoadPosition& place, double heading) {
  return std::cos(heading) * place.tangent_x + std::sin(heading) * place.tangent_y >= 0.0;
}

void RoadReach::move_ego(const RoadPosition& ego, bool along_s) {
  if (!ego.lane.valid()) {
    ego_ = {};  // what was searched stays: most egos come back to where they were
    return;
  }
  if (reached_ == nullptr || from_.lane != ego.lane || from_.along_s != along_s) {
    from_ = {ego.lane, along_s};
    reached_ = detail::lanes_reached(*map_, from_, max_distance_ + kMostExtra);
  }
  ego_ = ego;
  sense_ = along_s ? 1.0 : -1.0;
}

bool RoadReach::find_distance(const RoadPosition& place, RoadDistance& distance) const {
  if (!ego_.lane.valid() || !place.lane.valid()) return false;
  const double ego_line = sense_ * ego_.s, ego_left = sense_ * ego_.t;
  double least = std::numeric_limits<double>::infinity();
  RoadDistance best;
  const auto offer = [&](double line, double left, double shift, double extra) {
    const double lon = line - ego_line;
    const double counted = std::abs(lon) + extra;
    if (!(counted <= max_distance_ + kMostExtra)) return;
    const bool is_shorter = counted < least - kTie;
    const bool is_ahead_instead = counted <= least + kTie && lon > 0.0 && best.lon < 0.0;
    if (!is_shorter && !is_ahead_instead) return;
    least = counted;
    best = {lon, left - (ego_left + shift)};
  };

  if (const detail::LaneWays* ways = reached_->ways_to(place.lane)) {
    if (place.road == ego_.road) {
      const double line = sense_ * place.s;
      offer(line, sense_ * place.t, 0.0, static_cast<double>(ways->own_extra[line >= ego_line ? 0 : 1]));
    }
    for (std::size_t i = 0; i < ways->base.size(); ++i) {
      offer(ways->base[i] + detail::kSense[i] * place.s, detail::kSense[i] * place.t, ways->shift[i],
            static_cast<double>(ways->extra[i]));
    }
  }
  for (const detail::RoadAbreast& road : reached_->abreast) {
    if (road.road != place.road) continue;
    offer(road.base + road.scale * place.s, road.sense * place.t, road.shift + road.shift_slope * place.s, 0.0);
  }
  if (least == std::numeric_limits<double>::infinity() || std::abs(best.lon) > max_distance_) return false;
  distance = best;
  return true;
}

std::optional<RoadDistance> road_distance(const RoadNetwork& map, const RoadPosition& ego, bool along_s,
                                          const RoadPosition& place, double max_distance) {
  RoadReach reach(map, max_distance);
  reach.move_ego(ego, along_s);
  return reach.distance_to(place);
}

}  // namespace scrutineer::map
