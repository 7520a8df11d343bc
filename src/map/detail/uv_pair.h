// Two numbers that are computed with at once: u and v of a strip's frame. Each is rounded as it would be alone.
//
//   const UvPair slope = UvPair{du, dv};
//   const double length_squared = sum(slope * slope);
#pragma once

namespace scrutineer::map::detail {

using UvPair [[gnu::vector_size(16)]] = double;
using FloatUvPair [[gnu::vector_size(8)]] = float;

inline UvPair both(double value) { return UvPair{value, value}; }
inline UvPair pair_of(const double (&values)[2]) { return UvPair{values[0], values[1]}; }
inline UvPair pair_of(const float (&values)[2]) {
  return __builtin_convertvector(FloatUvPair{values[0], values[1]}, UvPair);
}

inline double sum(UvPair pair) { return pair[0] + pair[1]; }
// The sums of two pairs in the work of one.
inline UvPair sums(UvPair a, UvPair b) {
  return __builtin_shufflevector(a, b, 0, 2) + __builtin_shufflevector(a, b, 1, 3);
}

}  // namespace scrutineer::map::detail
