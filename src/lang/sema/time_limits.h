// Times that `every` and `for_at_least` cannot act on: asked of constants by the compiler, of all else by the run.
#pragma once

#include <cmath>
#include <string>

#include "base/text.h"
#include "base/time.h"

namespace scrutineer::lang {

// What is wrong with the time between two events; empty: nothing.
inline std::string fault_of_period(double seconds) {
  const auto duration = from_seconds(seconds);
  // One beyond all runs is fine: the second event never comes.
  if (duration ? *duration > Duration{} : std::isfinite(seconds) && seconds > 0.0) return {};
  return "`every` takes a finite time from 1 ns on, and not " + shortest(seconds) + " s";
}

// What is wrong with the time that a condition must last; empty: nothing.
inline std::string fault_of_least_time(double seconds) {
  const auto duration = from_seconds(seconds);
  if (duration && *duration >= Duration{}) return {};
  return "for_at_least is a time from 0 s on, and not " + shortest(seconds) + " s";
}

}  // namespace scrutineer::lang
