#include "checks/detail/range_check.h"
#include "checks/detail/range_words.h"
#include "checks/detail/shared_parameters.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Acceleration> kMaxAcceleration{"physical.max_acceleration", 10.0_mps2,
                                                   "The hardest that the vehicle can accelerate.", kNotNegative};
constexpr Parameter<Acceleration> kMinAcceleration{
    "physical.min_acceleration", -30.0_mps2, "The hardest that the vehicle can brake, below 0.", Range{.most = 0.0}};

struct Limits {
  static constexpr std::string_view kGroup = "physical", kQuantity = "acceleration", kUnit = "m/s^2";
  static double value(const View& at) { return at.scene.motion.acceleration(at.slot); }
  static double shown_upper(const Setup& setup) { return setup.get(kMaxAcceleration).si(); }
  static double shown_lower(const Setup& setup) { return setup.get(kMinAcceleration).si(); }
  static double upper(const Setup& setup) { return shown_upper(setup) * with_tolerance(setup); }
  static double lower(const Setup& setup) { return shown_lower(setup) * with_tolerance(setup); }
  static double upper_slack(const Setup& setup) { return setup.get(numeric_slack::kAcceleration).si(); }
  static double lower_slack(const Setup& setup) { return upper_slack(setup); }
  static std::string text(double value) { return in_mpsps(value); }
  static std::string words(double value, double limit, bool above, double speed) {
    return acceleration_beyond(value, limit, above, "can", speed);
  }
};

}  // namespace

watch::Check acceleration_physical() {
  return make_violation_check<RangeCheck<Limits>>({
      .name = "acceleration_physical",
      .summary = "The vehicle accelerates or brakes harder than it physically can.",
      .doc =
          "Compares the vehicle's acceleration with `physical.max_acceleration` and `physical.min_acceleration`,\n"
          "both widened by `policy.checks_tolerance_percent`, and beyond that by `numeric_slack.acceleration_slack`,\n"
          "because recorded numbers are rounded. Where the run reports no acceleration it is the rate\n"
          "of change of the reported speed.",
      .remedy =
          "Check whether the vehicle's model or the trace is wrong (a jump in speed from one frame to the next),\n"
          "or set `physical.max_acceleration` and `physical.min_acceleration` to what the vehicle can do.",
      .merge_gap = kHoveringMergeGap,
      .kinds = range_kinds("acceleration_physical", Severity::warning, Severity::warning,
                           "Acceleration beyond what the vehicle can physically do."),
      .parameters = {&kMaxAcceleration, &kMinAcceleration, &policy::kTolerancePercent, &numeric_slack::kAcceleration},
      .plots = range_plots(fact("acceleration"), "Acceleration between what is physically possible"),
      .needs = {{fact("acceleration")}},
      .replaced_by = "kinematic_behavior",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
