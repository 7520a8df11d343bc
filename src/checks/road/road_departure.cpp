#include "checks/detail/road_excursion.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Distance> kWarningThreshold{"road_departure.warning_threshold", 10.0_cm,
                                                "Further off the road than this, outside junctions, is a warning.",
                                                kNotNegative};
constexpr Parameter<Distance> kJunctionWarningThreshold{
    "road_departure.junction_warning_threshold", 1.0_m,
    "Further off the road than this, while a corner is inside a junction, is a warning.", kNotNegative};
constexpr Parameter<Distance> kErrorThreshold{
    "road_departure.error_threshold", [](const trace::ActorInfo& actor) { return actor.width / 4.0; }, "bbox.width / 4",
    "Further off the road than this, outside junctions, is an error.", kNotNegative};
constexpr Parameter<Distance> kJunctionErrorThreshold{
    "road_departure.junction_error_threshold", 2.0_m,
    "Further off the road than this, while a corner is inside a junction, is an error.", kNotNegative};

struct RoadDeparture {
  static constexpr std::string_view kTitle = "Road departure";
  static constexpr const Parameter<Distance>&kWarningThreshold = checks::kWarningThreshold,
                         &kJunctionWarningThreshold = checks::kJunctionWarningThreshold,
                         &kErrorThreshold = checks::kErrorThreshold,
                         &kJunctionErrorThreshold = checks::kJunctionErrorThreshold;
};

}  // namespace

watch::Check road_departure() {
  using Kind = RoadExcursion<RoadDeparture>::Kind;
  return make_actor_check<RoadExcursion<RoadDeparture>>({
      .name = "road_departure",
      .summary = "The vehicle leaves the road.",
      .doc =
          "The road is the surface of all lanes except those of type `none`, and the areas of junctions with "
          "everything\n"
          "that they enclose. Gaps of up to half a metre between linked lanes belong to it, and so do 10 m straight on "
          "beyond\n"
          "an end that leads nowhere: a vehicle that leaves the map has not left the road. Only surfaces within 3 m "
          "in\n"
          "height count.\n"
          "\n"
          "The deviation of a body is the largest distance of its four corners and the middles of its four edges from\n"
          "that surface, measured up to 50 m. There is one interval per threshold, from when the deviation of any "
          "body\n"
          "exceeds it until none does; for a vehicle with trailers, the message and the metrics name the body that "
          "was\n"
          "furthest out. A threshold that depends on the width is each body's own. While at least one corner is inside "
          "a\n"
          "junction's area, the junction's thresholds apply, decided frame by frame. An excursion that becomes an "
          "error is\n"
          "not also a warning.\n"
          "\n"
          "A vehicle that appears off the road is monitored only once it is wholly on it; vehicles that never are get\n"
          "listed beside the checker's status.",
      .remedy =
          "The message names who was driving. The SUT: look for a bug in it. The simulator's or another driver:\n"
          "look at its model and settings, or at the map. A hybrid driver: the SUT is expected to withstand what\n"
          "the driver model does, so look at both.",
      .kinds = kinds_of<Kind>({{Kind::warning, "road_departure", Severity::warning, Severity::warning,
                                "Further off the road than the warning threshold, but not than the error threshold."},
                               {Kind::error, "road_departure", Severity::error, Severity::error,
                                "Further off the road than the error threshold."}}),
      .parameters = {&kWarningThreshold, &kJunctionWarningThreshold, &kErrorThreshold, &kJunctionErrorThreshold},
      .plots = {{"Distance off the road against the thresholds",
                 {{.name = "deviation", .unit = "m", .fact = fact("deviation")},
                  {.name = "warning threshold", .unit = "m", .role = LineRole::limit},
                  {.name = "error threshold", .unit = "m", .role = LineRole::limit}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("deviation")}},
      .replaced_by = "off_road",
      .profiles = InProfiles::classic,
  });
}

}  // namespace scrutineer::checks
