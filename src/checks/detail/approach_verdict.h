// What to say of a vehicle that passed a light or a sign before a junction: plain values in, a verdict out.
//
//   const ApproachVerdict verdict = judge(rules, passing);
//   if (verdict.issue) ...
//
// docs/junctions.md explains the rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/clock_rounding.h"
#include "map/signal_kinds.h"
#include "map/speed.h"
#include "scene/lights.h"
#include "scene/odometer.h"

namespace scrutineer::checks {

// A stretch of frames in which the vehicle stood still.
struct Standing {
  Time begin{}, end{};
  double distance = 0.0;  // to the reference line, in the last of them

  double duration() const { return to_seconds(end - begin); }
};

// Distances are from the vehicle's front to the signal's reference line, positive before it. SI units.
struct ApproachRules {
  double stop_nearest = -0.3, stop_farthest = 3.0;  // where to stop: expected_stop_distance_lb and _ub
  double stop_duration = 0.5;
  double reaction_time = 0.1;
  double yellow_deceleration = 2.0, red_end_deceleration = 4.0;
  double slow_down_percent = 50.0;
  double min_distance = 20.0, min_time_gap = 3.0;
  bool turn_on_red = true;

  // Too close to expect anything of the vehicle?
  bool is_too_close(double distance, double speed) const {
    return distance < min_distance || (speed > 0.0 && distance / speed < min_time_gap);
  }
  bool is_long_enough(const Standing& stop) const {
    return reaches(stop.end - stop.begin, from_seconds(stop_duration).value_or(Duration::max()));
  }
};

// The check's kinds of issues.
enum class ApproachIssue : std::uint8_t {
  stop_at_sign,
  stop_at_flashing_red,
  stop_at_turn_on_red,
  stop_at_tl_not_working,
  run_yellow_light,
  run_red_light,
  about_to_run_red_light,
  slow_down_at_flashing_yellow,
  slow_down_at_yield,
};

// Where the vehicle was when the light changed.
struct AtChange {
  Time time{};
  double distance = 0.0;  // to the point that the vehicle must not pass
  double speed = 0.0;

  double stopping_distance(double deceleration) const { return speed * speed / (2.0 * deceleration); }
  // Also where nothing is known of its speed.
  bool could_stop(double deceleration) const { return !(stopping_distance(deceleration) > distance); }
};

// A signal at the vehicle's decision point: where its front was so far that it can no longer be meant to stop.
struct Passing {
  map::SignalMeaning signal;
  bool near_side_turn = false;
  Time time{};
  double speed = 0.0;
  scene::HeadState light;                // of a light: in the frame before or after, whichever is kinder to the vehicle
  bool appeared_too_close = false;       // the vehicle did
  bool mode_changed_too_close = false;   // of the light
  std::optional<AtChange> yellow_start;  // the reaction time after green ended; nothing: it never was green
  std::optional<AtChange> red_end;       // when red turned green
  std::optional<Standing> stop, longest_standing;  // where it has to stop; anywhere on the approach
  map::LegalSpeed legal;
};

struct ApproachVerdict {
  std::optional<ApproachIssue> issue;
  std::string_view not_judged;  // why; empty: judged

  bool operator==(const ApproachVerdict&) const = default;
};

ApproachVerdict judge(const ApproachRules& rules, const Passing& passing);

// Where the vehicle stood on its approach: of its frames those up to passing.time. `driven` is the odometer at the
// decision point.
void find_stops(const ApproachRules& rules, std::span<const scene::Odometer::Frame> frames, double driven,
                Passing& passing);

// Is `a` better for the vehicle than `b`? Having done nothing wrong is, yellow is better than red.
bool is_kinder(const ApproachVerdict& a, const ApproachVerdict& b);

}  // namespace scrutineer::checks
