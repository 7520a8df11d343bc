#include "base/printable.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace scrutineer {

namespace {

// Takes the first character from the text, which is not empty, and returns what is shown for it.
std::string take_shown(std::string_view& text) {
  const std::size_t length = utf8_length(text);
  const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
  text.remove_prefix(character.size());
  if (length == 0) return std::string(kReplacementCharacter);
  const std::uint32_t point = utf8_code_point(character, length);
  return is_printable(point) ? std::string(character) : escaped_character(point);
}

}  // namespace

bool is_printable(std::uint32_t point) {
  const bool is_control = point < 0x20 || (point >= 0x7F && point < 0xA0);
  const bool turns_direction = point == 0x061C || point == 0x200E || point == 0x200F ||
                               (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
  const bool ends_line = point == 0x2028 || point == 0x2029;
  const bool is_byte_order_mark = point == 0xFEFF;
  return !is_control && !turns_direction && !ends_line && !is_byte_order_mark;
}

std::string escaped_character(std::uint32_t point) {
  if (point == '\n') return "\\n";
  if (point == '\t') return "\\t";
  if (point == '\r') return "\\r";
  return fmt::format("\\u{:04x}", point);
}

std::vector<std::string> printable_characters(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::string shown = take_shown(text);
    if (utf8_length(shown) == shown.size()) {
      all.push_back(shown);
    } else {
      for (const char c : shown) all.emplace_back(1, c);
    }
  }
  return all;
}

std::string printable(std::string_view text, std::size_t most) {
  constexpr std::string_view kCut = "...";
  std::string out;
  std::size_t count = 0, cut_at = 0;  // cut_at: how much of `out` stays if more comes than there is room for
  while (!text.empty()) {
    if (count + kCut.size() == most) cut_at = out.size();
    if (count == most) return out.substr(0, cut_at) + std::string(kCut);
    out += take_shown(text);
    ++count;
  }
  return out;
}

}  // namespace scrutineer
