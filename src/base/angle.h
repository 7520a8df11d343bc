// Degrees in radians: 90.0 * kDegree; and angles between -pi and pi.
#pragma once

#include <cmath>
#include <numbers>

namespace scrutineer {

inline constexpr double kDegree = std::numbers::pi / 180.0;  // in radians

// The same angle between -pi and pi: the remainder of a full turn, bit for bit. Most angles are there already, and a
// remainder takes long.
inline double wrapped_angle(double angle) {
  return std::abs(angle) <= std::numbers::pi ? angle : std::remainder(angle, 2.0 * std::numbers::pi);
}

}  // namespace scrutineer
