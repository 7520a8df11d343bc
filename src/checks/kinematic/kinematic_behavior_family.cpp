// One checker for each quantity, against what a vehicle can do (physical) and against what it should do (spec).
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "checks/detail/range_words.h"
#include "checks/detail/rounded_headings.h"
#include "checks/detail/shared_parameters.h"
#include "checks/detail/successor_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

// ---- names ----------------------------------------------------------------------------------------------------------

// A text that templates can be made with.
template <std::size_t kSize>
struct Text {
  char text[kSize]{};
  constexpr Text(const char (&from)[kSize]) { std::copy_n(from, kSize, text); }  // NOLINT: as a literal is written
  static constexpr std::size_t size() { return kSize - 1; }
};

template <Text... kParts>
struct Joined {
  static constexpr auto kText = [] {
    std::array<char, (kParts.size() + ...)> text{};
    auto at = text.begin();
    ((at = std::copy_n(kParts.text, kParts.size(), at)), ...);
    return text;
  }();
  static constexpr std::string_view kView{kText.data(), kText.size()};
};

// ---- what is compared -----------------------------------------------------------------------------------------------

struct SpeedValue {
  using Quantity = Speed;
  static constexpr Text kName{"speed"};
  static constexpr std::string_view kUnit = "m/s", kTitle = "Speed between its bounds";
  static constexpr const scene::Fact* kFact = fact("speed");
  static double of(const View& at) { return at.scene.motion.speed(at.slot); }
  static double slack(const Setup& setup) { return setup.get(numeric_slack::kSpeed).si(); }
  static constexpr const AnyParameter* kSlack = &numeric_slack::kSpeed;
  static std::string text(double value) { return in_kph(value); }
  static std::string words(double value, double bound, bool above, std::string_view may, double /*speed*/) {
    return speed_beyond(value, bound, above, may);
  }
};
struct LonAccValue {
  using Quantity = Acceleration;
  static constexpr Text kName{"lon_acc"};
  static constexpr std::string_view kUnit = "m/s^2", kTitle = "Acceleration between its bounds";
  static constexpr const scene::Fact* kFact = fact("acceleration");
  static double of(const View& at) { return at.scene.motion.acceleration(at.slot); }
  static double slack(const Setup& setup) { return setup.get(numeric_slack::kAcceleration).si(); }
  static constexpr const AnyParameter* kSlack = &numeric_slack::kAcceleration;
  static std::string text(double value) { return in_mpsps(value); }
  static std::string words(double value, double bound, bool above, std::string_view may, double speed) {
    return acceleration_beyond(value, bound, above, may, speed);
  }
};
struct LatAccValue {
  using Quantity = Acceleration;
  static constexpr Text kName{"lat_acc"};
  static constexpr std::string_view kUnit = "m/s^2", kTitle = "Lateral acceleration between its bounds";
  static constexpr const scene::Fact* kFact = fact("local_acceleration.lat");
  static double of(const View& at) { return at.scene.motion.local_acceleration(at.slot).lat; }
  static double slack(const Setup& setup) { return setup.get(numeric_slack::kAcceleration).si(); }
  static constexpr const AnyParameter* kSlack = &numeric_slack::kAcceleration;
  static std::string text(double value) { return in_mpsps(value); }
  static std::string words(double value, double bound, bool above, std::string_view may, double /*speed*/) {
    return "was pushed to the " + std::string(above ? "left" : "right") + " with " +
           acceleration_words(std::abs(value)) + ", more than the " + acceleration_words(std::abs(bound)) +
           " that it " + std::string(may);
  }
};
struct LonJerkValue {
  using Quantity = Jerk;
  static constexpr Text kName{"lon_jerk"};
  static constexpr std::string_view kUnit = "m/s^3", kTitle = "Jerk along the vehicle between its bounds";
  static constexpr const scene::Fact* kFact = fact("local_jerk.lon");
  static double of(const View& at) { return at.scene.motion.local_jerk(at.slot).lon; }
  static double slack(const Setup&) { return 0.0; }
  static constexpr const AnyParameter* kSlack = nullptr;
  static std::string text(double value) { return in_mpspsps(value); }
  static std::string words(double value, double bound, bool, std::string_view may, double /*speed*/) {
    return "changed its acceleration by " + jerk_words(value) + " along its heading, beyond the " + jerk_words(bound) +
           " that it " + std::string(may);
  }
};
struct LatJerkValue {
  using Quantity = Jerk;
  static constexpr Text kName{"lat_jerk"};
  static constexpr std::string_view kUnit = "m/s^3", kTitle = "Jerk across the vehicle between its bounds";
  static constexpr const scene::Fact* kFact = fact("local_jerk.lat");
  static double of(const View& at) { return at.scene.motion.local_jerk(at.slot).lat; }
  static double slack(const Setup&) { return 0.0; }
  static constexpr const AnyParameter* kSlack = nullptr;
  static std::string text(double value) { return in_mpspsps(value); }
  static std::string words(double value, double bound, bool, std::string_view may, double /*speed*/) {
    return "changed its acceleration by " + jerk_words(value) + " across its heading, beyond the " + jerk_words(bound) +
           " that it " + std::string(may);
  }
};

// What a vehicle can do, and what it should.
struct Physical {
  static constexpr Text kName{"physical"};
  static constexpr std::string_view kKind = "kinematic_behavior_physical", kMay = "can";
};
struct Spec {
  static constexpr Text kName{"spec"};
  static constexpr std::string_view kKind = "kinematic_behavior_spec", kMay = "should";
};

template <typename Quantity>
struct Bounds {
  Quantity lower, upper;
};
template <typename Mode, typename Value>
constexpr Bounds<typename Value::Quantity> bounds_of() {
  constexpr bool is_physical = std::is_same_v<Mode, Physical>;
  if constexpr (std::is_same_v<Value, SpeedValue>)
    return {0.0_kmh, is_physical ? 200.0_kmh : 150.0_kmh};
  else if constexpr (std::is_same_v<Value, LonAccValue>)
    return {is_physical ? -30.0_mps2 : -4.0_mps2, is_physical ? 10.0_mps2 : 2.0_mps2};
  else if constexpr (std::is_same_v<Value, LatAccValue>)
    return {is_physical ? -12.0_mps2 : -4.0_mps2, is_physical ? 12.0_mps2 : 4.0_mps2};
  else
    return {Jerk::from_si(is_physical ? -100.0 : -15.0), Jerk::from_si(is_physical ? 100.0 : 15.0)};
}

template <typename Mode, typename Value>
struct Names {
  template <Text kEnd>
  using Path = Joined<Text("kinematic_"), Mode::kName, Text("_"), Value::kName, kEnd>;
};

// ---- a value between two bounds -------------------------------------------------------------------------------------

template <typename Mode, typename Value>
struct Kinematic {
  enum class Kind : std::uint8_t { kinematic_behavior };
  using Quantity = typename Value::Quantity;
  template <Text kEnd>
  static constexpr std::string_view kPath = Names<Mode, Value>::template Path<kEnd>::kView;

  static constexpr Parameter<Quantity> kLower{kPath<Text(".lower")>, bounds_of<Mode, Value>().lower,
                                              "Below this is a violation."};
  static constexpr Parameter<Quantity> kUpper{kPath<Text(".upper")>, bounds_of<Mode, Value>().upper,
                                              "Above this is a violation."};
  static constexpr Parameter<Quantity> kTolerance{kPath<Text(".threshold_tolerance")>, Quantity::from_si(0.0),
                                                  "By how much it must be back inside for the interval to end.",
                                                  kNotNegative};
  static constexpr auto kDebounce = debounce_at(kPath<Text(".debounce_start_time")>, 0.0_s);
  static constexpr auto kSeverity = severity_at(kPath<Text(".issue_severity")>);
  static constexpr auto kLogLevel = log_level_at(kPath<Text(".log_level")>);

  struct Metrics {
    double peak, bound;
    std::string trigger_reason;
    double peak_time, duration;

    void fields(auto& field) {
      field("peak", peak, Value::kUnit, "The value furthest beyond its bound.", MetricRole::value);
      field("bound", bound, Value::kUnit, "That bound.", MetricRole::limit);
      field("trigger_reason", trigger_reason, "", "Which bound that was: upper or lower.");
      field("peak_time", peak_time, "s", "When that was, from the run's first frame.");
      field("duration", duration, "s", "How long it was beyond.");
    }
  };

  struct Instance {
    double lower, upper, lower_slack, upper_slack, tolerance;
    double peak = 0.0;
    Time peak_time{};
    double speed = 0.0;  // then
  };

  static Instance create(const Setup& setup) {
    double lower = setup.get(kLower).si(), slack = Value::slack(setup), lower_slack = slack;
    // A least speed of 0 forbids reversing, and standing still is none.
    if constexpr (std::is_same_v<Value, SpeedValue>) {
      lower_slack = least_speed_slack(setup, lower);
      lower = least_speed(lower);
    }
    return {lower, setup.get(kUpper).si(), lower_slack, slack, setup.get(kTolerance).si()};
  }
  static Duration debounce_start_time(const Setup& setup) { return duration_of(setup.get(kDebounce)); }

  static double excess(const Instance& self, double value) { return std::max(value - self.upper, self.lower - value); }
  static bool violated(const Instance& self, const View& at) {
    const double value = Value::of(at);
    return value > self.upper + self.upper_slack || value < self.lower - self.lower_slack;
  }
  static bool still_violated(const Instance& self, const View& at) {
    return excess(self, Value::of(at)) > -self.tolerance;
  }
  static void measure(Instance& self, const View& at, bool starts) {
    const double value = Value::of(at);
    if (!starts && excess(self, value) <= excess(self, self.peak)) return;
    self.peak = value;
    self.peak_time = at.now();
    self.speed =
        speed_over_step(at.scene.motion.previous_local_speed(at.slot).lon, at.scene.motion.local_speed(at.slot).lon);
  }

  static Finding<Kinematic> finding(const Instance& self, const Closing& closing) {
    const bool above = self.peak > self.upper;
    const double bound = above ? self.upper : self.lower;
    // Reversing is told as such: its bound is that of standing still.
    const double shown = !above && bound == -kStandingStill ? 0.0 : bound;
    const AnyParameter& parameter = above ? kUpper : kLower;
    Finding<Kinematic> finding;
    finding.message =
        person_sentence(closing.subject.actor,
                        Value::words(self.peak, shown, above, Mode::kMay, self.speed) + for_seconds(closing.duration()),
                        parameter.path);
    finding.details = std::string(above ? "Upper" : "Lower") + " bound of " + Value::text(shown) + " left. " +
                      describe(closing.subject) + " value: " + Value::text(self.peak) + " (configurable as " +
                      std::string(parameter.path) + ")";
    finding.data = Metrics{.peak = self.peak,
                           .bound = shown,
                           .trigger_reason = above ? "upper" : "lower",
                           .peak_time = to_seconds(self.peak_time),
                           .duration = closing.duration()};
    return finding;
  }

  static std::array<double, 2> plot(const Instance& self, const View&) { return {self.upper, self.lower}; }

  static Check check(std::string_view summary) {
    CheckInfo info{
        .name = kPath<Text("")>,
        .summary = summary,
        .doc = kDoc,
        .remedy = kRemedy,
        .for_npc = false,
        .kinds = kinds_of<Kind>({{Kind::kinematic_behavior, Mode::kKind, Severity::warning, Severity::info,
                                  "A value left the bounds of how a vehicle moves.", &kSeverity}}),
        .parameters = {&kLower, &kUpper, &kTolerance, &kDebounce, &kSeverity, &kLogLevel},
        .plots = {{Value::kTitle,
                   {{.name = Value::kFact->name, .unit = Value::kUnit, .fact = Value::kFact},
                    {.name = "upper bound", .unit = Value::kUnit, .role = LineRole::limit},
                    {.name = "lower bound", .unit = Value::kUnit, .role = LineRole::limit}}}},
        .needs = {{Value::kFact}},
        .family = "kinematic_behavior",
        .profiles = InProfiles::modern,
    };
    if (Value::kSlack != nullptr) info.parameters.push_back(Value::kSlack);
    return make_violation_check<Kinematic>(std::move(info));
  }

  static constexpr std::string_view kDoc =
      "Compares the value, as the run reports it or as it is derived, with both bounds. An interval opens where it\n"
      "leaves them and ends where it is back inside by the tolerance. Recorded numbers are rounded: a speed or an\n"
      "acceleration counts only beyond its bound by more than the numeric slack. A least speed of 0 means reversing\n"
      "faster than 0.1 m/s. Lateral values are across the vehicle, left is positive.\n"
      "\n"
      "Jerk is the difference of two accelerations. Where a run's accelerations jump from frame to frame, as SUMO's "
      "do\n"
      "(its drivers choose a new speed in each step), jerks of one frame are true of the run and say little of a real\n"
      "vehicle: a `debounce_start_time` of 0.2 s leaves what lasts.";
  static constexpr std::string_view kRemedy =
      "Look at how the vehicle is driven, and whether the run's numbers are right (a jump from one frame to the "
      "next).\n"
      "Set the bounds to what the vehicle can or should do.";
};

// ---- turning --------------------------------------------------------------------------------------------------------

template <typename Mode>
struct Turning {
  enum class Kind : std::uint8_t { kinematic_behavior };
  template <Text kEnd>
  static constexpr std::string_view kPath = Joined<Text("kinematic_"), Mode::kName, Text("_turning"), kEnd>::kView;

  static constexpr Parameter<Distance> kRadius{kPath<Text(".minimal_turning_radius")>, 5.0_m,
                                               "The tightest that the vehicle turns.", kPositive};
  static constexpr Parameter<AngularSpeed> kTolerance{
      kPath<Text(".threshold_tolerance")>, AngularSpeed::from_si(0.0),
      "By how much slower than allowed it must turn for the interval to end.", kNotNegative};
  static constexpr auto kDebounce = debounce_at(kPath<Text(".debounce_start_time")>, 0.0_s);
  static constexpr auto kSeverity = severity_at(kPath<Text(".issue_severity")>);
  static constexpr auto kLogLevel = log_level_at(kPath<Text(".log_level")>);
  static constexpr double kMargin = kPi / 180.0;  // 1 degree/s: standing vehicles twitch

  struct Metrics {
    double peak, bound;
    std::string trigger_reason;
    double radius, peak_time, duration;

    void fields(auto& field) {
      field("peak", peak, "rad/s", "The yaw rate furthest beyond what its speed allows.", MetricRole::value);
      field("bound", bound, "rad/s", "What its speed allowed there.", MetricRole::limit);
      field("trigger_reason", trigger_reason, "", "What began it: radius.");
      field("radius", radius, "m", "How tightly it turned there.");
      field("peak_time", peak_time, "s", "When that was, from the run's first frame.");
      field("duration", duration, "s", "How long it lasted.");
    }
  };

  struct Instance {
    double radius, tolerance;
    RoundedHeadings headings = {};
    double peak = 0.0, bound = 0.0, speed = 0.0;
    Time peak_time{};
  };

  static Instance create(const Setup& setup) { return {setup.get(kRadius).si(), setup.get(kTolerance).si()}; }
  static Duration debounce_start_time(const Setup& setup) { return duration_of(setup.get(kDebounce)); }

  // The larger speed of this frame and the last: a vehicle that stops was faster while it turned.
  static double fastest(const View& at) {
    return std::fmax(std::abs(at.scene.motion.local_speed(at.slot).lon),
                     std::abs(at.scene.motion.previous_local_speed(at.slot).lon));
  }
  static double bound(const Instance& self, const View& at) { return fastest(at) / self.radius + kMargin; }

  static bool violated(Instance& self, const View& at) {
    self.headings.see(at);
    return self.headings.yaw_rate(at) > bound(self, at);
  }
  static bool still_violated(const Instance& self, const View& at) {
    return self.headings.yaw_rate(at) > bound(self, at) - self.tolerance;
  }
  static void measure(Instance& self, const View& at, bool starts) {
    const double now = self.headings.yaw_rate(at), allowed = bound(self, at);
    if (!starts && now - allowed <= self.peak - self.bound) return;
    self.peak = now;
    self.bound = allowed;
    self.speed = fastest(at);
    self.peak_time = at.now();
  }

  static Finding<Turning> finding(const Instance& self, const Closing& closing) {
    Finding<Turning> finding;
    finding.message = person_sentence(closing.subject.actor,
                                      "turned with " + turn_words(self.peak) + " at " + speed_words(self.speed) +
                                          ", tighter than the radius of " + length_words(self.radius) + " that it " +
                                          std::string(Mode::kMay) + for_seconds(closing.duration()),
                                      kRadius.path);
    finding.details = "Minimal turning radius of " + in_metres(self.radius) + " missed. " + describe(closing.subject) +
                      " yaw rate: " + in_degrees_per_second(self.peak) + " (configurable as " +
                      std::string(kRadius.path) + ")";
    finding.data = Metrics{.peak = self.peak,
                           .bound = self.bound,
                           .trigger_reason = "radius",
                           .radius = self.speed / self.peak,
                           .peak_time = to_seconds(self.peak_time),
                           .duration = closing.duration()};
    return finding;
  }

  static std::array<double, 2> plot(const Instance& self, const View& at) {
    return {bound(self, at), -bound(self, at)};
  }

  static Check check(std::string_view summary, bool enabled) {
    return make_violation_check<Turning>({
        .name = kPath<Text("")>,
        .summary = summary,
        .doc = "Compares the yaw rate with what the speed allows at the least turning radius: speed over radius, and\n"
               "1 degree/s. The speed is the larger of this frame's and the last one's.\n"
               "\n"
               "Where the run reports no yaw rate and rounds its headings, one step of that is subtracted from each\n"
               "change, as turn_physical does it.",
        .remedy = "Look at whether the run's headings jump, or set the radius to what the vehicle can do.",
        .for_npc = false,
        .enabled = enabled,
        .kinds = kinds_of<Kind>({{Kind::kinematic_behavior, Mode::kKind, Severity::warning, Severity::info,
                                  "Turned more tightly than a vehicle does.", &kSeverity}}),
        .parameters = {&kRadius, &kTolerance, &kDebounce, &kSeverity, &kLogLevel},
        .plots = {{"Yaw rate between what the speed allows",
                   {{.name = "yaw rate", .unit = "rad/s", .fact = fact("yaw_rate")},
                    {.name = "allowed to the left", .unit = "rad/s", .role = LineRole::limit},
                    {.name = "allowed to the right", .unit = "rad/s", .role = LineRole::limit}}}},
        .needs = {{fact("yaw_rate"), fact("local_speed.lon")}},
        .family = "kinematic_behavior",
        .profiles = InProfiles::modern,
    });
  }
};

}  // namespace

std::vector<watch::Check> kinematic_behavior_family() {
  return {
      Kinematic<Physical, SpeedValue>::check("The vehicle is faster, or reverses, beyond what it physically can."),
      Kinematic<Physical, LonAccValue>::check("The vehicle accelerates or brakes harder than it physically can."),
      Kinematic<Physical, LatAccValue>::check("The vehicle is pushed sideways harder than it physically can be."),
      Kinematic<Physical, LonJerkValue>::check("Acceleration along the vehicle changes faster than it physically can."),
      Kinematic<Physical, LatJerkValue>::check(
          "Acceleration across the vehicle changes faster than it physically can."),
      Turning<Physical>::check("The vehicle turns more tightly than it physically can.", true),
      Kinematic<Spec, SpeedValue>::check("The vehicle is faster, or reverses, beyond what it is specified for."),
      Kinematic<Spec, LonAccValue>::check("The vehicle accelerates or brakes harder than it is specified for."),
      Kinematic<Spec, LatAccValue>::check("The vehicle is pushed sideways harder than it is specified for."),
      Kinematic<Spec, LonJerkValue>::check("Acceleration along the vehicle changes faster than it is specified for."),
      Kinematic<Spec, LatJerkValue>::check("Acceleration across the vehicle changes faster than it is specified for."),
      Turning<Spec>::check("The vehicle turns more tightly than it is specified for.", false)};
}

}  // namespace scrutineer::checks
