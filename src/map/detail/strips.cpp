#include "map/detail/strips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "map/detail/curves.h"
#include "map/detail/projection.h"

namespace scrutineer::map::detail {
namespace {

// Records closer together than this share a strip: below any accuracy asked for, above rounding of s.
constexpr double kShortestStrip = 1e-6;
// A strip's box is larger by this, so that rounding and the tolerance of lookups stay inside.
constexpr double kBoxMargin = 0.01;
constexpr double kFarthest = 2e7;  // keeps boxes finite where a bad file has absurd widths

struct Bounds {
  double low = 0.0, high = 0.0;
  void include(const Bounds& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
};

// A polynomial lies between the smallest and largest of its Bernstein coefficients.
template <std::size_t N>
Bounds bounds_of(const double (&c)[N], double length) {
  constexpr double kBinomial[6][6] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}};
  constexpr std::size_t kDegree = N - 1;
  Bounds range{c[0], c[0]};
  double scaled[N];
  double power = 1.0;
  for (std::size_t i = 0; i < N; ++i, power *= length) scaled[i] = c[i] * power / kBinomial[kDegree][i];
  for (std::size_t i = 1; i < N; ++i) {
    double value = 0.0;
    for (std::size_t k = 0; k <= i; ++k) value += kBinomial[i][k] * scaled[k];
    range.include({value, value});
  }
  return range;
}

Bounds bounds_of(const Cubic& cubic, double length) {
  const double c[4] = {cubic.a, cubic.b, cubic.c, cubic.d};
  return bounds_of(c, length);
}

// The record that holds at s, counted from s_begin on; zero before the first.
Cubic held_at(const std::vector<CubicRecord>& records, double s, double s_begin) {
  auto next = std::upper_bound(records.begin(), records.end(), s,
                               [](double value, const CubicRecord& record) { return value < record.s; });
  if (next == records.begin()) return {};
  --next;
  return next->cubic.moved_to(s_begin - next->s);
}

// c(ds + shift), by repeated Horner steps.
void shift_polynomial(double (&c)[6], double shift) {
  for (int pass = 0; pass < 5; ++pass) {
    for (int i = 4; i >= pass; --i) c[i] += shift * c[i + 1];
  }
}

struct PlacedPiece {
  double s_begin = 0.0, s_end = 0.0;
  CurvePiece curve;
};

// The road's reference line as pieces, each cut off where the next geometry begins or the road ends. Adds up the true
// lengths of the curves.
std::vector<PlacedPiece> place_pieces(const RoadRecord& road, double& curve_length,
                                      std::vector<BuildWarning>& warnings) {
  std::vector<PlacedPiece> placed;
  constexpr std::size_t kUsualPieces = 4;  // of a geometry; a line is one
  placed.reserve(road.geometries.size() + kUsualPieces);
  std::vector<CurvePiece> pieces;
  pieces.reserve(kUsualPieces);
  for (std::size_t i = 0; i < road.geometries.size(); ++i) {
    const Geometry& geometry = road.geometries[i];
    const double s_limit = i + 1 < road.geometries.size() ? road.geometries[i + 1].s : road.length;
    pieces.clear();
    const double true_length = append_pieces(geometry, pieces);
    curve_length += true_length;
    if (std::abs(true_length - geometry.length) > std::max(0.01, 1e-3 * geometry.length)) {
      warnings.push_back(
          {road.line,
           fmt::format("road \"{}\": the curve at s {:.3f} is {:.3f} m long, its length attribute says {:.3f} m; s is "
                       "stretched to fit",
                       road.id, geometry.s, true_length, geometry.length)});
    }
    for (const CurvePiece& piece : pieces) {
      const double s_begin = geometry.s + piece.ds_begin;
      double s_end = s_begin + piece.length;
      // Rounded lengths leave dust between geometries; it belongs to the piece before it.
      const bool last = &piece == &pieces.back();
      if (s_end > s_limit || (last && s_limit - s_end < 1e-3)) s_end = s_limit;
      if (s_end - s_begin > 0.0) placed.push_back({s_begin, s_end, piece});
    }
  }
  return placed;
}

// Everything at which some polynomial of the road changes, ascending, from its begin to its end.
std::vector<double> cuts_of(const RoadRecord& road, std::span<const PlacedPiece> pieces) {
  std::vector<double> cuts;
  std::size_t count = 2 * pieces.size() + road.elevations.size() + road.superelevations.size() +
                      road.lane_offsets.size() + road.sections.size();
  for (const LaneSectionRecord& section : road.sections)
    for (const LaneRecord& lane : section.lanes) count += std::max(lane.widths.size(), lane.borders.size());
  cuts.reserve(count);
  for (const PlacedPiece& piece : pieces) {
    cuts.push_back(piece.s_begin);
    cuts.push_back(piece.s_end);
  }
  const auto add = [&cuts](const std::vector<CubicRecord>& records) {
    for (const CubicRecord& record : records) cuts.push_back(record.s);
  };
  add(road.elevations);
  add(road.superelevations);
  add(road.lane_offsets);
  for (const LaneSectionRecord& section : road.sections) {
    cuts.push_back(section.s);
    for (const LaneRecord& lane : section.lanes) add(lane.widths.empty() ? lane.borders : lane.widths);
  }
  std::ranges::sort(cuts);
  return cuts;
}

// The borders of the section's lanes over ds from s_begin, rightmost first.
void append_borders(const RoadRecord& road, const LaneSectionRecord& section, double s_middle, double s_begin,
                    std::vector<Cubic>& borders) {
  const Cubic centre = held_at(road.lane_offsets, s_middle, s_begin);
  const std::size_t lane_count = section.lanes.size();
  std::size_t right_count = 0;
  while (right_count < lane_count && section.lanes[right_count].number < 0) ++right_count;
  const std::size_t first = borders.size();
  borders.resize(first + lane_count + 1);
  borders[first + right_count] = centre;
  Cubic inner = centre;
  const auto outer_border = [&](const LaneRecord& lane, bool left) {
    if (!lane.widths.empty()) {
      const Cubic width = held_at(lane.widths, s_middle, s_begin);
      return left ? inner + width : inner - width;
    }
    return lane.borders.empty() ? inner : held_at(lane.borders, s_middle, s_begin);
  };
  for (std::size_t i = right_count; i-- > 0;) borders[first + i] = inner = outer_border(section.lanes[i], false);
  inner = centre;
  for (std::size_t i = right_count; i < lane_count; ++i) {
    borders[first + i + 1] = inner = outer_border(section.lanes[i], true);
  }
}

void set_curve(Strip& strip, const PlacedPiece& piece) {
  double x[6], y[6];
  std::copy(piece.curve.x, piece.curve.x + 6, x);
  std::copy(piece.curve.y, piece.curve.y + 6, y);
  const double shift = strip.s_begin - piece.s_begin;
  shift_polynomial(x, shift);
  shift_polynomial(y, shift);
  strip.origin_x = piece.curve.origin_x + x[0];
  strip.origin_y = piece.curve.origin_y + y[0];
  strip.straight = piece.curve.straight;
  double chord_x = 0.0, chord_y = 0.0;
  for (int i = 5; i >= 1; --i) {
    chord_x = (chord_x + x[i]) * strip.length;
    chord_y = (chord_y + y[i]) * strip.length;
  }
  double chord = std::hypot(chord_x, chord_y);
  if (strip.straight || !(chord > 0.1 * strip.length)) {
    chord_x = x[1];
    chord_y = y[1];
    chord = std::hypot(chord_x, chord_y);
  }
  strip.cos = chord_x / chord;
  strip.sin = chord_y / chord;
  for (int i = 0; i < 5; ++i) {
    strip.line.set(i, strip.cos * x[i + 1] + strip.sin * y[i + 1], strip.cos * y[i + 1] - strip.sin * x[i + 1]);
  }
  const double h = 0.5 * strip.length;
  double v_middle = 0.0;
  for (int i = 4; i >= 0; --i) v_middle = (v_middle + strip.line.v(i)) * h;
  strip.line.v_middle = static_cast<float>(v_middle);
  strip.line.mean_curvature = static_cast<float>(-2.0 * v_middle / (h * h));  // from the sagitta
}

// Gap and kink between two consecutive strips of a road: points in the wedge outside of a kink belong to both.
void join(Strip& before, Strip& after) {
  const double ds = before.length;
  double u = 0.0, v = 0.0, du = 0.0, dv = 0.0;
  for (int i = 4; i >= 0; --i) {
    u = (u + before.line.u(i)) * ds;
    v = (v + before.line.v(i)) * ds;
    du = du * ds + (i + 1) * before.line.u(i);
    dv = dv * ds + (i + 1) * before.line.v(i);
  }
  const double x = before.origin_x + before.cos * u - before.sin * v;
  const double y = before.origin_y + before.sin * u + before.cos * v;
  const double end_x = before.cos * du - before.sin * dv, end_y = before.sin * du + before.cos * dv;
  const double begin_x = after.cos * after.line.u(0) - after.sin * after.line.v(0);
  const double begin_y = after.sin * after.line.u(0) + after.cos * after.line.v(0);
  const double cross = end_x * begin_y - end_y * begin_x, dot = end_x * begin_x + end_y * begin_y;
  const double gap = std::hypot(after.origin_x - x, after.origin_y - y);
  // tan of the step is what a lateral offset is multiplied with; beyond a right angle there is no wedge to fill.
  const double kink = dot > 0.0 ? std::min(std::abs(cross) / dot, 1.0) : 1.0;
  before.gap_end = after.gap_begin = static_cast<float>(std::min(gap, 1.0));
  before.kink_end = after.kink_begin = static_cast<float>(kink);
}

void set_box(Strip& strip, std::span<const Cubic> borders) {
  Bounds t = bounds_of(borders[0], strip.length);
  for (const Cubic& border : borders.subspan(1)) t.include(bounds_of(border, strip.length));
  Bounds u{0.0, strip.length}, v{0.0, 0.0};
  double tilt = 0.0;  // bound of |tan| of the tangent against the chord
  if (!strip.straight) {
    const StripLine& line = strip.line;
    const double cu[6] = {0.0, line.u(0), line.u(1), line.u(2), line.u(3), line.u(4)};
    const double cv[6] = {0.0, line.v(0), line.v(1), line.v(2), line.v(3), line.v(4)};
    u = bounds_of(cu, strip.length);
    v = bounds_of(cv, strip.length);
    double slope_u[5], slope_v[5];
    for (int i = 0; i < 5; ++i) {
      slope_u[i] = (i + 1) * line.u(i);
      slope_v[i] = (i + 1) * line.v(i);
    }
    const Bounds du = bounds_of(slope_u, strip.length), dv = bounds_of(slope_v, strip.length);
    const double across = std::max(std::abs(dv.low), std::abs(dv.high));
    tilt = du.low > 0.0 ? across / du.low : 10.0;
  }
  const double reach = std::max(std::abs(t.low), std::abs(t.high));
  const double ends = std::max<double>(strip.gap_begin, strip.gap_end) +
                      reach * (std::max(strip.kink_begin, strip.kink_end) + tilt / std::sqrt(1.0 + tilt * tilt));
  // A tilted normal or a rolled road only shortens what t reaches across the chord.
  const double shortest = strip.superelevation == 0 ? 1.0 / std::sqrt(1.0 + tilt * tilt) : 0.0;
  const double low = std::min(t.low, t.low * shortest), high = std::max(t.high, t.high * shortest);
  const auto bounded = [](double value) { return static_cast<float>(std::clamp(value, -kFarthest, kFarthest)); };
  strip.u_min = bounded(u.low - ends - kBoxMargin);
  strip.u_max = bounded(u.high + ends + kBoxMargin);
  strip.v_min = bounded(v.low + low - kBoxMargin);
  strip.v_max = bounded(v.high + high + kBoxMargin);
}

bool are_in_order(std::span<const Cubic> borders, double length) {
  for (std::size_t i = 1; i < borders.size(); ++i)
    if (!(bounds_of(borders[i] - borders[i - 1], length).low >= 0.0)) return false;
  return true;
}

}  // namespace

double append_strips(const RoadRecord& record, std::uint32_t road, std::span<LaneSection> sections,
                     std::uint32_t first_section, StripLists& lists, std::vector<BuildWarning>& warnings) {
  double curve_length = 0.0;
  const std::vector<PlacedPiece> pieces = place_pieces(record, curve_length, warnings);
  const std::vector<double> cuts = cuts_of(record, pieces);
  const std::size_t first = lists.strips.size();
  std::size_t piece = 0, section = 0;
  double s = cuts.empty() ? 0.0 : std::max(cuts.front(), 0.0);
  for (const double cut : cuts) {
    const double s_end = std::min(cut, record.length);
    if (s_end - s < kShortestStrip) continue;
    const double middle = 0.5 * (s + s_end);
    while (section + 1 < sections.size() && record.sections[section + 1].s <= middle) ++section;
    while (piece < pieces.size() && pieces[piece].s_end <= middle) ++piece;
    const bool covered = piece < pieces.size() && pieces[piece].s_begin <= middle;
    if (covered && section < sections.size() && record.sections[section].s <= middle) {
      Strip strip{};
      strip.s_begin = s;
      strip.length = s_end - s;
      strip.road = road;
      strip.section = static_cast<std::uint32_t>(first_section + section);
      strip.lane_count = sections[section].lane_count;
      strip.first_lane = sections[section].first_lane;
      const Cubic height = held_at(record.elevations, middle, s);
      strip.elevation = {height.a, height.b, static_cast<float>(height.c), static_cast<float>(height.d)};
      const Cubic roll = held_at(record.superelevations, middle, s);
      if (!roll.is_zero()) {
        lists.superelevations.push_back(roll);
        strip.superelevation = static_cast<std::uint32_t>(lists.superelevations.size());
      }
      strip.first_border = static_cast<std::uint32_t>(lists.borders.size());
      append_borders(record, record.sections[section], middle, s, lists.borders);
      set_curve(strip, pieces[piece]);
      if (sections[section].strip_count == 0) {
        sections[section].first_strip = static_cast<std::uint32_t>(lists.strips.size());
      }
      ++sections[section].strip_count;
      lists.strips.push_back(strip);
    }
    s = s_end;
  }
  for (std::size_t i = first + 1; i < lists.strips.size(); ++i) join(lists.strips[i - 1], lists.strips[i]);
  if (lists.strips.size() > first) {
    lists.strips[first].gap_begin = lists.strips.back().gap_end = static_cast<float>(kBorderTolerance);
  }
  for (std::size_t i = first; i < lists.strips.size(); ++i) {
    Strip& strip = lists.strips[i];
    const auto borders = std::span(lists.borders).subspan(strip.first_border, strip.lane_count + std::size_t{1});
    set_box(strip, borders);
    strip.lanes_in_order = are_in_order(borders, strip.length);
  }
  return curve_length;
}

}  // namespace scrutineer::map::detail
