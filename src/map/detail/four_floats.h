// Four numbers that are computed with at once. Each is rounded as it would be alone.
//
//   const FourFloats x = four_at(numbers);
//   const std::uint32_t hits = bits_of((x >= low) & (x <= high));   // bit i: that of number i
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scrutineer::map::detail {

using FourFloats [[gnu::vector_size(16)]] = float;
using FourTruths [[gnu::vector_size(16)]] = std::int32_t;  // as comparisons give them: 0 or -1

// How many numbers beyond the last of an array may be read along with it.
inline constexpr std::size_t kFourReadAhead = 3;
inline FourFloats four_at(const float* numbers) {
  FourFloats four;
  std::memcpy(&four, numbers, sizeof four);
  return four;
}

inline std::uint32_t bits_of(FourTruths truths) {
#ifdef __SSE__
  return static_cast<std::uint32_t>(__builtin_ia32_movmskps(reinterpret_cast<FourFloats>(truths)));
#else
  const FourTruths bits = truths & FourTruths{1, 2, 4, 8};
  return static_cast<std::uint32_t>(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
}

struct SetBits {
  std::uint32_t places = 0;  // of the bits that are set, a byte for each
  std::uint32_t count = 0;
};
inline constexpr std::array<SetBits, 16> kSetBits = [] {
  std::array<SetBits, 16> all{};
  for (std::uint32_t bits = 0; bits < all.size(); ++bits) {
    std::array<std::uint8_t, 4> places{};
    for (std::uint8_t i = 0; i < 4; ++i)
      if ((bits >> i & 1U) != 0) places[all[bits].count++] = i;
    all[bits].places = std::bit_cast<std::uint32_t>(places);
  }
  return all;
}();
// Writes `first` + i for each bit i that is set, in order, and bytes that count for nothing up to the fourth. How many were
// set. Without a branch.
inline std::uint32_t put_set_bits(std::uint32_t bits, std::uint32_t first, std::uint8_t* to) {
  const SetBits& set = kSetBits[bits];
  const std::uint32_t places = set.places + first * 0x01010101U;
  std::memcpy(to, &places, sizeof places);
  return set.count;
}

}  // namespace scrutineer::map::detail
