#include "lang/sema/detail/code_builder.h"

#include <algorithm>
#include <cmath>

#include "lang/sema/detail/type_table.h"

namespace scrutineer::lang::detail {

// ---- functions ------------------------------------------------------------------------------------------------------

std::uint32_t FunctionBuilder::add_local(std::string_view name, const Type& type, Span span, Reporter& reporter) {
  const std::uint32_t index = local_count_;
  // A range has two.
  local_count_ += cells_of(type);
  if (local_count_ > kMostLocals) {
    reporter.error(span, "a body has more than 200 variables");
    local_count_ = index;
  }
  locals_.push_back({name, type, index});
  return index;
}

const FunctionBuilder::Local* FunctionBuilder::find_local(std::string_view name) const {
  for (std::size_t i = locals_.size(); i-- > 0;)
    if (locals_[i].name == name) return &locals_[i];
  return nullptr;
}

void FunctionBuilder::add(Statement statement) {
  block_.push_back(static_cast<StatementId>(program_.statements.size()));
  program_.statements.push_back(std::move(statement));
}

void FunctionBuilder::assign_cell(const CellAddress& address, std::uint32_t offset, const Type& type,
                                  ExpressionId value, Span span) {
  Statement statement{StatementKind::assign, span};
  statement.target = cell(address, offset, type, span);
  statement.value = value;
  add(std::move(statement));
}

void FunctionBuilder::add_return(ExpressionId value, Span span) {
  Statement statement{StatementKind::return_value, span};
  statement.value = value;
  add(std::move(statement));
}

FunctionId FunctionBuilder::finish(Type result) {
  const auto id = static_cast<FunctionId>(program_.functions.size());
  program_.functions.emplace_back();
  finish_into(id, result);
  return id;
}

void FunctionBuilder::finish_into(FunctionId id, Type result) {
  Function& function = program_.functions[id];
  function.name = std::move(name_);
  function.span = span_;
  function.parameters = parameter_count_;
  function.locals = local_count_;
  function.result = result;
  function.body = std::move(block_);
}

// ---- expressions ----------------------------------------------------------------------------------------------------

ExpressionId ExpressionBuilder::make(Expression expression) {
  if (!makes_code_) return kNone;
  program_.expressions.push_back(std::move(expression));
  return static_cast<ExpressionId>(program_.expressions.size() - 1);
}

ExpressionId ExpressionBuilder::constant(double number, const Type& type, Span span) {
  Expression expression{ExpressionKind::constant, type, span, number};
  return make(std::move(expression));
}

ExpressionId ExpressionBuilder::whole(std::uint64_t magnitude, bool is_negative, Span span) {
  if (!makes_code_) return kNone;
  const Type type{TypeKind::integer};
  const double number = (is_negative ? -1.0 : 1.0) * static_cast<double>(magnitude);
  if (is_plain(number)) return constant(number, type, span);
  auto& known = program_.large_numbers;
  const LargeNumber large{magnitude, is_negative};
  const auto place = static_cast<std::uint32_t>(std::ranges::find(known, large) - known.begin());
  if (place == known.size()) known.push_back(large);
  return constant(large_handle(place), type, span);
}

ExpressionId ExpressionBuilder::to_number(ExpressionId value, Span span) {
  if (!makes_code_) return kNone;
  const Expression& whole = program_.expressions[value];
  if (whole.type.kind != TypeKind::integer) return value;
  if (whole.kind == ExpressionKind::constant && !is_large(whole.number))
    return constant(whole.number, {TypeKind::number}, whole.span);
  Expression number{ExpressionKind::unary, {TypeKind::number}, span};
  number.index = static_cast<std::uint32_t>(UnaryOperator::to_number);
  number.operands = {value};
  return make(std::move(number));
}

ExpressionId ExpressionBuilder::text_constant(std::string_view text, Span span) {
  if (!makes_code_) return kNone;
  Expression expression{ExpressionKind::text_constant, {TypeKind::text}, span};
  expression.index = tables_.text(text);
  return make(std::move(expression));
}

ExpressionId ExpressionBuilder::null(Span span) { return make({ExpressionKind::null, {TypeKind::null}, span}); }

ExpressionId ExpressionBuilder::intrinsic(std::string_view name, const Type& type, std::vector<ExpressionId> operands,
                                          Span span) {
  if (!makes_code_) return kNone;
  Expression expression{ExpressionKind::intrinsic, type, span};
  expression.index = tables_.intrinsic(name, span);
  expression.operands = std::move(operands);
  return make(std::move(expression));
}

ExpressionId ExpressionBuilder::operate(BinaryOperator op, const Type& type, ExpressionId left, ExpressionId right,
                                        Span span) {
  if (!makes_code_) return kNone;
  const TypeKind a = program_.expressions[left].type.kind, b = program_.expressions[right].type.kind;
  if (a == TypeKind::number) right = to_number(right, span);
  if (b == TypeKind::number) left = to_number(left, span);
  Expression expression{ExpressionKind::binary, type, span};
  expression.index = static_cast<std::uint32_t>(op);
  expression.operands = {left, right};
  return make(std::move(expression));
}

ExpressionId ExpressionBuilder::negate(ExpressionId truth, Span span) {
  Expression expression{ExpressionKind::unary, {TypeKind::truth}, span};
  expression.index = static_cast<std::uint32_t>(UnaryOperator::logical_not);
  expression.operands = {truth};
  return make(std::move(expression));
}

ExpressionId ExpressionBuilder::choose(ExpressionId truth, ExpressionId if_true, ExpressionId if_false,
                                       const Type& type, Span span) {
  Expression expression{ExpressionKind::conditional, type, span};
  expression.operands = {truth, if_true, if_false};
  return make(std::move(expression));
}

ExpressionId ExpressionBuilder::is_of_type(ExpressionId structure, const Type& type, Span span) {
  Expression test{ExpressionKind::struct_is, {TypeKind::truth}, span};
  test.index = type.index;
  test.operands = {structure};
  return make(std::move(test));
}

ExpressionId ExpressionBuilder::cell(const CellAddress& address, std::uint32_t cell, const Type& type, Span span) {
  Expression expression{address.space, type, span};
  expression.index = address.offset + cell;
  if (address.base != kNone) expression.operands = {address.base};
  return make(std::move(expression));
}

// ---- constants ------------------------------------------------------------------------------------------------------

std::optional<double> ExpressionBuilder::folded(ExpressionId id) const {
  if (!makes_code_) return std::nullopt;
  const Expression& expression = program_.expressions[id];
  switch (expression.kind) {
    case ExpressionKind::constant:
      if (is_large(expression.number)) return std::nullopt;
      return expression.number;
    case ExpressionKind::unary:
      return folded_unary(expression);
    case ExpressionKind::conditional: {
      const auto condition = folded(expression.operands[0]);
      if (!condition) return std::nullopt;
      return folded(expression.operands[*condition != 0.0 ? 1 : 2]);
    }
    case ExpressionKind::binary:
      return folded_binary(expression);
    default:
      return std::nullopt;
  }
}

std::optional<double> ExpressionBuilder::folded_unary(const Expression& expression) const {
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

std::optional<double> ExpressionBuilder::folded_binary(const Expression& expression) const {
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

}  // namespace scrutineer::lang::detail
