// What approach_junction can be told, and its values for one vehicle.
#pragma once

#include "checks/detail/approach_verdict.h"
#include "watch/parameter.h"
#include "watch/per_actor.h"

namespace scrutineer::checks::approach_parameters {

using namespace literals;

inline constexpr watch::Parameter<Distance> kStopDistanceUb{
    "junction_checkers.checker_approach_junction.expected_stop_distance_ub", 3.0_m,
    "How far before the signal's reference line a stop may be, measured from the vehicle's front."};
inline constexpr watch::Parameter<Distance> kStopDistanceLb{
    "junction_checkers.checker_approach_junction.expected_stop_distance_lb", -0.3_m,
    "How near to the line a stop may be, below 0 past it. This is the decision point."};
inline constexpr watch::Parameter<Seconds> kStopMinDuration{
    "junction_checkers.checker_approach_junction.expected_stop_min_duration", 0.5_s,
    "A vehicle that stands still for less than this has not stopped.", watch::kNotNegative};
inline constexpr watch::Parameter<Seconds> kReactionTime{
    "junction_checkers.checker_approach_junction.reaction_time", 0.1_s,
    "How long after the end of green the vehicle is expected to react.", watch::kNotNegative};
inline constexpr watch::Parameter<Acceleration> kYellowDeceleration{
    "junction_checkers.checker_approach_junction.deceleration_to_stop_at_yellow_start", 2.0_mps2,
    "A vehicle that could have stopped with this when green ended must not pass at yellow or red.", watch::kPositive};
inline constexpr watch::Parameter<Acceleration> kRedEndDeceleration{
    "junction_checkers.checker_approach_junction.deceleration_to_stop_at_red_end", 4.0_mps2,
    "A vehicle that could not have stopped with this when red ended was about to run the light.", watch::kPositive};
inline constexpr watch::Parameter<double> kSlowDownRate{
    "junction_checkers.checker_approach_junction.slow_down_rate", 50.0,
    "The percentage of the legal speed not to be exceeded at yield signs and flashing yellow lights.",
    watch::kNotNegative};
inline constexpr watch::Parameter<Distance> kMinDistance{
    "junction_checkers.checker_approach_junction.min_distance_to_signal", 20.0_m,
    "A vehicle that appears nearer than this, or whose light changes its mode there, is not judged.",
    watch::kNotNegative};
inline constexpr watch::Parameter<Seconds> kMinTimeGap{
    "junction_checkers.checker_approach_junction.min_time_gap_to_signal", 3.0_s,
    "A vehicle that appears less than this before the line, or whose light changes its mode then, is not judged.",
    watch::kNotNegative};
inline constexpr watch::Parameter<bool> kTurnOnRed{"junction_checkers.checker_approach_junction.turn_on_red", true,
                                                   "Whether vehicles may turn to the near side on red after a stop."};

inline ApproachRules rules_of(const watch::Setup& setup) {
  return {.stop_nearest = setup.get(kStopDistanceLb).si(),
          .stop_farthest = setup.get(kStopDistanceUb).si(),
          .stop_duration = setup.get(kStopMinDuration).si(),
          .reaction_time = setup.get(kReactionTime).si(),
          .yellow_deceleration = setup.get(kYellowDeceleration).si(),
          .red_end_deceleration = setup.get(kRedEndDeceleration).si(),
          .slow_down_percent = setup.get(kSlowDownRate),
          .min_distance = setup.get(kMinDistance).si(),
          .min_time_gap = setup.get(kMinTimeGap).si(),
          .turn_on_red = setup.get(kTurnOnRed)};
}

}  // namespace scrutineer::checks::approach_parameters
