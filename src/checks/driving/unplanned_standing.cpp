#include <array>
#include <cmath>

#include "base/text.h"
#include "checks/detail/excuses.h"
#include "checks/detail/successor_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/planned.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Speed> kStandingStands{"unplanned_standing.max_speed", 1.0_kmh, "Slower than this it stands.",
                                           kNotNegative};
constexpr Parameter<Speed> kStandingTolerance{"unplanned_standing.speed_tolerance", 0.5_kmh,
                                              "By how much faster than that it must be for the interval to end.",
                                              kNotNegative};
constexpr Parameter<Acceleration> kStandingAccelerating{"unplanned_standing.max_acceleration", 0.5_mps2,
                                                        "Accelerating harder than this it is about to drive.",
                                                        kNotNegative};
constexpr Parameter<Distance> kStandingReason{"unplanned_standing.reason_distance", 20.0_m,
                                              "Somebody on its way, a junction, a light, a sign or a vulnerable road "
                                              "user no further away is an excuse; 0 m: none.",
                                              kNotNegative};
constexpr Parameter<Distance> kStandingLight{"unplanned_standing.stopping_light_distance", 100.0_m,
                                             "A light that is not green no further ahead is an excuse; 0 m: none.",
                                             Range{0.0, 100.0}};
constexpr Parameter<Distance> kStandingPathLeft{
    "unplanned_standing.path_left", 20.0_m, "Whose planned path goes on no further than this may stand.", kNotNegative};
constexpr auto kStandingDebounce = debounce_at("unplanned_standing.debounce_start_time", 1.0_s);
constexpr auto kStandingSeverity = severity_at("unplanned_standing.issue_severity");
constexpr auto kStandingLogLevel = log_level_at("unplanned_standing.log_level");

struct UnplannedStanding {
  enum class Kind : std::uint8_t { unplanned_standing };

  struct Metrics {
    double duration;
    std::string place, nearest_reason, trigger_reason, justified_by;

    void fields(auto& field) {
      field("duration", duration, "s", "How long it stood without a reason.", MetricRole::value);
      field("place", place, "", "Where: road, lane and s.");
      field("nearest_reason", nearest_reason, "",
            "The nearest of what would be a reason if it were nearer; empty: nothing was within 100 m.");
      field("trigger_reason", trigger_reason, "", "What began it: stands.");
      field("justified_by", justified_by, "", "What excused it in the end; empty: nothing did.");
    }
  };

  struct Instance {
    double stands, drives, accelerating, path_left;
    ExcuseBounds bounds;
    std::string place = {}, nearest = {};
  };

  static Instance create(const Setup& setup) {
    const double stands = setup.get(kStandingStands).si(), reason = setup.get(kStandingReason).si();
    return {.stands = stands,
            .drives = stands + setup.get(kStandingTolerance).si(),
            .accelerating = setup.get(kStandingAccelerating).si(),
            .path_left = setup.get(kStandingPathLeft).si(),
            .bounds = {.vehicle_distance = reason,
                       .control_distance = reason,
                       .stopping_light = setup.get(kStandingLight).si(),
                       .vru_distance = reason}};
  }
  static Duration debounce_start_time(const Setup& setup) { return duration_of(setup.get(kStandingDebounce)); }

  static bool violated(Instance& self, const View& at) {
    return std::abs(at.scene.motion.speed(at.slot)) < self.stands &&
           at.scene.motion.acceleration(at.slot) < self.accelerating && is_in_traffic(at);
  }
  static bool still_violated(Instance& self, const View& at) {
    return std::abs(at.scene.motion.speed(at.slot)) <= self.drives &&
           at.scene.motion.acceleration(at.slot) < self.accelerating && is_in_traffic(at);
  }

  static std::string_view justified_by(Instance& self, const View& at) {
    if (const auto plan = on_plan(at)) {
      const double half = 0.5 * at.info().length;
      if (plan->remaining - half <= self.path_left) return "end_of_path";
      if (is_standing_planned(at, half)) return "planned";
    }
    return excuse_of(at, self.bounds);
  }

  static void measure(Instance& self, const View& at, bool starts) {
    if (!starts) return;
    const map::RoadPosition& place = *at.scene.places.road_position(at.slot);
    const map::RoadNetwork& map = at.scene.places.map();
    self.place = "road " + map.road(place.road).id + ", lane " + std::to_string(map.lane(place.lane).number) + ", s " +
                 rounded(place.s, 1);
    self.nearest = nearest_excuse(at);
  }

  static Finding<UnplannedStanding> finding(const Instance& self, const Closing& closing) {
    Finding<UnplannedStanding> finding;
    finding.message =
        person_sentence(closing.subject.actor,
                        "stood on " + self.place + " without a reason for " + time_words(closing.duration()) +
                            (self.nearest.empty() ? "" : "; the nearest was " + self.nearest),
                        kStandingReason.path);
    finding.details = "Unplanned standing. " + describe(closing.subject) + " time: " + in_seconds(closing.duration()) +
                      " (configurable as " + std::string(kStandingReason.path) + ")";
    finding.data = Metrics{.duration = closing.duration(),
                           .place = self.place,
                           .nearest_reason = self.nearest,
                           .trigger_reason = "stands",
                           .justified_by = std::string(closing.justified_by)};
    return finding;
  }

  static std::array<double, 1> plot(const Instance& self, const View&) { return {self.stands}; }
};

}  // namespace

watch::Check unplanned_standing() {
  using Kind = UnplannedStanding::Kind;
  return make_violation_check<UnplannedStanding>({
      .name = "unplanned_standing",
      .summary = "The vehicle stands in traffic without a reason.",
      .doc =
          "The vehicle is slower than `unplanned_standing.max_speed`, does not accelerate harder than\n"
          "`unplanned_standing.max_acceleration`, and nothing excuses it, without a break for\n"
          "`unplanned_standing.debounce_start_time`. The interval starts where that began, and ends where the vehicle\n"
          "is faster by `unplanned_standing.speed_tolerance`, accelerates, or is excused.\n"
          "\n"
          "Excuses, each told as `justified_by`: `vehicle_ahead` (somebody on its way), `junction` (also inside one),\n"
          "`light`, `sign` (a stop or yield sign), `vru`, all within `unplanned_standing.reason_distance`; `light` "
          "also\n"
          "where one that is not green, or whose colour is not known, is within\n"
          "`unplanned_standing.stopping_light_distance`; `end_of_path` (no more than `unplanned_standing.path_left` "
          "is\n"
          "left of its planned path) and `planned` (its plan has it stand there). Distances are from the front. Off\n"
          "the road, and on lanes that are not for traffic, nothing is judged.",
      .remedy = "Find out why the vehicle stands: a phantom obstacle, a planner without a way, a missing light.",
      .for_npc = false,
      .kinds = kinds_of<Kind>({{Kind::unplanned_standing, "unplanned_standing", Severity::warning, Severity::info,
                                "Standing in traffic without a reason.", &kStandingSeverity}}),
      .parameters = {&kStandingStands, &kStandingTolerance, &kStandingAccelerating, &kStandingReason, &kStandingLight,
                     &kStandingPathLeft, &kStandingDebounce, &kStandingSeverity, &kStandingLogLevel},
      .plots = {{"Speed against standing",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "stands below", .unit = "m/s", .role = LineRole::limit}}}},
      .needs = {{fact("speed"), fact("acceleration"), fact("road_position"), fact("object_in_front.gap")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
