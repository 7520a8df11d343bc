#include <array>
#include <cmath>

#include "checks/detail/shared_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

struct PerceivedTeleport {
  enum class Kind : std::uint8_t { perceived_teleport };

  struct Metrics {
    double step_distance, step_speed, limit;

    void fields(auto& field) {
      field("step_distance", step_distance, "m", "How far it jumped in the fastest step.");
      field("step_speed", step_speed, "m/s", "The speed of that step.", MetricRole::value);
      field("limit", limit, "m/s", "Twice the largest speed of the policy.", MetricRole::limit);
    }
  };

  struct Instance {
    double limit;        // of the speed of one step
    double step = 0.0;   // the longest: how far ...
    double speed = 0.0;  // ... and how fast
  };

  static Instance create(const Setup& setup) { return {2.0 * setup.get(policy::kMaxSpeed).si()}; }

  // In the plane, since the frame before; NaN in the first.
  static double step_distance(const View& at) {
    if (at.scene.actors.age(at.slot) < 2) return std::nan("");
    const trace::ActorState& before = at.scene.actors.state(at.slot, 1);
    return std::hypot(at.state().x - before.x, at.state().y - before.y);
  }

  static bool violated(const Instance& self, const View& at) {
    if (at.scene.actors.age(at.slot) < 2) return false;
    const trace::ActorState &now = at.state(), &before = at.scene.actors.state(at.slot, 1);
    const double dx = now.x - before.x, dy = now.y - before.y;
    const double furthest = self.limit * at.scene.actors.step_seconds();
    // Nearly all move far less: they need no root.
    if (dx * dx + dy * dy < 0.5 * furthest * furthest) [[likely]]
      return false;
    return step_distance(at) > furthest;
  }

  static void measure(Instance& self, const View& at, bool starts) {
    const double distance = step_distance(at), speed = distance / at.scene.actors.step_seconds();
    if (!starts && speed <= self.speed) return;
    self.step = distance;
    self.speed = speed;
  }

  static std::array<double, 1> plot(const Instance&, const View& at) {
    return {step_distance(at) / at.scene.actors.step_seconds()};
  }

  static Finding<PerceivedTeleport> finding(const Instance& self, const Closing& closing) {
    Finding<PerceivedTeleport> finding;
    finding.message = person_sentence(closing.subject.actor,
                                      "jumped " + length_words(self.step) + " in one step, as if it drove " +
                                          speed_words(self.speed) + "; twice the fastest that it should is " +
                                          speed_words(self.limit),
                                      policy::kMaxSpeed.path);
    finding.details = describe(closing.subject) + " had a sudden jump of " + in_metres(self.step) +
                      " (momentary speed of " + in_kph(self.speed) + " significantly exceeds twice the policy max of " +
                      in_kph(0.5 * self.limit) + ", configurable as policy.max_speed)";
    finding.data = Metrics{.step_distance = self.step, .step_speed = self.speed, .limit = self.limit};
    return finding;
  }
};

}  // namespace

watch::Check perceived_teleport() {
  using Kind = PerceivedTeleport::Kind;
  return make_violation_check<PerceivedTeleport>({
      .name = "perceived_teleport",
      .summary = "The vehicle moves further in one step than any vehicle could.",
      .doc = "The distance from one frame to the next, in the plane, implies a speed of more than twice\n"
             "`policy.max_speed`. Unlike teleportation it looks at every step by itself and does not know how the "
             "vehicle\n"
             "moved before.",
      .remedy = "Look at the simulator or the tracker that made the run: the vehicle was put elsewhere. A relocation\n"
                "that the run announces is not an issue.",
      .kinds = kinds_of<Kind>({{Kind::perceived_teleport, "perceived_teleport", Severity::error, Severity::error,
                                "A jump from one frame to the next."}}),
      .parameters = {&policy::kMaxSpeed},
      .plots = {{"Speed of each step against twice the policy's largest",
                 {{.name = "speed of the step", .unit = "m/s"},
                  {.name = "limit", .unit = "m/s", .role = LineRole::limit, .metric = "limit"}}}},
      .replaced_by = "teleportation",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
