// What the road is like: lanes, what comes next, lights, and who drives around an actor.
#include <algorithm>
#include <cmath>
#include <vector>

#include "lang/vm/detail/functions.h"
#include "map/road_marks.h"
#include "map/speed.h"
#include "scene/lights.h"

namespace scrutineer::lang::detail {
namespace {

using scene::Slot;

double handle(const Machine& machine, Slot slot) {
  return slot.valid() ? static_cast<double>(machine.scene().actors.id(slot).index()) : kNull;
}

// In the order of domain.osc: left, right.
scene::Lanes side(double value) { return choice<bool>(value, 2) ? scene::Lanes::right : scene::Lanes::left; }

map::LaneId lane_beside(Machine& machine, Slot slot, scene::Lanes on) {
  const auto way = machine.scene().surroundings.way(slot);
  if (!way) return {};
  const map::RoadNetwork& map = machine.scene().places.map();
  return on == scene::Lanes::left ? map::neighbour_left(map, *way) : map::neighbour_right(map, *way);
}

const map::LaneMarkRecord* mark_at(Machine& machine, Slot slot, scene::Lanes on) {
  const auto way = machine.scene().surroundings.way(slot);
  if (!way) return nullptr;
  scene::Places& places = machine.scene().places;
  return map::mark_beside(places.map(), *way, places.road_position(slot)->s,
                          on == scene::Lanes::left ? map::DriversSide::left : map::DriversSide::right);
}

// A signal by its number; a fault where there is none.
map::SignalId signal(Machine& machine, double number) {
  const std::size_t count =
      machine.scene().places.has_map() ? machine.scene().places.map().signals().size() : std::size_t{0};
  const std::uint32_t place = index_below(number, static_cast<std::uint32_t>(count));
  if (place == count) Machine::fail("null access: there is no such signal");
  return map::SignalId(place);
}

double colour_of(const Machine& machine, map::SignalId of) {
  const scene::LightHeads* lights = machine.context().lights;
  const scene::HeadState state = lights == nullptr ? scene::HeadState{} : lights->state(of);
  return word(state.known ? state.colour : trace::LightColour::unknown);
}

const scene::Ahead* next_light_of(Machine& machine, Slot slot) {
  for (const scene::Ahead& ahead : machine.scene().surroundings.ahead(slot))
    if (ahead.item->kind == map::AheadKind::signal && ahead.distance >= 0.0 &&
        ahead.item->place.meaning.kind == map::SignalKind::traffic_light)
      return &ahead;
  return nullptr;
}

}  // namespace

double lane_type(Machine& machine, const double* a) {
  const auto way = machine.scene().surroundings.way(machine.slot(a[0]));
  return way ? word(machine.scene().places.map().lane(way->lane).type) : kNull;
}

double lane_type_beside(Machine& machine, const double* a) {
  const map::LaneId lane = lane_beside(machine, machine.slot(a[0]), side(a[1]));
  return lane.valid() ? word(machine.scene().places.map().lane(lane).type) : kNull;
}

double marking(Machine& machine, const double* a) {
  const map::LaneMarkRecord* mark = mark_at(machine, machine.slot(a[0]), side(a[1]));
  return mark == nullptr ? kNull : word(mark->type);
}

double marking_colour(Machine& machine, const double* a) {
  const map::LaneMarkRecord* mark = mark_at(machine, machine.slot(a[0]), side(a[1]));
  return mark == nullptr ? kNull : word(mark->colour);
}

double road_type(Machine& machine, const double* a) {
  const std::string_view type = machine.scene().surroundings.road_type(machine.slot(a[0]));
  return type.empty() ? kNull : machine.pools().add_text(type);
}

double junction_kind(Machine& machine, const double* a) {
  if (!machine.scene().places.has_map()) return kNull;
  const auto kind = machine.scene().surroundings.junction_kind(machine.slot(a[0]));
  return kind ? word(*kind) : kNull;
}

double legal_speed_ahead(Machine& machine, const double* a) {
  const Slot slot = machine.slot(a[0]);
  if (!machine.scene().places.has_map()) return kNull;
  map::LegalSpeed legal = machine.scene().places.legal_speed(slot);
  for (const scene::Ahead& ahead : machine.scene().surroundings.ahead(slot)) {
    if (ahead.distance > a[1]) break;
    if (ahead.item->kind == map::AheadKind::limit) legal = ahead.item->limit;
  }
  if (legal.kind == map::LegalSpeed::Kind::no_limit) return INFINITY;
  return legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : kNull;
}

double signals_ahead(Machine& machine, const double* a) {
  std::vector<double> found;
  for (const scene::Ahead& ahead : machine.scene().surroundings.ahead(machine.slot(a[0])))
    if (ahead.item->kind == map::AheadKind::signal && ahead.item->place.signal.valid() && ahead.distance >= 0.0 &&
        ahead.distance <= a[1])
      found.push_back(static_cast<double>(ahead.item->place.signal.index()));
  return machine.pools().add_list(found);
}

double distance_to_signal(Machine& machine, const double* a) {
  const map::SignalId wanted = signal(machine, a[1]);
  for (const scene::Ahead& ahead : machine.scene().surroundings.ahead(machine.slot(a[0])))
    if (ahead.item->kind == map::AheadKind::signal && ahead.item->place.signal == wanted && ahead.distance >= 0.0)
      return ahead.distance;
  return kNull;
}

double signal_id(Machine& machine, const double* a) {
  return machine.pools().add_text(machine.scene().places.map().signal(signal(machine, a[0])).record.id);
}

double signal_kind(Machine& machine, const double* a) {
  const map::SignalId of = signal(machine, a[0]);
  return word(map::meaning_of(machine.scene().places.map(), of).kind);
}

double light_colour(Machine& machine, const double* a) { return colour_of(machine, signal(machine, a[0])); }

double next_light(Machine& machine, const double* a) {
  const scene::Ahead* ahead = next_light_of(machine, machine.slot(a[0]));
  return ahead == nullptr ? kNull : static_cast<double>(ahead->item->place.signal.index());
}

double next_light_colour(Machine& machine, const double* a) {
  const scene::Ahead* ahead = next_light_of(machine, machine.slot(a[0]));
  return ahead == nullptr ? kNull : colour_of(machine, ahead->item->place.signal);
}

double vehicle_behind(Machine& machine, const double* a) {
  const Slot slot = machine.slot(a[0]);
  return handle(machine, machine.scene().surroundings.behind(slot, scene::Lanes::own).other);
}

double gap_behind(Machine& machine, const double* a) {
  const scene::Neighbour found = machine.scene().surroundings.behind(machine.slot(a[0]), scene::Lanes::own);
  return found.other.valid() ? found.gap : kNull;
}

double leader_beside(Machine& machine, const double* a) {
  return handle(machine, machine.scene().surroundings.in_front(machine.slot(a[0]), side(a[1])).other);
}

double follower_beside(Machine& machine, const double* a) {
  return handle(machine, machine.scene().surroundings.behind(machine.slot(a[0]), side(a[1])).other);
}

double neighbours(Machine& machine, const double* a) {
  std::vector<double> found;
  for (const Slot other : machine.scene().surroundings.beside(machine.slot(a[0]), side(a[1]), a[2]))
    found.push_back(handle(machine, other));
  return machine.pools().add_list(found);
}

// In the order of domain.osc: anybody, then actor types, then vru.
double nearest_of_kind(Machine& machine, const double* a) {
  constexpr std::uint32_t kKinds = 6, kVru = 5;
  const std::uint32_t kind = index_below(a[1], kKinds);
  if (kind == kKinds) Machine::fail("null access: there is no such word");
  const scene::Actors& actors = machine.scene().actors;
  const Slot own = machine.slot(a[0]);
  const trace::ActorState& here = actors.state(own);
  double least = a[2];
  Slot nearest;
  for (const Slot other : actors.present()) {
    const trace::ActorInfo& info = actors.info(other);
    if (other == own || (kind == kVru && !info.is_vru)) continue;
    if (kind > 0 && kind < kVru && static_cast<std::uint32_t>(info.type) + 1 != kind) continue;
    const trace::ActorState& there = actors.state(other);
    const double distance = std::hypot(there.x - here.x, there.y - here.y);
    if (distance > least || (nearest.valid() && distance == least)) continue;
    least = distance;
    nearest = other;
  }
  return handle(machine, nearest);
}

}  // namespace scrutineer::lang::detail
