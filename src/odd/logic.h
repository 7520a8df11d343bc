// Kleene's logic of three values: what is unknown may be either.
#pragma once

#include <cstdint>
#include <string_view>

namespace scrutineer::odd {

enum class Truth : std::uint8_t { no, unknown, yes };  // in this order, "and" is the least and "or" the greatest

constexpr Truth truth(bool is_so) { return is_so ? Truth::yes : Truth::no; }
constexpr Truth operator!(Truth a) { return static_cast<Truth>(2 - static_cast<int>(a)); }
constexpr Truth both(Truth a, Truth b) { return a < b ? a : b; }
constexpr Truth either(Truth a, Truth b) { return a < b ? b : a; }

// As verdicts on an ODD: "outside", "unknown", "inside".
constexpr std::string_view verdict_word(Truth value) {
  return value == Truth::yes ? "inside" : value == Truth::no ? "outside" : "unknown";
}

}  // namespace scrutineer::odd
