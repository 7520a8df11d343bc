// How fast a vehicle turns at least, where the run rounds its headings: 1 degree more in 0.1 s may be a hundredth of it.
//
//   RoundedHeadings headings;                      // of one vehicle
//   headings.see(at);                              // every frame
//   if (headings.yaw_rate(at) > allowed) ...
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/quantity.h"
#include "watch/per_actor.h"

namespace scrutineer::checks {

// What headings are rounded to, found from the headings themselves: the widest of some usual grids that all of them lie
// on, while they stand still in between or change by now more, now fewer steps of it. Headings that are not rounded leave
// all grids at once, but for those of made-up runs that turn by 0.2 rad in every frame.
class RoundedHeadings {
 public:
  void see(const watch::View& at) {
    resolution_ = at.scene.motion.is_yaw_rate_reported(at.slot) ? 0.0 : after(at.state().yaw);
  }

  // The amount, without one step of the grid: a rate that is derived from two headings may be too large by that.
  double yaw_rate(const watch::View& at) const {
    const double rate = std::abs(at.scene.motion.yaw_rate(at.slot));
    if (resolution_ == 0.0) return rate;
    const double least = rate - resolution_ / at.scene.actors.step_seconds();
    return least < 0.0 ? 0.0 : least;  // what does not exist stays so
  }

 private:
  // Radians that the change to this heading may be too large by; 0: none that matters.
  double after(double heading) {
    if (place_ == kGrids.size()) return 0.0;  // it is on none of them
    if (heading == last_) {
      held_for_ = std::min(held_for_ + 1, 2);
      return 0.0;
    }
    if (held_for_ > 0) {
      const bool paused = held_for_ == 1 && last_change_ < 1.5 * kGrids[place_];
      counts_for_ = paused ? kAfterPause : kAfterStanding;
      changes_since_ = held_for_ = 0;
    }
    const bool was_held = changes_since_ < counts_for_;
    changes_since_ = std::min(changes_since_ + 1, kAfterPause);
    const double change = std::abs(std::remainder(heading - std::exchange(last_, heading), 2.0 * kPi));
    const double before = std::exchange(last_change_, change);
    for (; place_ < kGrids.size() && !lies_on(kGrids[place_], heading); ++place_) changes_differ_ = false;
    if (place_ == kGrids.size()) return 0.0;
    const double grid = kGrids[place_];
    changes_differ_ = changes_differ_ || std::abs(change - before) > 0.5 * grid;
    // Who turns by one step in every frame does so: rounded headings would stand still in between.
    return was_held || (changes_differ_ && change > 1.5 * grid) ? grid : 0.0;
  }

  // The run may have counted from 0 to a full turn, which is no multiple of a grid of radians.
  static bool lies_on(double grid, double heading) {
    const auto is_multiple = [&](double angle) { return std::abs(std::remainder(angle, grid)) <= kRounding; };
    return is_multiple(heading) || is_multiple(heading + 2.0 * kPi);
  }

  static constexpr double kDegree = kPi / 180.0;
  static constexpr std::array<double, 7> kGrids{0.1,   360.0 / 256.0 * kDegree, 1.0 * kDegree, 0.01, 0.1 * kDegree,
                                                0.001, 0.01 * kDegree};
  static constexpr double kRounding = 1e-6;  // of single precision and of changing units
  // So many changes after the heading stood still are as doubtful as the first: more if it did so for one frame while it
  // changed by single steps, because it turns by less than a step in every frame.
  static constexpr int kAfterStanding = 2, kAfterPause = 20;

  std::size_t place_ = 0;
  double last_ = std::numeric_limits<double>::quiet_NaN(), last_change_ = last_;  // not a number: there is none
  bool changes_differ_ = false;
  int held_for_ = 0, changes_since_ = 0, counts_for_ = 0;  // frames, changes, changes
  double resolution_ = 0.0;
};

}  // namespace scrutineer::checks
