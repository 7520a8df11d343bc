#include "checks/detail/approach_verdict.h"

#include <cmath>

#include "watch/context.h"

namespace scrutineer::checks {
namespace {

using trace::LightColour;
using trace::LightMode;

constexpr double kRounding = 1e-9;  // m/s: limits are decimals

ApproachVerdict must_stop(const ApproachRules& rules, const Passing& passing, ApproachIssue issue) {
  const bool stopped = passing.stop && rules.is_long_enough(*passing.stop);
  return stopped ? ApproachVerdict{} : ApproachVerdict{issue, {}};
}

ApproachVerdict must_slow_down(const ApproachRules& rules, const Passing& passing, ApproachIssue issue) {
  if (passing.legal.kind != map::LegalSpeed::Kind::limit) return {{}, "the map gives no legal speed there"};
  const double limit = passing.legal.max.si() * rules.slow_down_percent / 100.0;
  return passing.speed > limit + kRounding ? ApproachVerdict{issue, {}} : ApproachVerdict{};
}

bool could_have_stopped(const ApproachRules& rules, const Passing& passing) {
  if (!passing.yellow_start) return true;
  return passing.yellow_start->stopping_distance(rules.yellow_deceleration) < passing.yellow_start->distance;
}

ApproachVerdict judge_colour(const ApproachRules& rules, const Passing& passing) {
  const LightColour colour = passing.light.colour;
  if (colour == LightColour::green) {
    const bool by_chance = passing.red_end && !passing.red_end->could_stop(rules.red_end_deceleration);
    return by_chance ? ApproachVerdict{ApproachIssue::about_to_run_red_light, {}} : ApproachVerdict{};
  }
  if (!could_have_stopped(rules, passing)) return {};
  if (colour == LightColour::yellow) return {ApproachIssue::run_yellow_light, {}};
  if (rules.turn_on_red && passing.near_side_turn) return must_stop(rules, passing, ApproachIssue::stop_at_turn_on_red);
  return {ApproachIssue::run_red_light, {}};
}

ApproachVerdict judge_light(const ApproachRules& rules, const Passing& passing) {
  if (!passing.light.known) return {{}, "what the light showed is not known"};
  if (passing.mode_changed_too_close) return {{}, "the light's mode changed when the vehicle was close"};
  switch (passing.light.mode) {
    case LightMode::regular:
      return judge_colour(rules, passing);
    case LightMode::flashing_red:
      return must_stop(rules, passing, ApproachIssue::stop_at_flashing_red);
    case LightMode::flashing_yellow:
      return must_slow_down(rules, passing, ApproachIssue::slow_down_at_flashing_yellow);
    case LightMode::off:
      // A green arrow that is dark forbids nothing, and is not out of order.
      if (!passing.signal.can_show_red) return {};
      [[fallthrough]];
    case LightMode::malfunctioning:
      return must_stop(rules, passing, ApproachIssue::stop_at_tl_not_working);
    case LightMode::unknown:
      break;
  }
  return {{}, "what the light showed is not known"};
}

}  // namespace

ApproachVerdict judge(const ApproachRules& rules, const Passing& passing) {
  if (passing.appeared_too_close) return {{}, "the vehicle appeared too close to it"};
  switch (passing.signal.kind) {
    case map::SignalKind::stop_sign:
      return must_stop(rules, passing, ApproachIssue::stop_at_sign);
    case map::SignalKind::yield_sign:
      return must_slow_down(rules, passing, ApproachIssue::slow_down_at_yield);
    default:
      return judge_light(rules, passing);
  }
}

void find_stops(const ApproachRules& rules, std::span<const scene::Odometer::Frame> frames, double driven,
                Passing& passing) {
  const auto extend = [](std::optional<Standing>& running, std::optional<Standing>& longest, bool stands, Time now,
                         double distance) {
    if (!stands) {
      running.reset();
      return;
    }
    if (!running) running = Standing{now, now, distance};
    running->end = now;
    running->distance = distance;
    if (!longest || running->duration() >= longest->duration()) longest = running;
  };
  std::optional<Standing> anywhere, in_range;
  for (const scene::Odometer::Frame& frame : frames) {
    if (frame.time > passing.time) break;
    const double distance = rules.stop_nearest + driven - frame.driven;
    const bool stands = std::abs(frame.speed) <= watch::kStandingStill;
    const bool is_in_range = distance <= rules.stop_farthest && distance >= rules.stop_nearest;
    extend(anywhere, passing.longest_standing, stands, frame.time, distance);
    extend(in_range, passing.stop, stands && is_in_range, frame.time, distance);
  }
}

bool is_kinder(const ApproachVerdict& a, const ApproachVerdict& b) {
  const auto badness = [](const ApproachVerdict& verdict) {
    if (!verdict.issue) return 0;
    return *verdict.issue == ApproachIssue::run_red_light ? 2 : 1;
  };
  return badness(a) < badness(b);
}

}  // namespace scrutineer::checks
