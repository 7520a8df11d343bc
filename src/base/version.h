// What this program calls itself. The version is stated once, in the top-level CMakeLists.txt.
#pragma once

#include <string_view>

namespace scrutineer {

std::string_view version();  // such as "0.1.0"

}  // namespace scrutineer
