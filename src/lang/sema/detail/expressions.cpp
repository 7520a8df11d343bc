#include "lang/sema/detail/expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/overloaded.h"
#include "lang/library/standard_names.h"
#include "lang/sema/detail/behaviour_names.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/members.h"

namespace scrutineer::lang::detail {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// ---- words and texts ----

// `color!red`
Operand check_enum_member(FunctionCompiler& code, const syntax::EnumMemberExpression& named, Span span) {
  EnumInfo* const type = code.symbols.find_enum(named.type, *code.around.space);
  if (type == nullptr) {
    if (is_standard_name(named.type.text)) return {};
    std::vector<std::string_view> names;
    names.reserve(code.symbols.enums.size());
    for (const EnumInfo& known : code.symbols.enums) names.push_back(known.name);
    code.error(named.type.span, fmt::format("there is no enumeration `{}`", named.type.text),
               code.reporter.suggestion(named.type.text, names));
    return {};
  }
  const auto place = type->places.find(named.member.text);
  if (place != type->places.end()) return word_operand(code, *type, place->second, span);
  const bool is_of_scenarios = !code.makes_code() && type->is_library && is_standard_word(named.member.text);
  if (!is_of_scenarios) {
    const std::vector<std::string_view> words(type->words.begin(), type->words.end());
    code.error(named.member.span, fmt::format("`{}` is no word of `{}`", named.member.text, type->name),
               code.reporter.suggestion(named.member.text, words));
  }
  return {};
}

// Adds the value of an expression in a text, with the unit that it is printed in.
void add_text_part(FunctionCompiler& code, const syntax::Expression& source, Expression& whole) {
  const Operand operand = check_expression(code, source);
  if (operand.is_unresolved()) return;
  if (operand.type.kind == TypeKind::nothing && operand.is<Value>()) {
    code.error(operand.span, "this has no result to print");
    return;
  }
  const ExpressionId text = text_of(code, operand);
  if (code[text].kind != ExpressionKind::text) return;
  Expression inner = code[text];
  // Already a text of one part: that part, with its unit.
  if (inner.operands.size() == 1) {
    const Expression& only = code[inner.operands.front()];
    if (only.kind == ExpressionKind::text && only.operands.size() == 1) inner = only;
  }
  for (std::size_t i = 0; i < inner.operands.size(); ++i) {
    whole.operands.push_back(inner.operands[i]);
    whole.formats.push_back(inner.formats[i]);
  }
}

Operand check_text(FunctionCompiler& code, const syntax::StringLiteral& literal, Span span) {
  const Type type{TypeKind::text};
  if (!code.makes_code()) {
    for (const syntax::StringPart& part : literal.parts)
      if (part.expression != nullptr) (void)check_expression(code, *part.expression);
    return value_operand(kNone, type, span);
  }
  const bool is_plain =
      std::ranges::all_of(literal.parts, [](const syntax::StringPart& part) { return part.expression == nullptr; });
  if (is_plain) {
    std::string text;
    for (const syntax::StringPart& part : literal.parts) text += part.text;
    return value_operand(code.text_constant(text, span), type, span);
  }
  Expression whole{ExpressionKind::text, type, span};
  for (const syntax::StringPart& part : literal.parts) {
    if (part.expression != nullptr) {
      add_text_part(code, *part.expression, whole);
    } else if (!part.text.empty()) {
      whole.operands.push_back(code.text_constant(part.text, part.span));
      whole.formats.push_back({type, {}});
    }
  }
  return value_operand(code.make(std::move(whole)), type, span);
}

// ---- lists ----

bool is_list(const Operand& operand) { return operand.type.kind == TypeKind::list; }

// The type that all elements are of; nothing: there is none, which is reported. The members of a list within a list are
// its own.
std::optional<Type> common_element(FunctionCompiler& code, const std::vector<Operand>& operands) {
  Type element;
  for (const Operand& operand : operands) {
    const Type type = is_list(operand) ? code.types.element_of(operand.type) : operand.type;
    if (element.kind == TypeKind::any || code.types.converts(element, type)) {
      element = type;
    } else if (!code.types.converts(type, element)) {
      const auto common = common_base(code, type, element);
      if (!common) {
        code.error(operand.span, fmt::format("{} does not go into a list with {}", code.types.describe(type),
                                             code.types.describe(element)));
        return std::nullopt;
      }
      element = *common;
    }
  }
  return element;
}

Operand check_list(FunctionCompiler& code, const syntax::ListExpression& source, Span span, const Type* hint) {
  std::optional<Type> element;
  if (hint != nullptr && hint->kind == TypeKind::list) element = code.types.element_of(*hint);
  std::vector<Operand> operands;
  for (const syntax::Expression* item : source.elements) {
    operands.push_back(check_expression(code, *item, element ? &*element : nullptr));
    if (code.makes_code() && operands.back().is_unresolved()) return {};
  }
  if (!code.makes_code()) {
    const auto is_of_first = [&](const Operand& operand) {
      return operand.type.kind != TypeKind::any && operand.type == operands.front().type;
    };
    if (operands.empty() || !std::ranges::all_of(operands, is_of_first)) return {};
    return value_operand(kNone, code.types.list_of(operands.front().type), span);
  }
  if (!element) element = common_element(code, operands);
  if (!element) return {};
  if (element->kind == TypeKind::list || element->kind == TypeKind::range) {
    code.error(span, fmt::format("a list of {} cannot be made here", code.types.name_of(*element)));
    return {};
  }
  const Type type = code.types.list_of(*element);
  ExpressionId whole = kNone;
  const auto put = [&](ExpressionId part) {
    whole = whole == kNone ? part : code.intrinsic("list.concat", type, {whole, part}, span);
  };
  Expression row{ExpressionKind::list, type, span};
  for (const Operand& operand : operands) {
    if (!is_list(operand)) {
      row.operands.push_back(converted(code, operand, *element, "the list"));
      continue;
    }
    if (!row.operands.empty()) put(code.make(std::exchange(row, Expression{ExpressionKind::list, type, span})));
    put(converted(code, operand, type, "the list"));
  }
  if (!row.operands.empty() || whole == kNone) put(code.make(std::move(row)));
  return value_operand(whole, type, span);
}

Operand check_index(FunctionCompiler& code, const syntax::IndexExpression& source, Span span) {
  const Operand object = check_expression(code, *source.object);
  const ExpressionId place = check_typed(code, *source.index, {TypeKind::integer}, "the index");
  if (object.is_error()) return {};
  if (object.type.kind != TypeKind::list) {
    if (code.makes_code()) code.error(object.span, fmt::format("{} has no elements", code.types.describe(object.type)));
    return {};
  }
  const Type element = code.types.element_of(object.type);
  Expression expression{ExpressionKind::element, element, span};
  if (code.makes_code()) expression.operands = {value_of(code, object), place};
  return value_operand(code.make(std::move(expression)), element, span);
}

// ---- ranges ----

Operand range_of_bounds(FunctionCompiler& code, const Operand* low, const Operand* high, const Type& element,
                        Span span) {
  Bounds bounds;
  bounds.low = low == nullptr ? code.constant(-kInfinite, element, span) : value_of(code, *low);
  bounds.high = high == nullptr ? code.constant(kInfinite, element, span) : value_of(code, *high);
  // The bounds may be written in any order. The VM orders those that are not constant.
  const auto lower = code.folded(bounds.low), upper = code.folded(bounds.high);
  if (lower && upper && *lower > *upper) std::swap(bounds.low, bounds.high);
  return {.type = code.types.range_of(element), .span = span, .what = bounds};
}

// Without code: bounds that are not numbers are ignored.
Operand range_without_code(FunctionCompiler& code, const syntax::RangeExpression& source, const Unit* unit, Span span,
                           const Type* hint) {
  std::optional<Type> wanted, found;
  if (hint != nullptr) wanted = hint->kind == TypeKind::range ? code.types.element_of(*hint) : *hint;
  for (const syntax::Expression* bound : {source.low, source.high}) {
    if (bound == nullptr) continue;
    const Operand operand = check_expression(code, *bound, wanted ? &*wanted : nullptr);
    if (is_number(operand.type)) found = operand.type;
  }
  if (source.unit && unit == nullptr) report_unknown_unit(code.passes.units, *source.unit, code.reporter);
  if (source.unit && unit == nullptr) return {};
  if (unit != nullptr) found = Type{TypeKind::number, kNone, unit->dimension};
  return found ? value_operand(kNone, code.types.range_of(*found), span) : Operand{};
}

Operand check_range(FunctionCompiler& code, const syntax::RangeExpression& source, Span span, const Type* hint) {
  const Unit* const unit = source.unit ? code.passes.units.find(source.unit->text) : nullptr;
  if (!code.makes_code()) return range_without_code(code, source, unit, span, hint);
  if (source.unit && unit == nullptr) {
    report_unknown_unit(code.passes.units, *source.unit, code.reporter);
    return {};
  }
  Type element;
  if (hint != nullptr && hint->kind == TypeKind::range) element = code.types.element_of(*hint);
  if (unit != nullptr) element = {TypeKind::number, kNone, unit->dimension};
  const syntax::Expression* sources[] = {source.low, source.high};
  Operand bounds[2];
  for (int i = 0; i < 2; ++i) {
    if (sources[i] == nullptr) continue;
    Operand& bound = bounds[i];
    bound = check_expression(code, *sources[i]);
    if (bound.is_error()) return {};
    if (!is_number(bound.type)) {
      code.error(bound.span,
                 fmt::format("the bounds of a range are numbers, found {}", code.types.describe(bound.type)));
      return {};
    }
    if (unit == nullptr) continue;
    const auto number = code.folded(value_of(code, bound));
    if (!number || bound.type.dimension != kPlainNumber) {
      code.error(bound.span, "with a unit behind the range, its bounds are plain numbers");
      return {};
    }
    bound = value_operand(code.constant(unit->to_si(*number), element, bound.span), element, bound.span);
  }
  const bool has_low = source.low != nullptr, has_high = source.high != nullptr;
  if (has_low && has_high) adapt(code, bounds[0], bounds[1]);
  if (has_low && has_high && bounds[0].type.dimension != bounds[1].type.dimension) {
    code.error(span, fmt::format("a range from {} to {}", code.types.describe(bounds[0].type),
                                 code.types.describe(bounds[1].type)));
    return {};
  }
  if (unit == nullptr) {
    element = has_low ? bounds[0].type : has_high ? bounds[1].type : element;
    for (const Operand& bound : bounds)
      if (!bound.is_unresolved() && bound.type.kind == TypeKind::number) element = bound.type;
    if (element.kind == TypeKind::any) {
      code.error(span, "a range without bounds");
      return {};
    }
  }
  return range_of_bounds(code, has_low ? &bounds[0] : nullptr, has_high ? &bounds[1] : nullptr, element, span);
}

// ---- choices ----

Operand check_ternary(FunctionCompiler& code, const syntax::TernaryExpression& source, Span span, const Type* hint) {
  const ExpressionId condition = check_condition(code, *source.condition);
  Operand if_true = check_expression(code, *source.if_true, hint);
  const Type* const other_hint = hint != nullptr || !code.makes_code() ? hint : &if_true.type;
  Operand if_false = check_expression(code, *source.if_false, other_hint);
  if (!code.makes_code()) return if_true.type == if_false.type ? if_true : Operand{};
  if (if_true.is_unresolved() || if_false.is_unresolved()) return {};
  adapt(code, if_true, if_false);
  Type type = if_true.type;
  if (fits(code, if_true, if_false.type) && if_true.type.kind != TypeKind::any && !if_false.is<AmbiguousWord>())
    type = if_false.type;
  if (!fits(code, if_false, type))
    if (const auto common = common_base(code, if_true.type, if_false.type)) type = *common;
  if (!fits(code, if_false, type)) {
    code.error(span, fmt::format("one of {} and {}: both must be of one type", code.types.describe(if_true.type),
                                 code.types.describe(if_false.type)));
    return {};
  }
  if (type.kind == TypeKind::range) {
    code.error(span, fmt::format("{} cannot be chosen", code.types.describe(type)), "choose its parts");
    return {};
  }
  const ExpressionId first = converted(code, if_true, type, "the choice");
  const ExpressionId second = converted(code, if_false, type, "the choice");
  return value_operand(code.choose(condition, first, second, type, span), type, span);
}

Operand check_physical(FunctionCompiler& code, const syntax::PhysicalLiteral& literal, Span span) {
  const Unit* const unit = code.passes.units.find(literal.unit.text);
  if (unit == nullptr) {
    report_unknown_unit(code.passes.units, literal.unit, code.reporter);
    return {};
  }
  const Type type{TypeKind::number, kNone, unit->dimension};
  return value_operand(code.constant(unit->to_si(literal.value), type, span), type, span);
}

}  // namespace

Operand word_operand(FunctionCompiler& code, EnumInfo& type, std::uint32_t place, Span span) {
  const Type of = code.types.type_of(type);
  return value_operand(code.constant(place, of, span), of, span);
}

Operand check_expression(FunctionCompiler& code, const syntax::Expression& source, const Type* hint) {
  const Span span = source.span;
  return std::visit(
      Overloaded{
          [&](const syntax::BoolLiteral& literal) {
            const Type type{TypeKind::truth};
            return value_operand(code.constant(literal.value ? 1.0 : 0.0, type, span), type, span);
          },
          [&](const syntax::NullLiteral&) { return value_operand(code.null(span), {TypeKind::null}, span); },
          [&](const syntax::IntegerLiteral& literal) {
            return value_operand(code.whole(literal.magnitude, literal.negative, span), {TypeKind::integer}, span);
          },
          [&](const syntax::FloatLiteral& literal) {
            const Type type{TypeKind::number};
            return value_operand(code.constant(literal.value, type, span), type, span);
          },
          [&](const syntax::PhysicalLiteral& literal) { return check_physical(code, literal, span); },
          [&](const syntax::StringLiteral& literal) { return check_text(code, literal, span); },
          [&](const syntax::NameExpression& named) { return resolve_name(code, named.name, span, hint); },
          [&](const syntax::EnumMemberExpression& named) { return check_enum_member(code, named, span); },
          [&](const syntax::ListExpression& elements) { return check_list(code, elements, span, hint); },
          [&](const syntax::RangeExpression& bounds) { return check_range(code, bounds, span, hint); },
          [&](const syntax::MemberExpression& access) {
            return member_of(code, check_expression(code, *access.object), access.member, span);
          },
          [&](const syntax::IndexExpression& access) { return check_index(code, access, span); },
          [&](const syntax::CallExpression& called) { return check_call(code, called, span); },
          [&](const syntax::CastExpression& cast) { return check_cast(code, cast, span); },
          [&](const syntax::TypeTestExpression& test) { return check_type_test(code, test, span); },
          [&](const syntax::UnaryExpression& operation) { return check_unary(code, operation, span, hint); },
          [&](const syntax::BinaryExpression& operation) { return check_binary(code, operation, span); },
          [&](const syntax::TernaryExpression& choice) { return check_ternary(code, choice, span, hint); },
          [&](const syntax::EventExpression& named) {
            if (!code.makes_code()) return event_in_behaviour(code, *named.event);
            code.error(span, "an event is no value", "`on @event:` reacts to one");
            return Operand{};
          },
          [&](const syntax::NewExpression&) {
            if (code.makes_code()) code.error(span, "`new` can only be the whole value of a struct");
            return Operand{};
          },
      },
      source.node);
}

ExpressionId check_typed(FunctionCompiler& code, const syntax::Expression& source, const Type& type,
                         std::string_view what) {
  const Operand operand = check_expression(code, source, &type);
  if (code.makes_code()) return converted(code, operand, type, what);
  check_fits(code, operand, source.span, type, what);
  return kNone;
}

ExpressionId check_condition(FunctionCompiler& code, const syntax::Expression& source) {
  return check_typed(code, source, {TypeKind::truth}, "the condition");
}

}  // namespace scrutineer::lang::detail
