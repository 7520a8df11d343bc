#include "map/detail/strip_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "map/lookup.h"
#include "map/surface.h"

namespace scrutineer::map::detail {
namespace {

double distance(Local a, Local b) {
  const double u = a.u - b.u, v = a.v - b.v;
  return std::sqrt(u * u + v * v);
}

// The part of the way from a to b at which it comes nearest to p.
double nearest_part(Local a, Local b, Local p) {
  const double du = b.u - a.u, dv = b.v - a.v;
  const double squared = du * du + dv * dv;
  const double along = (p.u - a.u) * du + (p.v - a.v) * dv;
  return squared > 0.0 ? std::clamp(along / squared, 0.0, 1.0) : 0.0;
}

double distance_at(Local a, Local b, Local p, double part) {
  const double u = p.u - a.u - part * (b.u - a.u), v = p.v - a.v - part * (b.v - a.v);
  return std::sqrt(u * u + v * v);
}

// The nearest place of a line so far.
struct NearestPlace {
  double distance, ds;

  void improve(double other_distance, double other_ds) {
    if (other_distance < distance) *this = {other_distance, other_ds};
  }
};

// A piece of a line, and the point whose distance is asked for.
class LineSearch {
 public:
  LineSearch(const SideLine& line, double bend, Local p) : line_(line), bend_(bend), p_(p) {}

  // The piece from a (which is at pa) to b (at pb): `best` becomes its nearest place if that is nearer.
  //
  // The line strays from its chord by at most bend h^2 / 8. So a piece whose chord is further away than that and the
  // best distance so far is left aside, and one that strays next to nothing is nearest where its chord is. In between,
  // half the second derivative of the squared distance is |B'|^2 + (B - p) . B''; where bounds show it positive there
  // is one nearest point and Newton's method finds it; else the piece is halved.
  void search(double a, Local pa, double b, Local pb, NearestPlace& best) const {
    const double h = b - a;
    const double stray = bend_ * h * h / 8.0;
    const double part = nearest_part(pa, pb, p_);
    const double chord = distance_at(pa, pb, p_, part);
    if (!(chord - stray < best.distance)) return;
    if (bend_ == 0.0) return best.improve(chord, a + part * h);
    if (stray <= kFineChord || h < kFineChord) return best.improve(distance(line_.at(a + part * h), p_), a + part * h);
    const double middle = 0.5 * (a + b);
    const SideLine::Jet jet = line_.jet(middle);
    const double speed = std::sqrt(jet.du * jet.du + jet.dv * jet.dv), swing = 0.5 * bend_ * h;
    const double reach = distance({jet.u, jet.v}, p_) + 0.5 * (speed + swing) * h;
    if (speed > swing && (speed - swing) * (speed - swing) > reach * bend_) {
      return newton(a, b, middle, best);
    }
    const Local pm{jet.u, jet.v};
    // The nearer half first: it may spare the other one.
    const bool first_is_nearer = distance(pa, p_) < distance(pb, p_);
    if (first_is_nearer) search(a, pa, middle, pm, best);
    search(middle, pm, b, pb, best);
    if (!first_is_nearer) search(a, pa, middle, pm, best);
  }

 private:
  void newton(double low, double high, double ds, NearestPlace& best) const {
    SideLine::Jet jet{};
    for (int i = 0; i < 40; ++i) {
      jet = line_.jet(ds);
      const double u = jet.u - p_.u, v = jet.v - p_.v;
      const double slope = u * jet.du + v * jet.dv;
      (slope > 0.0 ? high : low) = ds;
      const double next = ds - slope / (jet.du * jet.du + jet.dv * jet.dv + u * jet.ddu + v * jet.ddv);
      const double kept = std::clamp(next, low, high);
      // The distance changes with the square of what is left: 0.1 mm of ds are far below a micrometre of it.
      if (!(std::abs(kept - ds) > 1e-4)) break;
      ds = kept;
    }
    best.improve(distance({jet.u, jet.v}, p_), ds);
  }

  const SideLine& line_;
  double bend_;
  Local p_;
};

struct Stretch {
  double begin, end;
};

// The parts of [0, length] in which the reference line is between two heights, at most three.
class LevelStretches {
 public:
  LevelStretches(const StripHeight& z, double length, double low, double high) {
    // Between the places where its slope is zero the height only rises or only falls.
    std::array<double, 4> turns = {0.0, length, length, length};
    std::size_t count = 1;
    const double c = z.c, d = z.d;
    if (const double root = c * c - 3.0 * d * z.b; d != 0.0 && root > 0.0) {
      const double first = (-c - std::sqrt(root)) / (3.0 * d), second = (-c + std::sqrt(root)) / (3.0 * d);
      for (const double at : {std::min(first, second), std::max(first, second)}) {
        if (at > 0.0 && at < length) turns[count++] = at;
      }
    } else if (d == 0.0 && c != 0.0) {
      if (const double at = -z.b / (2.0 * c); at > 0.0 && at < length) turns[count++] = at;
    }
    turns[count] = length;
    for (std::size_t i = 0; i < count; ++i) add_monotonous(z, turns[i], turns[i + 1], low, high);
  }

  const Stretch* begin() const { return stretches_.data(); }
  const Stretch* end() const { return stretches_.data() + count_; }

 private:
  void add_monotonous(const StripHeight& z, double begin, double end, double low, double high) {
    const bool rises = z.at(end) >= z.at(begin);
    const double from = crossing(z, begin, end, rises ? low : high), to = crossing(z, begin, end, rises ? high : low);
    const double middle = z.at(0.5 * (from + to));
    if (from <= to && middle >= low && middle <= high) stretches_[count_++] = {from, to};
  }

  // Where the height passes `level`; the begin or end if that is nowhere.
  static double crossing(const StripHeight& z, double begin, double end, double level) {
    const bool above_begin = z.at(begin) > level, above_end = z.at(end) > level;
    if (above_begin == above_end) {
      // Not passed: the end that is nearer to the level.
      return std::abs(z.at(begin) - level) < std::abs(z.at(end) - level) ? begin : end;
    }
    while (end - begin > 1e-5) {
      const double middle = 0.5 * (begin + end);
      ((z.at(middle) > level) == above_begin ? begin : end) = middle;
    }
    return 0.5 * (begin + end);
  }

  std::array<Stretch, 3> stretches_{};
  std::size_t count_ = 0;
};

// A run between its borders.
class RunSearch {
 public:
  RunSearch(const RoadNetwork& map, const Strip& strip, const SurfaceRun& run)
      : strip_(strip),
        run_(run),
        right_t_(map.borders_of(strip)[run.right]),
        left_t_(map.borders_of(strip)[run.left]),
        right_(map, strip, right_t_),
        left_(map, strip, left_t_) {}

  void nearest(Local p, Stretch part, StripPlace& best) const {
    const Cut begin = section_at(part.begin), end = section_at(part.end);
    improve_across(begin, p, best);
    improve_across(end, p, best);
    improve_along(right_, right_t_, run_.right_bend, begin.right, end.right, p, best);
    improve_along(left_, left_t_, run_.left_bend, begin.left, end.left, p, best);
  }

  // On a rolled strip, where the height limit cuts: cross-sections in steps, each cut to what is within the limit, and
  // straight lines between them.
  void nearest_within(Local p, double low, double high, StripPlace& best) const {
    const int steps = static_cast<int>(std::clamp(strip_.length / kCutStep, 1.0, 10000.0));
    double ds_before = 0.0;
    std::optional<Cut> before = cut_at(0.0, low, high);
    if (before) improve_across(*before, p, best);
    for (int i = 1; i <= steps; ++i) {
      const double ds = strip_.length * i / steps;
      const auto here = cut_at(ds, low, high);
      auto from = before, to = here;
      if (from && !to) to = last_cut(ds_before, ds, low, high);
      if (to && !from) from = last_cut(ds, ds_before, low, high);
      if (from && to) {
        improve_between(from->right, to->right, p, best);
        improve_between(from->left, to->left, p, best);
        improve_across(*from, p, best);
        improve_across(*to, p, best);
      }
      before = here;
      ds_before = ds;
    }
  }

 private:
  struct Corner {
    Local at;
    double ds, t;
  };
  // A cross-section or a part of one.
  struct Cut {
    Corner right, left;
  };

  Cut section_at(double ds) const { return {{right_.at(ds), ds, right_t_.at(ds)}, {left_.at(ds), ds, left_t_.at(ds)}}; }

  static void improve_between(const Corner& a, const Corner& b, Local p, StripPlace& best) {
    const double part = nearest_part(a.at, b.at, p);
    const double found = distance_at(a.at, b.at, p, part);
    if (found < best.distance) best = {found, a.ds + part * (b.ds - a.ds), a.t + part * (b.t - a.t)};
  }
  static void improve_across(const Cut& cut, Local p, StripPlace& best) {
    improve_between(cut.right, cut.left, p, best);
  }
  static void improve_along(const SideLine& line, const Cubic& t, double bend, const Corner& begin, const Corner& end,
                            Local p, StripPlace& best) {
    NearestPlace place{best.distance, 0.0};
    LineSearch(line, bend, p).search(begin.ds, begin.at, end.ds, end.at, place);
    if (place.distance < best.distance) best = {place.distance, place.ds, t.at(place.ds)};
  }

  std::optional<Cut> cut_at(double ds, double low, double high) const {
    const Cut section = section_at(ds);
    const Corner &right = section.right, &left = section.left;
    const double z_right = right_.height(ds), z_left = left_.height(ds);
    // The part of the cross-section, 0 at its right and 1 at its left end, at which the height passes a limit.
    double from = 0.0, to = 1.0;
    for (const auto& [limit, sign] : {std::pair{low, 1.0}, std::pair{high, -1.0}}) {
      const bool right_ok = sign * (z_right - limit) >= 0.0, left_ok = sign * (z_left - limit) >= 0.0;
      if (!right_ok && !left_ok) return std::nullopt;
      if (right_ok && left_ok) continue;
      const double cut = (limit - z_right) / (z_left - z_right);
      if (right_ok) {
        to = std::min(to, cut);
      } else {
        from = std::max(from, cut);
      }
    }
    if (from > to) return std::nullopt;
    const auto between = [&](double part) {
      return Corner{{right.at.u + part * (left.at.u - right.at.u), right.at.v + part * (left.at.v - right.at.v)},
                    ds,
                    right.t + part * (left.t - right.t)};
    };
    return Cut{between(from), between(to)};
  }

  // The cut nearest to `without`, where there is none, starting from `with`, where there is one.
  std::optional<Cut> last_cut(double with, double without, double low, double high) const {
    while (std::abs(with - without) > 1e-3) {
      const double middle = 0.5 * (with + without);
      (cut_at(middle, low, high) ? with : without) = middle;
    }
    return cut_at(with, low, high);
  }

  const Strip& strip_;
  const SurfaceRun& run_;
  const Cubic &right_t_, &left_t_;
  SideLine right_, left_;
};

// `heights` are of the whole strip.
void nearest_on_run(const RoadNetwork& map, const Strip& strip, HeightRange heights, const SurfaceRun& run, Local p,
                    const std::optional<double>& z, StripPlace& best) {
  const RunSearch search(map, strip, run);
  if (!z || (heights.low >= *z - kLevelHeight && heights.high <= *z + kLevelHeight))
    return search.nearest(p, {0.0, strip.length}, best);
  const double low = *z - kLevelHeight, high = *z + kLevelHeight;
  if (strip.superelevation != 0) return search.nearest_within(p, low, high, best);
  for (const Stretch& part : LevelStretches(strip.elevation, strip.length, low, high)) search.nearest(p, part, best);
}

bool reaches_level(HeightRange heights, const std::optional<double>& z) {
  return !z || (heights.low <= *z + kLevelHeight && heights.high >= *z - kLevelHeight);
}

bool is_straight(const Strip& strip, const Cubic& border) {
  return strip.straight && strip.superelevation == 0 && border.c == 0.0 && border.d == 0.0;
}

// All lanes of the strip, with how much their outermost borders bend.
SurfaceRun whole_strip(const RoadNetwork& map, const Strip& strip) {
  const Cubic &right = map.borders_of(strip).front(), &left = map.borders_of(strip).back();
  const Run lanes{0, strip.lane_count};
  if (is_straight(strip, right) && is_straight(strip, left)) return {lanes};
  return with_bends(map, strip, bend_of(strip), lanes);
}

}  // namespace

double nearest_on_line(const SideLine& line, double bend, double ds_begin, double ds_end, Local p, double best) {
  NearestPlace place{best, ds_begin};
  LineSearch(line, bend, p).search(ds_begin, line.at(ds_begin), ds_end, line.at(ds_end), place);
  return place.distance;
}

double nearest_on_strip(const RoadNetwork& map, const SurfaceIndex& index, std::uint32_t strip_index, Local p,
                        const std::optional<double>& z, double best) {
  const Strip& strip = map.strip(strip_index);
  const StripSurface& surface = index.of_strip(strip_index);
  if (surface.first.right == surface.first.left) return best;
  const SureSurface& sure = index.sure(strip_index);
  const HeightRange heights{sure.z_min, sure.z_max};
  if (!reaches_level(heights, z)) return best;
  StripPlace place{best, 0.0, 0.0};
  nearest_on_run(map, strip, heights, surface.first, p, z, place);
  for (const SurfaceRun& run : index.more_runs(surface)) nearest_on_run(map, strip, heights, run, p, z, place);
  return place.distance;
}

bool nearest_on_lanes(const RoadNetwork& map, const Strip& strip, Local p, const std::optional<double>& z,
                      StripPlace& best) {
  if (strip.lane_count == 0) return false;
  const HeightRange heights = z ? height_range(map, strip) : HeightRange{};
  if (!reaches_level(heights, z)) return false;
  const double before = best.distance;
  nearest_on_run(map, strip, heights, whole_strip(map, strip), p, z, best);
  return best.distance < before;
}

}  // namespace scrutineer::map::detail
