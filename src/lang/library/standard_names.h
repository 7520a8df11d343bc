// Types of the standard's domain model that only scenarios need. Files that use them are read; nothing of them runs.
#pragma once

#include <string_view>

namespace scrutineer::lang {

// "pose_3d", "environment", "follow_lane"; not those that domain.osc declares.
bool is_standard_name(std::string_view name);

}  // namespace scrutineer::lang
