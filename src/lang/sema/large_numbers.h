// Whole numbers are doubles below 2^53. Those beyond lie in a pool; their handle is a NaN of its own kind, so that code for
// fractions takes them for what does not exist, and code for whole numbers looks closer only where it meets a NaN.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace scrutineer::lang {

// A constant of up to 64 bits.
struct LargeNumber {
  std::uint64_t magnitude = 0;
  bool is_negative = false;

  bool operator==(const LargeNumber&) const = default;
};

inline constexpr double kLargestPlain = 0x1p53;
inline constexpr std::uint64_t kLargeMark = 0x7FFC0000;

constexpr double large_handle(std::uint32_t number) { return std::bit_cast<double>(kLargeMark << 32U | number); }
constexpr bool is_large(double value) { return std::bit_cast<std::uint64_t>(value) >> 32U == kLargeMark; }
constexpr std::uint32_t large_place(double handle) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(handle) & 0xFFFFFFFFU);
}
// Else it is large, or does not exist.
inline bool is_plain(double whole) { return std::abs(whole) < kLargestPlain; }

}  // namespace scrutineer::lang
