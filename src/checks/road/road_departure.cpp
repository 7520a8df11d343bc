#include <array>
#include <cmath>

#include "base/text.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

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

std::string advice(trace::Driver driver) {
  switch (driver) {
    case trace::Driver::sut_driver:
      return "At fault is the SUT: look for a bug in it";
    case trace::Driver::hybrid_driver:
      return "At fault are the SUT and the driver model, which drove together: look at both";
    default:
      return "At fault is the simulator's or another driver: look at its model and its settings";
  }
}

// The time above one of the two thresholds.
struct Level {
  enum class Kind : std::uint8_t { warning, error };

  struct Metrics {
    double max_distance_to_road, time_off_road, threshold;
    std::string level, part;

    void fields(auto& field) {
      field("max_distance_to_road", max_distance_to_road, "m", "The largest deviation of a body beyond its threshold.",
            MetricRole::value);
      field("time_off_road", time_off_road, "s", "How long the deviation was above the threshold.");
      field("threshold", threshold, "m", "The threshold that held when the deviation was largest.", MetricRole::limit);
      field("level", level, "", "Whose threshold it is: warning or error.");
      field("part", part, "", "The body that it is about, by its id: the vehicle's own or a trailer's.");
    }
  };

  // How far the part that is furthest out of those beyond their thresholds is; an invalid part: none is.
  struct Excess {
    double deviation = 0.0, threshold = 0.0;
    bool in_junction = false;
    scene::Slot part;
  };

  struct Instance {
    Kind kind;
    const Parameter<Distance>*normal_parameter, *junction_parameter;
    double normal, junction;    // of the first part
    bool became_error = false;  // of the warning: the same excursion is an error, too
    Excess worst = {};          // now
    Excess largest = {};        // of the interval
    ActorRef part = {};         // that is furthest out then
  };

  // What its parts have in common with the actor is its settings; a default that depends on the width is each part's own.
  static double limit(const Instance& self, const View& at, scene::Slot part, bool in_junction) {
    if (part == at.slot) return in_junction ? self.junction : self.normal;
    trace::ActorInfo info = at.info();
    info.width = at.scene.actors.info(part).width;
    const Parameter<Distance>& parameter = in_junction ? *self.junction_parameter : *self.normal_parameter;
    return at.context.settings.value(parameter, info, at.is_ego());
  }

  static bool violated(Instance& self, const View& at) {
    scene::Places& places = at.scene.places;
    self.worst = {};
    if (!(places.deviation(at.slot) > 0.0)) [[likely]]
      return false;
    const bool in_junction = places.touches_junction(at.slot);
    for (const scene::Slot part : at.scene.actors.parts(at.slot)) {
      const double deviation = places.part_deviation(part);
      if (!(deviation > self.worst.deviation)) continue;
      const double threshold = limit(self, at, part, in_junction);
      if (deviation > threshold) self.worst = {deviation, threshold, in_junction, part};
    }
    return self.worst.part.valid();
  }

  static void measure(Instance& self, const View& at, bool starts) {
    if (starts) self.became_error = false;
    if (!starts && self.worst.deviation <= self.largest.deviation) return;
    self.largest = self.worst;
    self.part = actor_ref(at.scene, self.worst.part);
  }

  static Finding<Level> finding(const Instance& self, const Closing& closing) {
    const std::string word = self.kind == Kind::error ? "error" : "warning";
    const AnyParameter& parameter = self.largest.in_junction ? *self.junction_parameter : *self.normal_parameter;
    const bool is_first = self.part.id == closing.subject.actor.id;
    Finding<Level> finding;
    finding.kind = self.kind;
    finding.is_issue = !self.became_error;
    finding.message = person_sentence(
        closing.subject.actor,
        std::string("left the road") + (is_first ? "" : " with " + name_of(self.part)) + " by " +
            length_words(self.largest.deviation) + for_seconds(closing.duration()) + "; up to " +
            length_words(self.largest.threshold) + (self.kind == Kind::error ? " is not an error" : " is tolerated"),
        parameter.path);
    finding.details = "Road departure " + word + " threshold of " + in_metres(self.largest.threshold) +
                      " was exceeded. " + describe(closing.subject) +
                      (is_first ? "" : ", its part " + describe(self.part)) +
                      " distance to road: " + in_metres(self.largest.deviation) + " (configurable as " +
                      std::string(parameter.path) + "). " + advice(closing.subject.driver);
    finding.data = Metrics{.max_distance_to_road = self.largest.deviation,
                           .time_off_road = closing.duration(),
                           .threshold = self.largest.threshold,
                           .level = word,
                           .part = self.part.id};
    return finding;
  }
};

struct RoadDeparture {
  using Kind = Level::Kind;
  using Metrics = Level::Metrics;
  using Excursion = Violation<Level>;

  struct Instance {
    Time since;
    bool monitored = false;
    Excursion::Instance warning, error;
  };

  static Instance create(const Setup& setup) {
    const auto level = [&](Level::Kind kind, const Parameter<Distance>& normal, const Parameter<Distance>& junction) {
      return Excursion::Instance{{kind, &normal, &junction, setup.get(normal).si(), setup.get(junction).si()},
                                 Lifecycle(Excursion::settings(setup))};
    };
    return {setup.now(), false, level(Level::Kind::warning, kWarningThreshold, kJunctionWarningThreshold),
            level(Level::Kind::error, kErrorThreshold, kJunctionErrorThreshold)};
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (!self.monitored) {
      if (!(at.scene.places.deviation(at.slot) == 0.0)) return;
      self.monitored = true;
    }
    Excursion::step(self.warning, watch, at);
    Excursion::step(self.error, watch, at);
    if (self.error.lifecycle.is_open()) [[unlikely]]
      self.warning.instance.became_error = true;
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    Excursion::end(self.warning, watch, ended_by);
    Excursion::end(self.error, watch, ended_by);
  }

  // Both thresholds, which change where the vehicle is in a junction.
  static std::array<double, 2> plot(const Instance& self, const View& at) {
    const bool in_junction = at.scene.places.touches_junction(at.slot);
    return {Level::limit(self.warning.instance, at, at.slot, in_junction),
            Level::limit(self.error.instance, at, at.slot, in_junction)};
  }

  static std::string_view missing(const Instance& self) {
    return self.monitored ? "" : "no vehicle was ever wholly on the road";
  }

  static std::string note(const Instance& self, const View& at, Time last) {
    if (self.monitored) return {};
    return describe(actor_ref(at.scene, at.slot)) + " was not monitored from " + in_seconds(to_seconds(self.since)) +
           " to " + in_seconds(to_seconds(last)) + ": it was never wholly on the road";
  }
};

}  // namespace

watch::Check road_departure() {
  using Kind = Level::Kind;
  return make_actor_check<RoadDeparture>({
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
  });
}

}  // namespace scrutineer::checks
