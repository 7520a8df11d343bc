// How SUMO says things, in its files and over its connection alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trace/frame.h"

namespace scrutineer::trace {

// SUMO's angles are those of a compass, in degrees: 0 is north, clockwise. Ours are radians, in (-pi, pi].
double yaw_from_sumo(double angle);
double sumo_from_yaw(double yaw);

// The letter of a program's state for one of its links; nothing for an unknown one. The light is not set.
std::optional<LightState> sumo_light_state(char letter);
inline constexpr std::string_view kSumoLightLetters = "r u y Y g G s o O";

// The bits of a vehicle's signals: indicators and brake light.
void take_sumo_signals(unsigned signals, ActorState& state);

// An actor of a vClass ("passenger", "bus" ...; an unknown one is a car) with the size that SUMO says, 0: its class's.
ActorInfo sumo_actor(std::string id, std::string_view vehicle_class, double length, double width, double height);

}  // namespace scrutineer::trace
