// Operators, with dimensions.
#include <fmt/format.h>

#include <cmath>

#include "lang/sema/detail/body.h"
#include "lang/sema/detail/dimensions.h"

namespace scrutineer::lang::detail {
namespace {

using Syntax = syntax::BinaryOperator;

std::string_view verb(Syntax op) {
  switch (op) {
    case Syntax::add:
      return "add";
    case Syntax::subtract:
      return "subtract";
    case Syntax::multiply:
      return "multiply";
    case Syntax::divide:
      return "divide";
    case Syntax::remainder:
      return "take the remainder of";
    default:
      return "compare";
  }
}

BinaryOperator lowered(Syntax op) {
  switch (op) {
    case Syntax::implies:
      return BinaryOperator::implies;
    case Syntax::logical_or:
      return BinaryOperator::logical_or;
    case Syntax::logical_and:
      return BinaryOperator::logical_and;
    case Syntax::equal:
      return BinaryOperator::equal;
    case Syntax::not_equal:
      return BinaryOperator::not_equal;
    case Syntax::less:
      return BinaryOperator::less;
    case Syntax::less_or_equal:
      return BinaryOperator::less_equal;
    case Syntax::greater:
      return BinaryOperator::greater;
    case Syntax::greater_or_equal:
      return BinaryOperator::greater_equal;
    case Syntax::add:
      return BinaryOperator::add;
    case Syntax::subtract:
      return BinaryOperator::subtract;
    case Syntax::multiply:
      return BinaryOperator::multiply;
    case Syntax::divide:
      return BinaryOperator::divide;
    case Syntax::remainder:
    case Syntax::in:
      break;
  }
  return BinaryOperator::modulo;
}

}  // namespace

Operand Body::unary(const syntax::UnaryExpression& source, Span span, const Type* hint) {
  if (source.op == syntax::UnaryOperator::logical_not)
    return value_operand(negate(typed(*source.operand, {TypeKind::truth}, "`not`"), span), {TypeKind::truth}, span);
  const Operand operand = settled(expression(*source.operand, hint));
  if (operand.is_error()) return {};
  if (!is_number(operand.type)) {
    c.error(span, fmt::format("{} has no negative", c.describe(operand.type)));
    return {};
  }
  Expression negative{ExpressionKind::unary, operand.type, span};
  negative.index = static_cast<std::uint32_t>(UnaryOperator::negate);
  negative.operands = {value(operand)};
  return value_operand(make(std::move(negative)), operand.type, span);
}

Operand Body::binary(const syntax::BinaryExpression& source, Span span) {
  switch (source.op) {
    case Syntax::implies:
    case Syntax::logical_or:
    case Syntax::logical_and: {
      const Type truth{TypeKind::truth};
      const std::string what = fmt::format("`{}`", info(source.op).spelling);
      const ExpressionId left = typed(*source.left, truth, what), right = typed(*source.right, truth, what);
      return value_operand(operate(lowered(source.op), truth, left, right, span), truth, span);
    }
    case Syntax::equal:
    case Syntax::not_equal:
      return equality(source, span);
    case Syntax::less:
    case Syntax::less_or_equal:
    case Syntax::greater:
    case Syntax::greater_or_equal:
      return comparison(source, span);
    case Syntax::in:
      return membership(source, span);
    case Syntax::add:
    case Syntax::subtract:
    case Syntax::multiply:
    case Syntax::divide:
    case Syntax::remainder:
      break;
  }
  return arithmetic(source, span);
}

Operand Body::arithmetic(const syntax::BinaryExpression& source, Span span) {
  Operand left = settled(expression(*source.left)), right = settled(expression(*source.right));
  if (left.is_error() || right.is_error()) return {};
  if (source.op == Syntax::add || source.op == Syntax::subtract) adapt(left, right);
  const Type &a = left.type, &b = right.type;
  if (source.op == Syntax::add && a.kind == TypeKind::text && b.kind == TypeKind::text) {
    Expression text{ExpressionKind::text, a, span};
    text.operands = {value(left), value(right)};
    text.formats = {{a, {}}, {b, {}}};
    return value_operand(make(std::move(text)), a, span);
  }
  if (!is_number(a) || !is_number(b)) {
    std::string hint;
    if (source.op == Syntax::add && (a.kind == TypeKind::text || b.kind == TypeKind::text))
      hint = "texts hold values as \"$(value)\"";
    c.error(source.op_span, fmt::format("cannot {} {} and {}", verb(source.op), c.describe(a), c.describe(b)), hint);
    return {};
  }
  Type type{a.kind == TypeKind::integer && b.kind == TypeKind::integer ? TypeKind::integer : TypeKind::number};
  if (source.op == Syntax::multiply || source.op == Syntax::divide) {
    const auto dimension = combined(a.dimension, b.dimension, source.op == Syntax::multiply ? 1 : -1);
    if (!dimension) {
      c.error(source.op_span, "the dimension of the result is beyond all measure");
      return {};
    }
    type.dimension = *dimension;
  } else {
    if (a.dimension != b.dimension) {
      c.error(source.op_span, fmt::format("cannot {} {} and {}", verb(source.op), c.describe(a), c.describe(b)));
      return {};
    }
    type.dimension = a.dimension;
  }
  return value_operand(operate(lowered(source.op), type, value(left), value(right), span), type, span);
}

Operand Body::comparison(const syntax::BinaryExpression& source, Span span) {
  Operand left = settled(expression(*source.left));
  Operand right = expression(*source.right, &left.type);
  if (left.kind == Operand::Kind::nothing || right.kind == Operand::Kind::nothing) return {};
  adapt(left, right);
  const Type truth{TypeKind::truth};
  const bool has_order = left.type.kind == TypeKind::word && fits(right, left.type);  // severities: by place
  const bool is_open = left.type.kind == TypeKind::any || right.type.kind == TypeKind::any;
  if (!is_open && !has_order &&
      (!is_number(left.type) || !is_number(right.type) || left.type.dimension != right.type.dimension)) {
    c.error(source.op_span, fmt::format("cannot compare {} and {}", c.describe(left.type), c.describe(right.type)));
    return {};
  }
  const Type& wanted = left.type.kind == TypeKind::any ? right.type : left.type;
  const ExpressionId a = is_open ? convert(left, wanted, "the comparison") : value(left);
  const ExpressionId b = has_order || is_open ? convert(right, wanted, "the comparison") : value(right);
  return value_operand(operate(lowered(source.op), truth, a, b, span), truth, span);
}

Operand Body::equality(const syntax::BinaryExpression& source, Span span) {
  const Type truth{TypeKind::truth};
  // A word alone takes its type from the other side.
  const bool left_is_name = std::holds_alternative<syntax::NameExpression>(source.left->node);
  const bool right_is_name = std::holds_alternative<syntax::NameExpression>(source.right->node);
  Operand left, right;
  if (left_is_name && !right_is_name) {
    right = expression(*source.right);
    left = expression(*source.left, right.type.kind == TypeKind::word ? &right.type : nullptr);
  } else {
    left = expression(*source.left);
    right = expression(*source.right, left.kind == Operand::Kind::word ? nullptr : &left.type);
  }
  const bool is_negated = source.op == Syntax::not_equal;
  const auto holds = [&](ExpressionId id) { return value_operand(id, truth, span); };
  const auto maybe_not = [&](ExpressionId id) { return holds(is_negated ? negate(id, span) : id); };
  if (left.kind == Operand::Kind::nothing || right.kind == Operand::Kind::nothing) return {};

  // `data == null`: is there no open interval?
  for (const auto& [side, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    if (other->type.kind != TypeKind::null || side->kind != Operand::Kind::place ||
        side->place.space != ExpressionKind::data_cell || !side->place.is_flat)
      continue;
    Expression open{ExpressionKind::interval_is_open, truth, span};
    open.operands = {side->place.base};
    const ExpressionId id = make(std::move(open));
    return holds(is_negated ? id : negate(id, span));
  }

  const auto wrong = [&] {
    c.error(source.op_span, fmt::format("cannot compare {} and {}", c.describe(left.type), c.describe(right.type)));
    return Operand{};
  };
  Type type = left.type;
  if (left.kind == Operand::Kind::word || left.type.kind == TypeKind::any || left.type.kind == TypeKind::null)
    type = right.type;
  if (is_number(left.type) && is_number(right.type)) {
    adapt(left, right);
    if (left.type.dimension != right.type.dimension) return wrong();
    return holds(operate(lowered(source.op), truth, value(left), value(right), span));
  }
  if (left.kind == Operand::Kind::word && right.kind == Operand::Kind::word) {
    (void)value(left);
    return {};
  }
  if (type.kind == TypeKind::actor && left.type.kind == TypeKind::actor && right.type.kind == TypeKind::actor)
    return holds(operate(lowered(source.op), truth, value(left), value(right), span));
  if (!fits(left, type) || !fits(right, type)) {
    if (!fits(left, right.type)) return wrong();
    type = right.type;
  }
  if (type.kind == TypeKind::range) {
    const auto a = convert_range(left, type, "the comparison"), b = convert_range(right, type, "the comparison");
    if (!a || !b) return {};
    const ExpressionId low = operate(BinaryOperator::equal, truth, a->first, b->first, span);
    const ExpressionId high = operate(BinaryOperator::equal, truth, a->second, b->second, span);
    return maybe_not(operate(BinaryOperator::logical_and, truth, low, high, span));
  }
  if (type.kind == TypeKind::list) {
    const bool has_texts = c.element_of(type).kind == TypeKind::text;
    return maybe_not(
        intrinsic(has_texts ? "list.equals_texts" : "list.equals", truth, {value(left), value(right)}, span));
  }
  BinaryOperator op = lowered(source.op);
  if (type.kind == TypeKind::text && left.type.kind != TypeKind::null && right.type.kind != TypeKind::null)
    op = is_negated ? BinaryOperator::text_not_equal : BinaryOperator::text_equal;
  const ExpressionId a = convert(left, type, "the comparison"), b = convert(right, type, "the comparison");
  return holds(operate(op, truth, a, b, span));
}

Operand Body::membership(const syntax::BinaryExpression& source, Span span) {
  const Type truth{TypeKind::truth};
  const Operand left = expression(*source.left);
  if (left.kind == Operand::Kind::nothing) {
    (void)expression(*source.right);
    return {};
  }
  // `severity in [error, warning]`: the words of the list are of the type on the left.
  Type hint = left.type;
  if (left.type.kind != TypeKind::list && left.type.kind != TypeKind::range && left.type.kind != TypeKind::any &&
      left.type.kind != TypeKind::nothing)
    hint = std::holds_alternative<syntax::RangeExpression>(source.right->node) && is_number(left.type)
               ? c.range_of(left.type)
               : c.list_of(left.type);
  const bool has_words = left.type.kind == TypeKind::word || left.type.kind == TypeKind::list;
  const Operand right = expression(*source.right, has_words ? &hint : nullptr);
  if (right.is_error() || left.is_error()) return {};
  const auto wrong = [&] {
    c.error(source.op_span, fmt::format("{} cannot be in {}", c.describe(left.type), c.describe(right.type)));
    return Operand{};
  };
  if (right.type.kind == TypeKind::range) {
    const Type element = c.element_of(right.type);
    const Type inner = left.type.kind == TypeKind::range ? c.element_of(left.type) : left.type;
    if (!is_number(inner) || inner.dimension != element.dimension) return wrong();
    const auto bounds = convert_range(right, right.type, "the range");
    if (!bounds) return {};
    const auto inside = [&](ExpressionId number) {
      return intrinsic("math.in_range", truth, {number, bounds->first, bounds->second}, span);
    };
    if (left.type.kind != TypeKind::range) return value_operand(inside(value(left)), truth, span);
    const auto ends = convert_range(left, left.type, "the range");
    if (!ends) return {};
    return value_operand(operate(BinaryOperator::logical_and, truth, inside(ends->first), inside(ends->second), span),
                         truth, span);
  }
  if (right.type.kind != TypeKind::list) return wrong();
  const Type element = c.element_of(right.type);
  const bool has_texts = element.kind == TypeKind::text;
  if (left.type.kind == TypeKind::list) {
    if (!c.converts(c.element_of(left.type), element)) return wrong();
    return value_operand(intrinsic(has_texts ? "list.contains_all_texts" : "list.contains_all", truth,
                                   {value(right), value(left)}, span),
                         truth, span);
  }
  const bool both_actors = left.type.kind == TypeKind::actor && element.kind == TypeKind::actor;
  if (!fits(left, element) && !both_actors) return wrong();
  return value_operand(intrinsic(has_texts ? "list.contains_text" : "list.contains", truth,
                                 {value(right), both_actors ? value(left) : convert(left, element, "the list")}, span),
                       truth, span);
}

}  // namespace scrutineer::lang::detail
