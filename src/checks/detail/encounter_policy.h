// Checkers that want a measure between two actors to keep away from a limit: one interval and one issue while the worst
// over everybody near is beyond it.
//
//   struct PetPolicy {
//     static constexpr Parameter<Seconds> kLimit{"policy.too_close_PET", 0.0_s, "...", ...};
//     static constexpr std::string_view kUnit = "s", kNoun = "post-encroachment time";
//     static constexpr bool kIsLeast = true;                                        // less is worse
//     static double value(scene::Encounters& encounters, const scene::Encounter& met);   // NaN: there is none
//     static std::string said(double value, const std::string& other, double limit);     // after the actor's name
//   };
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "scene/conflict_measures.h"
#include "scene/encounters.h"
#include "watch/context.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {

template <typename Policy>
struct EncounterPolicy {
  enum class Kind : std::uint8_t { beyond };
  static constexpr bool kIsTime = Policy::kUnit == "s";  // the limit is drawn beside the times

  struct Metrics {
    double worst = watch::kNone, limit = watch::kNone;
    std::string encounter_type = {};

    void fields(auto& field) {
      field(Policy::kMetric, worst, Policy::kUnit, Policy::kMetricMeaning, watch::MetricRole::value);
      field("limit", limit, Policy::kUnit, "The limit.", watch::MetricRole::limit);
      field("encounter_type", encounter_type, "", "How they met then: following, crossing ...");
    }
  };

  struct Worst {
    double value = watch::kNone;
    const scene::Encounter* met = nullptr;
  };
  struct Instance {
    double limit = 0.0;
    std::string path;
    double worst = 0.0;
    scene::EncounterType type = scene::EncounterType::none;
    watch::ActorRef other = {};      // when it was worst ...
    trace::ActorId last_other = {};  // ... and in the last frame in which it was beyond the limit
  };

  static Instance create(const watch::Setup& setup) {
    const double limit = setup.get(Policy::kLimit).si();
    const watch::View at = setup.view();
    if (limit > 0.0) at.scene.encounters.follow(at.slot);
    return {.limit = limit, .path = std::string(setup.path(Policy::kLimit))};
  }

  static std::string_view switched_off(const Instance& self) { return self.limit == 0.0 ? "its limit is 0" : ""; }

  static double distance_of(const watch::View& at, const scene::Encounter& met) {
    return scene::distance(at.scene.encounters.motion(met));
  }

  static Worst worst(const watch::View& at) {
    Worst found;
    for (const scene::Encounter& met : at.scene.encounters.of(at.slot)) {
      const double value = Policy::value(at.scene.encounters, met);
      if (std::isnan(value)) continue;
      // Of several that are equally bad (an infinite deceleration is), the nearest.
      const bool is_equal = found.met != nullptr && value == found.value;
      const bool is_worse = Policy::kIsLeast ? !(value >= found.value) : !(value <= found.value);
      if (is_worse || (is_equal && distance_of(at, met) < distance_of(at, *found.met))) found = {value, &met};
    }
    return found;
  }

  static bool violated(const Instance& self, const watch::View& at) {
    if (self.limit == 0.0) return false;
    const double value = worst(at).value;
    return Policy::kIsLeast ? value < self.limit : value > self.limit;
  }

  static void measure(Instance& self, const watch::View& at, bool starts) {
    const Worst now = worst(at);
    self.last_other = at.scene.actors.id(now.met->other);
    const bool is_worse = Policy::kIsLeast ? now.value < self.worst : now.value > self.worst;
    if (!starts && !is_worse) return;
    self.worst = now.value;
    self.type = now.met->type;
    self.other = watch::actor_ref(at.scene, now.met->other);
  }

  static trace::ActorId other(const Instance& self) { return self.last_other; }

  // How near everybody is, whatever the policy: time to collision, post-encroachment time, deceleration needed.
  static std::array<double, 4> plot(const Instance& self, const watch::View& at) {
    double ttc = watch::kNone, pet = watch::kNone, drac = watch::kNone;
    for (const scene::Encounter& met : at.scene.encounters.of(at.slot)) {
      const scene::NearMeasures near = at.scene.encounters.near_measures(met);
      if (std::isfinite(near.ttc) && !(near.ttc >= ttc)) ttc = near.ttc;
      if (!(met.contact.pet >= pet) && !std::isnan(met.contact.pet)) pet = met.contact.pet;
      if (std::isfinite(near.drac) && !(near.drac <= drac)) drac = near.drac;
    }
    if constexpr (kIsTime) return {ttc, pet, self.limit, drac};
    return {ttc, pet, drac, self.limit};
  }

  static watch::Finding<EncounterPolicy> finding(const Instance& self, const watch::Closing& closing) {
    watch::Finding<EncounterPolicy> finding;
    finding.message =
        person_sentence(closing.subject.actor, Policy::said(self.worst, name_of(self.other), self.limit), self.path);
    finding.details = std::string(Policy::kIsLeast ? "Min." : "Max.") + " policy " + self.path + " limit of " +
                      Policy::amount(self.limit) + (Policy::kIsLeast ? " missed by " : " exceeded by ") +
                      describe(closing.subject) + " " + std::string(Policy::kNoun) + ": " + Policy::amount(self.worst) +
                      " to " + describe(self.other) + " (configurable as " + self.path + ")";
    finding.data = Metrics{.worst = self.worst, .limit = self.limit, .encounter_type = std::string(to_word(self.type))};
    finding.other = self.other;
    return finding;
  }
};

template <typename Policy>
watch::Check encounter_policy(watch::CheckInfo info, std::string_view limit_name) {
  using watch::fact;
  using Kind = typename EncounterPolicy<Policy>::Kind;
  info.kinds = watch::kinds_of<Kind>(
      {{Kind::beyond, info.name, watch::Severity::warning, watch::Severity::info, Policy::kWhen}});
  info.parameters = {&Policy::kLimit};
  const watch::PlotLine limit{.name = limit_name, .unit = Policy::kUnit, .role = watch::LineRole::limit};
  watch::PlotInfo times{"Times",
                        {{.name = "time to collision", .unit = "s"}, {.name = "post-encroachment time", .unit = "s"}}};
  watch::PlotInfo needed{"Deceleration needed", {{.name = "deceleration needed", .unit = "m/s^2"}}};
  (EncounterPolicy<Policy>::kIsTime ? times : needed).lines.push_back(limit);
  info.plots = {times,
                needed,
                {"Speeds",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "speed of the other", .unit = "m/s", .fact = fact("speed"), .of_other = true}}}};
  info.needs = {{fact("ttc")}};
  return watch::make_violation_check<EncounterPolicy<Policy>>(std::move(info));
}

}  // namespace scrutineer::checks
