// Times as text files write them: decimal seconds, read to the nanosecond without going through a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace scrutineer::trace {

// "12.34" -> 12'340'000'000 ns; digits beyond nanoseconds are rounded. Nothing for what is no number ("", "nan", "1,5")
// or does not fit (292 years).
std::optional<Duration> parse_seconds(std::string_view text);
// 12'340'000'000 ns -> "12.34": exactly, without zeros behind.
std::string decimal_seconds(Duration time);

}  // namespace scrutineer::trace
