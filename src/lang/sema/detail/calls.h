// Calls of methods and functions: arguments by place and name, overloads.
#pragma once

#include "lang/sema/detail/function_compiler.h"
#include "lang/sema/intrinsics.h"

namespace scrutineer::lang::detail {

using Arguments = std::vector<syntax::Argument>;

// Sorts arguments by parameter: null where none was given. False after errors.
bool arrange_arguments(FunctionCompiler& code, const std::vector<ParameterInfo>& parameters, const Arguments& arguments,
                       Span span, std::string_view callee, std::vector<const syntax::Expression*>& arranged,
                       bool report = true);

// A call of the method with these values. `receiver` is null where there is none.
Operand invoke(FunctionCompiler& code, const Operand* receiver, MethodInfo& method,
               const std::vector<ExpressionId>& arguments, Span span);

// Functions of any dimension: abs, min, sqrt (generic_calls.cpp).
Operand call_generic(FunctionCompiler& code, const GenericFunction& function, const Arguments& arguments, Span span);

// Of lists, with `it` for the element, and of ranges (lists.cpp).
Operand call_list_method(FunctionCompiler& code, const Operand& list, const syntax::Name& name,
                         const Arguments& arguments, Span span);
Operand call_range_method(FunctionCompiler& code, const Operand& range, const syntax::Name& name,
                          const Arguments& arguments, Span span);

}  // namespace scrutineer::lang::detail
