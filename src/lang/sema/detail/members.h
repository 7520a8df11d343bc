// `object.member`: fields, computed facts, views, settings, instances and their data.
#pragma once

#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

Operand member_of(FunctionCompiler& code, const Operand& object, const syntax::Name& name, Span span);
// A member that is known to be one of the object's.
Operand declared_member(FunctionCompiler& code, const Operand& object, const MemberInfo& member, Span span);
Operand field_of(FunctionCompiler& code, const Operand& object, const FieldInfo& field, Span span);
// `setting`, `data` and groups of settings of a built-in check.
Operand member_of_check(FunctionCompiler& code, const CheckInstance& check, Span check_span, const syntax::Name& name,
                        Span span);
// Of a watcher's instance.
Operand data_of(FunctionCompiler& code, const Operand& instance, TypeInfo& type, Span span);
// The instance of a declaration that an actor has; of the run's if there is no actor.
Operand instance_of(FunctionCompiler& code, TypeInfo& type, std::uint32_t declaration, std::vector<ExpressionId> actor,
                    Span span);

// Where the cells of a struct are.
CellAddress struct_cells(FunctionCompiler& code, const Operand& structure);
ExpressionId new_struct(FunctionCompiler& code, const Type& type, Span span);

}  // namespace scrutineer::lang::detail
