// OpenODD's unit types, and the units that amounts of them are written in.
//
//   find_unit_type("precipitation_rate")->quantity    // "length/time", as that of velocity
//   find_unit("km/h")->to_base(36.0)                  // 10
//
// They are more than base/unit.h has: OpenODD counts clouds in oktas and connections in Mbps, and spells km/h so.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::odd {

struct UnitType {
  std::string_view name;      // "velocity"
  std::string_view quantity;  // what is the same for all types between which units are converted
};

struct Unit {
  std::string_view name;
  std::string_view quantity;
  double factor = 1.0, divisor = 1.0,
         offset = 0.0;  // value * factor / divisor + offset is in the quantity's first unit

  constexpr double to_base(double value) const { return value * factor / divisor + offset; }
  constexpr double from_base(double base) const { return (base - offset) * divisor / factor; }
};

std::span<const UnitType> unit_types();
const UnitType* find_unit_type(std::string_view name);  // null: there is none

const Unit* find_unit(std::string_view name);  // null: there is none
std::vector<std::string_view> units_of(std::string_view quantity);
// The one that messages use; null: of plain numbers.
const Unit* customary_unit(std::string_view unit_type);

// "60 km/h": the shortest number that reads back as the same value.
std::string amount_text(double base, const Unit* unit);

}  // namespace scrutineer::odd
