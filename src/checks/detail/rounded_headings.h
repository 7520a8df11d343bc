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
      held_ago_ = 0;
      return 0.0;
    }
    const bool was_held = held_ago_ <= kRecently;
    held_ago_ = std::min(held_ago_ + 1, kRecently + 1);
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
  static constexpr int kRecently = 1;        // frames since the heading was held

  std::size_t place_ = 0;
  double last_ = std::numeric_limits<double>::quiet_NaN(), last_change_ = last_;  // not a number: there is none
  bool changes_differ_ = false;
  int held_ago_ = kRecently + 1;
  double resolution_ = 0.0;
};

}  // namespace scrutineer::checks
