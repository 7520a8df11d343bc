#include "base/unit.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "base/text.h"

namespace scrutineer {
namespace {

constexpr Dimension kAngularAcceleration{.time = -2, .angle = 1};
constexpr Dimension kMass{.mass = 1};
constexpr Dimension kTemperature{.temperature = 1};
constexpr Dimension kPressure{.length = -1, .time = -2, .mass = 1};
constexpr Dimension kLuminousIntensity{.luminous_intensity = 1};
constexpr Dimension kLuminousFlux{.angle = 2, .luminous_intensity = 1};
constexpr Dimension kIlluminance{.length = -2, .angle = 2, .luminous_intensity = 1};
constexpr Dimension kCurrent{.current = 1};
constexpr Dimension kAmountOfSubstance{.amount = 1};

struct NamedDimension {
  Dimension dimension;
  std::string_view name;
};
constexpr NamedDimension kNamedDimensions[] = {
    {kPlainNumber, "plain number"},
    {kLength, "length"},
    {kTime, "time"},
    {kSpeed, "speed"},
    {kAcceleration, "acceleration"},
    {kJerk, "jerk"},
    {kAngle, "angle"},
    {kAngularRate, "angular_rate"},
    {kAngularAcceleration, "angular_acceleration"},
    {kMass, "mass"},
    {kTemperature, "temperature"},
    {kPressure, "pressure"},
    {kLuminousIntensity, "luminous_intensity"},
    {kLuminousFlux, "luminous_flux"},
    {kIlluminance, "illuminance"},
    {kCurrent, "electrical_current"},
    {kAmountOfSubstance, "amount_of_substance"},
};

constexpr double kMilePerHour = 0.44704, kMile = 1609.344;

// The first of each dimension is the customary one.
constexpr Unit kUnits[] = {
    {"m", kLength},
    {"meter", kLength},
    {"cm", kLength, 1, 100},
    {"centimeter", kLength, 1, 100},
    {"mm", kLength, 1, 1e3},
    {"millimeter", kLength, 1, 1e3},
    {"micrometer", kLength, 1, 1e6},
    {"nm", kLength, 1, 1e9},
    {"nanometer", kLength, 1, 1e9},
    {"km", kLength, 1e3},
    {"kilometer", kLength, 1e3},
    {"inch", kLength, 0.0254},
    {"feet", kLength, 0.3048},
    {"mi", kLength, kMile},
    {"mile", kLength, kMile},

    {"s", kTime},
    {"sec", kTime},
    {"second", kTime},
    {"ms", kTime, 1, 1e3},
    {"millisecond", kTime, 1, 1e3},
    {"min", kTime, 60},
    {"minute", kTime, 60},
    {"h", kTime, 3600},
    {"hour", kTime, 3600},

    {"kph", kSpeed, 1, 3.6},
    {"kmph", kSpeed, 1, 3.6},
    {"kilometer_per_hour", kSpeed, 1, 3.6},
    {"mps", kSpeed},
    {"meter_per_second", kSpeed},
    {"mph", kSpeed, kMilePerHour},
    {"miph", kSpeed, kMilePerHour},
    {"mile_per_hour", kSpeed, kMilePerHour},
    {"mmph", kSpeed, 1, 3.6e6},
    {"millimeter_per_hour", kSpeed, 1, 3.6e6},

    {"mpsps", kAcceleration},
    {"mpss", kAcceleration},
    {"meter_per_sec_sqr", kAcceleration},
    {"kmphps", kAcceleration, 1, 3.6},
    {"kilometer_per_hour_per_sec", kAcceleration, 1, 3.6},
    {"miphps", kAcceleration, kMilePerHour},
    {"mile_per_hour_per_sec", kAcceleration, kMilePerHour},

    {"mpspsps", kJerk},
    {"meter_per_sec_cubed", kJerk},
    {"mipspsps", kJerk, kMile},
    {"mile_per_sec_cubed", kJerk, kMile},

    {"degree", kAngle, kPi, 180},
    {"deg", kAngle, kPi, 180},
    {"rad", kAngle},
    {"radian", kAngle},

    {"degree_per_second", kAngularRate, kPi, 180},
    {"degree_per_sec", kAngularRate, kPi, 180},
    {"degps", kAngularRate, kPi, 180},
    {"nano_degree_per_millisecond", kAngularRate, kPi, 180e6},
    {"radian_per_second", kAngularRate},
    {"radian_per_sec", kAngularRate},
    {"radps", kAngularRate},

    {"degpsps", kAngularAcceleration, kPi, 180},
    {"degree_per_sec_sqr", kAngularAcceleration, kPi, 180},
    {"radpsps", kAngularAcceleration},
    {"radian_per_sec_sqr", kAngularAcceleration},

    {"kg", kMass},
    {"kilogram", kMass},
    {"gram", kMass, 1, 1e3},
    {"ton", kMass, 1e3},
    {"lb", kMass, 0.45359237},
    {"pound", kMass, 0.45359237},

    {"celsius", kTemperature, 1, 1, 273.15},
    {"C", kTemperature, 1, 1, 273.15},
    {"K", kTemperature},
    {"kelvin", kTemperature},
    {"fahrenheit", kTemperature, 5, 9, 459.67 * 5 / 9},
    {"F", kTemperature, 5, 9, 459.67 * 5 / 9},

    {"Pa", kPressure},
    {"pascal", kPressure},
    {"newton_per_meter_sqr", kPressure},
    {"hPa", kPressure, 100},
    {"atm", kPressure, 101325},

    {"cd", kLuminousIntensity},
    {"candela", kLuminousIntensity},
    {"lm", kLuminousFlux},
    {"lumen", kLuminousFlux},
    {"lx", kIlluminance},
    {"lux", kIlluminance},
    {"A", kCurrent},
    {"ampere", kCurrent},
    {"mol", kAmountOfSubstance},
    {"mole", kAmountOfSubstance},
};

// What people write out of habit, too far from the right name for did_you_mean() to find it.
struct Habit {
  std::string_view written, meant;
};
constexpr Habit kHabits[] = {
    {"km/h", "kph"},     {"kmh", "kph"},      {"m/s", "mps"},        {"m/s2", "mpsps"},     {"m/s^2", "mpsps"},
    {"mps2", "mpsps"},   {"m/s3", "mpspsps"}, {"m/s^3", "mpspsps"},  {"mps3", "mpspsps"},   {"metre", "meter"},
    {"meters", "meter"}, {"metres", "meter"}, {"ft", "feet"},        {"degrees", "degree"}, {"\xC2\xB0", "degree"},
    {"deg/s", "degps"},  {"rad/s", "radps"},  {"seconds", "second"}, {"minutes", "minute"}, {"hours", "hour"},
    {"t", "ton"},
};

// The known unit that an unknown one was likely meant to be.
std::string_view meant_unit(std::string_view unknown) {
  const auto habit = std::ranges::find(kHabits, unknown, &Habit::written);
  if (habit != std::end(kHabits)) return habit->meant;
  std::vector<std::string_view> names;
  for (const Unit& unit : kUnits) {
    // Every one-letter unit is one slip away from every other: only the wrong case is worth a hint.
    if (unknown.size() > 1 || equals_ignoring_case(unit.name, unknown)) names.push_back(unit.name);
  }
  return did_you_mean(unknown, names).value_or("");
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

bool begins_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

Problem wrong_amount(std::string message) { return {{}, std::move(message)}; }

}  // namespace

std::span<const Unit> all_units() { return kUnits; }

const Unit* find_unit(std::string_view name) {
  const auto found = std::ranges::find(kUnits, name, &Unit::name);
  return found == std::end(kUnits) ? nullptr : found;
}

std::vector<std::string_view> units_of(const Dimension& dimension) {
  std::vector<std::string_view> names;
  for (const Unit& unit : kUnits)
    if (unit.dimension == dimension) names.push_back(unit.name);
  return names;
}

const Unit* customary_unit(const Dimension& dimension) {
  const auto found = std::ranges::find(kUnits, dimension, &Unit::dimension);
  return found == std::end(kUnits) ? nullptr : found;
}

std::string to_string(const Dimension& dimension) {
  const auto named = std::ranges::find(kNamedDimensions, dimension, &NamedDimension::dimension);
  if (named != std::end(kNamedDimensions)) return std::string(named->name);
  struct Base {
    std::string_view unit;
    std::int8_t exponent;
  };
  const Base bases[] = {{"kg", dimension.mass},   {"m", dimension.length},      {"rad", dimension.angle},
                        {"s", dimension.time},    {"K", dimension.temperature}, {"cd", dimension.luminous_intensity},
                        {"A", dimension.current}, {"mol", dimension.amount}};
  std::string text;
  for (const auto& [unit, exponent] : bases) {
    if (exponent == 0) continue;
    if (!text.empty()) text += ' ';
    text += unit;
    if (exponent != 1) text += fmt::format("^{}", exponent);
  }
  return text;
}

Result<Amount> parse_amount(std::string_view text) {
  if (text.empty()) return wrong_amount("the number is missing");
  if (!begins_number(text)) {
    if (find_unit(text) != nullptr) return wrong_amount("the number before " + quoted(text) + " is missing");
    return wrong_amount(quoted(text) + " is no number");
  }
  const bool has_plus = text.starts_with('+');  // which the parser does not know
  const std::string_view digits = text.substr(has_plus ? 1 : 0);
  Amount amount;
  const auto [end, error] = fast_float::from_chars(digits.data(), digits.data() + digits.size(), amount.number);
  if (!std::isfinite(amount.number)) return wrong_amount("the number is too large");
  if (error != std::errc{} && error != std::errc::result_out_of_range)
    return wrong_amount(quoted(text) + " is no number");

  const std::string_view name = digits.substr(static_cast<std::size_t>(end - digits.data()));
  if (name.empty()) return amount;
  amount.unit = find_unit(name);
  if (amount.unit != nullptr) return amount;
  if (find_unit(trim(name)) != nullptr) {
    const std::string_view number = text.substr(0, text.size() - name.size());
    return wrong_amount("a number and its unit stand together: " + std::string(number) + std::string(trim(name)));
  }
  const std::string_view meant = meant_unit(name);
  return wrong_amount("unknown unit " + quoted(name) + (meant.empty() ? "" : " (did you mean " + quoted(meant) + "?)"));
}

std::string amount_text(double si, const Unit& unit) {
  const double value = unit.from_si(si);
  const auto rounded_to = [&](int digits) {
    return parse_number(fmt::format("{:.{}g}", value, digits)).value_or(value);
  };
  constexpr int kMostDigits = 17;  // that tell any two numbers apart
  double shown = rounded_to(kMostDigits - 2);
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    const double candidate = rounded_to(digits);
    if (unit.to_si(candidate) != si) continue;
    shown = candidate;
    break;
  }
  return shortest(shown == 0.0 ? 0.0 : shown) + std::string(unit.name);  // 0 has no sign
}

}  // namespace scrutineer
