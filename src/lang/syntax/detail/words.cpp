#include "lang/syntax/detail/words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "lang/syntax/detail/identifier_characters.h"

namespace scrutineer::lang::syntax {
namespace {

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 9> kReserved = {"true", "false", "null", "inf", "nan", "not", "and", "or", "in"};
constexpr std::array<std::string_view, 36> kStarts = {
    "var",     "const",  "set",     "def",   "event",  "watcher", "checker",  "do",     "keep", "remove_default",
    "cover",   "record", "on",      "until", "pass",   "if",      "while",    "return", "elif", "else",
    "for",     "emit",   "call",    "wait",  "serial", "with",    "parallel", "one_of", "rise", "fall",
    "elapsed", "every",  "default", "soft",  "hard",   "new"};

}  // namespace

bool is_plain_identifier(std::string_view text) {
  bool is_first = true;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    const std::uint32_t character = utf8_code_point(text, length);
    if (!(is_first ? starts_identifier(character) : continues_identifier(character))) return false;
    is_first = false;
    text.remove_prefix(length);
  }
  return !is_first;
}

bool is_reserved_in_expressions(std::string_view word) { return is_one_of(kReserved, word); }
bool is_keyword_at_start(std::string_view word) { return is_one_of(kStarts, word) || word == "sample"; }

std::string barred(std::string_view text) { return "|" + std::string(text) + "|"; }
std::string quoted_name(std::string_view text) { return is_plain_identifier(text) ? std::string(text) : barred(text); }

std::string written_number(double value) { return shortest(value); }

std::string written_float(double value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = shortest(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string written_string(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '\\':
        result += "\\\\";
        break;
      case '"':
        result += "\\\"";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      case '$':
        result += "\\$";
        break;
      default:
        result += text[i];
    }
  }
  return result;
}

std::string to_string(const Name& name) {
  std::string text = quoted_name(name.text);
  if (!name.space) return text;
  return (name.space->empty() ? "" : quoted_name(*name.space)) + "::" + text;
}

std::string to_string(const Path& path) {
  std::string text;
  for (const Name& name : path.names) text += (text.empty() ? "" : ".") + to_string(name);
  return text;
}

}  // namespace scrutineer::lang::syntax
