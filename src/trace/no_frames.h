// The message for a run without frames. It is a constant so that callers can tell such a run from an unreadable one.
#pragma once

#include <string_view>

namespace scrutineer::trace {

inline constexpr std::string_view kNoFrames = "holds no frames";

}  // namespace scrutineer::trace
