// Degrees in radians: 90.0 * kDegree.
#pragma once

#include <numbers>

namespace scrutineer {

inline constexpr double kDegree = std::numbers::pi / 180.0;  // in radians

}  // namespace scrutineer
