#include "lang/lower/fold.h"

#include <cmath>

#include "lang/lower/handles.h"

namespace scrutineer::lang {
bool is_reference(const Type& type) {
  switch (type.kind) {
    case TypeKind::text:
    case TypeKind::structure:
    case TypeKind::actor:
    case TypeKind::instance:
    case TypeKind::list:
    case TypeKind::null:
      return true;
    default:
      return false;
  }
}

std::optional<double> Folding::logic(const Expression& expression, BinaryOperator op) {
  const auto left = (*this)(expression.operands[0]);
  const auto right = (*this)(expression.operands[1]);
  const auto decided = [&](bool by_left, bool value) -> std::optional<double> {
    if (left && holds(*left) == by_left) return value ? 1.0 : 0.0;
    return std::nullopt;
  };
  switch (op) {
    case BinaryOperator::logical_and:
      if (const auto early = decided(false, false)) return early;
      if (left && right) return holds(*left) && holds(*right) ? 1.0 : 0.0;
      return std::nullopt;
    case BinaryOperator::logical_or:
      if (const auto early = decided(true, true)) return early;
      if (left && right) return holds(*left) || holds(*right) ? 1.0 : 0.0;
      return std::nullopt;
    default:
      if (const auto early = decided(false, true)) return early;
      if (left && right) return !holds(*left) || holds(*right) ? 1.0 : 0.0;
      return std::nullopt;
  }
}

std::optional<double> Folding::binary(const Expression& expression) {
  const auto op = static_cast<BinaryOperator>(expression.index);
  if (op >= BinaryOperator::logical_and) return logic(expression, op);
  const Expression& first = program_.expressions[expression.operands[0]];
  const Expression& second = program_.expressions[expression.operands[1]];
  if (is_reference(first.type) || is_reference(second.type)) return std::nullopt;
  const auto left = (*this)(expression.operands[0]);
  const auto right = (*this)(expression.operands[1]);
  if (!left || !right) return std::nullopt;
  const double a = *left, b = *right;
  // What has no place in a double is left to the run.
  const bool is_whole = first.type.kind == TypeKind::integer && second.type.kind == TypeKind::integer;
  if (is_large(a) || is_large(b)) return std::nullopt;
  const auto exact = [&](double number) {
    return is_whole && !is_plain(number) ? std::optional<double>() : std::optional(number);
  };
  const auto truth = [](bool value) { return value ? 1.0 : 0.0; };
  switch (op) {
    case BinaryOperator::add:
      return exact(a + b);
    case BinaryOperator::subtract:
      return exact(a - b);
    case BinaryOperator::multiply:
      return exact(a * b);
    case BinaryOperator::divide:
      return is_whole ? std::trunc(a / b) : a / b;
    case BinaryOperator::modulo:
      return std::fmod(a, b);
    case BinaryOperator::less:
      return truth(a < b);
    case BinaryOperator::less_equal:
      return truth(a <= b);
    case BinaryOperator::greater:
      return truth(a > b);
    case BinaryOperator::greater_equal:
      return truth(a >= b);
    case BinaryOperator::equal:
      return truth(a == b);
    case BinaryOperator::not_equal:
      return truth(a < b || a > b);
    default:
      return std::nullopt;
  }
}

std::optional<double> Folding::operator()(ExpressionId id) {
  if (!known_[id].is_asked) {
    const std::optional<double> value = compute(program_.expressions[id]);
    known_[id] = {true, value};
  }
  return known_[id].value;
}

std::optional<double> Folding::compute(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::constant:
      return expression.number;
    case ExpressionKind::null:
      return kNull;
    case ExpressionKind::text_constant:
      return text_handle(expression.index);
    case ExpressionKind::unary: {
      const auto value = (*this)(expression.operands[0]);
      if (!value) return std::nullopt;
      if (is_large(*value)) return std::nullopt;
      switch (static_cast<UnaryOperator>(expression.index)) {
        case UnaryOperator::negate:
          return -*value;
        case UnaryOperator::logical_not:
          return holds(*value) ? 0.0 : 1.0;
        case UnaryOperator::to_number:
          return value;
      }
      return std::nullopt;
    }
    case ExpressionKind::binary:
      return binary(expression);
    case ExpressionKind::conditional: {
      const auto condition = (*this)(expression.operands[0]);
      if (!condition) return std::nullopt;
      return (*this)(expression.operands[holds(*condition) ? 1 : 2]);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace scrutineer::lang
