#include "map/sign_number.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/text.h"

namespace scrutineer::map {
namespace {

constexpr double kKmhPerMps = 3.6;
constexpr double kLargestOnSigns = 200.0;  // no sign shows more

bool is_on_signs(double number) {
  return number > 0.0 && number <= kLargestOnSigns && std::abs(number - std::round(number)) < 0.05;
}

// A whole multiple of 5, which nearly all signs show: the other numbers in names count signs.
bool is_usual(double number) { return is_on_signs(number) && std::abs(std::remainder(number, 5.0)) < 0.05; }

// The last number in the name that a sign could show.
std::optional<double> number_in(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  std::optional<double> found;
  while (!name.empty()) {
    name.remove_prefix(std::min(name.find_first_of(kDigits), name.size()));
    const std::size_t end = std::min(name.find_first_not_of(kDigits), name.size());
    const auto number = parse_number(name.substr(0, end));
    if (number && is_usual(*number)) found = number;
    name.remove_prefix(end);
  }
  return found;
}

std::optional<double> shown_speed(const SignalRecord& signal) {
  const double value = signal.value.value_or(0.0);
  const bool has_value = std::isfinite(value) && value > 0.0;
  if (has_value && signal.unit == "m/s") return value * kKmhPerMps;
  if (has_value && !signal.unit.empty()) return value;
  if (const auto text = parse_number(signal.text); text && is_on_signs(*text)) return text;
  if (const auto named = number_in(signal.name)) return named;
  if (has_value && !is_on_signs(value)) return value * kKmhPerMps;
  return has_value ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::string> sign_number(const SignalRecord& signal) {
  const auto number = shown_speed(signal);
  return number && *number < kLargestOnSigns + 0.5 ? std::optional(rounded(*number, 0)) : std::nullopt;
}

}  // namespace scrutineer::map
