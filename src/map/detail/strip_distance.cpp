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

double distance_to_segment(Local a, Local b, Local p) { return distance_at(a, b, p, nearest_part(a, b, p)); }

// A piece of a line, and the point whose distance is asked for.
class LineSearch {
 public:
  LineSearch(const SideLine& line, double bend, Local p) : line_(line), bend_(bend), p_(p) {}

  // The piece from a (which is at pa) to b (at pb).
  //
  // The line strays from its chord by at most bend h^2 / 8. So a piece whose chord is further away than that and the
  // best distance so far is left aside, and one that strays next to nothing is nearest where its chord is. In between,
  // half the second derivative of the squared distance is |B'|^2 + (B - p) . B''; where bounds show it positive there
  // is one nearest point and Newton's method finds it; else the piece is halved.
  double search(double a, Local pa, double b, Local pb, double best) const {
    const double h = b - a;
    const double stray = bend_ * h * h / 8.0;
    const double part = nearest_part(pa, pb, p_);
    const double chord = distance_at(pa, pb, p_, part);
    if (!(chord - stray < best)) return best;
    if (bend_ == 0.0) return std::min(best, chord);
    if (stray <= kFineChord || h < kFineChord) return std::min(best, distance(line_.at(a + part * h), p_));
    const double middle = 0.5 * (a + b);
    const SideLine::Jet jet = line_.jet(middle);
    const double speed = std::sqrt(jet.du * jet.du + jet.dv * jet.dv), swing = 0.5 * bend_ * h;
    const double reach = distance({jet.u, jet.v}, p_) + 0.5 * (speed + swing) * h;
    if (speed > swing && (speed - swing) * (speed - swing) > reach * bend_) {
      return std::min(best, newton(a, b, middle));
    }
    const Local pm{jet.u, jet.v};
    // The nearer half first: it may spare the other one.
    if (distance(pa, p_) < distance(pb, p_)) return search(middle, pm, b, pb, search(a, pa, middle, pm, best));
    return search(a, pa, middle, pm, search(middle, pm, b, pb, best));
  }

 private:
  double newton(double low, double high, double ds) const {
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
    return distance({jet.u, jet.v}, p_);
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
        right_(map, strip, map.borders_of(strip)[run.right]),
        left_(map, strip, map.borders_of(strip)[run.left]) {}

  double nearest(Local p, Stretch part, double best) const {
    const Local right_begin = right_.at(part.begin), right_end = right_.at(part.end);
    const Local left_begin = left_.at(part.begin), left_end = left_.at(part.end);
    best = std::min(best, distance_to_segment(right_begin, left_begin, p));
    best = std::min(best, distance_to_segment(right_end, left_end, p));
    best = LineSearch(right_, run_.right_bend, p).search(part.begin, right_begin, part.end, right_end, best);
    return LineSearch(left_, run_.left_bend, p).search(part.begin, left_begin, part.end, left_end, best);
  }

  // On a rolled strip, where the height limit cuts: cross-sections in steps, each cut to what is within the limit, and
  // straight lines between them.
  double nearest_within(Local p, double low, double high, double best) const {
    const int steps = static_cast<int>(std::clamp(strip_.length / kCutStep, 1.0, 10000.0));
    double ds_before = 0.0;
    std::optional<Cut> before = cut_at(0.0, low, high);
    if (before) best = std::min(best, distance_to_segment(before->right, before->left, p));
    for (int i = 1; i <= steps; ++i) {
      const double ds = strip_.length * i / steps;
      const auto here = cut_at(ds, low, high);
      auto from = before, to = here;
      if (from && !to) to = last_cut(ds_before, ds, low, high);
      if (to && !from) from = last_cut(ds, ds_before, low, high);
      if (from && to) {
        best = std::min(best, distance_to_segment(from->right, to->right, p));
        best = std::min(best, distance_to_segment(from->left, to->left, p));
        best = std::min(best, distance_to_segment(from->right, from->left, p));
        best = std::min(best, distance_to_segment(to->right, to->left, p));
      }
      before = here;
      ds_before = ds;
    }
    return best;
  }

 private:
  struct Cut {
    Local right, left;
  };

  std::optional<Cut> cut_at(double ds, double low, double high) const {
    const Local right = right_.at(ds), left = left_.at(ds);
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
      return Local{right.u + part * (left.u - right.u), right.v + part * (left.v - right.v)};
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
  SideLine right_, left_;
};

double nearest_on_run(const RoadNetwork& map, const Strip& strip, const SureSurface& heights, const SurfaceRun& run,
                      Local p, const std::optional<double>& z, double best) {
  const RunSearch search(map, strip, run);
  if (!z || (heights.z_min >= *z - kLevelHeight && heights.z_max <= *z + kLevelHeight)) {
    return search.nearest(p, {0.0, strip.length}, best);
  }
  const double low = *z - kLevelHeight, high = *z + kLevelHeight;
  if (strip.superelevation != 0) return search.nearest_within(p, low, high, best);
  for (const Stretch& part : LevelStretches(strip.elevation, strip.length, low, high)) {
    best = search.nearest(p, part, best);
  }
  return best;
}

}  // namespace

double nearest_on_line(const SideLine& line, double bend, double ds_begin, double ds_end, Local p, double best) {
  return LineSearch(line, bend, p).search(ds_begin, line.at(ds_begin), ds_end, line.at(ds_end), best);
}

double nearest_on_strip(const RoadNetwork& map, const SurfaceIndex& index, std::uint32_t strip_index, Local p,
                        const std::optional<double>& z, double best) {
  const Strip& strip = map.strip(strip_index);
  const StripSurface& surface = index.of_strip(strip_index);
  if (surface.first.right == surface.first.left) return best;
  const SureSurface& heights = index.sure(strip_index);
  if (z && !(heights.z_min <= *z + kLevelHeight && heights.z_max >= *z - kLevelHeight)) return best;
  best = nearest_on_run(map, strip, heights, surface.first, p, z, best);
  for (const SurfaceRun& run : index.more_runs(surface)) best = nearest_on_run(map, strip, heights, run, p, z, best);
  return best;
}

}  // namespace scrutineer::map::detail
