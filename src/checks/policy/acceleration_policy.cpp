#include "checks/detail/range_check.h"
#include "checks/detail/range_words.h"
#include "checks/detail/shared_parameters.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Acceleration> kMaxAcceleration{"policy.max_acceleration", 2.0_mps2,
                                                   "The hardest that the vehicle should accelerate.", kNotNegative};
constexpr Parameter<Acceleration> kMinAcceleration{
    "policy.min_acceleration", -4.0_mps2, "The hardest that the vehicle should brake, below 0.", Range{.most = 0.0}};

struct Limits {
  static constexpr std::string_view kGroup = "policy", kQuantity = "acceleration", kUnit = "m/s^2";
  static double value(const View& at) { return at.scene.motion.acceleration(at.slot); }
  static double shown_upper(const Setup& setup) { return setup.get(kMaxAcceleration).si(); }
  static double shown_lower(const Setup& setup) { return setup.get(kMinAcceleration).si(); }
  static double upper(const Setup& setup) { return shown_upper(setup); }
  static double lower(const Setup& setup) { return shown_lower(setup); }
  static double upper_slack(const Setup& setup) { return setup.get(numeric_slack::kAcceleration).si(); }
  static double lower_slack(const Setup& setup) { return upper_slack(setup); }
  static std::string text(double value) { return in_mpsps(value); }
  static std::string words(double value, double limit, bool above, double speed) {
    return acceleration_beyond(value, limit, above, "should", speed);
  }
};

}  // namespace

watch::Check acceleration_policy() {
  return make_violation_check<RangeCheck<Limits>>({
      .name = "acceleration_policy",
      .summary = "The vehicle accelerates or brakes harder than it should.",
      .doc = "Compares the vehicle's acceleration with `policy.max_acceleration` and `policy.min_acceleration`. In\n"
             "contrast to acceleration_physical this is about expected behaviour, and no tolerance applies but\n"
             "`numeric_slack.acceleration_slack`, because recorded numbers are rounded.",
      .remedy = "Set `policy.max_acceleration` and `policy.min_acceleration`, lower the severity, or change how the\n"
                "vehicle drives.",
      .merge_gap = kHoveringMergeGap,
      .kinds = range_kinds("acceleration_policy", Severity::warning, Severity::ignore,
                           "Acceleration beyond what the vehicle should do."),
      .parameters = {&kMaxAcceleration, &kMinAcceleration, &numeric_slack::kAcceleration},
      .plots = range_plots(fact("acceleration"), "Acceleration between the limits of the policy"),
      .needs = {{fact("acceleration")}},
      .replaced_by = "kinematic_behavior",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
