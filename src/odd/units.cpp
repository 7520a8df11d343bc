#include "odd/units.h"

#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "base/text.h"

namespace scrutineer::odd {
namespace {

// The standard's list (its code 177), and three that its own examples use beside it: mass, density, curvature.
constexpr UnitType kUnitTypes[] = {
    {"length", "length"},
    {"area", "area"},
    {"volume", "volume"},
    {"angle", "angle"},
    {"force", "force"},
    {"weight", "weight"},
    {"mass", "weight"},
    {"duration", "time"},
    {"time", "time"},
    {"count", "number"},
    {"fraction", "number"},
    {"temperature", "temperature"},
    {"frequency", "1/time"},
    {"charge", "charge"},
    {"illuminance", "illuminance"},
    {"luminous_flux", "luminous_flux"},
    {"sound_intensity", "sound_intensity"},
    {"cloud_coverage", "cloud_coverage"},
    {"grains", "number"},
    {"electric_potential", "electric_potential"},
    {"electric_current", "electric_current"},
    {"electric_current_density", "electric_current_density"},
    {"power", "power"},
    {"data_size", "data_size"},
    {"velocity", "length/time"},
    {"precipitation_rate", "length/time"},
    {"occurrence", "1/time"},
    {"bandwidth", "data_size/time"},
    {"pressure", "pressure"},
    {"torque", "torque"},
    {"acceleration", "length/time^2"},
    {"risk", "1/time"},
    {"reliability", "1/time"},
    {"confidence", "number"},
    {"percentile", "number"},
    {"density", "density"},
    {"curvature", "1/length"},
};

constexpr double kHour = 3600.0, kMile = 1609.344, kFoot = 0.3048, kInch = 0.0254, kKilo = 1e3, kMega = 1e6,
                 kGiga = 1e9;
constexpr double kZeroCelsius = 273.15, kFahrenheit = 5.0 / 9.0, kZeroFahrenheit = kZeroCelsius - 32.0 * kFahrenheit;
constexpr double kPercent = 100.0, kMinute = 60.0;

// The first of a quantity is the one that values are kept in.
constexpr Unit kUnits[] = {
    {"m", "length"},
    {"cm", "length", 1, 100},
    {"mm", "length", 1, kKilo},
    {"km", "length", kKilo},
    {"in", "length", kInch},
    {"ft", "length", kFoot},
    {"mi", "length", kMile},
    {"m^2", "area"},
    {"m2", "area"},
    {"km^2", "area", kMega},
    {"m^3", "volume"},
    {"l", "volume", 1, kKilo},
    {"rad", "angle"},
    {"deg", "angle", kPi, 180},
    {"°", "angle", kPi, 180},
    {"N", "force"},
    {"kN", "force", kKilo},
    {"kg", "weight"},
    {"t", "weight", kKilo},
    {"g", "weight", 1, kKilo},
    {"lb", "weight", 0.45359237},
    {"s", "time"},
    {"sec", "time"},
    {"ms", "time", 1, kKilo},
    {"msec", "time", 1, kKilo},
    {"min", "time", kMinute},
    {"h", "time", kHour},
    {"hr", "time", kHour},
    {"count", "number"},
    {"%", "number", 1, kPercent},
    {"K", "temperature"},
    {"C", "temperature", 1, 1, kZeroCelsius},
    {"°C", "temperature", 1, 1, kZeroCelsius},
    {"degC", "temperature", 1, 1, kZeroCelsius},
    {"Celsius", "temperature", 1, 1, kZeroCelsius},
    {"F", "temperature", 5, 9, kZeroFahrenheit},
    {"Hz", "1/time"},
    {"1/s", "1/time"},
    {"1/min", "1/time", 1, kMinute},
    {"1/h", "1/time", 1, kHour},
    {"1/hr", "1/time", 1, kHour},
    {"occ/s", "1/time"},
    {"occ/h", "1/time", 1, kHour},
    {"occ/hr", "1/time", 1, kHour},
    {"coulomb", "charge"},
    {"lux", "illuminance"},
    {"lx", "illuminance"},
    {"lm", "luminous_flux"},
    {"dB", "sound_intensity"},
    {"oktas", "cloud_coverage"},
    {"okta", "cloud_coverage"},
    {"V", "electric_potential"},
    {"A", "electric_current"},
    {"A/m^2", "electric_current_density"},
    {"W", "power"},
    {"kW", "power", kKilo},
    {"bit", "data_size"},
    {"byte", "data_size", 8},
    {"kB", "data_size", 8 * kKilo},
    {"MB", "data_size", 8 * kMega},
    {"m/s", "length/time"},
    {"km/h", "length/time", 1, 3.6},
    {"kph", "length/time", 1, 3.6},
    {"kmh", "length/time", 1, 3.6},
    {"mph", "length/time", kMile, kHour},
    {"mm/h", "length/time", 1, kKilo* kHour},
    {"mm/hr", "length/time", 1, kKilo* kHour},
    {"mm/s", "length/time", 1, kKilo},
    {"in/h", "length/time", kInch, kHour},
    {"bps", "data_size/time"},
    {"kbps", "data_size/time", kKilo},
    {"Mbps", "data_size/time", kMega},
    {"Gbps", "data_size/time", kGiga},
    {"Pa", "pressure"},
    {"hPa", "pressure", 100},
    {"kPa", "pressure", kKilo},
    {"bar", "pressure", 1e5},
    {"Nm", "torque"},
    {"m/s^2", "length/time^2"},
    {"m/s2", "length/time^2"},
    {"kg/m^3", "density"},
    {"g/m^3", "density", 1, kKilo},
    {"mg/m^3", "density", 1, kMega},
    {"1/m", "1/length"},
    {"m^-1", "1/length"},
};

struct Customary {
  std::string_view unit_type, unit;
};
constexpr Customary kCustomary[] = {{"velocity", "km/h"},
                                    {"precipitation_rate", "mm/h"},
                                    {"temperature", "C"},
                                    {"angle", "deg"},
                                    {"bandwidth", "Mbps"}};

}  // namespace

std::span<const UnitType> unit_types() { return kUnitTypes; }

const UnitType* find_unit_type(std::string_view name) {
  const auto* const found = std::ranges::find(kUnitTypes, name, &UnitType::name);
  return found == std::end(kUnitTypes) ? nullptr : found;
}

const Unit* find_unit(std::string_view name) {
  const auto* found = std::ranges::find(kUnits, name, &Unit::name);
  if (found == std::end(kUnits) && name.size() > 1)  // single letters differ by case alone: c, C; k, K
    found = std::ranges::find_if(kUnits, [&](const Unit& unit) { return equals_ignoring_case(unit.name, name); });
  return found == std::end(kUnits) ? nullptr : found;
}

std::vector<std::string_view> units_of(std::string_view quantity) {
  std::vector<std::string_view> names;
  for (const Unit& unit : kUnits)
    if (unit.quantity == quantity) names.push_back(unit.name);
  return names;
}

const Unit* customary_unit(std::string_view unit_type) {
  const auto* const special = std::ranges::find(kCustomary, unit_type, &Customary::unit_type);
  if (special != std::end(kCustomary)) return find_unit(special->unit);
  const UnitType* const type = find_unit_type(unit_type);
  if (type == nullptr || type->quantity == "number") return nullptr;
  const auto* const first = std::ranges::find(kUnits, type->quantity, &Unit::quantity);
  return first == std::end(kUnits) ? nullptr : first;
}

std::string amount_text(double base, const Unit* unit) {
  if (unit == nullptr) return shortest(base);
  const double value = unit->from_base(base);
  // 60 km/h is not a whole number of m/s: the nearest number of twelve digits reads back as the same value if any does.
  const double digits = value == 0.0 ? 1.0 : std::pow(10.0, 11.0 - std::floor(std::log10(std::abs(value))));
  const double near = std::round(value * digits) / digits;
  return shortest(unit->to_base(near) == base ? near : value) + ' ' + std::string(unit->name);
}

}  // namespace scrutineer::odd
