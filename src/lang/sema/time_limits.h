// Times that `every`, `elapsed`, `ticks` and `for_at_least` cannot act on: asked of constants by the compiler, of all
// else by the run.
#pragma once

#include <cmath>
#include <string>

#include "base/text.h"
#include "base/time.h"

namespace scrutineer::lang {

// Is it a time between two events? One beyond all runs is fine: the second event never comes.
inline bool is_period(double seconds) {
  const auto duration = from_seconds(seconds);
  return duration ? *duration > Duration{} : std::isfinite(seconds) && seconds > 0.0;
}

// What is wrong with the time between two events; empty: nothing.
inline std::string fault_of_period(double seconds) {
  if (is_period(seconds)) return {};
  return "`every` takes a finite time from 1 ns on, and not " + shortest(seconds) + " s";
}

// The same of `top.ticks`.
inline std::string fault_of_tick(double seconds) {
  if (is_period(seconds)) return {};
  return "`ticks` takes a finite time from 1 ns on, and not " + shortest(seconds) + " s";
}

// What is wrong with the time after which something happens once; empty: nothing.
inline std::string fault_of_delay(double seconds) {
  const auto duration = from_seconds(seconds);
  if (duration && *duration >= Duration{}) return {};
  return "`elapsed` takes a time from 0 s on, and not " + shortest(seconds) + " s";
}

// What is wrong with the time that a condition must last; empty: nothing.
inline std::string fault_of_least_time(double seconds) {
  const auto duration = from_seconds(seconds);
  if (duration && *duration >= Duration{}) return {};
  return "for_at_least is a time from 0 s on, and not " + shortest(seconds) + " s";
}

}  // namespace scrutineer::lang
