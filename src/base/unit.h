// The units that settings and the language know, with their exact factors, and amounts written with them.
//
//   find_unit("kph")->to_si(36.0)          // 10, exactly
//   parse_amount("130kph")                 // 130 and kph
//   amount_text(10.0, *find_unit("kph"))   // "36kph"
//
// The units are those of OpenSCENARIO DSL 2.2 and a few more names in use beside it. Where the standard prints a
// rounded factor (kph 0.277777778), the exact one counts: 36kph == 10mps.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer {

// Exponents of the base units.
struct Dimension {
  std::int8_t length = 0, time = 0, angle = 0, mass = 0;
  std::int8_t temperature = 0, luminous_intensity = 0, current = 0, amount = 0;

  bool operator==(const Dimension&) const = default;
};

inline constexpr Dimension kPlainNumber{};
inline constexpr Dimension kLength{.length = 1};
inline constexpr Dimension kTime{.time = 1};
inline constexpr Dimension kSpeed{.length = 1, .time = -1};
inline constexpr Dimension kAcceleration{.length = 1, .time = -2};
inline constexpr Dimension kJerk{.length = 1, .time = -3};
inline constexpr Dimension kAngle{.angle = 1};
inline constexpr Dimension kAngularRate{.time = -1, .angle = 1};

struct Unit {
  std::string_view name;
  Dimension dimension;
  // The SI value is value * factor / divisor + offset: as quotients, factors such as 1/3.6 and 1/100 stay exact.
  double factor = 1.0, divisor = 1.0, offset = 0.0;

  constexpr double to_si(double value) const { return value * factor / divisor + offset; }
  constexpr double from_si(double si) const { return (si - offset) * divisor / factor; }
};

std::span<const Unit> all_units();
const Unit* find_unit(std::string_view name);  // null: there is none
// Their names, the customary one first.
std::vector<std::string_view> units_of(const Dimension& dimension);
// The one that messages and docs use: kph for speeds. Null for dimensions without a unit.
const Unit* customary_unit(const Dimension& dimension);

// A dimension by the name of its physical type ("angular_rate"); as exponents ("m^2 s^-1") where it has none.
std::string to_string(const Dimension& dimension);

struct Amount {
  double number = 0.0;
  const Unit* unit = nullptr;  // null: a plain number

  double si() const { return unit == nullptr ? number : unit->to_si(number); }
};

// "130kph", "-4mpsps", ".5", without blanks between number and unit. The problem has no place; its message is a clause
// that says what is wrong: `unknown unit "kmhh" (did you mean "kmph"?)`.
Result<Amount> parse_amount(std::string_view text);

// The shortest text that reads back as the same value.
std::string amount_text(double si, const Unit& unit);

}  // namespace scrutineer
