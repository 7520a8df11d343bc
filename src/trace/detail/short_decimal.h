// The numbers that simulators write: 12.34, -0.5, 7. Several times as fast as reading any number, and as exact.
#pragma once

#include <cstdint>
#include <string_view>

namespace scrutineer::trace {

// A sign, digits, and perhaps a point and more digits, at most 15 in all: then both the digits as one whole number and
// the power of ten to divide it by are exact doubles, and so one division gives the nearest double. False: it is
// something else, perhaps still a number; `value` is then unchanged.
inline bool parse_short_decimal(std::string_view text, double& value) {
  constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr std::size_t kMostDigits = 15;
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool is_negative = at != end && *at == '-';
  if (is_negative) ++at;
  const auto is_digit = [](char c) { return static_cast<unsigned char>(c - '0') <= 9; };

  const char* const whole = at;
  std::uint64_t digits = 0;
  if (static_cast<std::size_t>(end - at) > kMostDigits + 1) return false;  // all digits and the point
  for (; at != end && is_digit(*at); ++at) digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
  if (at == whole) return false;
  std::size_t decimals = 0;
  if (at != end) {
    if (*at != '.') return false;
    const char* const fraction = ++at;
    for (; at != end && is_digit(*at); ++at) digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    decimals = static_cast<std::size_t>(at - fraction);
    if (at != end || decimals == 0) return false;
  } else if (static_cast<std::size_t>(end - whole) > kMostDigits) {
    return false;
  }
  const double magnitude = static_cast<double>(digits) / kPowers[decimals];
  value = is_negative ? -magnitude : magnitude;
  return true;
}

}  // namespace scrutineer::trace
