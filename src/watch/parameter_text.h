// Parameters and their values as text: as users write them, and as docs and messages print them.
//
//   parse_value(kMaxSpeed, "130kph")       // 36.1 m/s, or what is wrong with it
//   default_text(kMaxSpeed)                // "150kph"
//   range_text(kMaxJerk)                   // "at least 0mpspsps"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unit.h"
#include "watch/parameter.h"

namespace scrutineer::watch {

// What its unit measures; a plain number for what carries none.
Dimension dimension_of(ValueType type);
// The unit that docs and messages use; empty where values carry none.
std::string_view unit_text(const AnyParameter& parameter);
// "speed", "number", "whole number", "true or false", or the words: "ignore, info, warning, ..."
std::string type_text(const AnyParameter& parameter);
// In the customary unit: "130kph", "true", "warning".
std::string value_text(const AnyParameter& parameter, double value);
std::string default_text(const AnyParameter& parameter);
// "from 0s to 10s", "above 0m", "at most 5"; empty where anything goes.
std::string range_text(const AnyParameter& parameter);

// The problem has no place; its message is a clause: "expected a speed with its unit, such as 130kph".
Result<double> parse_value(const AnyParameter& parameter, std::string_view text);
// Nothing where the parameter may have this value.
std::optional<Problem> value_problem(const AnyParameter& parameter, double value);

}  // namespace scrutineer::watch
