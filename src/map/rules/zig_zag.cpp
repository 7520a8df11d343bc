#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "base/quantity.h"
#include "map/detail/centre_runs.h"
#include "map/detail/side_line.h"
#include "map/lookup.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

using detail::CentreRun;
using detail::CentreSample;

constexpr double kMaxTurn = 45.0;       // degrees
constexpr double kTurnWindow = 1.0;     // metres
constexpr double kMaxSwerve = 20.0;     // degrees
constexpr double kSwerveWindow = 3.0;   // metres
constexpr double kMinWidth = 0.5;       // metres
constexpr double kMinJump = 0.5;        // metres
constexpr double kShortestPiece = 0.1;  // metres

struct Limits {
  explicit Limits(const Check& check)
      : max_turn(check.tolerance("max_turn")),
        turn_window(check.tolerance("turn_window")),
        max_swerve(check.tolerance("max_swerve")),
        swerve_window(check.tolerance("swerve_window")),
        min_width(check.tolerance("min_width")),
        min_jump(check.tolerance("min_jump")),
        shortest_piece(check.tolerance("shortest_piece")) {}

  double max_turn, turn_window, max_swerve, swerve_window, min_width, min_jump, shortest_piece;
};

// A stretch of a run that turns too much; `size` in degrees.
struct Turn {
  double begin = 0.0, end = 0.0;  // arc length
  double at = 0.0;                // where it is worst, between them
  double size = 0.0;
  bool swerves = false;  // back and forth

  double excess(const Limits& limits) const { return size / (swerves ? limits.max_swerve : limits.max_turn); }
};

double heading_between(const CentreSample& a, const CentreSample& b, double along) {
  const double length = b.along - a.along;
  return length != 0.0 ? a.heading + (b.heading - a.heading) * (along - a.along) / length : b.heading;
}

// The heading is linear between samples, so the window in which it changes most begins or ends at a sample. Those that
// end at one are found along the run, those that begin at one by going along it backwards. The lists hold the samples
// of the window that are higher (lower) than all after them, so that the front is the extreme.
void find_sharp_turns(const Limits& limits, const CentreRun& run, bool backwards, std::vector<Turn>& turns) {
  const auto sample = [&](std::size_t i) -> const CentreSample& { return run[backwards ? run.size() - 1 - i : i]; };
  std::deque<std::size_t> highest, lowest;
  std::size_t first = 0;
  for (std::size_t last = 0; last < run.size(); ++last) {
    const CentreSample& here = sample(last);
    while (!highest.empty() && sample(highest.back()).heading <= here.heading) highest.pop_back();
    while (!lowest.empty() && sample(lowest.back()).heading >= here.heading) lowest.pop_back();
    highest.push_back(last);
    lowest.push_back(last);
    while (std::abs(here.along - sample(first).along) > limits.turn_window) ++first;
    while (highest.front() < first) highest.pop_front();
    while (lowest.front() < first) lowest.pop_front();

    const auto add = [&](double from, double heading) {
      const double size = std::abs(here.heading - heading) * kDegrees;
      if (size <= limits.max_turn) return;
      const double begin = std::min(from, here.along), end = std::max(from, here.along);
      turns.push_back({begin, end, 0.5 * (begin + end), size, false});
    };
    add(sample(highest.front()).along, sample(highest.front()).heading);
    add(sample(lowest.front()).along, sample(lowest.front()).heading);
    if (first > 0) {
      const double from = here.along + (backwards ? limits.turn_window : -limits.turn_window);
      add(from, heading_between(sample(first - 1), sample(first), from));
    }
  }
}

// How the heading falls away from a peak (sign 1) or rises from a trough (sign -1) on one side of it, in degrees, as
// far as the window reaches.
class Swing {
 public:
  Swing(const Limits& limits, const CentreRun& run, std::size_t peak, bool forward, double sign) {
    steps_.push_back({});
    for (std::size_t i = peak; forward ? i + 1 < run.size() : i > 0;) {
      i = forward ? i + 1 : i - 1;
      const double distance = std::abs(run[i].along - run[peak].along);
      const double change = sign * (run[peak].heading - run[i].heading) * kDegrees;
      steps_.push_back({distance, change, std::max(steps_.back().largest, change)});
      if (distance > limits.swerve_window || steps_.size() > kMaxSteps) break;
    }
  }

  // The largest change within `reach` of the peak.
  double within(double reach) const {
    const auto after = std::ranges::upper_bound(steps_, reach, {}, &Step::distance);
    const Step& a = *std::prev(after);
    if (after == steps_.end()) return a.largest;
    const double part = (reach - a.distance) / (after->distance - a.distance);
    return std::max(a.largest, a.change + part * (after->change - a.change));
  }

 private:
  struct Step {
    double distance = 0.0, change = 0.0;
    double largest = 0.0;  // of all changes so far
  };
  // A line that bends more often than this in a few metres does so by millimetres, which is_visible() leaves out; the
  // bound keeps an absurd file from costing the square of its size.
  static constexpr std::size_t kMaxSteps = 1000;
  std::vector<Step> steps_;
};

// A swerve has its turning point at a sample where the heading is largest or smallest around. The smaller of the two
// changes counts, for the split of the window between before and after that makes it largest: one grows and the other
// shrinks with the split, so it is found by halving.
void find_swerves(const Limits& limits, const CentreRun& run, std::vector<Turn>& turns) {
  for (std::size_t i = 1; i + 1 < run.size(); ++i) {
    const double before = run[i].heading - run[i - 1].heading, after = run[i + 1].heading - run[i].heading;
    if (before * after > 0.0 || (before == 0.0 && after == 0.0)) continue;
    const double sign = before > 0.0 || after < 0.0 ? 1.0 : -1.0;
    const Swing left(limits, run, i, false, sign);
    if (left.within(limits.swerve_window) <= limits.max_swerve) continue;
    const Swing right(limits, run, i, true, sign);
    if (right.within(limits.swerve_window) <= limits.max_swerve) continue;
    double low = 0.0, high = limits.swerve_window;
    for (int halving = 0; halving < 30; ++halving) {
      const double middle = 0.5 * (low + high);
      (left.within(middle) < right.within(limits.swerve_window - middle) ? low : high) = middle;
    }
    // Where the heading has kinks the two jump past each other: one side of the split is then better than the other.
    for (const double before_peak : {low, high}) {
      const double size = std::min(left.within(before_peak), right.within(limits.swerve_window - before_peak));
      const double begin = run[i].along - before_peak;
      if (size > limits.max_swerve) turns.push_back({begin, begin + limits.swerve_window, run[i].along, size, true});
    }
  }
}

// The direction from one place of the run to another, both by arc length and cut off at the run's ends.
double chord_heading(const CentreRun& run, double from, double to) {
  const auto point = [&](double along) {
    const auto after = std::ranges::lower_bound(run, along, {}, &CentreSample::along);
    if (after == run.begin()) return Point{run.front().x, run.front().y};
    if (after == run.end()) return Point{run.back().x, run.back().y};
    const CentreSample &a = *std::prev(after), &b = *after;
    const double part = (along - a.along) / (b.along - a.along);
    return Point{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
  };
  const Point a = point(from), b = point(to);
  return std::atan2(b.y - a.y, b.x - a.x);
}

// Curvature that jitters makes the offset line of a lane fold back over millimetres: its heading turns right round, but
// nobody could see or drive it. So the pieces before, after and, for a swerve, at the turning point must still differ
// when each is looked at over a length that matters; by half of the limit, because such a piece may be bent itself.
bool is_visible(const Limits& limits, const CentreRun& run, const Turn& turn) {
  const auto differs = [&](double a, double b, double limit) {
    return std::abs(std::remainder(b - a, 2.0 * kPi)) * kDegrees > 0.5 * limit;
  };
  const double first = run.front().along, last = run.back().along;
  const double before = turn.begin - first < limits.shortest_piece
                            ? run.front().heading
                            : chord_heading(run, turn.begin - limits.shortest_piece, turn.begin);
  const double after = last - turn.end < limits.shortest_piece
                           ? run.back().heading
                           : chord_heading(run, turn.end, turn.end + limits.shortest_piece);
  if (!turn.swerves) return differs(before, after, limits.max_turn);
  const auto is_peak = [&](double from, double to) {
    const double heading = chord_heading(run, from, to);
    return differs(before, heading, limits.max_swerve) && differs(heading, after, limits.max_swerve);
  };
  return is_peak(turn.at - limits.shortest_piece, turn.at) || is_peak(turn.at, turn.at + limits.shortest_piece);
}

// Turns that overlap are one finding: the one that exceeds its limit by most.
std::vector<Turn> merged(const Limits& limits, std::vector<Turn> turns) {
  std::ranges::sort(turns, [](const Turn& a, const Turn& b) { return a.begin < b.begin; });
  std::vector<Turn> result;
  double end = 0.0;
  for (const Turn& turn : turns) {
    if (result.empty() || turn.begin > end) {
      result.push_back(turn);
      end = turn.end;
      continue;
    }
    end = std::max(end, turn.end);
    if (turn.excess(limits) > result.back().excess(limits)) result.back() = turn;
  }
  return result;
}

Finding finding_of(const Limits& limits, const RoadNetwork& map, const CentreRun& run, const Turn& turn) {
  auto place = std::ranges::lower_bound(run, turn.at, {}, &CentreSample::along);
  const bool between = place != run.begin() && place != run.end();
  if (place == run.end() || (between && turn.at - std::prev(place)->along < place->along - turn.at)) --place;
  Finding finding;
  finding.lane = place->lane;
  finding.road = map.lane(place->lane).road;
  finding.road_id = map.road(finding.road).id;
  finding.lane_number = map.lane(place->lane).number;
  finding.s = place->s;
  finding.x = place->x;
  finding.y = place->y;
  finding.z = place->z;
  finding.measured = std::min(turn.size, 180.0);  // a line that folds over counts more turns than one sees
  finding.threshold = turn.swerves ? limits.max_swerve : limits.max_turn;
  finding.unit = "deg";
  finding.message = turn.swerves
                        ? fmt::format("its centre line turns back and forth within {:g} m", limits.swerve_window)
                        : fmt::format("its centre line turns sharply within {:g} m", limits.turn_window);
  return finding;
}

// Is there no window, wherever it begins, in which the heading changes by as much as a turn or a swerve needs? Most runs
// are like that. Samples that are partly in the window count as a whole.
bool bends_little(const Limits& limits, const CentreRun& run) {
  constexpr double kMargin = 1e-6;  // degrees; for rounding
  const double window = std::max(limits.turn_window, limits.swerve_window);
  const double least = std::min(limits.max_turn, 2.0 * limits.max_swerve) - kMargin;
  const auto change_after = [&](std::size_t i) { return std::abs(run[i + 1].heading - run[i].heading) * kDegrees; };
  double changes = 0.0;
  std::size_t first = 0;
  for (std::size_t last = 0; last + 1 < run.size(); ++last) {
    changes += change_after(last);
    for (; run[last].along - run[first + 1].along > window; ++first) changes -= change_after(first);
    if (!(changes <= least)) return false;
  }
  return true;
}

// Tells most lanes that bend little by bounds of their strips, so that they need not be sampled. To the reference line's
// turning comes how far a lane may head away from it: with t its offset, by t' across to at least 1 - |turn t| along.
class SurelyBendsLittle {
 public:
  SurelyBendsLittle(const RoadNetwork& map, const Limits& limits)
      : map_(map),
        max_jump_(0.5 * limits.min_jump),
        window_(std::max(limits.turn_window, limits.swerve_window)),
        most_((std::min(limits.max_turn, limits.max_swerve) - 1.0) / kDegrees),
        paces_(map.strips().size()) {}

  bool operator()(std::span<const LaneId> lanes) {
    double turn = 0.0;   // of the reference line, by the metre of the lane
    double tilt = 0.0;   // of the lane against it
    double kinks = 0.0;  // all of them
    for (const LaneId lane : lanes) {
      const LaneSection& section = map_.section(map_.lane(lane).section);
      for (std::uint32_t i = 0; i < section.strip_count; ++i) {
        const Strip& strip = map_.strip(section.first_strip + i);
        const Cubic centre = centre_of(strip, lane);
        if (i > 0 && jump_to(strip, centre, lane) > max_jump_) return false;
        const detail::Pace& pace = pace_of(section.first_strip + i);
        const double along = pace.slowest - pace.turn * detail::bounds_of(centre, strip.length).value;
        if (strip.superelevation != 0 || along < kLeastAlong) return false;
        turn = std::max(turn, pace.turn / along);
        tilt = std::max(tilt, detail::slope_bound(centre, strip.length) / along);
        if (i > 0 || lane != lanes.front()) kinks += strip.kink_begin;
      }
    }
    return turn * window_ + 2.0 * tilt + kinks < most_;
  }

 private:
  static constexpr double kLeastAlong = 0.5;

  Cubic centre_of(const Strip& strip, LaneId lane) const {
    const auto borders = map_.borders_of(strip);
    const std::size_t place = lane.index() - strip.first_lane;
    const Cubic sum = borders[place] + borders[place + 1];
    return {0.5 * sum.a, 0.5 * sum.b, 0.5 * sum.c, 0.5 * sum.d};
  }

  // How far the centre line lies from its end on the strip before, at most.
  double jump_to(const Strip& strip, const Cubic& centre, LaneId lane) const {
    const Strip& before = *(&strip - 1);
    const double t = centre_of(before, lane).at(before.length);
    return strip.gap_begin + strip.kink_begin * std::abs(t) + std::abs(centre.at(0.0) - t);
  }

  const detail::Pace& pace_of(std::uint32_t strip) {
    std::optional<detail::Pace>& pace = paces_[strip];
    if (!pace) pace = detail::pace_of(map_.strip(strip));
    return *pace;
  }

  const RoadNetwork& map_;
  double max_jump_, window_, most_;
  std::vector<std::optional<detail::Pace>> paces_;  // by strip
};

void judge_turns(Check& check) {
  const RoadNetwork& map = check.map();
  const Limits limits(check);
  SurelyBendsLittle surely_bends_little(map, limits);
  for (const std::vector<LaneId>& lanes : detail::lanes_along_roads(map)) {
    if (surely_bends_little(lanes)) continue;
    for (const CentreRun& run :
         detail::centre_runs(map, lanes, {.min_width = limits.min_width, .min_jump = limits.min_jump})) {
      if (bends_little(limits, run)) continue;
      std::vector<Turn> turns;
      for (const bool backwards : {false, true}) find_sharp_turns(limits, run, backwards, turns);
      find_swerves(limits, run, turns);
      std::erase_if(turns, [&](const Turn& turn) { return !is_visible(limits, run, turn); });
      for (const Turn& turn : merged(limits, std::move(turns))) check.report(finding_of(limits, map, run, turn));
    }
  }
}

}  // namespace

MapRule zig_zag() {
  return {
      .uid = "scrutineer.internal:xodr:1.1.0:map.zig_zag",
      .group = "smoothness",
      .title = "Lanes do not bend improbably.",
      .doc =
          "Along the centre line of a lane, through all lane sections of its road, the heading changes by at most "
          "max_turn within turn_window and does not turn back and forth by more than max_swerve each within "
          "swerve_window. It is measured on the curves themselves, not on heading "
          "attributes or samples, and not where the lane is narrower than min_width. A jump of the line inside of a "
          "lane "
          "section by more than min_jump counts as a straight piece of it. What bends only over less than "
          "shortest_piece is left out.",
      .why = "No vehicle can follow such a line; lateral speed and acceleration computed along it are wrong.",
      .remedy =
          "Mend the headings or the gap between two geometries; give a tight connecting road a reference line on the "
          "outside of the curve; let a width change over some metres.",
      .level = Level::warning,
      .drives = true,
      .needs = Needs::network,
      .tolerances = {{"max_turn", "deg", "Largest change of heading within turn_window.", kMaxTurn},
                     {"turn_window", "m", "Along the centre line.", kTurnWindow},
                     {"max_swerve", "deg", "Largest change of heading that is undone within swerve_window.",
                      kMaxSwerve},
                     {"swerve_window", "m", "Along the centre line, for both changes together.", kSwerveWindow},
                     {"min_width", "m", "A lane is not looked at where it is narrower.", kMinWidth},
                     {"min_jump", "m", "Jumps of the centre line up to this do not count as a piece of it.", kMinJump},
                     {"shortest_piece", "m", "Pieces shorter than this do not make a turn that anyone sees.",
                      kShortestPiece}},
      .run = judge_turns,
  };
}

}  // namespace scrutineer::map::rules
