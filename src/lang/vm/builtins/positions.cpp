// Where an actor is on the map.
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"
#include "watch/planned.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;
using scene::Slot;

const map::RoadPosition* place(Machine& machine, double of) {
  return machine.scene().places.has_map() ? machine.scene().places.road_position(machine.slot(of)) : nullptr;
}

double road(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : machine.pools().add_text(machine.scene().places.map().road(at->road).id);
}
double lane(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : machine.scene().places.map().lane(at->lane).number;
}
double along(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : at->s;
}
double across(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : at->t;
}
double get_t_coord(Machine& machine, const double* a) {
  if (route(a[1]) == Route::on_road) return across(machine, a);
  return place(machine, a[0]) == nullptr ? kNull : machine.scene().places.lane_offset(machine.slot(a[0]));
}
map::JunctionId junction_of(Machine& machine, double of) {
  const Slot slot = machine.slot(of);
  return machine.scene().places.has_map() ? machine.scene().places.junction(slot) : map::JunctionId();
}
double junction(Machine& machine, const double* a) {
  const map::JunctionId in = junction_of(machine, a[0]);
  return in.valid() ? machine.pools().add_text(machine.scene().places.map().junction(in).id) : kNull;
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kPositions[] = {
    {.owner = "msp_position",
     .declaration = "var road: string",
     .function = road,
     .needs = fact("road_position"),
     .meaning = "The road's id in the map."},
    {.owner = "msp_position",
     .declaration = "var s: length",
     .function = along,
     .needs = fact("road_position"),
     .meaning = "Along the road's reference line."},
    {.owner = "msp_position",
     .declaration = "var t: length",
     .function = across,
     .needs = fact("road_position"),
     .meaning = "To the left of the reference line."},
    {.owner = "msp_position",
     .declaration = "var lane: int",
     .function = lane,
     .needs = fact("road_position"),
     .meaning = "The lane's number: left of the reference line above 0, right of it below."},
    {.owner = "msp_position",
     .declaration = "var lane_offset: length",
     .gives = fact("lane_offset"),
     .meaning = "To the left of the lane's centre, as its traffic sees it."},
    {.owner = "msp_position",
     .declaration = "var lane_heading: angle",
     .gives = fact("lane_heading"),
     .meaning = "From the lane's direction of traffic to the actor's heading."},
    {.owner = "msp_position",
     .declaration = "var junction: string",
     .function = junction,
     .needs = fact("junction"),
     .meaning = "The id of the junction that it is in; null outside."},
    {.owner = "object_state",
     .declaration = "var is_on_connecting_road: bool",
     .gives = fact("on_connecting_road"),
     .meaning = "Is it on a road that connects others within a junction? `is_in_junction()` is also true elsewhere in "
                "its area."},
    {.owner = "physical_object",
     .declaration = "def get_s_coord(route_type: route_type = on_road) -> length",
     .function = along,
     .needs = fact("road_position"),
     .meaning = "Along the road that it is on."},
    {.owner = "physical_object",
     .declaration = "def get_t_coord(route_type: route_type = on_road) -> length",
     .function = get_t_coord,
     .needs = fact("road_position"),
     .meaning = "To the left of the road's reference line, or of the centre of its lane."},
    {.owner = "physical_object",
     .declaration = "def is_in_junction() -> bool",
     .function = SCRUTINEER_GIVES(truth(junction_of(machine, a[0]).valid())),
     .needs = fact("junction"),
     .meaning = "Is its centre in a junction's area?"},
    {.owner = "physical_object",
     .declaration = "def is_on_road() -> bool",
     .function = SCRUTINEER_GIVES(truth(place(machine, a[0]) != nullptr)),
     .needs = fact("road_position"),
     .meaning = "Is its centre on a lane?"},
    {.owner = "physical_object",
     .declaration = "def is_on_highway() -> bool",
     .function =
         SCRUTINEER_GIVES(truth(machine.scene().places.has_map() && watch::is_on_motorway(view_of(machine, a[0])))),
     .needs = fact("road_position"),
     .meaning = "Is it on a road that the map calls a motorway?"},
};

}  // namespace

BuiltinRows position_builtins() { return kPositions; }

}  // namespace scrutineer::lang
