// A parameter as lists and explanations show it to people.
#pragma once

#include <string>
#include <string_view>

#include "watch/settings.h"

namespace scrutineer::app {

//   policy.max_jerk = 15mpspsps  (jerk, at least 0mpspsps)
//       The largest change of acceleration. Read by jerk_policy.
std::string setting_entry(const watch::AnyParameter& parameter, std::string_view indent, bool colour);
std::string setting_entry(const watch::SettingInfo& setting, bool colour);  // with who reads it

}  // namespace scrutineer::app
