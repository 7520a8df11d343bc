// What the checkers of the profile modern have in common: NAME.issue_severity, NAME.log_level and how they are told.
//
//   constexpr auto kSeverity = severity_at("slow_driving.issue_severity");
//   constexpr auto kLogLevel = log_level_at("slow_driving.log_level");
//   ...
//   .kinds = kinds_of<Kind>({{Kind::slow_driving, "slow_driving", Severity::warning, Severity::info, "...", &kSeverity}}),
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "watch/interval.h"
#include "watch/parameter.h"

namespace scrutineer::checks {

inline constexpr std::array<std::string_view, 5> kSeverityWords{"ignore", "info", "warning", "error_continue", "error"};

constexpr watch::Parameter<watch::Severity> severity_at(std::string_view path) {
  return {path, watch::Severity::warning, kSeverityWords,
          "The severity of its issues; if nothing is set, those of others are info."};
}
constexpr watch::Parameter<watch::LogLevel> log_level_at(std::string_view path) {
  return {path, watch::LogLevel::info_level, watch::kLogLevels,
          "How much the check says: with debug_level when each interval starts and ends."};
}
constexpr watch::Parameter<Seconds> debounce_at(std::string_view path, Seconds by_default) {
  return {path, by_default, "How long it must last without a break to count. What a single frame shows has lasted 0 s.",
          watch::kNotNegative};
}

inline Duration duration_of(Seconds seconds) { return from_seconds(seconds.si()).value_or(Duration::max()); }

// Metres driven since the frame before; 0 in an actor's first frame.
inline double step_length(const watch::View& at) {
  if (at.scene.actors.age(at.slot) < 2) return 0.0;
  const trace::ActorState &now = at.state(), &before = at.scene.actors.state(at.slot, 1);
  return std::hypot(now.x - before.x, now.y - before.y);
}

// The legal speed where it is, m/s; NaN: the map says nothing, or that there is none.
inline double limit_at(const watch::View& at) {
  const map::LegalSpeed legal = at.scene.places.legal_speed(at.slot);
  return legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : std::nan("");
}

// Is its centre on a lane that carries vehicles?
inline bool is_in_traffic(const watch::View& at) {
  const map::RoadPosition* place = at.scene.places.road_position(at.slot);
  return place != nullptr && map::carries_vehicles(at.scene.places.map().lane(place->lane).type);
}

}  // namespace scrutineer::checks
