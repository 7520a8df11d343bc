#include <fmt/format.h>

#include "lang/syntax/detail/expression_parser.h"

namespace scrutineer::lang::syntax {

Name ExpressionParser::name(std::string_view expected) {
  Name result;
  const Token first = here();
  if (accept(TokenKind::name)) {
    result.text = text(first);
    if (!at(TokenKind::double_colon)) {
      result.span = span_of(first);
      return result;
    }
    result.space = std::move(result.text);
  } else if (at(TokenKind::double_colon)) {
    result.space.emplace();
  } else {
    fail_expected(expected);
    return result;
  }
  take();
  result.text = text(here());
  expect(TokenKind::name, "a name after `::`");
  result.span = span_from(first);
  return result;
}

Path ExpressionParser::path(std::string_view expected) {
  const Token first = here();
  Path result;
  result.names.push_back(name(expected));
  while (accept(TokenKind::dot)) result.names.push_back(name("a name after `.`"));
  result.span = span_from(first);
  return result;
}

TypeReference ExpressionParser::type() {
  const Token first = here();
  TypeReference result;
  while (at_any_word({"list", "range"}) && is_word(ahead(1), "of")) {
    if (result.containers.size() >= static_cast<std::size_t>(kDeepestNesting)) {
      fail(fmt::format("nested more than {} levels deep", kDeepestNesting));
      return result;
    }
    result.containers.push_back(at_word("list") ? Container::list : Container::range);
    take();
    take();
  }
  result.name = path("a type");
  result.span = span_from(first);
  return result;
}

std::vector<Argument> ExpressionParser::arguments() {
  std::vector<Argument> result;
  const Token open = here();
  if (!expect(TokenKind::left_parenthesis)) return result;
  if (accept(TokenKind::right_parenthesis)) return result;
  do {
    const Token first = here();
    Argument argument;
    if (at_name_before({TokenKind::colon})) {
      argument.name = name();
      take();
    }
    const bool is_after_named = !argument.name && !result.empty() && result.back().name;
    argument.value = expression();
    argument.span = span_from(first);
    if (is_after_named) fail_at(argument.span, "an argument without a name cannot follow one with a name");
    result.push_back(std::move(argument));
  } while (accept(TokenKind::comma));
  close(TokenKind::right_parenthesis, open, "`,` or `)`");
  return result;
}

std::vector<Parameter> ExpressionParser::parameters() {
  std::vector<Parameter> result;
  const Token open = here();
  if (!expect(TokenKind::left_parenthesis)) return result;
  if (accept(TokenKind::right_parenthesis)) return result;
  do {
    const Token first = here();
    Parameter parameter;
    parameter.name = name("the name of a parameter");
    expect(TokenKind::colon, "`:` and the type of the parameter");
    parameter.type = type();
    if (accept(TokenKind::assign)) parameter.value = expression();
    parameter.span = span_from(first);
    result.push_back(std::move(parameter));
  } while (accept(TokenKind::comma));
  close(TokenKind::right_parenthesis, open, "`,` or `)`");
  return result;
}

EventSpecification ExpressionParser::event_specification() {
  const Token first = here();
  EventSpecification result;
  if (accept(TokenKind::at)) {
    result.event = reference();
    if (accept_word("as")) result.alias = name("the name of the event's data");
    if (accept_word("if")) result.condition = event_condition();
  } else {
    result.condition = event_condition();
  }
  result.span = span_from(first);
  return result;
}

EventCondition ExpressionParser::event_condition() {
  const Token first = here();
  EventCondition result;
  const bool is_function =
      at_any_word({"rise", "fall", "elapsed", "every"}) && ahead(1).kind == TokenKind::left_parenthesis;
  if (!is_function) {
    result.value = expression();
  } else {
    if (at_word("rise")) result.kind = ConditionKind::rise;
    if (at_word("fall")) result.kind = ConditionKind::fall;
    if (at_word("elapsed")) result.kind = ConditionKind::elapsed;
    if (at_word("every")) result.kind = ConditionKind::every;
    take();
    const Token open = take();
    result.value = expression();
    if (result.kind == ConditionKind::every && accept(TokenKind::comma)) {
      expect_word("offset");
      expect(TokenKind::colon);
      result.offset = expression();
    }
    close(TokenKind::right_parenthesis, open, "`)`");
  }
  result.span = span_from(first);
  return result;
}

}  // namespace scrutineer::lang::syntax
