// What the road is like: lanes, what comes next, lights, and who drives around an actor.
#include <algorithm>
#include <cmath>
#include <vector>

#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"
#include "map/road_marks.h"
#include "map/speed.h"
#include "scene/lights.h"
#include "watch/planned.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;
using scene::Slot;

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
        ahead.item->place->meaning.kind == map::SignalKind::traffic_light)
      return &ahead;
  return nullptr;
}

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
  const bool is_in_reach = a[1] <= scene::kAheadReach;  // no: nothing is known of what is there
  if (!machine.scene().places.has_map() || !is_in_reach) return kNull;
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
    if (ahead.item->kind == map::AheadKind::signal && ahead.item->place->signal.valid() && ahead.distance >= 0.0 &&
        ahead.distance <= a[1])
      found.push_back(static_cast<double>(ahead.item->place->signal.index()));
  return machine.pools().add_list(found);
}

double distance_to_signal(Machine& machine, const double* a) {
  const map::SignalId wanted = signal(machine, a[1]);
  for (const scene::Ahead& ahead : machine.scene().surroundings.ahead(machine.slot(a[0])))
    if (ahead.item->kind == map::AheadKind::signal && ahead.item->place->signal == wanted && ahead.distance >= 0.0)
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
  return ahead == nullptr ? kNull : static_cast<double>(ahead->item->place->signal.index());
}

double next_light_colour(Machine& machine, const double* a) {
  const scene::Ahead* ahead = next_light_of(machine, machine.slot(a[0]));
  return ahead == nullptr ? kNull : colour_of(machine, ahead->item->place->signal);
}

double vehicle_behind(Machine& machine, const double* a) {
  const Slot slot = machine.slot(a[0]);
  return handle_of(machine, machine.scene().surroundings.behind(slot, scene::Lanes::own).other);
}

double gap_behind(Machine& machine, const double* a) {
  const scene::Neighbour found = machine.scene().surroundings.behind(machine.slot(a[0]), scene::Lanes::own);
  return found.other.valid() ? found.gap : kNull;
}

double leader_beside(Machine& machine, const double* a) {
  return handle_of(machine, machine.scene().surroundings.in_front(machine.slot(a[0]), side(a[1])).other);
}

double follower_beside(Machine& machine, const double* a) {
  return handle_of(machine, machine.scene().surroundings.behind(machine.slot(a[0]), side(a[1])).other);
}

double neighbours(Machine& machine, const double* a) {
  std::vector<double> found;
  for (const Slot other : machine.scene().surroundings.beside(machine.slot(a[0]), side(a[1]), a[2]))
    found.push_back(handle_of(machine, other));
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
  return handle_of(machine, nearest);
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kRoads[] = {
    {.owner = "physical_object",
     .declaration = "def object_in_front() -> physical_object",
     .function =
         SCRUTINEER_GIVES(machine.scene().places.has_map()
                              ? handle_of(machine, machine.scene().relations.object_in_front(machine.slot(a[0])).other)
                              : kNull),
     .needs = fact("object_in_front.gap"),
     .meaning = "The nearest on its way, at most 100 m ahead; null: nobody."},
    {.owner = "physical_object",
     .declaration = "def in_front() -> physical_object",
     .function =
         SCRUTINEER_GIVES(machine.scene().places.has_map()
                              ? handle_of(machine, machine.scene().relations.object_in_front(machine.slot(a[0])).other)
                              : kNull),
     .needs = fact("object_in_front.gap"),
     .meaning = "Another name of `object_in_front`."},
    {.owner = "physical_object",
     .declaration = "def gap_to_object_in_front() -> length",
     .gives = fact("object_in_front.gap"),
     .meaning = "To that one, bumper to bumper."},
    {.owner = "physical_object",
     .declaration = "def behind() -> physical_object",
     .function = vehicle_behind,
     .needs = fact("road_position"),
     .meaning = "The nearest behind it in its lane, at most 100 m away; null: nobody."},
    {.owner = "physical_object",
     .declaration = "def gap_behind() -> length",
     .function = gap_behind,
     .needs = fact("road_position"),
     .meaning = "From that one, bumper to bumper."},
    {.owner = "physical_object",
     .declaration = "def neighbours(side: lane_side, within: length = 100m) -> list of physical_object",
     .function = neighbours,
     .needs = fact("road_position"),
     .meaning = "Everybody in the lane beside its own, no further along the road than that (at most 100 m)."},
    {.owner = "physical_object",
     .declaration = "def leader_beside(side: lane_side) -> physical_object",
     .function = leader_beside,
     .needs = fact("road_position"),
     .meaning = "The nearest of them before it ..."},
    {.owner = "physical_object",
     .declaration = "def follower_beside(side: lane_side) -> physical_object",
     .function = follower_beside,
     .needs = fact("road_position"),
     .meaning = "... and behind it."},
    {.owner = "physical_object",
     .declaration = "def nearest(kind: object_kind = anybody, within: length = 100m) -> physical_object",
     .function = nearest_of_kind,
     .meaning = "The nearest of that kind, from centre to centre in plan; null: none is so near."},
    {.owner = "physical_object",
     .declaration = "def next_light() -> int",
     .function = next_light,
     .needs = fact("road_position"),
     .meaning = "The next traffic light that holds for it within 100 m: its number ..."},
    {.owner = "physical_object",
     .declaration = "def next_light_colour() -> light_colour",
     .function = next_light_colour,
     .needs = fact("lights"),
     .meaning = "... what it shows ..."},
    {.owner = "physical_object",
     .declaration = "def distance_to_light() -> length",
     .gives = fact("light_ahead"),
     .meaning = "... and how far its front is from it."},
    {.owner = "physical_object",
     .declaration = "def is_slow_object_infront(speed: speed, distance: length) -> bool",
     .function = SCRUTINEER_GIVES(
         truth(machine.scene().places.has_map() && watch::is_slow_object_in_front(view_of(machine, a[0]), a[1], a[2]))),
     .needs = fact("object_in_front.gap"),
     .meaning = "Is somebody slower than that on its way, no further ahead than that?"},
    {.owner = "physical_object",
     .declaration = "def distance_to_junction() -> length",
     .gives = fact("junction_ahead"),
     .meaning = "From its front to the next junction on its way; 0 inside one, inf: none within 100 m."},
    {.owner = "map",
     .declaration = "var exists: bool",
     .function = SCRUTINEER_GIVES(truth(machine.scene().places.has_map())),
     .meaning = "Does the run have one?"},
    {.owner = "map",
     .declaration = "def lane_type(of: physical_object) -> road_lane_type",
     .function = lane_type,
     .needs = fact("road_position"),
     .meaning = "Of its lane."},
    {.owner = "map",
     .declaration = "def lane_type_beside(of: physical_object, side: lane_side) -> road_lane_type",
     .function = lane_type_beside,
     .needs = fact("road_position"),
     .meaning = "Of the lane beside it whose traffic goes the same way; null: there is none."},
    {.owner = "map",
     .declaration = "def marking(of: physical_object, side: lane_side) -> marking_type",
     .function = marking,
     .needs = fact("road_position"),
     .meaning = "On the border of its lane to that side; null where the map says nothing."},
    {.owner = "map",
     .declaration = "def marking_colour(of: physical_object, side: lane_side) -> marking_colour",
     .function = marking_colour,
     .needs = fact("road_position"),
     .meaning = "The colour of that."},
    {.owner = "map",
     .declaration = "def lane_count(of: physical_object) -> int",
     .gives = fact("lane_count"),
     .meaning = "How many lanes carry vehicles its way."},
    {.owner = "map",
     .declaration = "def lane_width(of: physical_object) -> length",
     .gives = fact("lane_width"),
     .meaning = "Of its lane, where it is."},
    {.owner = "map",
     .declaration = "def road_type(of: physical_object) -> string",
     .function = road_type,
     .needs = fact("road_position"),
     .meaning = "The standard's word: \"town\", \"motorway\" ..."},
    {.owner = "map",
     .declaration = "def is_divided(of: physical_object) -> bool",
     .function = SCRUTINEER_GIVES(truth(machine.scene().surroundings.is_divided(machine.slot(a[0])))),
     .needs = fact("road_position"),
     .meaning = "Is no oncoming traffic beside the lanes of its way?"},
    {.owner = "map",
     .declaration = "def curvature(of: physical_object) -> float",
     .gives = fact("curvature"),
     .meaning = "How its lane bends, per metre; left is positive."},
    {.owner = "map",
     .declaration = "def grade(of: physical_object) -> float",
     .gives = fact("grade"),
     .meaning = "Rise over run the way it faces."},
    {.owner = "map",
     .declaration = "def junction_kind(of: physical_object) -> junction_kind",
     .function = junction_kind,
     .needs = fact("road_position"),
     .meaning = "Of the junction that it is in, else of the next one on its way."},
    {.owner = "map",
     .declaration = "def legal_speed_ahead(of: physical_object, distance: length) -> speed",
     .function = legal_speed_ahead,
     .needs = fact("legal_speed"),
     .meaning = "What is allowed that far before its front; nan beyond 100 m."},
    {.owner = "map",
     .declaration = "def distance_to_crosswalk(of: physical_object) -> length",
     .gives = fact("crosswalk_ahead"),
     .meaning = "From its front to the next crosswalk on its way ..."},
    {.owner = "map",
     .declaration = "def distance_to_stop_line(of: physical_object) -> length",
     .gives = fact("stop_line_ahead"),
     .meaning = "... and to the next stop line."},
    {.owner = "map",
     .declaration = "def signals_ahead(of: physical_object, within: length = 100m) -> list of int",
     .function = signals_ahead,
     .needs = fact("road_position"),
     .meaning = "The signals that hold for it, nearest first, by their numbers: ask the functions below what each is."},
    {.owner = "map",
     .declaration = "def distance_to_signal(of: physical_object, signal: int) -> length",
     .function = distance_to_signal,
     .needs = fact("road_position"),
     .meaning = "From its front to that signal."},
    {.owner = "map",
     .declaration = "def signal_id(signal: int) -> string",
     .function = signal_id,
     .meaning = "As the map calls it."},
    {.owner = "map",
     .declaration = "def signal_kind(signal: int) -> signal_kind",
     .function = signal_kind,
     .meaning = "What it is."},
    {.owner = "map",
     .declaration = "def light_colour(signal: int) -> light_colour",
     .function = light_colour,
     .needs = fact("lights"),
     .meaning = "What a light shows now."},
};

}  // namespace

BuiltinRows road_builtins() { return kRoads; }

}  // namespace scrutineer::lang
