// Characters of UTF-8 text. Names come from files, which hold anything: nothing here trusts that a text is valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scrutineer {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

// How many bytes the character at the start of `text` has; 0 if there is none.
std::size_t utf8_length(std::string_view text);
// The character at the start of `text`, which is valid and `length` bytes long.
std::uint32_t utf8_code_point(std::string_view text, std::size_t length);
// Then every byte is a character.
bool is_ascii(std::string_view text);
bool is_utf8(std::string_view text);
// The text with U+FFFD for every byte that belongs to no character.
std::string valid_utf8(std::string_view text);

}  // namespace scrutineer
