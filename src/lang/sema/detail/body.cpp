#include "lang/sema/detail/body.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace scrutineer::lang::detail {

Body::Body(Compilation& compilation, Surroundings surroundings, std::string name, Span span)
    : c(compilation), around(std::move(surroundings)), name_(std::move(name)), span_(span) {}

std::uint32_t Body::add_local(std::string_view name, const Type& type, Span span) {
  const std::uint32_t index = local_count_;
  // A range has two.
  local_count_ += c.cells_of(type);
  if (local_count_ > kMostLocals) {
    c.error(span, "a body has more than 200 variables");
    local_count_ = index;
  }
  locals_.push_back({name, type, index});
  return index;
}

FunctionId Body::finish(const Type& of_result) {
  const auto id = static_cast<FunctionId>(c.program.functions.size());
  Function& function = c.program.functions.emplace_back();
  function.name = std::move(name_);
  function.span = span_;
  function.parameters = parameter_count_;
  function.locals = local_count_;
  function.result = of_result;
  function.body = std::move(block_);
  return id;
}

void Body::finish_into(FunctionId id, const Type& of_result) {
  Function& function = c.program.functions[id];
  function.name = std::move(name_);
  function.span = span_;
  function.parameters = parameter_count_;
  function.locals = local_count_;
  function.result = of_result;
  function.body = std::move(block_);
}

void Body::add(Statement statement) {
  block_.push_back(static_cast<StatementId>(c.program.statements.size()));
  c.program.statements.push_back(std::move(statement));
}

// ---- making expressions ---------------------------------------------------------------------------------------------

ExpressionId Body::make(Expression expression) {
  c.program.expressions.push_back(std::move(expression));
  return static_cast<ExpressionId>(c.program.expressions.size() - 1);
}

ExpressionId Body::constant(double number, const Type& type, Span span) {
  Expression expression{ExpressionKind::constant, type, span, number};
  return make(std::move(expression));
}

ExpressionId Body::whole(std::uint64_t magnitude, bool is_negative, Span span) {
  const Type type{TypeKind::integer};
  const double number = (is_negative ? -1.0 : 1.0) * static_cast<double>(magnitude);
  if (is_plain(number)) return constant(number, type, span);
  auto& known = c.program.large_numbers;
  const LargeNumber large{magnitude, is_negative};
  const auto place = static_cast<std::uint32_t>(std::ranges::find(known, large) - known.begin());
  if (place == known.size()) known.push_back(large);
  return constant(large_handle(place), type, span);
}

ExpressionId Body::to_number(ExpressionId value, Span span) {
  const Expression& whole = c.program.expressions[value];
  if (whole.type.kind != TypeKind::integer) return value;
  if (whole.kind == ExpressionKind::constant && !is_large(whole.number))
    return constant(whole.number, {TypeKind::number}, whole.span);
  Expression number{ExpressionKind::unary, {TypeKind::number}, span};
  number.index = static_cast<std::uint32_t>(UnaryOperator::to_number);
  number.operands = {value};
  return make(std::move(number));
}

ExpressionId Body::text_constant(std::string_view text, Span span) {
  Expression expression{ExpressionKind::text_constant, {TypeKind::text}, span};
  expression.index = c.text_place(text);
  return make(std::move(expression));
}

ExpressionId Body::null(Span span) { return make({ExpressionKind::null, {TypeKind::null}, span}); }

ExpressionId Body::intrinsic(std::string_view name, const Type& type, std::vector<ExpressionId> operands, Span span) {
  Expression expression{ExpressionKind::intrinsic, type, span};
  expression.index = c.intrinsic_place(name, span);
  expression.operands = std::move(operands);
  return make(std::move(expression));
}

ExpressionId Body::operate(BinaryOperator op, const Type& type, ExpressionId left, ExpressionId right, Span span) {
  const TypeKind a = c.program.expressions[left].type.kind, b = c.program.expressions[right].type.kind;
  if (a == TypeKind::number) right = to_number(right, span);
  if (b == TypeKind::number) left = to_number(left, span);
  Expression expression{ExpressionKind::binary, type, span};
  expression.index = static_cast<std::uint32_t>(op);
  expression.operands = {left, right};
  return make(std::move(expression));
}

ExpressionId Body::negate(ExpressionId truth, Span span) {
  Expression expression{ExpressionKind::unary, {TypeKind::truth}, span};
  expression.index = static_cast<std::uint32_t>(UnaryOperator::logical_not);
  expression.operands = {truth};
  return make(std::move(expression));
}

ExpressionId Body::cell(const Place& place, std::uint32_t cell, const Type& type, Span span) {
  Expression expression{place.space, type, span};
  expression.index = place.offset + cell;
  if (place.base != kNone) expression.operands = {place.base};
  return make(std::move(expression));
}

ExpressionId Body::own_instance(Span span) {
  const Type type = around.object == nullptr ? Type{} : c.type_of(*around.object);
  return make({ExpressionKind::own_instance, type, span});
}

ExpressionId Body::own_actor(Span span) {
  const Type type = around.actor == nullptr ? Type{} : c.type_of(*around.actor);
  return make({ExpressionKind::own_actor, type, span});
}

Operand Body::value_operand(ExpressionId expression, const Type& type, Span span) const {
  Operand operand;
  operand.kind = Operand::Kind::value;
  operand.type = type;
  operand.span = span;
  operand.value = expression;
  return operand;
}

Operand Body::place_operand(const Place& place, const Type& type, Span span, const FieldInfo* field) const {
  Operand operand;
  operand.kind = Operand::Kind::place;
  operand.type = type;
  operand.span = span;
  operand.place = place;
  operand.field = field;
  operand.is_variable = field == nullptr || field->kind == syntax::FieldKind::variable;
  return operand;
}

// ---- constants ------------------------------------------------------------------------------------------------------

std::optional<double> Body::folded(ExpressionId id) const {
  const Expression& expression = c.program.expressions[id];
  switch (expression.kind) {
    case ExpressionKind::constant:
      if (is_large(expression.number)) return std::nullopt;
      return expression.number;
    case ExpressionKind::unary: {
      const auto operand = folded(expression.operands[0]);
      if (!operand) return std::nullopt;
      switch (static_cast<UnaryOperator>(expression.index)) {
        case UnaryOperator::negate:
          return -*operand;
        case UnaryOperator::logical_not:
          return *operand == 0.0 ? 1.0 : 0.0;
        case UnaryOperator::to_number:
          return operand;
      }
      return std::nullopt;
    }
    case ExpressionKind::conditional: {
      const auto condition = folded(expression.operands[0]);
      if (!condition) return std::nullopt;
      return folded(expression.operands[*condition != 0.0 ? 1 : 2]);
    }
    case ExpressionKind::binary:
      break;
    default:
      return std::nullopt;
  }
  const auto left = folded(expression.operands[0]), right = folded(expression.operands[1]);
  if (!left || !right) return std::nullopt;
  const auto truth = [](bool holds) { return holds ? 1.0 : 0.0; };
  // What has no place in a double is left to the run.
  const bool is_whole = expression.type.kind == TypeKind::integer;
  const auto exact = [&](double number) {
    return is_whole && !is_plain(number) ? std::optional<double>() : std::optional(number);
  };
  switch (static_cast<BinaryOperator>(expression.index)) {
    case BinaryOperator::add:
      return exact(*left + *right);
    case BinaryOperator::subtract:
      return exact(*left - *right);
    case BinaryOperator::multiply:
      return exact(*left * *right);
    case BinaryOperator::divide:
      return is_whole ? std::trunc(*left / *right) : *left / *right;
    case BinaryOperator::modulo:
      return std::fmod(*left, *right);
    case BinaryOperator::less:
      return truth(*left < *right);
    case BinaryOperator::less_equal:
      return truth(*left <= *right);
    case BinaryOperator::greater:
      return truth(*left > *right);
    case BinaryOperator::greater_equal:
      return truth(*left >= *right);
    case BinaryOperator::equal:
      return truth(*left == *right);
    case BinaryOperator::not_equal:
      return truth(*left != *right && !std::isnan(*left) && !std::isnan(*right));
    case BinaryOperator::logical_and:
      return truth(*left != 0.0 && *right != 0.0);
    case BinaryOperator::logical_or:
      return truth(*left != 0.0 || *right != 0.0);
    case BinaryOperator::implies:
      return truth(*left == 0.0 || *right != 0.0);
    case BinaryOperator::text_equal:
    case BinaryOperator::text_not_equal:
      break;
  }
  return std::nullopt;
}

std::optional<std::string> Body::folded_text(ExpressionId id) const {
  const Expression& expression = c.program.expressions[id];
  if (expression.kind == ExpressionKind::text_constant) return c.program.texts[expression.index];
  return std::nullopt;
}

}  // namespace scrutineer::lang::detail
