// A parameter as lists and explanations show it to people.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::app {

//   policy.max_jerk = 15mpspsps  (jerk, at least 0mpspsps)
//       The largest change of acceleration. Read by jerk_policy.
std::string setting_entry(const watch::AnyParameter& parameter, std::string_view indent, bool colour,
                          const std::vector<std::string_view>& also_read_by = {});
std::string setting_entry(const watch::SettingInfo& setting, bool colour);  // with who reads it
// Of a setting that is read by several: what each makes of it, in the words of its explanation.
std::string setting_uses(const watch::SettingInfo& setting, std::span<const watch::Check> checks, bool colour);

}  // namespace scrutineer::app
