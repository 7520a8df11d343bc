#include "base/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/display_width.h"
#include "base/utf8.h"

namespace scrutineer {

namespace {

// A mark takes no column, but a text of many must not pass for a short one: further ones count like characters.
constexpr std::size_t kMostMarks = 4;

// What is shown for a character.
struct Shown {
  std::string text;
  bool is_escaped = false;
  std::size_t columns = 1;  // if it is not escaped
};

// Takes the first character from the text, which is not empty.
Shown take_shown(std::string_view& text) {
  const std::size_t length = utf8_length(text);
  const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
  text.remove_prefix(character.size());
  if (length == 0) return {std::string(kReplacementCharacter)};
  const std::uint32_t point = utf8_code_point(character, length);
  if (!is_printable(point)) return {escaped_character(point), true};
  return {std::string(character), false, display_width(point)};
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
  std::size_t marks = 0;  // of the last one
  while (!text.empty()) {
    Shown shown = take_shown(text);
    const bool joins = shown.columns == 0 && !all.empty() && marks < kMostMarks;
    marks = joins ? marks + 1 : 0;
    if (joins) {
      all.back() += shown.text;
    } else if (!shown.is_escaped) {
      all.push_back(std::move(shown.text));
    } else {
      for (const char c : shown.text) all.emplace_back(1, c);
    }
  }
  return all;
}

std::string printable(std::string_view text, std::size_t most) {
  constexpr std::string_view kCut = "...";
  std::string out;
  std::size_t columns = 0, marks = 0, cut_at = 0;  // cut_at: how much of `out` stays if there is no room for all
  while (!text.empty()) {
    const Shown shown = take_shown(text);
    marks = shown.columns == 0 ? marks + 1 : 0;
    columns += marks > kMostMarks ? 1 : shown.columns;
    if (columns > most) return out.substr(0, cut_at) + std::string(kCut);
    out += shown.text;
    if (columns + kCut.size() <= most) cut_at = out.size();
  }
  return out;
}

}  // namespace scrutineer
