// What all parts of the text for people are made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "results/run_result.h"

namespace scrutineer::results::detail {

enum class Ink : std::uint8_t { none = 0, bold = 1, dim = 2, red = 31, green = 32, yellow = 33 };
std::string inked(bool colour, Ink ink, const std::string& text);
Ink ink_of(watch::Severity severity);

// Text of a file, shortened in its middle, with how many columns it takes.
struct Cell {
  std::string text;
  std::size_t width = 0;
};
Cell cell(std::string_view text);

// Nothing of a number that does not exist.
std::string text_of(const watch::Value& value);
// With its unit, speeds also in km/h: "16.1 m/s (58 km/h)".
std::string amount(double value, std::string_view unit);
std::string amount(const ShownMetric& metric);

// "7 truck", "0 SUT car"
std::string actor_words(const watch::ActorRef& actor);

}  // namespace scrutineer::results::detail
