// Contacts of the ego that belong together: one crash is a contact and every later one that begins soon after, with the
// same actor or near where the crash began.
//
//   const Crash crash = crashes.begin(now, other_uid, x, y);
//   if (crash.is_first) ...
//   crashes.confirm(crash.number);                             // until then it may turn out to be none
//   crashes.end(crash.number, now);
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/clock_rounding.h"
#include "base/time.h"

namespace scrutineer::checks {

struct Crash {
  int number = 0;         // from 1
  bool is_first = false;  // the contact that it begins with
};

class Crashes {
 public:
  // Another contact of the ego, which is at that place.
  Crash begin(Time now, int other, double x, double y) {
    constexpr Duration kSoon = std::chrono::seconds(5);
    constexpr double kNear = 5.0;  // metres
    for (std::size_t i = crashes_.size(); i-- > 0;) {
      Known& known = crashes_[i];
      if (!known.is_sure) continue;
      const bool is_soon = known.open > 0 || !exceeds(now - known.last_end, kSoon);
      const bool is_same = std::ranges::find(known.others, other) != known.others.end();
      if (!is_soon || !(is_same || std::hypot(x - known.x, y - known.y) < kNear)) continue;
      ++known.open;
      if (!is_same) known.others.push_back(other);
      return {static_cast<int>(i) + 1, false};
    }
    crashes_.push_back({x, y, {}, 1, {other}, false});
    return {static_cast<int>(crashes_.size()), true};
  }
  void confirm(int number) { crashes_.at(static_cast<std::size_t>(number) - 1).is_sure = true; }
  void end(int number, Time at) {
    Known& known = crashes_.at(static_cast<std::size_t>(number) - 1);
    --known.open;
    known.last_end = std::max(known.last_end, at);
  }

 private:
  struct Known {
    double x = 0.0, y = 0.0;  // where the ego was
    Time last_end{};
    int open = 0;             // contacts that are not over
    std::vector<int> others;  // uids
    bool is_sure = false;
  };
  std::vector<Known> crashes_;
};

}  // namespace scrutineer::checks
