#include <array>
#include <cmath>

#include "base/clock_rounding.h"
#include "checks/detail/rss_distance.h"
#include "scene/conflict_measures.h"
#include "scene/encounters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Seconds> kMaxRssViolation{
    "policy.max_rss_violation_time", 0.0_s,
    "Being without a safe distance for longer than this counts; 0 turns the check off.", kNotNegative};

struct RssPolicy {
  enum class Kind : std::uint8_t { rss_policy };

  struct Metrics {
    double violation_time = kNone, limit = kNone;

    void fields(auto& field) {
      field("violation_time", violation_time, "s", "How long there was no safe distance.", MetricRole::value);
      field("limit", limit, "s", "The limit.", MetricRole::limit);
    }
  };

  struct Instance {
    Duration limit{};
    Time since = kNever;        // when it was safe last
    trace::ActorId first = {};  // the nearest then
    bool has_others = false;    // since then another one was the nearest
    double longest = 0.0;
    bool told_others = false;  // in that time
    ActorRef other = {};
    trace::ActorId last_other = {};
  };

  static Instance create(const Setup& setup) {
    const Duration limit = from_seconds(setup.get(kMaxRssViolation).si()).value_or(Duration::max());
    const View at = setup.view();
    if (limit > Duration()) at.scene.encounters.follow(at.slot);
    return {.limit = limit};
  }

  static std::string_view switched_off(const Instance& self) {
    return self.limit == Duration() ? "its limit is 0" : "";
  }

  // The nearest, of several.
  static const scene::Encounter* unsafe(const View& at) {
    const scene::Encounter* found = nullptr;
    double nearest = kNone;
    for (const scene::Encounter& met : at.scene.encounters.of(at.slot)) {
      if (!lacks_safe_distance(at.scene, met)) continue;
      const double away = scene::distance(at.scene.encounters.motion(met));
      if (found != nullptr && !(away < nearest)) continue;
      found = &met;
      nearest = away;
    }
    return found;
  }

  static bool violated(Instance& self, const View& at) {
    if (self.limit == Duration()) return false;
    const scene::Encounter* met = unsafe(at);
    if (met == nullptr) {
      self.since = kNever;
      return false;
    }
    const trace::ActorId nearest = at.scene.actors.id(met->other);
    if (self.since == kNever) {
      self.since = at.now();
      self.first = nearest;
      self.has_others = false;
    }
    self.has_others = self.has_others || nearest != self.first;
    return exceeds(at.now() - self.since, self.limit);
  }

  static void measure(Instance& self, const View& at, bool) {
    self.longest = to_seconds(at.now() - self.since);
    self.told_others = self.has_others;
    const scene::Slot other = unsafe(at)->other;
    self.other = actor_ref(at.scene, other);
    self.last_other = at.scene.actors.id(other);
  }

  static trace::ActorId other(const Instance& self) { return self.last_other; }

  static Finding<RssPolicy> finding(const Instance& self, const Closing& closing) {
    Finding<RssPolicy> finding;
    const std::string others = self.told_others ? " and others" : "";
    finding.message = person_sentence(closing.subject.actor,
                                      "had no safe distance (RSS) to " + name_of(self.other) + others + " for " +
                                          time_words(self.longest) + "; at most " + time_words(to_seconds(self.limit)) +
                                          " is allowed",
                                      kMaxRssViolation.path);
    finding.details = "Max. policy max_rss_violation_time limit of " + in_seconds(to_seconds(self.limit)) +
                      " exceeded by " + describe(closing.subject) + " violation time: " + in_seconds(self.longest) +
                      " to " + describe(self.other) + others + " (configurable as policy.max_rss_violation_time)";
    finding.data = Metrics{.violation_time = self.longest, .limit = to_seconds(self.limit)};
    finding.other = self.other;
    return finding;
  }
};

}  // namespace

watch::Check rss_policy() {
  using Kind = RssPolicy::Kind;
  return make_violation_check<RssPolicy>({
      .name = "rss_policy",
      .summary = "The vehicle is without a safe distance for too long, as RSS sees it.",
      .doc =
          "Neither the distance along the road nor that across it to somebody is safe as responsibility-sensitive\n"
          "safety has it, for longer than `policy.max_rss_violation_time`. The numbers that RSS takes for granted of\n"
          "drivers are those of ad-rss-lib (docs/conflicts.md). Of several, the nearest is named.\n"
          "Off, and `skipped`, as long as the parameter is 0.",
      .remedy = "Check whether the vehicle restores its distance soon enough after somebody took it.",
      .kinds = kinds_of<Kind>({{Kind::rss_policy, "rss_policy", Severity::warning, Severity::info,
                                "The vehicle had no safe distance for too long."}}),
      .parameters = {&kMaxRssViolation},
      .plots = {{"Speeds",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "speed of the other", .unit = "m/s", .fact = fact("speed"), .of_other = true}}}},
      .needs = {{fact("ttc"), fact("road_position")}},
  });
}

}  // namespace scrutineer::checks
