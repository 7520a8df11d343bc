#include "checks/detail/range_check.h"
#include "checks/detail/range_words.h"
#include "checks/detail/shared_parameters.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Speed> kMinSpeed{
    "policy.min_speed", 0.0_kmh,
    "The slowest, below 0 for reversing; 0 allows no reversing (up to 0.1 m/s counts as standing still)."};

struct Limits {
  static constexpr std::string_view kGroup = "policy", kQuantity = "speed", kUnit = "m/s";
  static double value(const View& at) { return at.scene.motion.speed(at.slot); }
  static double shown_upper(const Setup& setup) { return setup.get(policy::kMaxSpeed).si(); }
  static double shown_lower(const Setup& setup) { return setup.get(kMinSpeed).si(); }
  static double upper(const Setup& setup) { return shown_upper(setup) * with_tolerance(setup); }
  static double lower(const Setup& setup) { return least_speed(shown_lower(setup) * with_tolerance(setup)); }
  static double upper_slack(const Setup& setup) { return setup.get(numeric_slack::kSpeed).si(); }
  static double lower_slack(const Setup& setup) { return least_speed_slack(setup, shown_lower(setup)); }
  static std::string text(double value) { return in_kph(value); }
  static std::string words(double value, double limit, bool above, double /*speed*/) {
    return speed_beyond(value, limit, above, "should");
  }
};

}  // namespace

watch::Check speed_policy() {
  return make_violation_check<RangeCheck<Limits>>({
      .name = "speed_policy",
      .summary = "The vehicle drives faster, or reverses faster, than it should.",
      .doc = "Compares the vehicle's speed with `policy.max_speed` and `policy.min_speed`, both widened by\n"
             "`policy.checks_tolerance_percent`, and beyond that by `numeric_slack.speed_slack`, because recorded\n"
             "numbers are rounded. In contrast to speed_physical this is about expected behaviour. A\n"
             "minimum of 0 means that the vehicle must not reverse faster than standing still (0.1 m/s). (The factor\n"
             "200 in the original formula of the lower bound is taken as a slip.)",
      .remedy = "Set `policy.max_speed` and `policy.min_speed`, lower the severity, or change how the vehicle drives.",
      .merge_gap = kHoveringMergeGap,
      .kinds = range_kinds("speed_policy", Severity::warning, Severity::ignore,
                           "Speed beyond what the vehicle should drive."),
      .parameters = {&policy::kMaxSpeed, &kMinSpeed, &policy::kTolerancePercent, &numeric_slack::kSpeed},
      .plots = range_plots(fact("speed"), "Speed between the limits of the policy"),
      .needs = {{fact("speed")}},
      .replaced_by = "kinematic_behavior",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
