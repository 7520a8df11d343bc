// From what an expression stands for to a value of the type that is wanted.
#include <fmt/format.h>

#include <cmath>

#include "lang/sema/detail/body.h"
#include "lang/sema/detail/dimensions.h"

namespace scrutineer::lang::detail {
Operand Body::word(EnumInfo& type, std::uint32_t place, Span span) {
  const Type of = c.type_of(type);
  return value_operand(constant(place, of, span), of, span);
}

ExpressionId Body::value(const Operand& operand) {
  const auto nothing = [&] { return make({ExpressionKind::null, {}, operand.span}); };
  switch (operand.kind) {
    case Operand::Kind::nothing:
      return nothing();
    case Operand::Kind::value:
      return operand.value;
    case Operand::Kind::place:
      if (operand.place.is_flat && operand.place.space == ExpressionKind::struct_cell) return operand.place.base;
      if (operand.type.kind == TypeKind::range || operand.place.is_flat) {
        c.error(operand.span, fmt::format("{} is no single value", c.describe(operand.type)),
                operand.is_of_data ? "a variable can take what the data is now" : "");
        return nothing();
      }
      return cell(operand.place, 0, operand.type, operand.span);
    case Operand::Kind::setting: {
      Expression expression{ExpressionKind::setting, operand.type, operand.span};
      expression.index = c.place_of(*operand.parameter);
      expression.operands = {operand.actor == kNone ? null(operand.span) : operand.actor};
      return make(std::move(expression));
    }
    case Operand::Kind::range:
      c.error(operand.span, "a range is no single value");
      return nothing();
    case Operand::Kind::word: {
      std::string types;
      for (const EnumInfo* type : c.enums_by_word.at(operand.word->text))
        types += (types.empty() ? "" : ", ") + fmt::format("`{}!{}`", type->name, operand.word->text);
      c.error(operand.span, fmt::format("`{}` is a word of several enumerations", operand.word->text),
              "write one of " + types);
      return nothing();
    }
    case Operand::Kind::singleton:
    case Operand::Kind::settings:
    case Operand::Kind::config:
    case Operand::Kind::check:
    case Operand::Kind::metrics:
    case Operand::Kind::event:
      c.error(operand.span, fmt::format("`{}` is no value", c.sources.text(operand.span)));
      return nothing();
  }
  return nothing();
}

bool Body::fits(const Operand& operand, const Type& type) {
  if (operand.kind == Operand::Kind::nothing) return true;
  if (operand.kind == Operand::Kind::word)
    return type.kind == TypeKind::word && c.enum_of(type)->places.contains(operand.word->text);
  if (type.kind == TypeKind::word && operand.word != nullptr && c.enum_of(type)->places.contains(operand.word->text))
    return true;
  if (type.kind == TypeKind::range && operand.type.kind != TypeKind::range)
    return c.converts(operand.type, c.element_of(type));
  return c.converts(operand.type, type) || (type.kind == TypeKind::number && has_any_dimension(operand));
}

bool Body::has_any_dimension(const Operand& operand) const {
  if (operand.kind != Operand::Kind::value || operand.type != Type{TypeKind::number}) return false;
  const Expression* expression = &c.program.expressions[operand.value];
  if (expression->kind == ExpressionKind::unary) expression = &c.program.expressions[expression->operands.front()];
  return expression->kind == ExpressionKind::constant && !std::isfinite(expression->number);
}

void Body::adapt(Operand& a, Operand& b) {
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (other->type.kind == TypeKind::number && other->type.dimension != kPlainNumber && has_any_dimension(*one)) {
      one->type = other->type;
      one->value = constant(*folded(one->value), other->type, one->span);
    }
}

Operand Body::settled(Operand operand) {
  if (operand.kind == Operand::Kind::word) return value_operand(value(operand), {}, operand.span);
  if (operand.kind == Operand::Kind::value && operand.type.kind == TypeKind::any &&
      c.program.expressions[operand.value].kind == ExpressionKind::metric) {
    operand.type = {TypeKind::number};
    c.program.expressions[operand.value].type = operand.type;
  }
  return operand;
}

ExpressionId Body::convert(const Operand& operand, const Type& type, std::string_view what) {
  if (operand.kind == Operand::Kind::nothing || type.kind == TypeKind::any) return value(operand);
  if (type.kind == TypeKind::word && operand.word != nullptr && operand.type != type) {
    EnumInfo& words = *c.enum_of(type);
    if (const auto place = words.places.find(operand.word->text); place != words.places.end())
      return value(word(words, place->second, operand.span));
  }
  const bool has_value = operand.kind == Operand::Kind::value || operand.kind == Operand::Kind::place ||
                         operand.kind == Operand::Kind::setting || operand.kind == Operand::Kind::range;
  if (!has_value) return value(operand);
  // A metric whose type only the run knows is what is asked for.
  if (operand.type.kind == TypeKind::any && operand.kind == Operand::Kind::value &&
      c.program.expressions[operand.value].kind == ExpressionKind::metric) {
    c.program.expressions[operand.value].type = type;
    return operand.value;
  }
  if (!c.converts(operand.type, type)) {
    if (type.kind == TypeKind::number && has_any_dimension(operand))
      return constant(*folded(operand.value), type, operand.span);
    std::string hint;
    if (is_number(operand.type) && operand.type.dimension == kPlainNumber && type.kind == TypeKind::number) {
      if (const Unit* unit = customary_unit(type.dimension))
        hint = fmt::format("a {} is written with its unit, such as 1{}", c.name_of(type), unit->name);
    } else if (operand.type.kind == TypeKind::number && type.kind == TypeKind::integer) {
      hint = "`.as(int)` cuts off what is behind the point";
    } else if (type.kind == TypeKind::text && operand.kind != Operand::Kind::range) {
      hint = "`.as(string)` makes a text of it";
    } else if (operand.type.kind == type.kind && (type.kind == TypeKind::actor || type.kind == TypeKind::structure) &&
               is_a(c.info_of(type), c.info_of(operand.type))) {
      hint = fmt::format("`.as({})` is null where it is none", c.name_of(type));
    }
    c.error(operand.span, fmt::format("expected {} for {}, found {}", c.describe(type), what, c.describe(operand.type)),
            hint);
    return make({ExpressionKind::null, {}, operand.span});
  }
  return type.kind == TypeKind::number ? to_number(value(operand), operand.span) : value(operand);
}

std::optional<std::pair<ExpressionId, ExpressionId>> Body::convert_range(const Operand& operand, const Type& type,
                                                                         std::string_view what) {
  if (operand.is_error()) return std::nullopt;
  if (operand.type.kind != TypeKind::range) {
    const ExpressionId both = convert(operand, c.element_of(type), what);
    return std::pair(both, both);
  }
  if (!c.converts(operand.type, type)) {
    c.error(operand.span,
            fmt::format("expected {} for {}, found {}", c.describe(type), what, c.describe(operand.type)));
    return std::nullopt;
  }
  if (operand.kind == Operand::Kind::range) return std::pair(operand.value, operand.high);
  const Type element = c.element_of(operand.type);
  return std::pair(cell(operand.place, 0, element, operand.span), cell(operand.place, 1, element, operand.span));
}

ExpressionId Body::bound(const std::pair<ExpressionId, ExpressionId>& bounds, bool is_upper, Span span) {
  const auto [first, last] = bounds;
  const bool is_cell =
      c.program.expressions[first].kind != ExpressionKind::constant && c.program.expressions[first].operands.empty();
  if (first == last || is_cell || (folded(first) && folded(last))) return is_upper ? last : first;
  return intrinsic(is_upper ? "math.max" : "math.min", c.program.expressions[first].type, {first, last}, span);
}

ExpressionId Body::typed(const syntax::Expression& source, const Type& type, std::string_view what) {
  return convert(expression(source, &type), type, what);
}

ExpressionId Body::condition(const syntax::Expression& source) {
  return typed(source, {TypeKind::truth}, "the condition");
}

ExpressionId Body::text_of(const Operand& operand, const std::string& unit) {
  Expression text{ExpressionKind::text, {TypeKind::text}, operand.span};
  if (operand.kind == Operand::Kind::range || operand.type.kind == TypeKind::range) {
    const auto bounds = convert_range(operand, operand.type, "the text");
    if (!bounds) return value({});
    const Type element = c.element_of(operand.type);
    text.operands = {text_constant("[", operand.span), bounds->first, text_constant("..", operand.span), bounds->second,
                     text_constant("]", operand.span)};
    text.formats = {
        {{TypeKind::text}, {}}, {element, unit}, {{TypeKind::text}, {}}, {element, unit}, {{TypeKind::text}, {}}};
    return make(std::move(text));
  }
  if (!operand.unit.empty()) {
    text.operands = {operand.in_si};
    text.formats = {{c.program.expressions[operand.in_si].type, operand.unit}};
    return make(std::move(text));
  }
  const ExpressionId part = value(operand);
  Type type = c.program.expressions[part].type;
  if (c.program.expressions[part].kind == ExpressionKind::metric && type.kind == TypeKind::any) {
    // Printed as what it turns out to be.
    c.program.expressions[part].type = type = {TypeKind::text};
  }
  text.operands = {part};
  text.formats = {{type, unit}};
  return make(std::move(text));
}

}  // namespace scrutineer::lang::detail
