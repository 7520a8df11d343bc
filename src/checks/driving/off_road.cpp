#include "checks/detail/road_excursion.h"
#include "checks/detail/successor_parameters.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Distance> kOffRoadWarning{"off_road.warning_threshold", 10.0_cm,
                                              "Further off the road than this, outside junctions, is a warning.",
                                              kNotNegative};
constexpr Parameter<Distance> kOffRoadJunctionWarning{
    "off_road.junction_warning_threshold", 1.0_m,
    "Further off the road than this, while a corner is inside a junction, is a warning.", kNotNegative};
constexpr Parameter<Distance> kOffRoadError{
    "off_road.error_threshold", [](const trace::ActorInfo& actor) { return actor.width / 4.0; }, "bbox.width / 4",
    "Further off the road than this, outside junctions, is an error.", kNotNegative};
constexpr Parameter<Distance> kOffRoadJunctionError{
    "off_road.junction_error_threshold", 2.0_m,
    "Further off the road than this, while a corner is inside a junction, is an error.", kNotNegative};
constexpr auto kOffRoadDebounce = debounce_at("off_road.debounce_start_time", 0.0_s);
constexpr auto kOffRoadSeverity = severity_at("off_road.issue_severity");
constexpr auto kOffRoadLogLevel = log_level_at("off_road.log_level");

struct OffRoad {
  static constexpr std::string_view kTitle = "Off road";
  static constexpr const Parameter<Distance>&kWarningThreshold = kOffRoadWarning,
                         &kJunctionWarningThreshold = kOffRoadJunctionWarning, &kErrorThreshold = kOffRoadError,
                         &kJunctionErrorThreshold = kOffRoadJunctionError;
  static constexpr const Parameter<Seconds>& kDebounce = kOffRoadDebounce;
};

}  // namespace

watch::Check off_road() {
  using Kind = RoadExcursion<OffRoad>::Kind;
  return make_actor_check<RoadExcursion<OffRoad>>({
      .name = "off_road",
      .summary = "The vehicle is beside the road.",
      .doc =
          "As `road_departure`, which it replaces: the deviation of a body is the largest distance of its corners and\n"
          "the middles of its edges from the surface of all lanes but those of type `none`, and from the areas of\n"
          "junctions. There is one interval per threshold, from when the deviation of any body exceeds it until none\n"
          "does, if that lasts for `off_road.debounce_start_time`; a threshold that depends on the width is each "
          "body's\n"
          "own. While at least one corner is inside a\n"
          "junction's area, the junction's thresholds hold. An excursion that becomes an error is not a warning as\n"
          "well. A vehicle that appears off the road is monitored only once it is wholly on it; vehicles that never\n"
          "are, are listed beside the check's status.",
      .remedy = "Look at how the vehicle is steered, and whether map and run belong together.",
      .for_npc = false,
      .kinds = kinds_of<Kind>(
          {{Kind::warning, "off_road", Severity::warning, Severity::info,
            "Further off the road than the warning threshold, but not than the error threshold.", &kOffRoadSeverity},
           {Kind::error, "off_road", Severity::error, Severity::info,
            "Further off the road than the error threshold."}}),
      .parameters = {&kOffRoadWarning, &kOffRoadJunctionWarning, &kOffRoadError, &kOffRoadJunctionError,
                     &kOffRoadDebounce, &kOffRoadSeverity, &kOffRoadLogLevel},
      .plots = {{"Distance off the road against the thresholds",
                 {{.name = "deviation", .unit = "m", .fact = fact("deviation")},
                  {.name = "warning threshold", .unit = "m", .role = LineRole::limit},
                  {.name = "error threshold", .unit = "m", .role = LineRole::limit}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("deviation")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
