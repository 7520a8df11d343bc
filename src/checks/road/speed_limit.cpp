#include <cmath>

#include "checks/detail/breaks.h"
#include "checks/detail/shared_parameters.h"
#include "checks/detail/successor_parameters.h"
#include "checks/detail/unknown_limit.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr Parameter<bool> kMayExceedLegalSpeed{"policy.may_exceed_legal_speed", false,
                                               "Whether the vehicle may drive faster than the map allows."};

struct SpeedLimit {
  enum class Kind : std::uint8_t { speed_limit };

  struct Metrics {
    double speed, limit, largest_excess, distance;

    void fields(auto& field) {
      field("speed", speed, "m/s", "The speed where the excess was largest.", MetricRole::value);
      field("limit", limit, "m/s", "The legal speed there, without tolerance.", MetricRole::limit);
      field("largest_excess", largest_excess, "m/s", "By how much the limit was exceeded at most.");
      field("distance", distance, "m", "How far the vehicle drove above the limit.");
    }
  };

  struct Instance {
    double tolerance;  // as a factor
    double slack;
    bool may_exceed;
    bool saw_limit = false;
    double speed = 0.0, limit = 0.0;  // where the excess was largest
    bool is_above = false;            // in the frame that was looked at last
    double distance = 0.0;
    Breaks breaks = {};
    UnknownLimit unknown = {};
  };
  static UnknownLimit& kept(Instance& self) { return self.unknown; }

  static Instance create(const Setup& setup) {
    return {with_tolerance(setup), setup.get(numeric_slack::kSpeed).si(), setup.get(kMayExceedLegalSpeed)};
  }

  static bool violated(Instance& self, const View& at) {
    // An interval lasts to the first frame that is no longer above the limit: the step to it was driven too fast, too.
    if (self.is_above) [[unlikely]]
      self.distance += step_length(at);
    self.unknown.see(at);
    self.is_above = is_too_fast(self, at);
    return self.is_above;
  }
  static bool is_too_fast(Instance& self, const View& at) {
    const double here = limit_at(at);
    if (std::isnan(here)) return false;
    self.saw_limit = true;
    return !self.may_exceed && at.scene.motion.speed(at.slot) > here * self.tolerance + self.slack;
  }

  static void measure(Instance& self, const View& at, bool starts) {
    const double speed = at.scene.motion.speed(at.slot), here = limit_at(at);
    if (starts) self.distance = 0.0;
    self.breaks.see(at, starts);
    if (!starts && speed - here <= self.speed - self.limit) return;
    self.speed = speed;
    self.limit = here;
  }

  static Finding<SpeedLimit> finding(const Instance& self, const Closing& closing) {
    Finding<SpeedLimit> finding;
    finding.message = person_sentence(closing.subject.actor,
                                      "drove " + speed_words(self.speed) + " where " + speed_words(self.limit) +
                                          " is allowed" + self.breaks.for_seconds(closing),
                                      kMayExceedLegalSpeed.path);
    finding.details = "Speed limit of " + in_kph(self.limit) + " broken. " + describe(closing.subject) +
                      " driving at " + in_kph(self.speed) +
                      " (behavior configurable as policy.may_exceed_legal_speed==true)";
    finding.data = Metrics{
        .speed = self.speed, .limit = self.limit, .largest_excess = self.speed - self.limit, .distance = self.distance};
    return finding;
  }

  static std::string_view switched_off(const Instance& self) {
    return self.may_exceed ? "policy.may_exceed_legal_speed allows it" : "";
  }
  static std::string note(const Instance& self, const View& at, Time) { return self.unknown.note(at); }
  static std::string_view missing(const Instance& self) {
    return self.saw_limit ? "" : "no vehicle was on a lane for which the map gives a speed limit";
  }
};

}  // namespace

watch::Check speed_limit() {
  using Kind = SpeedLimit::Kind;
  return make_violation_check<SpeedLimit>({
      .name = "speed_limit",
      .summary = "The vehicle drives faster than the map allows on its lane.",
      .doc =
          "Compares the vehicle's speed with the legal speed where it is: that of its lane, or if the lane has none,\n"
          "that of its road's type. Inside junctions, if neither is given, that of the road it came from counts. The\n"
          "limit is widened by `policy.checks_tolerance_percent`, and further by `numeric_slack.speed_slack`, because\n"
          "recorded numbers are rounded. If the map gives no limit, or says that there is none, nothing is checked: a\n"
          "note tells how far and how long the ego drove where it gives none.\n"
          "With `policy.may_exceed_legal_speed` the checker is off.",
      .remedy =
          "Set `policy.may_exceed_legal_speed`, lower the severity, or change how the vehicle drives. Also check\n"
          "whether the map's limits and their units are right.",
      .merge_gap = kHoveringMergeGap,
      .kinds = kinds_of<Kind>({{Kind::speed_limit, "speed_limit", Severity::error, Severity::info,
                                "Speed above the limit that the map gives."}}),
      .parameters = {&kMayExceedLegalSpeed, &policy::kTolerancePercent, &numeric_slack::kSpeed},
      .plots = {{"Speed against the map's limit",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "legal speed", .unit = "m/s", .role = LineRole::limit, .fact = fact("legal_speed")}}}},
      .needs = {{fact("legal_speed"), fact("speed")}},
      .replaced_by = "speed_limit_violation",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
