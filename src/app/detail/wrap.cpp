#include "app/detail/wrap.h"

#include <algorithm>
#include <utility>

#include "app/detail/words.h"

namespace scrutineer::app {

namespace {

std::size_t printed_width(std::string_view word) {
  return static_cast<std::size_t>(std::ranges::count_if(word, [](char c) { return c != '`' && (c & 0xC0) != 0x80; }));
}

// Words up to a blank, a newline or the end; an empty one stands for a paragraph's end.
std::string_view take_word(std::string_view& text) {
  std::size_t newlines = 0, begin = 0;
  for (; begin < text.size() && (text[begin] == ' ' || text[begin] == '\n'); ++begin) newlines += text[begin] == '\n';
  if (newlines > 1 || begin == text.size()) {
    text.remove_prefix(begin);
    return {};
  }
  const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

std::string broken(std::string_view text, const WrapOptions& options) {
  std::string out, line;
  std::size_t width = 0;
  const auto end_line = [&] {
    if (!line.empty()) out += std::string(options.indent) + std::exchange(line, {}) + '\n';
    width = 0;
  };
  while (!text.empty()) {
    const std::string_view word = take_word(text);
    if (word.empty()) {
      end_line();
      if (!text.empty() && !out.empty()) out += '\n';
      continue;
    }
    if (!line.empty() && options.indent.size() + width + 1 + printed_width(word) > options.width) end_line();
    if (!line.empty()) {
      line += ' ';
      ++width;
    }
    line += word;
    width += printed_width(word);
  }
  end_line();
  return out;
}

}  // namespace

std::string wrapped(std::string_view text, const WrapOptions& options) {
  const std::string lines = broken(text, options);
  std::string out;
  std::string_view rest = lines;
  for (bool is_name = false; !rest.empty(); is_name = !is_name) {
    const std::size_t end = std::min(rest.find('`'), rest.size());
    const std::string_view part = rest.substr(0, end);
    out += is_name ? inked(options.colour, Ink::bold, part) : std::string(part);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace scrutineer::app
