// The parameter groups that several checkers share, at the paths by which users know them: `physical.x` and `policy.x`
// of every vehicle.
#pragma once

#include "watch/parameter.h"

namespace scrutineer::watch {

namespace physical {
using namespace literals;
inline constexpr Parameter<Speed> kMaxSpeed{"physical.max_speed", 200.0_kmh, "The fastest that the vehicle can drive."};
inline constexpr Parameter<Speed> kMinSpeed{
    "physical.min_speed", 0.0_kmh,
    "The slowest, below 0 for reversing; 0 allows none, where standing still is no reversing."};
inline constexpr Parameter<Acceleration> kMaxAcceleration{"physical.max_acceleration", 10.0_mps2,
                                                          "The hardest that the vehicle can accelerate."};
inline constexpr Parameter<Acceleration> kMinAcceleration{"physical.min_acceleration", -30.0_mps2,
                                                          "The hardest that the vehicle can brake, below 0."};
inline constexpr Parameter<Distance> kMinimalTurningRadius{"physical.minimal_turning_radius", 5.0_m,
                                                           "The tightest turn that the vehicle can drive.", kPositive};
}  // namespace physical

namespace policy {
using namespace literals;
inline constexpr Parameter<double> kTolerancePercent{"policy.checks_tolerance_percent", 0.0,
                                                     "By how many percent limits may be exceeded before it counts.",
                                                     Range{.least = 0.0, .most = 100.0}};
inline constexpr Parameter<Speed> kMaxSpeed{"policy.max_speed", 150.0_kmh,
                                            "The fastest that the vehicle should drive."};
inline constexpr Parameter<Speed> kMinSpeed{
    "policy.min_speed", 0.0_kmh,
    "The slowest, below 0 for reversing; 0 allows none, where standing still is no reversing."};
inline constexpr Parameter<Acceleration> kMaxAcceleration{"policy.max_acceleration", 2.0_mps2,
                                                          "The hardest that the vehicle should accelerate."};
inline constexpr Parameter<Acceleration> kMinAcceleration{"policy.min_acceleration", -4.0_mps2,
                                                          "The hardest that the vehicle should brake, below 0."};
inline constexpr Parameter<bool> kMayExceedLegalSpeed{"policy.may_exceed_legal_speed", false,
                                                      "Whether the vehicle may drive faster than the map allows."};
inline constexpr Parameter<Jerk> kMaxJerk{"policy.max_jerk", 15.0_mps3, "The largest change of acceleration.",
                                          kNotNegative};
inline constexpr Parameter<bool> kMayJitter{"policy.may_jitter", false, "Whether the vehicle may steer to and fro."};
inline constexpr Parameter<Speed> kMinimumHighwaySpeed{"policy.minimum_highway_speed", 50.0_kmh,
                                                       "Slower than this on a motorway needs a reason.", kNotNegative};
inline constexpr Parameter<Distance> kMinimumHighwayVruDistance{
    "policy.minimum_highway_vru_distance", 3.5_m, "The least distance to vulnerable road users when driving fast.",
    kNotNegative};
inline constexpr Parameter<Seconds> kUnplannedStandingTime{"policy.unplanned_standing_time", 1.0_s,
                                                           "Standing longer than this needs a reason.", kNotNegative};
inline constexpr Parameter<Distance> kMinTotalDistanceToIndicateMovement{
    "policy.min_total_distance_to_indicate_movement", 10.0_cm, "Who moved less than this has not moved.", kPositive};
inline constexpr Parameter<Seconds> kMaxDoesNotMoveTime{"policy.max_does_not_move_time", 30.0_s,
                                                        "Not moving for longer than this counts.", kPositive};
inline constexpr Parameter<bool> kAllowNoMovement{"policy.allow_no_movement", false,
                                                  "Whether the ego may stand all the time."};
inline constexpr Parameter<Seconds> kTooCloseTtc{"policy.too_close_TTC", 0.0_s,
                                                 "A time to collision below this counts; 0 turns the check off.",
                                                 Range{.least = 0.0, .most = 10.0}};
inline constexpr Parameter<bool> kEnableOffPlannedPathCheck{"policy.enable_off_planned_path_check", true,
                                                            "Whether distance from the planned path is looked at."};
inline constexpr Parameter<Distance> kMaxRoadOffset{
    "policy.max_road_offset", 20.0_m, "How far beyond half a lane's width the vehicle may be from its path.",
    kNotNegative};
}  // namespace policy

}  // namespace scrutineer::watch
