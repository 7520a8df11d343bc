// Bytes as text that can stand in a page: deflated (zlib), then base64.
#pragma once

#include <string>
#include <string_view>

namespace scrutineer::report {

std::string base64(std::string_view bytes);
std::string packed(std::string_view bytes);

}  // namespace scrutineer::report
