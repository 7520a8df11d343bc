// How two actors meet, and how near a collision is; what they were before is known from the first time that somebody asks.
#include "scene/encounters.h"

#include <string>

#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;

// Null: they are too far from each other.
const scene::Encounter* meeting(Machine& machine, const double* a) {
  scene::Encounters& encounters = machine.scene().encounters;
  const scene::Slot own = machine.scene().actors.whole(machine.slot(a[0]));
  encounters.follow(own);
  return encounters.between(own, machine.slot(a[1]));
}

double encounter_value(Machine& machine, const double* a, double scene::NearMeasures::* of) {
  const scene::Encounter* met = meeting(machine, a);
  return met == nullptr ? kNull : machine.scene().encounters.near_measures(*met).*of;
}

double encounter_value(Machine& machine, const double* a, double scene::Measures::* of) {
  const scene::Encounter* met = meeting(machine, a);
  return met == nullptr ? kNull : machine.scene().encounters.measures(*met).*of;
}

double encounter_value(Machine& machine, const double* a, double scene::TrailContact::* of) {
  const scene::Encounter* met = meeting(machine, a);
  return met == nullptr ? kNull : met->contact.*of;
}

double encounter_type(Machine& machine, const double* a) {
  const scene::Encounter* met = meeting(machine, a);
  return machine.pools().add_text(std::string(to_word(met == nullptr ? scene::EncounterType::none : met->type)));
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kEncounters[] = {
    {.owner = "physical_object",
     .declaration = "def encounter_type(other: physical_object) -> string",
     .function = encounter_type,
     .needs = fact("ttc"),
     .meaning = "How both meet: none, standing, following, oncoming, adjacent, merging, crossing, vru_crossing. "
                "docs/conflicts.md has this and all that follows."},
    {.owner = "physical_object",
     .declaration = "def headway(other: physical_object) -> length",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::headway)),
     .needs = fact("ttc"),
     .meaning = "Between bumpers along the way, where one follows the other or stands in its way."},
    {.owner = "physical_object",
     .declaration = "def thw(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::thw)),
     .needs = fact("ttc"),
     .meaning = "The same over the speed of the one behind."},
    {.owner = "physical_object",
     .declaration = "def trail_time(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::trail_time)),
     .needs = fact("ttc"),
     .meaning = "Since the leader's rear was where the follower's front is."},
    {.owner = "physical_object",
     .declaration = "def ttc(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::ttc)),
     .needs = fact("ttc"),
     .meaning = "Until they overlap at constant velocities: along the road, or in the plane where ways cross; inf: not "
                "within 10 s."},
    {.owner = "physical_object",
     .declaration = "def mttc(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::mttc)),
     .needs = fact("ttc"),
     .meaning = "The same at constant accelerations."},
    {.owner = "physical_object",
     .declaration = "def drac(other: physical_object) -> acceleration",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::drac)),
     .needs = fact("ttc"),
     .meaning = "The least constant deceleration with which this actor avoids contact."},
    {.owner = "physical_object",
     .declaration = "def other_drac(other: physical_object) -> acceleration",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::other_drac)),
     .needs = fact("ttc"),
     .meaning = "The same of the other."},
    {.owner = "physical_object",
     .declaration = "def mdrac(other: physical_object) -> acceleration",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::mdrac)),
     .needs = fact("ttc"),
     .meaning = "The same of this actor, if it brakes a second later."},
    {.owner = "physical_object",
     .declaration = "def required_deceleration(other: physical_object) -> acceleration",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::required_deceleration)),
     .needs = fact("ttc"),
     .meaning = "What the one behind needs while the one in front goes on braking."},
    {.owner = "physical_object",
     .declaration = "def btn(other: physical_object) -> float",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::btn)),
     .needs = fact("ttc"),
     .meaning = "The same over 8 m/s^2."},
    {.owner = "physical_object",
     .declaration = "def required_lateral(other: physical_object) -> acceleration",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::required_lateral)),
     .needs = fact("ttc"),
     .meaning = "The least lateral acceleration with which this actor passes beside the other."},
    {.owner = "physical_object",
     .declaration = "def stn(other: physical_object) -> float",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::stn)),
     .needs = fact("ttc"),
     .meaning = "The same over 8 m/s^2."},
    {.owner = "physical_object",
     .declaration = "def dce(other: physical_object) -> length",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::dce)),
     .needs = fact("ttc"),
     .meaning = "The least distance within 10 s at constant velocities ..."},
    {.owner = "physical_object",
     .declaration = "def ttce(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::ttce)),
     .needs = fact("ttc"),
     .meaning = "... and when that is."},
    {.owner = "physical_object",
     .declaration = "def wttc(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::wttc)),
     .needs = fact("ttc"),
     .meaning = "The least time in which they could meet, whatever both do."},
    {.owner = "physical_object",
     .declaration = "def impact_speed(other: physical_object) -> speed",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::impact_speed)),
     .needs = fact("ttc"),
     .meaning = "How fast they would move against each other at the contact."},
    {.owner = "physical_object",
     .declaration = "def predicted_delta_v(other: physical_object) -> speed",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::predicted_delta_v)),
     .needs = fact("ttc"),
     .meaning = "By how much that would change the velocity of this actor ..."},
    {.owner = "physical_object",
     .declaration = "def extended_delta_v(other: physical_object) -> speed",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::extended_delta_v)),
     .needs = fact("ttc"),
     .meaning = "... and after it braked at 6 m/s^2."},
    {.owner = "physical_object",
     .declaration = "def pet(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::TrailContact::pet)),
     .needs = fact("ttc"),
     .meaning = "How much later the second one is where the first one was, in this frame."},
    {.owner = "physical_object",
     .declaration = "def et(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::TrailContact::et)),
     .needs = fact("ttc"),
     .meaning = "How long this actor was in the area that both were in; known once the second has left it."},
    {.owner = "physical_object",
     .declaration = "def other_et(other: physical_object) -> time",
     .function = SCRUTINEER_GIVES(encounter_value(machine, a, &scene::TrailContact::other_et)),
     .needs = fact("ttc"),
     .meaning = "The same of the other."},
};

}  // namespace

BuiltinRows encounter_builtins() { return kEncounters; }

}  // namespace scrutineer::lang
