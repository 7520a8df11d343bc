#include "live/detail/lane_line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scrutineer::live::teleport {

namespace {

// Chords of this length are shorter than an arc of radius 10 m by less than 1e-6 of it.
constexpr double kChord = 0.05;  // metres of s

double s_at(const map::Lane& lane, bool along_s, double share) {
  return along_s ? lane.s_begin + share * (lane.s_end - lane.s_begin)
                 : lane.s_end - share * (lane.s_end - lane.s_begin);
}

}  // namespace

LaneLine::LaneLine(const map::RoadNetwork& map, map::DirectedLane lane) : map_(map), lane_(lane) {
  const map::Lane& info = map.lane(lane.lane);
  const auto chords = static_cast<std::size_t>(std::max(1.0, std::ceil((info.s_end - info.s_begin) / kChord)));
  stations_.reserve(chords + 1);
  stations_.push_back(0.0);
  map::RoadPoint last = map::point_at(map, lane.lane, s_at(info, lane.along_s, 0.0), 0.0);
  for (std::size_t i = 1; i <= chords; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(chords);
    const map::RoadPoint next = map::point_at(map, lane.lane, s_at(info, lane.along_s, share), 0.0);
    stations_.push_back(stations_.back() + std::hypot(next.x - last.x, next.y - last.y));
    last = next;
  }
}

map::RoadPoint LaneLine::at(double station) const {
  station = std::clamp(station, 0.0, length());
  const auto after = std::upper_bound(stations_.begin() + 1, stations_.end() - 1, station);
  const auto before = after - 1;
  const double within = *after > *before ? (station - *before) / (*after - *before) : 0.0;
  const double share =
      (static_cast<double>(before - stations_.begin()) + within) / static_cast<double>(stations_.size() - 1);
  map::RoadPoint point = map::point_at(map_, lane_.lane, s_at(map_.lane(lane_.lane), lane_.along_s, share), 0.0);
  if (!lane_.along_s) {
    point.heading = std::remainder(point.heading + std::numbers::pi, 2.0 * std::numbers::pi);
    point.curvature = -point.curvature;
  }
  return point;
}

double centre_line_length(const map::RoadNetwork& map, map::LaneId lane) {
  return LaneLine(map, map::as_travelled(map, lane)).length();
}

}  // namespace scrutineer::live::teleport
