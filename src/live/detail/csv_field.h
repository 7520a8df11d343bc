// One field of a CSV file, in quotes where it needs them.
#pragma once

#include <string>
#include <string_view>

namespace scrutineer::live {

inline std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace scrutineer::live
