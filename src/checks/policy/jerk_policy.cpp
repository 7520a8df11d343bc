#include <algorithm>
#include <array>
#include <cmath>

#include "checks/detail/breaks.h"
#include "checks/detail/shared_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Jerk> kMaxJerk{"policy.max_jerk", 15.0_mps3, "The largest change of acceleration.", kNotNegative};

struct JerkPolicy {
  enum class Kind : std::uint8_t { jerk_policy };

  struct Metrics {
    double extreme_value, limit, jerk_lon, jerk_lat;

    void fields(auto& field) {
      field("extreme_value", extreme_value, "m/s^3", "The larger of both at its largest.", MetricRole::value);
      field("limit", limit, "m/s^3", "The limit.", MetricRole::limit);
      field("jerk_lon", jerk_lon, "m/s^3", "Along the vehicle, then.");
      field("jerk_lat", jerk_lat, "m/s^3", "To its left, then.");
    }
  };

  struct Instance {
    double limit;
    scene::Local extreme{};
    Breaks breaks = {};
  };

  static Instance create(const Setup& setup) { return {setup.get(kMaxJerk).si()}; }

  static double larger(scene::Local jerk) { return std::fmax(std::abs(jerk.lon), std::abs(jerk.lat)); }

  static bool violated(const Instance& self, const View& at) {
    return larger(at.scene.motion.local_jerk(at.slot)) > self.limit;
  }

  static void measure(Instance& self, const View& at, bool starts) {
    const scene::Local jerk = at.scene.motion.local_jerk(at.slot);
    if (starts || larger(jerk) > larger(self.extreme)) self.extreme = jerk;
    self.breaks.see(at, starts);
  }

  static std::array<double, 2> plot(const Instance& self, const View&) { return {self.limit, -self.limit}; }

  static Finding<JerkPolicy> finding(const Instance& self, const Closing& closing) {
    Finding<JerkPolicy> finding;
    const bool is_along = std::abs(self.extreme.lon) >= std::abs(self.extreme.lat);
    finding.message = person_sentence(closing.subject.actor,
                                      std::string("jerked ") + (is_along ? "along" : "across") + " its direction by " +
                                          jerk_words(larger(self.extreme)) + ", more than the " +
                                          jerk_words(self.limit) + " that it should" + self.breaks.for_seconds(closing),
                                      "policy.max_jerk");
    finding.details = describe(closing.subject) + " is in control: Extreme jerk [" + in_mpspsps(self.extreme.lon) +
                      ", " + in_mpspsps(self.extreme.lat) + "], more than the maximum " + in_mpspsps(self.limit) +
                      " (configurable as policy.max_jerk)";
    finding.data = Metrics{.extreme_value = larger(self.extreme),
                           .limit = self.limit,
                           .jerk_lon = self.extreme.lon,
                           .jerk_lat = self.extreme.lat};
    return finding;
  }
};

}  // namespace

watch::Check jerk_policy() {
  using Kind = JerkPolicy::Kind;
  return make_violation_check<JerkPolicy>({
      .name = "jerk_policy",
      .summary = "The vehicle's acceleration changes too abruptly.",
      .doc = "The change of acceleration along or across the vehicle exceeds `policy.max_jerk`. Off by default:\n"
             "simulators switch acceleration in one step, and recorded ones are noisy; turn it on with\n"
             "`jerk_policy.enabled`.",
      .remedy = "Smooth the controller, set `policy.max_jerk`, or leave the check off for simulators that switch\n"
                "acceleration at once.",
      .enabled = false,
      .merge_gap = kHoveringMergeGap,
      .kinds = kinds_of<Kind>({{Kind::jerk_policy, "jerk_policy", Severity::error, Severity::error,
                                "Acceleration that changes too abruptly."}}),
      .parameters = {&kMaxJerk},
      .plots = {{"Jerk between the limits",
                 {{.name = "along", .unit = "m/s^3", .fact = fact("local_jerk.lon")},
                  {.name = "to the left", .unit = "m/s^3", .fact = fact("local_jerk.lat")},
                  {.name = "upper limit", .unit = "m/s^3", .role = LineRole::limit},
                  {.name = "lower limit", .unit = "m/s^3", .role = LineRole::limit}}}},
      .needs = {{fact("local_jerk.lon")}},
      .replaced_by = "kinematic_behavior",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
