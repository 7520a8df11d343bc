// Numbers and their dimensions, in whichever expression they stand.
#pragma once

#include <cstdlib>
#include <optional>

#include "lang/sema/program.h"

namespace scrutineer::lang::detail {

// Larger exponents are always a mistake.
inline constexpr int kLargestExponent = 100;

inline bool is_number(const Type& type) { return type.kind == TypeKind::integer || type.kind == TypeKind::number; }

// The dimension of a product (sign 1) or a quotient (sign -1); none when an exponent gets too large.
inline std::optional<Dimension> combined(const Dimension& a, const Dimension& b, int sign) {
  Dimension result;
  for (const auto exponent :
       {&Dimension::length, &Dimension::time, &Dimension::angle, &Dimension::mass, &Dimension::temperature,
        &Dimension::luminous_intensity, &Dimension::current, &Dimension::amount}) {
    const int sum = a.*exponent + sign * b.*exponent;
    if (std::abs(sum) > kLargestExponent) return std::nullopt;
    result.*exponent = static_cast<std::int8_t>(sum);
  }
  return result;
}

}  // namespace scrutineer::lang::detail
