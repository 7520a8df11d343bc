// How an actor moves, its body and its lights, beyond the facts (scene/facts.h).
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;

constexpr Builtin kStates[] = {
    {.owner = "global_angular_speed",
     .declaration = "var yaw: angular_rate",
     .gives = fact("yaw_rate"),
     .meaning = "How fast it turns, left is positive."},
    {.owner = "global_position",
     .declaration = "var x: length",
     .function = SCRUTINEER_GIVES(state_of(machine, a[0]).x),
     .meaning = "To the east, in the map's frame."},
    {.owner = "global_position",
     .declaration = "var y: length",
     .function = SCRUTINEER_GIVES(state_of(machine, a[0]).y),
     .meaning = "To the north."},
    {.owner = "global_position",
     .declaration = "var z: length",
     .function = SCRUTINEER_GIVES(machine.scene().places.height(machine.slot(a[0])).value_or(kNull)),
     .meaning = "The height of its lowest point; nan where neither run nor map tells."},
    {.owner = "global_orientation",
     .declaration = "var yaw: angle",
     .function = SCRUTINEER_GIVES(state_of(machine, a[0]).yaw),
     .meaning = "Its heading."},
    {.owner = "global_orientation",
     .declaration = "var pitch: angle",
     .function = SCRUTINEER_GIVES(
         state_of(machine, a[0]).fields.has(trace::Field::pitch_roll) ? state_of(machine, a[0]).pitch : kNull),
     .needs = fact("pitch_roll"),
     .meaning = "Nan where the run does not tell."},
    {.owner = "global_orientation",
     .declaration = "var roll: angle",
     .function = SCRUTINEER_GIVES(
         state_of(machine, a[0]).fields.has(trace::Field::pitch_roll) ? state_of(machine, a[0]).roll : kNull),
     .needs = fact("pitch_roll"),
     .meaning = "Nan where the run does not tell."},
    {.owner = "velocity_vector",
     .declaration = "var x: speed",
     .function = SCRUTINEER_GIVES(machine.scene().motion.velocity(machine.slot(a[0])).x),
     .needs = fact("speed"),
     .meaning = "In the map's frame."},
    {.owner = "velocity_vector",
     .declaration = "var y: speed",
     .function = SCRUTINEER_GIVES(machine.scene().motion.velocity(machine.slot(a[0])).y),
     .needs = fact("speed"),
     .meaning = "In the map's frame."},
    {.owner = "acceleration_vector",
     .declaration = "var x: acceleration",
     .function = SCRUTINEER_GIVES(machine.scene().motion.acceleration_vector(machine.slot(a[0])).x),
     .needs = fact("acceleration"),
     .meaning = "In the map's frame."},
    {.owner = "acceleration_vector",
     .declaration = "var y: acceleration",
     .function = SCRUTINEER_GIVES(machine.scene().motion.acceleration_vector(machine.slot(a[0])).y),
     .needs = fact("acceleration"),
     .meaning = "In the map's frame."},
    {.owner = "vehicle_indicators",
     .declaration = "var av_state: av_state",
     .function = SCRUTINEER_GIVES(word(watch::av_state_of(machine.scene(), machine.slot(a[0])))),
     .meaning = "Is the automated function active? What the run says, else active for the ego and unknown for others."},
    {.owner = "vehicle_indicators",
     .declaration = "var indicator: indicator_state",
     .function = SCRUTINEER_GIVES(word(state_of(machine, a[0]).indicator)),
     .needs = fact("indicator"),
     .meaning = "What the run says of its indicators."},
    {.owner = "vehicle_indicators",
     .declaration = "var brake_light: brake_light_state",
     .function = SCRUTINEER_GIVES(word(state_of(machine, a[0]).brake_light)),
     .needs = fact("brake_light"),
     .meaning = "What the run says of its brake lights."},
    {.owner = "object_state",
     .declaration = "var is_speed_reported: bool",
     .function = SCRUTINEER_GIVES(truth(machine.scene().motion.speed_differences(machine.slot(a[0])) == 0)),
     .meaning = "Does the run itself say how fast it is? Else its speed is derived from its positions."},
    {.owner = "bounding_box",
     .declaration = "var length: length",
     .function = SCRUTINEER_GIVES(info_of(machine, a[0]).length),
     .meaning = "From bumper to bumper."},
    {.owner = "bounding_box",
     .declaration = "var width: length",
     .function = SCRUTINEER_GIVES(info_of(machine, a[0]).width),
     .meaning = "Without mirrors, as the run has it."},
    {.owner = "bounding_box",
     .declaration = "var height: length",
     .function = SCRUTINEER_GIVES(info_of(machine, a[0]).height),
     .meaning = "From the ground to the top."},
};

}  // namespace

BuiltinRows state_builtins() { return kStates; }

}  // namespace scrutineer::lang
