// The number that a speed-limit sign shows.
//
//   if (const auto number = sign_number(signal.record)) draw(*number);  // "50"
#pragma once

#include <optional>
#include <string>

#include "map/model.h"

namespace scrutineer::map {

// In km/h or mph, as the sign has it. Files give it as a value with a unit, without one (some mean m/s then), as the
// sign's text, or only in its name ("Sign_SpeedLimit_50"). Nothing: the file does not tell.
std::optional<std::string> sign_number(const SignalRecord& signal);

}  // namespace scrutineer::map
