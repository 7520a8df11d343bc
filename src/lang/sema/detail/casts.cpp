// Conversions that the source asks for: `x.as(int)`, `x.is(car)`.
#include <fmt/format.h>

#include "lang/sema/detail/behaviour_names.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

bool is_role(const FunctionCompiler& code, const Type& type) {
  const std::string& name = code.types.info_of(type)->name;
  return name == "sut_vehicle" || name == "npc_vehicle";
}

// The values of an enumeration's words, as a list.
ExpressionId values_of_words(FunctionCompiler& code, const EnumInfo& type, Span span) {
  Expression values{ExpressionKind::list, code.types.list_of({TypeKind::integer}), span};
  for (const std::uint64_t value : type.values) values.operands.push_back(code.whole(value, false, span));
  return code.make(std::move(values));
}

// Cells hold a word's place; its value may be another.
ExpressionId value_of_word(FunctionCompiler& code, const Operand& object, Span span) {
  const Type integer{TypeKind::integer};
  const EnumInfo& type = *code.types.enum_of(object.type);
  const ExpressionId place = value_of(code, object);
  bool is_same = true;
  for (std::size_t i = 0; i < type.values.size(); ++i) is_same = is_same && type.values[i] == i;
  if (is_same) {
    Expression same = code[place];
    same.type = integer;
    return code.make(std::move(same));
  }
  Expression at{ExpressionKind::element, integer, span};
  at.operands = {values_of_words(code, type, span), place};
  return code.make(std::move(at));
}

ExpressionId word_of_value(FunctionCompiler& code, const Operand& object, const Type& type, Span span) {
  const EnumInfo& words = *code.types.enum_of(type);
  const ExpressionId number = value_of(code, object);
  if (const auto known = code.folded(number)) {
    for (std::size_t i = 0; i < words.values.size(); ++i)
      if (static_cast<double>(words.values[i]) == *known && is_plain(*known))
        return code.constant(static_cast<double>(i), type, span);
    code.error(span, fmt::format("no word of `{}` has the value {}", words.name, *known));
    return number;
  }
  return code.intrinsic("list.find", type, {values_of_words(code, words, span), number}, span);
}

// To a whole or plain number, or a word; kNone: it has none.
ExpressionId number_of(FunctionCompiler& code, const Operand& object, const Type& type, Span span) {
  const Type& from = object.type;
  const bool is_plain_number = from.kind == TypeKind::number && from.dimension == kPlainNumber;
  if (type.kind == TypeKind::integer) {
    if (is_plain_number) return code.intrinsic("math.truncate", type, {value_of(code, object)}, span);
    if (from.kind == TypeKind::text) return code.intrinsic("string.to_int", type, {value_of(code, object)}, span);
    if (from.kind == TypeKind::word) return value_of_word(code, object, span);
    if (from.kind == TypeKind::truth) {
      const ExpressionId truth = value_of(code, object), one = code.constant(1.0, type, span);
      return code.choose(truth, one, code.constant(0.0, type, span), type, span);
    }
  }
  if (type.kind == TypeKind::number && type.dimension == kPlainNumber) {
    if (from.kind == TypeKind::integer || is_plain_number) return code.to_number(value_of(code, object), span);
    if (from.kind == TypeKind::text) return code.intrinsic("string.to_float", type, {value_of(code, object)}, span);
  }
  if (type.kind == TypeKind::word && from.kind == TypeKind::integer) return word_of_value(code, object, type, span);
  return kNone;
}

Operand cast_without_code(FunctionCompiler& code, const syntax::TypeReference& type) {
  const syntax::Path& name = type.name;
  if (type.containers.empty()) {
    if (TypeInfo* declared = code.symbols.find_type(name, *code.around.space))
      return operand_of_type(code.types, *declared);
    if (name.names.size() == 1 && code.passes.units.find(name.names.front().text) != nullptr)
      return operand_of_type({TypeKind::number});
  }
  return operand_of_type(code.types.type_of(type, *code.around.space));
}

}  // namespace

Operand check_cast(FunctionCompiler& code, const syntax::CastExpression& source, Span span) {
  Operand object = check_expression(code, *source.object);
  if (!code.makes_code()) return cast_without_code(code, source.type);
  const syntax::Path& name = source.type.name;
  const bool is_simple = source.type.containers.empty() && name.names.size() == 1;
  // A unit: the plain number of them. In a text it is printed with the unit.
  if (is_simple && code.symbols.find_type(name, *code.around.space) == nullptr &&
      code.symbols.find_enum(name.names.front(), *code.around.space) == nullptr)
    if (const Unit* const unit = code.passes.units.find(name.names.front().text))
      return in_unit(code, object, *unit, name.names.front(), span);
  const Type type = code.types.type_of(source.type, *code.around.space);
  if (object.is_unresolved() || type.kind == TypeKind::any) return {};
  const Type from = object.type;
  const auto as_type = [&](ExpressionId id) { return value_operand(id, type, span); };
  if (type.kind == TypeKind::text)
    return as_type(from.kind == TypeKind::text ? value_of(code, object) : text_of(code, object));
  if (from.kind == TypeKind::any) return as_type(converted(code, object, type, "the conversion"));
  if (type.kind == TypeKind::integer && from.kind == TypeKind::integer) return object;
  if (const ExpressionId number = number_of(code, object, type, span); number != kNone) return as_type(number);
  if (type.kind == TypeKind::actor && from.kind == TypeKind::actor) {
    if (code.types.converts(from, type)) return as_type(value_of(code, object));
    if (is_a(code.types.info_of(type), code.types.info_of(from)) || is_role(code, type) || is_role(code, from))
      return as_type(code.intrinsic("physical_object.as_a", type,
                                    {value_of(code, object), code.constant(type.index, {TypeKind::integer}, span)},
                                    span));
  }
  if (code.types.converts(from, type)) {
    object.type = type;
    return object;
  }
  if (code.types.is_struct(from) && code.types.is_struct(type) &&
      is_a(code.types.info_of(type), code.types.info_of(from))) {
    const ExpressionId structure = value_of(code, object);
    const ExpressionId is_one = code.is_of_type(structure, type, span);
    return as_type(code.choose(is_one, structure, code.null(span), type, span));
  }
  std::string hint;
  if (from.kind == TypeKind::number && from.dimension != kPlainNumber) hint = hint_of_number(from.dimension);
  code.error(span, fmt::format("{} cannot become {}", code.types.describe(from), code.types.describe(type)), hint);
  return {};
}

Operand in_unit(FunctionCompiler& code, const Operand& object, const Unit& unit, const syntax::Name& name, Span span) {
  if (object.is_error()) return {};
  const Type plain{TypeKind::number};
  if (object.type.kind != TypeKind::number || object.type.dimension != unit.dimension) {
    code.error(name.span, fmt::format("`{}` is a unit of {}, found {}", name.text, to_string(unit.dimension),
                                      code.types.describe(object.type)));
    return {};
  }
  // (si - offset) / factor
  const double offset = unit.to_si(0.0), factor = unit.to_si(1.0) - offset;
  const ExpressionId si = value_of(code, object);
  const ExpressionId shifted =
      offset == 0.0 ? si
                    : code.operate(BinaryOperator::subtract, plain, si, code.constant(offset, object.type, span), span);
  const bool is_si = factor == 1.0 && offset == 0.0;
  const ExpressionId number =
      is_si ? si : code.operate(BinaryOperator::divide, plain, shifted, code.constant(factor, object.type, span), span);
  return {.type = plain, .span = span, .what = Value{.id = number, .unit = name.text, .in_si = si}};
}

Operand check_type_test(FunctionCompiler& code, const syntax::TypeTestExpression& source, Span span) {
  const Operand object = check_expression(code, *source.object);
  const Type truth{TypeKind::truth};
  if (!code.makes_code()) {
    if (code.symbols.find_type(source.type.name, *code.around.space) == nullptr)
      (void)code.types.type_of(source.type, *code.around.space);
    return value_operand(kNone, truth, span);
  }
  const Type type = code.types.type_of(source.type, *code.around.space);
  if (object.is_error() || type.kind == TypeKind::any) return {};
  if (object.type.kind == TypeKind::actor && type.kind == TypeKind::actor)
    return value_operand(
        code.intrinsic("physical_object.is_a", truth,
                       {value_of(code, object), code.constant(type.index, {TypeKind::integer}, span)}, span),
        truth, span);
  // The data of a watcher is of the type that is declared.
  if (code.types.is_struct(object.type) && code.types.is_struct(type) && !object.is_flat())
    return value_operand(code.is_of_type(value_of(code, object), type, span), truth, span);
  return value_operand(code.constant(code.types.converts(object.type, type) ? 1.0 : 0.0, truth, span), truth, span);
}

}  // namespace scrutineer::lang::detail
