// Time as a signed 64-bit count of nanoseconds, so that clocks tick exactly and sums do not drift.
//
//   constexpr Duration step = 10ms;                  // with using namespace std::chrono_literals
//   Time now{};                                      // the run's first frame
//   now += step;
//   to_seconds(now - Time{});                        // 0.01, only for printing and formulas
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace scrutineer {

using Duration = std::chrono::duration<std::int64_t, std::nano>;

// The clock of a run: its epoch is the run's first frame. Nothing reads it from the outside world.
struct RunClock {
  using rep = std::int64_t;
  using period = std::nano;
  using duration = Duration;
  using time_point = std::chrono::time_point<RunClock, Duration>;
  static constexpr bool is_steady = true;
};

using Time = RunClock::time_point;

constexpr double to_seconds(Duration duration) { return static_cast<double>(duration.count()) / 1e9; }
constexpr double to_seconds(Time time) { return to_seconds(time.time_since_epoch()); }

// The nearest nanosecond; nothing for what does not fit (292 years) or is not a number.
constexpr std::optional<Duration> from_seconds(double seconds) {
  const double ns = seconds * 1e9;
  if (!(ns > -9.2e18 && ns < 9.2e18)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(ns);
  const double rest = ns - static_cast<double>(whole);
  return Duration(whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0));
}

}  // namespace scrutineer
