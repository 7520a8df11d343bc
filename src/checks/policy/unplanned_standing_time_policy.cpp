#include <array>
#include <cmath>
#include <optional>

#include "base/clock_rounding.h"
#include "map/signals.h"
#include "scene/lights.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/planned.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Seconds> kUnplannedStandingTime{"policy.unplanned_standing_time", 1.0_s,
                                                    "Standing longer than this needs a reason.", kNotNegative};

constexpr double kStanding = 1.0 / 3.6;         // m/s; not faster is standing
constexpr double kPlannedAtLeast = 10.0 / 3.6;  // m/s; planning not to drive faster is a reason to stand
constexpr double kSlow = 20.0 / 3.6;            // m/s: slower is a reason behind it ...
constexpr double kSlowWithin = 20.0;            // ... if it is no further ahead than this, in metres
constexpr double kTimeToCollision = 3.0;        // seconds; a collision not further ahead is a reason
constexpr double kJunctionWithin = 50.0;        // metres
constexpr double kPathLeft = 20.0;              // metres; a vehicle at the end of its plan may stand
constexpr double kLightBehindStopLine = 30.0;   // metres at most from a stop line to its light

bool stops_traffic(const scene::LightHeads* lights, map::SignalId signal) {
  const scene::HeadState state = lights == nullptr ? scene::HeadState{} : lights->state(signal);
  if (!state.known) return true;  // it may be red: not to be judged
  return state.colour == trace::LightColour::red || state.colour == trace::LightColour::yellow ||
         state.colour == trace::LightColour::red_yellow;
}

// A light that is not green, or its stop line, is not further ahead of the front than the vehicle is long.
bool is_before_stopping_light(const View& at) {
  const double half = 0.5 * at.info().length, within = half + at.info().length;
  for (const map::RoadPosition& position : at.scene.places.road_positions(at.slot)) {
    std::optional<double> stop_line;  // the last one passed on the way
    for (const map::SignalAhead& ahead :
         map::signals_ahead(at.scene.places.map(), position.lane, position.s, within + kLightBehindStopLine)) {
      if (ahead.place.meaning.kind == map::SignalKind::stop_line) stop_line = ahead.distance;
      if (ahead.place.meaning.kind != map::SignalKind::traffic_light) continue;
      const bool has_line = stop_line && ahead.distance - *stop_line <= kLightBehindStopLine;
      const double distance = has_line ? *stop_line : ahead.distance;
      if (distance <= within && stops_traffic(at.context.lights, ahead.place.signal)) return true;
    }
  }
  return false;
}

// Somebody approaching from behind is no reason to stand.
bool is_collision_ahead(const View& at) {
  const scene::TimeToCollision first = at.scene.relations.min_ttc(at.slot, kTimeToCollision);
  if (!(first.seconds <= kTimeToCollision)) return false;
  const scene::Vector heading = at.scene.motion.heading(at.slot);
  const auto is_ahead = [&](scene::Slot other) {
    const trace::ActorState& state = at.scene.actors.state(other);
    return heading.x * (state.x - at.state().x) + heading.y * (state.y - at.state().y) > 0.0;
  };
  if (is_ahead(first.other)) return true;
  for (const scene::Slot other : at.scene.actors.present())
    if (other != at.slot && is_ahead(other) &&
        at.scene.relations.ttc(at.slot, other, kTimeToCollision) <= kTimeToCollision)
      return true;
  return false;
}

struct UnplannedStandingTime {
  enum class Kind : std::uint8_t { unplanned_standing_time_policy };

  struct Metrics {
    double standing_time, limit, planned_speed;

    void fields(auto& field) {
      field("standing_time", standing_time, "s", "How long it stood without a reason.", MetricRole::value);
      field("limit", limit, "s", "How long it may.", MetricRole::limit);
      field("planned_speed", planned_speed, "m/s", "How fast it was to drive there, when last looked at.");
    }
  };

  struct Instance {
    double limit;
    Lifecycle lifecycle;
    double planned = 0.0;
    bool had_planned_speed = false;  // ever: without one nothing is judged
  };

  static Instance create(const Setup& setup) {
    const double limit = setup.get(kUnplannedStandingTime).si();
    // Standing exactly as long as the limit is still allowed: what is only just longer must not count, nor what is only
    // just as long as this.
    const Duration allowed = from_seconds(limit).value_or(Duration::max() / 2);
    const Duration longer = allowed + 2 * rounding_of(allowed) + Duration(1);
    return {limit, Lifecycle({.merge_gap = setup.merge_gap(), .debounce_start_time = longer})};
  }

  // In the order of what it costs to know.
  static bool stands_without_reason(Instance& self, const View& at) {
    if (!(std::abs(at.scene.motion.speed(at.slot)) <= kStanding)) return false;
    if (at.scene.places.road_position(at.slot) == nullptr) return false;
    const double half = 0.5 * at.info().length;
    const double planned = planned_speed(at);
    if (!(planned > kPlannedAtLeast) || is_standing_planned(at, half)) return false;
    if (const auto plan = on_plan(at); plan && !(plan->remaining - half > kPathLeft)) return false;
    if (!is_on_motorway(at) && at.scene.relations.junction_in_front(at.slot) <= kJunctionWithin) return false;
    if (is_slow_object_in_front(at, kSlow, kSlowWithin)) return false;
    if (is_before_stopping_light(at) || is_collision_ahead(at)) return false;
    self.planned = planned;
    return true;
  }

  static std::array<double, 2> plot(const Instance& self, const View& at) {
    return {self.lifecycle.is_idle() ? 0.0 : to_seconds(at.now() - self.lifecycle.start()), self.limit};
  }

  static std::string_view missing(const Instance& self) {
    return self.had_planned_speed ? "" : "no vehicle had a planned speed, nor was there a legal one where it was";
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (!self.had_planned_speed) [[unlikely]]
      self.had_planned_speed = !std::isnan(planned_speed(at));
    const bool stands = stands_without_reason(self, at);
    if (!stands && self.lifecycle.is_idle()) [[likely]]
      return;
    const Conditions seen{.starts = stands, .keeps = stands};
    if (const auto ending = self.lifecycle.ends(at.now(), seen)) close(self, watch, *ending);
    if (self.lifecycle.advance(at.now(), seen) == Progress::begins)
      watch.open(self.lifecycle.interval, self.lifecycle.start());
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.lifecycle.is_open()) close(self, watch, self.lifecycle.end(ended_by, watch.end_time(ended_by)));
  }

  static void close(Instance& self, Watch& watch, const Ending& ending) {
    OpenInterval& interval = self.lifecycle.interval;
    const double standing = to_seconds(ending.at - interval.start);
    Finding<UnplannedStandingTime> finding;
    finding.message = person_sentence(interval.subject->actor,
                                      "stood on the road without a reason for " + time_words(standing) +
                                          ", longer than the " + time_words(self.limit) + " that it may",
                                      "policy.unplanned_standing_time");
    finding.details = "Max. policy unplanned standing time limit of " + in_seconds(self.limit) + " was exceeded. " +
                      describe(*interval.subject) + " time: " + in_seconds(standing) +
                      " (configurable as policy.unplanned_standing_time)";
    finding.data = Metrics{.standing_time = standing, .limit = self.limit, .planned_speed = self.planned};
    watch.close(interval, ending.by, ending.at, finding);
  }
};

}  // namespace

watch::Check unplanned_standing_time_policy() {
  using Kind = UnplannedStandingTime::Kind;
  return make_actor_check<UnplannedStandingTime>({
      .name = "unplanned_standing_time_policy",
      .summary = "The vehicle stands on the road without a reason.",
      .doc =
          "The vehicle stands (it is not faster than 1 km/h) for longer than `policy.unplanned_standing_time`, "
          "although its\n"
          "planned speed (the run's plan, or the legal speed) is above 10 km/h, and there is none of these reasons:\n"
          "\n"
          "- its plan has it stand somewhere up to its front, or ends within 20 m;\n"
          "- a collision is up to 3 s ahead (one from behind does not count);\n"
          "- somebody slower than 20 km/h is within 20 m on its way;\n"
          "- a light that is red or yellow, or its stop line, is within the vehicle's own length (a light whose colour "
          "is\n"
          "  not known counts as red);\n"
          "- a junction is within 50 m on its way, unless the vehicle is on a motorway.\n"
          "\n"
          "Distances are from the vehicle's front. Inside junctions, off the road, and without a planned or a legal "
          "speed\n"
          "nothing is judged. The interval begins with the first frame in which the vehicle stands and has no such "
          "reason.",
      .remedy = "Find out why the vehicle stands: a phantom obstacle, a planner without a way, a missing light. Set\n"
                "`policy.unplanned_standing_time` for vehicles that may stand longer.",
      .kinds = kinds_of<Kind>({{Kind::unplanned_standing_time_policy, "unplanned_standing_time_policy",
                                Severity::warning, Severity::info, "Standing on the road without a reason."}}),
      .parameters = {&kUnplannedStandingTime},
      .plots = {{"Time that it stands without a reason",
                 {{.name = "standing", .unit = "s"}, {.name = "limit", .unit = "s", .role = LineRole::limit}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("speed"), fact("road_position"), fact("object_in_front.gap"), fact("min_ttc")}},
      .replaced_by = "unplanned_standing",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
