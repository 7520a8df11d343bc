#include "checks/detail/range_check.h"
#include "checks/detail/range_words.h"
#include "checks/detail/shared_parameters.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Speed> kMaxSpeed{"physical.max_speed", 200.0_kmh, "The fastest that the vehicle can drive.",
                                     kPositive};
constexpr Parameter<Speed> kMinSpeed{
    "physical.min_speed", 0.0_kmh,
    "The slowest, below 0 for reversing; 0 allows no reversing (up to 0.1 m/s counts as standing still)."};

struct Limits {
  static constexpr std::string_view kGroup = "physical", kQuantity = "speed", kUnit = "m/s";
  static double value(const View& at) { return at.scene.motion.speed(at.slot); }
  static double shown_upper(const Setup& setup) { return setup.get(kMaxSpeed).si(); }
  static double shown_lower(const Setup& setup) { return setup.get(kMinSpeed).si(); }
  static double upper(const Setup& setup) { return shown_upper(setup) * with_tolerance(setup); }
  static double lower(const Setup& setup) { return least_speed(shown_lower(setup) * with_tolerance(setup)); }
  static double upper_slack(const Setup& setup) { return setup.get(numeric_slack::kSpeed).si(); }
  static double lower_slack(const Setup& setup) { return least_speed_slack(setup, shown_lower(setup)); }
  static std::string text(double value) { return in_kph(value); }
  static std::string words(double value, double limit, bool above, double /*speed*/) {
    return speed_beyond(value, limit, above, "can");
  }
};

}  // namespace

watch::Check speed_physical() {
  return make_violation_check<RangeCheck<Limits>>({
      .name = "speed_physical",
      .summary = "The vehicle drives faster, or reverses faster, than it physically can.",
      .doc = "Compares the vehicle's speed with `physical.max_speed` and `physical.min_speed`, both widened by\n"
             "`policy.checks_tolerance_percent`, and beyond that by `numeric_slack.speed_slack`, because recorded\n"
             "numbers are rounded. A minimum of 0 means that the vehicle must not reverse faster than\n"
             "standing still (0.1 m/s).",
      .remedy = "Check whether the vehicle's model or the trace is wrong, or set `physical.max_speed` and\n"
                "`physical.min_speed` to what the vehicle can do.",
      .merge_gap = kHoveringMergeGap,
      .kinds = range_kinds("speed_physical", Severity::error, Severity::error,
                           "Speed beyond what the vehicle can physically do."),
      .parameters = {&kMaxSpeed, &kMinSpeed, &policy::kTolerancePercent, &numeric_slack::kSpeed},
      .plots = range_plots(fact("speed"), "Speed between what is physically possible"),
      .needs = {{fact("speed")}},
      .replaced_by = "kinematic_behavior",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
