// Times as text files write them: decimal seconds, or parts of them, read to the nanosecond without going through a double.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "trace/units.h"

namespace scrutineer::trace {

// "12.34" -> 12'340'000'000 ns; digits beyond nanoseconds are rounded. Nothing for what is no number ("", "nan", "1,5")
// or does not fit (292 years).
std::optional<Duration> parse_time(std::string_view text, TimeUnit unit = TimeUnit::s);
// What is wrong with a text that parse_time() refuses: "time must be seconds, found "abc"". One that is a number may be
// meant in a smaller unit: then it says which option tells so.
std::string bad_time(std::string_view name, std::string_view text, TimeUnit unit = TimeUnit::s);
// The same of an attribute `time` of SUMO, which writes hours, minutes and seconds if it is asked to.
std::string bad_sumo_time(std::string_view text, TimeUnit unit);
std::int64_t nanoseconds_of(TimeUnit unit);  // in one of the unit
// 12'340'000'000 ns -> "12.34": exactly, without zeros behind.
std::string decimal_seconds(Duration time);

}  // namespace scrutineer::trace
