#include "report/light_shown.h"

namespace scrutineer::report {

LightShown shown_by(const scene::HeadState& state) {
  if (!state.known) return LightShown::unknown;
  switch (state.mode) {
    case trace::LightMode::flashing_red:
      return LightShown::flashing_red;
    case trace::LightMode::flashing_yellow:
      return LightShown::flashing_yellow;
    case trace::LightMode::off:
    case trace::LightMode::malfunctioning:
      return LightShown::off;
    case trace::LightMode::unknown:
      return LightShown::unknown;
    case trace::LightMode::regular:
      break;
  }
  switch (state.colour) {
    case trace::LightColour::green:
      return LightShown::green;
    case trace::LightColour::yellow:
      return LightShown::yellow;
    case trace::LightColour::red:
      return LightShown::red;
    case trace::LightColour::red_yellow:
      return LightShown::red_yellow;
    case trace::LightColour::off:
      return LightShown::off;
    case trace::LightColour::unknown:
      break;
  }
  return LightShown::unknown;
}

std::span<const std::string_view> light_words() {
  static constexpr std::string_view kWords[] = {"",    "off",        "green",        "yellow",
                                                "red", "red_yellow", "flashing_red", "flashing_yellow"};
  return kWords;
}

}  // namespace scrutineer::report
