#include "app/detail/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace scrutineer::app {

namespace {

unsigned byte_of(char c) { return static_cast<unsigned char>(c); }

// Bytes of the character at the start of `text`, which is not empty; 0: it is no UTF-8.
std::size_t character_length(std::string_view text) {
  const unsigned first = byte_of(text.front());
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_of(text[i]) & 0xC0) != 0x80) return 0;
  return length;
}

std::string shown(std::string_view character) {
  if (character == "\n") return "\\n";
  if (character == "\r") return "\\r";
  if (character == "\t") return "\\t";
  const unsigned first = byte_of(character.front()), last = byte_of(character.back());
  // There is a second set of control characters behind ASCII, two bytes each.
  const bool is_control = character.size() == 1 ? first < 0x20 || first >= 0x7F : first == 0xC2 && last < 0xA0;
  return is_control ? fmt::format("\\x{:02x}", last) : std::string(character);
}

}  // namespace

std::string printable(std::string_view text, std::size_t most) {
  constexpr std::string_view kCut = "...";
  std::string out;
  std::size_t count = 0, cut_at = 0;  // cut_at: how much of `out` stays if more comes than there is room for
  while (!text.empty()) {
    if (count + kCut.size() == most) cut_at = out.size();
    if (count == most) return out.substr(0, cut_at) + std::string(kCut);
    const std::size_t length = std::max<std::size_t>(character_length(text), 1);
    out += shown(text.substr(0, length));
    text.remove_prefix(length);
    ++count;
  }
  return out;
}

}  // namespace scrutineer::app
