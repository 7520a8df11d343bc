#include <array>
#include <cmath>

#include "checks/detail/interval_sum.h"
#include "checks/detail/successor_parameters.h"
#include "checks/detail/unknown_limit.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<double> kViolationFactor{"speed_limit_violation.violation_factor_threshold", 1.1,
                                             "Faster than this multiple of the legal speed is a violation.", kPositive};
constexpr Parameter<Speed> kViolationTolerance{"speed_limit_violation.violation_speed_threshold_tolerance", 1.0_kmh,
                                               "By how much slower than that it must be for the interval to end.",
                                               kNotNegative};
constexpr auto kViolationDebounce = debounce_at("speed_limit_violation.debounce_start_time", 0.5_s);
constexpr auto kViolationSeverity = severity_at("speed_limit_violation.issue_severity");
constexpr auto kViolationLogLevel = log_level_at("speed_limit_violation.log_level");

struct SpeedLimitViolation {
  enum class Kind : std::uint8_t { speed_limit_violation };

  struct Metrics {
    double speed, limit, max_excess, excess_share, duration, distance;
    std::string trigger_reason;

    void fields(auto& field) {
      field("speed", speed, "m/s", "The speed where the excess was largest.", MetricRole::value);
      field("limit", limit, "m/s", "The legal speed, without the factor.", MetricRole::limit);
      field("max_excess", max_excess, "m/s", "By how much the legal speed was exceeded at most.");
      field("excess_share", excess_share, "", "The same as a share of the legal speed.");
      field("duration", duration, "s", "How long it was too fast.");
      field("distance", distance, "m", "How far it drove meanwhile.");
      field("trigger_reason", trigger_reason, "", "What began it: factor_exceeded.");
    }
  };

  struct Instance {
    double factor, tolerance;
    Lifecycle lifecycle;
    bool saw_limit = false;
    double limit = std::nan("");  // that held in the frame before
    double fastest = 0.0;
    IntervalSum distance = {};
    UnknownLimit unknown = {};
  };
  static UnknownLimit& kept(Instance& self) { return self.unknown; }

  static Instance create(const Setup& setup) {
    return {.factor = setup.get(kViolationFactor),
            .tolerance = setup.get(kViolationTolerance).si(),
            .lifecycle = Lifecycle(
                {.merge_gap = setup.merge_gap(), .debounce_start_time = duration_of(setup.get(kViolationDebounce))})};
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    const double limit = limit_at(at), speed = at.scene.motion.speed(at.slot);
    if (!std::isnan(limit)) self.saw_limit = true;
    self.unknown.see(at);
    if (!self.lifecycle.is_idle()) [[unlikely]]
      self.distance.add(step_length(at));
    // With another limit it is another violation, even if it goes on.
    if (!(limit == self.limit) && !self.lifecycle.is_idle()) [[unlikely]] {
      end(self, watch, EndedBy::condition);
      self.lifecycle.reset();
    }
    self.limit = limit;
    const double threshold = limit * self.factor;
    const bool is_fast = speed > threshold;
    if (!is_fast && self.lifecycle.is_idle()) [[likely]]
      return;
    const Conditions seen{.starts = is_fast, .keeps = is_fast || speed >= threshold - self.tolerance};
    if (const auto ending = self.lifecycle.ends(at.now(), seen)) close(self, watch, *ending);
    const Progress progress = self.lifecycle.advance(at.now(), seen);
    if (progress == Progress::nothing || progress == Progress::waits) return;
    if (progress == Progress::begins) watch.open(self.lifecycle.interval, self.lifecycle.start());
    measure(self, speed, self.lifecycle.start() == at.now());
  }

  static void measure(Instance& self, double speed, bool starts) {
    self.distance.take(starts);
    self.fastest = starts ? speed : std::max(self.fastest, speed);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.lifecycle.is_open()) close(self, watch, self.lifecycle.end(ended_by, watch.end_time(ended_by)));
  }

  static void close(Instance& self, Watch& watch, const Ending& ending) {
    OpenInterval& interval = self.lifecycle.interval;
    const double duration = to_seconds(ending.at - interval.start), excess = self.fastest - self.limit;
    Finding<SpeedLimitViolation> finding;
    finding.message = person_sentence(interval.subject->actor,
                                      "drove " + speed_words(self.fastest) + " where " + speed_words(self.limit) +
                                          " is allowed" + for_seconds(duration),
                                      kViolationFactor.path);
    finding.details = "Speed limit of " + in_kph(self.limit) + " violated. " + describe(*interval.subject) +
                      " driving at " + in_kph(self.fastest) + " (configurable as " +
                      std::string(kViolationFactor.path) + ")";
    finding.data = Metrics{.speed = self.fastest,
                           .limit = self.limit,
                           .max_excess = excess,
                           .excess_share = excess / self.limit,
                           .duration = duration,
                           .distance = self.distance.value(),
                           .trigger_reason = "factor_exceeded"};
    watch.close(interval, ending.by, ending.at, finding);
  }

  static std::array<double, 1> plot(const Instance& self, const View& at) { return {limit_at(at) * self.factor}; }

  static std::string note(const Instance& self, const View& at, Time) { return self.unknown.note(at); }
  static std::string_view missing(const Instance& self) {
    return self.saw_limit ? "" : "no vehicle was on a lane for which the map gives a speed limit";
  }
};

}  // namespace

watch::Check speed_limit_violation() {
  using Kind = SpeedLimitViolation::Kind;
  return make_actor_check<SpeedLimitViolation>({
      .name = "speed_limit_violation",
      .summary = "The vehicle drives clearly faster than the map allows.",
      .doc =
          "The vehicle is faster than the legal speed times\n"
          "`speed_limit_violation.violation_factor_threshold`, without a break for\n"
          "`speed_limit_violation.debounce_start_time`. The interval starts where that began, and ends where the\n"
          "vehicle is slower than that by more than `speed_limit_violation.violation_speed_threshold_tolerance`, or\n"
          "where the legal speed changes: `speed_limit_watcher` has an interval for each of them. A vehicle that is\n"
          "too fast for the next limit as well begins another interval there. Where the map gives no limit, or says\n"
          "that there is none, nothing is checked; how far and how long the ego drove where the map gives none is "
          "told\n"
          "in a note.",
      .remedy = "Change how the vehicle drives. Also check whether the map's limits and their units are right.",
      .for_npc = false,
      .kinds = kinds_of<Kind>({{Kind::speed_limit_violation, "speed_limit_violation", Severity::warning, Severity::info,
                                "Clearly faster than the map allows.", &kViolationSeverity}}),
      .parameters = {&kViolationFactor, &kViolationTolerance, &kViolationDebounce, &kViolationSeverity,
                     &kViolationLogLevel},
      .plots = {{"Speed against the map's limit",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "violation above", .unit = "m/s", .role = LineRole::limit},
                  {.name = "legal speed", .unit = "m/s", .role = LineRole::context, .fact = fact("legal_speed")}}}},
      .needs = {{fact("legal_speed"), fact("speed")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
