// The numbers that simulators write: 12.34, -0.5, 7. Several times as fast as reading any number, and as exact.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace scrutineer::trace {

namespace short_decimal {

// Not in the function: there, each call would copy them.
inline constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

// A number without its sign: digits, of which the last `decimals` stand behind the point.
struct Digits {
  std::uint64_t value = 0;
  std::size_t decimals = 0;
};

// Any number of digits, one after the other.
inline bool read_digits(const char* at, const char* end, Digits& found) {
  const auto is_digit = [](char c) { return static_cast<unsigned char>(c - '0') <= 9; };
  const char* const whole = at;
  for (; at != end && is_digit(*at); ++at) found.value = found.value * 10 + static_cast<std::uint64_t>(*at - '0');
  if (at == whole) return false;
  if (at == end) return true;
  if (*at != '.') return false;
  const char* const fraction = ++at;
  for (; at != end && is_digit(*at); ++at) found.value = found.value * 10 + static_cast<std::uint64_t>(*at - '0');
  found.decimals = static_cast<std::size_t>(at - fraction);
  return at == end && found.decimals != 0;
}

// The same for one to eight characters, all of them at once. Eight bytes from `at` on are read.
inline bool read_word(const char* at, std::size_t size, Digits& found) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHighs = 0x8080808080808080;
  constexpr std::uint64_t kPoint = '.' ^ '0';  // digits become their values, and the point this
  const std::size_t free_bits = 64 - size * 8;
  std::uint64_t word = 0;
  std::memcpy(&word, at, 8);
  word = (word ^ kOnes * '0') << free_bits;  // the last character is the highest byte, and zeros are below the first
  if (size > 3 && (word >> 40 & 0xFF) == kPoint) {  // mostly there are two decimals
    word = (word & 0xFFFF000000000000) | (word & 0x000000FFFFFFFFFF) << 8;
    found.decimals = 2;
  } else {
    const std::uint64_t difference = word ^ kOnes * kPoint;
    // The lowest byte that is a point has its high bit set here; only bytes above it may be wrong.
    const std::uint64_t points = (difference - kOnes) & ~difference & kHighs;
    if (points != 0) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(points)) & ~std::size_t{7};  // of the point's byte
      if (bit == 56 || bit == free_bits) return false;                                        // at an end of the number
      const std::uint64_t below = (std::uint64_t{1} << bit) - 1;
      word = (word & (~std::uint64_t{0} << (bit + 8))) | (word & below) << 8;
      found.decimals = 7 - bit / 8;
    }
  }
  constexpr std::uint64_t kAboveNine = kOnes * (0x80 - 10);
  if ((((word + kAboveNine) | word) & kHighs) != 0) return false;
  // Neighbours become numbers of two, four and then eight digits.
  word = word * 10 + (word >> 8);
  constexpr std::uint64_t kPairs = 0x000000FF000000FF;
  found.value = ((word & kPairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
                 ((word >> 16) & kPairs) * (1 + (std::uint64_t{10'000} << 32))) >>
                32;
  return true;
}

}  // namespace short_decimal

// A sign, digits, and perhaps a point and more digits, at most 15 in all: then both the digits as one whole number and
// the power of ten to divide it by are exact doubles, and so one division gives the nearest double. False: it is
// something else, perhaps still a number; `value` is then unchanged. Nine bytes from the text's start on are read,
// even where they are no part of it.
inline bool parse_short_decimal(std::string_view text, double& value) {
  constexpr std::size_t kMostDigits = 15;
  const bool is_negative = *text.data() == '-';  // of no text: then its size becomes too large
  const char* const at = text.data() + (is_negative ? 1 : 0);
  const std::size_t size = text.size() - (is_negative ? 1 : 0);
  short_decimal::Digits digits;
  if (size - 1 < 8 && std::endian::native == std::endian::little) {  // not 0
    if (!short_decimal::read_word(at, size, digits)) return false;
  } else if (size > kMostDigits + 1 ||
             !short_decimal::read_digits(at, at + size, digits) ||  // all digits and the point
             (digits.decimals == 0 && size > kMostDigits)) {
    return false;
  }
  const double magnitude =
      static_cast<double>(static_cast<std::int64_t>(digits.value)) / short_decimal::kPowers[digits.decimals];
  value = is_negative ? -magnitude : magnitude;
  return true;
}

}  // namespace scrutineer::trace
