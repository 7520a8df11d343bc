// What exists once: time, the ego, everybody, weather.
#include <algorithm>
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/sema/time_limits.h"
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;

double instance_actor(Machine& machine, const double* a) {
  if (machine.host().instance(a[0]).cells == nullptr) return kNull;
  const double index = a[0] - std::floor(a[0] / kInstancesPerDeclaration) * kInstancesPerDeclaration;
  return index == static_cast<double>(kNoActor) ? kNull : index;
}

// As watch::PeriodicClock, which steps from frame to frame, says it: this is the same without a memory.
double ticks(Machine& machine, const double* a) {
  if (std::string wrong = fault_of_tick(a[0]); !wrong.empty()) Machine::fail(std::move(wrong));
  const Duration period = from_seconds(a[0]).value_or(Duration::max());
  const auto passed = [&](Time time) { return (time.time_since_epoch() + period / 100) / period; };
  const watch::Context& context = machine.context();
  return truth(context.scene.actors.epoch() == 1 || passed(context.now()) > passed(context.previous));
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kRun[] = {
    {.owner = "top",
     .declaration = "var time: time",
     .function = SCRUTINEER_GIVES(to_seconds(machine.context().now())),
     .meaning = "Of the current frame, from the run's first."},
    {.owner = "top",
     .declaration = "var step_time: time",
     .function = SCRUTINEER_GIVES(machine.scene().actors.step_seconds()),
     .meaning = "Since the frame before."},
    {.owner = "top",
     .declaration = "def ticks(period: time) -> bool",
     .function = ticks,
     .meaning = "True in the first frame at or behind each multiple of the period, counted from the run's first frame, "
                "for everybody alike. A frame that is early by 1 % of the period is on time."},
    {.owner = "sut",
     .declaration = "var car: sut_vehicle",
     .function = SCRUTINEER_GIVES(handle_of(machine, machine.scene().actors.ego())),
     .meaning = "The ego; null: it is not there now."},
    {.owner = "traffic",
     .declaration = "var physical_objects: list of physical_object",
     .function = SCRUTINEER_GIVES(machine.host().everybody(Everybody::physical_objects)),
     .meaning = "Everybody in the current frame, the ego included, by uid."},
    {.owner = "traffic",
     .declaration = "var vehicles: list of vehicle",
     .function = SCRUTINEER_GIVES(machine.host().everybody(Everybody::vehicles)),
     .meaning = "The vehicles among them."},
    {.owner = "traffic",
     .declaration = "var persons: list of person",
     .function = SCRUTINEER_GIVES(machine.host().everybody(Everybody::persons)),
     .meaning = "The persons among them."},
    {.owner = "traffic",
     .declaration = "var animals: list of animal",
     .function = SCRUTINEER_GIVES(machine.host().everybody(Everybody::animals)),
     .meaning = "The animals among them."},
    {.owner = "traffic",
     .declaration = "var plain_objects: list of plain_object",
     .function = SCRUTINEER_GIVES(machine.host().everybody(Everybody::plain_objects)),
     .meaning = "All others among them."},
    {.owner = "conditions",
     .declaration = "var precipitation: precipitation_level",
     .function = SCRUTINEER_GIVES(word(machine.scene().environment.precipitation)),
     .needs = fact("precipitation"),
     .meaning = "How hard it rains or snows."},
    {.owner = "conditions",
     .declaration = "var rainfall_rate: float",
     .function = SCRUTINEER_GIVES(machine.scene().environment.rainfall_rate.value_or(kNull)),
     .needs = fact("rainfall_rate"),
     .meaning = "In mm/h, where a number is known."},
    {.owner = "conditions",
     .declaration = "var snowfall: snowfall_level",
     .function = SCRUTINEER_GIVES(word(machine.scene().environment.snowfall)),
     .needs = fact("snowfall"),
     .meaning = "How hard it snows."},
    {.owner = "conditions",
     .declaration = "var visibility: visibility_level",
     .function = SCRUTINEER_GIVES(word(machine.scene().environment.visibility)),
     .needs = fact("visibility"),
     .meaning = "How far one can see."},
    {.owner = "conditions",
     .declaration = "var illumination: illumination_level",
     .function = SCRUTINEER_GIVES(word(machine.scene().environment.illumination)),
     .needs = fact("illumination"),
     .meaning = "Day, night or between."},
    {.owner = "instance",
     .declaration = "actor(instance) -> physical_object",
     .function = instance_actor,
     .meaning = "Its own; null if it belongs to none."},
};

}  // namespace

BuiltinRows run_builtins() { return kRun; }

}  // namespace scrutineer::lang
