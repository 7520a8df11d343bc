// Texts that no reader can use as they are, named as what they are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scrutineer::trace {

// "is UTF-16 text: ...", by the first bytes of an input; nothing for what is not.
std::optional<std::string> utf16_problem(std::string_view head);

}  // namespace scrutineer::trace
