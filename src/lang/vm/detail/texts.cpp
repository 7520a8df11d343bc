#include "lang/vm/detail/texts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace scrutineer::lang::detail {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// The byte at which the character begins; the text's size: there is none.
std::size_t byte_of(std::string_view text, std::size_t character) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!begins_character(text[i])) continue;
    if (character == 0) return i;
    --character;
  }
  return text.size();
}

}  // namespace

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::string_view substring(std::string_view text, double start, double end) {
  const auto size = static_cast<double>(characters(text));
  const auto inside = [&](double place) {
    if (place < 0.0) place += size;
    return place > 0.0 ? std::min(std::trunc(place), size) : 0.0;  // NaN: the beginning
  };
  const auto first = byte_of(text, static_cast<std::size_t>(inside(start)));
  const auto last = byte_of(text, static_cast<std::size_t>(inside(end)));
  return first < last ? text.substr(first, last - first) : std::string_view();
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  if (separator.empty()) {
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin + 1;
      while (end < text.size() && !begins_character(text[end])) ++end;
      parts.push_back(text.substr(begin, end - begin));
      begin = end;
    }
    return parts;
  }
  for (std::size_t begin = 0;;) {
    const std::size_t found = text.find(separator, begin);
    parts.push_back(text.substr(begin, found == std::string_view::npos ? found : found - begin));
    if (found == std::string_view::npos) return parts;
    begin = found + separator.size();
  }
}

std::string replaced(std::string_view text, std::string_view old, std::string_view with, std::size_t longest) {
  if (old.empty()) return std::string(text);
  std::string out;
  for (std::size_t begin = 0; out.size() <= longest;) {
    const std::size_t found = text.find(old, begin);
    out += text.substr(begin, found == std::string_view::npos ? found : found - begin);
    if (found == std::string_view::npos) break;
    out += with;
    begin = found + old.size();
  }
  return out;
}

std::string_view trimmed(std::string_view text) { return trim(text); }
std::string lower(std::string_view text) { return to_lower(text); }

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

double to_float(std::string_view text) { return parse_number(text).value_or(std::numeric_limits<double>::quiet_NaN()); }

}  // namespace scrutineer::lang::detail
