// The parameters that several checks read, at the paths by which users know them. What one check alone reads is declared
// in its own source.
#pragma once

#include "watch/context.h"
#include "watch/parameter.h"

namespace scrutineer::checks {

namespace policy {
using namespace literals;
inline constexpr watch::Parameter<double> kTolerancePercent{
    "policy.checks_tolerance_percent", 0.0, "By how many percent a limit may be exceeded before it counts.",
    watch::Range{.least = 0.0, .most = 100.0}};
inline constexpr watch::Parameter<Speed> kMaxSpeed{"policy.max_speed", 150.0_kmh,
                                                   "The fastest that the vehicle should drive.", watch::kPositive};
inline constexpr watch::Parameter<Speed> kMinimumHighwaySpeed{
    "policy.minimum_highway_speed", 50.0_kmh, "Slower than this on a motorway needs a reason.", watch::kNotNegative};
}  // namespace policy

// Recorded numbers are rounded: a limit counts as exceeded only beyond it by more than this. Lengths have no slack.
namespace numeric_slack {
using namespace literals;
inline constexpr watch::Parameter<Speed> kSpeed{
    "numeric_slack.speed_slack", 0.1_kmh,
    "A limit of speed is exceeded only by more than this: rounding is no offence.", watch::kNotNegative};
inline constexpr watch::Parameter<Acceleration> kAcceleration{
    "numeric_slack.acceleration_slack", 0.05_mps2,
    "A limit of acceleration is exceeded only by more than this: rounding is no offence.", watch::kNotNegative};
}  // namespace numeric_slack

// What violations of checks whose values hover around a limit may be apart to count as one.
inline constexpr Duration kHoveringMergeGap = std::chrono::milliseconds(500);

// (100 + tolerance) / 100
inline double with_tolerance(const watch::Setup& setup) {
  return (100.0 + setup.get(policy::kTolerancePercent)) / 100.0;
}

// A least speed of 0 forbids reversing, and standing still is no reversing.
constexpr double least_speed(double limit) { return limit == 0.0 ? -watch::kStandingStill : limit; }
// What reversing needs is slack enough.
inline double least_speed_slack(const watch::Setup& setup, double limit) {
  return limit == 0.0 ? 0.0 : setup.get(numeric_slack::kSpeed).si();
}

}  // namespace scrutineer::checks
