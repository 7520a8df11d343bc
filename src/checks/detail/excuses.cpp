#include "checks/detail/excuses.h"

#include <cmath>
#include <limits>

#include "map/lane_graph.h"
#include "scene/lights.h"
#include "watch/person_words.h"

namespace scrutineer::checks {
namespace {

using map::AheadKind;
using map::SignalKind;

// Stopping takes a second of reaction and then 3 m/s^2.
double stopping_distance(double speed) { return speed + speed * speed / (2.0 * 3.0); }

bool may_stop_traffic(const watch::View& at, const map::AheadItem& light) {
  const scene::LightHeads* lights = at.context.lights;
  const scene::HeadState state = lights == nullptr ? scene::HeadState{} : lights->state(light.place->signal);
  if (!state.known) return true;
  return state.colour != trace::LightColour::green && state.colour != trace::LightColour::off;
}

bool is_sign(SignalKind kind) { return kind == SignalKind::stop_sign || kind == SignalKind::yield_sign; }

std::string_view of_what_is_ahead(const watch::View& at, const ExcuseBounds& bounds) {
  const double speed = std::abs(at.scene.motion.speed(at.slot));
  const map::LegalSpeed legal = at.scene.places.legal_speed(at.slot);
  const double stopping = stopping_distance(speed);
  // Nothing is comfortable faster than this where the road bends so much.
  const auto is_tight = [&](double curvature) {
    return bounds.lateral_acceleration > 0.0 &&
           std::sqrt(bounds.lateral_acceleration / std::abs(curvature)) <= bounds.slow;
  };
  if (is_tight(at.scene.surroundings.curvature(at.slot))) return "curve";
  for (const scene::Ahead& ahead : at.scene.surroundings.ahead(at.slot)) {
    switch (ahead.item->kind) {
      case AheadKind::junction:
        if (ahead.distance <= bounds.control_distance) return "junction";
        break;
      case AheadKind::signal: {
        const SignalKind kind = ahead.item->place->meaning.kind;
        if (is_sign(kind) && ahead.distance <= bounds.control_distance) return "sign";
        if (kind != SignalKind::traffic_light) break;
        if (ahead.distance <= bounds.control_distance) return "light";
        if (ahead.distance <= bounds.stopping_light && may_stop_traffic(at, *ahead.item)) return "light";
        break;
      }
      case AheadKind::limit:
        if (ahead.distance <= bounds.limit_distance && ahead.item->limit.kind == map::LegalSpeed::Kind::limit &&
            legal.kind == map::LegalSpeed::Kind::limit && ahead.item->limit.max < legal.max)
          return "lower_limit";
        break;
      case AheadKind::curve:
        if (ahead.distance <= stopping && is_tight(ahead.item->curvature)) return "curve";
        break;
      case AheadKind::crosswalk:
        break;
    }
  }
  return "";
}

}  // namespace

std::string_view excuse_of(const watch::View& at, const ExcuseBounds& bounds) {
  const scene::InFront front = at.scene.relations.object_in_front(at.slot);
  if (front.other.valid()) {
    const double speed = std::abs(at.scene.motion.speed(at.slot));
    if (front.gap <= bounds.vehicle_distance || front.gap <= bounds.vehicle_time * speed) return "vehicle_ahead";
  }
  if (bounds.control_distance > 0.0 && at.scene.places.junction(at.slot).valid()) return "junction";
  if (const std::string_view ahead = of_what_is_ahead(at, bounds); !ahead.empty()) return ahead;
  if (bounds.vru_distance > 0.0 && !at.scene.relations.vrus_within(at.slot, bounds.vru_distance).empty()) return "vru";
  return "";
}

std::string nearest_excuse(const watch::View& at) {
  double nearest = std::numeric_limits<double>::infinity();
  std::string_view what;
  const auto take = [&](std::string_view name, double distance) {
    if (distance < 0.0 || distance >= nearest) return;
    nearest = distance;
    what = name;
  };
  if (const scene::InFront front = at.scene.relations.object_in_front(at.slot); front.other.valid())
    take("vehicle_ahead", front.gap);
  for (const scene::Ahead& ahead : at.scene.surroundings.ahead(at.slot)) {
    if (ahead.item->kind == AheadKind::junction) take("junction", ahead.distance);
    if (ahead.item->kind != AheadKind::signal) continue;
    if (ahead.item->place->meaning.kind == SignalKind::traffic_light) take("light", ahead.distance);
    if (is_sign(ahead.item->place->meaning.kind)) take("sign", ahead.distance);
  }
  return what.empty() ? "" : std::string(what) + " at " + watch::length_words(nearest);
}

}  // namespace scrutineer::checks
