// Functions of numbers of any dimension: abs, min, sqrt and the like.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "lang/sema/detail/calls.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::int8_t Dimension::* kExponents[] = {&Dimension::length,      &Dimension::time,
                                                   &Dimension::angle,       &Dimension::mass,
                                                   &Dimension::temperature, &Dimension::luminous_intensity,
                                                   &Dimension::current,     &Dimension::amount};

// The operands, as many as the function takes; nothing after errors.
std::optional<std::vector<Operand>> checked_arguments(FunctionCompiler& code, const GenericFunction& function,
                                                      const Arguments& arguments, Span span) {
  std::vector<Operand> operands;
  for (const syntax::Argument& argument : arguments) {
    if (argument.name) {
      code.error(argument.name->span, fmt::format("`{}` has no parameter `{}`", function.name, argument.name->text),
                 "its arguments have no names");
      return std::nullopt;
    }
    Operand operand = check_expression(code, *argument.value);
    if (function.rule != GenericRule::truth) operand = settled(code, std::move(operand));
    if (operand.is_unresolved()) return std::nullopt;
    operands.push_back(std::move(operand));
  }
  const auto wanted = static_cast<std::size_t>(function.arguments);
  const bool takes_more = function.rule == GenericRule::common && function.name != "hypot";
  if (operands.size() < wanted || (operands.size() > wanted && !takes_more)) {
    code.error(span, fmt::format("`{}` takes {}{}", function.name, takes_more ? "at least " : "",
                                 counted(wanted, "argument")));
    return std::nullopt;
  }
  if (function.rule == GenericRule::common)
    for (Operand& operand : operands) adapt(code, operands.front(), operand);
  return operands;
}

bool is_plain_number(FunctionCompiler& code, const GenericFunction& function, const Operand& operand) {
  if (operand.type.dimension == kPlainNumber) return true;
  code.error(operand.span,
             fmt::format("`{}` takes plain numbers, found {}", function.name, code.types.describe(operand.type)));
  return false;
}

// Of numbers that must be of one dimension.
std::optional<Type> common_type(FunctionCompiler& code, const GenericFunction& function,
                                const std::vector<Operand>& operands) {
  const Type first = operands.front().type;
  for (const Operand& operand : operands)
    if (operand.type.dimension != first.dimension) {
      code.error(operand.span,
                 fmt::format("`{}` of {} and {}", function.name, code.types.describe(first),
                             code.types.describe(operand.type)),
                 "all must be of one dimension");
      return std::nullopt;
    }
  if (function.rule == GenericRule::ratio_angle) return Type{TypeKind::number, kNone, kAngle};
  Type type = first;
  for (const Operand& operand : operands)
    if (operand.type.kind == TypeKind::number) type = operand.type;
  if (function.name == "hypot" && type.kind == TypeKind::integer) return Type{TypeKind::number};
  return type;
}

std::optional<Type> root_type(FunctionCompiler& code, const Operand& operand) {
  Type type{TypeKind::number, kNone, operand.type.dimension};
  for (const auto exponent : kExponents) {
    if (type.dimension.*exponent % 2 != 0) {
      code.error(operand.span,
                 fmt::format("{} has no square root with whole exponents", code.types.describe(operand.type)));
      return std::nullopt;
    }
    type.dimension.*exponent = static_cast<std::int8_t>(type.dimension.*exponent / 2);
  }
  return type;
}

std::optional<Type> power_type(FunctionCompiler& code, const GenericFunction& function,
                               const std::vector<Operand>& operands, ExpressionId exponent_value) {
  if (!is_plain_number(code, function, operands[1])) return std::nullopt;
  const Type& first = operands.front().type;
  Type type{TypeKind::number};
  if (first.dimension == kPlainNumber) return type;
  const auto power = code.folded(exponent_value);
  if (!power || *power != std::floor(*power) || std::abs(*power) > 10.0) {
    code.error(operands[1].span, fmt::format("the exponent of {} is a whole constant", code.types.describe(first)));
    return std::nullopt;
  }
  for (const auto exponent : kExponents)
    type.dimension.*exponent = static_cast<std::int8_t>(first.dimension.*exponent * static_cast<int>(*power) % 128);
  return type;
}

// Nothing after errors.
std::optional<Type> result_type(FunctionCompiler& code, const GenericFunction& function,
                                const std::vector<Operand>& operands, const std::vector<ExpressionId>& values) {
  const Operand& first = operands.front();
  switch (function.rule) {
    case GenericRule::same:
      return first.type;
    case GenericRule::common:
    case GenericRule::ratio_angle:
      return common_type(code, function, operands);
    case GenericRule::root:
      return root_type(code, first);
    case GenericRule::power:
      return power_type(code, function, operands, values[1]);
    case GenericRule::plain:
    case GenericRule::to_angle:
    case GenericRule::whole:
      if (!is_plain_number(code, function, first)) return std::nullopt;
      if (function.rule == GenericRule::to_angle) return Type{TypeKind::number, kNone, kAngle};
      return Type{function.rule == GenericRule::whole ? TypeKind::integer : TypeKind::number};
    case GenericRule::sign:
      return Type{TypeKind::integer};
    case GenericRule::from_angle:
      if (first.type.dimension != kAngle && !is_plain_number(code, function, first)) return std::nullopt;
      return Type{TypeKind::number};
    case GenericRule::truth:
      break;
  }
  return Type{TypeKind::truth};
}

}  // namespace

Operand call_generic(FunctionCompiler& code, const GenericFunction& function, const Arguments& arguments, Span span) {
  const auto operands = checked_arguments(code, function, arguments, span);
  if (!operands) return {};
  const bool takes_numbers = function.rule != GenericRule::truth;
  std::vector<ExpressionId> values;
  for (const Operand& operand : *operands) {
    if (takes_numbers && operand.type.kind != TypeKind::any && !is_number(operand.type)) {
      code.error(operand.span,
                 fmt::format("`{}` takes numbers, found {}", function.name, code.types.describe(operand.type)));
      return {};
    }
    values.push_back(value_of(code, operand));
  }
  if (takes_numbers && std::ranges::any_of(*operands, &Operand::is_error)) return {};
  const auto type = result_type(code, function, *operands, values);
  if (!type) return {};
  const bool is_of_whole =
      std::ranges::all_of(*operands, [](const Operand& operand) { return operand.type.kind == TypeKind::integer; });
  const bool knows_whole =
      function.name != "hypot" && (function.rule == GenericRule::same || function.rule == GenericRule::common ||
                                   function.rule == GenericRule::sign);
  if (takes_numbers && !(is_of_whole && knows_whole))
    for (ExpressionId& value : values) value = code.to_number(value, span);
  ExpressionId whole = values.front();
  if (function.arguments == 1)
    return value_operand(code.intrinsic(function.intrinsic, *type, {whole}, span), *type, span);
  for (std::size_t i = 1; i < values.size(); ++i)
    whole = code.intrinsic(function.intrinsic, *type, {whole, values[i]}, span);
  return value_operand(whole, *type, span);
}

}  // namespace scrutineer::lang::detail
