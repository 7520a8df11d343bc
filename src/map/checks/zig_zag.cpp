#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/quantity.h"
#include "map/checks/catalogue.h"
#include "map/checks/findings.h"
#include "map/detail/centre_runs.h"

namespace scrutineer::map::checks {
namespace {

using detail::CentreRun;
using detail::CentreSample;

constexpr double kMaxTurn = 45.0;      // degrees
constexpr double kTurnWindow = 1.0;    // metres
constexpr double kMaxSwerve = 20.0;    // degrees
constexpr double kSwerveWindow = 3.0;  // metres
constexpr double kMinWidth = 0.5;      // metres
constexpr double kDegrees = 180.0 / kPi;

// A stretch of a run that turns too much; `size` in degrees.
struct Turn {
  double begin = 0.0, end = 0.0;  // arc length
  double at = 0.0;                // where it is worst, between them
  double size = 0.0;
  bool swerves = false;  // back and forth

  double excess() const { return size / (swerves ? kMaxSwerve : kMaxTurn); }
};

double heading_between(const CentreSample& a, const CentreSample& b, double along) {
  const double length = b.along - a.along;
  return length > 0.0 ? a.heading + (b.heading - a.heading) * (along - a.along) / length : b.heading;
}

// The heading is linear between samples, so a window in which it changes most begins or ends at a sample.
void find_sharp_turns(const CentreRun& run, std::vector<Turn>& turns) {
  const auto add = [&](double begin, double end, double change) {
    const double size = std::abs(change) * kDegrees;
    if (size > kMaxTurn) turns.push_back({begin, end, 0.5 * (begin + end), size, false});
  };
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const CentreSample& here = run[i];
    const double forward = here.along + kTurnWindow, back = here.along - kTurnWindow;
    for (last = i + 1; last < run.size() && run[last].along <= forward; ++last) {
      add(here.along, run[last].along, run[last].heading - here.heading);
    }
    if (last < run.size()) add(here.along, forward, heading_between(run[last - 1], run[last], forward) - here.heading);
    while (run[first].along < back) ++first;
    if (first > 0) add(back, here.along, here.heading - heading_between(run[first - 1], run[first], back));
  }
}

// How the heading falls away from a peak (sign 1) or rises from a trough (sign -1) on one side of it.
class Swing {
 public:
  Swing(const CentreRun& run, std::size_t peak, int step, double sign)
      : run_(run), peak_(peak), step_(step), sign_(sign) {}

  // The largest change within `reach` of the peak, in degrees.
  double within(double reach) const {
    double largest = 0.0;
    std::size_t i = peak_;
    while (has_next(i)) {
      const std::size_t next = step_ > 0 ? i + 1 : i - 1;
      const double distance = std::abs(run_[next].along - run_[peak_].along);
      if (distance <= reach) {
        largest = std::max(largest, change(run_[next].heading));
        i = next;
        continue;
      }
      const double along = run_[peak_].along + step_ * reach;
      const CentreSample &a = run_[std::min(i, next)], &b = run_[std::max(i, next)];
      return std::max(largest, change(heading_between(a, b, along)));
    }
    return largest;
  }

 private:
  bool has_next(std::size_t i) const { return step_ > 0 ? i + 1 < run_.size() : i > 0; }
  double change(double heading) const { return sign_ * (run_[peak_].heading - heading) * kDegrees; }

  const CentreRun& run_;
  std::size_t peak_;
  int step_;
  double sign_;
};

// A swerve has its turning point at a sample where the heading is largest or smallest around. The smaller of the two
// changes counts, for the split of the window between before and after that makes it largest: one grows and the other
// shrinks with the split, so it is found by halving.
void find_swerves(const CentreRun& run, std::vector<Turn>& turns) {
  for (std::size_t i = 1; i + 1 < run.size(); ++i) {
    const double before = run[i].heading - run[i - 1].heading, after = run[i + 1].heading - run[i].heading;
    if (before * after > 0.0 || (before == 0.0 && after == 0.0)) continue;
    const double sign = before > 0.0 || after < 0.0 ? 1.0 : -1.0;
    const Swing left(run, i, -1, sign), right(run, i, 1, sign);
    if (left.within(kSwerveWindow) <= kMaxSwerve || right.within(kSwerveWindow) <= kMaxSwerve) continue;
    double low = 0.0, high = kSwerveWindow;
    for (int halving = 0; halving < 30; ++halving) {
      const double middle = 0.5 * (low + high);
      (left.within(middle) < right.within(kSwerveWindow - middle) ? low : high) = middle;
    }
    // Where the heading has kinks the two jump past each other: one side of the split is then better than the other.
    for (const double before_peak : {low, high}) {
      const double size = std::min(left.within(before_peak), right.within(kSwerveWindow - before_peak));
      const double begin = run[i].along - before_peak;
      if (size > kMaxSwerve) turns.push_back({begin, begin + kSwerveWindow, run[i].along, size, true});
    }
  }
}

// Turns that overlap are one finding: the one that exceeds its limit by most.
std::vector<Turn> merged(std::vector<Turn> turns) {
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
    if (turn.excess() > result.back().excess()) result.back() = turn;
  }
  return result;
}

Anomaly anomaly_of(const RoadNetwork& map, const CentreRun& run, const Turn& turn) {
  const auto place =
      std::ranges::min_element(run, {}, [&](const CentreSample& sample) { return std::abs(sample.along - turn.at); });
  Anomaly anomaly;
  anomaly.lane = place->lane;
  anomaly.road = map.lane(place->lane).road;
  anomaly.road_id = map.road(anomaly.road).id;
  anomaly.lane_number = map.lane(place->lane).number;
  anomaly.s = place->s;
  anomaly.x = place->x;
  anomaly.y = place->y;
  anomaly.z = place->z;
  anomaly.measured = turn.size;
  anomaly.threshold = turn.swerves ? kMaxSwerve : kMaxTurn;
  anomaly.unit = "deg";
  anomaly.message = turn.swerves ? fmt::format("its centre line turns back and forth within {:g} m", kSwerveWindow)
                                 : fmt::format("its centre line turns sharply within {:g} m", kTurnWindow);
  return anomaly;
}

double total_turn(const CentreRun& run) {
  double sum = 0.0;
  for (std::size_t i = 1; i < run.size(); ++i) sum += std::abs(run[i].heading - run[i - 1].heading);
  return sum * kDegrees;
}

std::vector<Anomaly> run_check(const RoadNetwork& map) {
  std::vector<Anomaly> found;
  for (const std::vector<LaneId>& lanes : detail::lanes_along_roads(map)) {
    for (const CentreRun& run : detail::centre_runs(map, lanes, kMinWidth)) {
      if (total_turn(run) <= std::min(kMaxTurn, kMaxSwerve)) continue;
      std::vector<Turn> turns;
      find_sharp_turns(run, turns);
      find_swerves(run, turns);
      for (const Turn& turn : merged(std::move(turns))) found.push_back(anomaly_of(map, run, turn));
    }
  }
  return found;
}

}  // namespace

MapCheck zig_zag() {
  return {
      .id = "map.zig_zag",
      .title = "Lanes do not bend improbably.",
      .doc =
          "Along the centre line of a lane, through all lane sections of its road, the heading changes by at most "
          "max_turn within turn_window and does not turn back and forth by more than max_swerve each within "
          "swerve_window. No vehicle can follow such a line. It is measured on the curves themselves, not on heading "
          "attributes or samples, and not where the lane is narrower than min_width.",
      .severity = AnomalySeverity::warning,
      .thresholds = {{"max_turn", "deg", "Largest change of heading within turn_window.", kMaxTurn},
                     {"turn_window", "m", "Along the centre line.", kTurnWindow},
                     {"max_swerve", "deg", "Largest change of heading that is undone within swerve_window.",
                      kMaxSwerve},
                     {"swerve_window", "m", "Along the centre line, for both changes together.", kSwerveWindow},
                     {"min_width", "m", "A lane is not looked at where it is narrower.", kMinWidth}},
      .skip_reason = skipped_without_roads,
      .run = run_check,
  };
}

}  // namespace scrutineer::map::checks
