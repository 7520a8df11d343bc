// Text of files (ids, names, messages about them) for a terminal: one line, and nothing in it that a terminal would
// obey.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace scrutineer::app {

// Control characters and bytes that are no UTF-8 become \n, \t or \x1b. What is longer than `most` characters (3 at
// least) ends in "...".
std::string printable(std::string_view text, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace scrutineer::app
