#include "watch/lifecycle.h"

#include <algorithm>
#include <utility>

#include "base/clock_rounding.h"

namespace scrutineer::watch {

std::optional<Ending> Lifecycle::ends(Time now, const Conditions& seen) {
  if (!is_open()) return std::nullopt;
  const bool is_justified = !seen.justified_by.empty();
  if (is_waiting()) {
    const bool is_too_long = reaches(now - waits_since_, merge_gap_);
    if (!is_too_long && (goes_on_after_waiting(now, seen) || !is_justified)) return std::nullopt;
    return Ending{std::exchange(waits_since_, kNever), EndedBy::condition};
  }
  if (is_justified) return Ending{now, EndedBy::condition, seen.justified_by};
  if (seen.starts || seen.keeps || merge_gap_ > Duration{}) return std::nullopt;
  return Ending{now, EndedBy::condition};
}

Progress Lifecycle::advance(Time now, const Conditions& seen) {
  if (is_waiting()) {
    if (!goes_on_after_waiting(now, seen)) return Progress::waits;
    waits_since_ = kNever;
    return Progress::goes_on;
  }
  if (is_open()) {
    if (seen.starts || seen.keeps) return Progress::goes_on;
    waits_since_ = now;
    return Progress::waits;
  }
  if (!seen.starts || !seen.justified_by.empty()) {
    interval.start = kNever;
    return Progress::nothing;
  }
  if (is_idle()) interval.start = std::min(now, seen.since);
  return reaches(now - interval.start, debounce_start_time_) ? Progress::begins : Progress::may_begin;
}

Ending Lifecycle::end(EndedBy ended_by, Time last) {
  if (is_waiting()) return {std::exchange(waits_since_, kNever), EndedBy::condition};
  return {last, ended_by};
}

void Lifecycle::reset() {
  interval = {};
  waits_since_ = kNever;
}

}  // namespace scrutineer::watch
