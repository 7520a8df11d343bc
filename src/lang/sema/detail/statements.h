// Statements of methods and `on` blocks.
#pragma once

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

void compile_statements(FunctionCompiler& code, const std::vector<syntax::Statement>& source);

// Calls that are only statements: `start_interval()`, `end_interval()`, `override(...)`. False if it is another call.
bool compile_special_call(FunctionCompiler& code, const syntax::CallExpression& source, Span span);

}  // namespace scrutineer::lang::detail
