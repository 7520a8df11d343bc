// How far a vehicle is off the road, against a threshold for warnings and one for errors.
//
//   struct OffRoad {
//     static constexpr std::string_view kTitle = "Off road";
//     static constexpr const Parameter<Distance>&kWarningThreshold = ..., &kJunctionWarningThreshold = ..., ...;
//     static constexpr const Parameter<Seconds>& kDebounce = ...;  // optional: how long it must last to count
//   };
//   make_actor_check<RoadExcursion<OffRoad>>({...});
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "base/text.h"
#include "checks/detail/successor_parameters.h"
#include "map/surface.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {

inline std::string advice_to(trace::Driver driver) {
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
template <typename Of>
struct ExcursionLevel {
  enum class Kind : std::uint8_t { warning, error };

  struct Metrics {
    double max_distance_to_road, time_off_road, threshold;
    std::string level, part;

    void fields(auto& field) {
      field("max_distance_to_road", max_distance_to_road, "m", "The largest deviation of a body beyond its threshold.",
            watch::MetricRole::value);
      field("time_off_road", time_off_road, "s", "How long the deviation was above the threshold.");
      field("threshold", threshold, "m", "The threshold that held when the deviation was largest.",
            watch::MetricRole::limit);
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
    const watch::Parameter<Distance>*normal_parameter, *junction_parameter;
    double normal, junction;    // of the first part
    bool became_error = false;  // of the warning: the same excursion is an error, too
    Excess worst = {};          // now
    Excess largest = {};        // of the interval
    watch::ActorRef part = {};  // that is furthest out then
    bool goes_on = false;       // its interval is open: only a larger deviation than all before matters
    // When the deviation was looked at last: how large it was, scene::Places::moved(), and the height of the body.
    double deviation = 0.0, moved = 0.0;
    std::optional<double> z = {};
  };

  // What its parts have in common with the actor is its settings; a default that depends on the width is each part's own.
  static double limit(const Instance& self, const watch::View& at, scene::Slot part, bool in_junction) {
    if (part == at.slot) return in_junction ? self.junction : self.normal;
    trace::ActorInfo info = at.info();
    info.width = at.scene.actors.info(part).width;
    const watch::Parameter<Distance>& parameter = in_junction ? *self.junction_parameter : *self.normal_parameter;
    return at.context.settings.value(parameter, info, at.is_ego());
  }

  static bool violated(Instance& self, const watch::View& at) {
    scene::Places& places = at.scene.places;
    if (self.goes_on && is_surely_beyond_but_no_further(self, at)) {
      self.worst = self.largest;
      return true;
    }
    self.worst = {};
    self.deviation = places.deviation(at.slot);
    self.moved = places.moved(at.slot);
    self.z = places.height(at.slot);
    if (!(self.deviation > 0.0)) [[likely]]
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

  // Far beside the road it takes long to tell the deviation, and it changes by no more than the body moves. (At another
  // height other roads may count.)
  static bool is_surely_beyond_but_no_further(const Instance& self, const watch::View& at) {
    constexpr double kRounding = 0.01;  // metres
    scene::Places& places = at.scene.places;
    if (!at.scene.actors.is_one_body(at.slot) || places.height(at.slot) != self.z) return false;
    const double change = places.moved(at.slot) - self.moved + kRounding;
    const bool is_no_further =
        self.deviation + change <= self.largest.deviation || self.largest.deviation >= scene::kDeviationReach;
    return is_no_further && self.deviation - change > std::max(self.normal, self.junction);
  }

  static Duration debounce_start_time(const watch::Setup& setup)
    requires requires { Of::kDebounce; }
  {
    return duration_of(setup.get(Of::kDebounce));
  }

  static void measure(Instance& self, const watch::View& at, bool starts) {
    if (starts) self.became_error = false;
    if (!starts && self.worst.deviation <= self.largest.deviation) return;
    self.largest = self.worst;
    self.part = watch::actor_ref(at.scene, self.worst.part);
  }

  static watch::Finding<ExcursionLevel> finding(const Instance& self, const watch::Closing& closing) {
    const std::string word = self.kind == Kind::error ? "error" : "warning";
    const watch::AnyParameter& parameter = self.largest.in_junction ? *self.junction_parameter : *self.normal_parameter;
    const bool is_first = self.part.id == closing.subject.actor.id;
    watch::Finding<ExcursionLevel> finding;
    finding.kind = self.kind;
    finding.is_issue = !self.became_error;
    finding.message = watch::person_sentence(
        closing.subject.actor,
        std::string("left the road") + (is_first ? "" : " with " + watch::name_of(self.part)) + " by " +
            watch::length_words(self.largest.deviation) + watch::for_seconds(closing.duration()) + "; up to " +
            watch::length_words(self.largest.threshold) +
            (self.kind == Kind::error ? " is not an error" : " is tolerated"),
        parameter.path);
    finding.details = std::string(Of::kTitle) + " " + word + " threshold of " +
                      watch::in_metres(self.largest.threshold) + " was exceeded. " + watch::describe(closing.subject) +
                      (is_first ? "" : ", its part " + watch::describe(self.part)) +
                      " distance to road: " + watch::in_metres(self.largest.deviation) + " (configurable as " +
                      std::string(parameter.path) + "). " + advice_to(closing.subject.driver);
    finding.data = Metrics{.max_distance_to_road = self.largest.deviation,
                           .time_off_road = closing.duration(),
                           .threshold = self.largest.threshold,
                           .level = word,
                           .part = self.part.id};
    return finding;
  }
};

template <typename Of>
struct RoadExcursion {
  using Level = ExcursionLevel<Of>;
  using Kind = typename Level::Kind;
  using Metrics = typename Level::Metrics;
  using Excursion = watch::Violation<Level>;

  struct Instance {
    Time since;
    bool monitored = false;
    bool is_idle = true;  // both of these, which are far from here in memory
    // Until its body has moved as far (scene::Places::moved()), it cannot be wholly on the road.
    double beside_until = -1.0;
    typename Excursion::Instance warning, error;
  };

  static Instance create(const watch::Setup& setup) {
    const auto level = [&](typename Level::Kind kind, const watch::Parameter<Distance>& normal,
                           const watch::Parameter<Distance>& junction) {
      return typename Excursion::Instance{{kind, &normal, &junction, setup.get(normal).si(), setup.get(junction).si()},
                                          watch::Lifecycle(Excursion::settings(setup))};
    };
    return {setup.now(),
            false,
            true,
            -1.0,
            level(Level::Kind::warning, Of::kWarningThreshold, Of::kJunctionWarningThreshold),
            level(Level::Kind::error, Of::kErrorThreshold, Of::kJunctionErrorThreshold)};
  }

  static void step(Instance& self, watch::Watch& watch, const watch::View& at) {
    if (!self.monitored) {
      if (is_still_beside(self, at)) return;
      self.monitored = true;
    }
    if (self.is_idle && is_surely_within(self, at)) [[likely]]
      return;
    for (typename Excursion::Instance* level : {&self.warning, &self.error}) {
      level->instance.goes_on = level->lifecycle.is_open() && !level->lifecycle.is_waiting();
      Excursion::step(*level, watch, at);
    }
    if (self.error.lifecycle.is_open()) [[unlikely]]
      self.warning.instance.became_error = true;
    self.is_idle = self.warning.lifecycle.is_idle() && self.error.lifecycle.is_idle();
  }

  // Is it not wholly on the road yet? Traffic far from all roads is not measured again in every frame.
  static bool is_still_beside(Instance& self, const watch::View& at) {
    constexpr double kRounding = 0.01;  // metres
    scene::Places& places = at.scene.places;
    const bool is_one_body = at.scene.actors.is_one_body(at.slot);
    if (is_one_body && places.moved(at.slot) < self.beside_until) return true;
    const double deviation = places.deviation(at.slot);
    if (deviation == 0.0) return false;
    if (!is_one_body || std::isnan(deviation)) return true;
    // With a height, a road that was too far above or below may be one to stand on as soon as it rises or sinks a little.
    const double away = places.height(at.slot)
                            ? map::distance_to_surface(places.map(), places.body(at.slot).points.front(), std::nullopt,
                                                       scene::kDeviationReach)
                            : deviation;
    self.beside_until = places.moved(at.slot) + away - kRounding;
    return true;
  }

  // Is it within its thresholds even without the area of a junction? Then that area, which takes long to make, is not
  // asked for.
  static bool is_surely_within(const Instance& self, const watch::View& at) {
    const map::SurfaceDistance deviation = at.scene.places.quick_deviation(at.slot);
    if (!(deviation.metres > 0.0)) [[likely]]
      return true;
    if (deviation.is_exact || !at.scene.actors.is_one_body(at.slot)) return false;
    const typename Level::Instance &warning = self.warning.instance, &error = self.error.instance;
    const double in_junction = std::min(warning.junction, error.junction);
    if (deviation.metres <= std::min({warning.normal, error.normal, in_junction})) return true;
    return deviation.metres <= in_junction && at.scene.places.touches_junction(at.slot);
  }

  static void end(Instance& self, watch::Watch& watch, watch::EndedBy ended_by) {
    Excursion::end(self.warning, watch, ended_by);
    Excursion::end(self.error, watch, ended_by);
  }

  // Both thresholds, which change where the vehicle is in a junction.
  static std::array<double, 2> plot(const Instance& self, const watch::View& at) {
    const bool in_junction = at.scene.places.touches_junction(at.slot);
    return {Level::limit(self.warning.instance, at, at.slot, in_junction),
            Level::limit(self.error.instance, at, at.slot, in_junction)};
  }

  static std::string_view missing(const Instance& self) {
    return self.monitored ? "" : "no vehicle was ever wholly on the road";
  }

  static std::string note(const Instance& self, const watch::View& at, Time last) {
    if (self.monitored) return {};
    return watch::describe(watch::actor_ref(at.scene, at.slot)) + " was not monitored from " +
           watch::in_seconds(to_seconds(self.since)) + " to " + watch::in_seconds(to_seconds(last)) +
           ": it was never wholly on the road";
  }
};

}  // namespace scrutineer::checks
