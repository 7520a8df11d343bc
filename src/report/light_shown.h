// What a traffic light shows, in the words of reports.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "scene/lights.h"

namespace scrutineer::report {

enum class LightShown : std::uint8_t {
  unknown,
  off,  // dark, or out of order
  green,
  yellow,
  red,
  red_yellow,
  flashing_red,
  flashing_yellow
};

LightShown shown_by(const scene::HeadState& state);

// "red_yellow"; "" if unknown. Each word stands at its value's place.
std::span<const std::string_view> light_words();
inline std::string_view to_word(LightShown shown) { return light_words()[static_cast<std::size_t>(shown)]; }

}  // namespace scrutineer::report
