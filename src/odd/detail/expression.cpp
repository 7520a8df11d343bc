#include "odd/detail/expression.h"

#include <fmt/format.h>

#include <cctype>

#include "base/text.h"

namespace scrutineer::odd::detail {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How many characters at the start of the text are a number.
std::size_t number_length(std::string_view text) {
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  const std::size_t first = at;
  std::size_t digits = 0;
  while (at < text.size() && is_digit(text[at])) ++at, ++digits;
  // "2..10" is a range: the first point belongs to it.
  if (at < text.size() && text[at] == '.' && !(at + 1 < text.size() && text[at + 1] == '.')) {
    ++at;
    while (at < text.size() && is_digit(text[at])) ++at, ++digits;
  }
  if (digits == 0 || first == text.size()) return 0;
  std::size_t exponent = at;
  if (exponent < text.size() && (text[exponent] == 'e' || text[exponent] == 'E')) {
    ++exponent;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) {
      while (exponent < text.size() && is_digit(text[exponent])) ++exponent;
      at = exponent;
    }
  }
  return at;
}

// Of a concept: letters, digits, _ and $, with dots between.
std::size_t name_length(std::string_view text) {
  std::size_t at = 0;
  if (text.empty() || is_digit(text.front())) return 0;
  while (at < text.size()) {
    const char c = text[at];
    const bool is_inner_dot = c == '.' && at + 1 < text.size() && text[at + 1] != '.' && text[at + 1] != ' ';
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '$' && !is_inner_dot) break;
    ++at;
  }
  return at;
}

struct TermRead {
  TermText term;
  std::string_view rest;
};

// A term at the start of the text; nothing: there is none, or what follows it is another text than a unit.
std::optional<TermRead> read_term(std::string_view text) {
  TermRead read;
  bool has_number = false;
  const auto take = [&](bool divides) {
    text = trim(text);
    if (const std::size_t length = number_length(text); length > 0 && !has_number) {
      const auto number = parse_number(text.substr(0, length));
      if (!number || (divides && *number == 0.0)) return false;
      read.term.number = divides ? 1.0 / *number : *number;
      has_number = true;
      text.remove_prefix(length);
      return true;
    }
    const std::size_t length = name_length(text);
    if (length == 0) return false;
    (divides ? read.term.over : read.term.times) = std::string(text.substr(0, length));
    text.remove_prefix(length);
    return true;
  };
  if (!take(false)) return std::nullopt;
  const std::string_view after = trim(text);
  if (!after.empty() && (after.front() == '*' || after.front() == '/')) {
    const bool divides = after.front() == '/';
    text = after.substr(1);
    const std::string first = read.term.times;
    if (!take(divides)) return std::nullopt;
    if (!divides && !first.empty() && read.term.times != first) return std::nullopt;  // one concept is enough
  }
  read.rest = trim(text);
  return read;
}

Result<ExpressionText> parse_range(std::string_view text) {
  const auto close = text.find(']');
  if (close == std::string_view::npos) return Problem{{}, fmt::format("the range {} has no ]", text)};
  const std::string_view inside = text.substr(1, close - 1);
  auto between = inside.find("..");
  std::size_t width = 2;
  if (between == std::string_view::npos) {
    between = inside.find(',');
    width = 1;
  }
  if (between == std::string_view::npos)
    return Problem{{}, fmt::format("a range is written as [2 .. 10] with a unit behind it, found {}", text)};
  const auto low = read_term(inside.substr(0, between));
  const auto high = read_term(inside.substr(between + width));
  if (!low || !high || !low->rest.empty() || !high->rest.empty())
    return Problem{{}, fmt::format("the ends of a range are numbers, found {}", text)};
  ExpressionText range{.kind = ExpressionText::Kind::range, .is_number = true};
  range.first = low->term;
  range.second = high->term;
  range.unit = trim(text.substr(close + 1));
  return range;
}

struct OperatorWord {
  std::string_view word;
  ExpressionText::Kind kind;
};
constexpr OperatorWord kOperators[] = {
    {"<=", ExpressionText::Kind::at_most}, {">=", ExpressionText::Kind::at_least}, {"==", ExpressionText::Kind::equal},
    {"<", ExpressionText::Kind::less},     {">", ExpressionText::Kind::greater},   {"=", ExpressionText::Kind::equal},
};

}  // namespace

Result<ExpressionText> parse_expression(std::string_view text) {
  text = trim(text);
  if (text.empty()) return Problem{{}, "there is no value"};
  if (text.front() == '[') return parse_range(text);
  ExpressionText expression{.kind = ExpressionText::Kind::equal};
  for (const auto& [word, kind] : kOperators) {
    if (!text.starts_with(word)) continue;
    expression.kind = kind;
    expression.has_operator = true;
    text = trim(text.substr(word.size()));
    break;
  }
  if (text.empty()) return Problem{{}, "nothing stands behind the operator"};
  expression.word = text;
  if (const auto term = read_term(text)) {
    expression.is_number = true;
    expression.first = term->term;
    expression.unit = term->rest;
  }
  return expression;
}

}  // namespace scrutineer::odd::detail
