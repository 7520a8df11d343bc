#include "checks/detail/encounter_policy.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

struct PetPolicy {
  static constexpr Parameter<Seconds> kLimit{"policy.too_close_PET", 0.0_s,
                                             "A post-encroachment time below this counts; 0 turns the check off.",
                                             Range{.least = 0.0, .most = scene::kTrailDuration}};
  static constexpr std::string_view kUnit = "s", kNoun = "post-encroachment time", kMetric = "least_pet";
  static constexpr std::string_view kMetricMeaning = "The smallest post-encroachment time.";
  static constexpr std::string_view kWhen = "Two ways crossed, and the second came too soon after the first.";
  static constexpr bool kIsLeast = true;

  static std::string amount(double value) { return in_seconds(value); }
  // An overlap is a collision, which has its own check.
  static double value(scene::Encounters&, const scene::Encounter& met) {
    return met.overlaps ? kNone : met.contact.pet;
  }
  static std::string said(double value, const std::string& other, double limit) {
    return "and " + other + " were at one place within " + time_words(value) + "; it should be " + time_words(limit);
  }
};

}  // namespace

watch::Check pet_policy() {
  return encounter_policy<PetPolicy>(
      {
          .name = "pet_policy",
          .summary = "The vehicle comes too soon to where somebody else was, or the other way round.",
          .doc = "The post-encroachment time with anybody is below `policy.too_close_PET`: from when the first left a "
                 "place\n"
                 "to when the second came there. Where one follows the other it does not count (`thw_policy` does).\n"
                 "Off, and `skipped`, as long as the parameter is 0.",
          .remedy = "Check who had the right of way, and whether the second one should have waited.",
      },
      "too soon");
}

}  // namespace scrutineer::checks
