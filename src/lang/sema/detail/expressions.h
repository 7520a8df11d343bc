// The expression checker: what expressions stand for, with their types and units. Into a function that makes code it
// also puts the code; the rules are the same without it, except that what only scenarios know is left alone there.
#pragma once

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

// `hint`: the type that is wanted, which decides what a word means; null: any. Reports what is wrong.
Operand check_expression(FunctionCompiler& code, const syntax::Expression& source, const Type* hint = nullptr);
// As one value of the type; reports what does not fit. `what` is named in the message.
ExpressionId check_typed(FunctionCompiler& code, const syntax::Expression& source, const Type& type,
                         std::string_view what);
ExpressionId check_condition(FunctionCompiler& code, const syntax::Expression& source);

// Parts of it, in files of their own.
Operand resolve_name(FunctionCompiler& code, const syntax::Name& name, Span span, const Type* hint);  // names.cpp
Operand global_field(FunctionCompiler& code, const FieldInfo& field, Span span);
// Is a name that is not known to be left alone, because a type around inherits from what is not known?
bool is_in_open_type(const FunctionCompiler& code);
Operand check_cast(FunctionCompiler& code, const syntax::CastExpression& source, Span span);  // casts.cpp
Operand check_type_test(FunctionCompiler& code, const syntax::TypeTestExpression& source, Span span);
// The plain number of such units.
Operand in_unit(FunctionCompiler& code, const Operand& object, const Unit& unit, const syntax::Name& name, Span span);
Operand check_unary(FunctionCompiler& code, const syntax::UnaryExpression& source, Span span,
                    const Type* hint);  // operators.cpp
Operand check_binary(FunctionCompiler& code, const syntax::BinaryExpression& source, Span span);
Operand check_call(FunctionCompiler& code, const syntax::CallExpression& source, Span span);  // calls.cpp

// A word of the enumeration, by its place.
Operand word_operand(FunctionCompiler& code, EnumInfo& type, std::uint32_t place, Span span);

}  // namespace scrutineer::lang::detail
