// Values for cells: what statements assign, what fields begin with, what `set` and `keep` give them.
#pragma once

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

// Reports what cannot be changed.
bool may_assign(FunctionCompiler& code, const Operand& target);
void assign(FunctionCompiler& code, const Operand& target, const syntax::Expression& value, Span span);
void assign(FunctionCompiler& code, const CellAddress& address, const Type& type, const syntax::Expression& value,
            Span span);

// What a field without a value begins with; of a struct, what its fields begin with.
void assign_initial(FunctionCompiler& code, const CellAddress& address, const Type& type, Span span);
// The field's own value, seen from where it is declared.
void assign_field(FunctionCompiler& code, const CellAddress& address, const FieldInfo& field, const Operand& self,
                  TypeInfo& self_type);
// Assigns what `set` and `keep` say. Offsets count from `base`.
void apply_values(FunctionCompiler& code, const FieldValues& values, const CellAddress& base);

}  // namespace scrutineer::lang::detail
