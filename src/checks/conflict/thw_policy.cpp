#include "checks/detail/encounter_policy.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

struct ThwPolicy {
  static constexpr Parameter<Seconds> kLimit{"policy.too_close_THW", 0.0_s,
                                             "A time headway below this counts; 0 turns the check off.", kNotNegative};
  static constexpr std::string_view kUnit = "s", kNoun = "time headway", kMetric = "least_thw";
  static constexpr std::string_view kMetricMeaning = "The smallest time headway.";
  static constexpr std::string_view kWhen = "The vehicle followed another one too closely.";
  static constexpr bool kIsLeast = true;

  static std::string amount(double value) { return in_seconds(value); }
  // Only its own gap: the vehicle behind it is judged for itself.
  static double value(scene::Encounters& encounters, const scene::Encounter& met) {
    return met.role == scene::EncounterRole::leader ? kNone : encounters.near_measures(met).thw;
  }
  static std::string said(double value, const std::string& other, double limit) {
    return "followed " + other + " with " + time_words(value) + " between them; it should be " + time_words(limit);
  }
};

}  // namespace

watch::Check thw_policy() {
  return encounter_policy<ThwPolicy>(
      {
          .name = "thw_policy",
          .summary = "The vehicle follows another one too closely.",
          .doc = "The gap to the vehicle ahead on its way, between bumpers and over its own speed, is below\n"
                 "`policy.too_close_THW`. A standing vehicle has no headway. Off, and `skipped`, as long as the "
                 "parameter is 0.",
          .remedy = "Check whether the vehicle keeps the distance that it should at its speed.",
      },
      "too close");
}

}  // namespace scrutineer::checks
