// Recognises texts in encodings that no reader can use, so that the problem can say which encoding it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scrutineer::trace {

// "is UTF-16 text: ...", by the first bytes of an input; nothing if it is not UTF-16.
std::optional<std::string> utf16_problem(std::string_view head);

}  // namespace scrutineer::trace
