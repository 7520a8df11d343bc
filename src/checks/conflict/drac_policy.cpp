#include "checks/detail/encounter_policy.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

struct DracPolicy {
  static constexpr Parameter<Acceleration> kLimit{
      "policy.max_drac", Acceleration::from_si(0.0),
      "A deceleration needed to avoid contact above this counts; 0 turns the check off.", kNotNegative};
  static constexpr std::string_view kUnit = "m/s^2", kNoun = "deceleration needed", kMetric = "largest_drac";
  static constexpr std::string_view kMetricMeaning = "The largest deceleration needed to avoid contact.";
  static constexpr std::string_view kWhen = "The vehicle needed to brake too hard to avoid a collision.";
  static constexpr bool kIsLeast = false;

  static std::string amount(double value) { return in_mpsps(value); }
  static double value(scene::Encounters& encounters, const scene::Encounter& met) {
    return encounters.near_measures(met).drac;
  }
  static std::string said(double value, const std::string& other, double limit) {
    return "needed to brake at " + acceleration_words(value) + " to avoid " + other + "; at most " +
           acceleration_words(limit) + " should be needed";
  }
};

}  // namespace

watch::Check drac_policy() {
  return encounter_policy<DracPolicy>(
      {
          .name = "drac_policy",
          .summary = "The vehicle needs to brake too hard to avoid a collision.",
          .doc = "The least constant deceleration with which the vehicle never touches another that keeps its velocity "
                 "is\n"
                 "above `policy.max_drac`. Off, and `skipped`, as long as the parameter is 0.",
          .remedy = "Check whether the vehicle should have braked earlier.",
      },
      "too hard");
}

}  // namespace scrutineer::checks
