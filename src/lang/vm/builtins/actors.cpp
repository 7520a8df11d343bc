// Who an actor is.
#include <algorithm>
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/vm/actor_types.h"
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"
#include "watch/planned.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;
using scene::Slot;

double is_present(Machine& machine, const double* a) {
  const std::uint32_t index = index_below(a[0], kNoActor);
  return truth(index != kNoActor && machine.scene().actors.slot_of(trace::ActorId(index)).valid());
}

bool is_of_type(Machine& machine, const double* a) {
  const Slot slot = machine.slot(a[0]);
  const scene::Actors& actors = machine.scene().actors;
  const auto types = types_of(machine.program(), actors.info(slot), actors.is_ego(slot));
  return std::ranges::any_of(types, [&](std::uint32_t type) { return static_cast<double>(type) == a[1]; });
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kActors[] = {
    {.owner = "physical_object",
     .declaration = "var id: string",
     .function = SCRUTINEER_GIVES(machine.pools().add_text(info_of(machine, a[0]).id)),
     .meaning = "The text by which the run knows it."},
    {.owner = "physical_object",
     .declaration = "var uid: int",
     .function = SCRUTINEER_GIVES(machine.scene().actors.uid(machine.slot(a[0]))),
     .meaning = "The order of first appearance, from 1; in one frame the ego comes first, then others by their ids."},
    {.owner = "physical_object",
     .declaration = "var category: vehicle_category",
     .function = SCRUTINEER_GIVES(word(info_of(machine, a[0]).category)),
     .meaning = "What it is: a car, a truck, a person ..."},
    {.owner = "physical_object",
     .declaration = "var is_ego: bool",
     .function = SCRUTINEER_GIVES(truth(machine.scene().actors.is_ego(machine.slot(a[0])))),
     .meaning = "Is it the system under test?"},
    {.owner = "physical_object",
     .declaration = "var is_dut: bool",
     .function = SCRUTINEER_GIVES(truth(machine.scene().actors.is_ego(machine.slot(a[0])))),
     .meaning = "Another name of `is_ego`."},
    {.owner = "physical_object",
     .declaration = "var is_vru: bool",
     .function = SCRUTINEER_GIVES(truth(info_of(machine, a[0]).is_vru)),
     .meaning = "A person, animal, bicycle, wheelchair, or what the run marks as vulnerable."},
    {.owner = "physical_object",
     .declaration = "var is_static: bool",
     .function = SCRUTINEER_GIVES(truth(info_of(machine, a[0]).is_static)),
     .meaning = "Never moves."},
    {.owner = "physical_object",
     .declaration = "var is_present: bool",
     .function = is_present,
     .meaning = "In the current frame."},
    {.owner = "physical_object",
     .declaration = "var age: time",
     .function =
         SCRUTINEER_GIVES(to_seconds(machine.context().now() - machine.scene().actors.since(machine.slot(a[0])))),
     .meaning = "Since it appeared, or was relocated."},
    {.owner = "physical_object",
     .declaration = "var driver: driver_kind",
     .function = SCRUTINEER_GIVES(word(watch::driver_of(machine.scene(), machine.slot(a[0])))),
     .meaning = "Who is in control."},
    {.owner = "physical_object",
     .declaration = "def is_standing_still() -> bool",
     .function =
         SCRUTINEER_GIVES(truth(std::abs(machine.scene().motion.speed(machine.slot(a[0]))) <= watch::kStandingStill)),
     .needs = fact("speed"),
     .meaning = "Not faster than 0.1 m/s."},
    {.owner = "physical_object",
     .declaration = "def get_legal_speed() -> speed",
     .gives = fact("legal_speed"),
     .meaning = "What the map allows where it is; inf where there is no limit."},
    {.owner = "physical_object",
     .declaration = "def legal_speed() -> speed",
     .gives = fact("legal_speed"),
     .meaning = "Another name of `get_legal_speed`."},
    {.owner = "physical_object",
     .declaration = "def get_planned_speed() -> speed",
     .function = SCRUTINEER_GIVES(watch::on_plan(view_of(machine, a[0])).value_or(watch::OnPlan{.speed = kNull}).speed),
     .needs = fact("plan"),
     .meaning = "Of the run's plan, where it is."},
    {.owner = "vehicle",
     .declaration = "var av_state: av_state",
     .function = SCRUTINEER_GIVES(word(watch::av_state_of(machine.scene(), machine.slot(a[0])))),
     .meaning = "Is the automated function active? What the run says, else active for the ego and unknown for others."},
    {.owner = "physical_object",
     .declaration = "is_a(actor, type) -> bool",
     .function = SCRUTINEER_GIVES(truth(!std::isnan(a[0]) && is_of_type(machine, a))),
     .meaning = "The type is a place in Program::actors."},
    {.owner = "physical_object",
     .declaration = "as_a(actor, type) -> physical_object",
     .function = SCRUTINEER_GIVES(!std::isnan(a[0]) && is_of_type(machine, a) ? a[0] : kNull),
     .meaning = "Null if it is not of that type."},
};

}  // namespace

BuiltinRows actor_builtins() { return kActors; }

}  // namespace scrutineer::lang
