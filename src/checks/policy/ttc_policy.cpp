#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Seconds> kTooCloseTtc{"policy.too_close_TTC", 0.0_s,
                                          "A time to collision below this counts; 0 turns the check off.",
                                          Range{.least = 0.0, .most = 10.0}};

struct TtcPolicy {
  enum class Kind : std::uint8_t { ttc_policy };

  struct Metrics {
    double least_ttc, limit;

    void fields(auto& field) {
      field("least_ttc", least_ttc, "s", "The smallest time to collision.", MetricRole::value);
      field("limit", limit, "s", "The limit.", MetricRole::limit);
    }
  };

  struct Instance {
    double limit;
    double least = 0.0;
    ActorRef other = {};             // whom it would meet then
    trace::ActorId last_other = {};  // ... and in the last frame in which that was too near
  };

  static Instance create(const Setup& setup) { return {setup.get(kTooCloseTtc).si()}; }

  static std::string_view switched_off(const Instance& self) { return self.limit == 0.0 ? "its limit is 0" : ""; }

  static scene::TimeToCollision ttc(const Instance& self, const View& at) {
    const scene::TimeToCollision first = at.scene.relations.min_ttc(at.slot, self.limit);
    return first.seconds == 0.0 ? first_to_come(self, at) : first;
  }

  // What it touches already hides nobody else: with some it overlaps all the time, such as a trailer that the run does
  // not tie to it.
  static scene::TimeToCollision first_to_come(const Instance& self, const View& at) {
    scene::TimeToCollision first{std::numeric_limits<double>::infinity(), {}};
    for (const scene::Slot other : at.scene.actors.present()) {
      if (other == at.slot) continue;
      const double seconds = at.scene.relations.ttc(at.slot, other, self.limit);
      if (seconds > 0.0 && seconds < first.seconds) first = {seconds, other};
    }
    return first;
  }

  static bool violated(const Instance& self, const View& at) {
    if (self.limit == 0.0) return false;
    const double seconds = ttc(self, at).seconds;
    return seconds < self.limit && seconds > 0.0;
  }

  static void measure(Instance& self, const View& at, bool starts) {
    const scene::TimeToCollision now = ttc(self, at);
    self.last_other = at.scene.actors.id(now.other);
    if (!starts && now.seconds >= self.least) return;
    self.least = now.seconds;
    self.other = actor_ref(at.scene, now.other);
  }

  static trace::ActorId other(const Instance& self) { return self.last_other; }

  static std::array<double, 2> plot(const Instance& self, const View& at) {
    return {at.scene.relations.min_ttc(at.slot, scene::kMaxHorizon).seconds, self.limit};
  }

  static Finding<TtcPolicy> finding(const Instance& self, const Closing& closing) {
    Finding<TtcPolicy> finding;
    finding.message = person_sentence(closing.subject.actor,
                                      "came within " + time_words(self.least) + " of hitting " + name_of(self.other) +
                                          "; it should keep " + time_words(self.limit),
                                      "policy.too_close_TTC");
    finding.details = "Min. policy too_close_TTC limit of " + in_seconds(self.limit) + " missed by " +
                      describe(closing.subject) + " too_close_TTC: " + in_seconds(self.least) + " to " +
                      describe(self.other) + " (configurable as policy.too_close_TTC)";
    finding.data = Metrics{.least_ttc = self.least, .limit = self.limit};
    finding.other = self.other;
    return finding;
  }
};

}  // namespace

watch::Check ttc_policy() {
  using Kind = TtcPolicy::Kind;
  return make_violation_check<TtcPolicy>({
      .name = "ttc_policy",
      .summary = "The vehicle comes too close to a collision.",
      .doc = "The smallest time to collision with any other physical object is below `policy.too_close_TTC` and above\n"
             "0 (then it is a collision, which has its own check, and the next one counts). Both bodies are taken to "
             "keep\n"
             "velocity and heading.\n"
             "Off, and `skipped`, as long as the parameter is 0.",
      .remedy =
          "Check whether the vehicle should have braked or kept a larger distance; set `policy.too_close_TTC` to\n"
          "what is too close for you.",
      .kinds = kinds_of<Kind>(
          {{Kind::ttc_policy, "ttc_policy", Severity::error, Severity::info, "A collision was too near."}}),
      .parameters = {&kTooCloseTtc},
      .plots = {{"Time to collision",
                 {{.name = "time to collision", .unit = "s"},
                  {.name = "too close", .unit = "s", .role = LineRole::limit}}},
                {"Speeds",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "speed of the other", .unit = "m/s", .fact = fact("speed"), .of_other = true}}}},
      .needs = {{fact("min_ttc")}},
  });
}

}  // namespace scrutineer::checks
