#include "trace/sumo_words.h"

#include <utility>

#include "base/angle.h"
#include "trace/detail/sumo_types.h"

namespace scrutineer::trace {

namespace {

constexpr unsigned kBlinkerRight = 1, kBlinkerLeft = 2, kBrakeLight = 8;

}  // namespace

double yaw_from_sumo(double angle) {
  double degrees = 90.0 - angle;
  if (degrees <= -180.0) degrees += 360.0;
  if (degrees > 180.0) degrees -= 360.0;
  return degrees * kDegree;
}

double sumo_from_yaw(double yaw) {
  const double angle = 90.0 - yaw / kDegree;
  return angle < 0.0 ? angle + 360.0 : angle;
}

std::optional<LightState> sumo_light_state(char letter) {
  switch (letter) {
    case 'r':
      return LightState{.colour = LightColour::red};
    case 'u':
      return LightState{.colour = LightColour::red_yellow};
    case 'y':
    case 'Y':
      return LightState{.colour = LightColour::yellow};
    case 'g':
    case 'G':
    case 's':
      return LightState{.colour = LightColour::green};
    case 'o':
      return LightState{.colour = LightColour::yellow, .mode = LightMode::flashing_yellow};
    case 'O':
      return LightState{.colour = LightColour::off, .mode = LightMode::off};
    default:
      return std::nullopt;
  }
}

void take_sumo_signals(unsigned signals, ActorState& state) {
  const bool is_left = (signals & kBlinkerLeft) != 0, is_right = (signals & kBlinkerRight) != 0;
  state.indicator = is_left && is_right ? Indicator::hazard
                    : is_left           ? Indicator::left
                    : is_right          ? Indicator::right
                                        : Indicator::off;
  state.brake_light = (signals & kBrakeLight) != 0 ? BrakeLight::on : BrakeLight::off;
  state.fields.set(Field::indicator);
  state.fields.set(Field::brake_light);
}

ActorInfo sumo_actor(std::string id, std::string_view vehicle_class, double length, double width, double height) {
  const SumoType type = sumo_class(vehicle_class).value_or(SumoType{});
  const Size usual = default_size(type.category);
  const auto first_given = [](double given, double of_class, double of_category) {
    return given > 0.0 ? given : of_class > 0.0 ? of_class : of_category;
  };
  return {.id = std::move(id),
          .type = type_of(type.category),
          .category = type.category,
          .length = first_given(length, type.size.length, usual.length),
          .width = first_given(width, type.size.width, usual.width),
          .height = first_given(height, type.size.height, usual.height),
          .is_vru = is_vulnerable(type.category)};
}

}  // namespace scrutineer::trace
