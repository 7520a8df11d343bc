// How many columns of a terminal text takes. Characters of East Asian scripts take two, marks that combine with the
// character before them none; all others take one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scrutineer {

std::size_t display_width(std::uint32_t code_point);
// Of text without control characters; each byte that is no UTF-8 takes one.
std::size_t display_width(std::string_view text);
// With blanks behind it, so that it takes this many columns at least.
std::string padded(std::string_view text, std::size_t width);

}  // namespace scrutineer
