#include <algorithm>
#include <array>
#include <cmath>

#include "base/clock_rounding.h"
#include "checks/detail/excuses.h"
#include "checks/detail/interval_sum.h"
#include "checks/detail/successor_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<double> kSlowShare{"slow_driving.speed_limit_share", 0.75,
                                       "Slower than this share of the legal speed is slow.", Range{0.0, 1.0}};
constexpr Parameter<Speed> kSlowTolerance{"slow_driving.speed_tolerance", 2.0_kmh,
                                          "By how much faster than that it must be for the interval to end.",
                                          kNotNegative};
constexpr Parameter<Speed> kSlowLeast{"slow_driving.min_speed", 5.0_kmh,
                                      "Slower than this it does not drive, but stand.", kNotNegative};
constexpr Parameter<Acceleration> kSlowAccelerating{"slow_driving.max_acceleration", 0.5_mps2,
                                                    "Accelerating harder than this it is about to drive faster.",
                                                    kNotNegative};
constexpr Parameter<Acceleration> kSlowAcceleratingTolerance{
    "slow_driving.acceleration_tolerance", 0.2_mps2,
    "By how much harder it must accelerate, for half a second, for the interval to end.", kNotNegative};
constexpr Parameter<Seconds> kSlowVehicleTime{"slow_driving.vehicle_ahead_time", 3.0_s,
                                              "Somebody no further ahead than this is an excuse; 0 s: none.",
                                              kNotNegative};
constexpr Parameter<Distance> kSlowControlDistance{
    "slow_driving.control_distance", 50.0_m,
    "A junction, traffic light, stop or yield sign no further ahead than this is an excuse; 0 m: none.", kNotNegative};
constexpr Parameter<Acceleration> kSlowLateral{
    "slow_driving.comfortable_lateral_acceleration", 2.0_mps2,
    "A curve within the stopping distance that would need more than this is an excuse; 0 mpsps: none.", kNotNegative};
constexpr Parameter<Distance> kSlowLimitDistance{"slow_driving.lower_limit_distance", 100.0_m,
                                                 "A lower limit no further ahead than this is an excuse; 0 m: none.",
                                                 Range{0.0, 100.0}};
constexpr Parameter<Distance> kSlowVruDistance{
    "slow_driving.vru_distance", 20.0_m, "A vulnerable road user no further away than this is an excuse; 0 m: none.",
    kNotNegative};
constexpr auto kSlowDebounce = debounce_at("slow_driving.debounce_start_time", 3.0_s);
constexpr auto kSlowSeverity = severity_at("slow_driving.issue_severity");
constexpr auto kSlowLogLevel = log_level_at("slow_driving.log_level");

constexpr Duration kSlowAccelerates = std::chrono::milliseconds(500);

struct SlowDriving {
  enum class Kind : std::uint8_t { slow_driving };

  struct Metrics {
    double lowest_speed, speed_limit, duration, distance_lost;
    std::string trigger_reason, justified_by;

    void fields(auto& field) {
      field("lowest_speed", lowest_speed, "m/s", "The lowest speed in the interval.", MetricRole::value);
      field("speed_limit", speed_limit, "m/s", "The legal speed where it was slowest.", MetricRole::limit);
      field("duration", duration, "s", "How long it drove slowly.");
      field("distance_lost", distance_lost, "m", "How much further it would have come at the legal speed.");
      field("trigger_reason", trigger_reason, "", "What began it: below_share_of_limit.");
      field("justified_by", justified_by, "", "What excused it in the end; empty: nothing did.");
    }
  };

  struct Instance {
    double share, tolerance, least, accelerating, ends_accelerating;
    ExcuseBounds bounds;
    bool saw_limit = false;
    Time accelerates_since = kNever;
    double lowest = 0.0, limit = 0.0;
    IntervalSum lost = {};
  };

  static Instance create(const Setup& setup) {
    const double accelerating = setup.get(kSlowAccelerating).si();
    return {.share = setup.get(kSlowShare),
            .tolerance = setup.get(kSlowTolerance).si(),
            .least = setup.get(kSlowLeast).si(),
            .accelerating = accelerating,
            .ends_accelerating = accelerating + setup.get(kSlowAcceleratingTolerance).si(),
            .bounds = {.vehicle_time = setup.get(kSlowVehicleTime).si(),
                       .control_distance = setup.get(kSlowControlDistance).si(),
                       .lateral_acceleration = setup.get(kSlowLateral).si(),
                       .limit_distance = setup.get(kSlowLimitDistance).si(),
                       .vru_distance = setup.get(kSlowVruDistance).si()}};
  }
  static Duration debounce_start_time(const Setup& setup) { return duration_of(setup.get(kSlowDebounce)); }

  static bool violated(Instance& self, const View& at) {
    const double limit = limit_at(at), speed = at.scene.motion.speed(at.slot);
    const double acceleration = at.scene.motion.acceleration(at.slot);
    if (std::isnan(limit)) return false;
    self.saw_limit = true;
    self.lost.add(std::max(0.0, limit - speed) * at.scene.actors.step_seconds());
    if (!(acceleration > self.ends_accelerating))
      self.accelerates_since = kNever;
    else if (self.accelerates_since == kNever)
      self.accelerates_since = at.now();
    return speed < self.share * limit && speed >= self.least && acceleration < self.accelerating && is_in_traffic(at);
  }

  static bool still_violated(Instance& self, const View& at) {
    const double limit = limit_at(at), speed = at.scene.motion.speed(at.slot);
    const bool accelerates =
        self.accelerates_since != kNever && reaches(at.now() - self.accelerates_since, kSlowAccelerates);
    return speed < self.share * limit + self.tolerance && speed >= self.least && !accelerates && is_in_traffic(at);
  }

  static std::string_view justified_by(Instance& self, const View& at) {
    self.bounds.slow = self.share * limit_at(at);
    return excuse_of(at, self.bounds);
  }

  static void measure(Instance& self, const View& at, bool starts) {
    const double speed = at.scene.motion.speed(at.slot), limit = limit_at(at);
    self.lost.take(starts);
    if (!starts && speed >= self.lowest) return;
    self.lowest = speed;
    self.limit = limit;
  }

  static Finding<SlowDriving> finding(const Instance& self, const Closing& closing) {
    Finding<SlowDriving> finding;
    finding.message = person_sentence(closing.subject.actor,
                                      "drove only " + speed_words(self.lowest) + " where " + speed_words(self.limit) +
                                          " is allowed, with nothing in its way" + for_seconds(closing.duration()),
                                      kSlowShare.path);
    finding.details = "Slow driving: below " + in_kph(self.share * self.limit) + " without a reason. " +
                      describe(closing.subject) + " lowest speed: " + in_kph(self.lowest) + " (configurable as " +
                      std::string(kSlowShare.path) + ")";
    finding.data = Metrics{.lowest_speed = self.lowest,
                           .speed_limit = self.limit,
                           .duration = closing.duration(),
                           .distance_lost = self.lost.value(),
                           .trigger_reason = "below_share_of_limit",
                           .justified_by = std::string(closing.justified_by)};
    return finding;
  }

  static std::array<double, 1> plot(const Instance& self, const View& at) { return {self.share * limit_at(at)}; }

  static std::string_view missing(const Instance& self) {
    return self.saw_limit ? "" : "no vehicle was on a lane for which the map gives a speed limit";
  }
};

}  // namespace

watch::Check slow_driving() {
  using Kind = SlowDriving::Kind;
  return make_violation_check<SlowDriving>({
      .name = "slow_driving",
      .summary = "The vehicle drives much slower than the map allows, with nothing in its way.",
      .doc =
          "The vehicle is slower than `slow_driving.speed_limit_share` of the legal speed, not slower than\n"
          "`slow_driving.min_speed`, does not accelerate harder than `slow_driving.max_acceleration`, and nothing\n"
          "excuses it, all without a break for `slow_driving.debounce_start_time`. The interval starts where that\n"
          "began. It ends where the vehicle is faster by `slow_driving.speed_tolerance`, nearly stands, accelerates\n"
          "harder by `slow_driving.acceleration_tolerance` for half a second, or is excused.\n"
          "\n"
          "Excuses, each told as `justified_by`: `vehicle_ahead` (within `slow_driving.vehicle_ahead_time`),\n"
          "`junction`, `light`, `sign` (a stop or yield sign; within `slow_driving.control_distance`, and inside\n"
          "junctions), `curve` (within the stopping distance, where\n"
          "`slow_driving.comfortable_lateral_acceleration` allows no more than that share of the limit),\n"
          "`lower_limit` (within `slow_driving.lower_limit_distance`), `vru` (within `slow_driving.vru_distance`).\n"
          "The stopping distance is that of a second of reaction and of braking with 3 m/s^2. Distances are from\n"
          "the front along the vehicle's lane and what follows. Off the road, on lanes that are not for traffic,\n"
          "and where the map gives no limit, nothing is judged.",
      .remedy = "Find out why the vehicle is slow: a phantom obstacle, a planner that is too careful, a wrong limit\n"
                "in the map. Lower `slow_driving.speed_limit_share` for vehicles that cannot drive faster.",
      .for_npc = false,
      .kinds = kinds_of<Kind>({{Kind::slow_driving, "slow_driving", Severity::warning, Severity::info,
                                "Much slower than allowed, without a reason.", &kSlowSeverity}}),
      .parameters = {&kSlowShare, &kSlowTolerance, &kSlowLeast, &kSlowAccelerating, &kSlowAcceleratingTolerance,
                     &kSlowVehicleTime, &kSlowControlDistance, &kSlowLateral, &kSlowLimitDistance, &kSlowVruDistance,
                     &kSlowDebounce, &kSlowSeverity, &kSlowLogLevel},
      .plots = {{"Speed against the share of the limit",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "slow below", .unit = "m/s", .role = LineRole::limit},
                  {.name = "legal speed", .unit = "m/s", .role = LineRole::context, .fact = fact("legal_speed")}}},
                {"Acceleration", {{.name = "acceleration", .unit = "m/s^2", .fact = fact("acceleration")}}}},
      .needs = {{fact("speed"), fact("acceleration"), fact("legal_speed"), fact("object_in_front.gap")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
