// The parameters that several checks read, at the paths by which users know them. What one check alone reads is declared
// in its own source.
#pragma once

#include "watch/context.h"
#include "watch/parameter.h"

namespace scrutineer::checks {

namespace policy {
using namespace literals;
inline constexpr watch::Parameter<double> kTolerancePercent{
    "policy.checks_tolerance_percent", 0.0, "By how many percent limits may be exceeded before it counts.",
    watch::Range{.least = 0.0, .most = 100.0}};
inline constexpr watch::Parameter<Speed> kMaxSpeed{"policy.max_speed", 150.0_kmh,
                                                   "The fastest that the vehicle should drive."};
inline constexpr watch::Parameter<Speed> kMinimumHighwaySpeed{
    "policy.minimum_highway_speed", 50.0_kmh, "Slower than this on a motorway needs a reason.", watch::kNotNegative};
}  // namespace policy

// (100 + tolerance) / 100
inline double with_tolerance(const watch::Setup& setup) {
  return (100.0 + setup.get(policy::kTolerancePercent)) / 100.0;
}

// A least speed of 0 forbids reversing, and standing still is no reversing.
constexpr double least_speed(double limit) { return limit == 0.0 ? -watch::kStandingStill : limit; }

}  // namespace scrutineer::checks
