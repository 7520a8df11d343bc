#include "map/detail/fitted_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/angle.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kCorner = 0.6;          // radians: what turns more at one point is meant as a corner
constexpr double kStraight = 1e-6;       // radians between a chord and its ends
constexpr double kSameOffset = 5e-4;     // radians: ends that differ less are one arc's
constexpr double kLeastBend = 1e-3;      // of a turn: decides where no other point of the line turns
constexpr double kSameHeading = 4e-3;    // radians: what differs less is one arc
constexpr double kOnArc = 3e-3;          // metres
constexpr double kLongestArc = 0.6;      // radians between its heading and its chord
constexpr std::size_t kMostOfArc = 500;  // chords: each one more is held against all before it
constexpr double kMostFold = 0.5;        // of the radius: what lies further inside an arc is folded or almost so
constexpr double kFarthestEnd = 0.35;    // radians between the first chord and a heading that is told from outside

// How far a line may leave its chord's direction at an end: an arc of this angle bends by kMostBend.
double most_offset(double chord) { return std::min(4.0 * kMostBend / chord, kCorner); }

// A straight piece of the polyline.
struct Chord {
  double heading = 0.0, length = 0.0;
  double turn = 0.0;  // of the polyline where the chord begins; 0 at corners and for the first chord
  // The headings of the curve at both ends, relative to the chord; left is positive at the end and negative at the
  // begin, so an arc to the left has two positive ones.
  double begin = 0.0, end = 0.0;
  double bend = 0.0;
};

// The turn at each point shared between the chords before and behind it, in proportion to how much each of them bends.
// How much that is, is what the sharing gives, so it is done some times over, from the shares that a circle would give.
void share_turns(std::span<Chord> chords) {
  constexpr int kRounds = 6;
  const std::size_t count = chords.size();
  if (std::ranges::all_of(chords, [](const Chord& chord) { return chord.turn == 0.0; })) return;
  for (int round = 0; round <= kRounds; ++round) {
    for (std::size_t i = 1; i < count; ++i) {
      Chord &chord = chords[i], &previous = chords[i - 1];
      const double turn = chord.turn;
      if (turn == 0.0) continue;
      double share = previous.length / (previous.length + chord.length);  // on a circle through the three points
      if (round > 0) {
        const double before = std::max(previous.bend / turn, 0.0), after = std::max(chord.bend / turn, 0.0);
        share = (before + kLeastBend * share) / (before + after + kLeastBend);
      }
      previous.end = turn * share;
      chord.begin = turn * (1.0 - share);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const bool has_begin = i > 0, has_end = i + 1 < count;
      chords[i].bend = (chords[i].begin + chords[i].end) / (has_begin && has_end ? 2.0 : 1.0);
    }
  }
  // What one side may not take, the other does.
  for (std::size_t i = 1; i < count; ++i) {
    Chord &chord = chords[i], &previous = chords[i - 1];
    const double most_before = most_offset(previous.length), most_after = most_offset(chord.length);
    const double before = std::clamp(previous.end, -most_before, most_before);
    const double after = std::clamp(chord.turn - before, -most_after, most_after);
    previous.end = std::clamp(chord.turn - after, -most_before, most_before);
    chord.begin = after;
  }
}

// The last point that one arc (or line) from point `begin` on reaches: the points between are on it, and it arrives in
// the heading that the line has there.
std::size_t end_of_arc(std::span<const LanePoint> points, std::span<const Chord> chords, std::size_t begin) {
  const double heading = chords[begin].heading - chords[begin].begin;
  const double c = std::cos(heading), s = std::sin(heading);
  const auto local = [&](std::size_t k) {
    const double dx = points[k].x - points[begin].x, dy = points[k].y - points[begin].y;
    return std::pair(c * dx + s * dy, c * dy - s * dx);
  };
  std::size_t end = begin + 1;
  while (end < chords.size() && end - begin < kMostOfArc) {
    const double kink =
        angle_between(chords[end - 1].heading, chords[end].heading) - chords[end - 1].end - chords[end].begin;
    if (std::abs(kink) > kSameHeading) return end;
    const auto [x, y] = local(end + 1);
    const double offset = std::atan2(y, x), chord = std::sqrt(x * x + y * y);
    const double arrival = chords[end].heading + chords[end].end;
    if (std::abs(offset) > kLongestArc || std::abs(angle_between(heading + 2.0 * offset, arrival)) > kSameHeading)
      return end;
    const double curvature = 2.0 * std::sin(offset) / chord;
    for (std::size_t k = begin + 1; k <= end; ++k) {
      const auto [along, across] = local(k);
      // How far the point is off the circle through the begin, to first order.
      const double off = across - 0.5 * curvature * (along * along + across * across);
      if (std::abs(off) > kOnArc) return end;
    }
    ++end;
  }
  return end;
}

}  // namespace

double angle_between(double from_heading, double to_heading) { return wrapped_angle(to_heading - from_heading); }

FittedLine::FittedLine(std::span<const LanePoint> points, std::optional<double> first_heading,
                       std::optional<double> last_heading, double reach) {
  const std::size_t count = points.size() - 1;
  std::vector<Chord> chords(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
    chords[i].heading = std::atan2(dy, dx);
    chords[i].length = std::sqrt(dx * dx + dy * dy);
    if (i == 0) continue;
    const double turn = angle_between(chords[i - 1].heading, chords[i].heading);
    if (std::abs(turn) <= kCorner) chords[i].turn = turn;
  }
  share_turns(chords);
  chords.front().begin = chords.front().end;
  chords.back().end = chords.back().begin;
  const auto use = [&](double told, double& offset, double chord) {
    if (std::abs(told) > std::min(most_offset(chord), kFarthestEnd)) return;
    // Where the ends of a piece bend differently it becomes two arcs, each twice as curved as their difference.
    const double curvature = 4.0 * std::abs(told - offset) / chord;
    if (curvature * reach < kMostFold) offset = told;
  };
  if (first_heading)
    use(angle_between(*first_heading, chords.front().heading), chords.front().begin, chords.front().length);
  if (last_heading) use(angle_between(chords.back().heading, *last_heading), chords.back().end, chords.back().length);

  // A piece is large, and most lines have few of them, however many points.
  constexpr std::size_t kFewPieces = 4;
  pieces_.reserve(std::min(count, kFewPieces));
  directions_.reserve(std::min(count, kFewPieces));
  stations_.reserve(points.size());
  for (std::size_t i = 0; i < count;) {
    const std::size_t end = end_of_arc(points, chords, i);
    stations_.push_back(length_);
    if (end == i + 1) {
      add_segment(points[i], points[end], chords[i].begin, chords[i].end);
    } else {
      add_arc(points[i], chords[i].heading - chords[i].begin, points[end].x - points[i].x, points[end].y - points[i].y);
      for (std::size_t k = i + 1; k < end; ++k)
        stations_.push_back(pieces_.back().s + place_on(pieces_.size() - 1, points[k]).s);
    }
    i = end;
  }
  stations_.push_back(length_);
}

void FittedLine::add_piece(const Geometry& piece) {
  pieces_.push_back(piece);
  directions_.push_back({std::cos(piece.heading), std::sin(piece.heading)});
  length_ += piece.length;
}

void FittedLine::add_line(const LanePoint& from, double heading, double length) {
  add_piece({length_, from.x, from.y, heading, length, Line{}});
}

// The arc that leaves `from` in the heading and ends where the chord does.
void FittedLine::add_arc(const LanePoint& from, double heading, double chord_x, double chord_y) {
  const double chord = std::sqrt(chord_x * chord_x + chord_y * chord_y);
  const double towards = std::atan2(chord_y, chord_x), offset = angle_between(heading, towards);
  if (std::abs(offset) < kStraight) return add_line(from, towards, chord);
  const double curvature = 2.0 * std::sin(offset) / chord;
  const double length = 2.0 * offset / curvature;
  add_piece({length_, from.x, from.y, heading, length, Arc{curvature}});
}

void FittedLine::add_segment(const LanePoint& from, const LanePoint& to, double begin_offset, double end_offset) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double heading = std::atan2(dy, dx);
  if (std::abs(begin_offset - end_offset) < kSameOffset) {
    const double offset = 0.5 * (begin_offset + end_offset);
    return add_arc(from, heading - offset, dx, dy);
  }
  // Two arcs that meet where both have the same direction, with tangents of the same length.
  const double first = heading - begin_offset, last = heading + end_offset;
  const double ax = std::cos(first), ay = std::sin(first), bx = std::cos(last), by = std::sin(last);
  const double across = dx * (ax + bx) + dy * (ay + by), squared = dx * dx + dy * dy;
  const double closing = 2.0 * (ax * bx + ay * by - 1.0);  // 0 for parallel ends, else negative
  const double tangent = squared / (across + std::sqrt(across * across - closing * squared));
  const LanePoint middle{0.5 * (from.x + to.x + tangent * (ax - bx)), 0.5 * (from.y + to.y + tangent * (ay - by)), 0.0};
  add_arc(from, first, middle.x - from.x, middle.y - from.y);
  // The second arc's own heading at the middle: its chord turned back by the angle to its end.
  const double rest_x = to.x - middle.x, rest_y = to.y - middle.y;
  const double rest = std::atan2(rest_y, rest_x);
  add_arc(middle, rest - angle_between(rest, last), rest_x, rest_y);
}

// s counts from the piece's begin.
LinePlace FittedLine::place_on(std::size_t index, const LanePoint& point) const {
  const Geometry& piece = pieces_[index];
  const double dx = point.x - piece.x, dy = point.y - piece.y;
  const auto [c, s] = directions_[index];
  const double along = c * dx + s * dy, across = c * dy - s * dx;
  const Arc* arc = std::get_if<Arc>(&piece.shape);
  if (arc == nullptr) return {along, across};
  // In the frame of the arc's begin its centre is at (0, 1 / curvature).
  const double k = arc->curvature, ahead = k * along, toward = 1.0 - k * across;
  const double from_centre = std::sqrt(ahead * ahead + toward * toward);
  if (from_centre < 1e-9) return {0.0, 1.0 / k};
  return {std::atan2(ahead, toward) / k, (1.0 - from_centre) / k};
}

LinePlace FittedLine::place_of(const LanePoint& point, std::size_t& from) const {
  for (std::size_t i = from;; ++i) {
    LinePlace place = place_on(i, point);
    if (place.s > pieces_[i].length && i + 1 < pieces_.size()) continue;
    // On the inner side of a corner the foot may lie before this piece: it is the corner then.
    if (i > 0) place.s = std::max(place.s, 0.0);
    from = i;
    return {pieces_[i].s + place.s, place.t};
  }
}

LinePlace FittedLine::nearest_to(const LanePoint& point) const {
  LinePlace nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    LinePlace place = place_on(i, point);
    place.s = std::clamp(place.s, 0.0, pieces_[i].length);
    const Pose at = pose_on(i, pieces_[i].s + place.s);
    const double distance = std::hypot(point.x - at.x, point.y - at.y);
    if (distance >= least) continue;
    least = distance;
    nearest = {pieces_[i].s + place.s,
               (point.y - at.y) * std::cos(at.heading) - (point.x - at.x) * std::sin(at.heading)};
  }
  return nearest;
}

FittedLine::Pose FittedLine::pose_on(std::size_t index, double s) const {
  const Geometry& piece = pieces_[index];
  const double ds = s - piece.s;
  const Arc* arc = std::get_if<Arc>(&piece.shape);
  const double half = arc == nullptr ? 0.0 : 0.5 * arc->curvature * ds;
  const double chord = arc == nullptr ? ds : 2.0 * std::sin(half) / arc->curvature;
  const double towards = piece.heading + half;
  return {piece.x + chord * std::cos(towards), piece.y + chord * std::sin(towards), towards + half};
}

double FittedLine::heading_at(double s) const {
  std::size_t piece = 0;
  while (piece + 1 < pieces_.size() && pieces_[piece + 1].s <= s) ++piece;
  return pose_on(piece, s).heading;
}

const FittedLine::Cut& FittedLine::cut_at(std::size_t station) {
  if (cuts_.empty()) cuts_.resize(stations_.size());
  std::optional<Cut>& cut = cuts_[station];
  if (!cut) {
    const double s = stations_[station];
    const auto next = std::ranges::upper_bound(pieces_, s, {}, &Geometry::s);
    const Pose at = pose_on(next == pieces_.begin() ? 0 : static_cast<std::size_t>(next - pieces_.begin()) - 1, s);
    cut = Cut{at.x, at.y, std::cos(at.heading), std::sin(at.heading)};
  }
  return *cut;
}

std::optional<double> FittedLine::cross(std::size_t station, const LanePoint& a, const LanePoint& b) {
  const auto& [x, y, tx, ty] = cut_at(station);
  const double along_a = (a.x - x) * tx + (a.y - y) * ty, along_b = (b.x - x) * tx + (b.y - y) * ty;
  const double across_a = (a.y - y) * tx - (a.x - x) * ty, across_b = (b.y - y) * tx - (b.x - x) * ty;
  if (along_a > 0.0 || along_b < 0.0 || along_b - along_a < 1e-9) return std::nullopt;
  return across_a + (across_b - across_a) * (-along_a / (along_b - along_a));
}

}  // namespace scrutineer::map::detail
