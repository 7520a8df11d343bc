// How SUMO says things, in its files and over its connection alike.
#pragma once

#include <optional>
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

// The category that goes with a vClass ("passenger", "bus" ...); nothing for an unknown word.
std::optional<Category> sumo_category(std::string_view vehicle_class);

}  // namespace scrutineer::trace
