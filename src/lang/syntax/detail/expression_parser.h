// Names, types, arguments and expressions: what stands within a line.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "lang/syntax/detail/line_reader.h"

namespace scrutineer::lang::syntax {

// + - * / %
std::optional<BinaryOperator> arithmetic_operator_of(TokenKind kind);

class ExpressionParser : protected LineReader {
 protected:
  using LineReader::LineReader;

  // ---- parse_names.cpp: names, types, arguments, parameters, events ----
  Name name(std::string_view expected = "a name");
  Path path(std::string_view expected = "a name");
  TypeReference type();
  std::vector<Argument> arguments();
  std::vector<Parameter> parameters();
  EventSpecification event_specification();
  EventCondition event_condition();

  // ---- parse_expressions.cpp ----
  const Expression* make(Span span, Expression::Node node, std::initializer_list<const Expression*> children = {});
  const Expression* nothing();  // stands for an expression of a broken line
  const Expression* expression();
  const Expression* value();  // an expression or `new`
  const Expression* binary(int lowest_precedence);
  const Expression* prefix(int lowest_precedence);
  const Expression* number();
  const Expression* postfix(const Expression* operand, const Token& first, bool with_calls = true);
  const Expression* member(const Expression* object, const Token& first);
  const Expression* index(const Expression* object, const Token& first);
  const Expression* call(const Expression* callee, const Token& first);
  const Expression* primary();
  const Expression* named();
  const Expression* range_function();
  const Expression* brackets();
  const Expression* string();
  const Expression* reference(bool with_calls = true);  // names, members, elements: what `@` and `emit` take
  const Expression* call_line(std::string_view expected);
  std::optional<Name> unit_here();
  int depth(const Expression* expression) const { return expression == nullptr ? 0 : depths_[expression->id]; }

 private:
  std::vector<int> depths_;  // of the expressions, by id
};

}  // namespace scrutineer::lang::syntax
