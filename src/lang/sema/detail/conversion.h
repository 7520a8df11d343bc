// From what an expression stands for to a value of the type that is wanted.
#pragma once

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

// One cell's value; reports what has none.
ExpressionId value_of(FunctionCompiler& code, const Operand& operand);
// Reports what is not of the type; `what` is named in the message.
ExpressionId converted(FunctionCompiler& code, const Operand& operand, const Type& type, std::string_view what);
// Likewise of a range; a single value is both of its bounds. Nothing after errors.
std::optional<std::pair<ExpressionId, ExpressionId>> bounds_of(FunctionCompiler& code, const Operand& operand,
                                                               const Type& type, std::string_view what);
// Bounds that are not constant may stand in any order: the lower, or the upper.
ExpressionId bound_of(FunctionCompiler& code, const std::pair<ExpressionId, ExpressionId>& bounds, bool is_upper,
                      Span span);

// Reports a constant of which `fault_of` says that something is wrong with it; of all else the run will ask.
void refuse_constant(FunctionCompiler& code, ExpressionId value, Span span, std::string (*fault_of)(double));

// Would `converted` report nothing?
bool fits(const FunctionCompiler& code, const Operand& operand, const Type& type);
// Without code: reports what cannot be of the type. A range may stand for one of its values.
void check_fits(FunctionCompiler& code, const Operand& operand, Span span, const Type& type, std::string_view what);

// For messages: how a quantity becomes a number; and if one of two numbers has a dimension and the other has none, how that
// is written with it. Empty: there is no unit that people would expect.
std::string hint_of_number(const Dimension& dimension);
std::string hint_of_unit(const FunctionCompiler& code, const Type& a, const Type& b);

// `inf` and `nan` have every dimension: if one of the operands is such a constant, it takes the dimension of the other.
void adapt(FunctionCompiler& code, Operand& a, Operand& b);
// For a place that gives no hint: an ambiguous word is an error, and a metric of unknown type is a number.
Operand settled(FunctionCompiler& code, Operand operand);
ExpressionId text_of(FunctionCompiler& code, const Operand& operand);
// Of two actors, or of two structs: what both inherit from.
std::optional<Type> common_base(FunctionCompiler& code, const Type& a, const Type& b);

}  // namespace scrutineer::lang::detail
