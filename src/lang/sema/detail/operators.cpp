// Operators, with dimensions.
#include <fmt/format.h>

#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"

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

Operand truth_operand(ExpressionId value, Span span) { return value_operand(value, kTruth, span); }

// Where one of two numbers has a dimension and the other has none.
std::string hint_of_dimensions(const FunctionCompiler& code, const syntax::BinaryExpression& source, const Type& a,
                               const Type& b) {
  if (!is_number(a) || !is_number(b)) return "";
  const bool is_a_plain = a.dimension == kPlainNumber;
  if (is_a_plain == (b.dimension == kPlainNumber)) return "";
  const auto& plain = is_a_plain ? source.left->node : source.right->node;
  const bool is_written =
      std::holds_alternative<syntax::IntegerLiteral>(plain) || std::holds_alternative<syntax::FloatLiteral>(plain);
  return is_written ? hint_of_unit(code, a, b) : hint_of_number(is_a_plain ? b.dimension : a.dimension);
}

Operand report_incomparable(FunctionCompiler& code, const syntax::BinaryExpression& source, const Type& a,
                            const Type& b) {
  code.error(source.op_span, fmt::format("cannot compare {} and {}", code.types.describe(a), code.types.describe(b)),
             hint_of_dimensions(code, source, a, b));
  return {};
}

// ---- without code ----

// A range may stand for one of its values.
bool can_compare(const FunctionCompiler& code, const Type& a, const Type& b) {
  const Type of_a = a.kind == TypeKind::range ? code.types.element_of(a) : a;
  const Type of_b = b.kind == TypeKind::range ? code.types.element_of(b) : b;
  if (is_number(of_a) && is_number(of_b)) return of_a.dimension == of_b.dimension;
  return code.types.converts(of_a, of_b) || code.types.converts(of_b, of_a);
}

// `==`, `<`, `in` and the like, where types are compared as far as they are known.
Operand compare_without_code(FunctionCompiler& code, const syntax::BinaryExpression& source, Span span) {
  const Operand left = check_expression(code, *source.left);
  const Operand right = check_expression(code, *source.right, &left.type);
  const Type a = left.type;
  Type b = right.type;
  bool is_known = a.kind != TypeKind::any && b.kind != TypeKind::any;
  if (source.op == Syntax::in) {
    const bool has_elements = b.kind == TypeKind::range || b.kind == TypeKind::list;
    is_known = is_known && has_elements && a.kind != TypeKind::list;
    if (has_elements) b = code.types.element_of(b);
  }
  if (is_known && !can_compare(code, a, b)) return report_incomparable(code, source, a, b);
  return truth_operand(kNone, span);
}

// ---- arithmetic ----

Operand check_arithmetic(FunctionCompiler& code, const syntax::BinaryExpression& source, Span span) {
  Operand left = settled(code, check_expression(code, *source.left));
  Operand right = settled(code, check_expression(code, *source.right));
  if (left.is_error() || right.is_error()) return {};
  if (source.op == Syntax::add || source.op == Syntax::subtract) adapt(code, left, right);
  const Type &a = left.type, &b = right.type;
  const bool are_numbers = is_number(a) && is_number(b);
  if (!are_numbers && !code.makes_code()) return {};
  if (source.op == Syntax::add && a.kind == TypeKind::text && b.kind == TypeKind::text) {
    Expression text{ExpressionKind::text, a, span};
    text.operands = {value_of(code, left), value_of(code, right)};
    text.formats = {{a, {}}, {b, {}}};
    return value_operand(code.make(std::move(text)), a, span);
  }
  const auto wrong = [&](std::string hint) {
    code.error(source.op_span,
               fmt::format("cannot {} {} and {}", verb(source.op), code.types.describe(a), code.types.describe(b)),
               std::move(hint));
    return Operand{};
  };
  const bool has_text = a.kind == TypeKind::text || b.kind == TypeKind::text;
  if (!are_numbers) return wrong(source.op == Syntax::add && has_text ? "texts hold values as \"$(value)\"" : "");
  Type type{a.kind == TypeKind::integer && b.kind == TypeKind::integer ? TypeKind::integer : TypeKind::number};
  if (source.op == Syntax::multiply || source.op == Syntax::divide) {
    const auto dimension = combined(a.dimension, b.dimension, source.op == Syntax::multiply ? 1 : -1);
    if (!dimension) {
      if (code.makes_code()) code.error(source.op_span, "the dimension of the result is beyond all measure");
      return {};
    }
    type.dimension = *dimension;
  } else {
    if (a.dimension != b.dimension) return wrong(hint_of_dimensions(code, source, a, b));
    type.dimension = a.dimension;
  }
  if (!code.makes_code()) return value_operand(kNone, type, span);
  return value_operand(code.operate(lowered(source.op), type, value_of(code, left), value_of(code, right), span), type,
                       span);
}

// ---- comparisons ----

// What the library's enumerations call `unknown` is neither more nor less than anything: comparisons with it are false,
// as with nan.
ExpressionId place_of_word(FunctionCompiler& code, ExpressionId value, const Type& type, Span span) {
  const EnumInfo& words = *code.types.enum_of(type);
  if (!words.is_library || words.words.empty() || words.words.front() != "unknown") return value;
  return code.intrinsic("math.known_place", {TypeKind::number}, {value}, span);
}

// Of two values of one type that has no order, says that and what to write instead of `<`.
Operand report_without_order(FunctionCompiler& code, const syntax::BinaryExpression& source, const Type& a,
                             const Type& b) {
  const bool has_order = is_number(a) || a.kind == TypeKind::word;
  if (!(a == b) || has_order) return report_incomparable(code, source, a, b);
  code.error(
      source.op_span,
      fmt::format("{} has no order: `{}` says nothing", code.types.describe(a), info(source.op).spelling),
      a.kind == TypeKind::text ? "compare texts with `==` or `!=`, or their `length()`" : "compare with `==` or `!=`");
  return {};
}

Operand check_comparison(FunctionCompiler& code, const syntax::BinaryExpression& source, Span span) {
  Operand left = settled(code, check_expression(code, *source.left));
  Operand right = check_expression(code, *source.right, &left.type);
  if (left.is_unresolved() || right.is_unresolved()) return {};
  adapt(code, left, right);
  const bool has_order = left.type.kind == TypeKind::word && fits(code, right, left.type);  // severities: by place
  const bool is_open = left.type.kind == TypeKind::any || right.type.kind == TypeKind::any;
  if (!is_open && !has_order &&
      (!is_number(left.type) || !is_number(right.type) || left.type.dimension != right.type.dimension))
    return report_without_order(code, source, left.type, right.type);
  const Type& wanted = left.type.kind == TypeKind::any ? right.type : left.type;
  ExpressionId a = is_open ? converted(code, left, wanted, "the comparison") : value_of(code, left);
  ExpressionId b = has_order || is_open ? converted(code, right, wanted, "the comparison") : value_of(code, right);
  if (has_order) {
    a = place_of_word(code, a, wanted, span);
    b = place_of_word(code, b, wanted, span);
  }
  return truth_operand(code.operate(lowered(source.op), kTruth, a, b, span), span);
}

// A word takes its type from the other side.
std::pair<Operand, Operand> sides_of_equality(FunctionCompiler& code, const syntax::BinaryExpression& source) {
  const bool left_is_name = std::holds_alternative<syntax::NameExpression>(source.left->node);
  const bool right_is_name = std::holds_alternative<syntax::NameExpression>(source.right->node);
  if (left_is_name && !right_is_name) {
    Operand right = check_expression(code, *source.right);
    Operand left = check_expression(code, *source.left, right.type.kind == TypeKind::word ? &right.type : nullptr);
    return {std::move(left), std::move(right)};
  }
  Operand left = check_expression(code, *source.left);
  Operand right = check_expression(code, *source.right, left.is<AmbiguousWord>() ? nullptr : &left.type);
  return {std::move(left), std::move(right)};
}

// `data == null` asks whether an interval is open. kNone if the comparison is another one.
ExpressionId interval_is_open(FunctionCompiler& code, const Operand& left, const Operand& right, Span span) {
  for (const auto& [side, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    const bool is_data = side->is_flat() && side->as<Cells>()->at.space == ExpressionKind::data_cell;
    if (other->type.kind != TypeKind::null || !is_data) continue;
    Expression open{ExpressionKind::interval_is_open, kTruth, span};
    open.operands = {side->as<Cells>()->at.base};
    return code.make(std::move(open));
  }
  return kNone;
}

// Of ranges and lists: are all parts equal? kNone after errors.
ExpressionId parts_are_equal(FunctionCompiler& code, const Operand& left, const Operand& right, const Type& type,
                             Span span) {
  if (type.kind == TypeKind::list) {
    const bool has_texts = code.types.element_of(type).kind == TypeKind::text;
    return code.intrinsic(has_texts ? "list.equals_texts" : "list.equals", kTruth,
                          {value_of(code, left), value_of(code, right)}, span);
  }
  const auto a = bounds_of(code, left, type, "the comparison"), b = bounds_of(code, right, type, "the comparison");
  if (!a || !b) return kNone;
  const ExpressionId low = code.operate(BinaryOperator::equal, kTruth, a->first, b->first, span);
  const ExpressionId high = code.operate(BinaryOperator::equal, kTruth, a->second, b->second, span);
  return code.operate(BinaryOperator::logical_and, kTruth, low, high, span);
}

Operand check_equality(FunctionCompiler& code, const syntax::BinaryExpression& source, Span span) {
  auto [left, right] = sides_of_equality(code, source);
  const bool is_negated = source.op == Syntax::not_equal;
  if (left.is_unresolved() || right.is_unresolved()) return {};
  if (const ExpressionId open = interval_is_open(code, left, right, span); open != kNone)
    return truth_operand(is_negated ? open : code.negate(open, span), span);

  Type type = left.type;
  if (left.is<AmbiguousWord>() || left.type.kind == TypeKind::any || left.type.kind == TypeKind::null)
    type = right.type;
  const auto compared = [&](BinaryOperator op, ExpressionId a, ExpressionId b) {
    return truth_operand(code.operate(op, kTruth, a, b, span), span);
  };
  if (is_number(left.type) && is_number(right.type)) {
    adapt(code, left, right);
    if (left.type.dimension != right.type.dimension) return report_incomparable(code, source, left.type, right.type);
    const ExpressionId b = value_of(code, right), a = value_of(code, left);
    return compared(lowered(source.op), a, b);
  }
  if (left.is<AmbiguousWord>() && right.is<AmbiguousWord>()) {
    (void)value_of(code, left);
    return {};
  }
  if (type.kind == TypeKind::actor && left.type.kind == TypeKind::actor && right.type.kind == TypeKind::actor) {
    const ExpressionId b = value_of(code, right), a = value_of(code, left);
    return compared(lowered(source.op), a, b);
  }
  if (!fits(code, left, type) || !fits(code, right, type)) {
    if (!fits(code, left, right.type)) return report_incomparable(code, source, left.type, right.type);
    type = right.type;
  }
  if (type.kind == TypeKind::range || type.kind == TypeKind::list) {
    const ExpressionId equal = parts_are_equal(code, left, right, type, span);
    if (equal == kNone) return {};
    return truth_operand(is_negated ? code.negate(equal, span) : equal, span);
  }
  BinaryOperator op = lowered(source.op);
  if (type.kind == TypeKind::text && left.type.kind != TypeKind::null && right.type.kind != TypeKind::null)
    op = is_negated ? BinaryOperator::text_not_equal : BinaryOperator::text_equal;
  const ExpressionId a = converted(code, left, type, "the comparison");
  return compared(op, a, converted(code, right, type, "the comparison"));
}

// ---- membership ----

// Nothing if such a value cannot be in the range.
std::optional<Operand> is_in_range(FunctionCompiler& code, const Operand& left, const Operand& right, Span span) {
  const Type element = code.types.element_of(right.type);
  const bool is_range = left.type.kind == TypeKind::range;
  const Type inner = is_range ? code.types.element_of(left.type) : left.type;
  if (!is_number(inner) || inner.dimension != element.dimension) return std::nullopt;
  const auto bounds = bounds_of(code, right, right.type, "the range");
  if (!bounds) return Operand{};
  const auto inside = [&](ExpressionId number) {
    return code.intrinsic("math.in_range", kTruth, {number, bounds->first, bounds->second}, span);
  };
  if (!is_range) return truth_operand(inside(value_of(code, left)), span);
  const auto ends = bounds_of(code, left, left.type, "the range");
  if (!ends) return Operand{};
  const ExpressionId last = inside(ends->second), first = inside(ends->first);
  return truth_operand(code.operate(BinaryOperator::logical_and, kTruth, first, last, span), span);
}

// The same for a list. Of a list within a list, all elements must be in it.
std::optional<Operand> is_in_list(FunctionCompiler& code, const Operand& left, const Operand& right, Span span) {
  const Type element = code.types.element_of(right.type);
  const bool has_texts = element.kind == TypeKind::text;
  if (left.type.kind == TypeKind::list) {
    if (!code.types.converts(code.types.element_of(left.type), element)) return std::nullopt;
    return truth_operand(code.intrinsic(has_texts ? "list.contains_all_texts" : "list.contains_all", kTruth,
                                        {value_of(code, right), value_of(code, left)}, span),
                         span);
  }
  const bool are_actors = left.type.kind == TypeKind::actor && element.kind == TypeKind::actor;
  if (!fits(code, left, element) && !are_actors) return std::nullopt;
  const ExpressionId list = value_of(code, right);
  const ExpressionId item = are_actors ? value_of(code, left) : converted(code, left, element, "the list");
  return truth_operand(code.intrinsic(has_texts ? "list.contains_text" : "list.contains", kTruth, {list, item}, span),
                       span);
}

Operand check_membership(FunctionCompiler& code, const syntax::BinaryExpression& source, Span span) {
  const Operand left = check_expression(code, *source.left);
  if (left.is_unresolved()) {
    (void)check_expression(code, *source.right);
    return {};
  }
  // `severity in [error, warning]`: the words of the list are of the type on the left.
  Type hint = left.type;
  if (left.type.kind != TypeKind::list && left.type.kind != TypeKind::range && left.type.kind != TypeKind::any &&
      left.type.kind != TypeKind::nothing)
    hint = std::holds_alternative<syntax::RangeExpression>(source.right->node) && is_number(left.type)
               ? code.types.range_of(left.type)
               : code.types.list_of(left.type);
  const bool has_words = left.type.kind == TypeKind::word || left.type.kind == TypeKind::list;
  const Operand right = check_expression(code, *source.right, has_words ? &hint : nullptr);
  if (right.is_error() || left.is_error()) return {};
  std::optional<Operand> result;
  if (right.type.kind == TypeKind::range) result = is_in_range(code, left, right, span);
  if (right.type.kind == TypeKind::list) result = is_in_list(code, left, right, span);
  if (result) return *result;
  code.error(source.op_span,
             fmt::format("{} cannot be in {}", code.types.describe(left.type), code.types.describe(right.type)));
  return {};
}

}  // namespace

Operand check_unary(FunctionCompiler& code, const syntax::UnaryExpression& source, Span span, const Type* hint) {
  if (source.op == syntax::UnaryOperator::logical_not)
    return truth_operand(code.negate(check_typed(code, *source.operand, kTruth, "`not`"), span), span);
  if (!code.makes_code()) return check_expression(code, *source.operand, hint);
  const Operand operand = settled(code, check_expression(code, *source.operand, hint));
  if (operand.is_error()) return {};
  if (!is_number(operand.type)) {
    code.error(span, fmt::format("{} has no negative", code.types.describe(operand.type)));
    return {};
  }
  Expression negative{ExpressionKind::unary, operand.type, span};
  negative.index = static_cast<std::uint32_t>(UnaryOperator::negate);
  negative.operands = {value_of(code, operand)};
  return value_operand(code.make(std::move(negative)), operand.type, span);
}

Operand check_binary(FunctionCompiler& code, const syntax::BinaryExpression& source, Span span) {
  switch (source.op) {
    case Syntax::implies:
    case Syntax::logical_or:
    case Syntax::logical_and: {
      const std::string what = fmt::format("`{}`", info(source.op).spelling);
      const ExpressionId left = check_typed(code, *source.left, kTruth, what);
      const ExpressionId right = check_typed(code, *source.right, kTruth, what);
      return truth_operand(code.operate(lowered(source.op), kTruth, left, right, span), span);
    }
    case Syntax::equal:
    case Syntax::not_equal:
      return code.makes_code() ? check_equality(code, source, span) : compare_without_code(code, source, span);
    case Syntax::less:
    case Syntax::less_or_equal:
    case Syntax::greater:
    case Syntax::greater_or_equal:
      return code.makes_code() ? check_comparison(code, source, span) : compare_without_code(code, source, span);
    case Syntax::in:
      return code.makes_code() ? check_membership(code, source, span) : compare_without_code(code, source, span);
    case Syntax::add:
    case Syntax::subtract:
    case Syntax::multiply:
    case Syntax::divide:
    case Syntax::remainder:
      break;
  }
  return check_arithmetic(code, source, span);
}

}  // namespace scrutineer::lang::detail
