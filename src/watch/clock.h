// A clock that ticks every so often, on a fixed grid from the run's first frame.
//
//   PeriodicClock clock(100ms);
//   if (clock.ticks(now)) sample();
#pragma once

#include <algorithm>

#include "base/time.h"

namespace scrutineer::watch {

class PeriodicClock {
 public:
  explicit PeriodicClock(Duration period = std::chrono::milliseconds(100), Time first = Time{})
      : period_(std::max(period, Duration(1))), due_(first) {}  // a shorter one ticks on every frame, too

  // Once per frame. True on the first frame at or after a due time; a frame that is early by at most 1 % of the period
  // is on time, for real frames jitter. Late frames shift no later tick: due times stay on their grid.
  bool ticks(Time now) {
    const Time on_time = now + period_ / 100;
    if (on_time < due_) return false;
    const auto passed = (on_time - due_) / period_;
    due_ += (passed + 1) * period_;
    return true;
  }
  Duration period() const { return period_; }

 private:
  Duration period_;
  Time due_;
};

}  // namespace scrutineer::watch
