// What a reader says of a run that has nothing in it, so that others can tell it from one that cannot be read.
#pragma once

#include <string_view>

namespace scrutineer::trace {

inline constexpr std::string_view kNoFrames = "holds no frames";

}  // namespace scrutineer::trace
