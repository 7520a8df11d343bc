// Text of files (ids, names, paths, messages about them) for people: one line, and nothing in it that a terminal would
// obey.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer {

// Does this character only put ink on the screen? Others move the cursor, start a command to the terminal, or turn the
// direction of what follows.
bool is_printable(std::uint32_t code_point);
// "\n", "\t", "\r" or "\u202e".
std::string escaped_character(std::uint32_t code_point);

// As its characters, each with the marks that combine with it (display_width.h says how wide they are). One that is not
// printable becomes several: its escaped form. Bytes that are no UTF-8 become U+FFFD.
std::vector<std::string> printable_characters(std::string_view text);

// The same as one text. What takes more than `most` columns (3 at least; what is escaped counts as one) ends in "...".
std::string printable(std::string_view text, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace scrutineer
