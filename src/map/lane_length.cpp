#include "map/lane_length.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "map/detail/projection.h"

namespace scrutineer::map {

namespace {

// How long the centre line is by metre of s: its derivative is along the reference line what the curve leaves of it, and
// across what the lane drifts.
class CentreSpeed {
 public:
  CentreSpeed(const RoadNetwork& map, const Strip& strip, LaneId lane) : strip_(strip) {
    const std::size_t place = lane.index() - strip.first_lane;
    const auto borders = map.borders_of(strip);
    const Cubic sum = borders[place] + borders[place + 1];
    centre_ = {0.5 * sum.a, 0.5 * sum.b, 0.5 * sum.c, 0.5 * sum.d};
    if (strip.superelevation != 0) roll_ = &map.superelevations()[strip.superelevation - 1];
  }

  bool is_constant() const { return strip_.straight && roll_ == nullptr && centre_.c == 0.0 && centre_.d == 0.0; }

  double at(double ds) const {
    double t = centre_.at(ds), drift = centre_.slope(ds);
    if (roll_ != nullptr) {
      const double roll = roll_->at(ds), cos = std::cos(roll);
      drift = drift * cos - t * std::sin(roll) * roll_->slope(ds);
      t *= cos;
    }
    if (strip_.straight) return std::sqrt(1.0 + drift * drift);
    const detail::CurveAt curve = detail::curve_at(strip_, ds);
    const double squared = curve.du * curve.du + curve.dv * curve.dv;
    const double turn = (curve.du * curve.ddv - curve.dv * curve.ddu) / squared;
    const double along = std::sqrt(squared) - turn * t;
    return std::sqrt(along * along + drift * drift);
  }

 private:
  const Strip& strip_;
  Cubic centre_;
  const Cubic* roll_ = nullptr;
};

// Gauss's rule with three places on each few metres: strips are smooth, so that it is exact to micrometres.
constexpr double kLongestPiece = 4.0;

double length_on(const CentreSpeed& speed, double from, double to, double enough) {
  if (speed.is_constant()) return (to - from) * speed.at(from);
  const double pieces = std::max(1.0, std::ceil((to - from) / kLongestPiece));
  const double half = 0.5 * (to - from) / pieces, beside = half * std::sqrt(0.6);
  double length = 0.0;
  for (double piece = 0.0; piece < pieces && length <= enough; ++piece) {
    const double middle = from + (2.0 * piece + 1.0) * half;
    length += half * (5.0 * speed.at(middle - beside) + 8.0 * speed.at(middle) + 5.0 * speed.at(middle + beside)) / 9.0;
  }
  return length;
}

}  // namespace

double centre_length(const RoadNetwork& map, LaneId lane, double from, double to, double enough) {
  const LaneSection& section = map.section(map.lane(lane).section);
  const auto [begin, end] = std::minmax(from, to);
  if (section.strip_count == 0) return end - begin;  // too short to have a surface
  const auto strips = map.strips().subspan(section.first_strip, section.strip_count);
  const auto after = std::ranges::upper_bound(strips, begin, {}, &Strip::s_begin);
  double length = 0.0;
  for (auto strip = after == strips.begin() ? after : after - 1;
       strip != strips.end() && strip->s_begin < end && length <= enough; ++strip) {
    const double here = std::clamp(begin - strip->s_begin, 0.0, strip->length);
    const double there = std::clamp(end - strip->s_begin, 0.0, strip->length);
    if (there > here) length += length_on(CentreSpeed(map, *strip, lane), here, there, enough - length);
  }
  return length;
}

constexpr double kVaries = 0.0;  // of a piece's speed

LaneRuler::LaneRuler(const RoadNetwork& map, LaneId lane)
    : map_(&map), lane_(lane), s_begin_(map.lane(lane).s_begin), s_end_(map.lane(lane).s_end) {
  const LaneSection& section = map.section(map.lane(lane).section);
  double length = 0.0;
  for (std::uint32_t i = 0; i < section.strip_count; ++i) {
    const std::uint32_t index = section.first_strip + i;
    const Strip& strip = map.strips()[index];
    const CentreSpeed speed(map, strip, lane);
    const double pieces = speed.is_constant() ? 1.0 : std::max(1.0, std::ceil(strip.length / kLongestPiece));
    for (double piece = 0.0; piece < pieces; ++piece) {
      const double from = strip.length * piece / pieces, to = strip.length * (piece + 1.0) / pieces;
      pieces_.push_back({index, speed.is_constant() ? speed.at(from) : kVaries, strip.s_begin + from, length});
      length += length_on(speed, from, to, std::numeric_limits<double>::infinity());
    }
  }
}

double LaneRuler::at(double s) const {
  const double there = std::clamp(s, s_begin_, s_end_);
  if (pieces_.empty()) return there - s_begin_;
  const auto after = std::ranges::upper_bound(pieces_, there, {}, &Piece::s);
  const Piece& piece = after == pieces_.begin() ? *after : *(after - 1);
  const Strip& strip = map_->strips()[piece.strip];
  const double from = piece.s - strip.s_begin, to = std::clamp(there - strip.s_begin, from, strip.length);
  if (piece.speed != kVaries) return piece.length + (to - from) * piece.speed;
  return piece.length + length_on(CentreSpeed(*map_, strip, lane_), from, to, std::numeric_limits<double>::infinity());
}

}  // namespace scrutineer::map
