// Clocks are rounded, to a nanosecond or to what a float of seconds holds after eight minutes. No verdict may
// depend on that: what should last 0.3 s does so in frames at 0, 0.1, 0.2 and 0.299999999 s.
//
//   if (reaches(now - since, 300ms)) ...             // it lasted that long, as far as frames can tell
//   if (row.time <= latest_in(now)) ...              // what a table beside the run tells holds in this frame
#pragma once

#include <algorithm>

#include "base/time.h"

namespace scrutineer {

// So much earlier or later is the same time.
inline constexpr Duration kClockRounding = std::chrono::microseconds(50);

// What tables tell up to then holds in a frame of this time.
constexpr Duration latest_in(Duration frame) {
  return std::min(frame, Duration::max() - kClockRounding) + kClockRounding;
}
constexpr Time latest_in(Time frame) { return Time(latest_in(frame.time_since_epoch())); }

// A duration between frames may be wrong by so much, short ones by 1 %.
constexpr Duration rounding_of(Duration duration) { return std::min(duration / 100, kClockRounding); }
// The shortest that counts as that long.
constexpr Duration least_of(Duration duration) { return duration - rounding_of(duration); }
constexpr bool reaches(Duration lasted, Duration wanted) { return lasted >= least_of(wanted); }
constexpr bool exceeds(Duration lasted, Duration limit) { return lasted - limit > rounding_of(limit); }

}  // namespace scrutineer
