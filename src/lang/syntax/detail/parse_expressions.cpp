#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "lang/syntax/detail/expression_parser.h"

namespace scrutineer::lang::syntax {

std::optional<BinaryOperator> arithmetic_operator_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::plus:
      return BinaryOperator::add;
    case TokenKind::minus:
      return BinaryOperator::subtract;
    case TokenKind::star:
      return BinaryOperator::multiply;
    case TokenKind::slash:
      return BinaryOperator::divide;
    case TokenKind::percent:
      return BinaryOperator::remainder;
    default:
      return std::nullopt;
  }
}

namespace {

std::optional<BinaryOperator> operator_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::implies:
      return BinaryOperator::implies;
    case TokenKind::equal:
      return BinaryOperator::equal;
    case TokenKind::not_equal:
      return BinaryOperator::not_equal;
    case TokenKind::less:
      return BinaryOperator::less;
    case TokenKind::less_or_equal:
      return BinaryOperator::less_or_equal;
    case TokenKind::greater:
      return BinaryOperator::greater;
    case TokenKind::greater_or_equal:
      return BinaryOperator::greater_or_equal;
    default:
      return arithmetic_operator_of(kind);
  }
}

std::optional<BinaryOperator> operator_of(std::string_view word) {
  if (word == "and") return BinaryOperator::logical_and;
  if (word == "or") return BinaryOperator::logical_or;
  if (word == "in") return BinaryOperator::in;
  return std::nullopt;
}

std::optional<std::uint64_t> integer_of(std::string_view digits) {
  const bool is_hexadecimal = digits.starts_with("0x");
  if (is_hexadecimal) digits.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hexadecimal ? 16 : 10);
  if (error != std::errc()) return std::nullopt;
  return value;
}

double real_of(std::string_view digits) {
  if (digits.starts_with("0x")) {
    const auto value = integer_of(digits);
    return value ? static_cast<double>(*value) : std::numeric_limits<double>::infinity();
  }
  double value = 0;
  const auto answer = fast_float::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (answer.ec != std::errc() && value != 0) return std::numeric_limits<double>::infinity();
  return value;
}

// Any character may be escaped and then stands for itself; these letters stand for what cannot be seen.
std::string without_escapes(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char escaped = text[++i];
    result += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped;
  }
  return result;
}

}  // namespace

const Expression* ExpressionParser::make(Span span, Expression::Node node,
                                         std::initializer_list<const Expression*> children) {
  int deepest = 0;
  for (const Expression* child : children) deepest = std::max(deepest, depth(child));
  // A chain such as a + b + c + ... nests to the left without recursion here, but not for whoever walks the tree.
  if (deepest >= kDeepestNesting) {
    fail_at(span, fmt::format("nested more than {} levels deep", kDeepestNesting));
    return nothing();
  }
  const auto id = static_cast<std::uint32_t>(tree_.expressions.size());
  depths_.push_back(deepest + 1);
  return &tree_.expressions.emplace_back(Expression{std::move(node), span, id});
}

const Expression* ExpressionParser::nothing() { return make(span_of(here()), NullLiteral{}); }

const Expression* ExpressionParser::value() {
  const bool is_new = at_word("new") && (ahead(1).kind == TokenKind::newline || is_word(ahead(1), "with"));
  if (!is_new) return expression();
  const Token token = take();
  return make(span_of(token), NewExpression{});
}

const Expression* ExpressionParser::expression() {
  const Deeper deeper(*this);
  if (!deeper.is_allowed()) return nothing();
  const Token first = here();
  const Expression* condition = binary(kTernaryPrecedence + 1);
  if (!accept(TokenKind::question)) return condition;
  const Expression* if_true = expression();
  expect(TokenKind::colon, "`:` and the other value of `? :`");
  const Expression* if_false = expression();
  return make(span_from(first), TernaryExpression{condition, if_true, if_false}, {condition, if_true, if_false});
}

const Expression* ExpressionParser::binary(int lowest_precedence) {
  const Token first = here();
  const Expression* left = prefix(lowest_precedence);
  while (!is_broken_) {
    const bool is_word_here = at(TokenKind::name) && !here().has_bars;
    const auto op = is_word_here ? operator_of(text(here())) : operator_of(here().kind);
    if (!op || info(*op).precedence < lowest_precedence) break;
    const Token token = take();
    const Expression* right = binary(info(*op).precedence + 1);
    left = make(span_from(first), BinaryExpression{*op, span_of(token), left, right}, {left, right});
  }
  return left;
}

const Expression* ExpressionParser::prefix(int lowest_precedence) {
  const Token first = here();
  if (at_word("not")) {
    if (lowest_precedence > kNotPrecedence) {
      fail_expected("an expression", "write `not` and its operand in parentheses here");
      return nothing();
    }
    const Deeper deeper(*this);
    if (!deeper.is_allowed()) return nothing();
    take();
    const Expression* operand = binary(kNotPrecedence);
    return make(span_from(first), UnaryExpression{UnaryOperator::logical_not, operand}, {operand});
  }
  const bool has_sign = at(TokenKind::minus) || at(TokenKind::plus);
  if (has_sign && !ahead(1).has_space_before) {
    const TokenKind next = ahead(1).kind;
    if (next == TokenKind::integer || next == TokenKind::real || is_word(ahead(1), "inf") || is_word(ahead(1), "nan"))
      return postfix(number(), first);
  }
  if (at(TokenKind::minus)) {
    const Deeper deeper(*this);
    if (!deeper.is_allowed()) return nothing();
    take();
    const Expression* operand = prefix(kNegatePrecedence);
    return make(span_from(first), UnaryExpression{UnaryOperator::negate, operand}, {operand});
  }
  return postfix(primary(), first);
}

// Digits or `inf` or `nan` with the sign and the unit that touch them.
const Expression* ExpressionParser::number() {
  const Token first = here();
  const bool is_negative = at(TokenKind::minus);
  if (is_negative || at(TokenKind::plus)) take();
  const Token token = take();
  const std::string_view digits = text(token);
  if (token.kind == TokenKind::name) {
    const double magnitude =
        digits == "inf" ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return make(span_from(first), FloatLiteral{is_negative ? -magnitude : magnitude});
  }
  const double real = real_of(digits);
  if (std::isinf(real)) {
    fail_at(span_from(first), "this number is too large");
    return nothing();
  }
  const double signed_real = is_negative ? -real : real;
  if (auto unit = unit_here()) return make(span_from(first), PhysicalLiteral{signed_real, std::move(*unit)});
  if (token.kind == TokenKind::real) return make(span_from(first), FloatLiteral{signed_real});

  const auto magnitude = integer_of(digits);
  constexpr std::uint64_t kMostNegative = std::uint64_t{1} << 63U;
  if (!magnitude || (is_negative && *magnitude > kMostNegative)) {
    fail_at(span_from(first), "this integer does not fit into 64 bits", "with a point it is a float");
    return nothing();
  }
  return make(span_from(first), IntegerLiteral{*magnitude, is_negative && *magnitude != 0});
}

std::optional<Name> ExpressionParser::unit_here() {
  if (here().has_space_before || !starts_name(here())) return std::nullopt;
  return name("a unit");
}

const Expression* ExpressionParser::postfix(const Expression* operand, const Token& first, bool with_calls) {
  while (!is_broken_) {
    if (at(TokenKind::dot))
      operand = member(operand, first);
    else if (at(TokenKind::left_bracket))
      operand = index(operand, first);
    else if (at(TokenKind::left_parenthesis) && with_calls)
      operand = call(operand, first);
    else
      break;
  }
  return operand;
}

const Expression* ExpressionParser::member(const Expression* object, const Token& first) {
  take();
  const bool is_test = at_word("is");
  if ((is_test || at_word("as")) && ahead(1).kind == TokenKind::left_parenthesis) {
    take();
    const Token open = take();
    TypeReference target = type();
    close(TokenKind::right_parenthesis, open, "`)`");
    const Span span = span_from(first);
    if (is_test) return make(span, TypeTestExpression{object, std::move(target)}, {object});
    return make(span, CastExpression{object, std::move(target)}, {object});
  }
  Name member_name = name("a name after `.`");
  return make(span_from(first), MemberExpression{object, std::move(member_name)}, {object});
}

const Expression* ExpressionParser::index(const Expression* object, const Token& first) {
  const Token open = take();
  const Expression* place = expression();
  close(TokenKind::right_bracket, open, "`]`");
  return make(span_from(first), IndexExpression{object, place}, {object, place});
}

const Expression* ExpressionParser::call(const Expression* callee, const Token& first) {
  std::vector<Argument> list = arguments();
  const Expression* deepest = callee;
  for (const Argument& argument : list)
    if (depth(argument.value) > depth(deepest)) deepest = argument.value;
  return make(span_from(first), CallExpression{callee, std::move(list)}, {deepest});
}

const Expression* ExpressionParser::primary() {
  switch (here().kind) {
    case TokenKind::integer:
    case TokenKind::real:
      return number();
    case TokenKind::string_begin:
      return string();
    case TokenKind::left_bracket:
      return brackets();
    case TokenKind::left_parenthesis: {
      const Token open = take();
      const Expression* inner = expression();
      close(TokenKind::right_parenthesis, open, "`)`");
      return inner;
    }
    case TokenKind::at: {
      const Token first = take();
      const Expression* event = reference();
      return make(span_from(first), EventExpression{event}, {event});
    }
    case TokenKind::name:
    case TokenKind::double_colon:
      return named();
    default:
      fail_expected("an expression", at(TokenKind::exclamation) ? "write `not`" : "");
      return nothing();
  }
}

const Expression* ExpressionParser::named() {
  const Token first = here();
  const bool has_space = ahead(1).kind == TokenKind::double_colon;
  if (at(TokenKind::name) && !first.has_bars && !has_space) {
    if (at_any_word({"true", "false"})) {
      const bool is_true = at_word("true");
      take();
      return make(span_of(first), BoolLiteral{is_true});
    }
    if (accept_word("null")) return make(span_of(first), NullLiteral{});
    if (at_any_word({"inf", "nan"})) return number();
    if (at_any_word({"and", "or", "in", "not"})) {
      fail_expected("an expression");
      return nothing();
    }
    if (at_word("range") && ahead(1).kind == TokenKind::left_parenthesis) return range_function();
  }
  Name subject = name();
  if (accept(TokenKind::exclamation)) {
    Name member_name = name("the name of an enum member");
    return make(span_from(first), EnumMemberExpression{std::move(subject), std::move(member_name)});
  }
  return make(span_from(first), NameExpression{std::move(subject)});
}

// `range(a, b)`; with other arguments it is a call of something else with this name.
const Expression* ExpressionParser::range_function() {
  const Token first = here();
  Name callee = name();
  const Span callee_span = callee.span;
  std::vector<Argument> list = arguments();
  const Span span = span_from(first);
  if (list.size() == 2 && !list[0].name && !list[1].name)
    return make(span, RangeExpression{list[0].value, list[1].value, {}}, {list[0].value, list[1].value});
  const Expression* deepest = make(callee_span, NameExpression{std::move(callee)});
  const Expression* called = deepest;
  for (const Argument& argument : list)
    if (depth(argument.value) > depth(deepest)) deepest = argument.value;
  return make(span, CallExpression{called, std::move(list)}, {deepest});
}

// `[a, b]`, `[a..b]`, `[a..]`, `[..b]`, ranges with a unit that touches them.
const Expression* ExpressionParser::brackets() {
  const Token open = take();
  if (accept(TokenKind::right_bracket)) return make(span_from(open), ListExpression{});
  const Expression* first = at(TokenKind::dot_dot) ? nullptr : expression();
  if (accept(TokenKind::dot_dot)) {
    if (first == nullptr && at(TokenKind::right_bracket)) {
      fail("a range needs at least one bound");
      return nothing();
    }
    const Expression* last = at(TokenKind::right_bracket) ? nullptr : expression();
    close(TokenKind::right_bracket, open, "`]`");
    std::optional<Name> unit;
    if (!at_any_word({"and", "or", "in"})) unit = unit_here();
    return make(span_from(open), RangeExpression{first, last, std::move(unit)}, {first, last});
  }
  ListExpression list;
  list.elements.push_back(first);
  const Expression* deepest = first;
  while (accept(TokenKind::comma)) {
    list.elements.push_back(expression());
    if (depth(list.elements.back()) > depth(deepest)) deepest = list.elements.back();
  }
  close(TokenKind::right_bracket, open, list.elements.size() == 1 ? "`,`, `..` or `]`" : "`,` or `]`");
  return make(span_from(open), std::move(list), {deepest});
}

const Expression* ExpressionParser::string() {
  const Token first = take();
  StringLiteral literal;
  const Expression* deepest = nullptr;
  while (!is_broken_ && !at(TokenKind::string_end)) {
    const Token token = here();
    if (accept(TokenKind::string_text)) {
      literal.parts.push_back({without_escapes(text(token)), nullptr, span_of(token)});
    } else if (accept(TokenKind::interpolation_begin)) {
      const Expression* inner = expression();
      if (depth(inner) > depth(deepest)) deepest = inner;
      close(TokenKind::interpolation_end, token, "`)`");
      literal.parts.push_back({{}, inner, span_from(token)});
    } else {
      fail_expected("the end of the string");
    }
  }
  accept(TokenKind::string_end);
  return make(span_from(first), std::move(literal), {deepest});
}

const Expression* ExpressionParser::reference(bool with_calls) {
  const Token first = here();
  Name subject = name("the name of an event");
  const Expression* start = make(subject.span, NameExpression{subject});
  return postfix(start, first, with_calls);
}

// A call that is a whole line or member.
const Expression* ExpressionParser::call_line(std::string_view expected) {
  const Token first = here();
  if (!starts_name(first) && first.kind != TokenKind::left_parenthesis) {
    fail_expected(expected);
    return nothing();
  }
  const Expression* whole = postfix(primary(), first);
  if (!std::holds_alternative<CallExpression>(whole->node)) fail_expected("`(` and the arguments of a call");
  return whole;
}

}  // namespace scrutineer::lang::syntax
