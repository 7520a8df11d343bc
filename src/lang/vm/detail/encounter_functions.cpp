// How two actors meet, and how near a collision is.
#include "lang/vm/detail/functions.h"
#include "scene/encounters.h"

namespace scrutineer::lang::detail {
namespace {

// Null: they are too far from each other.
const scene::Encounter* meeting(Machine& machine, const double* a) {
  scene::Encounters& encounters = machine.scene().encounters;
  const scene::Slot own = machine.scene().actors.whole(machine.slot(a[0]));
  if (!encounters.follows(own)) encounters.follow(own);
  return encounters.between(own, machine.slot(a[1]));
}

}  // namespace

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

}  // namespace scrutineer::lang::detail
