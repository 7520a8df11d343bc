#include "lang/sema/detail/conversion.h"

#include <fmt/format.h>

#include <cmath>

#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

// Used in place of a value after an error.
ExpressionId no_value(FunctionCompiler& code, Span span) { return code.make({ExpressionKind::null, {}, span}); }

ExpressionId value_in_cells(FunctionCompiler& code, const Operand& operand) {
  const Cells& cells = *operand.as<Cells>();
  if (cells.at.is_flat && cells.at.space == ExpressionKind::struct_cell) return cells.at.base;
  if (operand.type.kind != TypeKind::range && !cells.at.is_flat)
    return code.cell(cells.at, 0, operand.type, operand.span);
  code.error(operand.span, fmt::format("{} is no single value", code.types.describe(operand.type)),
             cells.is_of_data ? "a variable can take what the data is now" : "");
  return no_value(code, operand.span);
}

ExpressionId value_of_setting(FunctionCompiler& code, const Operand& operand) {
  const Setting& setting = *operand.as<Setting>();
  Expression expression{ExpressionKind::setting, operand.type, operand.span};
  expression.index = code.passes.tables.parameter(*setting.parameter);
  expression.operands = {setting.actor == kNone ? code.null(operand.span) : setting.actor};
  return code.make(std::move(expression));
}

void report_ambiguous_word(FunctionCompiler& code, const Operand& operand) {
  std::string types;
  for (const EnumInfo* type : code.symbols.enums_by_word.at(operand.word->text))
    types += (types.empty() ? "" : ", ") + fmt::format("`{}!{}`", type->name, operand.word->text);
  code.error(operand.span, fmt::format("`{}` is a word of several enumerations", operand.word->text),
             "write one of " + types);
}

// `inf` or `nan`, which are of every dimension.
bool has_any_dimension(const FunctionCompiler& code, const Operand& operand) {
  const auto* const value = operand.as<Value>();
  if (value == nullptr || operand.type != Type{TypeKind::number} || !code.makes_code()) return false;
  const Expression* expression = &code[value->id];
  if (expression->kind == ExpressionKind::unary) expression = &code[expression->operands.front()];
  return expression->kind == ExpressionKind::constant && !std::isfinite(expression->number);
}

// Of a built-in check: only the run knows its type.
bool is_metric_of_any_type(const FunctionCompiler& code, const Operand& operand) {
  return operand.type.kind == TypeKind::any && operand.is<Value>() &&
         code[operand.as<Value>()->id].kind == ExpressionKind::metric;
}

void report_other_type(FunctionCompiler& code, const Operand& operand, const Type& type, std::string_view what) {
  const Type& found = operand.type;
  std::string hint;
  if (is_number(found) && is_number(type) && found.dimension != type.dimension) {
    hint = type.dimension == kPlainNumber ? hint_of_number(found.dimension) : hint_of_unit(code, found, type);
  } else if (found.kind == TypeKind::number && type.kind == TypeKind::integer) {
    hint = "`.as(int)` cuts off what is behind the point";
  } else if (type.kind == TypeKind::text && !operand.is<Bounds>()) {
    hint = "`.as(string)` makes a text of it";
  } else if (found.kind == type.kind && (type.kind == TypeKind::actor || type.kind == TypeKind::structure) &&
             is_a(code.types.info_of(type), code.types.info_of(found))) {
    hint = fmt::format("`.as({})` is null where it is none", code.types.name_of(type));
  }
  code.error(operand.span,
             fmt::format("expected {} for {}, found {}", code.types.describe(type), what, code.types.describe(found)),
             hint);
}

}  // namespace

std::string hint_of_number(const Dimension& dimension) {
  const Unit* const unit = customary_unit(dimension);
  return unit == nullptr ? "" : fmt::format("`.as({})` gives a number", unit->name);
}

std::string hint_of_unit(const FunctionCompiler& code, const Type& a, const Type& b) {
  if (!is_number(a) || !is_number(b)) return "";
  if ((a.dimension == kPlainNumber) == (b.dimension == kPlainNumber)) return "";
  const Type& quantity = a.dimension == kPlainNumber ? b : a;
  const Unit* const unit = customary_unit(quantity.dimension);
  if (unit == nullptr) return "";
  return fmt::format("{} is written with its unit, such as 1{}", code.types.describe(quantity), unit->name);
}

ExpressionId value_of(FunctionCompiler& code, const Operand& operand) {
  if (const auto* value = operand.as<Value>()) return value->id;
  if (operand.is<Cells>()) return value_in_cells(code, operand);
  if (operand.is<Setting>()) return value_of_setting(code, operand);
  if (operand.is<Bounds>())
    code.error(operand.span, "a range is no single value");
  else if (operand.is<AmbiguousWord>())
    report_ambiguous_word(code, operand);
  else if (!operand.is_unresolved())
    code.error(operand.span, fmt::format("`{}` is no value", code.passes.sources.text(operand.span)));
  return no_value(code, operand.span);
}

void refuse_constant(FunctionCompiler& code, ExpressionId value, Span span, std::string (*fault_of)(double)) {
  const auto constant = code.folded(value);
  if (!constant) return;
  if (std::string wrong = fault_of(*constant); !wrong.empty()) code.error(span, std::move(wrong));
}

bool fits(const FunctionCompiler& code, const Operand& operand, const Type& type) {
  if (operand.is_unresolved()) return true;
  const bool is_its_word = type.kind == TypeKind::word && operand.word != nullptr &&
                           code.types.enum_of(type)->places.contains(operand.word->text);
  if (operand.is<AmbiguousWord>()) return is_its_word;
  if (is_its_word) return true;
  if (type.kind == TypeKind::range && operand.type.kind != TypeKind::range)
    return code.types.converts(operand.type, code.types.element_of(type));
  return code.types.converts(operand.type, type) || (type.kind == TypeKind::number && has_any_dimension(code, operand));
}

void check_fits(FunctionCompiler& code, const Operand& operand, Span span, const Type& type, std::string_view what) {
  if (!operand.is<Value>() || operand.type.kind == TypeKind::any || type.kind == TypeKind::any) return;
  const auto element = [&](const Type& of) { return of.kind == TypeKind::range ? code.types.element_of(of) : of; };
  if (code.types.converts(operand.type, type) || code.types.converts(element(operand.type), element(type))) return;
  code.error(span, fmt::format("expected {} for {}, found {}", code.types.describe(type), what,
                               code.types.describe(operand.type)));
}

void adapt(FunctionCompiler& code, Operand& a, Operand& b) {
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (other->type.kind == TypeKind::number && other->type.dimension != kPlainNumber &&
        has_any_dimension(code, *one)) {
      one->type = other->type;
      ExpressionId& id = one->as<Value>()->id;
      id = code.constant(*code.folded(id), other->type, one->span);
    }
}

Operand settled(FunctionCompiler& code, Operand operand) {
  if (!code.makes_code()) return operand;
  if (operand.is<AmbiguousWord>()) return value_operand(value_of(code, operand), {}, operand.span);
  if (is_metric_of_any_type(code, operand)) {
    operand.type = {TypeKind::number};
    code[operand.as<Value>()->id].type = operand.type;
  }
  return operand;
}

ExpressionId converted(FunctionCompiler& code, const Operand& operand, const Type& type, std::string_view what) {
  if (operand.is_unresolved() || type.kind == TypeKind::any) return value_of(code, operand);
  if (type.kind == TypeKind::word && operand.word != nullptr && operand.type != type) {
    EnumInfo& words = *code.types.enum_of(type);
    if (const auto place = words.places.find(operand.word->text); place != words.places.end())
      return value_of(code, word_operand(code, words, place->second, operand.span));
  }
  const bool has_value = operand.is<Value>() || operand.is<Cells>() || operand.is<Setting>() || operand.is<Bounds>();
  if (!has_value) return value_of(code, operand);
  if (is_metric_of_any_type(code, operand)) {
    const ExpressionId metric = operand.as<Value>()->id;
    code[metric].type = type;
    return metric;
  }
  if (!code.types.converts(operand.type, type)) {
    if (type.kind == TypeKind::number && has_any_dimension(code, operand))
      return code.constant(*code.folded(operand.as<Value>()->id), type, operand.span);
    report_other_type(code, operand, type, what);
    return no_value(code, operand.span);
  }
  const ExpressionId value = value_of(code, operand);
  return type.kind == TypeKind::number ? code.to_number(value, operand.span) : value;
}

std::optional<std::pair<ExpressionId, ExpressionId>> bounds_of(FunctionCompiler& code, const Operand& operand,
                                                               const Type& type, std::string_view what) {
  if (operand.is_error()) return std::nullopt;
  if (operand.type.kind != TypeKind::range) {
    const ExpressionId both = converted(code, operand, code.types.element_of(type), what);
    return std::pair(both, both);
  }
  if (!code.types.converts(operand.type, type)) {
    code.error(operand.span, fmt::format("expected {} for {}, found {}", code.types.describe(type), what,
                                         code.types.describe(operand.type)));
    return std::nullopt;
  }
  if (const auto* bounds = operand.as<Bounds>()) return std::pair(bounds->low, bounds->high);
  const Type element = code.types.element_of(operand.type);
  // Only fields and variables hold ranges.
  const CellAddress at = operand.is<Cells>() ? operand.as<Cells>()->at : CellAddress{};
  return std::pair(code.cell(at, 0, element, operand.span), code.cell(at, 1, element, operand.span));
}

ExpressionId bound_of(FunctionCompiler& code, const std::pair<ExpressionId, ExpressionId>& bounds, bool is_upper,
                      Span span) {
  const auto [first, last] = bounds;
  const bool is_cell = code[first].kind != ExpressionKind::constant && code[first].operands.empty();
  if (first == last || is_cell || (code.folded(first) && code.folded(last))) return is_upper ? last : first;
  return code.intrinsic(is_upper ? "math.max" : "math.min", code[first].type, {first, last}, span);
}

ExpressionId text_of(FunctionCompiler& code, const Operand& operand) {
  const Type text_type{TypeKind::text};
  Expression text{ExpressionKind::text, text_type, operand.span};
  if (operand.type.kind == TypeKind::range) {
    const auto bounds = bounds_of(code, operand, operand.type, "the text");
    if (!bounds) return value_of(code, {});
    const Type element = code.types.element_of(operand.type);
    text.operands = {code.text_constant("[", operand.span), bounds->first, code.text_constant("..", operand.span),
                     bounds->second, code.text_constant("]", operand.span)};
    text.formats = {{text_type, {}}, {element, {}}, {text_type, {}}, {element, {}}, {text_type, {}}};
    return code.make(std::move(text));
  }
  if (const auto* value = operand.as<Value>(); value != nullptr && !value->unit.empty()) {
    text.operands = {value->in_si};
    text.formats = {{code[value->in_si].type, value->unit}};
    return code.make(std::move(text));
  }
  const ExpressionId part = value_of(code, operand);
  Type type = code[part].type;
  // Printed as what it turns out to be.
  if (code[part].kind == ExpressionKind::metric && type.kind == TypeKind::any) code[part].type = type = text_type;
  text.operands = {part};
  text.formats = {{type, {}}};
  return code.make(std::move(text));
}

std::optional<Type> common_base(FunctionCompiler& code, const Type& a, const Type& b) {
  if (a.kind != b.kind || (a.kind != TypeKind::actor && a.kind != TypeKind::structure)) return std::nullopt;
  TypeInfo* common = code.types.info_of(b);
  while (common != nullptr && !is_a(code.types.info_of(a), common)) common = common->base;
  if (common == nullptr) return std::nullopt;
  return code.types.type_of(*common);
}

}  // namespace scrutineer::lang::detail
