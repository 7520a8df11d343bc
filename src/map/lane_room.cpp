#include "map/lane_room.h"

#include <algorithm>
#include <cmath>

#include "map/detail/side_line.h"

namespace scrutineer::map {

StripBounds bounds_of_strip(const RoadNetwork& map, std::uint32_t strip_index, std::uint32_t right,
                            std::uint32_t left) {
  const Strip& strip = map.strip(strip_index);
  const detail::Pace pace = detail::pace_of(strip);
  const auto borders = map.borders_of(strip);
  return {.strip = strip_index,
          .right = right,
          .left = left,
          .slowest = pace.slowest,
          .turn = pace.turn,
          .slope = std::max(detail::slope_bound(borders[right], strip.length),
                            detail::slope_bound(borders[left], strip.length))};
}

// A point at ds and t beside the line r is r + t N. If it moves by m, t changes by m at most, and ds by m over
// |r'| - turn |t| at most, while that is positive: where it is not, the normals of the line meet.
double room_between(const RoadNetwork& map, const StripBounds& bounds, double s, double t, double beside) {
  constexpr double kSlowest = 0.1;    // below it the bounds say nothing any more
  constexpr double kRounding = 1e-6;  // metres; far more than two ways of computing the same can differ by
  const Strip& strip = map.strip(bounds.strip);
  if (strip.superelevation != 0) return -1.0;
  const auto borders = map.borders_of(strip);
  const double ds = s - strip.s_begin;
  const double pace = bounds.slowest - bounds.turn * (std::abs(t) + kMostRoom);
  if (!(pace >= kSlowest)) return -1.0;
  const double along = std::min(ds, strip.length - ds) * pace;
  const double across = std::min(borders[bounds.left].at(ds) - t, t - borders[bounds.right].at(ds)) + beside;
  return std::min({along, across / (1.0 + bounds.slope / pace), kMostRoom}) - kRounding;
}

}  // namespace scrutineer::map
