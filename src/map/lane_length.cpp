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

  // Does it change as evenly as the road's curve does? Then a cubic between four places is as good as the curve itself.
  bool is_smooth() const { return roll_ == nullptr && centre_.c == 0.0 && centre_.d == 0.0; }
  bool is_constant() const { return strip_.straight && is_smooth(); }

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

namespace {

// The length of the centre line from `from` on, by y: halves of the piece that is so long. It is the integral of the cubic
// through the speeds at the four places of Gauss's rule, so that the whole piece is measured as by that rule.
std::array<double, 4> growth_on(const CentreSpeed& speed, double from, double s_length) {
  constexpr double kNear = 0.33998104358485626, kFar = 0.86113631159405258;
  constexpr double kNearSquared = kNear * kNear, kApart = kFar * kFar - kNearSquared;
  const double half = 0.5 * s_length, middle = from + half;
  const double before_near = speed.at(middle - kNear * half), after_near = speed.at(middle + kNear * half);
  const double before_far = speed.at(middle - kFar * half), after_far = speed.at(middle + kFar * half);
  // From the middle: a0 + a1 x + a2 x^2 + a3 x^3, the even part and the odd one each from two sums.
  const double even_near = 0.5 * (after_near + before_near), even_far = 0.5 * (after_far + before_far);
  const double odd_near = 0.5 * (after_near - before_near) / kNear, odd_far = 0.5 * (after_far - before_far) / kFar;
  const double a2 = (even_far - even_near) / kApart, a0 = even_near - a2 * kNearSquared;
  const double a3 = (odd_far - odd_near) / kApart, a1 = odd_near - a3 * kNearSquared;
  // From the begin, where y = x + 1, and integrated.
  return {half * (a0 - a1 + a2 - a3), half * (a1 - 2.0 * a2 + 3.0 * a3) / 2.0, half * (a2 - 3.0 * a3) / 3.0,
          half * a3 / 4.0};
}

}  // namespace

LaneRuler::LaneRuler(const RoadNetwork& map, LaneId lane)
    : map_(&map), lane_(lane), s_begin_(map.lane(lane).s_begin), s_end_(map.lane(lane).s_end) {
  const LaneSection& section = map.section(map.lane(lane).section);
  double length = 0.0;
  for (std::uint32_t i = 0; i < section.strip_count; ++i) {
    const std::uint32_t index = section.first_strip + i;
    const Strip& strip = map.strips()[index];
    const CentreSpeed speed(map, strip, lane);
    const double pieces = speed.is_constant() ? 1.0 : std::max(1.0, std::ceil(strip.length / kLongestPiece));
    const double s_length = strip.length / pieces;
    for (double piece = 0.0; piece < pieces; ++piece) {
      const double from = strip.length * piece / pieces;
      Piece next{.s = strip.s_begin + from, .length = length, .s_length = s_length, .strip = index};
      if (speed.is_constant()) {
        next.kind = Piece::Kind::even;
        next.grows[0] = speed.at(from);
      } else if (speed.is_smooth() && s_length > 0.0) {
        next.kind = Piece::Kind::smooth;
        next.grows = growth_on(speed, from, s_length);
        next.halves_per_metre = 2.0 / s_length;
      }
      length += length_of(next, s_length);
      pieces_.push_back(next);
    }
  }
}

double LaneRuler::length_of(const Piece& piece, double s_length) const {
  if (piece.kind == Piece::Kind::even) return s_length * piece.grows[0];
  if (piece.kind == Piece::Kind::smooth) {
    const double y = s_length * piece.halves_per_metre;
    return y * (piece.grows[0] + y * (piece.grows[1] + y * (piece.grows[2] + y * piece.grows[3])));
  }
  const Strip& strip = map_->strips()[piece.strip];
  const double from = piece.s - strip.s_begin;
  return length_on(CentreSpeed(*map_, strip, lane_), from, from + s_length, std::numeric_limits<double>::infinity());
}

double LaneRuler::at(double s) const {
  const double there = std::clamp(s, s_begin_, s_end_);
  if (pieces_.empty()) return there - s_begin_;
  const auto after = std::ranges::upper_bound(pieces_, there, {}, &Piece::s);
  const Piece& piece = after == pieces_.begin() ? *after : *(after - 1);
  return piece.length + length_of(piece, std::clamp(there - piece.s, 0.0, piece.s_length));
}

}  // namespace scrutineer::map
