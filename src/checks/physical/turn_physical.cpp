#include <algorithm>
#include <array>
#include <cmath>

#include "base/quantity.h"
#include "checks/detail/breaks.h"
#include "checks/detail/rounded_headings.h"
#include "checks/detail/shared_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Distance> kMinimalTurningRadius{"physical.minimal_turning_radius", 5.0_m,
                                                    "The tightest turn that the vehicle can drive.", kPositive};

constexpr Parameter<Acceleration> kLateralTolerance{
    "turn_physical.lateral_tolerance", 0.5_mps2, "Lateral acceleration that is always allowed on top.", kNotNegative};
constexpr double kTurnTolerance = kPi / 180.0;  // of the yaw rate: one degree per second

struct TurnPhysical {
  enum class Kind : std::uint8_t { turn_physical };

  struct Metrics {
    std::string trigger_reason;
    double angular_speed, angular_speed_limit, lateral_acceleration, lateral_acceleration_limit, lon_speed;

    void fields(auto& field) {
      field("trigger_reason", trigger_reason, "", "Which test failed by more: lateral_acceleration or angular_speed.");
      field("angular_speed", angular_speed, "rad/s",
            "The yaw rate furthest beyond its limit, where that test failed by more.", MetricRole::value);
      field("angular_speed_limit", angular_speed_limit, "rad/s", "Its limit, with the tolerance that is added.",
            MetricRole::limit);
      field("lateral_acceleration", lateral_acceleration, "m/s^2",
            "The lateral acceleration furthest beyond its limit, where that test failed by more.", MetricRole::value);
      field("lateral_acceleration_limit", lateral_acceleration_limit, "m/s^2",
            "Its limit, with the tolerance that is added.", MetricRole::limit);
      field("lon_speed", lon_speed, "m/s", "The longitudinal speed that the limit comes from.");
    }
  };

  struct Instance {
    double radius, share, lateral_tolerance;  // share: (100 - tolerance) / 100
    RoundedHeadings headings = {};
    // At the frame that was furthest beyond its limit:
    bool slides_sideways = false;
    double value = 0.0, limit = 0.0, lon_speed = 0.0;
    Breaks breaks = {};
  };

  struct Test {
    bool slides_sideways;
    double value, limit, lon_speed;
    bool fails(const Instance& self) const { return self.share * value > limit; }
    double beyond() const { return value / limit; }
  };

  static Instance create(const Setup& setup) {
    return {setup.get(kMinimalTurningRadius).si(), (100.0 - setup.get(policy::kTolerancePercent)) / 100.0,
            setup.get(kLateralTolerance).si()};
  }

  // Across the road or across the vehicle, whichever is less: what pulls out of a bay at an angle accelerates across the
  // road, but does not slide. fmin leaves out the road where there is none.
  static double lateral_acceleration(const View& at) {
    return std::fmin(std::abs(at.scene.places.road_acceleration(at.slot).lat),
                     std::abs(at.scene.motion.local_acceleration(at.slot).lat));
  }

  // The faster of this frame's and the last one's, forwards or backwards: a vehicle that reverses, and stops or starts
  // meanwhile, turns as tightly as one that drives forwards. One that does not exist is left out.
  static double lon_speed(const View& at) {
    const double now = at.scene.motion.local_speed(at.slot).lon;
    const double before = at.scene.motion.previous_local_speed(at.slot).lon;
    return std::isnan(now) || std::abs(now) < std::abs(before) ? before : now;
  }
  static Test turn_of(const Instance& self, const View& at, double lon) {
    return {false, self.headings.yaw_rate(at), std::abs(lon) / self.radius + kTurnTolerance, lon};
  }
  static double slide_limit(const Instance& self, double lon) {
    return lon * lon / self.radius + self.lateral_tolerance;
  }
  static Test slide_of(const Instance& self, const View& at, double lon) {
    return {true, lateral_acceleration(at), slide_limit(self, lon), lon};
  }

  static Test worse(const Instance& self, const View& at) {
    const double lon = lon_speed(at);
    const Test turn = turn_of(self, at, lon);
    if (std::abs(at.scene.motion.speed(at.slot)) <= kStandingStill) return turn;
    const Test slide = slide_of(self, at, lon);
    if (!slide.fails(self)) return turn;
    return turn.fails(self) && turn.beyond() > slide.beyond() ? turn : slide;
  }

  // Neither limit is below the tolerance in it, so what is small enough for that needs no speed and no road.
  static bool violated(Instance& self, const View& at) {
    self.headings.see(at);
    if (self.share * self.headings.yaw_rate(at) > kTurnTolerance && turn_of(self, at, lon_speed(at)).fails(self))
      return true;
    // The lesser of two counts, across the vehicle and across the road: the first is at hand.
    const double across = std::abs(at.scene.motion.local_acceleration(at.slot).lat);
    if (!(self.share * across > self.lateral_tolerance)) [[likely]]
      return false;
    if (std::abs(at.scene.motion.speed(at.slot)) <= kStandingStill) return false;
    const double lon = lon_speed(at);
    return self.share * across > slide_limit(self, lon) && slide_of(self, at, lon).fails(self);
  }

  static void measure(Instance& self, const View& at, bool starts) {
    const Test test = worse(self, at);
    self.breaks.see(at, starts);
    if (!starts && test.beyond() <= self.value / self.limit) return;
    self.slides_sideways = test.slides_sideways;
    self.value = test.value;
    self.limit = test.limit;
    self.lon_speed = test.lon_speed;
  }

  // Both tests, the limits with the tolerance that they are compared with.
  static std::array<double, 4> plot(const Instance& self, const View& at) {
    const double lon = lon_speed(at);
    const Test turn = turn_of(self, at, lon), slide = slide_of(self, at, lon);
    return {turn.value, turn.limit / self.share, slide.value, slide.limit / self.share};
  }

  static Finding<TurnPhysical> finding(const Instance& self, const Closing& closing) {
    Finding<TurnPhysical> finding;
    const double v = std::abs(self.lon_speed);
    finding.message = person_sentence(
        closing.subject.actor,
        (self.slides_sideways
             ? "slid sideways at " + acceleration_words(self.value) + " while driving " + speed_words(v) +
                   ", where its tightest turn takes " + acceleration_words(v * v / self.radius)
             : "turned at " + turn_words(self.value) + " while driving " + speed_words(v) +
                   ", where its tightest turn takes " + turn_words(v / self.radius)) +
            self.breaks.for_seconds(closing),
        "physical.minimal_turning_radius");
    finding.details = "Improbable move by " + describe(closing.subject);
    if (self.slides_sideways) {
      finding.details += ", expecting |a_lat| <= |v_lon|^2/R_min: |a_lat| = " + in_mpsps(self.value) +
                         ", |v_lon|^2/R_min = " + in_mpsps(self.lon_speed * self.lon_speed / self.radius);
    } else {
      finding.details += ", expecting |angular_speed| <= |v_lon|/R_min: |v_lon| = " + in_mps(std::abs(self.lon_speed)) +
                         ", |angular_speed| = " + in_degrees_per_second(self.value) +
                         ", |v_lon|/R_min = " + in_degrees_per_second(std::abs(self.lon_speed) / self.radius);
    }
    finding.details += " (R_min configurable as physical.minimal_turning_radius)";
    if (self.slides_sideways)
      finding.data = Metrics{.trigger_reason = "lateral_acceleration",
                             .angular_speed = kNone,
                             .angular_speed_limit = kNone,
                             .lateral_acceleration = self.value,
                             .lateral_acceleration_limit = self.limit,
                             .lon_speed = self.lon_speed};
    else
      finding.data = Metrics{.trigger_reason = "angular_speed",
                             .angular_speed = self.value,
                             .angular_speed_limit = self.limit,
                             .lateral_acceleration = kNone,
                             .lateral_acceleration_limit = kNone,
                             .lon_speed = self.lon_speed};
    return finding;
  }
};

}  // namespace

watch::Check turn_physical() {
  using Kind = TurnPhysical::Kind;
  return make_violation_check<TurnPhysical>({
      .name = "turn_physical",
      .summary = "The vehicle slides sideways or turns on the spot as no vehicle can.",
      .doc = "Two tests. With v the faster of this and the previous frame's longitudinal speed, and R the radius\n"
             "`physical.minimal_turning_radius`, the lateral acceleration must not exceed v^2/R plus\n"
             "`turn_physical.lateral_tolerance` (not tested while the vehicle stands), and the yaw rate must not "
             "exceed |v|/R\n"
             "plus one degree per second. Both measured values are reduced by `policy.checks_tolerance_percent`.\n"
             "\n"
             "The lateral acceleration is the smaller of that across the road and that across the vehicle: a car that\n"
             "pulls out of a bay at an angle does not slide. Without a road it is that across the vehicle.\n"
             "\n"
             "Where the run reports no yaw rate, it comes from the headings of two frames. If all headings of the "
             "vehicle\n"
             "so far lie on a grid (0.1, 0.01 or 0.001 rad; 360/256, 1, 0.1 or 0.01 degrees), the run rounds them, and "
             "one\n"
             "step of the grid is subtracted from each change.",
      .remedy = "Check whether the vehicle's model or the trace is wrong, or set `physical.minimal_turning_radius` to\n"
                "what the vehicle can do.",
      .merge_gap = kHoveringMergeGap,
      .kinds = kinds_of<Kind>({{Kind::turn_physical, "turn_physical", Severity::error, Severity::error,
                                "A turn or a slide that no vehicle can do."}}),
      .parameters = {&kMinimalTurningRadius, &policy::kTolerancePercent, &kLateralTolerance},
      .plots = {{"Yaw rate against what the turning radius allows",
                 {{.name = "yaw rate", .unit = "rad/s"}, {.name = "limit", .unit = "rad/s", .role = LineRole::limit}}},
                {"Lateral acceleration against what the turning radius allows",
                 {{.name = "lateral acceleration", .unit = "m/s^2"},
                  {.name = "limit", .unit = "m/s^2", .role = LineRole::limit}}}},
      .needs = {{fact("acceleration"), fact("speed")}, {fact("yaw_rate"), fact("speed")}},
      .replaced_by = "kinematic_behavior",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
