// What a number in a run may be.
#pragma once

namespace scrutineer::trace {

// Beyond this many metres (or metres per second, radians ...) a number is a mistake. NaN is not within it either.
constexpr double kLargestValue = 1e7;

}  // namespace scrutineer::trace
