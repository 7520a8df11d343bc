#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "checks/detail/clearance.h"
#include "checks/detail/successor_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Distance> kTooCloseClearance{"static_object_too_close.min_clearance", 0.3_m,
                                                 "Nearer than this is too close, at any speed.", kNotNegative};
constexpr Parameter<Seconds> kTooClosePerSpeed{"static_object_too_close.clearance_time", 0.02_s,
                                               "Times the speed, added to that.", kNotNegative};
constexpr Parameter<Distance> kTooCloseTolerance{"static_object_too_close.clearance_tolerance", 0.1_m,
                                                 "By how much further away it must be for the interval to end.",
                                                 kNotNegative};
constexpr Parameter<Speed> kTooCloseMoves{"static_object_too_close.min_speed", 2.0_kmh,
                                          "Up to this speed nothing is judged.", kNotNegative};
constexpr auto kTooCloseDebounce = debounce_at("static_object_too_close.debounce_start_time", 0.0_s);
constexpr auto kTooCloseSeverity = severity_at("static_object_too_close.issue_severity");
constexpr auto kTooCloseLogLevel = log_level_at("static_object_too_close.log_level");

struct StaticObjectTooClose {
  enum class Kind : std::uint8_t { static_object_too_close };

  struct Metrics {
    double clearance, threshold, speed, duration;
    std::string object, side, trigger_reason;

    void fields(auto& field) {
      field("clearance", clearance, "m", "The smallest distance between the bodies.", MetricRole::value);
      field("threshold", threshold, "m", "What it had to be there.", MetricRole::limit);
      field("speed", speed, "m/s", "The speed where it was smallest.");
      field("duration", duration, "s", "How long it was too close.");
      field("object", object, "", "What it came too close to, by its id.");
      field("side", side, "", "Where on the vehicle: front, left, rear_right ...");
      field("trigger_reason", trigger_reason, "", "What began it: clearance_below_threshold.");
    }
  };

  struct Instance {
    double clearance, per_speed, tolerance, moves;
    // Now:
    Clearance nearest = {};
    // Of the interval:
    double smallest = 0.0, threshold = 0.0, speed = 0.0;
    ActorRef object = {};
    trace::ActorId last_object = {};  // in the last frame of it so far
    std::string_view side = {};
  };

  static Instance create(const Setup& setup) {
    return {setup.get(kTooCloseClearance).si(), setup.get(kTooClosePerSpeed).si(), setup.get(kTooCloseTolerance).si(),
            setup.get(kTooCloseMoves).si()};
  }
  static Duration debounce_start_time(const Setup& setup) { return duration_of(setup.get(kTooCloseDebounce)); }

  static double threshold(const Instance& self, const View& at) {
    return self.clearance + self.per_speed * std::abs(at.scene.motion.speed(at.slot));
  }

  static bool violated(Instance& self, const View& at) {
    const double speed = std::abs(at.scene.motion.speed(at.slot)), limit = threshold(self, at);
    self.nearest = nearest_standing(at, limit + self.tolerance);
    return speed > self.moves && self.nearest.distance < limit;
  }
  static bool still_violated(const Instance& self, const View& at) {
    return std::abs(at.scene.motion.speed(at.slot)) > self.moves &&
           self.nearest.distance <= threshold(self, at) + self.tolerance;
  }

  static void measure(Instance& self, const View& at, bool starts) {
    self.last_object = at.scene.actors.id(self.nearest.other);
    if (!starts && !(self.nearest.distance < self.smallest)) return;
    self.smallest = self.nearest.distance;
    self.threshold = threshold(self, at);
    self.speed = at.scene.motion.speed(at.slot);
    self.object = actor_ref(at.scene, self.nearest.other);
    self.side = scene::to_word(self.nearest.side);
  }

  static trace::ActorId other(const Instance& self) { return self.last_object; }

  static Finding<StaticObjectTooClose> finding(const Instance& self, const Closing& closing) {
    Finding<StaticObjectTooClose> finding;
    finding.message = person_sentence(closing.subject.actor,
                                      "passed " + name_of(self.object) + " with only " + length_words(self.smallest) +
                                          " in between at " + speed_words(self.speed) + "; at least " +
                                          length_words(self.threshold) + " is wanted",
                                      kTooCloseClearance.path);
    finding.details = "Clearance of " + in_metres(self.threshold) + " not kept to " + describe(self.object) + ". " +
                      describe(closing.subject) + " clearance: " + in_metres(self.smallest) + " (configurable as " +
                      std::string(kTooCloseClearance.path) + ")";
    finding.data = Metrics{.clearance = self.smallest,
                           .threshold = self.threshold,
                           .speed = self.speed,
                           .duration = closing.duration(),
                           .object = self.object.id,
                           .side = std::string(self.side),
                           .trigger_reason = "clearance_below_threshold"};
    finding.other = self.object;
    return finding;
  }

  static std::array<double, 2> plot(const Instance& self, const View& at) {
    constexpr double kShown = 3.0;  // metres
    const double distance = nearest_standing(at, kShown).distance;
    return {std::isinf(distance) ? kNone : distance, threshold(self, at)};
  }
};

}  // namespace

watch::Check static_object_too_close() {
  using Kind = StaticObjectTooClose::Kind;
  return make_violation_check<StaticObjectTooClose>({
      .name = "static_object_too_close",
      .summary = "The vehicle drives past something that stands too closely.",
      .doc =
          "The distance in plan between the vehicle's bodies and an object, or a vulnerable road user who stands, is\n"
          "below `static_object_too_close.min_clearance` plus `static_object_too_close.clearance_time` times the\n"
          "speed, and the vehicle is faster than `static_object_too_close.min_speed`. The interval ends where it is\n"
          "further away by `static_object_too_close.clearance_tolerance`. What is above or below the vehicle, and "
          "what\n"
          "cannot be run into (bridges, vegetation, speed bumps, curbstones), does not count; bodies are their boxes.",
      .remedy = "Look at whether the vehicle sees what stands beside its way, and at the objects' sizes in the run.",
      .for_npc = false,
      .kinds = kinds_of<Kind>({{Kind::static_object_too_close, "static_object_too_close", Severity::warning,
                                Severity::info, "Passed something that stands too closely.", &kTooCloseSeverity}}),
      .parameters = {&kTooCloseClearance, &kTooClosePerSpeed, &kTooCloseTolerance, &kTooCloseMoves, &kTooCloseDebounce,
                     &kTooCloseSeverity, &kTooCloseLogLevel},
      .plots = {{"Clearance against what is wanted",
                 {{.name = "clearance", .unit = "m"}, {.name = "wanted", .unit = "m", .role = LineRole::limit}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("speed")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
