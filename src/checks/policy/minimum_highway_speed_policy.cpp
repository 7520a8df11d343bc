#include <array>
#include <cmath>

#include "checks/detail/shared_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/planned.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr double kSlow = 20.0 / 3.6;      // m/s: slower is a reason to be slow behind it ...
constexpr double kSlowWithin = 20.0;      // ... if it is no further ahead than this, in metres
constexpr double kTimeToCollision = 3.0;  // seconds; a nearer collision is a reason too

struct MinimumHighwaySpeed {
  enum class Kind : std::uint8_t { minimum_highway_speed_policy };

  struct Metrics {
    double lowest_speed, limit;

    void fields(auto& field) {
      field("lowest_speed", lowest_speed, "m/s", "The slowest that it was.", MetricRole::value);
      field("limit", limit, "m/s", "The least speed.", MetricRole::limit);
    }
  };

  struct Instance {
    double limit, tolerance;
    double slowest = 0.0;
    bool lacked_speed = false;  // it was slow where nobody knows how fast it should be
  };

  static Instance create(const Setup& setup) {
    return {setup.get(policy::kMinimumHighwaySpeed).si(), with_tolerance(setup)};
  }

  static bool nothing_can_begin(const Context& context) {
    const scene::Places& places = context.scene.places;
    return !places.has_map() || !places.map().has_motorways();
  }

  // In the order of what it costs to know.
  static bool violated(Instance& self, const View& at) {
    if (!(at.scene.motion.speed(at.slot) * self.tolerance < self.limit)) return false;
    if (av_state_of(at.scene, at.slot) != trace::AvState::active || !is_on_motorway(at)) return false;
    const double planned = planned_speed(at);
    self.lacked_speed = self.lacked_speed || std::isnan(planned);
    if (!(planned > self.limit * self.tolerance)) return false;
    if (is_slow_object_in_front(at, kSlow, kSlowWithin)) return false;
    return at.scene.relations.min_ttc(at.slot, kTimeToCollision).seconds > kTimeToCollision;
  }

  static void measure(Instance& self, const View& at, bool starts) {
    const double speed = at.scene.motion.speed(at.slot);
    if (starts || speed < self.slowest) self.slowest = speed;
  }

  static std::string note(const Instance& self, const View& at, Time /*last*/) {
    if (!self.lacked_speed) return {};
    return describe(actor_ref(at.scene, at.slot)) +
           " was slow on a motorway where neither a planned nor a legal speed is known: that was not judged";
  }

  static std::array<double, 2> plot(const Instance& self, const View& at) { return {self.limit, planned_speed(at)}; }

  static Finding<MinimumHighwaySpeed> finding(const Instance& self, const Closing& closing) {
    Finding<MinimumHighwaySpeed> finding;
    finding.message =
        person_sentence(closing.subject.actor,
                        "drove only " + speed_words(self.slowest) + " on a motorway without a reason" +
                            for_seconds(closing.duration()) + "; it should drive " + speed_words(self.limit),
                        policy::kMinimumHighwaySpeed.path);
    finding.details = "Min. policy minimum_highway_speed limit of " + in_kph(self.limit) + " was missed. " +
                      describe(closing.subject) + " speed: " + in_kph(self.slowest) +
                      " (configurable as policy.minimum_highway_speed)";
    finding.data = Metrics{.lowest_speed = self.slowest, .limit = self.limit};
    return finding;
  }
};

}  // namespace

watch::Check minimum_highway_speed_policy() {
  using Kind = MinimumHighwaySpeed::Kind;
  return make_violation_check<MinimumHighwaySpeed>({
      .name = "minimum_highway_speed_policy",
      .summary = "The vehicle crawls along a motorway without a reason.",
      .doc = "On a motorway, the vehicle is slower than `policy.minimum_highway_speed` although its planned speed (the "
             "run's\n"
             "plan, or the legal speed) is higher, nobody slower than 20 km/h is within 20 m on its way, and no "
             "collision is\n"
             "less than 3 s away. It is judged only under automated control (`av_state` active; for vehicles other "
             "than the ego\n"
             "only where the run says so). `policy.checks_tolerance_percent` applies to both comparisons. Without a "
             "planned or\n"
             "a legal speed nothing is judged.",
      .remedy = "Find out why the vehicle is slow: a phantom obstacle, a wrong speed limit. Set\n"
                "`policy.minimum_highway_speed` for vehicles that may be slower.",
      .kinds = kinds_of<Kind>({{Kind::minimum_highway_speed_policy, "minimum_highway_speed_policy", Severity::error,
                                Severity::info, "Too slow on a motorway, without a reason."}}),
      .parameters = {&policy::kMinimumHighwaySpeed, &policy::kTolerancePercent},
      .plots = {{"Speed against the least for motorways",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "least", .unit = "m/s", .role = LineRole::limit},
                  {.name = "planned", .unit = "m/s", .role = LineRole::context}}}},
      .needs = {{fact("speed"), fact("road_position"), fact("object_in_front.gap"), fact("min_ttc")}},
      .replaced_by = "slow_driving",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
